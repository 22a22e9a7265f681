// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Base, Call, Config, Deposit, Execution, IntentEntrypoint, IntentGuest, IntentRouter, IntentWallet, Output, Refund, Step, Vm} from "./Base.sol";
import {Tokens} from "../src/lib/Tokens.sol";
import {BlocklistToken, FalseToken, FeeToken, HookToken, NoReturnToken, RebasingToken, Token} from "./mocks/Zoo.sol";

contract GuestTest is Base {
    function _element(uint256 salt, uint256 gasLimit) private view returns (Execution memory e, IntentWallet wallet) {
        Call[] memory calls = originBatch(1_000, 10, 900);
        Config memory config = configOf(calls, 1);
        config.salt = salt;
        e = Execution(
            hasher.config(config), gasLimit, "", abi.encodeCall(IntentWallet.execute, (config, calls, 0, 1))
        );
        wallet = walletOf(config);
    }

    function testFuzz_OneFailingElementSparesTheOthers(uint8 failing) external {
        Execution[] memory many = new Execution[](3);
        IntentWallet[] memory wallets = new IntentWallet[](3);
        uint256 broken = failing % 4;
        for (uint256 i; i < 3; ++i) {
            (many[i], wallets[i]) = _element(i, 1_500_000);
            if (i != broken) tokenA.mint(address(wallets[i]), 1_000);
        }
        guest.executeMany(many);
        uint256 done;
        for (uint256 i; i < 3; ++i) {
            assertEq(address(wallets[i]).code.length, i == broken ? 0 : 45);
            if (i != broken) done += 1;
        }
        assertEq(bridge.bridged(recipient), done * 900);
        guest.executeMany(many);
        assertEq(bridge.bridged(recipient), done * 900);
    }

    function testFuzz_ManyAtAnyGas(uint256 gasGiven) external {
        gasGiven = bound(gasGiven, 100_000, 4_000_000);
        Execution[] memory many = new Execution[](2);
        IntentWallet[] memory wallets = new IntentWallet[](2);
        for (uint256 i; i < 2; ++i) {
            (many[i], wallets[i]) = _element(i, 1_200_000);
            tokenA.mint(address(wallets[i]), 1_000);
        }
        (bool ok,) = address(guest).call{gas: gasGiven}(abi.encodeCall(guest.executeMany, (many)));
        uint256 ran;
        for (uint256 i; i < 2; ++i) {
            uint256 left = tokenA.balanceOf(address(wallets[i]));
            assertTrue(left == 0 || left == 1_000);
            if (left == 0) ran += 1;
        }
        assertEq(bridge.bridged(recipient), ran * 900);
        assertEq(tokenA.balanceOf(collector), ran * 10);
        assertEq(tokenA.balanceOf(owner.addr), 0);
        if (!ok) assertEq(ran, 0);
        if (gasGiven > 3_400_000) assertEq(ran, 2);
    }

    function test_ElementWithoutGasIsReportedAndNotTried() external {
        Execution[] memory many = new Execution[](2);
        IntentWallet[] memory wallets = new IntentWallet[](2);
        for (uint256 i; i < 2; ++i) {
            (many[i], wallets[i]) = _element(i, 1_200_000);
            tokenA.mint(address(wallets[i]), 1_000);
        }
        many[1].gasLimit = 9_000_000;
        vm.recordLogs();
        (bool ok,) = address(guest).call{gas: 4_000_000}(abi.encodeCall(guest.executeMany, (many)));
        assertTrue(ok);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        Vm.Log memory last = logs[logs.length - 1];
        (bool success, bytes memory reason) = abi.decode(last.data, (bool, bytes));
        assertEq(last.emitter, address(guest));
        assertEq(last.topics[2], many[1].imageHash);
        assertFalse(success);
        assertEq(bytes4(reason), IntentGuest.NotEnoughGas.selector);
        assertEq(tokenA.balanceOf(address(wallets[0])), 0);
        assertEq(tokenA.balanceOf(address(wallets[1])), 1_000);
    }

    function testFuzz_DepositAndExecuteInOne(bool frontRun, bool withPermit) external {
        Call[] memory calls = originBatch(1_000, 10, 900);
        Config memory config = configOf(calls, 1);
        tokenA.mint(owner.addr, 1_005);
        Deposit memory deposit = Deposit(owner.addr, address(tokenA), 1_000, address(walletOf(config)), 5_000, 1, 5, collector);
        bytes memory data = _depositCall(deposit, withPermit);
        if (frontRun) {
            vm.prank(stranger);
            (bool ok,) = address(entrypoint).call(data);
            assertTrue(ok);
        }
        guest.depositAndExecute(hasher.config(config), data, abi.encodeCall(IntentWallet.execute, (config, calls, 0, 1)));
        assertEq(bridge.bridged(recipient), 900);
        assertEq(tokenA.balanceOf(collector), 15);
        assertEq(tokenA.balanceOf(owner.addr), 0);
    }

    function test_DepositStaysIfItsBatchFails() external {
        Call[] memory calls = originBatch(2_000, 10, 900);
        Config memory config = configOf(calls, 1);
        tokenA.mint(owner.addr, 1_005);
        Deposit memory deposit = Deposit(owner.addr, address(tokenA), 1_000, address(walletOf(config)), 5_000, 1, 5, collector);
        bytes memory data = _depositCall(deposit, true);
        bytes memory execution = abi.encodeCall(IntentWallet.execute, (config, calls, 0, 1));
        bytes32 imageHash = hasher.config(config);
        vm.expectPartialRevert(IntentWallet.CallReverted.selector);
        guest.depositAndExecute(imageHash, data, execution);
        assertEq(tokenA.balanceOf(owner.addr), 1_005);
        deposit.amount += 1;
        vm.expectPartialRevert(IntentEntrypoint.InvalidSignature.selector);
        guest.depositAndExecute(imageHash, abi.encodeCall(entrypoint.depositToIntent, (deposit, "")), execution);
    }

    function testFuzz_RefundMany(uint96 amount, bool early) external {
        Refund[] memory many = new Refund[](2);
        for (uint256 i; i < 2; ++i) {
            Config memory config = emptyConfig();
            config.salt = i;
            if (i == 1) config.refundAt += 1_000;
            many[i] = Refund(config, list(address(tokenA)), 400_000);
            tokenA.mint(address(walletOf(config)), amount);
        }
        vm.warp(early ? REFUND_AT : REFUND_AT + 1_000);
        guest.refundMany(many);
        assertEq(tokenA.balanceOf(receiver), early ? amount : uint256(amount) * 2);
    }

    function testFuzz_DeployAndRefund(uint96 amount) external {
        Config memory config = emptyConfig();
        tokenA.mint(address(walletOf(config)), amount);
        vm.expectPartialRevert(IntentWallet.RefundTooEarly.selector);
        guest.deployAndRefund(config, list(address(tokenA)));
        vm.warp(REFUND_AT);
        vm.prank(stranger);
        assertEq(guest.deployAndRefund(config, list(address(tokenA))), address(walletOf(config)));
        assertEq(tokenA.balanceOf(receiver), amount);
    }

    // ----------------------------------------------------------------------------------------------------------- token zoo

    /// @dev Swap and bridge a given token, then see where its money is.
    function _originOf(address token) private returns (IntentWallet wallet) {
        tokenA = Token(token);
        Call[] memory calls = originBatch(1_000, 10, 900);
        Config memory config = configOf(calls, 1);
        tokenA.mint(address(walletOf(config)), 1_000);
        guest.deployAndExecute(config, calls, 0, 1);
        return walletOf(config);
    }

    function test_ZooNoReturnAndApprovalReset() external {
        NoReturnToken tether = new NoReturnToken();
        IntentWallet wallet = _originOf(address(tether));
        assertEq(bridge.bridged(recipient), 900);
        assertEq(tether.balanceOf(collector), 10);
        assertEq(tether.allowance(address(wallet), address(router)), 0);
        // Half used: the rest of the allowance has to go, or the next approval would be refused for ever.
        tether.mint(address(this), 100);
        tether.approve(address(router), 100);
        Step memory step = swapStep(address(tether), address(tokenB), 100);
        step.data = abi.encodeCall(exchange.takeHalf, (address(tether), 100));
        router.run(address(tether), 100, steps1(step), new Output[](0));
        assertEq(tether.allowance(address(router), address(exchange)), 0);
        assertEq(tether.balanceOf(address(this)), 50);
    }

    function test_ZooFeeOnTransferGoesBack() external {
        FeeToken token = new FeeToken();
        IntentWallet wallet = _originOf(address(token));
        assertEq(bridge.bridged(recipient), 0);
        assertEq(token.balanceOf(collector), 0);
        assertEq(token.balanceOf(owner.addr), 1_000 - 11);
        assertEq(token.balanceOf(address(wallet)), 0);
        token.mint(address(this), 100);
        token.approve(address(router), 100);
        vm.expectRevert(abi.encodeWithSelector(IntentRouter.ReceivedTooLittle.selector, address(token), 100, 98));
        router.run(address(token), 100, new Step[](0), new Output[](0));
        // A fee on transfer must not pass for a delivery.
        Call[] memory calls = calls1(sweep(address(token), recipient, 100));
        Config memory config = configOf(calls, 9);
        token.mint(address(walletOf(config)), 100);
        vm.expectPartialRevert(IntentWallet.CallReverted.selector);
        guest.deployAndExecute(config, calls, 0, 9);
    }

    function test_ZooFalseIsFailure() external {
        FalseToken token = new FalseToken();
        token.setRefuses(true);
        tokenA = token;
        Call[] memory calls = originBatch(1_000, 10, 900);
        Config memory config = configOf(calls, 1);
        token.mint(address(walletOf(config)), 1_000);
        vm.expectPartialRevert(IntentWallet.CallReverted.selector);
        guest.deployAndExecute(config, calls, 0, 1);
        token.setRefuses(false);
        guest.deployAndExecute(config, calls, 0, 1);
        assertEq(bridge.bridged(recipient), 900);
    }

    function test_ZooBlockedRouterFallsBackToTheOwner() external {
        BlocklistToken token = new BlocklistToken();
        token.setBlocked(address(router), true);
        _originOf(address(token));
        assertEq(bridge.bridged(recipient), 0);
        assertEq(token.balanceOf(owner.addr), 1_000);
        assertEq(token.balanceOf(collector), 0);
    }

    function test_ZooRebasing() external {
        RebasingToken token = new RebasingToken();
        tokenA = token;
        Call[] memory calls = originBatch(1_000, 10, 900);
        Config memory config = configOf(calls, 1);
        token.mint(address(walletOf(config)), 1_000);
        token.rebase(9_000);
        vm.expectPartialRevert(IntentWallet.CallReverted.selector);
        guest.deployAndExecute(config, calls, 0, 1);
        token.rebase(12_000);
        guest.deployAndExecute(config, calls, 0, 1);
        assertEq(bridge.bridged(recipient), 900);
        assertApproxEqAbs(token.balanceOf(owner.addr), 200, 4);
        assertEq(token.balanceOf(address(router)), 0);
    }

    function test_ZooHooksSeeAConsistentWorld() external {
        HookToken token = new HookToken();
        _originOf(address(token));
        assertEq(bridge.bridged(recipient), 900);
        assertEq(token.balanceOf(collector), 10);
    }

    function test_ZooNoContractIsNoToken() external {
        tokenA = Token(address(0xdead));
        Call[] memory calls = new Call[](1);
        calls[0] = ignored(runRouter(address(0xdead), 5, new Step[](0), new Output[](0)), 200_000);
        Config memory config = configOf(calls, 1);
        IntentWallet wallet = deployed(config);
        bytes memory reason = abi.encodeWithSelector(Tokens.TokenCallFailed.selector, address(0xdead), bytes(""));
        vm.expectEmit(true, false, false, true, address(wallet));
        emit IntentWallet.CallFailed(config.batches[0], 0, reason);
        wallet.execute(config, calls, 0, 1);
    }

    function _depositCall(Deposit memory deposit, bool withPermit) private returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(owner, entrypoint.hashDeposit(deposit));
        bytes memory signature = abi.encodePacked(r, s, v);
        uint256 total = deposit.amount + deposit.feeAmount;
        if (!withPermit) {
            vm.prank(owner.addr);
            tokenA.approve(address(entrypoint), total);
            return abi.encodeCall(entrypoint.depositToIntent, (deposit, signature));
        }
        (v, r, s) = vm.sign(owner, tokenA.permitDigest(owner.addr, address(entrypoint), total, 0, 9_999));
        bytes memory permit = abi.encodePacked(r, s, v);
        return abi.encodeCall(entrypoint.depositToIntentWithPermit, (deposit, signature, total, 9_999, permit));
    }
}
