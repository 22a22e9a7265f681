// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Base, Call, Config, IntentRouter, IntentRouterShim, IntentWallet, Output, Step} from "./Base.sol";
import {Tokens} from "../src/lib/Tokens.sol";
import {Transient} from "../src/lib/Transient.sol";
import {Exchange, Trigger} from "./mocks/Targets.sol";
import {FeeToken, HookToken, Token, Wrapped} from "./mocks/Zoo.sol";

contract RouterTest is Base {
    function _approved(address token, uint256 amount) private {
        Token(token).mint(address(this), amount);
        Token(token).approve(address(router), amount);
    }

    receive() external payable {}

    // ----------------------------------------------------------------------------------------------------------------- run

    function testFuzz_RunConservesValue(uint96 amount, uint16 rateBps, uint96 used) external {
        used = uint96(bound(used, 0, amount));
        exchange.set(rateBps, false);
        _approved(address(tokenA), amount);
        router.run(
            address(tokenA),
            amount,
            steps1(swapStep(address(tokenA), address(tokenB), used)),
            outputs1(address(tokenB), 0)
        );
        assertEq(tokenA.balanceOf(address(this)), amount - used);
        assertEq(tokenB.balanceOf(address(this)), uint256(used) * rateBps / 10_000);
        assertEq(tokenA.balanceOf(address(router)) + tokenB.balanceOf(address(router)), 0);
        assertEq(tokenA.allowance(address(router), address(exchange)), 0);
        assertEq(tokenA.allowance(address(this), address(router)), 0);
    }

    // -------------------------------------------------------------------------------------------------------------- a model

    struct World {
        address[3] tokens;
        uint256[3] held;
        bool[3] listed;
        uint256 input;
        uint256 amount;
        Step[] steps;
        Output[] outputs;
        bytes refusal;
    }

    /// @dev Runs of up to nine steps between native and two tokens, in part or all there is, with dust lying at the router, and up to 33 outputs in any
    /// order, asked for to the unit or one unit more: what comes back, what stays, and why it is refused. A run tries eight.
    function testFuzz_RunsAgainstAModel(uint256 seed) external {
        Token filler = new Token();
        uint256 state = vm.snapshotState();
        for (uint256 k; k < 8; ++k) {
            vm.revertToState(state);
            uint256 r = uint256(keccak256(abi.encode(seed, k)));
            World memory w = _world(r);
            _plan(w, r);
            _outputs(w, r, address(filler));
            filler.mint(address(router), 3);
            if (w.refusal.length != 0) vm.expectRevert(w.refusal);
            router.run{value: w.input == 0 ? w.amount : 0}(w.tokens[w.input], w.amount, w.steps, w.outputs);
            if (w.refusal.length == 0) _compare(w);
        }
    }

    function _world(uint256 r) private returns (World memory w) {
        w.tokens = [address(0), address(tokenA), address(tokenB)];
        (w.input, w.amount) = ((r >> 8) % 3, (r >> 16) % 1_000_000);
        vm.deal(address(this), 0);
        for (uint256 k; k < 3; ++k) {
            w.listed[k] = (r >> (40 + 2 * k)) % 4 != 0;
            w.held[k] = (r >> (50 + 3 * k)) % 8;
            if (k == 0) vm.deal(address(router), w.held[k]);
            else Token(w.tokens[k]).mint(address(router), w.held[k]);
        }
        if (w.input == 0) vm.deal(address(this), w.amount);
        else _approved(w.tokens[w.input], w.amount);
        w.held[w.input] += w.amount;
    }

    /// @dev Three of four steps swap; the fourth sends native token along with another one.
    function _plan(World memory w, uint256 seed) private view {
        w.steps = new Step[]((seed >> 70) % 4 == 0 ? 0 : (seed >> 72) % 10);
        for (uint256 i; i < w.steps.length; ++i) {
            uint256 r = uint256(keccak256(abi.encode(seed, i)));
            (uint256 x, uint256 y, bool all) = (r % 3, (r >> 8) % 3, (r >> 16) % 2 == 0);
            bool sends = (r >> 32) % 4 == 0;
            uint256 from = sends ? 0 : x;
            uint256 used = all ? w.held[from] : w.held[from] * ((r >> 24) % 5) / 4;
            Step memory step = swapStep(w.tokens[x], w.tokens[y], sends ? 0 : all ? ALL : used);
            if (sends) (step.target, step.value, step.data) = (address(counter), all ? ALL : used, abi.encodeCall(counter.hit, ()));
            w.steps[i] = step;
            if (w.refusal.length != 0) continue;
            if (x != w.input && !w.listed[x]) w.refusal = abi.encodeWithSelector(IntentRouter.UnlistedToken.selector, i, w.tokens[x]);
            else if (sends && step.value != 0 && w.input != 0 && !w.listed[0]) {
                w.refusal = abi.encodeWithSelector(IntentRouter.UnlistedToken.selector, i, address(0));
            }
            w.held[from] -= used;
            if (!sends) w.held[y] += used;
        }
    }

    function _outputs(World memory w, uint256 r, address filler) private pure {
        uint256 fillers = [uint256(0), 1, 12, 30][(r >> 90) % 4];
        uint256 count;
        for (uint256 k; k < 3; ++k) {
            if (w.listed[k]) ++count;
        }
        w.outputs = new Output[](count + fillers);
        bool last = (r >> 92) % 2 == 0;
        for (uint256 i; i < fillers; ++i) {
            w.outputs[last ? i : count + i] = Output(filler, 0);
        }
        uint256 at = last ? fillers : 0;
        for (uint256 k; k < 3; ++k) {
            if (!w.listed[k]) continue;
            bool tooMuch = (r >> (96 + 3 * k)) % 8 == 0;
            uint256 least = tooMuch ? w.held[k] + 1 : (r >> (110 + k)) % 2 == 0 ? w.held[k] : 0;
            w.outputs[at++] = Output(w.tokens[k], least);
            if (tooMuch && w.refusal.length == 0) {
                w.refusal = abi.encodeWithSelector(IntentRouter.AmountTooLow.selector, w.tokens[k], least, w.held[k]);
            }
        }
    }

    function _compare(World memory w) private view {
        for (uint256 k; k < 3; ++k) {
            uint256 back = k == w.input || w.listed[k] ? w.held[k] : 0;
            assertEq(Tokens.balanceOf(w.tokens[k], address(this)), back);
            assertEq(Tokens.balanceOf(w.tokens[k], address(router)), w.held[k] - back);
            if (k != 0) assertEq(Token(w.tokens[k]).allowance(address(router), address(exchange)), 0);
        }
    }

    function testFuzz_MinimumOutputIsRespected(uint96 amount, uint16 rateBps, uint96 minAmount) external {
        exchange.set(rateBps, false);
        _approved(address(tokenA), amount);
        uint256 out = uint256(amount) * rateBps / 10_000;
        if (out < minAmount) {
            vm.expectRevert(
                abi.encodeWithSelector(IntentRouter.AmountTooLow.selector, address(tokenB), minAmount, out)
            );
        }
        router.run(
            address(tokenA),
            amount,
            steps1(swapStep(address(tokenA), address(tokenB), amount)),
            outputs1(address(tokenB), minAmount)
        );
        assertEq(tokenB.balanceOf(address(this)), out < minAmount ? 0 : out);
    }

    function testFuzz_MeasuredStepUsesAllThereIs(uint96 amount, uint96 donated) external {
        _approved(address(tokenA), amount);
        tokenA.mint(address(router), donated);
        router.run(
            address(tokenA),
            amount,
            steps1(swapStep(address(tokenA), address(tokenB), ALL)),
            outputs1(address(tokenB), amount)
        );
        assertEq(tokenB.balanceOf(address(this)), uint256(amount) + donated);
    }

    function testFuzz_NativeInAndOut(uint96 amount, bool measured) external {
        vm.deal(address(this), amount);
        Output[] memory outputs = new Output[](2);
        outputs[0] = Output(address(tokenA), 0);
        outputs[1] = Output(address(0), amount);
        Step[] memory steps = new Step[](2);
        steps[0] = swapStep(address(0), address(tokenA), measured ? ALL : amount);
        steps[1] = swapStep(address(tokenA), address(0), measured ? ALL : amount);
        router.run{value: amount}(address(0), amount, steps, outputs);
        assertEq(address(this).balance, amount);
        assertEq(address(router).balance, 0);
    }

    function testFuzz_UnwrapsWithin2300Gas(uint96 amount) external {
        Wrapped wrapped = new Wrapped();
        vm.deal(address(this), amount);
        wrapped.deposit{value: amount}();
        wrapped.approve(address(router), amount);
        Step memory step = swapStep(address(wrapped), address(0), amount);
        step.target = address(wrapped);
        step.spender = address(0);
        step.data = abi.encodeCall(wrapped.withdraw, (amount));
        router.run(address(wrapped), amount, steps1(step), outputs1(address(0), amount));
        assertEq(address(this).balance, amount);
    }

    function testFuzz_WrongValueIsRefused(uint96 amount, uint96 sent, bool native) external {
        vm.deal(stranger, sent);
        vm.assume(native ? sent != amount : sent != 0);
        vm.prank(stranger, sent % 2 == 0 ? stranger : relayer);
        vm.expectRevert(abi.encodeWithSelector(IntentRouter.WrongValue.selector, native ? amount : 0, sent));
        router.run{value: sent}(native ? address(0) : address(tokenA), amount, new Step[](0), new Output[](0));
    }

    function testFuzz_NativeFromOutsideIsRefused(uint96 amount, bool isFirst) external {
        vm.deal(stranger, amount);
        vm.prank(stranger, isFirst ? stranger : relayer);
        (bool ok, bytes memory reason) = address(router).call{value: amount}("");
        assertFalse(ok);
        assertEq(reason, abi.encodeWithSelector(IntentRouter.Unexpected.selector, stranger, amount));
    }

    function testFuzz_UnusedAllowanceIsTakenBack(uint96 amount) external {
        amount = uint96(bound(amount, 2, type(uint96).max));
        _approved(address(tokenA), amount);
        Step memory step = swapStep(address(tokenA), address(tokenB), amount);
        step.data = abi.encodeCall(exchange.takeHalf, (address(tokenA), amount));
        router.run(address(tokenA), amount, steps1(step), new Output[](0));
        assertEq(tokenA.allowance(address(router), address(exchange)), 0);
        assertEq(tokenA.balanceOf(address(this)), amount - amount / 2);
    }

    /// @dev A step's target is allowed exactly the step's amount, though the router holds more.
    function testFuzz_StepIsAllowedItsAmountOnly(uint96 amount, uint96 wanted) external {
        wanted = uint96(bound(wanted, 0, amount));
        _approved(address(tokenA), amount);
        Step memory step = swapStep(address(tokenA), address(tokenB), wanted);
        step.data = abi.encodeCall(exchange.swap, (address(tokenA), address(tokenB), uint256(wanted) + 1));
        vm.expectPartialRevert(IntentRouter.StepFailed.selector);
        router.run(address(tokenA), amount, steps1(step), outputs1(address(tokenB), 0));
    }

    function testFuzz_UnlistedTokensAreRefused(uint96 amount) external {
        _approved(address(tokenA), amount);
        Step memory step = swapStep(address(tokenB), address(tokenA), 0);
        vm.expectRevert(abi.encodeWithSelector(IntentRouter.UnlistedToken.selector, 0, address(tokenB)));
        router.run(address(tokenA), amount, steps1(step), new Output[](0));
        step = swapStep(address(tokenA), address(tokenB), 0);
        step.value = 1;
        vm.expectRevert(abi.encodeWithSelector(IntentRouter.UnlistedToken.selector, 0, address(0)));
        router.run(address(tokenA), amount, steps1(step), new Output[](0));
    }

    function test_StepFailureCarriesItsReason() external {
        exchange.set(10_000, true);
        _approved(address(tokenA), 5);
        bytes memory reason = abi.encodeWithSelector(Exchange.Broken.selector);
        vm.expectRevert(abi.encodeWithSelector(IntentRouter.StepFailed.selector, 0, reason));
        router.run(
            address(tokenA), 5, steps1(swapStep(address(tokenA), address(tokenB), 5)), outputs1(address(tokenB), 0)
        );
    }

    /// @dev Another wallet's owner gets control in the middle of a run and tries to start a run of its own, and to take what is there.
    function testFuzz_NobodyEntersARunHalfWay(uint96 amount, bool viaWallet) external {
        amount = uint96(bound(amount, 1, type(uint96).max));
        HookToken hooked = new HookToken();
        hooked.mint(address(exchange), amount);
        Trigger thief = new Trigger();
        hooked.register(address(router), address(thief));
        bytes memory theft =
            abi.encodeCall(router.run, (address(0), 0, new Step[](0), outputs1(address(hooked), 0)));
        if (viaWallet) {
            Call[] memory calls = calls1(
                runRouter(address(0), 0, new Step[](0), outputs1(address(hooked), 0))
            );
            Config memory config = emptyConfig();
            config.owner = address(thief);
            IntentWallet wallet = deployed(config);
            theft = abi.encodeCall(wallet.executeAsOwner, (config, calls, 0, 1, ""));
            thief.arm(address(wallet), theft);
        } else {
            thief.arm(address(router), theft);
        }
        _approved(address(tokenA), amount);
        router.run(
            address(tokenA),
            amount,
            steps1(swapStep(address(tokenA), address(hooked), amount)),
            outputs1(address(hooked), amount)
        );
        assertTrue(thief.fired());
        assertFalse(thief.succeeded());
        assertEq(hooked.balanceOf(address(this)), amount);
        assertEq(hooked.balanceOf(address(thief)), 0);
    }

    function testFuzz_RunIsNotForDelegateCalls(uint96 amount, bool isFirst) external {
        Call[] memory calls = calls1(
            delegated(
                address(router),
                abi.encodeCall(router.run, (address(tokenA), amount, new Step[](0), new Output[](0)))
            )
        );
        Config memory config = configOf(calls, 1);
        IntentWallet wallet = deployed(config);
        bytes memory reason = abi.encodeWithSelector(IntentRouter.CallOnly.selector);
        vm.prank(address(guest), isFirst ? address(guest) : relayer);
        vm.expectRevert(abi.encodeWithSelector(IntentWallet.CallReverted.selector, 0, reason));
        wallet.executeAsExecutor(config, calls, 0, 1);
    }

    function testFuzz_HelpersAreForDelegateCallsOnly(address token, address to, uint256 amount, bool isFirst) external {
        vm.startPrank(stranger, isFirst ? stranger : relayer);
        bytes4 refusal = IntentRouter.DelegateCallOnly.selector;
        vm.expectRevert(refusal);
        router.sweep(token, to, amount);
        vm.expectRevert(refusal);
        router.pay(token, to, amount);
        vm.expectRevert(refusal);
        router.payFeeIfSucceeded(token, amount, to);
        vm.expectRevert(refusal);
        router.injectAndCall(token, to, to, 0, amount, new uint256[](0), "");
        vm.expectRevert(IntentRouterShim.DelegateCallOnly.selector);
        shim.run(token, amount, new Step[](0), new Output[](0));
    }

    // ---------------------------------------------------------------------------------------------------------------- shim

    function testFuzz_ShimTakesExactlyTheAmount(uint96 amount, uint96 surplus, bool whole) external {
        Step[] memory steps = steps1(swapStep(address(tokenA), address(tokenB), ALL));
        Call[] memory calls = calls1(
            runRouter(address(tokenA), whole ? ALL : amount, steps, outputs1(address(tokenB), amount))
        );
        Config memory config = configOf(calls, 1);
        IntentWallet wallet = deployed(config);
        tokenA.mint(address(wallet), uint256(amount) + surplus);
        tolerant(wallet, config, calls, 0, 1);
        assertEq(tokenA.balanceOf(address(wallet)), whole ? 0 : surplus);
        assertEq(tokenB.balanceOf(address(wallet)), whole ? uint256(amount) + surplus : amount);
        assertEq(tokenA.allowance(address(wallet), address(router)), 0);
    }

    function testFuzz_ShimForwardsNative(uint96 amount, bool whole) external {
        Step[] memory steps = steps1(swapStep(address(0), address(tokenB), ALL));
        Call[] memory calls =
            calls1(runRouter(address(0), whole ? ALL : amount, steps, outputs1(address(tokenB), amount)));
        Config memory config = configOf(calls, 1);
        IntentWallet wallet = deployed(config);
        vm.deal(address(wallet), amount);
        tolerant(wallet, config, calls, 0, 1);
        assertEq(tokenB.balanceOf(address(wallet)), amount);
    }

    function _deployed(IntentWallet other, Config memory config) private returns (address) {
        vm.prank(config.executor);
        return factory.deploy(address(other), config);
    }

    function test_ShimRefusesAMissingRouter() external {
        IntentRouterShim lost = new IntentRouterShim(address(0xdead));
        IntentWallet other = new IntentWallet(address(factory), address(router), address(lost));
        Call[] memory calls = calls1(
            delegated(address(lost), abi.encodeCall(lost.run, (address(0), 0, new Step[](0), new Output[](0))))
        );
        Config memory config = configOf(calls, 1);
        address wallet = _deployed(other, config);
        bytes memory reason = abi.encodeWithSelector(IntentRouterShim.NoRouter.selector, address(0xdead));
        vm.expectRevert(abi.encodeWithSelector(IntentWallet.CallReverted.selector, 0, reason));
        tolerant(IntentWallet(payable(wallet)), config, calls, 0, 1);
    }

    function test_ShimTakesBackWhatTheRouterLeft() external {
        LazyRouter lazy = new LazyRouter();
        IntentRouterShim lazyShim = new IntentRouterShim(address(lazy));
        IntentWallet other = new IntentWallet(address(factory), address(router), address(lazyShim));
        Call[] memory calls = calls1(
            delegated(
                address(lazyShim),
                abi.encodeCall(lazyShim.run, (address(tokenA), 50, new Step[](0), new Output[](0)))
            )
        );
        Config memory config = configOf(calls, 1);
        address wallet = _deployed(other, config);
        tokenA.mint(wallet, 50);
        tolerant(IntentWallet(payable(wallet)), config, calls, 0, 1);
        assertEq(lazy.allowed(), 50);
        assertEq(tokenA.allowance(wallet, address(lazy)), 0);
        assertEq(tokenA.balanceOf(wallet), 50);
    }

    // ------------------------------------------------------------------------------------------------------------- helpers

    function testFuzz_FeeOnlyOnSuccessAndAsQuoted(uint96 amount, uint96 fee, bool broken) external {
        amount = uint96(bound(amount, 2, type(uint96).max));
        fee = uint96(bound(fee, 0, amount / 2));
        exchange.set(10_000, broken);
        Call[] memory calls = originBatch(amount, fee, amount - fee);
        Config memory config = configOf(calls, 1);
        tokenA.mint(address(walletOf(config)), amount);
        relay(config, calls, 0, 1);
        assertEq(tokenA.balanceOf(collector), broken ? 0 : fee);
        assertEq(tokenA.balanceOf(owner.addr), broken ? amount : 0);
        assertEq(bridge.bridged(recipient), broken ? 0 : amount - fee);
        assertEq(tokenA.balanceOf(address(walletOf(config))), 0);
    }

    /// @dev The mark of one batch must not pay the fee of the next in the same transaction.
    function test_SuccessDoesNotOutliveItsBatch() external {
        Call[] memory first = originBatch(1_000, 10, 900);
        Call[] memory second = calls1(payFee(address(tokenA), 10));
        bytes32[] memory batches = new bytes32[](2);
        batches[0] = hasher.batch(block.chainid, first, 0, 1);
        batches[1] = hasher.batch(block.chainid, second, 0, 2);
        Config memory config = configOf(batches);
        IntentWallet wallet = deployed(config);
        tokenA.mint(address(wallet), 1_000);
        tolerant(wallet, config, first, 0, 1);
        tokenA.mint(address(wallet), 10);
        tolerant(wallet, config, second, 0, 2);
        assertEq(tokenA.balanceOf(collector), 10);
        assertEq(tokenA.balanceOf(address(wallet)), 10);
    }

    function testFuzz_SweepDeliversAllOrFails(uint96 amount, uint96 minAmount, bool native) external {
        address token = native ? address(0) : address(tokenA);
        Call[] memory calls = calls1(sweep(token, recipient, minAmount));
        Config memory config = configOf(calls, 1);
        IntentWallet wallet = deployed(config);
        if (native) vm.deal(address(wallet), amount);
        else tokenA.mint(address(wallet), amount);
        if (amount < minAmount) {
            bytes memory reason = abi.encodeWithSelector(IntentRouter.AmountTooLow.selector, token, minAmount, amount);
            vm.expectRevert(abi.encodeWithSelector(IntentWallet.CallReverted.selector, 0, reason));
        }
        tolerant(wallet, config, calls, 0, 1);
        uint256 got = native ? recipient.balance : tokenA.balanceOf(recipient);
        assertEq(got, amount < minAmount ? 0 : amount);
    }

    /// @dev Only the sending of native token counts: a receiver may pass it on at once.
    function test_NativeReceiversMayPassItOnAtOnce() external {
        Call[] memory calls = calls1(sweep(address(0), address(new Forwarder()), 5));
        Config memory config = configOf(calls, 1);
        IntentWallet wallet = deployed(config);
        vm.deal(address(wallet), 5);
        tolerant(wallet, config, calls, 0, 1);
        assertEq(address(0xf00d).balance, 5);
    }

    /// @dev What the receiver held before does not count as arrived, and one unit is an amount too; swept with any minimum, and paid.
    function testFuzz_ArrivalIsMeasured(uint96 held, uint16 amount, uint16 least) external {
        FeeToken token = new FeeToken();
        amount = uint16(bound(amount, 1, type(uint16).max));
        uint256 arrives = amount - (uint256(amount) / 100 + 1);
        token.mint(recipient, held);
        uint256[5] memory minimums = [uint256(0), bound(least, 1, amount), arrives, arrives + 1, amount];
        for (uint256 k; k < 6; ++k) {
            uint256 min = k == 5 ? amount : minimums[k];
            Call[] memory calls = calls1(
                k < 5
                    ? sweep(address(token), recipient, min)
                    : delegated(address(router), abi.encodeCall(router.pay, (address(token), recipient, amount)))
            );
            Config memory config = configOf(calls, k);
            IntentWallet wallet = deployed(config);
            token.mint(address(wallet), amount);
            bytes memory reason = abi.encodeWithSelector(IntentRouter.AmountTooLow.selector, address(token), min, arrives);
            if (min > arrives) vm.expectRevert(abi.encodeWithSelector(IntentWallet.CallReverted.selector, 0, reason));
            tolerant(wallet, config, calls, 0, k);
        }
    }

    function testFuzz_PaySendsExactly(uint96 balance, uint96 amount) external {
        bytes memory data = abi.encodeCall(router.pay, (address(tokenA), recipient, amount));
        Call[] memory calls = calls1(delegated(address(router), data));
        Config memory config = configOf(calls, 1);
        IntentWallet wallet = deployed(config);
        tokenA.mint(address(wallet), balance);
        if (balance < amount) {
            bytes memory reason =
                abi.encodeWithSelector(IntentRouter.AmountTooLow.selector, address(tokenA), amount, balance);
            vm.expectRevert(abi.encodeWithSelector(IntentWallet.CallReverted.selector, 0, reason));
        }
        tolerant(wallet, config, calls, 0, 1);
        assertEq(tokenA.balanceOf(recipient), balance < amount ? 0 : amount);
        assertEq(tokenA.balanceOf(address(wallet)), balance < amount ? balance : balance - amount);
    }
}

/// @notice A router that takes nothing, and remembers how much it could have taken.
contract LazyRouter {
    uint256 public allowed;

    fallback() external {
        address token = abi.decode(msg.data[4:36], (address));
        allowed = Token(token).allowance(msg.sender, address(this));
    }
}

/// @notice Sends native token on as soon as it arrives.
contract Forwarder {
    receive() external payable {
        payable(address(0xf00d)).transfer(msg.value);
    }
}
