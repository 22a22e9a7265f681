// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @title Domains
/// @notice EIP-712 domains `{name, version: "1", chainId, verifyingContract}` of the contract that asks.
library Domains {
    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");

    /// @dev Computed each time: a chain that splits changes its id, and a wallet's code runs at many addresses.
    function separator(bytes32 nameHash) internal view returns (bytes32) {
        return keccak256(abi.encode(DOMAIN_TYPEHASH, nameHash, keccak256("1"), block.chainid, address(this)));
    }

    function digest(bytes32 nameHash, bytes32 structHash) internal view returns (bytes32) {
        return keccak256(abi.encodePacked(hex"1901", separator(nameHash), structHash));
    }
}
