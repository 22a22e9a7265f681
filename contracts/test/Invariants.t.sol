// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Base, Call, Config, Deposit, Execution, IntentWallet, Output, Step, Token} from "./Base.sol";
import {Intruder} from "./mocks/Intruder.sol";

/// @notice Keeps bytes as code, which is cheaper to read than storage a hundred thousand times.
contract Blob {
    constructor(bytes memory data) {
        assembly {
            return(add(data, 0x20), mload(data))
        }
    }
}

/// @notice Does what the world does to five intents: pays in, runs, breaks, waits, refunds, attacks from inside locks. Keeps its own books.
contract Handler is Base {
    uint256 internal constant INTENTS = 5;
    uint256 internal constant AMOUNT = 1_000;
    uint256 internal constant FEE = 10;
    uint256 internal constant BRIDGED = 900;

    address[INTENTS] private wallets;
    bytes32[INTENTS] private imageHashes;
    Config[INTENTS] private configs;
    uint256[INTENTS] private openAts;
    uint256[INTENTS] private refundAts;
    /// @dev Call data of the wallet's runs and `refund`; the guest's and those of other modes differ in the selector only.
    Blob[INTENTS] private executions;
    Blob[INTENTS] private refunds;
    uint256[INTENTS] public runs;

    uint256 public paidIn;
    uint256 public successes;
    uint256 public signedOut;
    uint256 public runsAfterRefundTime;
    uint256 public earlyStrangerRefunds;
    uint256 public partialOutcomes;
    /// @dev Runs that ended in a fallback although they were strict or a stranger's; runs by strangers before `openAt`; both by whatever entry.
    uint256 public strictFallbacks;
    uint256 public strangersBeforeOpenAt;
    uint256 private depositNonce;

    constructor() {
        setUp();
        for (uint256 i; i < INTENTS; ++i) {
            Call[] memory calls = originBatch(AMOUNT, FEE, BRIDGED);
            Config memory config = configOf(calls, i);
            config.salt = i;
            config.refundAt = uint64(2_000 + i * 2_000);
            // Every second intent is never open to strangers.
            config.openAt = i % 2 == 0 ? config.refundAt - 800 : config.refundAt;
            openAts[i] = config.openAt;
            wallets[i] = address(walletOf(config));
            imageHashes[i] = hasher.config(config);
            configs[i] = config;
            refundAts[i] = config.refundAt;
            executions[i] = new Blob(abi.encodeCall(IntentWallet.execute, (config, calls, 0, i)));
            refunds[i] = new Blob(abi.encodeCall(IntentWallet.refund, (config, list(address(tokenA)))));
        }
    }

    function wallet(uint256 i) public view returns (IntentWallet) {
        return IntentWallet(payable(wallets[i]));
    }

    function world()
        external
        view
        returns (address, address, address, address, address, address, address, address, address)
    {
        return (
            address(tokenA),
            address(tokenB),
            address(exchange),
            address(bridge),
            address(router),
            address(entrypoint),
            address(guest),
            address(implementation),
            owner.addr
        );
    }

    function people() external view returns (address, address, address) {
        return (receiver, collector, stranger);
    }

    // ------------------------------------------------------------------------------------------------------------- actions

    function payIn(uint256 seed, uint256 amount) external {
        amount = seed % 3 == 0 ? bound(amount, 1, 3 * AMOUNT) : AMOUNT;
        tokenA.mint(address(wallet(seed % INTENTS)), amount);
        paidIn += amount;
    }

    function payInSigned(uint256 seed) external {
        address intent = address(wallet(seed % INTENTS));
        tokenA.mint(owner.addr, AMOUNT);
        vm.prank(owner.addr);
        tokenA.approve(address(entrypoint), AMOUNT);
        Deposit memory deposit = Deposit(
            owner.addr, address(tokenA), AMOUNT - FEE, intent, type(uint256).max, depositNonce++, FEE, collector
        );
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(owner, entrypoint.hashDeposit(deposit));
        vm.prank(stranger);
        entrypoint.depositToIntent(deposit, abi.encodePacked(r, s, v));
        paidIn += AMOUNT - FEE;
        signedOut += FEE;
    }

    /// @param mode 0 the relayer, tolerantly; 1 the relayer, strictly; 2 a stranger, what is open; 3 a stranger, as if it had a grant.
    function run(uint256 seed, uint256 gasGiven, uint8 mode) external {
        uint256 i = seed % INTENTS;
        mode = mode % 4;
        gasGiven = bound(gasGiven, 100_000, 2_000_000);
        bytes4[4] memory selectors = [
            guest.deployAndExecuteAsExecutor.selector,
            guest.deployAndExecuteStrictly.selector,
            guest.deployAndExecute.selector,
            guest.deployAndExecuteAsExecutor.selector
        ];
        bytes memory data = _under(address(executions[i]).code, selectors[mode]);
        uint256 before = bridge.bridged(recipient);
        uint256 ownersBefore = tokenA.balanceOf(owner.addr);
        address sender = mode < 2 ? relayer : stranger;
        vm.prank(sender, sender);
        (bool ok,) = address(guest).call{gas: gasGiven}(data);
        uint256 moved = bridge.bridged(recipient) - before;
        if (ok) {
            _count(i, moved, mode == 0, mode < 2);
            if (tokenA.balanceOf(address(wallet(i))) != 0) partialOutcomes += 1;
        } else if (moved != 0 || tokenA.balanceOf(owner.addr) != ownersBefore) {
            partialOutcomes += 1;
        }
    }

    /// @dev Every entry that takes this batch, from inside the router's run or the exchange's lock, with the relayer as origin or not.
    function runFromInside(uint256 seed, bool inRouter, bool relayerIsOrigin) external {
        uint256 i = seed % INTENTS;
        _deploy(i);
        bool usedBefore = _used(i);
        uint256 before = bridge.bridged(recipient);
        Intruder intruder = new Intruder();
        bytes memory data = address(executions[i]).code;
        intruder.plan(wallets[i], _under(data, IntentWallet.execute.selector));
        intruder.plan(wallets[i], _under(data, IntentWallet.executeStrictly.selector));
        intruder.plan(wallets[i], _under(data, IntentWallet.executeAsExecutor.selector));
        intruder.plan(address(guest), _under(data, guest.deployAndExecute.selector));
        intruder.plan(address(guest), _under(data, guest.deployAndExecuteStrictly.selector));
        intruder.plan(address(guest), _under(data, guest.deployAndExecuteAsExecutor.selector));
        vm.prank(stranger, relayerIsOrigin ? relayer : stranger);
        if (inRouter) intruder.fromRouterRun(router);
        else intruder.fromFlash(exchange);
        if (_used(i) && !usedBefore) _count(i, bridge.bridged(recipient) - before, false, false);
    }

    function _count(uint256 i, uint256 moved, bool mayFallBack, bool byExecutor) private {
        runs[i] += 1;
        if (moved != 0) successes += 1;
        else if (!mayFallBack) strictFallbacks += 1;
        if (!byExecutor && block.timestamp < openAts[i]) strangersBeforeOpenAt += 1;
        if (block.timestamp >= refundAts[i]) runsAfterRefundTime += 1;
    }

    function _under(bytes memory data, bytes4 selector) private pure returns (bytes memory) {
        assembly {
            let word := add(data, 0x20)
            mstore(word, or(selector, shr(32, shl(32, mload(word)))))
        }
        return data;
    }

    function runMany(uint256 seed, uint256 gasGiven, bool granted) external {
        gasGiven = bound(gasGiven, 300_000, 5_000_000);
        Execution[] memory many = new Execution[](2);
        for (uint256 k; k < 2; ++k) {
            uint256 i = (seed + k) % INTENTS;
            bytes4 selector = granted ? IntentWallet.executeStrictly.selector : IntentWallet.execute.selector;
            many[k] = Execution(imageHashes[i], 1_200_000, "", _under(address(executions[i]).code, selector));
        }
        bool[2] memory usedBefore = [_used(seed % INTENTS), _used((seed + 1) % INTENTS)];
        uint256 before = bridge.bridged(recipient);
        address sender = granted ? relayer : stranger;
        vm.prank(sender, sender);
        (bool ok,) = address(guest).call{gas: gasGiven}(abi.encodeCall(guest.executeMany, (many)));
        if (!ok) return;
        uint256 moved = bridge.bridged(recipient) - before;
        for (uint256 k; k < 2; ++k) {
            uint256 i = (seed + k) % INTENTS;
            if (!_used(i) || usedBefore[k]) continue;
            _count(i, moved, false, granted);
            moved = moved < BRIDGED ? 0 : moved - BRIDGED;
        }
    }

    function refund(uint256 seed, bool byOwner) external {
        uint256 i = seed % INTENTS;
        uint256 before = tokenA.balanceOf(receiver);
        _deploy(i);
        vm.prank(byOwner ? owner.addr : stranger);
        (bool ok,) = wallets[i].call(address(refunds[i]).code);
        assertEq(ok, byOwner || block.timestamp >= refundAts[i]);
        bool moved = tokenA.balanceOf(receiver) != before;
        if (moved && !byOwner && block.timestamp < refundAts[i]) earlyStrangerRefunds += 1;
    }

    function weather(uint256 rateBps, bool broken) external {
        exchange.set(bound(rateBps, 8_000, 12_000), broken);
    }

    function wait_(uint256 s) external {
        vm.warp(block.timestamp + bound(s, 1, 600));
    }

    /// @dev Tries to take what it can from the router, the wallets and their allowances.
    function attack(uint256 seed) external {
        address target = address(wallet(seed % INTENTS));
        vm.startPrank(stranger);
        Output[] memory outputs = new Output[](2);
        outputs[0] = Output(address(tokenA), 0);
        outputs[1] = Output(address(tokenB), 0);
        try router.run(address(0), 0, new Step[](0), outputs) {} catch {}
        Step memory step = swapStep(address(0), address(0), 0);
        step.target = address(tokenA);
        step.data = abi.encodeCall(tokenA.transferFrom, (target, stranger, 1));
        try router.run(address(0), 0, steps1(step), new Output[](0)) {} catch {}
        if (target.code.length != 0) {
            try IntentWallet(payable(target)).refundOne(address(tokenA), stranger) {} catch {}
        }
        vm.stopPrank();
    }

    function _deploy(uint256 i) private {
        vm.prank(owner.addr);
        factory.deploy(address(implementation), configs[i]);
    }

    function _used(uint256 i) private view returns (bool) {
        IntentWallet w = wallet(i);
        return address(w).code.length != 0 && w.nonceUsed(0, i);
    }
}

contract InvariantsTest is Base {
    Handler private handler;
    address private exchangeOfWorld;
    address private ownerOfWorld;
    address private entry;
    address private guestOfWorld;
    address private core;
    address private routerOfWorld;
    address private bridgeOfWorld;
    Token private a;
    Token private b;

    function setUp() public override {
        handler = new Handler();
        address tokenA_;
        address tokenB_;
        (
            tokenA_,
            tokenB_,
            exchangeOfWorld,
            bridgeOfWorld,
            routerOfWorld,
            entry,
            guestOfWorld,
            core,
            ownerOfWorld
        ) = handler.world();
        (a, b) = (Token(tokenA_), Token(tokenB_));
        (receiver, collector, stranger) = handler.people();
        bytes4[] memory selectors = new bytes4[](9);
        selectors[0] = Handler.payIn.selector;
        selectors[1] = Handler.payInSigned.selector;
        selectors[2] = Handler.run.selector;
        selectors[3] = Handler.runMany.selector;
        selectors[4] = Handler.refund.selector;
        selectors[5] = Handler.weather.selector;
        selectors[6] = Handler.wait_.selector;
        selectors[7] = Handler.attack.selector;
        selectors[8] = Handler.runFromInside.selector;
        targetSelector(FuzzSelector(address(handler), selectors));
        targetContract(address(handler));
    }

    function _atWallets(Token token) private view returns (uint256 sum) {
        for (uint256 i; i < 5; ++i) {
            sum += token.balanceOf(address(handler.wallet(i)));
        }
    }

    function invariant_ValueIsConserved() external view {
        uint256 swapped = a.balanceOf(exchangeOfWorld) - 1e30;
        uint256 fees = a.balanceOf(collector) - handler.signedOut();
        assertEq(
            handler.paidIn(),
            _atWallets(a) + swapped + fees + a.balanceOf(ownerOfWorld) + a.balanceOf(receiver)
        );
    }

    function invariant_FeesOnlyOnSuccessAndAsQuoted() external view {
        assertEq(a.balanceOf(collector), handler.successes() * 10 + handler.signedOut());
    }

    function invariant_EverySuccessBridgedInFull() external view {
        assertEq(b.balanceOf(bridgeOfWorld), handler.successes() * 900);
    }

    function invariant_RouterIsEmpty() external view {
        assertEq(a.balanceOf(routerOfWorld) + b.balanceOf(routerOfWorld) + routerOfWorld.balance, 0);
    }

    function invariant_RouterLeavesNoAllowance() external view {
        assertEq(a.allowance(routerOfWorld, exchangeOfWorld) + b.allowance(routerOfWorld, bridgeOfWorld), 0);
    }

    function invariant_WalletsLeaveNoAllowance() external view {
        for (uint256 i; i < 5; ++i) {
            assertEq(a.allowance(address(handler.wallet(i)), routerOfWorld), 0);
        }
    }

    function invariant_EachBatchRanAtMostOnce() external view {
        for (uint256 i; i < 5; ++i) {
            assertLe(handler.runs(i), 1);
        }
    }

    function invariant_NonceTellsWhetherItRan() external view {
        for (uint256 i; i < 5; ++i) {
            IntentWallet w = handler.wallet(i);
            bool used = address(w).code.length != 0 && w.nonceUsed(0, i);
            assertEq(used, handler.runs(i) == 1);
        }
    }

    function invariant_AFallbackRanMeansTolerantExecutor() external view {
        assertEq(handler.strictFallbacks(), 0);
    }

    function invariant_NoStrangerRunsBeforeOpenAt() external view {
        assertEq(handler.strangersBeforeOpenAt(), 0);
    }

    function invariant_NoBatchAfterRefundTime() external view {
        assertEq(handler.runsAfterRefundTime(), 0);
    }

    function invariant_StrangersRefundOnTimeOnly() external view {
        assertEq(handler.earlyStrangerRefunds(), 0);
    }

    function invariant_NoOutcomeInBetween() external view {
        assertEq(handler.partialOutcomes(), 0);
    }

    function invariant_StrangersGetNothing() external view {
        assertEq(a.balanceOf(stranger) + b.balanceOf(stranger) + stranger.balance, 0);
    }

    function invariant_GuestAndEntrypointHoldNothing() external view {
        assertEq(a.balanceOf(guestOfWorld) + b.balanceOf(guestOfWorld) + guestOfWorld.balance, 0);
        assertEq(a.balanceOf(entry) + b.balanceOf(entry) + entry.balance, 0);
        assertEq(a.allowance(ownerOfWorld, entry), 0);
    }

    function invariant_WalletsAreMinimalProxiesOrNothing() external view {
        bytes memory expected =
            abi.encodePacked(hex"363d3d373d3d3d363d73", core, hex"5af43d82803e903d91602b57fd5bf3");
        for (uint256 i; i < 5; ++i) {
            bytes memory code = address(handler.wallet(i)).code;
            if (code.length != 0) assertEq(code, expected);
        }
    }
}
