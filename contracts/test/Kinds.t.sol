// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Call, Config, IntentWallet, Output, Step} from "./Base.sol";
import {Contexts} from "./Contexts.sol";
import {Intruder} from "./mocks/Intruder.sol";
import {SafeLike} from "./mocks/Targets.sol";
import {BlocklistToken, FeeToken, HookToken, NoReturnToken, RebasingToken, Token} from "./mocks/Zoo.sol";

/// @notice Every kind of token, in the origin's batch and in the destination's, with every call from every context before `openAt`: nothing
/// moves. Then the executor runs it, and the money is delivered, or with the owner.
contract KindsTest is Contexts {
    uint256 private constant KINDS = 7;
    uint256 private constant AMOUNT = 10_000;
    uint256 private constant FEE = 10;

    function _token(uint256 kind) private returns (address) {
        if (kind == 0) return address(0);
        if (kind == 1) return address(new Token());
        if (kind == 2) return address(new FeeToken());
        if (kind == 3) return address(new RebasingToken());
        if (kind == 4) return address(new HookToken());
        if (kind == 5) return address(new NoReturnToken());
        return address(new BlocklistToken());
    }

    function _held(address token, address who) private view returns (uint256) {
        return token == address(0) ? who.balance : Token(token).balanceOf(who);
    }

    function _fund(address token, address who) private {
        if (token == address(0)) vm.deal(who, AMOUNT);
        else Token(token).mint(who, AMOUNT);
    }

    /// @dev Origin: swap for tokenB and bridge it, pay the fee, else back to the owner. Destination: an exact payment, leftovers to the owner.
    function _batch(address token, bool origin) private view returns (Call[] memory calls) {
        if (!origin) return exactBatch(token, AMOUNT - 7, owner.addr);
        calls = originBatch(AMOUNT, FEE, 900);
        Step[] memory steps = new Step[](2);
        steps[0] = swapStep(token, address(tokenB), AMOUNT - FEE);
        steps[1] = Step({
            target: address(bridge),
            value: 0,
            token: address(tokenB),
            spender: address(bridge),
            amount: 900,
            offsets: new uint256[](0),
            data: abi.encodeCall(bridge.deposit, (address(tokenB), 900, recipient))
        });
        calls[0] = minBalance(token, AMOUNT);
        Output[] memory outputs = outputs1(address(tokenB), 0);
        calls[1] = ignored(runRouter(token, AMOUNT - FEE, steps, outputs), RUN_GAS);
        calls[2] = payFee(token, FEE);
        calls[3] = fallbackOnly(sweep(token, owner.addr, 0));
        calls[4] = leftover(token, owner.addr);
    }

    function testFuzz_NoContextSpoilsAnyKindOfToken(uint8 kind, uint8 context, uint8 which, bool origin, uint8 twist)
        external
    {
        (kind, context, which) = (uint8(kind % KINDS), uint8(context % CONTEXTS), uint8(which % ATTEMPTS));
        // The owner's signature may run it at any time; that is the next test.
        if (which == 4 || which == 10) which = 0;
        address token = _token(kind);
        refunded = token;
        Call[] memory calls = _batch(token, origin);
        Config memory config = configOf(calls, 1);
        IntentWallet wallet = deployed(config);
        _fund(token, address(wallet));
        if (kind == 4) HookToken(token).register(recipient, address(intruder));
        (address to, bytes memory data) = _attempt(which, config, calls);
        intruder.plan(to, data);
        _enter(context, twist % 2 == 0, to, data);
        assertFalse(wallet.nonceUsed(0, 1));
        assertEq(_held(token, address(wallet)), AMOUNT);

        _carryOut(token, kind, origin, twist, config, calls);
    }

    function _carryOut(
        address token,
        uint256 kind,
        bool origin,
        uint256 twist,
        Config memory config,
        Call[] memory calls
    ) private {
        bool fails = kind == 2;
        if (kind == 6 && twist % 3 == 0) {
            BlocklistToken(token).setBlocked(origin ? address(router) : recipient, true);
            fails = true;
        }
        if (kind == 3) RebasingToken(token).rebase(10_000 + twist * 10);
        address wallet = address(walletOf(config));
        uint256 before = _held(token, wallet);
        relay(config, calls, 0, 1);
        assertTrue(IntentWallet(payable(wallet)).nonceUsed(0, 1));
        // Shares round down, so that an exact amount of a balance that has rebased may arrive as one unit less: then it goes back.
        if (kind == 3 && bridge.bridged(recipient) == 0 && _held(token, recipient) == 0) fails = true;
        _expectRest(token, origin, fails, before);
        assertLe(_held(token, wallet), kind == 3 ? 1 : 0);
        assertLe(_held(token, address(router)), kind == 3 ? 1 : 0);
    }

    /// @dev What a token keeps for itself, or a party that is blocked, ends with the owner and costs no fee.
    function _expectRest(address token, bool origin, bool fails, uint256 before) private view {
        uint256 got = _held(token, owner.addr);
        if (fails) {
            assertEq(bridge.bridged(recipient), 0);
            assertEq(_held(token, collector), 0);
            assertGe(got + before / 50, before);
        } else if (origin) {
            assertEq(bridge.bridged(recipient), 900);
            // A balance that rebases is counted in shares, so a unit may be lost in rounding.
            assertApproxEqAbs(_held(token, collector), FEE, 1);
            assertApproxEqAbs(got, before - AMOUNT, 3);
        } else {
            assertApproxEqAbs(_held(token, recipient), AMOUNT - 7, 1);
            assertApproxEqAbs(got, before - (AMOUNT - 7), 3);
        }
    }

    /// @dev The owner's path: by signature, from any context, it goes through in full or nothing happened.
    function testFuzz_TheOwnersSignatureIsNeverWasted(uint8 kind, uint8 context, bool bundled, bool origin) external {
        (kind, context) = (uint8(kind % KINDS), uint8(context % CONTEXTS));
        address token = _token(kind);
        Call[] memory calls = _batch(token, origin);
        Config memory config = configOf(calls, 1);
        IntentWallet wallet = deployed(config);
        _fund(token, address(wallet));
        (address to, bytes memory data) = _attempt(bundled ? 10 : 4, config, calls);
        intruder.plan(to, data);
        _enter(context, false, to, data);
        if (wallet.nonceUsed(0, 1)) {
            assertTrue(kind != 2, "what would go back is not run strictly");
            _expectRest(token, origin, false, AMOUNT);
        } else {
            assertEq(_held(token, address(wallet)), AMOUNT);
        }
    }

    /// @dev The same for an owner with code, which is asked inside of whatever the stranger is in; and no other attempt runs its batch.
    function testFuzz_NoContextSpoilsABatchOfASafeOrAnEip7702Account(
        uint8 kind,
        uint8 context,
        uint8 which,
        bool origin,
        bool is7702
    ) external {
        (kind, context, which) = (uint8(kind % KINDS), uint8(context % CONTEXTS), uint8(which % ATTEMPTS));
        address token = _token(kind);
        refunded = token;
        Call[] memory calls = _batch(token, origin);
        Config memory config = configOf(calls, 1);
        config.owner = _ownerWithCode(is7702);
        IntentWallet wallet = deployed(config);
        _fund(token, address(wallet));
        // In these two the key of somebody else has signed, over the hash itself: no signature of a Safe.
        (address to, bytes memory data) = _attempt(which, config, calls);
        intruder.plan(to, data);
        _enter(context, false, to, data);
        assertFalse(wallet.nonceUsed(0, 1));
        assertEq(_held(token, address(wallet)), AMOUNT);

        data = abi.encodeCall(wallet.executeAsOwner, (config, calls, 0, 1, _signByCode(config.owner, wallet, calls)));
        to = address(wallet);
        if (which % 2 == 0) {
            (to, data) = (address(guest), abi.encodeCall(guest.executeMany, (_one(hasher.config(config), data))));
        }
        intruder.plan(to, data);
        _enter(context, false, to, data);
        if (wallet.nonceUsed(0, 1)) {
            assertTrue(kind != 2, "what would go back is not run strictly");
            _expectRest(token, origin, false, AMOUNT);
        } else {
            assertEq(_held(token, address(wallet)), AMOUNT);
        }
    }

    function _ownerWithCode(bool is7702) private returns (address account) {
        SafeLike safe = new SafeLike(owner.addr);
        account = is7702 ? signer.addr : address(safe);
        if (is7702) vm.etch(account, address(safe).code);
    }

    function _signByCode(address account, IntentWallet wallet, Call[] memory calls) private returns (bytes memory) {
        bytes32 digest = keccak256(
            abi.encodePacked(hex"1901", wallet.domainSeparator(), hasher.batch(block.chainid, calls, 0, 1))
        );
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(owner, SafeLike(account).messageHash(digest));
        return abi.encodePacked(r, s, v);
    }
}
