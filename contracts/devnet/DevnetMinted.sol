// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @title What the local tokens share: any decimals, and minters chosen by the owner.
/// @notice The faucet, the bridge stand-in and the vault are minters.
abstract contract DevnetMinted is ERC20 {
    /// @notice `account` tried to mint or burn without being a minter.
    error NotMinter(address account);
    /// @notice `account` tried to choose minters without being the owner.
    error NotOwner(address account);

    address public immutable owner;
    uint8 private immutable _decimals;
    mapping(address account => bool) public isMinter;

    constructor(uint8 decimals_) {
        owner = msg.sender;
        _decimals = decimals_;
        isMinter[msg.sender] = true;
    }

    function decimals() public view virtual override returns (uint8) {
        return _decimals;
    }

    function setMinter(address account, bool allowed) external {
        if (msg.sender != owner) revert NotOwner(msg.sender);
        isMinter[account] = allowed;
    }

    function mint(address to, uint256 amount) external {
        if (!isMinter[msg.sender]) revert NotMinter(msg.sender);
        _mint(to, amount);
    }

    /// @notice Burns the minter's own balance: a bridge pulls the tokens first, as the real one does.
    function burn(uint256 amount) external {
        if (!isMinter[msg.sender]) revert NotMinter(msg.sender);
        _burn(msg.sender, amount);
    }
}
