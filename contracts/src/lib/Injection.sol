// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @title Injection
/// @notice Writes a measured amount into call data that was fixed before the amount was known.
library Injection {
    /// @notice Stands in the call data where the amount will be. Requiring it makes a wrong offset fail instead of corrupting another argument.
    uint256 internal constant PLACEHOLDER = 0xdeadbeefdeadbeefdeadbeefdeadbeefdeadbeefdeadbeefdeadbeefdeadbeef;

    /// @notice There is no placeholder at `offset`: `found` is there, or the data ends before.
    error PlaceholderMissing(uint256 offset, uint256 found);

    /// @notice A copy of `data` in which the 32 bytes at each offset are `amount`. The selector cannot be touched.
    function inject(bytes calldata data, uint256[] calldata offsets, uint256 amount) internal pure returns (bytes memory patched) {
        patched = data;
        for (uint256 i; i < offsets.length; ++i) {
            uint256 offset = offsets[i];
            if (offset < 4 || patched.length < 36 || offset > patched.length - 32) revert PlaceholderMissing(offset, 0);
            uint256 found;
            assembly ("memory-safe") {
                found := mload(add(add(patched, 0x20), offset))
            }
            if (found != PLACEHOLDER) revert PlaceholderMissing(offset, found);
            assembly ("memory-safe") {
                mstore(add(add(patched, 0x20), offset), amount)
            }
        }
    }
}
