// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Calls, Tokens} from "./Tokens.sol";
import {Signatures} from "./Signatures.sol";

/// @notice An ERC-2612 permit.
struct TokenPermit {
    uint256 amount;
    uint256 deadline;
    /// @dev 65 bytes (r, s, v), or anything else for tokens whose permit takes bytes.
    bytes signature;
}

/// @notice DAI's permit: everything or nothing, under the token's own sequence of nonces.
struct DaiPermit {
    uint256 nonce;
    uint256 expiry;
    bytes signature;
    /// @dev The permit of the next nonce that takes the allowance back after the deposit; empty: it stands.
    bytes revocation;
}

/// @notice An allowance at Permit2.
struct Permit2Allowance {
    uint160 amount;
    uint48 expiration;
    uint48 nonce;
    uint256 sigDeadline;
    /// @dev Empty: the allowance was given before.
    bytes signature;
}

interface IDomain {
    function DOMAIN_SEPARATOR() external view returns (bytes32);
}

/// @title Permits
/// @notice The signatures by which a token lets this contract move a user's money, each spoken as its standard writes it.
/// @dev Permits are tried and their failure is passed over: the transfer behind them tells. Transfers must succeed.
library Permits {
    /// @notice Uniswap's Permit2, at the same address on every chain that has it.
    address internal constant PERMIT2 = 0x000000000022D473030F116dDEE9F6B43aC78BA3;

    /// @dev Tokens and Permit2 ask an owner with code for its signature, with all the gas they have. This leaves them a signature and a transfer:
    /// a rebasing token of Aave needs 150,000 for one.
    uint256 internal constant GAS_MAX = Signatures.GAS_MAX + 300_000;

    /// @dev What every deposit type holds, whatever it is called.
    string internal constant INTENT_FIELDS =
        "(address user,address token,uint256 amount,address intentAddress,uint256 deadline,uint256 chainId,uint256 nonce,uint256 feeAmount,address feeCollector)";
    bytes32 private constant RECEIVE_TYPEHASH =
        keccak256("ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)");
    string private constant PERMISSIONS_TYPE = "TokenPermissions(address token,uint256 amount)";

    /// @dev permit(address,address,uint256,uint256,uint8,bytes32,bytes32)
    bytes4 private constant PERMIT_VRS = 0xd505accf;
    /// @dev permit(address,address,uint256,uint256,bytes)
    bytes4 private constant PERMIT_BYTES = 0x9fd5a6cf;
    /// @dev permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)
    bytes4 private constant PERMIT_DAI = 0x8fcbaf0c;
    /// @dev receiveWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)
    bytes4 private constant RECEIVE_VRS = 0xef55bec6;
    /// @dev receiveWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)
    bytes4 private constant RECEIVE_BYTES = 0x88b7ab63;
    /// @dev permit(address,((address token,uint160 amount,uint48 expiration,uint48 nonce),address spender,uint256 sigDeadline),bytes): Permit2
    bytes4 private constant PERMIT2_PERMIT = 0x2b67b570;
    /// @dev transferFrom(address,address,uint160,address): Permit2
    bytes4 private constant PERMIT2_TRANSFER = 0x36c78516;
    /// @dev permitWitnessTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes32,string,bytes): Permit2
    bytes4 private constant PERMIT2_TAKE = 0x137c29fe;

    /// @notice ERC-2612 with (v, r, s) for 65 bytes, with bytes otherwise.
    function tryPermit(address token, address user, TokenPermit calldata p) internal {
        bytes memory data;
        if (p.signature.length == 65) {
            (uint8 v, bytes32 r, bytes32 s) = Signatures.split(p.signature);
            data = abi.encodeWithSelector(PERMIT_VRS, user, address(this), p.amount, p.deadline, v, r, s);
        } else {
            data = abi.encodeWithSelector(PERMIT_BYTES, user, address(this), p.amount, p.deadline, p.signature);
        }
        Calls.call(token, 0, data, GAS_MAX);
    }

    /// @notice DAI: all (`allowed`) or nothing, under a nonce that counts up.
    function tryDaiPermit(address token, address user, uint256 nonce, uint256 expiry, bool allowed, bytes calldata signature) internal {
        (uint8 v, bytes32 r, bytes32 s) = Signatures.split(signature);
        bytes memory data = abi.encodeWithSelector(PERMIT_DAI, user, address(this), nonce, expiry, allowed, v, r, s);
        Calls.call(token, 0, data, GAS_MAX);
    }

    /// @notice Permit2: an allowance of this contract for `token`.
    function tryPermit2(address token, address user, Permit2Allowance calldata p) internal {
        bytes memory data =
            abi.encodeWithSelector(PERMIT2_PERMIT, user, token, p.amount, p.expiration, p.nonce, address(this), p.sigDeadline, p.signature);
        Calls.call(PERMIT2, 0, data, GAS_MAX);
    }

    /// @notice Permit2: `amount` from an allowance. It refuses what does not fit into its 160 bits.
    function transferFromPermit2(address token, address user, address to, uint256 amount) internal {
        _mustSucceed(PERMIT2, abi.encodeWithSelector(PERMIT2_TRANSFER, user, to, amount, token));
    }

    /// @dev What is taken by one Permit2 transfer.
    struct Take {
        address token;
        address user;
        uint256 amount;
        uint256 nonce;
        uint256 deadline;
        bytes32 witness;
    }

    /// @notice Permit2: `amount` to this contract by a signature that names this contract and `witness`, of the type `typeName`.
    function takeByPermit2(Take memory t, string memory typeName, bytes calldata signature) internal {
        string memory ending = witnessType(typeName);
        bytes memory data = abi.encodeWithSelector(
            PERMIT2_TAKE, t.token, t.amount, t.nonce, t.deadline, address(this), t.amount, t.user, t.witness, ending, signature
        );
        _mustSucceed(PERMIT2, data);
    }

    /// @notice The end of Permit2's type string: the witness is the deposit as a user signs it for the entrypoint. EIP-712 sorts the types
    /// that follow by name.
    function witnessType(string memory typeName) internal pure returns (string memory) {
        bytes memory deposit = abi.encodePacked(typeName, INTENT_FIELDS);
        return string(
            _precedes(bytes(typeName), "TokenPermissions")
                ? abi.encodePacked(typeName, " witness)", deposit, PERMISSIONS_TYPE)
                : abi.encodePacked(typeName, " witness)", PERMISSIONS_TYPE, deposit)
        );
    }

    function _precedes(bytes memory a, bytes memory b) private pure returns (bool) {
        uint256 shorter = a.length < b.length ? a.length : b.length;
        for (uint256 i; i < shorter; ++i) {
            if (a[i] != b[i]) return a[i] < b[i];
        }
        return a.length < b.length;
    }

    /// @notice What the user signs for the next function, under the domain of `token`.
    function authorizationDigest(address token, address user, uint256 amount, uint256 validBefore, bytes32 nonce)
        internal
        view
        returns (bytes32)
    {
        bytes32 body = keccak256(abi.encode(RECEIVE_TYPEHASH, user, address(this), amount, 0, validBefore, nonce));
        return keccak256(abi.encodePacked(hex"1901", IDomain(token).DOMAIN_SEPARATOR(), body));
    }

    /// @notice ERC-3009: `amount` to this contract. Only the payee can use such an authorization, and it needs no allowance.
    function takeByAuthorization(address token, address user, uint256 amount, uint256 validBefore, bytes32 nonce, bytes calldata signature)
        internal
    {
        bytes memory data;
        if (signature.length == 65) {
            (uint8 v, bytes32 r, bytes32 s) = Signatures.split(signature);
            data = abi.encodeWithSelector(RECEIVE_VRS, user, address(this), amount, 0, validBefore, nonce, v, r, s);
        } else {
            data = abi.encodeWithSelector(RECEIVE_BYTES, user, address(this), amount, 0, validBefore, nonce, signature);
        }
        _mustSucceed(token, data);
    }

    function _mustSucceed(address target, bytes memory data) private {
        (bool ok, bytes memory reason) = Calls.callCode(target, 0, data, GAS_MAX);
        if (!ok) revert Tokens.TokenCallFailed(target, reason);
    }
}
