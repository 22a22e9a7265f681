// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Base, Call, Config, IntentRouter, IntentWallet, Output, Step} from "./Base.sol";
import {Tokens} from "../src/lib/Tokens.sol";
import {BlocklistToken, FalseToken, FeeToken, HookToken, NoReturnToken, RebasingToken, Token} from "./mocks/Zoo.sol";

/// @notice The standard origin batch with every kind of token that lies, and where its money ends.
contract ZooTest is Base {
    /// @dev Swap and bridge a given token, then see where its money is.
    function _originOf(address token) private returns (IntentWallet wallet) {
        tokenA = Token(token);
        Call[] memory calls = originBatch(1_000, 10, 900);
        Config memory config = configOf(calls, 1);
        tokenA.mint(address(walletOf(config)), 1_000);
        relay(config, calls, 0, 1);
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
        relay(config, calls, 0, 9);
    }

    function test_ZooFalseIsFailure() external {
        FalseToken token = new FalseToken();
        token.setRefuses(true);
        tokenA = token;
        Call[] memory calls = originBatch(1_000, 10, 900);
        Config memory config = configOf(calls, 1);
        token.mint(address(walletOf(config)), 1_000);
        vm.expectPartialRevert(IntentWallet.CallReverted.selector);
        relay(config, calls, 0, 1);
        token.setRefuses(false);
        relay(config, calls, 0, 1);
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
        relay(config, calls, 0, 1);
        token.rebase(12_000);
        relay(config, calls, 0, 1);
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
        tolerant(wallet, config, calls, 0, 1);
    }
}
