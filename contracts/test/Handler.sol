// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Vm} from "forge-std/Vm.sol";
import {Base, Call, Config, Deposit, Execution, IntentGuest, IntentWallet, Output, Step, Token} from "./Base.sol";
import {Batch} from "../src/IntentWallet.sol";
import {Calls} from "../src/lib/Tokens.sol";
import {Intruder} from "./mocks/Intruder.sol";
import {YesToken} from "./mocks/Zoo.sol";

/// @notice Keeps bytes as code, which is cheaper to read than storage a hundred thousand times.
contract Blob {
    constructor(bytes memory data) {
        assembly {
            return(add(data, 0x20), mload(data))
        }
    }
}

/// @notice Does what the world does to five intents: pays in, trades, runs, breaks, waits, refunds, recovers, and lets every party try every entry.
/// Keeps its own books. The price moves with each swap. The fourth intent was made with an older guest.
contract Handler is Base {
    uint256 public constant INTENTS = 5;
    uint256 internal constant OLD = 3;
    uint256 internal constant AMOUNT = 1_000;
    uint256 internal constant FEE = 10;
    uint256 internal constant BRIDGED = 900;

    address[INTENTS] private wallets;
    bytes32[INTENTS] private imageHashes;
    Config[INTENTS] private configs;
    uint256[INTENTS] private openAts;
    uint256[INTENTS] private refundAts;
    /// @dev Call data of the wallet's functions; the guest's and those of other modes differ in the selector only.
    Blob[INTENTS] private executions;
    Blob[INTENTS] private refunds;
    Blob[INTENTS] private refundsOfUnused;
    uint256[INTENTS] public runs;

    IntentGuest private older;
    address private oldRelayer = makeAddr("older relayer");
    address private trader = makeAddr("trader");
    Token private wrong = new Token();
    /// @dev Who acts, and holds nothing in the end: strangers, everyone with a part in an intent, and contracts that somebody made call.
    address[] private parties;

    uint256 public paidIn;
    uint256 public paidInNative;
    uint256 public paidInWrong;
    uint256 public successes;
    uint256 public signedOut;
    /// @dev Deposit nonces that the owner consented to use, counted up.
    uint256 public depositNonce;
    uint256 private recoveryNonce;
    Deposit private lastDeposit;
    bytes private lastSignature;
    /// @dev What each wallet holds of native token, as `NativeSent` says, and as of its last run or refund; with what was paid in since.
    uint256[INTENTS] private told;
    uint256[INTENTS] private toldBefore;

    uint256 public runsAfterRefundTime;
    uint256 public earlyRefunds;
    uint256 public earlyDeployments;
    uint256 public partialOutcomes;
    uint256 public emptyRecoveries;
    uint256 public untoldNative;
    /// @dev Runs that ended in a fallback although they were strict or a stranger's; runs by strangers before `openAt`; both by whatever entry.
    uint256 public strictFallbacks;
    uint256 public strangersBeforeOpenAt;

    /// @dev Books are folded from events and payments alone: what was sent comes to what each run and refund says that was there before and after.
    modifier folded() {
        vm.recordLogs();
        _;
        Vm.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 k; k < logs.length; ++k) {
            for (uint256 i; i < INTENTS; ++i) {
                if (logs[k].emitter == wallets[i]) _fold(i, logs[k]);
            }
        }
    }

    function _fold(uint256 i, Vm.Log memory log) private {
        if (log.topics[0] == Calls.NativeSent.selector) told[i] -= abi.decode(log.data, (uint256));
        bool isRefund = log.topics[0] == IntentWallet.Refunded.selector;
        if (!isRefund && log.topics[0] != IntentWallet.Executed.selector) return;
        (uint256 amount, uint256 before, uint256 left) = abi.decode(log.data, (uint256, uint256, uint256));
        uint256 moved = isRefund && log.topics[1] == 0 ? amount : 0;
        if (before != toldBefore[i] || left != told[i] || (isRefund && before - left != moved)) untoldNative += 1;
        toldBefore[i] = left;
    }

    constructor() {
        setUp();
        older = new IntentGuest(factory, address(implementation), address(entrypoint), signer.addr, "Older Guest");
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(signer, older.hashGrant(oldRelayer, GRANT_UNTIL, 1));
        older.submitGrant(oldRelayer, GRANT_UNTIL, 1, abi.encodePacked(r, s, v));
        exchange.setImpact(30);
        for (uint256 i; i < INTENTS; ++i) {
            Call[] memory calls = originBatch(AMOUNT, FEE, BRIDGED);
            Config memory config = configOf(calls, i);
            config.salt = i;
            config.executor = address(_guestOf(i));
            config.refundAt = uint64(2_000 + i * 2_000);
            // Every second intent is never open to strangers.
            config.openAt = i % 2 == 0 ? config.refundAt - 800 : config.refundAt;
            (openAts[i], refundAts[i]) = (config.openAt, config.refundAt);
            wallets[i] = address(walletOf(config));
            imageHashes[i] = hasher.config(config);
            configs[i] = config;
            executions[i] = new Blob(abi.encodeCall(IntentWallet.execute, (config, calls, 0, i)));
            address[] memory tokens = new address[](3);
            (tokens[0], tokens[1]) = (address(tokenA), address(wrong));
            refunds[i] = new Blob(abi.encodeCall(IntentWallet.refund, (config, tokens)));
            Batch[] memory batches = new Batch[](1);
            batches[0] = Batch(calls, 0, i);
            address[] memory unused = list(i == 0 ? address(tokenA) : address(wrong));
            refundsOfUnused[i] = new Blob(abi.encodeCall(IntentWallet.refundUnused, (config, batches, unused)));
        }
        parties = [stranger, owner.addr, receiver, recipient, collector, relayer, oldRelayer, address(older), makeAddr("early deployer")];
        for (uint256 i; i < 2; ++i) {
            parties.push(wallets[i]);
        }
        parties.push(address(tokenA));
        parties.push(address(bridge));
        parties.push(address(exchange));
        parties.push(address(router));
        parties.push(address(entrypoint));
    }

    // --------------------------------------------------------------------------------------------------------------- asked

    function wallet(uint256 i) public view returns (IntentWallet) {
        return IntentWallet(payable(wallets[i]));
    }

    function world() external view returns (address[7] memory) {
        return [
            address(tokenA), address(tokenB), address(wrong), address(exchange), address(bridge), address(router), address(implementation)
        ];
    }

    function people() external view returns (address, address, address, address) {
        return (owner.addr, receiver, collector, trader);
    }

    /// @dev What nobody but owner, refund receiver, collector, the exchange and the trader may hold, of any token.
    function heldByOthers() external view returns (uint256 sum) {
        address[3] memory more = [address(guest), address(shim), address(factory)];
        for (uint256 k; k < parties.length + more.length; ++k) {
            address p = k < parties.length ? parties[k] : more[k - parties.length];
            bool isPaid = p == owner.addr || p == receiver || p == collector || p == address(exchange) || p == wallets[0] || p == wallets[1];
            if (isPaid) continue;
            sum += tokenA.balanceOf(p) + wrong.balanceOf(p) + p.balance;
            if (p != address(bridge)) sum += tokenB.balanceOf(p);
        }
    }

    function lowestUnusedNonce() external view returns (uint256) {
        return entrypoint.nonces(owner.addr);
    }

    function allowancesLeft() external view returns (uint256 sum) {
        sum = tokenA.allowance(address(router), address(exchange)) + tokenB.allowance(address(router), address(bridge));
        sum += tokenA.allowance(owner.addr, address(entrypoint));
        for (uint256 i; i < INTENTS; ++i) {
            sum += tokenA.allowance(wallets[i], address(router));
        }
    }

    function toldOf(uint256 i) external view returns (uint256) {
        return told[i];
    }

    function used(uint256 i) public view returns (bool) {
        return wallets[i].code.length != 0 && wallet(i).nonceUsed(0, i);
    }

    // ------------------------------------------------------------------------------------------------------------- actions

    /// @param kind Of three tokens: the awaited one, native, one that no batch names.
    function payIn(uint256 seed, uint256 amount, uint8 kind) external {
        amount = seed % 3 == 0 ? bound(amount, 1, 3 * AMOUNT) : AMOUNT;
        uint256 i = seed % INTENTS;
        if (kind % 4 == 0) {
            vm.deal(wallets[i], wallets[i].balance + amount);
            told[i] += amount;
            toldBefore[i] += amount;
            paidInNative += amount;
        } else if (kind % 4 == 1) {
            wrong.mint(wallets[i], amount);
            paidInWrong += amount;
        } else {
            tokenA.mint(wallets[i], amount);
            paidIn += amount;
        }
    }

    function payInSigned(uint256 seed) external {
        tokenA.mint(owner.addr, AMOUNT);
        vm.prank(owner.addr);
        tokenA.approve(address(entrypoint), AMOUNT);
        Deposit memory deposit = _deposit(seed % INTENTS, address(tokenA), AMOUNT - FEE);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(owner, entrypoint.hashDeposit(deposit));
        (lastDeposit, lastSignature) = (deposit, abi.encodePacked(r, s, v));
        vm.prank(stranger);
        entrypoint.depositToIntent(deposit, lastSignature);
        depositNonce += 1;
        paidIn += AMOUNT - FEE;
        signedOut += FEE;
    }

    /// @param mode 0 the relayer, tolerantly; 1 the relayer, strictly; 2 a stranger, what is open; 3 a stranger, as if it had a grant.
    function run(uint256 seed, uint256 gasGiven, uint8 mode) external folded {
        uint256 i = seed % INTENTS;
        mode = mode % 4;
        bytes4[4] memory selectors = [
            guest.deployAndExecuteAsExecutor.selector,
            guest.deployAndExecuteStrictly.selector,
            guest.deployAndExecute.selector,
            guest.deployAndExecuteAsExecutor.selector
        ];
        bytes memory data = _under(address(executions[i]).code, selectors[mode]);
        uint256 before = bridge.bridged(recipient);
        uint256 ownersBefore = tokenA.balanceOf(owner.addr);
        address sender = mode < 2 ? _relayerOf(i) : stranger;
        vm.prank(sender, sender);
        (bool ok,) = address(_guestOf(i)).call{gas: bound(gasGiven, 100_000, 2_000_000)}(data);
        uint256 moved = bridge.bridged(recipient) - before;
        if (ok) {
            _count(i, moved, mode == 0, mode < 2);
            if (tokenA.balanceOf(wallets[i]) != 0) partialOutcomes += 1;
        } else if (moved != 0 || tokenA.balanceOf(owner.addr) != ownersBefore) {
            partialOutcomes += 1;
        }
    }

    /// @dev Every entry that takes this batch, from inside the router's run or the exchange's lock, with the relayer as origin or not.
    function runFromInside(uint256 seed, bool inRouter, bool relayerIsOrigin) external folded {
        uint256 i = seed % INTENTS;
        _deploy(i);
        bool usedBefore = used(i);
        uint256 before = bridge.bridged(recipient);
        Intruder intruder = new Intruder();
        bytes memory data = address(executions[i]).code;
        IntentGuest itsGuest = _guestOf(i);
        intruder.plan(wallets[i], _under(data, IntentWallet.execute.selector));
        intruder.plan(wallets[i], _under(data, IntentWallet.executeStrictly.selector));
        intruder.plan(wallets[i], _under(data, IntentWallet.executeAsExecutor.selector));
        intruder.plan(address(itsGuest), _under(data, guest.deployAndExecute.selector));
        intruder.plan(address(itsGuest), _under(data, guest.deployAndExecuteStrictly.selector));
        intruder.plan(address(itsGuest), _under(data, guest.deployAndExecuteAsExecutor.selector));
        vm.prank(stranger, relayerIsOrigin ? _relayerOf(i) : stranger);
        if (inRouter) intruder.fromRouterRun(router);
        else intruder.fromFlash(exchange);
        if (used(i) && !usedBefore) _count(i, bridge.bridged(recipient) - before, false, false);
    }

    /// @dev Neighbours in one transaction: the first one's swap moves the price against the second.
    function runMany(uint256 seed, uint256 gasGiven, bool granted) external folded {
        Execution[] memory many = new Execution[](2);
        for (uint256 k; k < 2; ++k) {
            uint256 i = (seed + k) % INTENTS;
            bytes4 selector = granted ? IntentWallet.executeStrictly.selector : IntentWallet.execute.selector;
            many[k] = Execution(imageHashes[i], 1_200_000, "", _under(address(executions[i]).code, selector));
        }
        bool[2] memory usedBefore = [used(seed % INTENTS), used((seed + 1) % INTENTS)];
        uint256 before = bridge.bridged(recipient);
        address sender = granted ? relayer : stranger;
        vm.prank(sender, sender);
        (bool ok,) = address(guest).call{gas: bound(gasGiven, 300_000, 5_000_000)}(abi.encodeCall(guest.executeMany, (many)));
        if (!ok) return;
        uint256 moved = bridge.bridged(recipient) - before;
        for (uint256 k; k < 2; ++k) {
            uint256 i = (seed + k) % INTENTS;
            if (!used(i) || usedBefore[k]) continue;
            _count(i, moved, false, granted);
            moved = moved < BRIDGED ? 0 : moved - BRIDGED;
        }
    }

    /// @dev Any party, any entry, itself or a relayer as the transaction's first sender. What changed must have been its right.
    function act(uint256 seed, uint8 who, uint8 entry, uint8 first) external folded {
        uint256 i = seed % INTENTS;
        address p = parties[who % parties.length];
        entry = entry % 22;
        (address to, bytes memory data) = _entry(i, p, entry);
        bool[2] memory was = [used(i), wallets[i].code.length != 0];
        uint256[3] memory held = [bridge.bridged(recipient), tokenA.balanceOf(receiver), wrong.balanceOf(receiver)];
        bool early = block.timestamp < (openAts[i] < refundAts[i] ? openAts[i] : refundAts[i]);
        bool asItself = first % 2 == 0;
        bool isExecutor = p == address(_guestOf(i)) || (p == _relayerOf(i) && asItself && to == address(_guestOf(i)));
        bool isOwner = p == owner.addr;
        vm.prank(p, asItself ? p : _relayerOf(i));
        (bool ok,) = to.call(data);
        if (ok && isOwner && entry == 16) depositNonce += 1;
        if (used(i) && !was[0]) {
            uint256 moved = bridge.bridged(recipient) - held[0];
            bool tolerant_ = entry == 2 || entry == 10;
            if (isOwner && entry == 3) _countOwners(i, moved);
            else _count(i, moved, isExecutor && tolerant_, isExecutor);
        }
        if (early && !was[1] && wallets[i].code.length != 0 && !isExecutor && !isOwner) earlyDeployments += 1;
        bool mayRefund = block.timestamp >= refundAts[i] || (isOwner && entry == 4);
        if (tokenA.balanceOf(receiver) != held[1] && !mayRefund) earlyRefunds += 1;
        if (wrong.balanceOf(receiver) != held[2] && !mayRefund && !isExecutor) earlyRefunds += 1;
    }

    /// @dev The owner signs that everything goes to it; anyone else shows it. What moves nothing keeps the signature good.
    function recover(uint256 seed, uint8 who) external folded {
        uint256 i = seed % INTENTS;
        _deploy(i);
        Call[] memory calls = new Call[](3);
        address[3] memory tokens = [address(tokenA), address(wrong), address(0)];
        for (uint256 k; k < 3; ++k) {
            calls[k] = ignored(sweep(tokens[k], owner.addr, 1), SWEEP_GAS);
        }
        bytes memory signature = signAsOwner(wallet(i), calls, 9, ++recoveryNonce);
        bool hasMoney = tokenA.balanceOf(wallets[i]) + wrong.balanceOf(wallets[i]) + wallets[i].balance != 0;
        address p = parties[who % parties.length];
        vm.prank(p == owner.addr ? stranger : p);
        try wallet(i).executeAsOwner(configs[i], calls, 9, recoveryNonce, signature) {
            if (!hasMoney) emptyRecoveries += 1;
        } catch {
            if (hasMoney) emptyRecoveries += 1;
        }
        if (wallet(i).nonceUsed(9, recoveryNonce) != hasMoney) emptyRecoveries += 1;
    }

    function weather(uint256 rateBps, uint256 impactBps, bool broken) external {
        exchange.set(bound(rateBps, 8_000, 12_000), broken);
        exchange.setImpact(bound(impactBps, 0, 100));
    }

    /// @dev Somebody else's swap, before or after ours, in either direction.
    function trade(uint256 amount, bool back) external {
        (Token given, Token got) = back ? (tokenB, tokenA) : (tokenA, tokenB);
        amount = bound(amount, 1, 100 * AMOUNT);
        given.mint(trader, amount);
        vm.startPrank(trader);
        given.approve(address(exchange), amount);
        try exchange.swap(address(given), address(got), amount) {} catch {}
        vm.stopPrank();
    }

    function wait_(uint256 s) external {
        vm.warp(block.timestamp + bound(s, 1, 600));
    }

    // ----------------------------------------------------------------------------------------------------------------- own

    /// @dev 3 asks as the owner without a signature; 13 to 15 are the guest's; from 16 on what could spend a nonce or take an allowance.
    function _entry(uint256 i, address p, uint256 entry) private returns (address to, bytes memory data) {
        bytes memory execution = address(executions[i]).code;
        bytes memory unused = address(refundsOfUnused[i]).code;
        (to, data) = (wallets[i], execution);
        if (entry == 1) data = _under(data, IntentWallet.executeStrictly.selector);
        if (entry == 2) data = _under(data, IntentWallet.executeAsExecutor.selector);
        if (entry == 3) {
            data = abi.encodeCall(IntentWallet.executeAsOwner, (configs[i], originBatch(AMOUNT, FEE, BRIDGED), 0, i, ""));
        }
        if (entry == 4) data = address(refunds[i]).code;
        if (entry == 5) data = unused;
        if (entry == 6) data = abi.encodeCall(IntentWallet.refundOne, (address(tokenA), p));
        if (entry == 7) (to, data) = (address(factory), abi.encodeCall(factory.deploy, (address(implementation), configs[i])));
        if (entry > 7 && entry < 16) to = address(_asksOlder(entry, i) ? older : _guestOf(i));
        if (entry == 8) data = _under(execution, guest.deployAndExecute.selector);
        if (entry == 9) data = _under(execution, guest.deployAndExecuteStrictly.selector);
        if (entry == 10) data = _under(execution, guest.deployAndExecuteAsExecutor.selector);
        if (entry == 11) data = _under(address(refunds[i]).code, guest.deployAndRefund.selector);
        if (entry == 12) data = abi.encodeCall(guest.depositAndExecute, (imageHashes[i], "", unused));
        if (entry == 13) {
            execution = _under(execution, IntentWallet.executeStrictly.selector);
            data = abi.encodeCall(guest.element, (_relayerOf(i), true, imageHashes[i], "", execution));
        }
        if (entry == 14) data = abi.encodeCall(guest.submitGrant, (p, GRANT_UNTIL, 9, new bytes(65)));
        if (entry == 15) data = abi.encodeCall(guest.depositAndExecute, (imageHashes[i], "", abi.encodeCall(wallet(i).domainSeparator, ())));
        if (entry > 15) (to, data) = _deposits(i, entry);
        if (entry == 20) (to, data) = (address(router), _take(wallets[i], p));
        if (entry == 21) (to, data) = (address(router), abi.encodeCall(router.sweep, (address(tokenA), p, 0)));
    }

    function _asksOlder(uint256 entry, uint256 i) private view returns (bool) {
        return (block.timestamp + entry + i) % 3 == 0;
    }

    /// @dev In the owner's name: without a signature, by a token that says yes to everything, and the last signed one again.
    function _deposits(uint256 i, uint256 entry) private returns (address to, bytes memory data) {
        to = address(entrypoint);
        Deposit memory d = _deposit(i, address(tokenA), 0);
        d.feeAmount = 0;
        data = abi.encodeCall(entrypoint.depositToIntent, (d, new bytes(65)));
        if (entry == 17) {
            d.token = address(new YesToken());
            data = abi.encodeCall(entrypoint.depositToIntentWithAuthorization, (d, new bytes(65)));
        }
        if (entry == 18) data = abi.encodeCall(entrypoint.depositToIntentWithPermit2Transfer, (d, lastSignature));
        if (entry == 19) data = abi.encodeCall(entrypoint.depositToIntent, (lastDeposit, lastSignature));
    }

    function _deposit(uint256 i, address token, uint256 amount) private view returns (Deposit memory) {
        return Deposit(owner.addr, token, amount, wallets[i], type(uint256).max >> 1, depositNonce, FEE, collector);
    }

    /// @dev From inside the router: what a wallet allows it, and what lies there.
    function _take(address target, address p) private view returns (bytes memory) {
        Step memory step = swapStep(address(0), address(0), 0);
        step.target = target.code.length == 0 ? address(tokenA) : target;
        step.data = target.code.length == 0
            ? abi.encodeCall(tokenA.transferFrom, (target, p, 1))
            : abi.encodeCall(IntentWallet.refundOne, (address(tokenA), p));
        return abi.encodeCall(router.run, (address(0), 0, steps1(step), outputs1(address(tokenA), 0)));
    }

    function _guestOf(uint256 i) private view returns (IntentGuest) {
        return i == OLD ? older : guest;
    }

    function _relayerOf(uint256 i) private view returns (address) {
        return i == OLD ? oldRelayer : relayer;
    }

    function _count(uint256 i, uint256 moved, bool mayFallBack, bool byExecutor) private {
        _countOwners(i, moved);
        if (moved == 0 && !mayFallBack) strictFallbacks += 1;
        if (!byExecutor && block.timestamp < openAts[i]) strangersBeforeOpenAt += 1;
        if (block.timestamp >= refundAts[i]) runsAfterRefundTime += 1;
    }

    function _countOwners(uint256 i, uint256 moved) private {
        runs[i] += 1;
        if (moved != 0) successes += 1;
    }

    function _under(bytes memory data, bytes4 selector) private pure returns (bytes memory) {
        assembly {
            let word := add(data, 0x20)
            mstore(word, or(selector, shr(32, shl(32, mload(word)))))
        }
        return data;
    }

    function _deploy(uint256 i) private {
        vm.prank(owner.addr);
        factory.deploy(address(implementation), configs[i]);
    }
}
