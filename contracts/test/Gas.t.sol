// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Base, Call, Config, Deposit, Execution, IntentWallet} from "./Base.sol";

/// @notice What the usual transactions cost, targets included (mocks: a swap and a bridge of about 60,000 each). Bounds are the figures that
/// a change may not exceed; `forge snapshot` keeps the exact ones.
contract GasTest is Base {
    function _measure(address to, bytes memory data, uint256 max) private {
        uint256 before = gasleft();
        (bool ok,) = to.call(data);
        uint256 used = before - gasleft();
        assertTrue(ok);
        // What a transaction costs before it begins; call data at its worst, no byte zero.
        assertLt(used + 21_000, max);
    }

    function test_GasDepositWithPermit() external {
        tokenA.mint(owner.addr, 1_005);
        Deposit memory deposit = Deposit(owner.addr, address(tokenA), 1_000, recipient, 5_000, 1, 5, collector);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(owner, entrypoint.hashDeposit(deposit));
        bytes memory signature = abi.encodePacked(r, s, v);
        (v, r, s) = vm.sign(owner, tokenA.permitDigest(owner.addr, address(entrypoint), 1_005, 0, 9_999));
        bytes memory data = abi.encodeCall(
            entrypoint.depositToIntentWithPermit, (deposit, signature, 1_005, 9_999, abi.encodePacked(r, s, v))
        );
        vm.cool(address(tokenA));
        vm.cool(address(entrypoint));
        _measure(address(entrypoint), data, 200_000);
    }

    function test_GasOriginDeploySwapBridgeFee() external {
        Call[] memory calls = originBatch(1_000, 10, 900);
        Config memory config = configOf(calls, 1);
        tokenA.mint(address(walletOf(config)), 1_000);
        _coolAll();
        _measure(address(guest), abi.encodeCall(guest.deployAndExecute, (config, calls, 0, 1)), 500_000);
    }

    function test_GasDestinationDeploySupply() external {
        Call[] memory calls = destinationBatch(address(tokenA), 1_000);
        Config memory config = configOf(calls, 1);
        tokenA.mint(address(walletOf(config)), 1_000);
        _coolAll();
        _measure(address(guest), abi.encodeCall(guest.deployAndExecute, (config, calls, 0, 1)), 500_000);
    }

    function test_GasRefundByAnyone() external {
        Config memory config = emptyConfig();
        deployed(config);
        tokenA.mint(address(walletOf(config)), 1_000);
        vm.warp(REFUND_AT);
        bytes memory data = abi.encodeCall(IntentWallet.refund, (config, list(address(tokenA))));
        _coolAll();
        _measure(address(walletOf(config)), data, 105_000);
    }

    function test_GasDeployAndRefundByAnyone() external {
        Config memory config = emptyConfig();
        tokenA.mint(address(walletOf(config)), 1_000);
        vm.warp(REFUND_AT);
        _coolAll();
        _measure(address(guest), abi.encodeCall(guest.deployAndRefund, (config, list(address(tokenA)))), 200_000);
    }

    function _coolAll() private {
        address[9] memory touched = [
            address(guest),
            address(factory),
            address(implementation),
            address(router),
            address(shim),
            address(utils),
            address(tokenA),
            address(tokenB),
            address(exchange)
        ];
        for (uint256 i; i < touched.length; ++i) {
            vm.cool(touched[i]);
        }
        vm.cool(address(bridge));
        vm.cool(address(vault));
    }
}
