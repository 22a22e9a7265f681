// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Tokens} from "./lib/Tokens.sol";
import {Version} from "./lib/Version.sol";

/// @title IntentUtils
/// @notice A check that a batch puts before its calls. It asks about the caller, so a batch never has to name its own wallet.
contract IntentUtils is Version {
    /// @notice The caller holds less than the batch needs.
    error BalanceTooLow(address token, uint256 minAmount, uint256 balance);

    /// @notice Passes if the caller holds at least `minAmount` of `token` (zero address: native).
    function requireMinBalance(address token, uint256 minAmount) external view {
        uint256 balance = Tokens.balanceOf(token, msg.sender);
        if (balance < minAmount) revert BalanceTooLow(token, minAmount, balance);
    }
}
