// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Vm} from "forge-std/Vm.sol";
import {Base, Call, Config, Execution, IntentWallet} from "./Base.sol";
import {Batch} from "../src/IntentWallet.sol";
import {IntentWalletFactory} from "../src/IntentWalletFactory.sol";
import {Counter} from "./mocks/Targets.sol";

/// @notice Who may do what, and when: every entry of wallet, factory and guest, by every party, at each edge of time, with whatever transaction's
/// first sender, against the table of docs/reference/contracts.md written as code. A run tries all of them.
contract RightsTest is Base {
    uint256 private constant ENTRIES = 13;

    struct Try {
        Config config;
        IntentWallet wallet;
        Call[] calls;
        Batch[] batches;
        uint256 space;
        uint256 nonce;
        bool fails;
        uint256 entry;
        address caller;
        uint256 nowAt;
    }

    Vm.Wallet private receiverKey;
    address[] private parties;

    function setUp() public override {
        super.setUp();
        receiverKey = vm.createWallet("refund receiver's key");
        parties = [
            owner.addr, receiverKey.addr, address(guest), relayer, stranger, recipient, collector, signer.addr, address(router),
            address(shim), address(factory), address(entrypoint), address(implementation), address(tokenA)
        ];
    }

    /// @dev The batch is one of up to six, at whichever place; its main call goes through, or fails and has a fallback.
    function _intent(uint256 seed) private view returns (Try memory t) {
        t.fails = seed % 2 == 0;
        (t.space, t.nonce) = (uint256(keccak256(abi.encode(seed))) >> (seed % 256), uint256(keccak256(abi.encode(seed, 1))));
        t.batches = new Batch[](1 + (seed >> 8) % 6);
        bytes32[] memory digests = new bytes32[](t.batches.length);
        uint256 place = (seed >> 16) % t.batches.length;
        for (uint256 i; i < digests.length; ++i) {
            Call[] memory calls = new Call[](2);
            bool fails = i == place && t.fails;
            calls[0] = ignored(
                callTo(address(counter), fails ? abi.encodeCall(counter.fail, (1)) : abi.encodeCall(counter.hit, ())), 90_000
            );
            calls[1] = fallbackOnly(callTo(address(counter), abi.encodeCall(counter.hit, ())));
            t.batches[i] = Batch(calls, t.space, i == place ? t.nonce : i);
            digests[i] = hasher.batch(block.chainid, calls, t.space, t.batches[i].nonce);
        }
        t.calls = t.batches[place].calls;
        t.config = configOf(digests);
        t.config.salt = seed;
        t.config.refundReceiver = receiverKey.addr;
        // Now and then what calls anything for anyone is the owner, or a plain account the executor.
        uint256 odd = (seed >> 24) % 8;
        if (odd < 2) t.config.owner = odd == 0 ? address(router) : address(guest);
        if (odd == 2) t.config.executor = relayer;
        if (odd == 3) t.config.executor = owner.addr;
        // Refunds may begin before the batches open.
        if ((seed >> 32) % 4 == 0) (t.config.openAt, t.config.refundAt) = (t.config.refundAt, t.config.openAt);
        t.wallet = walletOf(t.config);
    }

    function _signed(Vm.Wallet memory by, bytes32 domain, bytes32 digest) private returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(by, keccak256(abi.encodePacked(hex"1901", domain, digest)));
        return abi.encodePacked(r, s, v);
    }

    /// @dev As anyone computes it, deployed or not.
    function _domainOf(address wallet) private view returns (bytes32) {
        bytes32 typeHash = keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
        return keccak256(abi.encode(typeHash, keccak256("IntentWallet"), keccak256("1"), block.chainid, wallet));
    }

    /// @dev 3 without a signature, 4 the owner's, 5 the refund receiver's, 6 for another wallet, 7 for another nonce, 8 of the bare digest, 9 for the guest.
    function _signature(Try memory t) private returns (bytes memory) {
        bytes32 digest = hasher.batch(block.chainid, t.calls, t.space, t.nonce);
        bytes32 domain = _domainOf(address(t.wallet));
        if (t.entry == 3) return "";
        if (t.entry == 5) return _signed(receiverKey, domain, digest);
        if (t.entry == 6) domain = _domainOf(address(implementation));
        if (t.entry == 7) digest = hasher.batch(block.chainid, t.calls, t.space, t.nonce ^ 1);
        if (t.entry == 9) domain = guest.domainSeparator();
        if (t.entry != 8) return _signed(owner, domain, digest);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(owner, digest);
        return abi.encodePacked(r, s, v);
    }

    function _data(Try memory t) private returns (bytes memory) {
        if (t.entry == 0) return abi.encodeCall(IntentWallet.execute, (t.config, t.calls, t.space, t.nonce));
        if (t.entry == 1) return abi.encodeCall(IntentWallet.executeAsExecutor, (t.config, t.calls, t.space, t.nonce));
        if (t.entry == 2) return abi.encodeCall(IntentWallet.executeStrictly, (t.config, t.calls, t.space, t.nonce));
        if (t.entry < 10) {
            return abi.encodeCall(IntentWallet.executeAsOwner, (t.config, t.calls, t.space, t.nonce, _signature(t)));
        }
        if (t.entry == 10) return abi.encodeCall(IntentWallet.refund, (t.config, list(address(tokenA))));
        if (t.entry == 11) return abi.encodeCall(IntentWallet.refundUnused, (t.config, t.batches, list(address(tokenA))));
        return abi.encodeCall(IntentWallet.refundOne, (address(tokenA), t.caller));
    }

    function _isOwner(Try memory t) private view returns (bool) {
        return t.caller == t.config.owner && t.caller != address(router) && t.caller != t.config.executor;
    }

    /// @dev Empty where the table allows it.
    function _refusal(Try memory t) private view returns (bytes memory) {
        (bool isOwner, bool isExecutor) = (_isOwner(t), t.caller == t.config.executor);
        (uint256 openAt, uint256 refundAt) = (t.config.openAt, t.config.refundAt);
        if (t.entry == 0 && t.nowAt < openAt) return abi.encodeWithSelector(IntentWallet.NotOpenYet.selector, openAt, t.nowAt);
        if ((t.entry == 1 || t.entry == 2 || t.entry == 11) && !isExecutor) {
            return abi.encodeWithSelector(IntentWallet.NotExecutor.selector, t.config.executor, t.caller);
        }
        if (t.entry < 3 && t.nowAt >= refundAt) {
            return abi.encodeWithSelector(IntentWallet.RefundTimeReached.selector, refundAt, t.nowAt);
        }
        bool signed = t.entry == 4 && t.config.owner == owner.addr;
        if (t.entry > 2 && t.entry < 10 && !isOwner && !signed) {
            bytes32 digest = hasher.batch(block.chainid, t.calls, t.space, t.nonce);
            return abi.encodeWithSelector(IntentWallet.NotOwner.selector, t.config.owner, digest);
        }
        if (t.entry == 10 && t.nowAt < refundAt && !isOwner) {
            return abi.encodeWithSelector(IntentWallet.RefundTooEarly.selector, refundAt, t.nowAt);
        }
        if (t.entry == 12) return abi.encodeWithSelector(IntentWallet.OnlySelf.selector, t.caller);
        bool strict = t.entry == 0 || t.entry == 2 || (t.entry < 10 && t.entry > 2 && !isOwner);
        if (strict && t.fails) {
            return abi.encodeWithSelector(
                IntentWallet.StrictRunFailed.selector, 0, abi.encodeWithSelector(Counter.Failed.selector, 1)
            );
        }
        return "";
    }

    function testFuzz_WhoMayDoWhatAndWhen(uint256 seed, uint256 first) external {
        Try memory t = _intent(seed);
        deployed(t.config);
        tokenA.mint(address(t.wallet), 5);
        uint256 state = vm.snapshotState();
        uint256[4] memory edges = [uint256(t.config.openAt) - 1, t.config.openAt, uint256(t.config.refundAt) - 1, t.config.refundAt];
        for (uint256 k; k < 4 * ENTRIES * 3; ++k) {
            vm.revertToState(state);
            t.entry = k % ENTRIES;
            t.nowAt = edges[k / ENTRIES % 4];
            uint256 other = uint256(keccak256(abi.encode(first, k)));
            t.caller = [t.config.owner, t.config.executor, parties[other % parties.length]][k / ENTRIES / 4];
            _try(t, parties[(other >> 128) % parties.length]);
        }
    }

    function _try(Try memory t, address first) private {
        vm.warp(t.nowAt);
        bytes memory data = _data(t);
        bytes memory refusal = _refusal(t);
        vm.prank(t.caller, first);
        (bool ok, bytes memory reason) = address(t.wallet).call(data);
        assertEq(ok, refusal.length == 0);
        if (!ok) assertEq(reason, refusal);
        bool ran = ok && t.entry < 10;
        assertEq(t.wallet.nonceUsed(t.space, t.nonce), ran);
        assertEq(counter.count(), ran ? 1 : 0);
        assertEq(tokenA.balanceOf(receiverKey.addr), ok && !ran ? 5 : 0);
        if (!ran) return;
        // Whoever shows it again, and however: once.
        vm.prank(t.caller, first);
        (ok, reason) = address(t.wallet).call(data);
        assertFalse(ok);
        assertEq(reason, abi.encodeWithSelector(IntentWallet.NonceUsed.selector, t.space, t.nonce));
    }

    function testFuzz_WhoMayDeployAndWhen(uint256 seed, uint256 first) external {
        Try memory t = _intent(seed);
        if ((seed >> 40) % 2 == 0) t.config.openAt = t.config.refundAt;
        t.wallet = walletOf(t.config);
        uint256 opensAt = t.config.openAt < t.config.refundAt ? t.config.openAt : t.config.refundAt;
        uint256 state = vm.snapshotState();
        for (uint256 k; k < 2 * parties.length; ++k) {
            vm.revertToState(state);
            t.caller = parties[k / 2];
            bool may = k % 2 == 1 || t.caller == t.config.owner || t.caller == t.config.executor;
            vm.warp(opensAt - 1 + k % 2);
            if (!may) vm.expectRevert(abi.encodeWithSelector(IntentWalletFactory.TooEarly.selector, opensAt, opensAt - 1));
            vm.prank(t.caller, parties[uint256(keccak256(abi.encode(first, k))) % parties.length]);
            factory.deploy(address(implementation), t.config);
            assertEq(address(t.wallet).code.length, may ? 45 : 0);
        }
    }

    // ---------------------------------------------------------------------------------------------------------------- the guest

    struct Asked {
        uint256 entry;
        address caller;
        address first;
        uint256 nowAt;
        uint64 until;
        bool hasCode;
    }

    /// @dev The guest's entries: 0 open, 1 strict, 2 tolerant, 3 refund; then by `depositAndExecute`, alone and in bundles of one, each of
    /// the wallet's functions, those that run nothing too.
    function _guestData(Try memory t, uint256 entry) private returns (bytes memory, bytes4 selector) {
        bytes memory run_ = abi.encode(t.config, t.calls, t.space, t.nonce);
        if (entry == 0) return (abi.encodePacked(guest.deployAndExecute.selector, run_), IntentWallet.execute.selector);
        if (entry == 1) return (abi.encodePacked(guest.deployAndExecuteStrictly.selector, run_), IntentWallet.executeStrictly.selector);
        if (entry == 2) {
            return (abi.encodePacked(guest.deployAndExecuteAsExecutor.selector, run_), IntentWallet.executeAsExecutor.selector);
        }
        if (entry == 3) return (abi.encodeCall(guest.deployAndRefund, (t.config, list(address(tokenA)))), IntentWallet.refund.selector);
        t.entry = [uint256(0), 1, 2, 4, 3, 10, 11, 12][(entry - 4) % 8];
        bytes memory execution = _data(t);
        if (entry > 3 && t.entry == 12) execution = abi.encodePacked(IntentWallet.domainSeparator.selector, run_);
        bytes32 imageHash = hasher.config(t.config);
        selector = bytes4(execution);
        if (entry < 12) return (abi.encodeCall(guest.depositAndExecute, (imageHash, "", execution)), selector);
        Execution[] memory many = new Execution[](1);
        many[0] = Execution(imageHash, 1_500_000, "", execution);
        return (abi.encodeCall(guest.executeMany, (many)), selector);
    }

    function _guestMay(Try memory t, Asked memory a, bytes4 selector) private view returns (bool) {
        bool granted = a.caller == a.first && !a.hasCode && a.nowAt <= a.until;
        bool early = a.nowAt < t.config.openAt;
        bool refunds = a.nowAt >= t.config.refundAt;
        bool byExecutor = granted && t.config.executor == address(guest);
        if (selector == IntentWallet.execute.selector) return !early && !refunds && !t.fails;
        if (selector == IntentWallet.executeStrictly.selector) return byExecutor && !refunds && !t.fails;
        if (selector == IntentWallet.executeAsExecutor.selector) return byExecutor && !refunds && a.entry < 12;
        if (selector == IntentWallet.refund.selector) return refunds;
        if (selector == IntentWallet.refundUnused.selector) return byExecutor;
        return selector == IntentWallet.executeAsOwner.selector && t.entry == 4 && t.config.owner == owner.addr && !t.fails
            && (t.config.executor == address(guest) || a.nowAt >= (t.config.openAt < t.config.refundAt ? t.config.openAt : t.config.refundAt));
    }

    function testFuzz_WhoMayMakeTheGuestDoWhat(uint256 seed, uint256 first) external {
        Try memory t = _intent(seed);
        tokenA.mint(address(t.wallet), 5);
        uint256 state = vm.snapshotState();
        uint256[4] memory edges = [uint256(t.config.openAt) - 1, t.config.openAt, uint256(t.config.refundAt) - 1, t.config.refundAt];
        for (uint256 k; k < 20 * 3; ++k) {
            vm.revertToState(state);
            uint256 r = uint256(keccak256(abi.encode(first, k)));
            Asked memory a;
            a.entry = k % 20;
            a.nowAt = edges[(r >> 8) % 4];
            a.hasCode = r % 8 == 0;
            a.caller = k < 20 ? relayer : parties[(r >> 16) % parties.length];
            a.first = k < 40 ? a.caller : parties[(r >> 32) % parties.length];
            // Ends in this second, or ended a second ago; strangers have none.
            if (k < 20 || r % 3 == 0) a.until = uint64((r >> 40) % 4 == 0 ? a.nowAt - 1 : a.nowAt);
            _ask(t, a, r);
        }
    }

    function _ask(Try memory t, Asked memory a, uint256 r) private {
        if (a.until != 0) guest.submitGrant(a.caller, a.until, 7, grantFor(a.caller, a.until, 7));
        if (a.caller == relayer && a.until == 0) guest.submitGrant(relayer, 0, 7, grantFor(relayer, 0, 7));
        if (a.hasCode && a.caller.code.length == 0) vm.etch(a.caller, r % 16 < 8 ? bytes(hex"00") : abi.encodePacked(hex"ef0100", address(counter)));
        a.hasCode = a.caller.code.length != 0;
        vm.warp(a.nowAt);
        (bytes memory data, bytes4 selector) = _guestData(t, a.entry);
        bool may = _guestMay(t, a, selector);
        vm.prank(a.caller, a.first);
        (bool ok,) = address(guest).call(data);
        if (a.entry < 12) assertEq(ok, may);
        bool refunded = selector == IntentWallet.refund.selector || selector == IntentWallet.refundUnused.selector;
        assertEq(counter.count(), may && !refunded ? 1 : 0);
        assertEq(tokenA.balanceOf(receiverKey.addr), may && refunded ? 5 : 0);
        assertEq(address(t.wallet).code.length, may ? 45 : 0);
    }
}
