// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

interface IERC20 {
    function balanceOf(address account) external view returns (uint256);
    function allowance(address owner, address spender) external view returns (uint256);
    function approve(address spender, uint256 amount) external returns (bool);
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// @title Tokens
/// @notice Balances, transfers and approvals that work for ERC-20 tokens which return nothing, return false, or have no code.
/// @dev The native token is the zero address. A token that returns false or a short word has failed.
library Tokens {
    address internal constant NATIVE = address(0);

    /// @notice A token call failed, returned false, or there is no contract at `token`. `reason` is cut at `Calls.REASON_BYTES_MAX`.
    error TokenCallFailed(address token, bytes reason);
    /// @notice Moving the native token to `to` failed.
    error NativeTransferFailed(address to, uint256 amount);

    function balanceOf(address token, address account) internal view returns (uint256) {
        return token == NATIVE ? account.balance : IERC20(token).balanceOf(account);
    }

    /// @notice Sends `amount` of `token` (or of the native token) from this contract.
    function transfer(address token, address to, uint256 amount) internal {
        if (token == NATIVE) {
            (bool sent,) = Calls.call(to, amount, "", gasleft());
            if (!sent) revert NativeTransferFailed(to, amount);
        } else {
            _mustSucceed(token, abi.encodeCall(IERC20.transfer, (to, amount)));
        }
    }

    function transferFrom(address token, address from, address to, uint256 amount) internal {
        _mustSucceed(token, abi.encodeCall(IERC20.transferFrom, (from, to, amount)));
    }

    function allowance(address token, address user, address spender) internal view returns (uint256) {
        return IERC20(token).allowance(user, spender);
    }

    function approve(address token, address spender, uint256 amount) internal {
        _mustSucceed(token, abi.encodeCall(IERC20.approve, (spender, amount)));
    }

    /// @notice Takes back what `spender` left of its allowance. A spender that used all of it costs one read.
    function resetAllowance(address token, address spender) internal {
        if (allowance(token, address(this), spender) != 0) approve(token, spender, 0);
    }

    function _mustSucceed(address token, bytes memory data) private {
        (bool ok, bytes memory result) = Calls.call(token, 0, data, gasleft());
        if (!ok || !_saysYes(token, result)) revert TokenCallFailed(token, result);
    }

    /// @dev No return data counts as yes only where there is code: a call to an empty account always succeeds.
    function _saysYes(address token, bytes memory result) private view returns (bool) {
        if (result.length == 0) return token.code.length != 0;
        return result.length >= 32 && abi.decode(result, (uint256)) == 1;
    }
}

/// @title Calls
/// @notice A call whose return data cannot cost the caller more than a fixed amount of memory. All native token that our contracts send goes this way.
library Calls {
    /// @dev Enough for a nested custom error with a few words; a callee that returns a megabyte is not paid for.
    uint256 internal constant REASON_BYTES_MAX = 512;

    /// @notice Call data for an address without code: the EVM would report success, and nothing would have happened.
    error NoCode(address target);
    /// @notice Native token left the contract that emits this, as `Transfer` says it of other tokens; a wallet's own, too, where it delegates.
    event NativeSent(address indexed to, uint256 amount);

    /// @notice The call, or failure with `NoCode` if there is call data and nobody to read it. Native token with empty data goes anywhere.
    /// @dev Precompiles have no code in this sense, so they cannot be called with data.
    function callCode(address to, uint256 value, bytes memory data, uint256 gasLimit) internal returns (bool ok, bytes memory result) {
        if (data.length != 0 && to.code.length == 0) return (false, noCode(to));
        return call(to, value, data, gasLimit);
    }

    function noCode(address target) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(NoCode.selector, target);
    }

    function call(address to, uint256 value, bytes memory data, uint256 gasLimit) internal returns (bool ok, bytes memory result) {
        assembly ("memory-safe") {
            ok := call(gasLimit, to, value, add(data, 0x20), mload(data), 0, 0)
        }
        result = returned();
        if (ok && value != 0) emit NativeSent(to, value);
    }

    /// @notice The return data of the last call, cut at `REASON_BYTES_MAX`.
    function returned() internal pure returns (bytes memory result) {
        uint256 max = REASON_BYTES_MAX;
        assembly ("memory-safe") {
            let size := returndatasize()
            if gt(size, max) { size := max }
            result := mload(0x40)
            mstore(result, size)
            mstore(0x40, add(add(result, 0x20), and(add(size, 0x1f), not(0x1f))))
            returndatacopy(add(result, 0x20), 0, size)
        }
    }

    /// @notice Reverts with `reason` as it came.
    function bubble(bytes memory reason) internal pure {
        assembly ("memory-safe") {
            revert(add(reason, 0x20), mload(reason))
        }
    }
}
