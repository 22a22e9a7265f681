// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @title Receiver
/// @notice Lets ERC-721 and ERC-1155 tokens be sent safely to a wallet: a target that mints to its caller would fail otherwise. What arrives is
/// moved on by a call of the batch or by the owner.
abstract contract Receiver {
    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC721Received.selector;
    }

    function onERC1155Received(address, address, uint256, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC1155Received.selector;
    }

    function onERC1155BatchReceived(address, address, uint256[] calldata, uint256[] calldata, bytes calldata)
        external
        pure
        returns (bytes4)
    {
        return this.onERC1155BatchReceived.selector;
    }

    /// @notice ERC-165: itself, and the receivers of both kinds of token.
    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x150b7a02 || id == 0x4e2312e0;
    }
}
