// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @title A token that burns 1 % of every transfer. Listed nowhere: it exists to be refused.
contract FeeOnTransferToken is ERC20 {
    error NotOwner(address account);

    uint256 public constant FEE_BPS = 100;
    address public immutable owner = msg.sender;

    constructor() ERC20("Toll", "TOLL") {}

    function mint(address to, uint256 amount) external {
        if (msg.sender != owner) revert NotOwner(msg.sender);
        _mint(to, amount);
    }

    function _update(address from, address to, uint256 value) internal override {
        if (from == address(0) || to == address(0)) return super._update(from, to, value);
        uint256 fee = (value * FEE_BPS) / 10_000;
        super._update(from, address(0), fee);
        super._update(from, to, value - fee);
    }
}
