// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @title Transient
/// @notice Flags that last for one transaction, in the storage of whichever contract runs the code.
/// @dev Router and shim run inside wallets by delegate call, so every slot has a name of its own.
library Transient {
    /// @dev Set while a wallet runs a batch or a refund.
    bytes32 internal constant WALLET_LOCK = keccak256("causeway.wallet.lock");
    /// @dev Set in a wallet once the batch's main action went through; cleared when a batch begins and when a call of it fails.
    bytes32 internal constant SUCCESS = keccak256("causeway.wallet.success");
    /// @dev Set while the router holds somebody's money.
    bytes32 internal constant ROUTER_LOCK = keccak256("causeway.router.lock");
    /// @dev Set while a guest runs anything.
    bytes32 internal constant GUEST_LOCK = keccak256("causeway.guest.lock");
    /// @dev Set while the entrypoint takes a deposit.
    bytes32 internal constant ENTRYPOINT_LOCK = keccak256("causeway.entrypoint.lock");

    /// @notice Somebody called back into a contract that was in the middle of something.
    error Reentered();

    function lock(bytes32 slot) internal {
        if (get(slot)) revert Reentered();
        set(slot, true);
    }

    function unlock(bytes32 slot) internal {
        set(slot, false);
    }

    function set(bytes32 slot, bool value) internal {
        assembly ("memory-safe") {
            tstore(slot, value)
        }
    }

    function get(bytes32 slot) internal view returns (bool value) {
        assembly ("memory-safe") {
            value := tload(slot)
        }
    }
}
