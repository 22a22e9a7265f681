// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @title Clones
/// @notice The ERC-1167 minimal proxy and its CREATE2 address. One place, because factory and wallet must agree to the byte.
library Clones {
    /// @notice Creation code of the proxy that delegates everything to `implementation`.
    function initCode(address implementation) internal pure returns (bytes memory) {
        return abi.encodePacked(hex"3d602d80600a3d3981f3363d3d373d3d3d363d73", implementation, hex"5af43d82803e903d91602b57fd5bf3");
    }

    /// @notice Where `factory` puts the proxy whose creation code hashes to `initCodeHash` under `salt`.
    function addressOf(address factory, bytes32 salt, bytes32 initCodeHash) internal pure returns (address) {
        return address(uint160(uint256(keccak256(abi.encodePacked(bytes1(0xff), factory, salt, initCodeHash)))));
    }
}
