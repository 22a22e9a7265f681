// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Base, Token} from "./Base.sol";
import {Handler} from "./Handler.sol";

contract InvariantsTest is Base {
    Handler private handler;
    address private exchangeOfWorld;
    address private bridgeOfWorld;
    address private routerOfWorld;
    address private core;
    address private ownerOfWorld;
    address private trader;
    Token private a;
    Token private b;
    Token private wrong;

    function setUp() public override {
        handler = new Handler();
        address[7] memory world = handler.world();
        (a, b, wrong) = (Token(world[0]), Token(world[1]), Token(world[2]));
        (exchangeOfWorld, bridgeOfWorld, routerOfWorld, core) = (world[3], world[4], world[5], world[6]);
        (ownerOfWorld, receiver, collector, trader) = handler.people();
        bytes4[] memory selectors = new bytes4[](12);
        selectors[0] = Handler.payIn.selector;
        selectors[1] = Handler.payInSigned.selector;
        selectors[2] = Handler.run.selector;
        selectors[3] = Handler.runMany.selector;
        selectors[4] = Handler.runFromInside.selector;
        selectors[5] = Handler.recover.selector;
        selectors[6] = Handler.weather.selector;
        selectors[7] = Handler.wait_.selector;
        selectors[8] = Handler.trade.selector;
        // Every party with every entry: more than one part of what happens.
        for (uint256 k = 9; k < 12; ++k) {
            selectors[k] = Handler.act.selector;
        }
        targetSelector(FuzzSelector(address(handler), selectors));
        targetContract(address(handler));
    }

    function _atWallets(Token token) private view returns (uint256 sum) {
        for (uint256 i; i < handler.INTENTS(); ++i) {
            sum += token.balanceOf(address(handler.wallet(i)));
        }
    }

    function invariant_ValueIsConserved() external view {
        uint256 places = _atWallets(a) + a.balanceOf(exchangeOfWorld) + a.balanceOf(collector) + a.balanceOf(ownerOfWorld);
        assertEq(places + a.balanceOf(receiver) + a.balanceOf(trader), a.totalSupply());
        assertEq(_atWallets(wrong) + wrong.balanceOf(ownerOfWorld) + wrong.balanceOf(receiver), handler.paidInWrong());
        uint256 native = ownerOfWorld.balance + receiver.balance;
        for (uint256 i; i < handler.INTENTS(); ++i) {
            native += address(handler.wallet(i)).balance;
        }
        assertEq(native, handler.paidInNative());
    }

    function invariant_FeesOnlyOnSuccessAndAsQuoted() external view {
        assertEq(a.balanceOf(collector), handler.successes() * 10 + handler.signedOut());
    }

    /// @dev Whatever others did to the price before, after and in the same transaction.
    function invariant_EverySuccessBridgedInFull() external view {
        assertEq(b.balanceOf(bridgeOfWorld), handler.successes() * 900);
    }

    function invariant_RouterIsEmpty() external view {
        assertEq(a.balanceOf(routerOfWorld) + b.balanceOf(routerOfWorld) + routerOfWorld.balance, 0);
    }

    function invariant_NoAllowanceIsLeft() external view {
        assertEq(handler.allowancesLeft(), 0);
    }

    function invariant_EachBatchRanAtMostOnce() external view {
        for (uint256 i; i < handler.INTENTS(); ++i) {
            assertLe(handler.runs(i), 1);
        }
    }

    function invariant_NonceTellsWhetherItRan() external view {
        for (uint256 i; i < handler.INTENTS(); ++i) {
            assertEq(handler.used(i), handler.runs(i) == 1);
        }
    }

    function invariant_AFallbackRanMeansTolerantExecutor() external view {
        assertEq(handler.strictFallbacks(), 0);
    }

    function invariant_NoStrangerRunsBeforeOpenAt() external view {
        assertEq(handler.strangersBeforeOpenAt(), 0);
    }

    function invariant_NoBatchAfterRefundTime() external view {
        assertEq(handler.runsAfterRefundTime(), 0);
    }

    function invariant_OnlyWhoMayRefundsEarly() external view {
        assertEq(handler.earlyRefunds(), 0);
    }

    function invariant_OnlyExecutorAndOwnerDeployEarly() external view {
        assertEq(handler.earlyDeployments(), 0);
    }

    function invariant_NoOutcomeInBetween() external view {
        assertEq(handler.partialOutcomes(), 0);
    }

    function invariant_ARecoveryMovesSomethingOrNothingHappened() external view {
        assertEq(handler.emptyRecoveries(), 0);
    }

    function invariant_NonceSpentMeansTheOwnerSignedOrCalled() external view {
        assertEq(handler.lowestUnusedNonce(), handler.depositNonce());
    }

    /// @dev Refund receiver, owner and collector are paid; every other party, our own contracts among them, holds nothing.
    function invariant_OthersGetNothing() external view {
        assertEq(handler.heldByOthers(), 0);
    }

    /// @dev Books of native token are folded from events and payments alone, and come to the balance.
    function invariant_EventsTellWhatEachWalletHolds() external view {
        assertEq(handler.untoldNative(), 0);
        for (uint256 i; i < handler.INTENTS(); ++i) {
            assertEq(handler.toldOf(i), address(handler.wallet(i)).balance);
        }
    }

    function invariant_WalletsAreMinimalProxiesOrNothing() external view {
        bytes memory expected =
            abi.encodePacked(hex"363d3d373d3d3d363d73", core, hex"5af43d82803e903d91602b57fd5bf3");
        for (uint256 i; i < handler.INTENTS(); ++i) {
            bytes memory code = address(handler.wallet(i)).code;
            if (code.length != 0) assertEq(code, expected);
        }
    }
}
