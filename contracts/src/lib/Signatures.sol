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

    function isValid(address signer, bytes32 digest, bytes calldata signature) internal view returns (bool) {
        if (signature.length == 65 && signer != address(0)) {
            bytes32 r = bytes32(signature[0:32]);
            bytes32 s = bytes32(signature[32:64]);
            uint8 v = uint8(signature[64]);
            if (uint256(s) <= S_MAX && ecrecover(digest, v, r, s) == signer) return true;
        }
        if (signer.code.length == 0) return false;
        (bool ok, bytes memory result) =
            signer.staticcall(abi.encodeCall(IERC1271.isValidSignature, (digest, signature)));
        return ok && result.length >= 32 && abi.decode(result, (bytes32)) == bytes32(IERC1271.isValidSignature.selector);
    }
}
