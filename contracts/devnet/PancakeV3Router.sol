// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

interface IPancakeV3Factory {
    function getPool(address tokenA, address tokenB, uint24 fee) external view returns (address);
}

interface IPancakeV3Pool {
    function token0() external view returns (address);
    function token1() external view returns (address);
    function fee() external view returns (uint24);
    function swap(address recipient, bool zeroForOne, int256 amount, uint160 limit, bytes calldata data) external returns (int256, int256);
    function mint(address recipient, int24 lower, int24 upper, uint128 amount, bytes calldata data) external returns (uint256, uint256);
}

/// @title A local stand-in for PancakeSwap's smart router, whose bytecode is in no package: the same `exactInput`.
/// @dev It also adds positions, which PancakeSwap does by a contract of its own, and tells what a pool would do with an amount.
contract PancakeV3Router {
    using SafeERC20 for IERC20;

    error NotPool(address account);
    error TooLittle(uint256 amountOut);
    error Quote(int256 amount0, int256 amount1);

    struct ExactInputParams {
        bytes path;
        address recipient;
        uint256 amountIn;
        uint256 amountOutMinimum;
    }

    uint160 private constant LOWEST = 4295128739 + 1;
    uint160 private constant HIGHEST = 1461446703485210103287273052203988822378723970342 - 1;
    /// @dev A path: token 20 | fee 3 | token 20 | …
    uint256 private constant HOP = 23;
    uint256 private constant ADDRESS = 20;

    IPancakeV3Factory public immutable factory;

    constructor(IPancakeV3Factory factory_) {
        factory = factory_;
    }

    function exactInput(ExactInputParams calldata params) external returns (uint256 amountOut) {
        bytes calldata path = params.path;
        IERC20(address(bytes20(path[:ADDRESS]))).safeTransferFrom(msg.sender, address(this), params.amountIn);
        amountOut = params.amountIn;
        for (uint256 at = 0; at + ADDRESS < path.length; at += HOP) {
            address tokenIn = address(bytes20(path[at:at + ADDRESS]));
            address tokenOut = address(bytes20(path[at + HOP:at + HOP + ADDRESS]));
            address pool = factory.getPool(tokenIn, tokenOut, uint24(bytes3(path[at + ADDRESS:at + HOP])));
            bool isLast = at + HOP + ADDRESS == path.length;
            address to = isLast ? params.recipient : address(this);
            bool down = tokenIn < tokenOut;
            (int256 amount0, int256 amount1) =
                IPancakeV3Pool(pool).swap(to, down, int256(amountOut), down ? LOWEST : HIGHEST, abi.encode(address(this)));
            amountOut = uint256(-(down ? amount1 : amount0));
        }
        if (amountOut < params.amountOutMinimum) revert TooLittle(amountOut);
    }

    /// @notice Adds liquidity for the sender, who has approved this contract for both tokens.
    function mint(IPancakeV3Pool pool, int24 lower, int24 upper, uint128 liquidity) external {
        pool.mint(msg.sender, lower, upper, liquidity, abi.encode(msg.sender));
    }

    /// @notice What the pool would take (above zero) and give (below zero) for an amount in (above zero) or out (below zero).
    function quote(IPancakeV3Pool pool, bool zeroForOne, int256 amount) external returns (int256 amount0, int256 amount1) {
        try pool.swap(address(this), zeroForOne, amount, zeroForOne ? LOWEST : HIGHEST, "") {
            revert NotPool(address(pool));
        } catch (bytes memory reason) {
            if (reason.length != 68 || bytes4(reason) != Quote.selector) {
                assembly ("memory-safe") {
                    revert(add(reason, 32), mload(reason))
                }
            }
            assembly ("memory-safe") {
                amount0 := mload(add(reason, 36))
                amount1 := mload(add(reason, 68))
            }
        }
    }

    function pancakeV3SwapCallback(int256 amount0, int256 amount1, bytes calldata data) external {
        if (data.length == 0) revert Quote(amount0, amount1);
        _pay(amount0 > 0 ? uint256(amount0) : 0, amount1 > 0 ? uint256(amount1) : 0, abi.decode(data, (address)));
    }

    function pancakeV3MintCallback(uint256 amount0, uint256 amount1, bytes calldata data) external {
        _pay(amount0, amount1, abi.decode(data, (address)));
    }

    /// @dev The sender is a pool of the factory, and only a pool that this contract called has data of this contract.
    function _pay(uint256 amount0, uint256 amount1, address payer) private {
        IPancakeV3Pool pool = IPancakeV3Pool(msg.sender);
        (address token0, address token1) = (pool.token0(), pool.token1());
        if (factory.getPool(token0, token1, pool.fee()) != msg.sender) revert NotPool(msg.sender);
        _payToken(token0, amount0, payer);
        _payToken(token1, amount1, payer);
    }

    function _payToken(address token, uint256 amount, address payer) private {
        if (amount == 0) return;
        if (payer == address(this)) IERC20(token).safeTransfer(msg.sender, amount);
        else IERC20(token).safeTransferFrom(payer, msg.sender, amount);
    }
}
