// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC4626} from "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";
import {DevnetMinted} from "./DevnetMinted.sol";

/// @title An ERC-4626 vault that earns a fixed rate per second, paid by minting its local token.
/// @notice The yield is real on chain: what `totalAssets` promises is minted before any share is priced for a deposit or a withdrawal.
contract DevnetVault is ERC4626 {
    uint256 public constant RATE_BPS_A_YEAR = 450;
    uint256 public accruedAt = block.timestamp;

    constructor(DevnetMinted token) ERC20("Causeway Devnet Vault USDC", "cvUSDC") ERC4626(IERC20(address(token))) {}

    function totalAssets() public view override returns (uint256) {
        return super.totalAssets() + pending();
    }

    /// @notice What was earned since the last movement and is not minted yet.
    function pending() public view returns (uint256) {
        return (super.totalAssets() * RATE_BPS_A_YEAR * (block.timestamp - accruedAt)) / (10_000 * 365 days);
    }

    function accrue() public {
        uint256 earned = pending();
        accruedAt = block.timestamp;
        if (earned > 0) DevnetMinted(asset()).mint(address(this), earned);
    }

    function _deposit(address caller, address receiver, uint256 assets, uint256 shares) internal override {
        accrue();
        super._deposit(caller, receiver, assets, shares);
    }

    function _withdraw(address caller, address receiver, address owner, uint256 assets, uint256 shares) internal override {
        accrue();
        super._withdraw(caller, receiver, owner, assets, shares);
    }
}
