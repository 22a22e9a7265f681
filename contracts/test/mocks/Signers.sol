// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {P256} from "@openzeppelin/contracts/utils/cryptography/P256.sol";
import {Token} from "./Zoo.sol";

/// @notice A passkey as signer, its curve computed in Solidity as on a chain without the precompile.
contract Passkey {
    bytes32 private immutable X;
    bytes32 private immutable Y;

    constructor(uint256 x, uint256 y) {
        (X, Y) = (bytes32(x), bytes32(y));
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        return _verify(hash, signature) ? bytes4(0x1626ba7e) : bytes4(0);
    }

    /// @dev The older form, which Safe 1.4.1 asks of owners that are contracts.
    function isValidSignature(bytes calldata data, bytes calldata signature) external view returns (bytes4) {
        return _verify(keccak256(data), signature) ? bytes4(0x20c13b0b) : bytes4(0);
    }

    function _verify(bytes32 hash, bytes calldata signature) private view returns (bool) {
        (bytes32 r, bytes32 s) = abi.decode(signature, (bytes32, bytes32));
        return P256.verifySolidity(hash, r, s, X, Y);
    }
}

/// @notice Said yes to a simulation, and burns whatever gas it is given now.
contract Burner {
    fallback() external {
        while (true) {}
    }

    function approve(Token token, address spender) external {
        token.approve(spender, type(uint256).max);
    }
}

/// @notice Asks its owners by ERC-1271 as USDC does: an owner that burns makes the token burn.
contract BurningToken is Token {
    function permit(address, address, uint256, uint256, bytes calldata) external pure {
        while (true) {}
    }

    function DOMAIN_SEPARATOR() external pure returns (bytes32) {}

    function receiveWithAuthorization(
        address,
        address,
        uint256,
        uint256,
        uint256,
        bytes32,
        uint8,
        bytes32,
        bytes32
    ) external pure {
        while (true) {}
    }
}

interface ISafe {
    function setup(
        address[] calldata owners,
        uint256 threshold,
        address to,
        bytes calldata data,
        address fallbackHandler,
        address paymentToken,
        uint256 payment,
        address paymentReceiver
    ) external;
    function domainSeparator() external view returns (bytes32);
}

interface ISafeFactory {
    function createProxyWithNonce(address singleton, bytes calldata setup, uint256 salt) external returns (address);
}
