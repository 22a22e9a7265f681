// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

interface Token {
  function balanceOf(address holder) external view returns (uint256);
  function transfer(address to, uint256 amount) external returns (bool);
  function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Exchanges two tokens at a fixed rate, for as long as it has some of the one that is asked for.
contract ParSwap {
  Token public immutable token0;
  Token public immutable token1;
  /// Units of token1 for 10 ** 18 units of token0.
  uint256 public immutable price;

  event Held(uint256 held0, uint256 held1);

  constructor(Token a, Token b, uint256 price_) {
    (token0, token1, price) = (a, b, price_);
  }

  function held0() public view returns (uint256) {
    return token0.balanceOf(address(this));
  }

  function held1() public view returns (uint256) {
    return token1.balanceOf(address(this));
  }

  function exchange(Token tokenIn, uint256 amountIn, address to) external {
    bool isZero = tokenIn == token0;
    require(isZero || tokenIn == token1, "not of this pair");
    uint256 amountOut = isZero ? (amountIn * price) / 1e18 : (amountIn * 1e18) / price;
    require(tokenIn.transferFrom(msg.sender, address(this), amountIn), "not paid");
    require((isZero ? token1 : token0).transfer(to, amountOut), "not delivered");
    emit Held(held0(), held1());
  }
}
