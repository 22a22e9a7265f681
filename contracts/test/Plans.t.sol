// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Vm} from "forge-std/Vm.sol";
import {Base, Call, Config, IntentRouter, IntentWallet, Output, Step, Token} from "./Base.sol";
import {Batch} from "../src/IntentWallet.sol";
import {Calls} from "../src/lib/Tokens.sol";
import {GasMeter} from "./mocks/Targets.sol";

/// @notice Plans of 1 to 256 calls with every behaviour, shown by everyone, against a model of what the documents say.
contract PlansTest is Base {
    /// @dev What a plan has to come to: refused, because of which call, or so many calls that went through and these that failed.
    struct Expected {
        bool refused;
        bytes4 refusal;
        uint256 index;
        uint256 hits;
        uint256 failed;
        uint256 paid;
        uint256 held;
        uint256 moved;
        uint256 fees;
        bool marked;
    }

    /// @dev Kinds of calls: 0 to 2 go through, with or without native token; 3 pays a plain account; 4 and 5 run router and shim, which marks the
    /// batch as done; 6 pays a token; 7 pays the fee, if it is marked. From 8 on calls that fail: at their target, without code, in an injected call, in
    /// a step. From 12 on what no batch may have: an unknown behaviour, foreign code, a tolerated failure without gas.
    uint256 private constant FAILS = 8;
    uint256 private constant WRONG = 12;

    function _call(uint256 kind, uint256 r) private view returns (Call memory c) {
        bytes memory hit = abi.encodeCall(counter.hit, ());
        bytes memory fail = abi.encodeCall(counter.fail, (r));
        c = callTo(address(counter), kind == FAILS ? fail : hit);
        if (kind == 1) c.value = 1;
        if (kind == 3) (c.to, c.data, c.value) = (recipient, "", 1);
        if (kind == FAILS + 1) (c.to, c.data) = (stranger, new bytes(1 + r % 5));
        if (kind == 4 || kind == FAILS + 2) {
            uint256[] memory none;
            bytes memory inner = kind == 4 ? hit : fail;
            c = delegated(
                address(router),
                abi.encodeCall(router.injectAndCall, (address(tokenA), address(counter), address(0), 0, 0, none, inner))
            );
        }
        if (kind == 5 || kind == FAILS + 3) {
            Step memory step;
            (step.target, step.data) = (address(counter), kind == 5 ? hit : fail);
            c = runRouter(address(0), 0, steps1(step), new Output[](0));
        }
        if (kind == 6) c = delegated(address(router), abi.encodeCall(router.pay, (address(tokenA), recipient, 1)));
        if (kind == 7) c = payFee(address(tokenA), 1);
        if (kind == WRONG + 1) {
            c.to = [address(counter), address(factory), address(utils), address(guest), address(entrypoint), recipient][r % 6];
            c.delegateCall = true;
        }
    }

    /// @dev Failures are many, few or one, tolerated only or of each behaviour, or long plans would never come to anything.
    function _plan(uint256 seed, uint256 count) private view returns (Call[] memory calls, uint8[] memory kinds) {
        (calls, kinds) = (new Call[](count), new uint8[](count));
        uint256 rarity = [uint256(3), 10, 60, 400][(seed >> 8) % 4];
        bool onlyIgnored = (seed >> 16) % 2 == 0;
        for (uint256 i; i < count; ++i) {
            uint256 r = uint256(keccak256(abi.encode(seed, i)));
            bool fails = r % rarity == 0 || i == (seed >> 32) % count;
            kinds[i] = uint8(fails ? FAILS + (r >> 40) % 4 : (r >> 40) % FAILS);
            if ((seed >> 48) % 3 == 0 && i == (seed >> 56) % count) kinds[i] = uint8(WRONG + (seed >> 64) % 3);
            Call memory c = _call(kinds[i], r);
            bool mayFail = kinds[i] >= 6;
            c.behaviorOnError = mayFail && (onlyIgnored || (r >> 8) % 4 != 0) ? 0 : uint8((r >> 16) % 3);
            c.gasLimit = c.behaviorOnError == 1 ? 0 : 200_000;
            if (kinds[i] == WRONG) c.behaviorOnError = uint8(3 + (r >> 16) % 253);
            if (kinds[i] == WRONG + 2) (c.behaviorOnError, c.gasLimit) = (uint8((r >> 16) % 2) * 2, 0);
            c.onlyFallback = (r >> 24) % 4 == 0;
            calls[i] = c;
        }
    }

    function _refuse(Expected memory e, bytes4 refusal, uint256 index) private pure {
        (e.refused, e.refusal, e.index) = (true, refusal, index);
    }

    function _model(Call[] memory calls, uint8[] memory kinds, bool strict, uint256 held) private pure returns (Expected memory e) {
        e.held = held;
        bool failing;
        uint256 cause;
        bool done;
        for (uint256 i; i < calls.length && !e.refused; ++i) {
            if (calls[i].onlyFallback && !failing) continue;
            if (calls[i].onlyFallback && strict) _refuse(e, IntentWallet.StrictRunFailed.selector, cause);
            else if (kinds[i] >= WRONG) {
                bytes4[3] memory refusals = [
                    IntentWallet.UnknownBehavior.selector, IntentWallet.DelegateCallForbidden.selector, IntentWallet.GasLimitMissing.selector
                ];
                _refuse(e, refusals[kinds[i] - WRONG], i);
            } else if (_canDo(e, kinds[i])) {
                (failing, done) = (false, true);
                _goesThrough(e, kinds[i]);
            } else if (calls[i].behaviorOnError == 1) {
                _refuse(e, IntentWallet.CallReverted.selector, i);
            } else if (calls[i].behaviorOnError == 2 && strict) {
                _refuse(e, IntentWallet.StrictRunFailed.selector, i);
            } else {
                e.failed |= 1 << i;
                if (!failing) cause = i;
                (failing, e.marked) = (true, false);
                if (calls[i].behaviorOnError == 2) break;
            }
        }
        if (!e.refused && strict && !done && e.failed != 0) _refuse(e, IntentWallet.StrictRunFailed.selector, cause);
    }

    /// @dev Tokens are paid while there are any.
    function _canDo(Expected memory e, uint256 kind) private pure returns (bool) {
        if ((kind == 6 || kind == 7) && e.moved + e.fees == e.held) return false;
        return kind < FAILS && (kind != 7 || e.marked);
    }

    function _goesThrough(Expected memory e, uint256 kind) private pure {
        if (kind < 3 || kind == 4 || kind == 5) e.hits += 1;
        if (kind == 1 || kind == 3) e.paid += 1;
        if (kind == 4 || kind == 5) e.marked = true;
        if (kind == 6) e.moved += 1;
        if (kind == 7) e.fees += 1;
    }

    /// @dev Roles: 0 executor tolerantly, 1 strictly, 2 a stranger from `openAt`, 3 the owner, 4 its signature, and refused: 5 a stranger,
    /// 6 the refund receiver, 7 the recipient, 8 the collector, 9 a relayer, all before `openAt`; 10 the owner as executor; from `refundAt` on:
    /// 11 and 12 the executor, 13 a stranger. Each at any moment of its time.
    function _show(uint256 role, uint256 moment, IntentWallet wallet, Config memory config, Call[] memory calls)
        private
        returns (bool ok, bytes memory reason)
    {
        bytes memory data = abi.encodeCall(wallet.execute, (config, calls, 0, 1));
        if (role == 0 || role == 10 || role == 11) data = abi.encodeCall(wallet.executeAsExecutor, (config, calls, 0, 1));
        if (role == 1 || role == 12) data = abi.encodeCall(wallet.executeStrictly, (config, calls, 0, 1));
        if (role == 3) data = abi.encodeCall(wallet.executeAsOwner, (config, calls, 0, 1, ""));
        if (role == 4) {
            data = abi.encodeCall(wallet.executeAsOwner, (config, calls, 0, 1, signAsOwner(wallet, calls, 0, 1)));
        }
        uint256 from = role == 2 ? OPEN_AT : role > 10 ? REFUND_AT : 1_000;
        uint256 until = role > 10 || role == 3 || role == 4 ? 2 * REFUND_AT : role > 4 && role < 10 ? OPEN_AT : REFUND_AT;
        vm.warp(bound(moment, from, until - 1));
        address[14] memory callers = [
            address(guest), address(guest), stranger, owner.addr, stranger, stranger, receiver, recipient, collector, relayer, owner.addr,
            address(guest), address(guest), stranger
        ];
        // The owner as first sender gives nobody a right.
        vm.prank(callers[role], role == 4 || role == 5 || role == 10 ? owner.addr : relayer);
        return address(wallet).call(data);
    }

    /// @dev Three plans a run: a few calls, some dozens, up to 256.
    function testFuzz_PlansOfAnyLengthAndCaller(uint256 seed, uint8 count, uint8 role, uint256 moment) external {
        uint256[3] memory counts = [uint256(1) + count % 12, 13 + count % 50, 1 + uint256(count)];
        uint256 state = vm.snapshotState();
        for (uint256 k; k < 18; ++k) {
            vm.revertToState(state);
            // Who may, one after the other; and one who may not.
            uint256 as_ = k % 6 < 5 ? k % 6 : 5 + role % 9;
            uint256 r = uint256(keccak256(abi.encode(seed, k / 6)));
            _showPlan(r, counts[k / 6], as_, moment);
        }
    }

    function _showPlan(uint256 r, uint256 count, uint256 as_, uint256 moment) private {
        (Call[] memory calls, uint8[] memory kinds) = _plan(r, count);
        Config memory config = configOf(calls, 1);
        IntentWallet wallet = deployed(config);
        uint256 held = r % 3 == 0 ? 1 : 300;
        vm.deal(address(wallet), 300);
        tokenA.mint(address(wallet), held);
        Expected memory e;
        if (as_ > 4) e.refused = true;
        else e = _model(calls, kinds, as_ == 1 || as_ == 2 || as_ == 4, held);
        if (!e.refused) {
            vm.expectEmit(address(wallet));
            // The last event, after those of the calls that failed.
            emit IntentWallet.Executed(config.batches[0], e.failed, 300, 300 - e.paid);
        }
        (bool ok, bytes memory reason) = _show(as_, moment, wallet, config, calls);
        _compare(e, ok, reason, wallet);
        assertEq(tokenA.balanceOf(address(wallet)), ok ? held - e.moved - e.fees : held);
    }

    function _compare(Expected memory e, bool ok, bytes memory reason, IntentWallet wallet) private view {
        assertEq(ok, !e.refused);
        assertEq(wallet.nonceUsed(0, 1), ok);
        assertEq(counter.count(), ok ? e.hits : 0);
        assertEq(tokenA.balanceOf(recipient), ok ? e.moved : 0);
        assertEq(tokenA.balanceOf(collector), ok ? e.fees : 0);
        if (e.refusal == 0) return;
        assertEq(bytes4(reason), e.refusal);
        assertEq(this.indexOf(reason), e.index);
    }

    function indexOf(bytes calldata reason) external pure returns (uint256) {
        return uint256(bytes32(reason[4:36]));
    }

    /// @dev At whichever place of however many steps.
    function testFuzz_AForbiddenStepIsRefusedAtAnyPlace(uint8 count, uint8 at, uint8 kind) external {
        uint256 n = 1 + count % 40;
        uint256 place = at % n;
        Step[] memory steps = new Step[](n);
        for (uint256 i; i < n; ++i) {
            steps[i] = swapStep(address(0), address(0), 0);
            (steps[i].target, steps[i].data) = (address(counter), abi.encodeCall(counter.hit, ()));
        }
        Step memory step = steps[place];
        bytes memory refusal;
        if (kind % 3 == 0) {
            step.target = address(tokenA);
            step.data = abi.encodePacked(abi.encodeCall(Token.approve, (stranger, 1)), new bytes(uint256(kind) * 32));
            refusal = abi.encodeWithSelector(
                IntentRouter.ForbiddenCall.selector, place, address(tokenA), Token.approve.selector
            );
        } else if (kind % 3 == 1) {
            step.token = address(tokenA);
            refusal = abi.encodeWithSelector(IntentRouter.UnlistedToken.selector, place, address(tokenA));
        } else {
            step.target = stranger;
            refusal = abi.encodeWithSelector(
                IntentRouter.StepFailed.selector, place, abi.encodeWithSelector(Calls.NoCode.selector, stranger)
            );
        }
        vm.expectRevert(refusal);
        router.run(address(0), 0, steps, new Output[](0));
    }

    /// @dev A call, a delegate call and a fallback, however much more the transaction has.
    function testFuzz_EveryKindOfCallGetsItsGasAndNoMore(uint256 gasLimit, uint8 behavior) external {
        gasLimit = bound(gasLimit, 100_000, 2_000_000);
        GasMeter meter = new GasMeter();
        uint256[] memory none;
        bytes memory inject = abi.encodeCall(
            router.injectAndCall, (address(0), address(meter), address(0), 0, 0, none, bytes(hex"01020304"))
        );
        for (uint256 kind; kind < 4; ++kind) {
            Call[] memory calls = new Call[](2);
            calls[0] = ignored(callTo(address(counter), abi.encodeCall(counter.fail, (1))), 60_000);
            calls[1] = kind % 2 == 0 ? callTo(address(meter), hex"01020304") : delegated(address(router), inject);
            (calls[1].gasLimit, calls[1].behaviorOnError, calls[1].onlyFallback) = (gasLimit, behavior % 3, kind > 1);
            Config memory config = configOf(calls, kind);
            tolerant(deployed(config), config, calls, 0, kind);
            assertLe(meter.seen(), gasLimit);
            assertGt(meter.seen(), gasLimit * 9 / 10 - 20_000);
        }
    }

    /// @dev Every contract that a wallet meets, as every kind of call.
    function testFuzz_ForeignCodeAndGaslessFailuresAreRefusedInEveryCall(bool onlyFallback, bool delegates) external {
        address[8] memory foreign = [
            address(factory), address(utils), address(entrypoint), address(guest), address(implementation), address(counter), stranger, address(tokenA)
        ];
        for (uint256 k; k < 30; ++k) {
            Call[] memory calls = new Call[](2);
            calls[0] = ignored(callTo(address(counter), abi.encodeCall(counter.fail, (1))), 60_000);
            bytes memory refusal;
            if (k < 24) {
                calls[1] = Call(foreign[k / 3], 0, "", k % 3 == 1 ? 0 : 90_000, true, onlyFallback, uint8(k % 3));
                refusal = abi.encodeWithSelector(IntentWallet.DelegateCallForbidden.selector, 1, foreign[k / 3]);
            } else {
                address to = delegates ? address(router) : address(counter);
                calls[1] = Call(to, 0, hex"01", 0, delegates, onlyFallback, k % 2 == 0 ? 0 : 2);
                refusal = abi.encodeWithSelector(IntentWallet.GasLimitMissing.selector, 1);
            }
            Config memory config = configOf(calls, k);
            IntentWallet wallet = deployed(config);
            vm.expectRevert(refusal);
            tolerant(wallet, config, calls, 0, k);
        }
    }

    // -------------------------------------------------------------------------------------------------------- unused tokens

    /// @dev A token that came by mistake goes back at once, to the refund receiver, by the executor alone. One that any call names, anywhere,
    /// stays, and so does native token.
    function testFuzz_TheExecutorRefundsOnlyWhatNoBatchNames(uint8 who, uint8 at, uint8 place, bytes memory noise) external {
        Call[] memory calls = originBatch(1_000, 10, 900);
        address[5] memory tokens = [address(vault), address(tokenA), address(tokenB), address(0), address(exchange)];
        Call memory c = calls[place % calls.length];
        Token wrong = new Token();
        bool named = at % 3 == 0;
        if (named) c.data = abi.encodePacked(c.data, noise, address(wrong), noise);
        else c.data = abi.encodePacked(c.data, noise);
        Config memory config = configOf(calls, 1);
        IntentWallet wallet = deployed(config);
        wrong.mint(address(wallet), 5);
        Batch[] memory batches = new Batch[](1);
        batches[0] = Batch(calls, 0, 1);
        vm.expectRevert(abi.encodeWithSelector(IntentWallet.NotExecutor.selector, address(guest), relayer));
        vm.prank(relayer);
        wallet.refundUnused(config, batches, list(address(wrong)));
        vm.startPrank(address(guest));
        address used = tokens[1 + who % 4];
        vm.expectRevert(abi.encodeWithSelector(IntentWallet.TokenInUse.selector, used));
        wallet.refundUnused(config, batches, list(used));
        vm.expectPartialRevert(IntentWallet.UnknownBatch.selector);
        wallet.refundUnused(config, new Batch[](0), list(address(wrong)));
        batches[0].nonce = 2;
        vm.expectPartialRevert(IntentWallet.UnknownBatch.selector);
        wallet.refundUnused(config, batches, list(address(wrong)));
        batches[0].nonce = 1;
        if (named) vm.expectRevert(abi.encodeWithSelector(IntentWallet.TokenInUse.selector, address(wrong)));
        wallet.refundUnused(config, batches, list(address(wrong)));
        assertEq(wrong.balanceOf(receiver), named ? 0 : 5);
    }

    /// @dev Whichever of several batches names one of several tokens, in whichever of its calls; and every batch has to be shown, once.
    /// How: 0 as target, 1 in the data, 2 native token as value, 3 not at all, 4 native token not at all, 5 with one batch shown twice, 6 with one left out.
    function testFuzz_NoBatchHidesAToken(uint8 count, uint8 at, uint8 place, uint8 asked) external {
        uint256 state = vm.snapshotState();
        for (uint256 how; how < 7; ++how) {
            vm.revertToState(state);
            _hide(count, at, place, asked, how);
        }
    }

    function _hide(uint256 count, uint256 at, uint256 place, uint256 asked, uint256 how) private {
        Token wrong = new Token();
        Batch[] memory batches = new Batch[](2 + count % 3);
        bytes32[] memory digests = new bytes32[](batches.length);
        for (uint256 i; i < batches.length; ++i) {
            Call[] memory calls = new Call[](1 + place % 16);
            for (uint256 k; k < calls.length; ++k) {
                calls[k] = callTo(address(counter), abi.encodeCall(counter.hit, ()));
            }
            if (i == at % batches.length) _name(calls[asked % calls.length], how, address(wrong));
            batches[i] = Batch(calls, 0, i);
            digests[i] = hasher.batch(block.chainid, calls, 0, i);
        }
        Config memory config = configOf(digests);
        address wallet = address(deployed(config));
        wrong.mint(wallet, 5);
        vm.deal(wallet, 5);
        address[] memory tokens = new address[](1 + asked % 3);
        for (uint256 i; i < tokens.length; ++i) {
            tokens[i] = address(new Token());
        }
        tokens[place % tokens.length] = how == 2 || how == 4 ? address(0) : address(wrong);
        if (how == 5) batches[0] = batches[1];
        if (how == 6) {
            assembly {
                mstore(batches, sub(mload(batches), 1))
            }
        }
        if (how < 3) {
            vm.expectRevert(abi.encodeWithSelector(IntentWallet.TokenInUse.selector, how == 2 ? address(0) : address(wrong)));
        } else if (how > 4) {
            vm.expectPartialRevert(IntentWallet.UnknownBatch.selector);
        }
        // An executor may be the first sender, where it is no guest.
        vm.prank(address(guest), at % 2 == 0 ? address(guest) : relayer);
        IntentWallet(payable(wallet)).refundUnused(config, batches, tokens);
        assertEq(wrong.balanceOf(receiver), how == 3 ? 5 : 0);
        assertEq(receiver.balance, how == 4 ? 5 : 0);
    }

    function _name(Call memory c, uint256 how, address token) private pure {
        if (how == 0) c.to = token;
        if (how == 1) c.data = abi.encodePacked(c.data, token);
        if (how == 2) c.value = 1;
    }

    /// @dev Somebody who writes itself into a configuration, of however many batches, has another wallet.
    function testFuzz_AnotherConfigProvesNothing(uint8 count, bool isFirst) external {
        IntentWallet wallet = deployed(configOf(originBatch(1_000, 10, 900), 1));
        tokenA.mint(address(wallet), 5);
        Config memory config = configOf(new bytes32[](count % 4));
        (config.owner, config.refundReceiver, config.executor, config.refundAt) = (stranger, stranger, stranger, 0);
        Call[] memory calls = calls1(sweep(address(tokenA), stranger, 0));
        vm.startPrank(stranger, isFirst ? stranger : relayer);
        vm.expectPartialRevert(IntentWallet.WrongConfig.selector);
        wallet.executeAsOwner(config, calls, 0, 1, "");
        vm.expectPartialRevert(IntentWallet.WrongConfig.selector);
        wallet.refund(config, list(address(tokenA)));
        vm.expectPartialRevert(IntentWallet.WrongConfig.selector);
        wallet.refundUnused(config, new Batch[](0), list(address(tokenA)));
    }

    /// @dev Through the guest only a relayer with a grant does it, and the wallet is deployed on the way.
    function test_OnlyAGrantedRelayerRefundsUnusedTokens() external {
        Call[] memory calls = originBatch(1_000, 10, 900);
        Config memory config = configOf(calls, 1);
        Token wrong = new Token();
        wrong.mint(address(walletOf(config)), 5);
        Batch[] memory batches = new Batch[](1);
        batches[0] = Batch(calls, 0, 1);
        bytes memory data = abi.encodeCall(IntentWallet.refundUnused, (config, batches, list(address(wrong))));
        bytes32 imageHash = hasher.config(config);
        vm.prank(stranger, stranger);
        vm.expectRevert();
        guest.depositAndExecute(imageHash, "", data);
        vm.prank(relayer, relayer);
        guest.depositAndExecute(imageHash, "", data);
        assertEq(wrong.balanceOf(receiver), 5);
    }

    // ------------------------------------------------------------------------------------------------------- owner, and events

    /// @dev Whoever was faster took the money: the owner's signature for it stays good.
    function testFuzz_ARecoveryThatMovesNothingReverts(uint8 held) external {
        Config memory config = emptyConfig();
        IntentWallet wallet = deployed(config);
        Call[] memory calls = new Call[](2);
        calls[0] = ignored(sweep(address(tokenA), owner.addr, 1), SWEEP_GAS);
        calls[1] = ignored(sweep(address(tokenB), owner.addr, 1), SWEEP_GAS);
        bytes memory signature = signAsOwner(wallet, calls, 9, 0);
        if (held & 1 != 0) tokenA.mint(address(wallet), 5);
        if (held & 2 != 0) tokenB.mint(address(wallet), 5);
        if (held & 3 == 0) vm.expectPartialRevert(IntentWallet.StrictRunFailed.selector);
        wallet.executeAsOwner(config, calls, 9, 0, signature);
        assertEq(wallet.nonceUsed(9, 0), held & 3 != 0);
    }

    /// @dev What calls whatever a stranger asks for owns nothing: the router, as a step, and the guest, forwarding.
    function testFuzz_RouterAndGuestAreNobodysOwners(bool byRouter) external {
        Config memory config = emptyConfig();
        config.owner = byRouter ? address(router) : address(guest);
        IntentWallet wallet = deployed(config);
        tokenA.mint(address(wallet), 5);
        Call[] memory calls = calls1(sweep(address(tokenA), stranger, 0));
        bytes memory data = abi.encodeCall(wallet.executeAsOwner, (config, calls, 0, 1, ""));
        vm.startPrank(stranger, stranger);
        if (byRouter) {
            Step memory step = swapStep(address(0), address(0), 0);
            (step.target, step.data) = (address(wallet), data);
            vm.expectPartialRevert(IntentRouter.StepFailed.selector);
            router.run(address(0), 0, steps1(step), new Output[](0));
        } else {
            bytes32 imageHash = hasher.config(config);
            vm.expectPartialRevert(IntentWallet.NotOwner.selector);
            guest.depositAndExecute(imageHash, "", data);
        }
        assertEq(tokenA.balanceOf(address(wallet)), 5);
    }

    /// @dev From one event to the next the native balance is told; what came between them is the difference.
    function testFuzz_EventsTellTheNativeBalance(uint64 first, uint64 sent, uint64 later, bool fails) external {
        sent = uint64(bound(sent, 0, first));
        Call[] memory calls = new Call[](2);
        calls[0] = Call(recipient, sent, "", 50_000, false, false, 0);
        calls[1] = ignored(callTo(address(counter), abi.encodeCall(counter.fail, (1))), 50_000);
        if (fails) calls[0].value = uint256(first) + 1;
        Config memory config = configOf(calls, 1);
        IntentWallet wallet = deployed(config);
        vm.deal(address(wallet), first);
        uint256 rest = fails ? first : first - sent;
        vm.expectEmit(address(wallet));
        emit IntentWallet.Executed(config.batches[0], fails ? 3 : 2, first, rest);
        tolerant(wallet, config, calls, 0, 1);
        uint256 held = rest + later;
        vm.deal(address(wallet), held);
        vm.assume(held != 0);
        vm.warp(REFUND_AT);
        vm.expectEmit(address(wallet));
        emit IntentWallet.Refunded(address(0), receiver, held, held, 0);
        wallet.refund(config, list(address(0)));
    }

    /// @dev Every way by which native token leaves a wallet or the router, and comes back; a call that fails sends nothing and tells nothing.
    function testFuzz_EveryNativeUnitThatLeavesIsTold(uint64 held, uint64 taken, uint64 first, bool fails) external {
        taken = uint64(bound(taken, 1, uint64(bound(held, 1_000, type(uint64).max)) - 100));
        first = uint64(bound(first, 0, taken));
        Step[] memory steps = new Step[](2);
        (steps[0].target, steps[0].value, steps[0].data) = (address(counter), first, abi.encodeCall(counter.hit, ()));
        (steps[1].target, steps[1].value) = (recipient, (taken - first) / 2);
        Call[] memory calls = new Call[](6);
        calls[0] = runRouter(address(0), taken, steps, outputs1(address(0), 0));
        calls[1] = ignored(Call(fails ? address(exchange) : recipient, 7, fails ? bytes("no") : bytes(""), 0, false, false, 0), 60_000);
        calls[2] = delegated(address(router), abi.encodeCall(router.pay, (address(0), recipient, 5)));
        bytes memory hit = abi.encodeCall(counter.hit, ());
        calls[3] = delegated(
            address(router),
            abi.encodeCall(router.injectAndCall, (address(0), address(counter), address(0), 11, 0, new uint256[](0), hit))
        );
        calls[4] = payFee(address(0), 3);
        calls[5] = sweep(address(0), receiver, 0);
        Config memory config = configOf(calls, 1);
        address wallet = address(deployed(config));
        vm.deal(wallet, bound(held, 1_000, type(uint64).max));
        uint256 before = wallet.balance;
        vm.recordLogs();
        tolerant(IntentWallet(payable(wallet)), config, calls, 0, 1);
        address[6] memory ends = [wallet, address(router), address(counter), recipient, collector, receiver];
        int256[6] memory told;
        Vm.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 k; k < logs.length; ++k) {
            if (logs[k].topics[0] != Calls.NativeSent.selector) continue;
            int256 amount = int256(abi.decode(logs[k].data, (uint256)));
            for (uint256 i; i < 6; ++i) {
                if (ends[i] == logs[k].emitter) told[i] -= amount;
                if (ends[i] == address(uint160(uint256(logs[k].topics[1])))) told[i] += amount;
            }
        }
        for (uint256 i; i < 6; ++i) {
            assertEq(int256(ends[i].balance) - (i == 0 ? int256(before) : int256(0)), told[i]);
        }
        assertEq(wallet.balance + address(router).balance, 0);
    }

}
