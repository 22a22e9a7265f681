// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Base, Call, Config, Counter, IntentRouter, IntentWallet, Output, Step, Vm} from "./Base.sol";
import {Calls} from "../src/lib/Tokens.sol";
import {Closed, SafeLike} from "./mocks/Targets.sol";

/// @notice What the contracts promise about runs, one test a promise. docs/reference/contracts.md links here.
contract PromisesTest is Base {
    uint256 private constant AMOUNT = 1_000;

    function _funded(Call[] memory calls) private returns (Config memory config, IntentWallet wallet) {
        config = configOf(calls, 1);
        wallet = deployed(config);
        tokenA.mint(address(wallet), AMOUNT);
    }

    /// @dev Who runs a batch whose main call fails: 0 executor, 1 executor strictly, 2 anyone, 3 owner calling, 4 owner's signature.
    function _runAs(uint256 who, IntentWallet wallet, Config memory config, Call[] memory calls)
        private
        returns (bool ok, bytes memory reason)
    {
        bytes memory data;
        address sender = stranger;
        if (who == 0) (sender, data) = (config.executor, abi.encodeCall(wallet.executeAsExecutor, (config, calls, 0, 1)));
        else if (who == 1) {
            (sender, data) = (config.executor, abi.encodeCall(wallet.executeStrictly, (config, calls, 0, 1)));
        } else if (who == 2) data = abi.encodeCall(wallet.execute, (config, calls, 0, 1));
        else if (who == 3) {
            (sender, data) = (config.owner, abi.encodeCall(wallet.executeAsOwner, (config, calls, 0, 1, "")));
        } else {
            data = abi.encodeCall(wallet.executeAsOwner, (config, calls, 0, 1, signAsOwner(wallet, calls, 0, 1)));
        }
        vm.prank(sender);
        return address(wallet).call(data);
    }

    function testFuzz_AFallbackRanMeansExecutorOrOwnerCalling(uint8 who, bool stops) external {
        exchange.set(10_000, true);
        Call[] memory calls = originBatch(AMOUNT, 10, 900);
        if (stops) calls[1].behaviorOnError = 2;
        (Config memory config, IntentWallet wallet) = _funded(calls);
        vm.warp(OPEN_AT);
        (bool ok, bytes memory reason) = _runAs(who % 5, wallet, config, calls);
        bool mayFail = who % 5 == 0 || who % 5 == 3;
        assertEq(ok, mayFail);
        assertEq(wallet.nonceUsed(0, 1), mayFail);
        assertEq(tokenA.balanceOf(owner.addr), mayFail && !stops ? AMOUNT : 0);
        if (!mayFail) assertEq(bytes4(reason), IntentWallet.StrictRunFailed.selector);
    }

    function testFuzz_NonceSpentBeforeOpenAtMeansExecutorOrOwner(uint8 who, uint64 nowAt) external {
        nowAt = uint64(bound(nowAt, 1, REFUND_AT - 1));
        Call[] memory calls = originBatch(AMOUNT, 10, 900);
        (Config memory config, IntentWallet wallet) = _funded(calls);
        vm.warp(nowAt);
        (bool ok, bytes memory reason) = _runAs(who % 5, wallet, config, calls);
        bool allowed = who % 5 != 2 || nowAt >= OPEN_AT;
        assertEq(ok, allowed);
        assertEq(wallet.nonceUsed(0, 1), allowed);
        if (!allowed) {
            assertEq(reason, abi.encodeWithSelector(IntentWallet.NotOpenYet.selector, OPEN_AT, nowAt));
        }
    }

    function testFuzz_NobodyElseIsTheExecutor(address caller, bool strict) external {
        Call[] memory calls = originBatch(AMOUNT, 10, 900);
        (Config memory config, IntentWallet wallet) = _funded(calls);
        vm.assume(caller != address(guest));
        vm.prank(caller);
        vm.expectRevert(abi.encodeWithSelector(IntentWallet.NotExecutor.selector, address(guest), caller));
        if (strict) wallet.executeStrictly(config, calls, 0, 1);
        else wallet.executeAsExecutor(config, calls, 0, 1);
    }

    /// @dev The cause named is the failed main call, not the fee that was then not due.
    function testFuzz_AFailedStrictRunChangesNothing(uint8 who, uint8 broken) external {
        if (broken % 2 == 0) exchange.set(10_000, true);
        else exchange.set(5_000, false);
        Call[] memory calls = originBatch(AMOUNT, 10, 900);
        (Config memory config, IntentWallet wallet) = _funded(calls);
        vm.warp(OPEN_AT);
        vm.startStateDiffRecording();
        uint256[3] memory strictOnes = [uint256(1), 2, 4];
        (bool ok, bytes memory reason) = _runAs(strictOnes[who % 3], wallet, config, calls);
        assertFalse(ok);
        assertEq(bytes4(reason), IntentWallet.StrictRunFailed.selector);
        assertEq(uint256(bytes32(_slice(reason, 4))), 1);
        _assertNothingWritten();
        exchange.set(10_000, false);
        (ok,) = _runAs(strictOnes[who % 3], wallet, config, calls);
        assertTrue(ok);
        assertEq(bridge.bridged(recipient), 900);
    }

    /// @dev Ignored failures without a fallback behind them pass strictly too: leftovers to an owner that refuses them.
    function test_StrictRunToleratesUnmovableLeftovers() external {
        Closed closed = new Closed();
        Call[] memory calls = exactBatch(address(0), 50, address(closed));
        Config memory config = configOf(calls, 1);
        IntentWallet wallet = deployed(config);
        vm.deal(address(wallet), 51);
        strictly(wallet, config, calls, 0, 1);
        assertEq(recipient.balance, 50);
        assertEq(address(wallet).balance, 1);
    }

    function testFuzz_LeftoversNeverUndoAPayment(uint96 amount, uint96 rest, bool ownerRefuses) external {
        vm.assume(amount != 0);
        Closed closed = new Closed();
        address to = ownerRefuses ? address(closed) : owner.addr;
        Call[] memory calls = exactBatch(address(0), amount, to);
        Config memory config = configOf(calls, 1);
        config.owner = to;
        config.refundReceiver = to;
        IntentWallet wallet = deployed(config);
        vm.deal(address(wallet), uint256(amount) + rest);
        tokenA.mint(address(wallet), 7);
        tolerant(wallet, config, calls, 0, 1);
        assertEq(recipient.balance, amount);
        assertEq(address(wallet).balance, ownerRefuses ? rest : 0);
        // Nor do they hold the refund of anything else back.
        vm.warp(REFUND_AT);
        address[] memory tokens = new address[](2);
        tokens[1] = address(tokenA);
        wallet.refund(config, tokens);
        assertEq(tokenA.balanceOf(to), 7);
        if (!ownerRefuses || rest == 0) return;
        // They stay claimable: the owner sends them wherever it can use them.
        Call[] memory claim = calls1(callTo(recipient, ""));
        claim[0].value = rest;
        closed.act(address(wallet), abi.encodeCall(wallet.executeAsOwner, (config, claim, 1, 1, "")));
        assertEq(recipient.balance, uint256(amount) + rest);
    }

    function testFuzz_OpenAtNotBeforeRefundAtMeansNoStrangerEverRuns(uint64 nowAt, uint64 refundAt, uint64 later) external {
        Call[] memory calls = originBatch(AMOUNT, 10, 900);
        Config memory config = configOf(calls, 1);
        config.refundAt = refundAt;
        config.openAt = uint64(bound(later, refundAt, type(uint64).max));
        IntentWallet wallet = deployed(config);
        tokenA.mint(address(wallet), AMOUNT);
        uint64[4] memory moments = [nowAt, refundAt, config.openAt, refundAt == 0 ? 0 : refundAt - 1];
        for (uint256 i; i < 4; ++i) {
            vm.warp(moments[i]);
            vm.prank(stranger);
            (bool ok,) = address(wallet).call(abi.encodeCall(wallet.execute, (config, calls, 0, 1)));
            assertFalse(ok);
        }
        assertFalse(wallet.nonceUsed(0, 1));
    }

    // -------------------------------------------------------------------------------------------------------------- no code

    function testFuzz_CallDataToNoCodeNeverSucceeds(address empty, bytes memory data, uint96 value, uint8 behavior) external {
        vm.assume(empty.code.length == 0 && uint160(empty) > 0xffff && data.length != 0 && empty != address(vm));
        Call[] memory calls = calls1(Call(empty, value, data, 60_000, false, false, behavior % 3));
        Config memory config = configOf(calls, 1);
        IntentWallet wallet = deployed(config);
        vm.deal(address(wallet), value);
        uint256 before = empty.balance;
        bytes memory reason = abi.encodeWithSelector(Calls.NoCode.selector, empty);
        if (behavior % 3 == 1) vm.expectRevert(abi.encodeWithSelector(IntentWallet.CallReverted.selector, 0, reason));
        else {
            vm.expectEmit(true, false, false, true, address(wallet));
            emit IntentWallet.CallFailed(config.batches[0], 0, reason);
        }
        tolerant(wallet, config, calls, 0, 1);
        assertEq(empty.balance, before);
    }

    function testFuzz_NativeWithEmptyDataGoesAnywhere(address to, uint96 value) external {
        vm.assume(to.code.length == 0 && uint160(to) > 0xffff && to != address(vm));
        Call[] memory calls = calls1(callTo(to, ""));
        calls[0].value = value;
        Config memory config = configOf(calls, 1);
        IntentWallet wallet = deployed(config);
        vm.deal(address(wallet), value);
        uint256 before = to.balance;
        tolerant(wallet, config, calls, 0, 1);
        assertEq(to.balance - before, value);
    }

    /// @dev A destination call to nowhere is paid back and earns no fee; a step to nowhere fails the run.
    function test_TargetsAndStepsWithoutCodeFail() external {
        address nowhere = makeAddr("nowhere");
        uint256[] memory none = new uint256[](0);
        Call[] memory calls = new Call[](3);
        bytes memory inject = abi.encodeCall(
            router.injectAndCall, (address(tokenA), nowhere, nowhere, 0, 1, none, abi.encodeCall(counter.hit, ()))
        );
        calls[0] = ignored(delegated(address(router), inject), 300_000);
        calls[1] = payFee(address(tokenA), 10);
        calls[2] = fallbackOnly(sweep(address(tokenA), recipient, 0));
        (Config memory config, IntentWallet wallet) = _funded(calls);
        tolerant(wallet, config, calls, 0, 1);
        assertEq(tokenA.balanceOf(recipient), AMOUNT);
        assertEq(tokenA.balanceOf(collector), 0);
        Step memory step;
        step.target = nowhere;
        step.data = abi.encodeCall(counter.hit, ());
        bytes memory reason = abi.encodeWithSelector(Calls.NoCode.selector, nowhere);
        vm.expectRevert(abi.encodeWithSelector(IntentRouter.StepFailed.selector, 0, reason));
        router.run(address(0), 0, steps1(step), new Output[](0));
    }

    // ------------------------------------------------------------------------------------------------------------------ fee

    /// @dev An unwrap that went through does not earn the fee of a main call that failed after it.
    function testFuzz_EarlierSuccessEarnsNoFeeForALaterFailure(bool fails) external {
        vault.setBroken(fails);
        Call[] memory calls = new Call[](4);
        Step[] memory steps = steps1(swapStep(address(tokenA), address(tokenB), 100));
        calls[0] = ignored(runRouter(address(tokenA), 100, steps, outputs1(address(tokenB), 0)), RUN_GAS);
        calls[1] = ignored(injectSupply(address(tokenA), 1, 0), 400_000);
        calls[2] = payFee(address(tokenB), 10);
        calls[3] = fallbackOnly(sweep(address(tokenA), owner.addr, 0));
        (Config memory config, IntentWallet wallet) = _funded(calls);
        tolerant(wallet, config, calls, 0, 1);
        assertEq(tokenB.balanceOf(collector), fails ? 0 : 10);
        assertEq(tokenA.balanceOf(owner.addr), fails ? AMOUNT - 100 : 0);
    }

    // ------------------------------------------------------------------------------------------------------ hostile executor

    function testFuzz_AHostileExecutorMovesValueOnlyAsTheBatchesSay(uint8 which, bytes memory noise, uint256 nonce) external {
        Call[] memory calls = originBatch(AMOUNT, 10, 900);
        (Config memory config, IntentWallet wallet) = _funded(calls);
        Call[] memory theirs = calls;
        if (which % 5 == 0) theirs[3].data = abi.encodeCall(router.sweep, (address(tokenA), stranger, 0));
        else if (which % 5 == 1) theirs = calls1(callTo(address(tokenA), abi.encodeCall(tokenA.transfer, (stranger, 1))));
        else if (which % 5 == 2) nonce = nonce == 1 ? 2 : nonce;
        else if (which % 5 == 3) theirs[0].data = noise;
        else theirs[1].gasLimit += 1;
        if (which % 5 != 2) nonce = 1;
        vm.startPrank(address(guest));
        vm.expectPartialRevert(IntentWallet.UnknownBatch.selector);
        wallet.executeAsExecutor(config, theirs, 0, nonce);
        vm.expectPartialRevert(IntentWallet.UnknownBatch.selector);
        wallet.executeStrictly(config, theirs, 0, nonce);
        vm.expectPartialRevert(IntentWallet.RefundTooEarly.selector);
        wallet.refund(config, list(address(tokenA)));
        vm.expectPartialRevert(IntentWallet.NotOwner.selector);
        wallet.executeAsOwner(config, theirs, 0, nonce, noise);
        vm.warp(REFUND_AT);
        vm.expectPartialRevert(IntentWallet.RefundTimeReached.selector);
        wallet.executeAsExecutor(config, theirs, 0, nonce);
        assertEq(tokenA.balanceOf(address(wallet)), AMOUNT);
    }

    // ------------------------------------------------------------------------------------------------------------------ gas

    /// @dev A main call that fails for its own reasons: tolerant has one outcome (paid back) or none; strict has none, at any gas.
    function testFuzz_AtAnyGasAFailingBatchHasOneOutcomeOrNone(uint256 gasGiven, bool strict) external {
        gasGiven = bound(gasGiven, 50_000, 1_600_000);
        exchange.set(10_000, true);
        Call[] memory calls = originBatch(AMOUNT, 10, 900);
        (Config memory config, IntentWallet wallet) = _funded(calls);
        bytes memory data = strict
            ? abi.encodeCall(guest.deployAndExecuteStrictly, (config, calls, 0, 1))
            : abi.encodeCall(guest.deployAndExecuteAsExecutor, (config, calls, 0, 1));
        vm.prank(relayer, relayer);
        (bool ok,) = address(guest).call{gas: gasGiven}(data);
        if (strict) assertFalse(ok);
        assertEq(wallet.nonceUsed(0, 1), ok);
        assertEq(tokenA.balanceOf(owner.addr), ok ? AMOUNT : 0);
        assertEq(tokenA.balanceOf(address(wallet)), ok ? 0 : AMOUNT);
        assertEq(tokenA.balanceOf(collector), 0);
    }

    // ---------------------------------------------------------------------------------------------------------------- owners

    function testFuzz_SafeAndEip7702OwnersSignForTheirWallets(bool is7702) external {
        SafeLike safe = new SafeLike(owner.addr);
        address account = is7702 ? signer.addr : address(safe);
        if (is7702) vm.etch(account, address(safe).code);
        Config memory config = emptyConfig();
        config.owner = account;
        IntentWallet wallet = deployed(config);
        Call[] memory calls = calls1(callTo(address(counter), abi.encodeCall(counter.hit, ())));
        bytes32 digest = keccak256(
            abi.encodePacked(hex"1901", wallet.domainSeparator(), hasher.batch(block.chainid, calls, 0, 1))
        );
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(owner, SafeLike(account).messageHash(digest));
        wallet.executeAsOwner(config, calls, 0, 1, abi.encodePacked(r, s, v));
        assertEq(counter.count(), 1);
        if (!is7702) return;
        digest = keccak256(
            abi.encodePacked(hex"1901", wallet.domainSeparator(), hasher.batch(block.chainid, calls, 0, 2))
        );
        (v, r, s) = vm.sign(signer, digest);
        wallet.executeAsOwner(config, calls, 0, 2, abi.encodePacked(r, s, v));
        assertEq(counter.count(), 2);
    }

    function test_WalletsReceiveErc721AndErc1155() external {
        IntentWallet wallet = deployed(emptyConfig());
        address a = address(0);
        uint256[] memory none = new uint256[](0);
        assertEq(wallet.onERC721Received(a, a, 1, ""), bytes4(0x150b7a02));
        assertEq(wallet.onERC1155Received(a, a, 1, 1, ""), bytes4(0xf23a6e61));
        assertEq(wallet.onERC1155BatchReceived(a, a, none, none, ""), bytes4(0xbc197c81));
        bytes4[3] memory known = [bytes4(0x01ffc9a7), bytes4(0x150b7a02), bytes4(0x4e2312e0)];
        for (uint256 i; i < 3; ++i) {
            assertTrue(wallet.supportsInterface(known[i]));
        }
        assertFalse(wallet.supportsInterface(0xffffffff));
    }

    // --------------------------------------------------------------------------------------------------------------- private

    /// @dev No storage slot and no balance differs after the calls that were recorded.
    function _assertNothingWritten() private {
        Vm.AccountAccess[] memory accesses = vm.stopAndReturnStateDiff();
        for (uint256 i; i < accesses.length; ++i) {
            if (accesses[i].reverted) continue;
            assertEq(accesses[i].oldBalance, accesses[i].newBalance);
            for (uint256 k; k < accesses[i].storageAccesses.length; ++k) {
                Vm.StorageAccess memory one = accesses[i].storageAccesses[k];
                assertTrue(one.reverted || !one.isWrite || one.previousValue == one.newValue);
            }
        }
    }

    function _slice(bytes memory data, uint256 from) private pure returns (bytes memory rest) {
        rest = new bytes(data.length - from);
        for (uint256 i; i < rest.length; ++i) {
            rest[i] = data[i + from];
        }
    }
}
