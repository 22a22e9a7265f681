// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

interface Token {
  function balanceOf(address holder) external view returns (uint256);
  function transfer(address to, uint256 amount) external returns (bool);
  function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// A pool of two tokens with the product of Uniswap v2, a fee of 0.05 % and a call of its own.
contract TidePool {
  Token public immutable token0;
  Token public immutable token1;
  uint256 public reserve0;
  uint256 public reserve1;

  event Tide(uint256 reserve0, uint256 reserve1);

  constructor(Token a, Token b) {
    (token0, token1) = address(a) < address(b) ? (a, b) : (b, a);
  }

  /// Counts what was sent here as reserves.
  function fill() external {
    reserve0 = token0.balanceOf(address(this));
    reserve1 = token1.balanceOf(address(this));
    emit Tide(reserve0, reserve1);
  }

  function trade(Token tokenIn, uint256 amountIn, address to) external {
    bool isZero = tokenIn == token0;
    require(isZero || tokenIn == token1, "not of this pool");
    (uint256 here, uint256 there) = isZero ? (reserve0, reserve1) : (reserve1, reserve0);
    uint256 taken = amountIn * 9995;
    uint256 amountOut = (taken * there) / (here * 10000 + taken);
    require(tokenIn.transferFrom(msg.sender, address(this), amountIn), "not paid");
    require((isZero ? token1 : token0).transfer(to, amountOut), "not delivered");
    (here, there) = (here + amountIn, there - amountOut);
    (reserve0, reserve1) = isZero ? (here, there) : (there, here);
    emit Tide(reserve0, reserve1);
  }
}
