// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Base, Call, Config, IntentRouter, IntentWallet, Step} from "./Base.sol";
import {Injection} from "../src/lib/Injection.sol";

/// @notice Amounts that are measured at run time and written into call data that was fixed before.
contract InjectionTest is Base {
    function testFuzz_AnInjectedCallEarnsTheFee(uint96 amount, uint96 fee, bool broken) external {
        vault.setBroken(broken);
        Call[] memory calls = new Call[](2);
        calls[0] = ignored(injectSupply(address(tokenA), amount, 0), 400_000);
        calls[1] = payFee(address(tokenB), fee);
        Config memory config = configOf(calls, 1);
        IntentWallet wallet = deployed(config);
        tokenA.mint(address(wallet), amount);
        tokenB.mint(address(wallet), fee);
        tolerant(wallet, config, calls, 0, 1);
        assertEq(tokenB.balanceOf(collector), broken ? 0 : fee);
        assertEq(tokenB.balanceOf(address(wallet)), broken ? fee : 0);
    }

    function testFuzz_InjectionChangesExactly32Bytes(uint96 amount) external {
        Call[] memory calls = destinationBatch(address(tokenA), amount);
        Config memory config = configOf(calls, 1);
        IntentWallet wallet = deployed(config);
        tokenA.mint(address(wallet), amount);
        tolerant(wallet, config, calls, 0, 1);
        assertEq(vault.supplied(recipient), amount);
        assertEq(
            vault.lastData(), abi.encodeCall(vault.supply, (address(tokenA), uint256(amount), recipient, 77))
        );
        assertEq(tokenA.allowance(address(wallet), address(vault)), 0);
        assertEq(tokenA.balanceOf(address(wallet)), 0);
    }

    function testFuzz_InjectionPaysTheRecipientIfTheTargetFails(uint96 amount) external {
        vault.setBroken(true);
        Call[] memory calls = destinationBatch(address(tokenA), amount);
        Config memory config = configOf(calls, 1);
        IntentWallet wallet = deployed(config);
        tokenA.mint(address(wallet), amount);
        tolerant(wallet, config, calls, 0, 1);
        assertEq(tokenA.balanceOf(recipient), amount);
        assertEq(tokenA.allowance(address(wallet), address(vault)), 0);
    }

    function testFuzz_InjectionOfNative(uint96 amount, bool whole) external {
        Call[] memory calls = calls1(injectSupply(address(0), amount, whole ? ALL : uint256(amount) / 2));
        Config memory config = configOf(calls, 1);
        IntentWallet wallet = deployed(config);
        vm.deal(address(wallet), amount);
        tolerant(wallet, config, calls, 0, 1);
        assertEq(vault.supplied(recipient), amount);
        assertEq(vault.lastValue(), whole ? amount : amount / 2);
    }

    function testFuzz_InjectionRespectsItsMinimum(uint96 amount, uint96 minAmount) external {
        Call[] memory calls = calls1(injectSupply(address(tokenA), minAmount, 0));
        Config memory config = configOf(calls, 1);
        IntentWallet wallet = deployed(config);
        tokenA.mint(address(wallet), amount);
        if (amount < minAmount) {
            bytes memory reason =
                abi.encodeWithSelector(IntentRouter.AmountTooLow.selector, address(tokenA), minAmount, amount);
            vm.expectRevert(abi.encodeWithSelector(IntentWallet.CallReverted.selector, 0, reason));
        }
        tolerant(wallet, config, calls, 0, 1);
        assertEq(vault.supplied(recipient), amount < minAmount ? 0 : amount);
    }

    function testFuzz_InjectionAllowanceIsTakenBack(uint96 amount) external {
        amount = uint96(bound(amount, 4, type(uint96).max));
        uint256[] memory offsets = new uint256[](1);
        offsets[0] = 36;
        bytes memory inner = abi.encodeCall(exchange.takeHalf, (address(tokenA), PLACEHOLDER));
        bytes memory data = abi.encodeCall(
            router.injectAndCall, (address(tokenA), address(exchange), address(exchange), 0, 0, offsets, inner)
        );
        Call[] memory calls = calls1(delegated(address(router), data));
        Config memory config = configOf(calls, 1);
        IntentWallet wallet = deployed(config);
        tokenA.mint(address(wallet), amount);
        tolerant(wallet, config, calls, 0, 1);
        assertEq(tokenA.balanceOf(address(wallet)), amount - amount / 2);
        assertEq(tokenA.allowance(address(wallet), address(exchange)), 0);
    }

    /// @dev Same chain: swap, then hand everything to the recipient or to a target, with one wallet.
    function testFuzz_SameChainSwapThenCall(uint96 amount, uint16 rateBps, bool vaultBroken) external {
        vault.setBroken(vaultBroken);
        exchange.set(rateBps, false);
        uint256 out = uint256(amount) * rateBps / 10_000;
        Call[] memory calls = new Call[](4);
        Step[] memory steps = steps1(swapStep(address(tokenA), address(tokenB), amount));
        calls[0] = minBalance(address(tokenA), amount);
        calls[1] = ignored(runRouter(address(tokenA), amount, steps, outputs1(address(tokenB), out)), RUN_GAS);
        calls[2] = ignored(injectSupply(address(tokenB), out, 0), 400_000);
        calls[3] = fallbackOnly(sweep(address(tokenB), recipient, out));
        Config memory config = configOf(calls, 1);
        tokenA.mint(address(walletOf(config)), amount);
        relay(config, calls, 0, 1);
        assertEq(vault.supplied(recipient), vaultBroken ? 0 : out);
        assertEq(tokenB.balanceOf(recipient), vaultBroken ? out : 0);
    }

    function testFuzz_WrongOffsetsAreRefused(bytes memory data, uint256 offset) external {
        InjectionHarness harness = new InjectionHarness();
        uint256[] memory offsets = new uint256[](1);
        offsets[0] = offset;
        vm.expectPartialRevert(Injection.PlaceholderMissing.selector);
        harness.inject(data, offsets, 1);
    }

    function testFuzz_InjectAnywhereTouchesNothingElse(bytes memory head, bytes memory tail, uint256 amount) external {
        InjectionHarness harness = new InjectionHarness();
        head = abi.encodePacked(bytes4(0x11223344), head);
        uint256[] memory offsets = new uint256[](1);
        offsets[0] = head.length;
        bytes memory patched = harness.inject(abi.encodePacked(head, PLACEHOLDER, tail), offsets, amount);
        assertEq(patched, abi.encodePacked(head, amount, tail));
    }

    function test_TheFirstArgumentCanBeInjected() external {
        InjectionHarness harness = new InjectionHarness();
        uint256[] memory offsets = new uint256[](1);
        offsets[0] = 4;
        bytes memory patched = harness.inject(abi.encodePacked(bytes4(0x11223344), PLACEHOLDER), offsets, 7);
        assertEq(patched, abi.encodePacked(bytes4(0x11223344), uint256(7)));
    }

    /// @dev A placeholder that the data's end cuts off is none; the last whole word is the last that is looked at.
    function testFuzz_InjectionStaysInsideTheData(uint8 cut) external {
        InjectionHarness harness = new InjectionHarness();
        uint256[] memory offsets = new uint256[](1);
        offsets[0] = 36 + bound(cut, 1, 31);
        bytes memory data = abi.encodePacked(bytes4(0x11223344), PLACEHOLDER, PLACEHOLDER);
        vm.expectRevert(abi.encodeWithSelector(Injection.PlaceholderMissing.selector, offsets[0], 0));
        harness.inject(data, offsets, 1);
    }

    function test_InjectionCannotTouchTheSelector() external {
        InjectionHarness harness = new InjectionHarness();
        uint256[] memory offsets = new uint256[](1);
        offsets[0] = 3;
        vm.expectPartialRevert(Injection.PlaceholderMissing.selector);
        harness.inject(abi.encodePacked(bytes3(0x112233), PLACEHOLDER, uint256(1)), offsets, 1);
    }
}

contract InjectionHarness {
    function inject(bytes calldata data, uint256[] calldata offsets, uint256 amount)
        external
        pure
        returns (bytes memory)
    {
        return Injection.inject(data, offsets, amount);
    }
}
