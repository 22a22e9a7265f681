// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Base, IntentRouter, Output, Step} from "./Base.sol";
import {Forbidden} from "../src/lib/Forbidden.sol";
import {Permits} from "../src/lib/Permits.sol";
import {Counter} from "./mocks/Targets.sol";

/// @notice Nobody leaves something in the router's name, and nobody takes what was entrusted to it.
contract ForbiddenTest is Base {
    string[27] private forbidden = [
        "approve(address,uint256)",
        "approve(address)",
        "approve(address,uint256,uint256)",
        "approve(address,address,uint160,uint48)",
        "increaseAllowance(address,uint256)",
        "increaseApproval(address,uint256)",
        "approveAndCall(address,uint256)",
        "approveAndCall(address,uint256,bytes)",
        "setApprovalForAll(address,bool)",
        "setOperator(address,bool)",
        "authorizeOperator(address)",
        "allow(address,bool)",
        "approveDelegation(address,uint256)",
        "setAuthorization(address,bool)",
        "setRelayerApproval(address,address,bool)",
        "setInterfaceImplementer(address,bytes32,address)",
        "setManager(address,address)",
        "transferFrom(address,address,uint256)",
        "safeTransferFrom(address,address,uint256)",
        "safeTransferFrom(address,address,uint256,bytes)",
        "safeTransferFrom(address,address,uint256,uint256,bytes)",
        "safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)",
        "transferFrom(address,address,uint256,uint256)",
        "transferFrom(address,address,uint160,address)",
        "operatorSend(address,address,uint256,bytes,bytes)",
        "transferFromAndCall(address,address,uint256)",
        "transferFromAndCall(address,address,uint256,bytes)"
    ];

    string[9] private allowed = [
        "transfer(address,uint256)",
        "deposit()",
        "withdraw(uint256)",
        "exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))",
        "swap(uint256,uint256,address,bytes)",
        "swapExactTokensForTokens(uint256,uint256,address[],address,uint256)",
        "depositV3(address,address,address,address,uint256,uint256,uint256,address,uint32,uint32,uint32,bytes)",
        "depositForBurn(uint256,uint32,bytes32,address)",
        "deposit(uint256,address)"
    ];

    function _step(address target, bytes memory data) private pure returns (Step[] memory) {
        Step memory step;
        step.target = target;
        step.data = data;
        return steps1(step);
    }

    function test_NoStepLeavesStateInTheRoutersName() external {
        Anything anything = new Anything();
        for (uint256 i; i < forbidden.length; ++i) {
            bytes4 selector = bytes4(keccak256(bytes(forbidden[i])));
            vm.expectRevert(
                abi.encodeWithSelector(IntentRouter.ForbiddenCall.selector, 0, address(anything), selector)
            );
            router.run(
                address(0), 0, _step(address(anything), abi.encodePacked(selector, new bytes(96))), new Output[](0)
            );
        }
        assertEq(anything.calls(), 0);
    }

    function test_WhatRoutesNeedIsAllowed() external {
        Anything anything = new Anything();
        for (uint256 i; i < allowed.length; ++i) {
            bytes4 selector = bytes4(keccak256(bytes(allowed[i])));
            router.run(address(0), 0, _step(address(anything), abi.encodePacked(selector)), new Output[](0));
        }
        assertEq(anything.calls(), allowed.length);
    }

    /// @dev Whatever the function: the registry of hooks and Permit2 keep state for whoever calls.
    function testFuzz_RegistryAndPermit2AreNoTargets(bytes4 selector, bool registry) external {
        address target = registry ? Forbidden.ERC1820_REGISTRY : Permits.PERMIT2;
        vm.etch(target, address(new Anything()).code);
        vm.expectRevert(abi.encodeWithSelector(IntentRouter.ForbiddenCall.selector, 0, target, selector));
        router.run(address(0), 0, _step(target, abi.encodePacked(selector)), new Output[](0));
    }

    function testFuzz_SecondStepIsLookedAtToo(uint8 which) external {
        bytes4 selector = bytes4(keccak256(bytes(forbidden[which % 27])));
        Step[] memory steps = new Step[](2);
        steps[0] = _step(address(counter), abi.encodeCall(counter.hit, ()))[0];
        steps[1] = _step(address(counter), abi.encodePacked(selector))[0];
        vm.expectRevert(abi.encodeWithSelector(IntentRouter.ForbiddenCall.selector, 1, address(counter), selector));
        router.run(address(0), 0, steps, new Output[](0));
    }

    /// @dev An allowance that somebody gave the router by mistake is out of everybody's reach.
    function testFuzz_MistakenAllowancesAreSafe(uint96 amount, address victim) external {
        vm.assume(victim != address(0) && victim != address(router));
        tokenA.mint(victim, amount);
        vm.prank(victim);
        tokenA.approve(address(router), amount);
        bytes memory theft = abi.encodeCall(tokenA.transferFrom, (victim, stranger, amount));
        vm.prank(stranger);
        vm.expectPartialRevert(IntentRouter.ForbiddenCall.selector);
        router.run(address(0), 0, _step(address(tokenA), theft), new Output[](0));
        assertEq(tokenA.balanceOf(victim), amount);
    }
}

contract Anything {
    uint256 public calls;

    fallback() external {
        calls += 1;
    }
}
