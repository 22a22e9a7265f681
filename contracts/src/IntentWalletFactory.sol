// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Clones} from "./lib/Clones.sol";
import {Config, IntentTypes} from "./lib/IntentTypes.sol";
import {Version} from "./lib/Version.sol";

/// @title IntentWalletFactory
/// @notice Puts an intent wallet where its configuration says it is. Holds nothing, owns nothing, decides nothing.
/// @dev The address commits to this factory, to the implementation and to the image hash, so a wallet is the same whoever deploys it. There is no initialiser to front-run: a wallet has no state to set.
contract IntentWalletFactory is Version {
    /// @notice A wallet came into being.
    event Deployed(address indexed wallet, address indexed implementation, bytes32 indexed imageHash);

    /// @notice CREATE2 gave no contract (out of gas, or an address that cannot be used).
    error DeployFailed(address implementation, bytes32 imageHash);

    /// @notice Strangers may not deploy this wallet yet.
    error TooEarly(uint256 opensAt, uint256 nowAt);

    /// @notice Deploys the wallet of this configuration, or finds it deployed. Before its batches open or refunds begin, for its executor and
    /// its owner only: an address without code takes a payment of 21,000 gas or by `transfer`, a contract does not.
    /// @return wallet Its address, the same in both cases.
    function deploy(address implementation, Config calldata config) external returns (address wallet) {
        bytes32 imageHash = IntentTypes.hashConfig(config);
        bytes memory initCode = Clones.initCode(implementation);
        wallet = Clones.addressOf(address(this), imageHash, keccak256(initCode));
        if (wallet.code.length != 0) return wallet;
        uint256 opensAt = config.openAt < config.refundAt ? config.openAt : config.refundAt;
        if (block.timestamp < opensAt && msg.sender != config.executor && msg.sender != config.owner) {
            revert TooEarly(opensAt, block.timestamp);
        }
        address created;
        assembly ("memory-safe") {
            created := create2(0, add(initCode, 0x20), mload(initCode), imageHash)
        }
        if (created == address(0)) revert DeployFailed(implementation, imageHash);
        emit Deployed(wallet, implementation, imageHash);
    }

    /// @notice Where the wallet with this image hash is or will be.
    function addressOf(address implementation, bytes32 imageHash) external view returns (address) {
        return Clones.addressOf(address(this), imageHash, keccak256(Clones.initCode(implementation)));
    }
}
