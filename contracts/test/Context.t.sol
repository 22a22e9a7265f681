// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Call, Config, IntentWallet, Step} from "./Base.sol";
import {Contexts} from "./Contexts.sol";
import {Intruder} from "./mocks/Intruder.sol";
import {Token} from "./mocks/Zoo.sol";

/// @notice Every batch is run from inside every lock and callback, by every entry there is, before and after `openAt`. It goes through as it
/// would have alone, or nothing happened and it still can.
contract ContextTest is Contexts {
    uint256 private constant AMOUNT = 1_000;
    uint256 private constant FEE = 10;
    uint256 private constant BRIDGED = 900;

    /// @dev Origin: pair, then exchange, then bridge: sensitive to the locks of the router, of the pair and of the exchange.
    function _originCalls(uint256 minOut) private view returns (Call[] memory calls) {
        Step[] memory steps = new Step[](4);
        uint256[] memory none = new uint256[](0);
        uint256 swapped = AMOUNT - FEE;
        steps[0] = Step(
            address(tokenA), 0, address(tokenA), address(0), 0, none, abi.encodeCall(Token.transfer, (address(pair), swapped))
        );
        bool isFirst = pair.token0() == address(tokenB);
        bytes memory swap =
            abi.encodeCall(pair.swap, (isFirst ? minOut : 0, isFirst ? 0 : minOut, address(router), ""));
        steps[1] = Step(address(pair), 0, address(tokenA), address(0), 0, none, swap);
        steps[2] = swapStep(address(tokenB), address(tokenB), minOut);
        steps[3] = Step(
            address(bridge),
            0,
            address(tokenB),
            address(bridge),
            BRIDGED,
            none,
            abi.encodeCall(bridge.deposit, (address(tokenB), BRIDGED, recipient))
        );
        calls = originBatch(AMOUNT, FEE, BRIDGED);
        calls[1] = ignored(runRouter(address(tokenA), swapped, steps, outputs1(address(tokenB), 0)), RUN_GAS);
    }

    function _calls(bool origin) private view returns (Call[] memory) {
        return origin ? _originCalls(950) : destinationBatch(address(tokenA), AMOUNT);
    }

    function _done(bool origin) private view returns (bool) {
        return (origin ? bridge.bridged(recipient) : vault.supplied(recipient)) != 0;
    }

    function testFuzz_NoContextSpoilsABatch(uint8 context, uint8 which, bool origin, bool opened, bool relayerIsOrigin)
        external
    {
        Call[] memory calls = _calls(origin);
        Config memory config = configOf(calls, 1);
        IntentWallet wallet = deployed(config);
        tokenA.mint(address(wallet), AMOUNT);
        if (opened) vm.warp(OPEN_AT);
        (address to, bytes memory data) = _attempt(which % ATTEMPTS, config, calls);
        intruder.plan(to, data);
        _enter(context % CONTEXTS, relayerIsOrigin, to, data);

        if (_done(origin)) {
            // By the owner's signature at any time, or by anyone once open; and then it went through in full.
            assertTrue(opened || which % ATTEMPTS == 4 || which % ATTEMPTS == 10);
            assertTrue(wallet.nonceUsed(0, 1));
            assertEq(tokenA.balanceOf(collector), origin ? FEE : 0);
        } else {
            assertFalse(wallet.nonceUsed(0, 1));
            assertEq(tokenA.balanceOf(address(wallet)), AMOUNT);
            relay(config, calls, 0, 1);
            assertTrue(_done(origin));
        }
        assertEq(tokenA.balanceOf(owner.addr), 0);
        assertEq(tokenA.balanceOf(address(wallet)), 0);
    }

    /// @dev All contexts with all attempts, so that none depends on luck.
    function test_EveryContextTimesEveryAttemptAtTheOrigin() external {
        _strikeEverywhere(true);
    }

    function test_EveryContextTimesEveryAttemptAtTheDestination() external {
        _strikeEverywhere(false);
    }

    function _strikeEverywhere(bool origin) private {
        for (uint256 round; round < 2; ++round) {
            Call[] memory calls = _calls(origin);
            Config memory config = configOf(calls, 1);
            config.salt = round;
            IntentWallet wallet = deployed(config);
            tokenA.mint(address(wallet), AMOUNT);
            for (uint256 context; context < CONTEXTS; ++context) {
                for (uint256 which; which < ATTEMPTS; ++which) {
                    // 4 and 10 carry the owner's signature: see below.
                    if (which != 4 && which != 10) this.strikeOnce(context, which, round, config, calls);
                }
            }
            relay(config, calls, 0, 1);
            assertTrue(_done(origin));
        }
    }

    /// @dev A call of its own, so that each attempt starts with empty memory.
    function strikeOnce(uint256 context, uint256 which, uint256 round, Config memory config, Call[] memory calls) external {
        intruder = new Intruder();
        (address to, bytes memory data) = _attempt(which, config, calls);
        intruder.plan(to, data);
        _enter(context, round == 1, to, data);
        assertEq(context == 7 ? 1 : intruder.tried(), 1);
        assertFalse(walletOf(config).nonceUsed(0, 1));
        assertEq(tokenA.balanceOf(address(walletOf(config))), AMOUNT);
    }

    /// @dev Anyone can show an owner's signature inside a lock. It is strict, so it cannot be wasted there.
    function test_OwnersSignatureCannotBeWastedInALock() external {
        Call[] memory calls = _calls(true);
        Config memory config = configOf(calls, 1);
        IntentWallet wallet = deployed(config);
        tokenA.mint(address(wallet), AMOUNT);
        (address to, bytes memory data) = _attempt(4, config, calls);
        intruder.plan(to, data);
        for (uint256 context = 1; context < 5; ++context) {
            _enter(context, false, to, data);
            assertEq(intruder.passed(), 0);
            assertFalse(wallet.nonceUsed(0, 1));
        }
        (bool ok,) = to.call(data);
        assertTrue(ok);
        assertTrue(_done(true));
    }

    /// @dev Moves the pool, runs the victim's batch, moves it back: possible for nobody in one transaction while the executor has it.
    function test_NobodySandwichesInOneTransactionBeforeOpenAt() external {
        Call[] memory calls = _calls(true);
        Config memory config = configOf(calls, 1);
        IntentWallet wallet = deployed(config);
        tokenA.mint(address(wallet), AMOUNT);
        for (uint256 which; which < ATTEMPTS; ++which) {
            if (which == 4 || which == 10) continue;
            (address to, bytes memory data) = _attempt(which, config, calls);
            intruder.plan(to, data);
        }
        vm.prank(stranger, stranger);
        intruder.plainly();
        // `executeMany` itself passes; its element does not.
        assertFalse(wallet.nonceUsed(0, 1));
        assertFalse(_done(true));
    }

    /// @dev A pool that moved one transaction earlier makes a strict run fail without a trace; it goes through when the price is back.
    function test_MovedPriceFailsStrictlyAndIsTriedAgain() external {
        Call[] memory calls = _calls(true);
        Config memory config = configOf(calls, 1);
        IntentWallet wallet = deployed(config);
        tokenA.mint(address(wallet), AMOUNT);
        uint256 state = vm.snapshotState();
        tokenA.mint(address(pair), 1e12);
        pair.sync();
        vm.expectPartialRevert(IntentWallet.StrictRunFailed.selector);
        strictly(wallet, config, calls, 0, 1);
        assertFalse(wallet.nonceUsed(0, 1));
        vm.revertToState(state);
        strictly(wallet, config, calls, 0, 1);
        assertTrue(_done(true));
    }
}
