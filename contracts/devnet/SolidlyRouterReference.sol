// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {SolidlyPoolReference} from "./SolidlyPoolReference.sol";

/// @title What a factory and a router of the Solidly kind say and do, for the one reference pool of the local chains.
contract SolidlyRouterReference {
    using SafeERC20 for IERC20;

    struct Route {
        address from;
        address to;
        bool stable;
        address factory;
    }

    error Expired();
    error NoPool();
    error TooLittle(uint256 amountOut);

    SolidlyPoolReference private immutable POOL;

    constructor(SolidlyPoolReference pool) {
        POOL = pool;
    }

    function getPool(address tokenA, address tokenB, bool stable) public view returns (address) {
        (address token0, address token1) = tokenA < tokenB ? (tokenA, tokenB) : (tokenB, tokenA);
        return stable && token0 == POOL.token0() && token1 == POOL.token1() ? address(POOL) : address(0);
    }

    function getFee(address, bool) external view returns (uint256) {
        return POOL.feeBps();
    }

    function swapExactTokensForTokens(
        uint256 amountIn,
        uint256 amountOutMin,
        Route[] calldata routes,
        address to,
        uint256 deadline
    ) external returns (uint256[] memory amounts) {
        if (block.timestamp > deadline) revert Expired();
        amounts = new uint256[](routes.length + 1);
        amounts[0] = amountIn;
        for (uint256 at; at < routes.length; ++at) {
            Route calldata route = routes[at];
            if (getPool(route.from, route.to, route.stable) == address(0)) revert NoPool();
            amounts[at + 1] = POOL.getAmountOut(amounts[at], route.from);
            if (at == 0) IERC20(route.from).safeTransferFrom(msg.sender, address(POOL), amountIn);
            bool isZero = route.from == POOL.token0();
            address receiver = at + 1 == routes.length ? to : address(POOL);
            POOL.swap(isZero ? 0 : amounts[at + 1], isZero ? amounts[at + 1] : 0, receiver, "");
        }
        if (amounts[routes.length] < amountOutMin) revert TooLittle(amounts[routes.length]);
    }
}
