// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @notice Which set of contracts this is. Records name the addresses they were made with, so an older set works on beside a newer one.
abstract contract Version {
    string public constant VERSION = "2";
}
