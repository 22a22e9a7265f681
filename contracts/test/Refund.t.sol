// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Base, Call, Config, IntentUtils, IntentWallet, Vm} from "./Base.sol";
import {Tokens} from "../src/lib/Tokens.sol";
import {Transient} from "../src/lib/Transient.sol";
import {Closed, Trigger} from "./mocks/Targets.sol";
import {BlocklistToken} from "./mocks/Zoo.sol";

/// @notice How money comes back, and the checks that batches make.
contract RefundTest is Base {
    function testFuzz_RefundReachesTheReceiverOnly(uint96 amount, uint96 native, address caller, uint32 late) external {
        vm.assume(caller != address(0) && caller != receiver);
        Config memory config = emptyConfig();
        IntentWallet wallet = deployed(config);
        tokenA.mint(address(wallet), amount);
        vm.deal(address(wallet), native);
        uint256 callersNative = caller.balance;
        vm.warp(uint256(REFUND_AT) + late);
        address[] memory tokens = new address[](2);
        tokens[0] = address(tokenA);
        vm.prank(caller);
        wallet.refund(config, tokens);
        assertEq(tokenA.balanceOf(receiver), amount);
        assertEq(receiver.balance, native);
        assertEq(tokenA.balanceOf(caller), 0);
        assertEq(caller.balance, callersNative);
    }

    function testFuzz_OwnerRefundsAtAnyTime(uint64 nowAt, uint96 amount) external {
        Config memory config = emptyConfig();
        IntentWallet wallet = deployed(config);
        tokenA.mint(address(wallet), amount);
        vm.warp(nowAt);
        vm.prank(owner.addr);
        wallet.refund(config, list(address(tokenA)));
        assertEq(tokenA.balanceOf(receiver), amount);
    }

    function testFuzz_LateDepositComesBack(uint96 late) external {
        Call[] memory calls = originBatch(1_000, 10, 900);
        Config memory config = configOf(calls, 1);
        IntentWallet wallet = deployed(config);
        tokenA.mint(address(wallet), 1_000);
        tolerant(wallet, config, calls, 0, 1);
        tokenA.mint(address(wallet), late);
        vm.expectRevert(abi.encodeWithSelector(IntentWallet.NonceUsed.selector, 0, 1));
        tolerant(wallet, config, calls, 0, 1);
        vm.warp(REFUND_AT);
        vm.prank(stranger);
        wallet.refund(config, list(address(tokenA)));
        assertEq(tokenA.balanceOf(receiver), late);
    }

    /// @dev Whoever starts a refund chooses its gas: what is told went to the receiver, and what is not told can be tried again.
    function testFuzz_AtAnyGasARefundTellsWhatItMoved(uint256 given) external {
        Config memory config = emptyConfig();
        IntentWallet wallet = deployed(config);
        address[] memory tokens = new address[](3);
        (tokens[1], tokens[2]) = (address(tokenA), address(tokenB));
        vm.deal(address(wallet), 1);
        tokenA.mint(address(wallet), 1);
        tokenB.mint(address(wallet), 1);
        vm.warp(REFUND_AT);
        vm.recordLogs();
        (bool ok,) = address(wallet).call{gas: bound(given, 30_000, 250_000)}(abi.encodeCall(wallet.refund, (config, tokens)));
        Vm.Log[] memory logs = vm.getRecordedLogs();
        uint256 told;
        for (uint256 i; i < logs.length; ++i) {
            if (ok && logs[i].topics[0] == IntentWallet.Refunded.selector) told += 1;
        }
        assertEq(told != 0, ok);
        assertEq(receiver.balance + tokenA.balanceOf(receiver) + tokenB.balanceOf(receiver), told);
        wallet.refund(config, tokens);
        assertEq(receiver.balance + tokenA.balanceOf(receiver) + tokenB.balanceOf(receiver), 3);
    }

    function testFuzz_OneBadTokenDoesNotHoldTheOthersBack(uint96 amount, uint8 position) external {
        amount = uint96(bound(amount, 1, type(uint96).max));
        BlocklistToken bad = new BlocklistToken();
        Config memory config = emptyConfig();
        IntentWallet wallet = deployed(config);
        bad.mint(address(wallet), 5);
        bad.setBlocked(address(wallet), true);
        tokenA.mint(address(wallet), amount);
        tokenB.mint(address(wallet), amount);
        address[] memory tokens = new address[](4);
        for (uint256 i; i < 4; ++i) {
            tokens[i] = i < 2 ? address(tokenA) : address(tokenB);
        }
        tokens[position % 4] = address(bad);
        vm.warp(REFUND_AT);
        wallet.refund(config, tokens);
        assertEq(tokenA.balanceOf(receiver), amount);
        assertEq(tokenB.balanceOf(receiver), amount);
        bytes memory reason = abi.encodeWithSelector(BlocklistToken.Blocked.selector, address(wallet));
        reason = abi.encodeWithSelector(Tokens.TokenCallFailed.selector, address(bad), reason);
        vm.expectRevert(abi.encodeWithSelector(IntentWallet.NothingRefunded.selector, address(bad), reason));
        wallet.refund(config, list(address(bad)));
        bad.setBlocked(address(wallet), false);
        wallet.refund(config, list(address(bad)));
        assertEq(bad.balanceOf(receiver), 5);
    }

    /// @dev One unit is an amount, and nothing is none: events say what moved.
    function testFuzz_RefundReportsWhatMoved(uint8 amount) external {
        uint256 balance = amount % 3;
        Config memory config = emptyConfig();
        IntentWallet wallet = deployed(config);
        tokenA.mint(address(wallet), balance);
        vm.warp(REFUND_AT);
        vm.recordLogs();
        wallet.refund(config, list(address(tokenA)));
        Vm.Log[] memory logs = vm.getRecordedLogs();
        assertEq(logs.length, balance == 0 ? 0 : 2);
        if (balance == 0) return;
        assertEq(logs[1].topics[0], IntentWallet.Refunded.selector);
        assertEq(abi.decode(logs[1].data, (uint256)), balance);
    }

    /// @dev Nobody could take it back from there, or the next caller of the router would take it.
    function testFuzz_RefundRefusesToBurn(uint8 which) external {
        Config memory config = emptyConfig();
        config.refundReceiver = [address(0), address(router), address(shim), address(factory)][which % 4];
        IntentWallet wallet = deployed(config);
        vm.warp(REFUND_AT);
        vm.expectRevert(IntentWallet.NoRefundReceiver.selector);
        wallet.refund(config, list(address(0)));
    }

    function test_RefundOfANonTokenAndAClosedReceiverAreReported() external {
        Closed closed = new Closed();
        Config memory config = emptyConfig();
        config.refundReceiver = address(closed);
        IntentWallet wallet = deployed(config);
        vm.deal(address(wallet), 1);
        vm.warp(REFUND_AT);
        bytes memory reason = abi.encodeWithSelector(Tokens.NativeTransferFailed.selector, address(closed), 1);
        vm.expectRevert(abi.encodeWithSelector(IntentWallet.NothingRefunded.selector, address(0), reason));
        wallet.refund(config, list(address(0)));
        vm.expectRevert(
            abi.encodeWithSelector(
                IntentWallet.NothingRefunded.selector, address(0xdead), bytes("out of gas or no reason")
            )
        );
        wallet.refund(config, list(address(0xdead)));
    }

    function testFuzz_RefundOneIsForTheWalletOnly(address caller, bool isFirst) external {
        Config memory config = emptyConfig();
        IntentWallet wallet = deployed(config);
        vm.assume(caller != address(wallet));
        vm.deal(address(wallet), 1);
        vm.prank(caller, isFirst ? caller : stranger);
        vm.expectRevert(abi.encodeWithSelector(IntentWallet.OnlySelf.selector, caller));
        wallet.refundOne(address(0), caller);
    }

    function test_ReceiverCannotReenterTheRefund() external {
        Trigger trigger = new Trigger();
        Config memory config = emptyConfig();
        config.refundReceiver = address(trigger);
        config.owner = address(trigger);
        IntentWallet wallet = deployed(config);
        vm.deal(address(wallet), 10);
        vm.warp(REFUND_AT);
        trigger.arm(address(wallet), abi.encodeCall(wallet.refund, (config, list(address(0)))));
        wallet.refund(config, list(address(0)));
        assertTrue(trigger.fired());
        assertEq(bytes4(trigger.reason()), Transient.Reentered.selector);
    }

    // --------------------------------------------------------------------------------------------------------------- utils

    function testFuzz_MinBalance(uint96 balance, uint96 minAmount, bool native, bool isFirst) external {
        address token = native ? address(0) : address(tokenA);
        if (native) vm.deal(stranger, balance);
        else tokenA.mint(stranger, balance);
        if (balance < minAmount) {
            vm.expectRevert(abi.encodeWithSelector(IntentUtils.BalanceTooLow.selector, token, minAmount, balance));
        }
        vm.prank(stranger, isFirst ? stranger : relayer);
        utils.requireMinBalance(token, minAmount);
    }
}
