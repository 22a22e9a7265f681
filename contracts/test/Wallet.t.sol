// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Base, Call, Config, IntentGuest, IntentWallet, IntentWalletFactory} from "./Base.sol";
import {Transient} from "../src/lib/Transient.sol";
import {Bomb, Counter, GasMeter, Hungry, Trigger} from "./mocks/Targets.sol";

contract WalletTest is Base {
    // -------------------------------------------------------------------------------------------------- address and identity

    function testFuzz_EveryFieldOfTheConfigChangesTheAddress(Config memory config, uint8 field, uint256 noise) external view {
        vm.assume(noise != 0);
        address before = address(walletOf(config));
        uint256 which = field % 8;
        if (which == 0) config.owner = address(uint160(config.owner) ^ uint160(noise | 1));
        else if (which == 1) config.refundReceiver = address(uint160(config.refundReceiver) ^ uint160(noise | 1));
        else if (which == 2) config.refundAt ^= uint64(noise | 1);
        else if (which == 3) config.salt ^= noise;
        else if (which == 6) config.executor = address(uint160(config.executor) ^ uint160(noise | 1));
        else if (which == 7) config.openAt ^= uint64(noise | 1);
        else if (which == 4) config.batches = _appended(config.batches, bytes32(noise));
        else if (config.batches.length == 0) return;
        else config.batches[noise % config.batches.length] ^= bytes32(noise);
        assertNotEq(address(walletOf(config)), before);
    }

    function testFuzz_DigestBindsEveryField(Call memory c, uint256 space, uint256 nonce, uint8 field, uint256 noise)
        external
        view
    {
        vm.assume(noise != 0);
        uint256 chainId = block.chainid;
        bytes32 before = hasher.batch(chainId, calls1(c), space, nonce);
        uint256 which = field % 10;
        if (which == 0) c.to = address(uint160(c.to) ^ uint160(noise | 1));
        else if (which == 1) c.value ^= noise;
        else if (which == 2) c.data = abi.encodePacked(c.data, noise);
        else if (which == 3) c.gasLimit ^= noise;
        else if (which == 4) c.delegateCall = !c.delegateCall;
        else if (which == 5) c.onlyFallback = !c.onlyFallback;
        else if (which == 6) c.behaviorOnError ^= uint8(noise | 1);
        else if (which == 7) chainId ^= noise;
        else if (which == 8) space ^= noise;
        else nonce ^= noise;
        assertNotEq(hasher.batch(chainId, calls1(c), space, nonce), before);
    }

    /// @dev Before `min(openAt, refundAt)` a stranger deploys neither at the factory nor through the guest, by whatever call data.
    function testFuzz_DeployIsIdempotentAndGuarded(uint256 salt, uint64 openAt, uint8 who, uint8 which) external {
        Config memory config = emptyConfig();
        (config.salt, config.openAt) = (salt, uint64(bound(openAt, 0, 2 * REFUND_AT)));
        address expected = address(walletOf(config));
        uint256 opensAt = config.openAt < REFUND_AT ? config.openAt : REFUND_AT;
        if (opensAt > 1) {
            vm.warp(opensAt - 1);
            bytes memory refusal =
                abi.encodeWithSelector(IntentWalletFactory.TooEarly.selector, opensAt, opensAt - 1);
            vm.expectRevert(refusal);
            factory.deploy(address(implementation), config);
            vm.expectRevert(refusal);
            vm.prank(config.refundReceiver);
            factory.deploy(address(implementation), config);
            bytes memory early = abi.encodePacked(
                [bytes4(0), IntentWallet.refundOne.selector, IntentWallet.domainSeparator.selector][which % 3],
                abi.encode(config)
            );
            bytes32 imageHash = hasher.config(config);
            vm.expectRevert(abi.encodeWithSelector(IntentGuest.UnknownExecution.selector, bytes4(early)));
            vm.prank(stranger, stranger);
            guest.depositAndExecute(imageHash, "", early);
        }
        address deployer = who % 3 == 0 ? config.executor : who % 3 == 1 ? owner.addr : stranger;
        if (deployer == stranger) vm.warp(opensAt);
        vm.prank(deployer);
        assertEq(factory.deploy(address(implementation), config), expected);
        assertEq(expected.code.length, 45);
        vm.prank(stranger);
        assertEq(factory.deploy(address(implementation), config), expected);
    }

    function test_DeployReportsFailure() external {
        // An account with a nonce and no code stands in for an address that CREATE2 cannot use.
        Config memory config = emptyConfig();
        vm.setNonce(address(walletOf(config)), 1);
        bytes32 imageHash = hasher.config(config);
        vm.prank(owner.addr);
        vm.expectRevert(
            abi.encodeWithSelector(IntentWalletFactory.DeployFailed.selector, address(implementation), imageHash)
        );
        factory.deploy(address(implementation), config);
    }

    function testFuzz_WrongConfigIsRefused(uint256 salt, uint256 otherSalt) external {
        vm.assume(salt != otherSalt);
        Call[] memory calls = calls1(callTo(address(counter), abi.encodeCall(counter.hit, ())));
        Config memory config = configOf(calls, 1);
        config.salt = salt;
        IntentWallet wallet = deployed(config);
        config.salt = otherSalt;
        bytes memory refusal = abi.encodeWithSelector(
            IntentWallet.WrongConfig.selector, hasher.config(config), address(walletOf(config))
        );
        vm.expectRevert(refusal);
        tolerant(wallet, config, calls, 0, 1);
        vm.expectRevert(refusal);
        vm.prank(owner.addr);
        wallet.executeAsOwner(config, calls, 0, 1, "");
        vm.expectRevert(refusal);
        vm.prank(owner.addr);
        wallet.refund(config, list(address(0)));
        vm.expectRevert(refusal);
        implementation.execute(config, calls, 0, 1);
    }

    // ------------------------------------------------------------------------------------------------------------- execute

    function testFuzz_OnlyCommittedBatchesRun(bytes memory data, uint256 nonce, uint8 before) external {
        Call[] memory committed = calls1(callTo(address(counter), abi.encodeCall(counter.hit, ())));
        bytes32[] memory batches = new bytes32[](before % 24 + 1);
        batches[batches.length - 1] = hasher.batch(block.chainid, committed, 0, nonce);
        Config memory config = configOf(batches);
        IntentWallet wallet = deployed(config);
        Call[] memory other = calls1(callTo(address(counter), abi.encodePacked(committed[0].data, data, uint8(1))));
        bytes32 digest = hasher.batch(block.chainid, other, 0, nonce);
        vm.expectRevert(abi.encodeWithSelector(IntentWallet.UnknownBatch.selector, digest));
        tolerant(wallet, config, other, 0, nonce);
        tolerant(wallet, config, committed, 0, nonce);
        assertEq(counter.count(), 1);
        assertEq(counter.lastSender(), address(wallet));
    }

    function testFuzz_EachNonceOnce(uint256 space, uint256 nonce, uint256 otherNonce) external {
        vm.assume(nonce != otherNonce);
        Call[] memory calls = calls1(callTo(address(counter), abi.encodeCall(counter.hit, ())));
        bytes32[] memory batches = new bytes32[](2);
        batches[0] = hasher.batch(block.chainid, calls, space, nonce);
        batches[1] = hasher.batch(block.chainid, calls, space, otherNonce);
        Config memory config = configOf(batches);
        IntentWallet wallet = deployed(config);
        tolerant(wallet, config, calls, space, nonce);
        assertTrue(wallet.nonceUsed(space, nonce));
        vm.expectRevert(abi.encodeWithSelector(IntentWallet.NonceUsed.selector, space, nonce));
        tolerant(wallet, config, calls, space, nonce);
        vm.prank(owner.addr);
        vm.expectRevert(abi.encodeWithSelector(IntentWallet.NonceUsed.selector, space, nonce));
        wallet.executeAsOwner(config, calls, space, nonce, "");
        tolerant(wallet, config, calls, space, otherNonce);
        assertEq(counter.count(), 2);
    }

    function testFuzz_BoundToItsChain(uint64 chainId) external {
        vm.assume(chainId != block.chainid && chainId != 0);
        Call[] memory calls = calls1(callTo(address(counter), abi.encodeCall(counter.hit, ())));
        Config memory config = configOf(calls, 1);
        IntentWallet wallet = deployed(config);
        vm.chainId(chainId);
        bytes32 digest = hasher.batch(chainId, calls, 0, 1);
        vm.expectRevert(abi.encodeWithSelector(IntentWallet.UnknownBatch.selector, digest));
        tolerant(wallet, config, calls, 0, 1);
    }

    function testFuzz_ExecuteAndStrangersRefundExcludeEachOther(uint64 nowAt) external {
        Call[] memory calls = calls1(callTo(address(counter), abi.encodeCall(counter.hit, ())));
        Config memory config = configOf(calls, 1);
        IntentWallet wallet = deployed(config);
        tokenA.mint(address(wallet), 5);
        vm.warp(nowAt);
        bool late = nowAt >= REFUND_AT;
        bool early = nowAt < OPEN_AT;
        vm.startPrank(stranger);
        if (late) {
            vm.expectRevert(abi.encodeWithSelector(IntentWallet.RefundTimeReached.selector, REFUND_AT, nowAt));
        } else if (early) {
            vm.expectRevert(abi.encodeWithSelector(IntentWallet.NotOpenYet.selector, OPEN_AT, nowAt));
        }
        wallet.execute(config, calls, 0, 1);
        if (!late) vm.expectRevert(abi.encodeWithSelector(IntentWallet.RefundTooEarly.selector, REFUND_AT, nowAt));
        wallet.refund(config, list(address(tokenA)));
        assertEq(counter.count(), late || early ? 0 : 1);
        assertEq(tokenA.balanceOf(receiver), late ? 5 : 0);
    }

    function test_FallbackRunsOnlyRightAfterAnIgnoredFailure() external {
        bytes memory hit = abi.encodeCall(counter.hit, ());
        bytes memory fail = abi.encodeCall(counter.fail, (7));
        Call[] memory calls = new Call[](6);
        calls[0] = fallbackOnly(callTo(address(counter), hit)); // nothing failed before it
        calls[1] = ignored(callTo(address(counter), fail), 60_000);
        calls[2] = fallbackOnly(callTo(address(counter), hit)); // the only one that runs
        calls[3] = fallbackOnly(callTo(address(counter), hit)); // the call just before it went through
        calls[4] = stopping(callTo(address(counter), fail), 60_000);
        calls[5] = callTo(address(counter), hit); // after the stop
        Config memory config = configOf(calls, 1);
        IntentWallet wallet = deployed(config);
        vm.expectEmit(true, false, false, true, address(wallet));
        emit IntentWallet.Executed(config.batches[0], 1 << 1 | 1 << 4, 0, 0);
        tolerant(wallet, config, calls, 0, 1);
        assertEq(counter.count(), 1);
    }

    /// @dev Runs random batches beside a model of the flags written independently of the contract.
    function testFuzz_FlagsFollowTheModel(uint256 seed) external {
        uint256 length = 1 + seed % 8;
        Call[] memory calls = new Call[](length);
        bool[] memory fails = new bool[](length);
        for (uint256 i; i < length; ++i) {
            uint256 bits = uint256(keccak256(abi.encode(seed, i)));
            fails[i] = bits & 1 == 1;
            bytes memory data =
                fails[i] ? abi.encodeCall(counter.fail, (i)) : abi.encodeCall(counter.hit, ());
            calls[i] = Call(address(counter), 0, data, 60_000, false, bits & 6 == 6, uint8((bits >> 3) % 3));
        }
        (bool reverts, uint256 hits, uint256 failed) = _model(calls, fails);
        Config memory config = configOf(calls, 1);
        IntentWallet wallet = deployed(config);
        if (reverts) {
            vm.expectRevert();
        } else {
            vm.expectEmit(true, false, false, true, address(wallet));
            emit IntentWallet.Executed(config.batches[0], failed, 0, 0);
        }
        tolerant(wallet, config, calls, 0, 1);
        assertEq(counter.count(), reverts ? 0 : hits);
        assertEq(wallet.nonceUsed(0, 1), !reverts);
    }

    function testFuzz_DelegateCallOnlyToRouterAndShim(address to) external {
        vm.assume(to != address(router) && to != address(shim));
        Call[] memory calls = calls1(ignored(delegated(to, ""), 50_000));
        Config memory config = configOf(calls, 1);
        IntentWallet wallet = deployed(config);
        vm.expectRevert(abi.encodeWithSelector(IntentWallet.DelegateCallForbidden.selector, 0, to));
        tolerant(wallet, config, calls, 0, 1);
    }

    function testFuzz_UnknownBehaviorIsRefused(uint8 behavior) external {
        behavior = uint8(bound(behavior, 3, 255));
        Call[] memory calls = calls1(callTo(address(counter), abi.encodeCall(counter.hit, ())));
        calls[0].behaviorOnError = behavior;
        calls[0].gasLimit = 50_000;
        Config memory config = configOf(calls, 1);
        IntentWallet wallet = deployed(config);
        vm.expectRevert(abi.encodeWithSelector(IntentWallet.UnknownBehavior.selector, 0, behavior));
        tolerant(wallet, config, calls, 0, 1);
    }

    function testFuzz_ToleratedFailureMustStateItsGas(bool stops) external {
        Call[] memory calls = calls1(callTo(address(counter), abi.encodeCall(counter.hit, ())));
        calls[0].behaviorOnError = stops ? 2 : 0;
        Config memory config = configOf(calls, 1);
        IntentWallet wallet = deployed(config);
        vm.expectRevert(abi.encodeWithSelector(IntentWallet.GasLimitMissing.selector, 0));
        tolerant(wallet, config, calls, 0, 1);
    }

    function test_TooManyCalls() external {
        Call[] memory calls = new Call[](257);
        for (uint256 i; i < calls.length; ++i) {
            calls[i] = callTo(address(counter), "");
        }
        Config memory config = configOf(calls, 1);
        IntentWallet wallet = deployed(config);
        vm.expectRevert(abi.encodeWithSelector(IntentWallet.TooManyCalls.selector, 257, 256));
        tolerant(wallet, config, calls, 0, 1);
    }

    function testFuzz_RevertCarriesIndexAndReason(uint256 code) external {
        Call[] memory calls = new Call[](2);
        calls[0] = callTo(address(counter), abi.encodeCall(counter.hit, ()));
        calls[1] = callTo(address(counter), abi.encodeCall(counter.fail, (code)));
        Config memory config = configOf(calls, 1);
        IntentWallet wallet = deployed(config);
        bytes memory reason = abi.encodeWithSelector(Counter.Failed.selector, code);
        vm.expectRevert(abi.encodeWithSelector(IntentWallet.CallReverted.selector, 1, reason));
        tolerant(wallet, config, calls, 0, 1);
        assertEq(counter.count(), 0);
    }

    function testFuzz_ReturnBombIsCut(uint256 size) external {
        size = bound(size, 0, 20_000);
        Bomb bomb = new Bomb();
        Call[] memory calls = calls1(ignored(callTo(address(bomb), abi.encodeCall(bomb.explode, (size))), 60_000));
        Config memory config = configOf(calls, 1);
        IntentWallet wallet = deployed(config);
        vm.expectEmit(true, false, false, true, address(wallet));
        emit IntentWallet.CallFailed(config.batches[0], 0, new bytes(size < 512 ? size : 512));
        tolerant(wallet, config, calls, 0, 1);
    }

    function testFuzz_NativeValueGoesAlong(uint96 amount) external {
        Call[] memory calls = calls1(callTo(address(counter), abi.encodeCall(counter.hit, ())));
        calls[0].value = amount;
        Config memory config = configOf(calls, 1);
        vm.deal(address(walletOf(config)), amount);
        tolerant(deployed(config), config, calls, 0, 1);
        assertEq(counter.lastValue(), amount);
        assertEq(address(counter).balance, amount);
    }

    function testFuzz_NobodyStartsABatchInTheMiddleOfAnother(bool asOwner) external {
        Trigger trigger = new Trigger();
        Call[] memory outer = calls1(callTo(address(trigger), hex"01"));
        Call[] memory inner = calls1(callTo(address(counter), abi.encodeCall(counter.hit, ())));
        bytes32[] memory batches = new bytes32[](2);
        batches[0] = hasher.batch(block.chainid, outer, 0, 1);
        batches[1] = hasher.batch(block.chainid, inner, 0, 2);
        Config memory config = configOf(batches);
        config.owner = address(trigger);
        IntentWallet wallet = deployed(config);
        tokenA.mint(address(wallet), 9);
        if (asOwner) trigger.arm(address(wallet), abi.encodeCall(wallet.refund, (config, list(address(tokenA)))));
        else trigger.arm(address(wallet), abi.encodeCall(wallet.executeAsOwner, (config, inner, 0, 2, "")));
        tolerant(wallet, config, outer, 0, 1);
        assertTrue(trigger.fired());
        assertFalse(trigger.succeeded());
        assertEq(bytes4(trigger.reason()), Transient.Reentered.selector);
        assertEq(tokenA.balanceOf(receiver), 0);
        tolerant(wallet, config, inner, 0, 2);
        assertEq(counter.count(), 1);
    }

    // ----------------------------------------------------------------------------------------------------------------- gas

    /// @dev The property that keeps a stranger from choosing the outcome: at any gas, the one outcome or none.
    function testFuzz_AtAnyGasFullSuccessOrFullRevert(uint256 gasGiven, bool strict) external {
        gasGiven = bound(gasGiven, 50_000, 1_600_000);
        Call[] memory calls = originBatch(1_000, 10, 900);
        Config memory config = configOf(calls, 1);
        tokenA.mint(address(walletOf(config)), 1_000);
        bytes memory data = strict
            ? abi.encodeCall(guest.deployAndExecuteStrictly, (config, calls, 0, 1))
            : abi.encodeCall(guest.deployAndExecuteAsExecutor, (config, calls, 0, 1));
        vm.prank(relayer, relayer);
        (bool ok,) = address(guest).call{gas: gasGiven}(data);
        assertEq(bridge.bridged(recipient), ok ? 900 : 0);
        assertEq(tokenA.balanceOf(collector), ok ? 10 : 0);
        assertEq(tokenA.balanceOf(owner.addr), 0);
        assertEq(tokenB.balanceOf(owner.addr), ok ? 90 : 0);
        assertEq(tokenA.balanceOf(address(walletOf(config))), ok ? 0 : 1_000);
    }

    /// @dev A target that needs most of its gas, tolerated: it must never be the transaction's gas that makes it fail. The limit is large, so
    /// that the 64th part which a starved call leaves behind would pay for the fallback.
    function testFuzz_ToleratedCallIsNeverStarved(uint256 gasGiven, uint256 gasEaten, bool delegates) external {
        gasEaten = bound(gasEaten, 1_200_000, 1_440_000);
        gasGiven = bound(gasGiven, 1_000_000, 1_800_000);
        Hungry hungry = new Hungry();
        counter.hit(); // a second hit costs little
        Call[] memory calls = new Call[](2);
        bytes memory data = abi.encodeCall(hungry.eat, (gasEaten));
        uint256[] memory none;
        bytes memory inject =
            abi.encodeCall(router.injectAndCall, (address(0), address(hungry), address(0), 0, 0, none, data));
        calls[0] = ignored(delegates ? delegated(address(router), inject) : callTo(address(hungry), data), 1_500_000);
        calls[1] = fallbackOnly(callTo(address(counter), abi.encodeCall(counter.hit, ())));
        Config memory config = configOf(calls, 1);
        IntentWallet wallet = deployed(config);
        vm.prank(address(guest));
        (bool ok,) =
            address(wallet).call{gas: gasGiven}(abi.encodeCall(wallet.executeAsExecutor, (config, calls, 0, 1)));
        assertEq(hungry.eaten(), ok ? 1 : 0);
        assertEq(counter.count(), 1);
    }

    function testFuzz_CalleeGetsExactlyItsGas(uint256 gasLimit) external {
        gasLimit = bound(gasLimit, 30_000, 2_000_000);
        GasMeter meter = new GasMeter();
        Call[] memory calls = calls1(ignored(callTo(address(meter), hex"00"), gasLimit));
        Config memory config = configOf(calls, 1);
        IntentWallet wallet = deployed(config);
        tolerant(wallet, config, calls, 0, 1);
        assertApproxEqAbs(meter.seen(), gasLimit, 200);
    }

    function test_NotEnoughGasSaysHowMuch() external {
        Call[] memory calls = calls1(ignored(callTo(address(counter), abi.encodeCall(counter.hit, ())), 1_000_000));
        Config memory config = configOf(calls, 1);
        IntentWallet wallet = deployed(config);
        bytes memory data = abi.encodeCall(wallet.executeAsExecutor, (config, calls, 0, 1));
        vm.prank(address(guest));
        (bool ok, bytes memory reason) = address(wallet).call{gas: 900_000}(data);
        assertFalse(ok);
        assertEq(bytes4(reason), IntentWallet.NotEnoughGas.selector);
        (, uint256 needed,) = abi.decode(_afterSelector(reason), (uint256, uint256, uint256));
        assertEq(needed, 1_000_000 * uint256(64) / 63 + implementation.GAS_RESERVE());
    }

    // -------------------------------------------------------------------------------------------------------------- private

    function _model(Call[] memory calls, bool[] memory fails)
        private
        pure
        returns (bool reverts, uint256 hits, uint256 failed)
    {
        bool previousFailed;
        for (uint256 i; i < calls.length; ++i) {
            if (calls[i].onlyFallback && !previousFailed) {
                previousFailed = false;
                continue;
            }
            previousFailed = false;
            if (!fails[i]) {
                hits += 1;
                continue;
            }
            if (calls[i].behaviorOnError == 1) return (true, 0, 0);
            failed += 2 ** i;
            if (calls[i].behaviorOnError == 2) return (false, hits, failed);
            previousFailed = true;
        }
    }

    function _appended(bytes32[] memory old, bytes32 last) private pure returns (bytes32[] memory longer) {
        longer = new bytes32[](old.length + 1);
        for (uint256 i; i < old.length; ++i) {
            longer[i] = old[i];
        }
        longer[old.length] = last;
    }

    function _afterSelector(bytes memory reason) private pure returns (bytes memory rest) {
        rest = new bytes(reason.length - 4);
        for (uint256 i; i < rest.length; ++i) {
            rest[i] = reason[i + 4];
        }
    }
}
