// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Calls, Tokens} from "./lib/Tokens.sol";
import {Output, Step} from "./IntentRouter.sol";
import {Transient} from "./lib/Transient.sol";
import {Version} from "./lib/Version.sol";

/// @title IntentRouterShim
/// @notice Delegate-called by a wallet: approves the router for exactly the amount, calls its `run`, takes the approval back if any is left,
/// and marks the batch's main action as done.
/// @dev The mark is transient and lies in the wallet. If anything here fails, the mark is undone with the rest, and `payFeeIfSucceeded` refuses.
contract IntentRouterShim is Version {
    /// @notice The only contract this one calls and approves.
    address public immutable ROUTER;

    address private immutable SELF = address(this);

    /// @notice Called instead of delegate-called.
    error DelegateCallOnly();
    /// @notice The router has no code on this chain, so a call to it would do nothing and look like success.
    error NoRouter(address router);

    constructor(address router) {
        ROUTER = router;
    }

    /// @notice Runs `IntentRouter.run` with the wallet's money; same arguments, same selector.
    /// @param amount What the router takes. `type(uint256).max`: the wallet's whole balance of `token`.
    function run(address token, uint256 amount, Step[] calldata, Output[] calldata) external {
        if (address(this) == SELF) revert DelegateCallOnly();
        if (ROUTER.code.length == 0) revert NoRouter(ROUTER);
        if (amount == type(uint256).max) amount = Tokens.balanceOf(token, address(this));
        bool isNative = token == Tokens.NATIVE;
        if (!isNative) Tokens.approve(token, ROUTER, amount);

        // The router has the same interface, so the call data goes on as it came, with the measured amount in its second word.
        bytes memory data = msg.data;
        assembly ("memory-safe") {
            mstore(add(data, 0x44), amount)
        }
        (bool ok, bytes memory reason) = Calls.call(ROUTER, isNative ? amount : 0, data, gasleft());
        if (!ok) Calls.bubble(reason);
        if (!isNative) Tokens.resetAllowance(token, ROUTER);
        Transient.set(Transient.SUCCESS, true);
    }
}
