// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Base, DaiPermit, Deposit, IntentEntrypoint, Permit2Allowance, TokenPermit, Vm} from "./Base.sol";
import {Permits} from "../src/lib/Permits.sol";
import {Calls, Tokens} from "../src/lib/Tokens.sol";
import {Transient} from "../src/lib/Transient.sol";
import {SafeLike, Trigger} from "./mocks/Targets.sol";
import {AuthorizedToken, DaiLike, FeeToken, HookToken, Token, YesToken} from "./mocks/Zoo.sol";

interface IPermit2 {
    struct PermitDetails {
        address token;
        uint160 amount;
        uint48 expiration;
        uint48 nonce;
    }

    struct PermitSingle {
        PermitDetails details;
        address spender;
        uint256 sigDeadline;
    }

    function permit(address owner, PermitSingle calldata permitSingle, bytes calldata signature) external;
}

interface IPermit2Domain {
    function DOMAIN_SEPARATOR() external view returns (bytes32);
    function allowance(address user, address token, address spender) external view returns (uint160, uint48, uint48);
}

/// @notice Every way to pay in moves exactly what was signed, once, whoever submits it. Permit2 is the published one.
contract PayInTest is Base {
    uint256 private constant WAYS = 6;
    bytes32 private constant PERMIT_DETAILS_TYPEHASH =
        keccak256("PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)");
    bytes32 private constant PERMIT_SINGLE_TYPEHASH = keccak256(
        "PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)"
    );
    string private constant WITNESS_HEAD =
        "PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,Intent witness)";
    string private constant INTENT_TYPE =
        "Intent(address user,address token,uint256 amount,address intentAddress,uint256 deadline,uint256 chainId,uint256 nonce,uint256 feeAmount,address feeCollector)";
    string private constant PERMISSIONS_TYPE = "TokenPermissions(address token,uint256 amount)";

    address private intent = makeAddr("intent");
    DaiLike private dai;
    AuthorizedToken private usdc;

    function setUp() public override {
        super.setUp();
        string memory source =
            vm.readFile("../node_modules/@uniswap/v4-periphery/lib/permit2/test/utils/DeployPermit2.sol");
        string memory literal = vm.split(vm.split(source, 'hex"')[1], '"')[0];
        vm.etch(Permits.PERMIT2, vm.parseBytes(string.concat("0x", literal)));
        dai = new DaiLike();
        usdc = new AuthorizedToken();
    }

    // ------------------------------------------------------------------------------------------------------------- signing

    function _sign(bytes32 digest) private returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(owner, digest);
        return abi.encodePacked(r, s, v);
    }

    function _witnessDigest(Deposit memory d) private view returns (bytes32) {
        bytes32 witness = keccak256(
            abi.encode(
                keccak256(bytes(INTENT_TYPE)),
                d.user,
                d.token,
                d.amount,
                d.intentAddress,
                d.deadline,
                block.chainid,
                d.nonce,
                d.feeAmount,
                d.feeCollector
            )
        );
        bytes32 permitted =
            keccak256(abi.encode(keccak256(bytes(PERMISSIONS_TYPE)), d.token, d.amount + d.feeAmount));
        bytes32 typeHash = keccak256(abi.encodePacked(WITNESS_HEAD, INTENT_TYPE, PERMISSIONS_TYPE));
        bytes32 body = keccak256(abi.encode(typeHash, permitted, address(entrypoint), d.nonce, d.deadline, witness));
        return keccak256(abi.encodePacked(hex"1901", IPermit2Domain(Permits.PERMIT2).DOMAIN_SEPARATOR(), body));
    }

    function _permit2Digest(address token, uint160 amount, uint48 nonce) private view returns (bytes32) {
        bytes32 details = keccak256(abi.encode(PERMIT_DETAILS_TYPEHASH, token, amount, type(uint48).max, nonce));
        bytes32 body = keccak256(abi.encode(PERMIT_SINGLE_TYPEHASH, details, address(entrypoint), uint256(9_999)));
        return keccak256(abi.encodePacked(hex"1901", IPermit2Domain(Permits.PERMIT2).DOMAIN_SEPARATOR(), body));
    }

    function _authorizationDigest(Deposit memory d) private view returns (bytes32) {
        uint256 total = d.amount + d.feeAmount;
        return usdc.authorizationDigest(d.user, address(entrypoint), total, 0, d.deadline, entrypoint.hashDeposit(d));
    }

    function _deposit(uint256 by, uint256 amount, uint256 fee) private view returns (Deposit memory) {
        address token = by == 2 ? address(dai) : by == 5 ? address(usdc) : address(tokenA);
        return Deposit(owner.addr, token, amount, intent, 5_000, 1, fee, collector);
    }

    /// @dev Funds the user with `extra` too much, gives what the way needs, and encodes the relayer's call.
    function _prepare(uint256 by, Deposit memory d, uint256 extra) private returns (bytes memory) {
        uint256 total = d.amount + d.feeAmount;
        Token(d.token).mint(owner.addr, total + extra);
        if (by == 0 || by == 3 || by == 4) {
            vm.prank(owner.addr);
            Token(d.token).approve(by == 0 ? address(entrypoint) : Permits.PERMIT2, type(uint256).max);
        }
        return _encode(by, d);
    }

    function _encode(uint256 by, Deposit memory d) private returns (bytes memory) {
        uint256 total = d.amount + d.feeAmount;
        bytes memory signed = _sign(entrypoint.hashDeposit(d));
        if (by == 0) return abi.encodeCall(entrypoint.depositToIntent, (d, signed));
        if (by == 1) {
            bytes memory permit = _sign(tokenA.permitDigest(owner.addr, address(entrypoint), total, 0, 9_999));
            return
                abi.encodeCall(entrypoint.depositToIntentWithPermit, (d, signed, TokenPermit(total, 9_999, permit)));
        }
        if (by == 2) {
            bytes memory yes = _sign(dai.daiDigest(owner.addr, address(entrypoint), 0, 9_999, true));
            bytes memory no = _sign(dai.daiDigest(owner.addr, address(entrypoint), 1, 9_999, false));
            return
                abi.encodeCall(entrypoint.depositToIntentWithDaiPermit, (d, signed, DaiPermit(0, 9_999, yes, no)));
        }
        if (by == 3) {
            bytes memory permit = _sign(_permit2Digest(d.token, uint160(total), 0));
            Permit2Allowance memory allowance =
                Permit2Allowance(uint160(total), type(uint48).max, 0, 9_999, permit);
            return abi.encodeCall(entrypoint.depositToIntentWithPermit2, (d, signed, allowance));
        }
        if (by == 4) {
            return abi.encodeCall(entrypoint.depositToIntentWithPermit2Transfer, (d, _sign(_witnessDigest(d))));
        }
        return abi.encodeCall(entrypoint.depositToIntentWithAuthorization, (d, _sign(_authorizationDigest(d))));
    }

    /// @dev Whether the submitter is the first sender of its transaction changes nothing.
    function _submit(bytes memory data) private returns (bool ok, bytes memory reason) {
        uint256 state = vm.snapshotState();
        vm.prank(stranger, stranger);
        (bool asFirst, bytes memory reasonAsFirst) = address(entrypoint).call(data);
        vm.revertToState(state);
        vm.prank(stranger);
        (ok, reason) = address(entrypoint).call(data);
        assertEq(ok, asFirst);
        assertEq(reason, reasonAsFirst);
    }

    // ----------------------------------------------------------------------------------------------------------- properties

    /// @dev The way under test; `everyWay` goes through all of them, each from the same state.
    uint256 private way;

    modifier everyWay() {
        uint256 state = vm.snapshotState();
        for (uint256 i; i < WAYS; ++i) {
            vm.revertToState(state);
            way = i;
            _;
        }
    }

    function testFuzz_EveryWayMovesExactlyWhatWasSigned(uint96 amount, uint96 fee, uint96 extra) external everyWay {
        Deposit memory d = _deposit(way, amount, fee);
        bytes memory data = _prepare(way, d, extra);
        vm.expectEmit(true, true, true, true, address(entrypoint));
        emit IntentEntrypoint.Deposited(owner.addr, intent, d.token, amount, 1, fee, collector);
        (bool ok,) = _submit(data);
        assertTrue(ok);
        Token token = Token(d.token);
        assertEq(token.balanceOf(intent), amount);
        assertEq(token.balanceOf(collector), fee);
        assertEq(token.balanceOf(owner.addr), extra);
        assertEq(token.balanceOf(address(entrypoint)), 0);
        assertEq(token.balanceOf(stranger), 0);
        if (way != 0) assertEq(token.allowance(owner.addr, address(entrypoint)), 0);
        (uint160 left,,) = IPermit2Domain(Permits.PERMIT2).allowance(owner.addr, d.token, address(entrypoint));
        assertEq(left, 0);
    }

    function testFuzz_EveryWayIsForOnce(uint8 again) external everyWay {
        Deposit memory d = _deposit(way, 100, 5);
        (bool ok,) = _submit(_prepare(way, d, 1_000));
        assertTrue(ok);
        // The same deposit by the same or by another way: its nonce is used.
        bytes memory other = _encode(way == 2 || way == 5 ? way : again % 2 == 0 ? way : (way == 0 ? 4 : 0), d);
        (bool twice, bytes memory reason) = _submit(other);
        assertFalse(twice);
        assertEq(reason, abi.encodeWithSelector(IntentEntrypoint.NonceUsed.selector, owner.addr, 1));
        assertEq(Token(d.token).balanceOf(intent), 100);
    }

    function testFuzz_EveryWayRefusesAChangedField(uint8 field) external everyWay {
        Deposit memory d = _deposit(way, 100, 5);
        bytes memory data = _prepare(way, d, 1_000);
        uint256 word = field % 8;
        // The deposit's eight words come first in every entry's call data, as they are or behind no offset: static struct.
        uint256 at = 4 + 32 * word + 31;
        data[at] = bytes1(uint8(data[at]) ^ 0x01);
        (bool ok,) = _submit(data);
        assertFalse(ok);
        assertEq(Token(d.token).balanceOf(intent) + Token(d.token).balanceOf(collector), 0);
        assertEq(Token(d.token).balanceOf(owner.addr), 1_105);
    }

    function test_EveryWayEndsWithItsDeadline() external everyWay {
        Deposit memory d = _deposit(way, 100, 5);
        bytes memory data = _prepare(way, d, 0);
        vm.warp(5_001);
        (bool ok, bytes memory reason) = _submit(data);
        assertFalse(ok);
        assertEq(reason, abi.encodeWithSelector(IntentEntrypoint.Expired.selector, 5_000, 5_001));
        // The last second counts; ERC-3009 ends before it.
        vm.warp(way == 5 ? 4_999 : 5_000);
        (ok,) = _submit(data);
        assertTrue(ok);
    }

    function test_EveryWayObeysInvalidatedNonces() external everyWay {
        bytes memory data = _prepare(way, _deposit(way, 100, 5), 0);
        vm.prank(owner.addr);
        vm.expectEmit(true, false, false, true, address(entrypoint));
        emit IntentEntrypoint.NonceInvalidated(owner.addr, 1);
        entrypoint.invalidateNonce(1);
        (bool ok, bytes memory reason) = _submit(data);
        assertFalse(ok);
        assertEq(bytes4(reason), IntentEntrypoint.NonceUsed.selector);
    }

    function test_EveryWayIsBoundToItsChain() external everyWay {
        bytes memory data = _prepare(way, _deposit(way, 100, 5), 0);
        vm.chainId(block.chainid + 1);
        (bool ok,) = _submit(data);
        assertFalse(ok);
    }

    /// @dev The one call of this contract that may fail is a permit. Starved of gas, it leaves no half of a deposit, and no allowance.
    function testFuzz_AtAnyGasADepositIsWholeOrNothing(uint256 given) external everyWay {
        Deposit memory d = _deposit(way, 100, 5);
        if (way == 2) d.nonce += entrypoint.REVOKES();
        given = bound(given, 50_000, 400_000);
        (bool ok,) = address(entrypoint).call{gas: given}(_prepare(way, d, 0));
        assertTrue(ok || given < 380_000);
        assertEq(entrypoint.nonceUsed(owner.addr, 1), ok);
        assertEq(Token(d.token).balanceOf(intent), ok ? 100 : 0);
        assertEq(Token(d.token).balanceOf(collector), ok ? 5 : 0);
        assertEq(Token(d.token).balanceOf(owner.addr), ok ? 0 : 105);
        if (way != 0) assertEq(Token(d.token).allowance(owner.addr, address(entrypoint)), 0);
    }

    /// @dev The user's first permit of this kind, whoever shows it: 1 ERC-2612, 2 DAI's, 3 an allowance at Permit2.
    function _showPermit(uint256 kind, address token, uint256 amount) private {
        if (kind == 1) {
            (uint8 v, bytes32 r, bytes32 s) =
                vm.sign(owner, Token(token).permitDigest(owner.addr, address(entrypoint), amount, 0, 9_999));
            Token(token).permit(owner.addr, address(entrypoint), amount, 9_999, v, r, s);
        } else if (kind == 2) {
            (uint8 v, bytes32 r, bytes32 s) =
                vm.sign(owner, dai.daiDigest(owner.addr, address(entrypoint), 0, 9_999, true));
            dai.permit(owner.addr, address(entrypoint), 0, 9_999, true, v, r, s);
        } else {
            IPermit2.PermitSingle memory single = IPermit2.PermitSingle(
                IPermit2.PermitDetails(token, uint160(amount), type(uint48).max, 0), address(entrypoint), 9_999
            );
            IPermit2(Permits.PERMIT2).permit(owner.addr, single, _sign(_permit2Digest(token, uint160(amount), 0)));
        }
    }

    /// @dev Permits can be used by somebody else first; the deposit goes through all the same.
    function testFuzz_UsedPermitsDoNoHarm(uint8 which) external {
        uint256 kind = 1 + which % 3;
        Deposit memory d = _deposit(kind, 100, 5);
        bytes memory data = _prepare(kind, d, 0);
        _showPermit(kind, d.token, 105);
        (bool ok,) = _submit(data);
        assertTrue(ok);
        assertEq(Token(d.token).balanceOf(intent), 100);
    }

    /// @dev A permit sets an allowance and adds nothing to it. One that the user signed for another deposit of the token and that is for less,
    /// shown first, stops this deposit and takes nothing; the user signs the permit again, and the same deposit goes through.
    function testFuzz_AnotherPermitShownFirstTakesNothing(bool atPermit2, uint8 other) external {
        Deposit memory d = _deposit(atPermit2 ? 3 : 1, 100, 5);
        bytes memory data = _prepare(atPermit2 ? 3 : 1, d, 0);
        _showPermit(atPermit2 ? 3 : 1, d.token, other);
        (bool ok,) = _submit(data);
        assertEq(ok, other >= 105);
        assertEq(entrypoint.nonceUsed(owner.addr, 1), ok);
        assertEq(tokenA.balanceOf(owner.addr), ok ? 0 : 105);
        if (ok) return;
        bytes memory signature = _sign(entrypoint.hashDeposit(d));
        if (atPermit2) {
            bytes memory again = _sign(_permit2Digest(d.token, 105, 1));
            entrypoint.depositToIntentWithPermit2(d, signature, Permit2Allowance(105, type(uint48).max, 1, 9_999, again));
        } else {
            bytes memory again = _sign(tokenA.permitDigest(owner.addr, address(entrypoint), 105, 1, 9_999));
            entrypoint.depositToIntentWithPermit(d, signature, TokenPermit(105, 9_999, again));
        }
        assertEq(tokenA.balanceOf(intent), 100);
        assertEq(tokenA.allowance(owner.addr, address(entrypoint)), 0);
    }

    // ----------------------------------------------------------------------------------------------------------- particulars

    function test_DaiPermitWithoutRevocationStands() external {
        Deposit memory d = _deposit(2, 100, 5);
        dai.mint(owner.addr, 105);
        bytes memory yes = _sign(dai.daiDigest(owner.addr, address(entrypoint), 0, 9_999, true));
        entrypoint.depositToIntentWithDaiPermit(d, _sign(entrypoint.hashDeposit(d)), DaiPermit(0, 9_999, yes, ""));
        assertEq(dai.allowance(owner.addr, address(entrypoint)), type(uint256).max);
    }

    function test_StandingPermit2AllowanceNeedsNoSecondPermit() external {
        Deposit memory d = _deposit(3, 100, 5);
        _prepare(3, d, 0);
        _showPermit(3, d.token, 105);
        Permit2Allowance memory none;
        entrypoint.depositToIntentWithPermit2(d, _sign(entrypoint.hashDeposit(d)), none);
        assertEq(tokenA.balanceOf(intent), 100);
    }

    function test_Permit2AmountsAreNotCut() external {
        uint256 amount = uint256(1) << 160;
        Deposit memory d = _deposit(3, amount, 0);
        Permit2Allowance memory none;
        bytes memory signature = _sign(entrypoint.hashDeposit(d));
        vm.expectRevert(abi.encodeWithSelector(Tokens.TokenCallFailed.selector, Permits.PERMIT2, bytes("")));
        entrypoint.depositToIntentWithPermit2(d, signature, none);
        (bool ok,) = _submit(_prepare(3, _deposit(3, amount - 1, 0), 0));
        assertTrue(ok);
    }

    function test_NoPermit2OnThisChain() external {
        Deposit memory d = _deposit(4, 100, 5);
        bytes memory data = _prepare(4, d, 0);
        vm.etch(Permits.PERMIT2, "");
        (bool ok, bytes memory reason) = _submit(data);
        assertFalse(ok);
        bytes memory noCode = abi.encodeWithSelector(Calls.NoCode.selector, Permits.PERMIT2);
        assertEq(reason, abi.encodeWithSelector(Tokens.TokenCallFailed.selector, Permits.PERMIT2, noCode));
    }

    /// @dev Nobody but the entrypoint is paid by an authorization, so it cannot be taken from the mempool and spent elsewhere.
    function test_AuthorizationIsForTheEntrypointOnly() external {
        Deposit memory d = _deposit(5, 100, 5);
        _prepare(5, d, 0);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(owner, _authorizationDigest(d));
        bytes32 nonce = entrypoint.hashDeposit(d);
        vm.prank(stranger);
        vm.expectRevert("payee");
        usdc.receiveWithAuthorization(owner.addr, address(entrypoint), 105, 0, 5_000, nonce, v, r, s);
    }

    /// @dev A token that says yes to everything, a token that keeps a part, and one that is not there.
    function test_LiesAboutAuthorizationsAreMeasured() external {
        Deposit memory d = _deposit(5, 100, 5);
        d.token = address(new YesToken());
        bytes memory signature = _sign(_digestUnder(bytes32(0), d));
        vm.expectRevert(abi.encodeWithSelector(IntentEntrypoint.WrongAmountReceived.selector, d.token, 105, 0));
        entrypoint.depositToIntentWithAuthorization(d, signature);
        FeeToken keeper = new FeeToken();
        d = _deposit(4, 100, 5);
        d.token = address(keeper);
        bytes memory data = _prepare(4, d, 0);
        (bool ok, bytes memory reason) = _submit(data);
        assertFalse(ok);
        assertEq(
            reason, abi.encodeWithSelector(IntentEntrypoint.WrongAmountReceived.selector, address(keeper), 105, 103)
        );
    }

    function _digestUnder(bytes32 separator, Deposit memory d) private view returns (bytes32) {
        bytes32 body = keccak256(
            abi.encode(
                usdc.RECEIVE_TYPEHASH(),
                d.user,
                address(entrypoint),
                d.amount + d.feeAmount,
                0,
                d.deadline,
                entrypoint.hashDeposit(d)
            )
        );
        return keccak256(abi.encodePacked(hex"1901", separator, body));
    }

    /// @dev A token that says yes to everything and names any domain, an amount of 0, every way: the nonce stays the user's.
    function testFuzz_NobodySpendsAnothersNonce(bytes memory garbage, uint8 by, uint96 amount, bool native) external everyWay {
        Deposit memory d = _deposit(way, 100, 5);
        bytes memory data = _prepare(way, d, 0);
        Deposit memory forged = Deposit(
            owner.addr, native ? address(new YesToken()) : d.token, by % 2 == 0 ? 0 : amount, stranger, 5_000, 1, 0, stranger
        );
        for (uint256 i; i < WAYS; ++i) {
            bytes memory sent = _asUnsigned(i, forged, garbage);
            // The user may be the first sender: of an account that it called, which a stranger wrote.
            vm.prank(stranger, by % 3 == 0 ? owner.addr : stranger);
            (bool spent,) = address(entrypoint).call(sent);
            assertFalse(spent);
        }
        assertFalse(entrypoint.nonceUsed(owner.addr, 1));
        (bool ok,) = _submit(data);
        assertTrue(ok);
    }

    function testFuzz_AFeeToTheUserIsPaidToo(uint96 amount, uint96 fee) external everyWay {
        Deposit memory d = _deposit(way, amount, fee);
        d.feeCollector = owner.addr;
        (bool ok,) = _submit(_prepare(way, d, 0));
        assertTrue(ok);
        assertEq(Token(d.token).balanceOf(owner.addr), fee);
        assertEq(Token(d.token).balanceOf(address(entrypoint)), 0);
    }

    function _asUnsigned(uint256 i, Deposit memory d, bytes memory garbage) private view returns (bytes memory) {
        bytes4[6] memory entries = [
            entrypoint.depositToIntent.selector,
            entrypoint.depositToIntentWithPermit.selector,
            entrypoint.depositToIntentWithDaiPermit.selector,
            entrypoint.depositToIntentWithPermit2.selector,
            entrypoint.depositToIntentWithPermit2Transfer.selector,
            entrypoint.depositToIntentWithAuthorization.selector
        ];
        bytes memory permit = abi.encode(uint256(0), uint256(9_999), uint256(128), uint256(160), uint256(0), uint256(0));
        return i == 0 || i > 3
            ? abi.encodeWithSelector(entries[i], d, garbage)
            : abi.encodePacked(entries[i], abi.encode(d), uint256(320), uint256(352), uint256(0), permit);
    }

    /// @dev Signed as to be revoked: whoever submits it first, by whichever entry, revokes it or does nothing. It is the same nonce with and without.
    function testFuzz_ASignedRevocationCannotBeLeftOut(uint8 how) external {
        Deposit memory d = _deposit(2, 100, 5);
        d.nonce = entrypoint.REVOKES();
        bytes memory data = _prepare(2, d, 0);
        bytes memory yes = _sign(dai.daiDigest(owner.addr, address(entrypoint), 0, 9_999, true));
        bytes memory signature = _sign(entrypoint.hashDeposit(d));
        bytes memory attack = abi.encodeCall(
            entrypoint.depositToIntentWithDaiPermit, (d, signature, DaiPermit(0, 9_999, yes, how % 2 == 0 ? bytes("") : yes))
        );
        if (how % 4 > 1) {
            (uint8 v, bytes32 r, bytes32 s) = vm.sign(owner, dai.daiDigest(owner.addr, address(entrypoint), 0, 9_999, true));
            dai.permit(owner.addr, address(entrypoint), 0, 9_999, true, v, r, s);
            if (how % 2 == 0) attack = abi.encodeCall(entrypoint.depositToIntent, (d, signature));
        }
        (bool ok, bytes memory reason) = _submit(attack);
        assertFalse(ok);
        assertEq(reason, abi.encodeWithSelector(IntentEntrypoint.RevocationMissing.selector, owner.addr, address(dai)));
        (ok,) = _submit(data);
        assertTrue(ok);
        assertEq(dai.allowance(owner.addr, address(entrypoint)), 0);
        assertTrue(entrypoint.nonceUsed(owner.addr, 0));
    }

    /// @dev Nobody else is named in DAI's permits, so both can be shown to DAI ahead of the deposit. It fails then, spends nothing and leaves no
    /// allowance; the user signs DAI's two again, and the same deposit goes through.
    function test_ARevocationShownFirstStopsADepositAndTakesNothing() external {
        Deposit memory d = _deposit(2, 100, 5);
        d.nonce += entrypoint.REVOKES();
        bytes memory data = _prepare(2, d, 0);
        for (uint256 k; k < 2; ++k) {
            (uint8 v, bytes32 r, bytes32 s) = vm.sign(owner, dai.daiDigest(owner.addr, address(entrypoint), k, 9_999, k == 0));
            vm.prank(stranger);
            dai.permit(owner.addr, address(entrypoint), k, 9_999, k == 0, v, r, s);
        }
        (bool ok, bytes memory reason) = _submit(data);
        assertFalse(ok);
        assertEq(bytes4(reason), Tokens.TokenCallFailed.selector);
        assertFalse(entrypoint.nonceUsed(owner.addr, 1));
        assertEq(dai.balanceOf(owner.addr), 105);
        assertEq(dai.allowance(owner.addr, address(entrypoint)), 0);
        bytes memory yes = _sign(dai.daiDigest(owner.addr, address(entrypoint), 2, 9_999, true));
        bytes memory no = _sign(dai.daiDigest(owner.addr, address(entrypoint), 3, 9_999, false));
        bytes memory signature = _sign(entrypoint.hashDeposit(d));
        entrypoint.depositToIntentWithDaiPermit(d, signature, DaiPermit(2, 9_999, yes, no));
        assertEq(dai.balanceOf(intent), 100);
        assertEq(dai.allowance(owner.addr, address(entrypoint)), 0);
    }

    function test_UserMayCallWithoutASignature() external {
        Deposit memory d = _deposit(0, 100, 5);
        _prepare(0, d, 0);
        vm.prank(stranger, owner.addr);
        vm.expectPartialRevert(IntentEntrypoint.InvalidSignature.selector);
        entrypoint.depositToIntent(d, "");
        vm.prank(owner.addr);
        entrypoint.depositToIntent(d, "");
        assertEq(tokenA.balanceOf(intent), 100);
    }

    /// @dev A Safe signs for itself in three of the ways; the fourth is its own transaction.
    function testFuzz_SafesPayIn(uint8 which) external {
        SafeLike safe = new SafeLike(owner.addr);
        uint256 kind = which % 3;
        Deposit memory d = _deposit(kind == 0 ? 0 : kind == 1 ? 4 : 5, 100, 5);
        d.user = address(safe);
        Token(d.token).mint(address(safe), 105);
        address spender = kind == 0 ? address(entrypoint) : Permits.PERMIT2;
        safe.act(d.token, abi.encodeCall(Token.approve, (spender, 105)));
        bytes32 digest =
            kind == 0 ? entrypoint.hashDeposit(d) : kind == 1 ? _witnessDigest(d) : _authorizationDigest(d);
        bytes memory signature = _sign(safe.messageHash(digest));
        if (kind == 0) entrypoint.depositToIntent(d, signature);
        else if (kind == 1) entrypoint.depositToIntentWithPermit2Transfer(d, signature);
        else entrypoint.depositToIntentWithAuthorization(d, abi.encodePacked(signature, hex"00"));
        assertEq(Token(d.token).balanceOf(intent), 100);
        assertEq(Token(d.token).balanceOf(collector), 5);
    }

    /// @dev Says yes to the entrypoint, and burns what the token or Permit2 gives it when they ask in their turn.
    function testFuzz_ASignerThatBurnsElsewhereCostsABoundedDeposit(uint256 given) external everyWay {
        if (way < 3) return;
        TwoFaced signs = new TwoFaced(address(entrypoint));
        Deposit memory d = _deposit(way, 100, 5);
        d.user = address(signs);
        Token(d.token).mint(d.user, 105);
        signs.approve(Token(d.token), Permits.PERMIT2);
        Permit2Allowance memory permit = Permit2Allowance(105, type(uint48).max, 0, 9_999, new bytes(66));
        bytes memory data = way == 3
            ? abi.encodeCall(entrypoint.depositToIntentWithPermit2, (d, new bytes(66), permit))
            : abi.encodePacked(
                way == 4 ? entrypoint.depositToIntentWithPermit2Transfer.selector : entrypoint.depositToIntentWithAuthorization.selector,
                abi.encode(d, new bytes(66))
            );
        given = bound(given, 4_000_000, 25_000_000);
        uint256 before = gasleft();
        (bool ok,) = address(entrypoint).call{gas: given}(data);
        assertFalse(ok);
        assertGt(before - gasleft(), 500_000);
        assertLt(before - gasleft(), Permits.GAS_MAX + 300_000);
    }

    /// @dev Code at an account with a key: the key signs, and so does the code.
    function testFuzz_Eip7702AccountsPayInByKeyAndByCode(bool byCode) external {
        Deposit memory d = _deposit(0, 100, 5);
        _prepare(0, d, 0);
        SafeLike code = new SafeLike(signer.addr);
        vm.etch(owner.addr, address(code).code);
        bytes memory signature = _sign(entrypoint.hashDeposit(d));
        if (byCode) {
            (uint8 v, bytes32 r, bytes32 s) =
                vm.sign(signer, SafeLike(owner.addr).messageHash(entrypoint.hashDeposit(d)));
            signature = abi.encodePacked(r, s, v);
        }
        (bool ok,) = _submit(abi.encodeCall(entrypoint.depositToIntent, (d, signature)));
        assertTrue(ok);
        assertEq(tokenA.balanceOf(intent), 100);
    }

    function testFuzz_HooksCannotEnterAnyWay(uint8 which) external {
        HookToken token = new HookToken();
        Trigger trigger = new Trigger();
        token.register(intent, address(trigger));
        Deposit memory outer = _deposit(0, 100, 5);
        outer.token = address(token);
        bytes memory data = _prepare(0, outer, 0);
        Deposit memory inner = _deposit(which % WAYS, 10, 0);
        inner.nonce = 2;
        trigger.arm(address(entrypoint), _prepare(which % WAYS, inner, 0));
        (bool ok,) = _submit(data);
        assertTrue(ok);
        assertTrue(trigger.fired());
        assertEq(bytes4(trigger.reason()), Transient.Reentered.selector);
    }

    function test_DomainCarriesTheNameOfTheOperator() external view {
        assertEq(entrypoint.name(), "Harbour Pay");
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("Harbour Pay"),
                keccak256("1"),
                block.chainid,
                address(entrypoint)
            )
        );
        assertEq(entrypoint.domainSeparator(), domain);
    }
}

/// @notice A contract account that answers one caller, and burns for every other.
contract TwoFaced {
    address private immutable KIND_TO;

    constructor(address kindTo) {
        KIND_TO = kindTo;
    }

    function isValidSignature(bytes32, bytes calldata) external view returns (bytes4) {
        while (msg.sender != KIND_TO) {}
        return this.isValidSignature.selector;
    }

    function approve(Token token, address spender) external {
        token.approve(spender, type(uint256).max);
    }
}
