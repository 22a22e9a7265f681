// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";

/// @title A plain local token: any decimals, EIP-2612 permit, minters chosen by its owner.
/// @notice Stands for USDC, DAI and WBTC on a devnet. The faucet, the bridge stand-in and the vault are minters.
contract DevnetToken is ERC20Permit {
    /// @notice `account` tried to mint or burn without being a minter.
    error NotMinter(address account);
    /// @notice `account` tried to choose minters without being the owner.
    error NotOwner(address account);

    address public immutable owner;
    uint8 private immutable _decimals;
    mapping(address account => bool) public isMinter;

    constructor(string memory name_, string memory symbol_, uint8 decimals_) ERC20(name_, symbol_) ERC20Permit(name_) {
        owner = msg.sender;
        _decimals = decimals_;
        isMinter[msg.sender] = true;
    }

    function decimals() public view override returns (uint8) {
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
