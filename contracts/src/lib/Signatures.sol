// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

interface IERC1271 {
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4);
}

/// @title Signatures
/// @notice One question: did `signer` sign `digest`? Answers for EOAs, for EIP-7702 accounts (key or code) and for ERC-1271 contracts.
library Signatures {
    /// @dev Half of the curve order: above it lies the malleable twin of a signature.
    uint256 private constant S_MAX = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0;

    /// @dev What a contract that signs may burn of the caller's gas: it may say yes to a simulation and spend all it is given on chain. Measured: a
    /// Safe 1.4.1 of 20 owners 109,000, a passkey whose curve is computed in Solidity 232,000, a Safe of two such passkeys 478,000.
    uint256 internal constant GAS_MAX = 550_000;

    /// @dev The key is asked before the code, so an EIP-7702 account signs with its key whatever code it delegates to.
    function isValid(address signer, bytes32 digest, bytes calldata signature) internal view returns (bool) {
        if (signature.length == 65 && signer != address(0)) {
            (uint8 v, bytes32 r, bytes32 s) = split(signature);
            if (uint256(s) <= S_MAX && ecrecover(digest, v, r, s) == signer) return true;
        }
        if (signer.code.length == 0) return false;
        bytes memory data = abi.encodeCall(IERC1271.isValidSignature, (digest, signature));
        bool ok;
        bytes32 answer;
        // One word of the answer is read, so a signer that returns a megabyte is not paid for.
        uint256 gasMax = GAS_MAX;
        assembly ("memory-safe") {
            ok := staticcall(gasMax, signer, add(data, 0x20), mload(data), 0, 0x20)
            if gt(returndatasize(), 0x1f) { answer := mload(0) }
        }
        return ok && answer == bytes32(IERC1271.isValidSignature.selector);
    }

    /// @notice The parts of a 65-byte signature (r, s, v).
    function split(bytes calldata signature) internal pure returns (uint8 v, bytes32 r, bytes32 s) {
        return (uint8(signature[64]), bytes32(signature[0:32]), bytes32(signature[32:64]));
    }
}
