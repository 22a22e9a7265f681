// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title A local stand-in for PancakeSwap's deployer of pools, which its packages do not hold: it creates the published pool.
/// @dev A pool asks its creator for `parameters` while it is created, as Uniswap's asks its factory.
contract PancakeV3PoolDeployer {
    error NotFactory(address account);
    error NotCreated();

    struct Parameters {
        address factory;
        address token0;
        address token1;
        uint24 fee;
        int24 tickSpacing;
    }

    Parameters public parameters;
    address public factoryAddress;
    /// @dev An account whose code is the creation code of a pool.
    address public immutable poolCode;

    constructor(address poolCode_) {
        poolCode = poolCode_;
    }

    /// @notice Once, by whoever comes first: on a local chain that is the transaction after this contract's own.
    function setFactoryAddress(address factory) external {
        if (factoryAddress != address(0)) revert NotFactory(msg.sender);
        factoryAddress = factory;
    }

    function deploy(address factory, address token0, address token1, uint24 fee, int24 tickSpacing) external returns (address pool) {
        if (msg.sender != factoryAddress) revert NotFactory(msg.sender);
        parameters = Parameters(factory, token0, token1, fee, tickSpacing);
        bytes memory code = poolCode.code;
        bytes32 salt = keccak256(abi.encode(token0, token1, fee));
        assembly ("memory-safe") {
            pool := create2(0, add(code, 32), mload(code), salt)
        }
        if (pool == address(0)) revert NotCreated();
        delete parameters;
    }
}
