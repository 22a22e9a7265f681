// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Base, Call, Config, Execution, IntentWallet, Output, Step} from "./Base.sol";
import {IPair, Intruder, Newborn} from "./mocks/Intruder.sol";
import {HookToken, Token} from "./mocks/Zoo.sol";

interface IPairFactory {
    function createPair(address a, address b) external returns (address);
}

/// @notice Every batch is run from inside every lock and callback, by every entry there is, before and after `openAt`. It goes through as it
/// would have alone, or nothing happened and it still can.
contract ContextTest is Base {
    uint256 private constant CONTEXTS = 9;
    uint256 private constant ATTEMPTS = 13;
    uint256 private constant AMOUNT = 1_000;
    uint256 private constant FEE = 10;
    uint256 private constant BRIDGED = 900;

    IPair private pair;
    Intruder private intruder;
    HookToken private hooked;

    function setUp() public override {
        super.setUp();
        // Uniswap's own pair, as published.
        string memory build = vm.readFile("../node_modules/@uniswap/v2-core/build/UniswapV2Factory.json");
        bytes memory code = vm.parseBytes(string.concat("0x", vm.parseJsonString(build, ".evm.bytecode.object")));
        code = abi.encodePacked(code, abi.encode(address(0)));
        address pairFactory;
        assembly {
            pairFactory := create(0, add(code, 0x20), mload(code))
        }
        pair = IPair(IPairFactory(pairFactory).createPair(address(tokenA), address(tokenB)));
        tokenA.mint(address(pair), 1e12);
        tokenB.mint(address(pair), 1e12);
        pair.mint(address(this));
        intruder = new Intruder();
        hooked = new HookToken();
    }

    /// @dev Origin: pair, then exchange, then bridge: sensitive to the locks of the router, of the pair and of the exchange.
    function _originCalls(uint256 minOut) private view returns (Call[] memory calls) {
        Step[] memory steps = new Step[](4);
        uint256[] memory none = new uint256[](0);
        uint256 swapped = AMOUNT - FEE;
        steps[0] = Step(
            address(tokenA), 0, address(tokenA), address(0), 0, none, abi.encodeCall(Token.transfer, (address(pair), swapped))
        );
        bool isFirst = pair.token0() == address(tokenB);
        bytes memory swap =
            abi.encodeCall(pair.swap, (isFirst ? minOut : 0, isFirst ? 0 : minOut, address(router), ""));
        steps[1] = Step(address(pair), 0, address(tokenA), address(0), 0, none, swap);
        steps[2] = swapStep(address(tokenB), address(tokenB), minOut);
        steps[3] = Step(
            address(bridge),
            0,
            address(tokenB),
            address(bridge),
            BRIDGED,
            none,
            abi.encodeCall(bridge.deposit, (address(tokenB), BRIDGED, recipient))
        );
        calls = originBatch(AMOUNT, FEE, BRIDGED);
        calls[1] = ignored(runRouter(address(tokenA), swapped, steps, outputs1(address(tokenB), 0)), RUN_GAS);
    }

    function _calls(bool origin) private view returns (Call[] memory) {
        return origin ? _originCalls(950) : destinationBatch(address(tokenA), AMOUNT);
    }

    function _done(bool origin) private view returns (bool) {
        return (origin ? bridge.bridged(recipient) : vault.supplied(recipient)) != 0;
    }

    function _attempt(uint256 which, Config memory config, Call[] memory calls)
        private
        returns (address to, bytes memory data)
    {
        IntentWallet wallet = walletOf(config);
        bytes memory signed =
            abi.encodeCall(wallet.executeAsOwner, (config, calls, 0, 1, signAsOwner(wallet, calls, 0, 1)));
        bytes memory asExecutor = abi.encodeCall(wallet.executeAsExecutor, (config, calls, 0, 1));
        bytes memory asStrict = abi.encodeCall(wallet.executeStrictly, (config, calls, 0, 1));
        bytes32 imageHash = hasher.config(config);
        if (which == 0) return (address(wallet), abi.encodeCall(wallet.execute, (config, calls, 0, 1)));
        if (which == 1) return (address(wallet), asExecutor);
        if (which == 2) return (address(wallet), asStrict);
        if (which == 3) return (address(wallet), abi.encodeCall(wallet.executeAsOwner, (config, calls, 0, 1, "")));
        if (which == 4) return (address(wallet), signed);
        if (which == 5) return (address(guest), abi.encodeCall(guest.deployAndExecute, (config, calls, 0, 1)));
        if (which == 6) return (address(guest), abi.encodeCall(guest.deployAndExecuteStrictly, (config, calls, 0, 1)));
        if (which == 7) return (address(guest), abi.encodeCall(guest.deployAndExecuteAsExecutor, (config, calls, 0, 1)));
        if (which == 8) return (address(guest), abi.encodeCall(guest.depositAndExecute, (imageHash, "", asExecutor)));
        if (which == 9) return (address(guest), abi.encodeCall(guest.executeMany, (_one(imageHash, asStrict))));
        if (which == 10) return (address(guest), abi.encodeCall(guest.executeMany, (_one(imageHash, signed))));
        if (which == 11) return (address(guest), abi.encodeCall(guest.element, (relayer, true, imageHash, "", asStrict)));
        return (address(wallet), abi.encodeCall(wallet.refund, (config, list(address(tokenA)))));
    }

    function _one(bytes32 imageHash, bytes memory execution) private pure returns (Execution[] memory many) {
        many = new Execution[](1);
        many[0] = Execution(imageHash, 1_500_000, "", execution);
    }

    /// @dev The origin of the transaction is the relayer in every second case: it may be tricked into a transaction, or carry the intruder's intent.
    function _enter(uint256 context, bool relayerIsOrigin, address to, bytes memory data) private {
        vm.startPrank(stranger, relayerIsOrigin ? relayer : stranger);
        if (context == 0) intruder.plainly();
        else if (context == 1) intruder.fromRouterRun(router);
        else if (context == 2) intruder.fromPairSwap(pair, tokenA);
        else if (context == 3) intruder.fromPairSwap(pair, tokenB);
        else if (context == 4) intruder.fromFlash(exchange);
        else if (context == 5) intruder.fromFlash(vault);
        else if (context == 6) intruder.fromTokenHook(hooked);
        else if (context == 7) new Newborn(to, data);
        vm.stopPrank();
        if (context == 8) _bundleWithIntruder();
    }

    /// @dev The relayer's own bundle, of which one element is the intruder's intent.
    function _bundleWithIntruder() private {
        Call[] memory calls = calls1(callTo(address(intruder), abi.encodeCall(intruder.strike, ())));
        Config memory config = configOf(calls, 9);
        config.owner = stranger;
        relayMany(_one(hasher.config(config), abi.encodeCall(IntentWallet.executeStrictly, (config, calls, 0, 9))));
    }

    function testFuzz_NoContextSpoilsABatch(uint8 context, uint8 which, bool origin, bool opened, bool relayerIsOrigin)
        external
    {
        Call[] memory calls = _calls(origin);
        Config memory config = configOf(calls, 1);
        IntentWallet wallet = deployed(config);
        tokenA.mint(address(wallet), AMOUNT);
        if (opened) vm.warp(OPEN_AT);
        (address to, bytes memory data) = _attempt(which % ATTEMPTS, config, calls);
        intruder.plan(to, data);
        _enter(context % CONTEXTS, relayerIsOrigin, to, data);

        if (_done(origin)) {
            // By the owner's signature at any time, or by anyone once open; and then it went through in full.
            assertTrue(opened || which % ATTEMPTS == 4 || which % ATTEMPTS == 10);
            assertTrue(wallet.nonceUsed(0, 1));
            assertEq(tokenA.balanceOf(collector), origin ? FEE : 0);
        } else {
            assertFalse(wallet.nonceUsed(0, 1));
            assertEq(tokenA.balanceOf(address(wallet)), AMOUNT);
            relay(config, calls, 0, 1);
            assertTrue(_done(origin));
        }
        assertEq(tokenA.balanceOf(owner.addr), 0);
        assertEq(tokenA.balanceOf(address(wallet)), 0);
    }

    /// @dev All contexts with all attempts, so that none depends on luck.
    function test_EveryContextTimesEveryAttemptAtTheOrigin() external {
        _strikeEverywhere(true);
    }

    function test_EveryContextTimesEveryAttemptAtTheDestination() external {
        _strikeEverywhere(false);
    }

    function _strikeEverywhere(bool origin) private {
        for (uint256 round; round < 2; ++round) {
            Call[] memory calls = _calls(origin);
            Config memory config = configOf(calls, 1);
            config.salt = round;
            IntentWallet wallet = deployed(config);
            tokenA.mint(address(wallet), AMOUNT);
            for (uint256 context; context < CONTEXTS; ++context) {
                for (uint256 which; which < ATTEMPTS; ++which) {
                    // 4 and 10 carry the owner's signature: see below.
                    if (which != 4 && which != 10) this.strikeOnce(context, which, round, config, calls);
                }
            }
            relay(config, calls, 0, 1);
            assertTrue(_done(origin));
        }
    }

    /// @dev A call of its own, so that each attempt starts with empty memory.
    function strikeOnce(uint256 context, uint256 which, uint256 round, Config memory config, Call[] memory calls) external {
        intruder = new Intruder();
        (address to, bytes memory data) = _attempt(which, config, calls);
        intruder.plan(to, data);
        _enter(context, round == 1, to, data);
        assertEq(context == 7 ? 1 : intruder.tried(), 1);
        assertFalse(walletOf(config).nonceUsed(0, 1));
        assertEq(tokenA.balanceOf(address(walletOf(config))), AMOUNT);
    }

    /// @dev Anyone can show an owner's signature inside a lock. It is strict, so it cannot be wasted there.
    function test_OwnersSignatureCannotBeWastedInALock() external {
        Call[] memory calls = _calls(true);
        Config memory config = configOf(calls, 1);
        IntentWallet wallet = deployed(config);
        tokenA.mint(address(wallet), AMOUNT);
        (address to, bytes memory data) = _attempt(4, config, calls);
        intruder.plan(to, data);
        for (uint256 context = 1; context < 5; ++context) {
            _enter(context, false, to, data);
            assertEq(intruder.passed(), 0);
            assertFalse(wallet.nonceUsed(0, 1));
        }
        (bool ok,) = to.call(data);
        assertTrue(ok);
        assertTrue(_done(true));
    }

    /// @dev Moves the pool, runs the victim's batch, moves it back: possible for nobody in one transaction while the executor has it.
    function test_NobodySandwichesInOneTransactionBeforeOpenAt() external {
        Call[] memory calls = _calls(true);
        Config memory config = configOf(calls, 1);
        IntentWallet wallet = deployed(config);
        tokenA.mint(address(wallet), AMOUNT);
        for (uint256 which; which < ATTEMPTS; ++which) {
            if (which == 4 || which == 10) continue;
            (address to, bytes memory data) = _attempt(which, config, calls);
            intruder.plan(to, data);
        }
        vm.prank(stranger, stranger);
        intruder.plainly();
        // `executeMany` itself passes; its element does not.
        assertFalse(wallet.nonceUsed(0, 1));
        assertFalse(_done(true));
    }

    /// @dev A pool that moved one transaction earlier makes a strict run fail without a trace; it goes through when the price is back.
    function test_MovedPriceFailsStrictlyAndIsTriedAgain() external {
        Call[] memory calls = _calls(true);
        Config memory config = configOf(calls, 1);
        IntentWallet wallet = deployed(config);
        tokenA.mint(address(wallet), AMOUNT);
        uint256 state = vm.snapshotState();
        tokenA.mint(address(pair), 1e12);
        pair.sync();
        vm.expectPartialRevert(IntentWallet.StrictRunFailed.selector);
        strictly(wallet, config, calls, 0, 1);
        assertFalse(wallet.nonceUsed(0, 1));
        vm.revertToState(state);
        strictly(wallet, config, calls, 0, 1);
        assertTrue(_done(true));
    }
}
