// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Base, Call, Config, Deposit, Execution, IntentWallet, TokenPermit} from "./Base.sol";
import {AuthorizedToken} from "./mocks/Zoo.sol";

/// @notice What the usual transactions cost with mocks as targets (the vault mock alone writes eight slots), so that a change of the contracts
/// shows here first. docs/reference/gas.md has the figures with real pools, bridges and markets. Bounds are today's figures and three percent.
contract GasTest is Base {
    /// @dev What a transaction would cost: its base, its call data, and the call. Refunds for cleared storage are not counted.
    function _measure(string memory name, address to, bytes memory data, uint256 max) private {
        uint256 cost = 21_000;
        for (uint256 i; i < data.length; ++i) {
            cost += data[i] == 0 ? 4 : 16;
        }
        vm.prank(relayer, relayer);
        uint256 before = gasleft();
        (bool ok,) = to.call(data);
        cost += before - gasleft();
        assertTrue(ok);
        emit log_named_uint(name, cost);
        assertLe(cost, max, name);
    }

    function test_GasDepositWithPermit() external {
        tokenA.mint(owner.addr, 1_005);
        tokenA.mint(collector, 1); // a collector that was paid before
        Deposit memory deposit = Deposit(owner.addr, address(tokenA), 1_000, recipient, 5_000, 1, 5, collector);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(owner, entrypoint.hashDeposit(deposit));
        bytes memory signature = abi.encodePacked(r, s, v);
        (v, r, s) = vm.sign(owner, tokenA.permitDigest(owner.addr, address(entrypoint), 1_005, 0, 9_999));
        bytes memory data = abi.encodeCall(
            entrypoint.depositToIntentWithPermit, (deposit, signature, TokenPermit(1_005, 9_999, abi.encodePacked(r, s, v)))
        );
        vm.cool(address(tokenA));
        vm.cool(address(entrypoint));
        _measure("deposit with permit", address(entrypoint), data, 165_000);
    }

    function test_GasOriginDeploySwapBridgeFee() external {
        tokenA.mint(collector, 1);
        Call[] memory calls = originBatch(1_000, 10, 900);
        Config memory config = configOf(calls, 1);
        tokenA.mint(address(walletOf(config)), 1_000);
        _coolAll();
        bytes memory data = abi.encodeCall(guest.deployAndExecuteAsExecutor, (config, calls, 0, 1));
        _measure("origin: deploy, swap, bridge, fee", address(guest), data, 484_000);
    }

    function test_GasDestinationDeploySupply() external {
        Call[] memory calls = destinationBatch(address(tokenA), 1_000);
        Config memory config = configOf(calls, 1);
        tokenA.mint(address(walletOf(config)), 1_000);
        _coolAll();
        bytes memory data = abi.encodeCall(guest.deployAndExecuteAsExecutor, (config, calls, 0, 1));
        _measure("destination: deploy, supply", address(guest), data, 371_000);
    }

    function test_GasRefundByAnyone() external {
        Config memory config = emptyConfig();
        deployed(config);
        tokenA.mint(address(walletOf(config)), 1_000);
        vm.warp(REFUND_AT);
        bytes memory data = abi.encodeCall(IntentWallet.refund, (config, list(address(tokenA))));
        _coolAll();
        _measure("refund by anyone", address(walletOf(config)), data, 67_100);
    }

    function test_GasDeployAndRefundByAnyone() external {
        Config memory config = emptyConfig();
        tokenA.mint(address(walletOf(config)), 1_000);
        vm.warp(REFUND_AT);
        _coolAll();
        bytes memory data = abi.encodeCall(guest.deployAndRefund, (config, list(address(tokenA))));
        _measure("deploy and refund by anyone", address(guest), data, 124_500);
    }

    function test_GasStrictBundleOfFive() external {
        tokenA.mint(collector, 1);
        Execution[] memory many = new Execution[](5);
        for (uint256 i; i < 5; ++i) {
            Call[] memory calls = originBatch(1_000, 10, 900);
            Config memory config = configOf(calls, 1);
            config.salt = i;
            tokenA.mint(address(walletOf(config)), 1_000);
            bytes memory execution = abi.encodeCall(IntentWallet.executeStrictly, (config, calls, 0, 1));
            many[i] = Execution(hasher.config(config), 1_500_000, "", execution);
        }
        _coolAll();
        _measure("strict bundle of five origins", address(guest), abi.encodeCall(guest.executeMany, (many)), 1_900_000);
        assertEq(bridge.bridged(recipient), 4_500);
    }

    function test_GasSubmitGrant() external {
        address fresh = makeAddr("fresh");
        bytes memory data = abi.encodeCall(guest.submitGrant, (fresh, GRANT_UNTIL, 1, grantFor(fresh, GRANT_UNTIL, 1)));
        vm.cool(address(guest));
        _measure("a relayer's first grant", address(guest), data, 60_000);
    }

    function test_GasDepositByAuthorization() external {
        AuthorizedToken usdc = new AuthorizedToken();
        usdc.mint(owner.addr, 1_005);
        usdc.mint(collector, 1);
        Deposit memory deposit = Deposit(owner.addr, address(usdc), 1_000, recipient, 5_000, 1, 5, collector);
        bytes32 nonce = entrypoint.hashDeposit(deposit);
        (uint8 v, bytes32 r, bytes32 s) =
            vm.sign(owner, usdc.authorizationDigest(owner.addr, address(entrypoint), 1_005, 0, 5_000, nonce));
        bytes memory data = abi.encodeCall(
            entrypoint.depositToIntentWithAuthorization, (deposit, abi.encodePacked(r, s, v))
        );
        vm.cool(address(usdc));
        vm.cool(address(entrypoint));
        _measure("deposit by authorization", address(entrypoint), data, 190_000);
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
