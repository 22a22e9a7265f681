// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Base, DaiPermit, Deposit, IntentEntrypoint, TokenPermit, Vm} from "./Base.sol";
import {Tokens} from "../src/lib/Tokens.sol";
import {Transient} from "../src/lib/Transient.sol";
import {Account1271, Trigger} from "./mocks/Targets.sol";
import {BonusToken, BytesPermitToken, DeafPermitToken, FeeToken, HookToken, Token, YesToken} from "./mocks/Zoo.sol";

contract EntrypointTest is Base {
    address private intent = makeAddr("intent");

    function _deposit(address token, uint256 amount, uint256 fee, uint256 nonce) private view returns (Deposit memory) {
        return Deposit(owner.addr, token, amount, intent, 5_000, nonce, fee, collector);
    }

    function _sign(Deposit memory deposit) private returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(owner, entrypoint.hashDeposit(deposit));
        return abi.encodePacked(r, s, v);
    }

    function _signForContract(Deposit memory deposit) private returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(owner, entrypoint.hashDeposit(deposit));
        return abi.encode(r, s, v);
    }

    function _fund(Token token, uint256 amount) private {
        token.mint(owner.addr, amount);
        vm.prank(owner.addr);
        token.approve(address(entrypoint), amount);
    }

    function _permit(Token token, uint256 amount, uint256 deadline) private returns (bytes memory) {
        bytes32 digest =
            token.permitDigest(owner.addr, address(entrypoint), amount, token.nonces(owner.addr), deadline);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(owner, digest);
        return abi.encodePacked(r, s, v);
    }

    function testFuzz_MovesExactlyWhatWasSigned(uint96 amount, uint96 fee, uint96 extra, address relayer) external {
        vm.assume(relayer != address(0));
        _fund(tokenA, uint256(amount) + fee + extra);
        Deposit memory deposit = _deposit(address(tokenA), amount, fee, 1);
        bytes memory signature = _sign(deposit);
        vm.prank(relayer);
        entrypoint.depositToIntent(deposit, signature);
        assertEq(tokenA.balanceOf(intent), amount);
        assertEq(tokenA.balanceOf(collector), fee);
        assertEq(tokenA.balanceOf(owner.addr), extra);
        assertEq(tokenA.balanceOf(address(entrypoint)), 0);
    }

    function testFuzz_ChangedFieldsAreRefused(uint8 field, uint256 noise) external {
        noise = bound(noise, 1, type(uint128).max);
        _fund(tokenA, 1_000);
        Deposit memory deposit = _deposit(address(tokenA), 100, 10, 1);
        bytes memory signature = _sign(deposit);
        uint256 which = field % 8;
        if (which == 0) deposit.user = stranger;
        else if (which == 1) deposit.token = address(tokenB);
        else if (which == 2) deposit.amount ^= noise;
        else if (which == 3) deposit.intentAddress = stranger;
        else if (which == 4) deposit.deadline += noise;
        else if (which == 5) deposit.nonce ^= noise;
        else if (which == 6) deposit.feeAmount ^= noise;
        else deposit.feeCollector = stranger;
        bytes32 digest = entrypoint.hashDeposit(deposit);
        vm.expectRevert(
            abi.encodeWithSelector(IntentEntrypoint.InvalidSignature.selector, deposit.user, digest)
        );
        entrypoint.depositToIntent(deposit, signature);
    }

    function testFuzz_NoncesInAnyOrderEachOnce(uint256 first, uint256 second) external {
        vm.assume(first != second && first < entrypoint.REVOKES() && second < entrypoint.REVOKES());
        _fund(tokenA, 100);
        Deposit memory one = _deposit(address(tokenA), 10, 0, first);
        Deposit memory two = _deposit(address(tokenA), 10, 0, second);
        bytes memory signatureOne = _sign(one);
        entrypoint.depositToIntent(two, _sign(two));
        entrypoint.depositToIntent(one, signatureOne);
        assertTrue(entrypoint.nonceUsed(owner.addr, first));
        vm.expectRevert(abi.encodeWithSelector(IntentEntrypoint.NonceUsed.selector, owner.addr, first));
        entrypoint.depositToIntent(one, signatureOne);
        assertEq(tokenA.balanceOf(intent), 20);
    }

    function testFuzz_InvalidatedNoncesAreGone(uint256 nonce, address other) external {
        vm.assume(other != owner.addr && other != address(0) && nonce < entrypoint.REVOKES());
        _fund(tokenA, 100);
        Deposit memory deposit = _deposit(address(tokenA), 10, 0, nonce);
        bytes memory signature = _sign(deposit);
        vm.prank(other);
        entrypoint.invalidateNonce(nonce);
        assertFalse(entrypoint.nonceUsed(owner.addr, nonce));
        vm.prank(owner.addr);
        entrypoint.invalidateNonce(nonce);
        vm.expectRevert(abi.encodeWithSelector(IntentEntrypoint.NonceUsed.selector, owner.addr, nonce));
        entrypoint.depositToIntent(deposit, signature);
    }

    function testFuzz_DeadlineHolds(uint64 nowAt) external {
        _fund(tokenA, 100);
        Deposit memory deposit = _deposit(address(tokenA), 10, 0, 1);
        bytes memory signature = _sign(deposit);
        vm.warp(nowAt);
        if (nowAt > 5_000) {
            vm.expectRevert(abi.encodeWithSelector(IntentEntrypoint.Expired.selector, 5_000, nowAt));
        }
        entrypoint.depositToIntent(deposit, signature);
    }

    function testFuzz_DepositIsBoundToItsChain(uint64 chainId) external {
        vm.assume(chainId != block.chainid && chainId != 0);
        _fund(tokenA, 100);
        Deposit memory deposit = _deposit(address(tokenA), 10, 0, 1);
        bytes memory signature = _sign(deposit);
        vm.chainId(chainId);
        vm.expectPartialRevert(IntentEntrypoint.InvalidSignature.selector);
        entrypoint.depositToIntent(deposit, signature);
    }

    function testFuzz_PermitCannotBeFrontRunIntoFailure(uint96 amount, uint96 fee, bool frontRun) external {
        uint256 total = uint256(amount) + fee;
        tokenA.mint(owner.addr, total);
        Deposit memory deposit = _deposit(address(tokenA), amount, fee, 1);
        bytes memory signature = _sign(deposit);
        bytes memory permit = _permit(tokenA, total, 9_999);
        if (frontRun) {
            (uint8 v, bytes32 r, bytes32 s) = vm.sign(
                owner, tokenA.permitDigest(owner.addr, address(entrypoint), total, 0, 9_999)
            );
            vm.prank(stranger);
            tokenA.permit(owner.addr, address(entrypoint), total, 9_999, v, r, s);
        }
        entrypoint.depositToIntentWithPermit(deposit, signature, TokenPermit(total, 9_999, permit));
        assertEq(tokenA.balanceOf(intent), amount);
        assertEq(tokenA.balanceOf(collector), fee);
        assertEq(tokenA.allowance(owner.addr, address(entrypoint)), 0);
    }

    function test_APermitThatDoesNothingMovesNothing() external {
        DeafPermitToken deaf = new DeafPermitToken();
        deaf.mint(owner.addr, 100);
        Deposit memory deposit = _deposit(address(deaf), 100, 0, 1);
        bytes memory signature = _sign(deposit);
        vm.expectPartialRevert(Tokens.TokenCallFailed.selector);
        entrypoint.depositToIntentWithPermit(deposit, signature, TokenPermit(100, 9_999, new bytes(65)));
        assertFalse(entrypoint.nonceUsed(owner.addr, 1));
    }

    /// @dev Of any length but that of a key's signature.
    function testFuzz_ContractAccountsDepositToo(uint96 amount, bool withPermit, uint8 length) external {
        vm.assume(length != 65 - 22);
        BytesPermitToken token = new BytesPermitToken();
        Account1271 account = new Account1271(owner.addr);
        token.mint(address(account), amount);
        Deposit memory deposit = _deposit(address(token), amount, 0, 1);
        deposit.user = address(account);
        bytes memory signature = _signForContract(deposit);
        if (withPermit) {
            TokenPermit memory permit = TokenPermit(amount, 9_999, "");
            permit.signature = abi.encodePacked("a contract's signature", new bytes(length));
            entrypoint.depositToIntentWithPermit(deposit, signature, permit);
        } else {
            account.act(address(token), abi.encodeCall(token.approve, (address(entrypoint), amount)));
            entrypoint.depositToIntent(deposit, signature);
        }
        assertEq(token.balanceOf(intent), amount);
    }

    function testFuzz_GarbageSpendsNoNonceOfAContract(bytes memory garbage) external {
        Deposit memory deposit = _deposit(address(new YesToken()), 0, 0, 1);
        deposit.user = address(new Account1271(owner.addr));
        vm.expectPartialRevert(IntentEntrypoint.InvalidSignature.selector);
        entrypoint.depositToIntentWithAuthorization(deposit, garbage);
        assertFalse(entrypoint.nonceUsed(deposit.user, 1));
    }

    /// @dev Not one unit of an allowance that the user gave otherwise may be left either.
    function testFuzz_ASignedRevocationLeavesNotOneUnit(uint96 amount, uint96 left) external {
        left = uint96(bound(left, 1, type(uint96).max));
        _fund(tokenA, uint256(amount) + left);
        Deposit memory deposit = _deposit(address(tokenA), amount, 0, entrypoint.REVOKES() + 1);
        bytes memory signature = _sign(deposit);
        vm.expectRevert(
            abi.encodeWithSelector(IntentEntrypoint.RevocationMissing.selector, owner.addr, address(tokenA))
        );
        entrypoint.depositToIntentWithDaiPermit(deposit, signature, DaiPermit(0, 9_999, new bytes(65), ""));
        assertFalse(entrypoint.nonceUsed(owner.addr, 1));
    }

    function testFuzz_TheDeadlineHoldsForTheUserToo(uint64 late) external {
        Deposit memory deposit = _deposit(address(tokenA), 0, 0, 1);
        vm.warp(deposit.deadline + bound(late, 1, type(uint64).max));
        vm.expectPartialRevert(IntentEntrypoint.Expired.selector);
        vm.prank(owner.addr);
        entrypoint.depositToIntent(deposit, "");
    }

    function testFuzz_MoreThanWasSignedIsRefused(uint96 amount) external {
        BonusToken token = new BonusToken();
        _fund(token, amount);
        Deposit memory deposit = _deposit(address(token), amount, 0, 1);
        bytes memory signature = _sign(deposit);
        vm.expectRevert(
            abi.encodeWithSelector(
                IntentEntrypoint.WrongAmountReceived.selector, address(token), amount, uint256(amount) + 1
            )
        );
        entrypoint.depositToIntent(deposit, signature);
    }

    function testFuzz_FeeOnTransferIsRefused(uint96 amount) external {
        amount = uint96(bound(amount, 2, type(uint96).max));
        FeeToken token = new FeeToken();
        _fund(token, amount);
        Deposit memory deposit = _deposit(address(token), amount, 0, 1);
        bytes memory signature = _sign(deposit);
        vm.expectRevert(
            abi.encodeWithSelector(
                IntentEntrypoint.WrongAmountReceived.selector, address(token), amount, amount - (amount / 100 + 1)
            )
        );
        entrypoint.depositToIntent(deposit, signature);
    }

    function test_HooksCannotEnterASecondDeposit() external {
        HookToken token = new HookToken();
        _fund(token, 100);
        Trigger trigger = new Trigger();
        token.register(intent, address(trigger));
        Deposit memory inner = _deposit(address(token), 10, 0, 2);
        trigger.arm(address(entrypoint), abi.encodeCall(entrypoint.depositToIntent, (inner, _sign(inner))));
        Deposit memory outer = _deposit(address(token), 10, 0, 1);
        entrypoint.depositToIntent(outer, _sign(outer));
        assertTrue(trigger.fired());
        assertEq(bytes4(trigger.reason()), Transient.Reentered.selector);
        assertEq(token.balanceOf(intent), 10);
    }
}
