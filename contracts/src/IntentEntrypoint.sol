// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Calls, Tokens} from "./lib/Tokens.sol";
import {Signatures} from "./lib/Signatures.sol";
import {Transient} from "./lib/Transient.sol";

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
/// submit the signature; nobody can change a field of it.
/// @dev Users give this contract allowances, so all it ever calls on a token are `permit`, `transferFrom(user, …)` with the user of a valid
/// signature, and `balanceOf`; and on a signer `isValidSignature`, statically. There is no other target and no way to choose call data.
contract IntentEntrypoint {
    bytes32 public constant INTENT_TYPEHASH = keccak256(
        "Intent(address user,address token,uint256 amount,address intentAddress,uint256 deadline,uint256 chainId,uint256 nonce,uint256 feeAmount,address feeCollector)"
    );

    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");

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
    /// @notice The intent address received something else than what was signed: a token that takes a fee, or lies.
    error WrongAmountReceived(address token, uint256 amount, uint256 received);

    /// @notice Carries out a signed deposit from an allowance the user has given.
    function depositToIntent(Deposit calldata deposit, bytes calldata signature) external {
        _deposit(deposit, signature);
    }

    /// @notice Carries out a signed deposit with the allowance of an ERC-2612 permit.
    /// @dev A permit can be taken from the mempool and used by somebody else first. Then it fails here while its allowance stands, so
    /// a failed permit is passed over; a permit that did nothing shows when the transfer fails.
    /// @param permitSignature 65 bytes (r, s, v), or anything else for tokens whose permit takes bytes.
    function depositToIntentWithPermit(
        Deposit calldata deposit,
        bytes calldata signature,
        uint256 permitAmount,
        uint256 permitDeadline,
        bytes calldata permitSignature
    ) external {
        _permit(deposit, permitAmount, permitDeadline, permitSignature);
        _deposit(deposit, signature);
    }

    /// @notice Makes one of the caller's nonces unusable, and with it any deposit signed under it.
    function invalidateNonce(uint256 nonce) external {
        _useNonce(msg.sender, nonce);
        emit NonceInvalidated(msg.sender, nonce);
    }

    function nonceUsed(address user, uint256 nonce) external view returns (bool) {
        return nonceBitmap[user][nonce >> 8] & (1 << (nonce & 0xff)) != 0;
    }

    /// @notice The EIP-712 digest of a deposit on this chain.
    function hashDeposit(Deposit calldata deposit) public view returns (bytes32) {
        bytes32 structHash = keccak256(
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
        return keccak256(abi.encodePacked(hex"1901", domainSeparator(), structHash));
    }

    function domainSeparator() public view returns (bytes32) {
        return keccak256(
            abi.encode(DOMAIN_TYPEHASH, keccak256("IntentEntrypoint"), keccak256("1"), block.chainid, address(this))
        );
    }

    function _deposit(Deposit calldata deposit, bytes calldata signature) private {
        if (block.timestamp > deposit.deadline) revert Expired(deposit.deadline, block.timestamp);
        bytes32 digest = hashDeposit(deposit);
        if (!Signatures.isValid(deposit.user, digest, signature)) revert InvalidSignature(deposit.user, digest);
        _useNonce(deposit.user, deposit.nonce);

        // The lock keeps a token with hooks from counting one transfer for two deposits.
        Transient.lock(Transient.ENTRYPOINT_LOCK);
        uint256 before = Tokens.balanceOf(deposit.token, deposit.intentAddress);
        Tokens.transferFrom(deposit.token, deposit.user, deposit.intentAddress, deposit.amount);
        uint256 received = Tokens.balanceOf(deposit.token, deposit.intentAddress) - before;
        if (received != deposit.amount) revert WrongAmountReceived(deposit.token, deposit.amount, received);
        if (deposit.feeAmount != 0) {
            Tokens.transferFrom(deposit.token, deposit.user, deposit.feeCollector, deposit.feeAmount);
        }
        Transient.unlock(Transient.ENTRYPOINT_LOCK);

        emit Deposited(
            deposit.user,
            deposit.intentAddress,
            deposit.token,
            deposit.amount,
            deposit.nonce,
            deposit.feeAmount,
            deposit.feeCollector
        );
    }

    function _useNonce(address user, uint256 nonce) private {
        uint256 bit = 1 << (nonce & 0xff);
        uint256 bits = nonceBitmap[user][nonce >> 8];
        if (bits & bit != 0) revert NonceUsed(user, nonce);
        nonceBitmap[user][nonce >> 8] = bits | bit;
    }

    function _permit(Deposit calldata deposit, uint256 amount, uint256 deadline, bytes calldata signature) private {
        bytes memory data;
        if (signature.length == 65) {
            data = abi.encodeWithSelector(
                bytes4(0xd505accf), // permit(address,address,uint256,uint256,uint8,bytes32,bytes32)
                deposit.user,
                address(this),
                amount,
                deadline,
                uint8(signature[64]),
                bytes32(signature[0:32]),
                bytes32(signature[32:64])
            );
        } else {
            data = abi.encodeWithSelector(
                bytes4(0x9fd5a6cf), // permit(address,address,uint256,uint256,bytes)
                deposit.user,
                address(this),
                amount,
                deadline,
                signature
            );
        }
        Calls.call(deposit.token, 0, data, gasleft());
    }
}
