// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Tokens} from "./lib/Tokens.sol";
import {Domains} from "./lib/Domains.sol";
import {DaiPermit, Permit2Allowance, Permits, TokenPermit} from "./lib/Permits.sol";
import {Signatures} from "./lib/Signatures.sol";
import {Transient} from "./lib/Transient.sol";
import {Version} from "./lib/Version.sol";

/// @notice What a user signs to pay into an intent without sending a transaction. `chainId` is signed too and filled in by the contract.
struct Deposit {
    address user;
    address token;
    uint256 amount;
    address intentAddress;
    uint256 deadline;
    uint256 nonce;
    uint256 feeAmount;
    address feeCollector;
}

/// @title IntentEntrypoint
/// @notice Moves exactly what a user signed: `amount` to the intent address and `feeAmount` of the same token to the fee collector. Anyone may
/// submit the signature; nobody can change a field of it. Each nonce of a user is used once, whichever way the money comes.
///
/// A nonce is spent, and `Deposited` emitted, only after the user called or code that the caller did not choose (this contract, Permit2) checked
/// the user's signature of every field. A token is never asked who signed: WETH9 answers any call with success.
/// @dev Users give this contract allowances, so all it ever calls on a token are its permits, `receiveWithAuthorization`, `transferFrom(user, …)`
/// with the user of a valid signature, `transfer` of what it took in the same call, and `balanceOf`; on Permit2 the same kinds; and on a
/// signer `isValidSignature`, statically. There is no other target and no way to choose call data. Between calls it holds nothing.
contract IntentEntrypoint is Version {
    /// @notice The EIP-712 type hash of a deposit under the name of its type.
    bytes32 public immutable INTENT_TYPEHASH;

    /// @dev How the money of a deposit is moved.
    uint8 private constant BY_ALLOWANCE = 0;
    uint8 private constant BY_PERMIT2 = 1;
    uint8 private constant FROM_HERE = 2;

    /// @notice Added to a nonce: this deposit goes by DAI's permit and leaves no allowance of the user here, or does not happen.
    uint256 public constant REVOKES = type(uint256).max << 128;

    bytes32 private immutable NAME_HASH;

    /// @notice The EIP-712 name under which deposits are signed.
    string public name;

    /// @notice The EIP-712 primary type of a deposit.
    string public primaryType;

    /// @notice 256 nonces a word, in any order, so that two intents of one user never wait for each other.
    mapping(address user => mapping(uint256 word => uint256 bits)) public nonceBitmap;

    /// @notice A signed deposit was carried out.
    event Deposited(
        address indexed user,
        address indexed intentAddress,
        address indexed token,
        uint256 amount,
        uint256 nonce,
        uint256 feeAmount,
        address feeCollector
    );
    /// @notice The user took back a nonce that was never used.
    event NonceInvalidated(address indexed user, uint256 nonce);

    /// @notice The signature's deadline passed.
    error Expired(uint256 deadline, uint256 nowAt);
    /// @notice The nonce was used or taken back.
    error NonceUsed(address user, uint256 nonce);
    /// @notice `user` did not sign this deposit.
    error InvalidSignature(address user, bytes32 digest);
    /// @notice The user signed that the allowance is taken back, and this call would leave it.
    error RevocationMissing(address user, address token);
    /// @notice Something else arrived than what was signed: a token that takes a fee, or lies.
    error WrongAmountReceived(address token, uint256 amount, uint256 received);

    /// @dev Keeps a token with hooks from counting one transfer for two deposits.
    modifier locked() {
        Transient.lock(Transient.ENTRYPOINT_LOCK);
        _;
        Transient.unlock(Transient.ENTRYPOINT_LOCK);
    }

    /// @param brand Name of the signing domain.
    /// @param typeName Name of the signed type: what a client of this brand calls a deposit.
    constructor(string memory brand, string memory typeName) {
        NAME_HASH = keccak256(bytes(brand));
        INTENT_TYPEHASH = keccak256(abi.encodePacked(typeName, Permits.INTENT_FIELDS));
        name = brand;
        primaryType = typeName;
    }

    /// @notice Carries out a signed deposit from an allowance the user has given. The user may call without a signature (EIP-5792: approve and
    /// deposit as one).
    function depositToIntent(Deposit calldata deposit, bytes calldata signature) external locked {
        _accept(deposit, signature);
        _pay(deposit, BY_ALLOWANCE);
    }

    /// @notice Carries out a signed deposit with the allowance of an ERC-2612 permit.
    /// @dev A permit can be taken from the mempool and used by somebody else first. Then it fails here while its allowance stands, so
    /// a failed permit is passed over; a permit that did nothing shows when the transfer fails. The same holds for the next two.
    function depositToIntentWithPermit(Deposit calldata deposit, bytes calldata signature, TokenPermit calldata permit) external locked {
        _accept(deposit, signature);
        Permits.tryPermit(deposit.token, deposit.user, permit);
        _pay(deposit, BY_ALLOWANCE);
    }

    /// @notice Carries out a signed deposit with the allowance of DAI's own permit, and takes that unlimited allowance back if a revocation came too.
    /// @dev With `REVOKES` in the nonce nobody can leave the revocation out: the user signed it.
    function depositToIntentWithDaiPermit(Deposit calldata deposit, bytes calldata signature, DaiPermit calldata permit) external locked {
        _requireConsent(deposit, signature);
        _spend(deposit);
        Permits.tryDaiPermit(deposit.token, deposit.user, permit.nonce, permit.expiry, true, permit.signature);
        _pay(deposit, BY_ALLOWANCE);
        if (permit.revocation.length != 0) {
            Permits.tryDaiPermit(deposit.token, deposit.user, permit.nonce + 1, permit.expiry, false, permit.revocation);
        }
        if (deposit.nonce >= REVOKES && Tokens.allowance(deposit.token, deposit.user, address(this)) != 0) {
            revert RevocationMissing(deposit.user, deposit.token);
        }
    }

    /// @notice Carries out a signed deposit from an allowance at Permit2, given by this permit or before.
    function depositToIntentWithPermit2(Deposit calldata deposit, bytes calldata signature, Permit2Allowance calldata permit)
        external
        locked
    {
        _accept(deposit, signature);
        if (permit.signature.length != 0) Permits.tryPermit2(deposit.token, deposit.user, permit);
        _pay(deposit, BY_PERMIT2);
    }

    /// @notice Carries out a deposit that the user signed as the witness of a Permit2 transfer: one signature, no allowance to this contract.
    /// @param signature Over `PermitWitnessTransferFrom` with the deposit as witness, this contract as spender, `permitted.amount` the amount
    /// and the fee, and nonce and deadline those of the deposit.
    function depositToIntentWithPermit2Transfer(Deposit calldata deposit, bytes calldata signature) external locked {
        _use(deposit);
        uint256 total = deposit.amount + deposit.feeAmount;
        uint256 before = Tokens.balanceOf(deposit.token, address(this));
        Permits.takeByPermit2(
            Permits.Take(deposit.token, deposit.user, total, deposit.nonce, deposit.deadline, _structHash(deposit)), primaryType, signature
        );
        _checkReceived(deposit.token, address(this), before, total);
        _pay(deposit, FROM_HERE);
    }

    /// @notice Carries out a deposit that the user signed as an ERC-3009 authorization: one signature, no allowance.
    /// @param signature Over `ReceiveWithAuthorization` of the token, to this contract, `value` the amount and the fee, valid after 0 and before
    /// the deadline, `nonce` the digest of the deposit: that is how the authorization binds the token, the intent address and the fee.
    /// @dev Checked here and not by the token alone. The token names the domain, but no domain turns another message into this one.
    function depositToIntentWithAuthorization(Deposit calldata deposit, bytes calldata signature) external locked {
        _use(deposit);
        uint256 total = deposit.amount + deposit.feeAmount;
        bytes32 nonce = hashDeposit(deposit);
        _requireSigned(deposit.user, Permits.authorizationDigest(deposit.token, deposit.user, total, deposit.deadline, nonce), signature);
        uint256 before = Tokens.balanceOf(deposit.token, address(this));
        Permits.takeByAuthorization(deposit.token, deposit.user, total, deposit.deadline, nonce, signature);
        _checkReceived(deposit.token, address(this), before, total);
        _pay(deposit, FROM_HERE);
    }

    /// @notice Makes one of the caller's nonces unusable, and with it any deposit signed under it.
    function invalidateNonce(uint256 nonce) external {
        _useNonce(msg.sender, nonce);
        emit NonceInvalidated(msg.sender, nonce);
    }

    function nonceUsed(address user, uint256 nonce) external view returns (bool) {
        if (nonce >= REVOKES) nonce -= REVOKES;
        return nonceBitmap[user][nonce >> 8] & (1 << (nonce & 0xff)) != 0;
    }

    /// @notice The lowest nonce that the user has not used, for clients that count. Any other unused one is as good.
    function nonces(address user) external view returns (uint256 nonce) {
        uint256 word;
        while (nonceBitmap[user][word] == type(uint256).max) ++word;
        uint256 bits = nonceBitmap[user][word];
        for (nonce = word << 8; bits & 1 != 0; bits >>= 1) {
            ++nonce;
        }
    }

    /// @notice The EIP-712 digest of a deposit on this chain.
    function hashDeposit(Deposit calldata deposit) public view returns (bytes32) {
        return Domains.digest(NAME_HASH, _structHash(deposit));
    }

    function domainSeparator() external view returns (bytes32) {
        return Domains.separator(NAME_HASH);
    }

    function _structHash(Deposit calldata deposit) private view returns (bytes32) {
        return keccak256(
            abi.encode(
                INTENT_TYPEHASH,
                deposit.user,
                deposit.token,
                deposit.amount,
                deposit.intentAddress,
                deposit.deadline,
                block.chainid,
                deposit.nonce,
                deposit.feeAmount,
                deposit.feeCollector
            )
        );
    }

    function _accept(Deposit calldata deposit, bytes calldata signature) private {
        _requireConsent(deposit, signature);
        _use(deposit);
    }

    /// @dev Signed by the user under this contract's domain, or sent by the user.
    function _requireConsent(Deposit calldata deposit, bytes calldata signature) private view {
        if (msg.sender != deposit.user) _requireSigned(deposit.user, hashDeposit(deposit), signature);
    }

    function _requireSigned(address user, bytes32 digest, bytes calldata signature) private view {
        if (!Signatures.isValid(user, digest, signature)) revert InvalidSignature(user, digest);
    }

    function _use(Deposit calldata deposit) private {
        if (deposit.nonce >= REVOKES) revert RevocationMissing(deposit.user, deposit.token);
        _spend(deposit);
    }

    function _spend(Deposit calldata deposit) private {
        if (block.timestamp > deposit.deadline) revert Expired(deposit.deadline, block.timestamp);
        _useNonce(deposit.user, deposit.nonce);
    }

    function _useNonce(address user, uint256 nonce) private {
        if (nonce >= REVOKES) nonce -= REVOKES;
        uint256 bit = 1 << (nonce & 0xff);
        uint256 bits = nonceBitmap[user][nonce >> 8];
        if (bits & bit != 0) revert NonceUsed(user, nonce);
        nonceBitmap[user][nonce >> 8] = bits | bit;
    }

    function _checkReceived(address token, address receiver, uint256 before, uint256 amount) private view {
        uint256 received = Tokens.balanceOf(token, receiver) - before;
        if (received != amount) revert WrongAmountReceived(token, amount, received);
    }

    function _pay(Deposit calldata deposit, uint8 way) private {
        uint256 before = Tokens.balanceOf(deposit.token, deposit.intentAddress);
        _move(deposit, way, deposit.intentAddress, deposit.amount);
        _checkReceived(deposit.token, deposit.intentAddress, before, deposit.amount);
        if (deposit.feeAmount != 0) _move(deposit, way, deposit.feeCollector, deposit.feeAmount);
        emit Deposited(
            deposit.user, deposit.intentAddress, deposit.token, deposit.amount, deposit.nonce, deposit.feeAmount, deposit.feeCollector
        );
    }

    function _move(Deposit calldata deposit, uint8 way, address to, uint256 amount) private {
        if (way == BY_ALLOWANCE) Tokens.transferFrom(deposit.token, deposit.user, to, amount);
        else if (way == BY_PERMIT2) Permits.transferFromPermit2(deposit.token, deposit.user, to, amount);
        else Tokens.transfer(deposit.token, to, amount);
    }
}
