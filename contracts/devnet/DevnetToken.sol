// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import {DevnetMinted} from "./DevnetMinted.sol";

/// @title A plain local token with EIP-2612 permits of plain accounts, as most tokens have them. Stands for WBTC.
contract DevnetToken is DevnetMinted, ERC20Permit {
    constructor(string memory name_, string memory symbol_, uint8 decimals_)
        DevnetMinted(decimals_)
        ERC20(name_, symbol_)
        ERC20Permit(name_)
    {}

    function decimals() public view override(ERC20, DevnetMinted) returns (uint8) {
        return super.decimals();
    }
}
