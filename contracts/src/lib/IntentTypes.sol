// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @notice Who owns an intent wallet, who may run its batches and from when on, and who gets the money back.
/// @dev The wallet's address is a function of this struct and of nothing else, so the same configuration has the same address on every chain.
struct Config {
    /// @dev Acts alone at any time (EOA, EIP-7702 account or ERC-1271 contract).
    address owner;
    /// @dev The only address a refund can reach.
    address refundReceiver;
    /// @dev Runs the batches before `openAt`, and is the only one besides the owner whose run may end in a fallback. Mostly a guest contract.
    address executor;
    /// @dev Unix seconds. From it on anyone may run the batches, strictly. At or after `refundAt`: strangers never may.
    uint64 openAt;
    /// @dev Unix seconds. Before it batches may run; from it on none may, and anyone may trigger the refund.
    uint64 refundAt;
    /// @dev Makes two otherwise equal intents have different addresses.
    uint256 salt;
    /// @dev Digests (see `IntentTypes.hashBatch`) of the batches that may run, each once.
    bytes32[] batches;
}

/// @notice One call of a batch.
struct Call {
    address to;
    uint256 value;
    bytes data;
    /// @dev Gas handed to the callee, exactly. Zero hands over all there is and is allowed only if failure reverts the batch.
    uint256 gasLimit;
    /// @dev Run the callee's code in the wallet. Only the router and the shim qualify.
    bool delegateCall;
    /// @dev Run only if the call just before ran, failed and was ignored.
    bool onlyFallback;
    /// @dev 0 ignore the failure and raise the error flag, 1 revert the batch, 2 stop the batch and keep what was done.
    uint8 behaviorOnError;
}

/// @title IntentTypes
/// @notice Hashes of the two structs above: EIP-712 `hashStruct`, so that an owner can sign a batch and read it in the signing wallet.
library IntentTypes {
    bytes32 internal constant CONFIG_TYPEHASH = keccak256(
        "Config(address owner,address refundReceiver,address executor,uint64 openAt,uint64 refundAt,uint256 salt,bytes32[] batches)"
    );

    bytes32 internal constant CALL_TYPEHASH =
        keccak256("Call(address to,uint256 value,bytes data,uint256 gasLimit,bool delegateCall,bool onlyFallback,uint8 behaviorOnError)");

    bytes32 internal constant BATCH_TYPEHASH = keccak256(
        "Batch(uint256 chainId,uint256 space,uint256 nonce,Call[] calls)Call(address to,uint256 value,bytes data,uint256 gasLimit,bool delegateCall,bool onlyFallback,uint8 behaviorOnError)"
    );

    /// @notice The image hash of a configuration: the CREATE2 salt of its wallet.
    function hashConfig(Config calldata config) internal pure returns (bytes32) {
        return keccak256(
            abi.encode(
                CONFIG_TYPEHASH,
                config.owner,
                config.refundReceiver,
                config.executor,
                config.openAt,
                config.refundAt,
                config.salt,
                keccak256(abi.encodePacked(config.batches))
            )
        );
    }

    /// @notice Whether a call goes to `token`, has its address anywhere in its data, or (zero address) sends native token.
    function names(Call[] calldata calls, address token) internal pure returns (bool found) {
        for (uint256 i; i < calls.length && !found; ++i) {
            if (calls[i].to == token || (token == address(0) && calls[i].value != 0)) return true;
            bytes calldata data = calls[i].data;
            assembly ("memory-safe") {
                let end := add(data.offset, data.length)
                for { let at := data.offset } lt(add(at, 19), end) { at := add(at, 1) } {
                    if eq(shr(96, calldataload(at)), token) {
                        found := 1
                        break
                    }
                }
            }
        }
    }

    /// @notice The digest of a batch. Binds the chain, the nonce and every field of every call; never the wallet, whose address depends on it.
    function hashBatch(uint256 chainId, Call[] calldata calls, uint256 space, uint256 nonce) internal pure returns (bytes32) {
        bytes32[] memory hashes = new bytes32[](calls.length);
        for (uint256 i; i < calls.length; ++i) {
            Call calldata c = calls[i];
            hashes[i] = keccak256(
                abi.encode(CALL_TYPEHASH, c.to, c.value, keccak256(c.data), c.gasLimit, c.delegateCall, c.onlyFallback, c.behaviorOnError)
            );
        }
        return keccak256(abi.encode(BATCH_TYPEHASH, chainId, space, nonce, keccak256(abi.encodePacked(hashes))));
    }
}
