// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @title A reference of our own for a stable pool of two coins of the Curve kind: no package holds Curve's bytecode.
/// @dev The invariant, its rounding and the functions are those of Curve's plain pools; liquidity shares, admin fees and ramps are left out.
contract StableSwapReference {
    using SafeERC20 for IERC20;

    error SameCoin();
    error NoConvergence();
    error TooLittle(uint256 dy);

    event TokenExchange(address indexed buyer, int128 sold_id, uint256 tokens_sold, int128 bought_id, uint256 tokens_bought);
    event AddLiquidity(address indexed provider, uint256[2] token_amounts, uint256[2] fees, uint256 invariant, uint256 token_supply);

    uint256 private constant A_PRECISION = 100;
    uint256 private constant FEE_DENOMINATOR = 1e10;
    uint256 private constant PRECISION = 1e18;
    uint256 private constant ROUNDS = 255;

    uint256 public immutable A_precise;
    uint256 public immutable future_A;
    uint256 public immutable fee;
    address private immutable COIN0;
    address private immutable COIN1;
    /// @dev What makes a balance one of 18 decimals, times 1e18.
    uint256 private immutable RATE0;
    uint256 private immutable RATE1;
    uint256[2] public balances;

    constructor(address coin0, address coin1, uint8 decimals0, uint8 decimals1, uint256 amplification, uint256 fee_) {
        (COIN0, COIN1) = (coin0, coin1);
        (RATE0, RATE1) = (10 ** (36 - decimals0), 10 ** (36 - decimals1));
        A_precise = amplification * A_PRECISION;
        future_A = amplification * A_PRECISION;
        fee = fee_;
    }

    function coins(uint256 index) external view returns (address) {
        return index == 0 ? COIN0 : COIN1;
    }

    function add_liquidity(uint256[2] calldata amounts) external {
        IERC20(COIN0).safeTransferFrom(msg.sender, address(this), amounts[0]);
        IERC20(COIN1).safeTransferFrom(msg.sender, address(this), amounts[1]);
        balances[0] += amounts[0];
        balances[1] += amounts[1];
        uint256[2] memory none;
        emit AddLiquidity(msg.sender, amounts, none, 0, 0);
    }

    function get_dy(int128 i, int128 j, uint256 dx) public view returns (uint256) {
        if (i == j) revert SameCoin();
        (uint256 rateIn, uint256 rateOut) = i == 0 ? (RATE0, RATE1) : (RATE1, RATE0);
        uint256 balanceIn = balances[i == 0 ? 0 : 1] * rateIn / PRECISION;
        uint256 balanceOut = balances[i == 0 ? 1 : 0] * rateOut / PRECISION;
        uint256 x = balanceIn + dx * rateIn / PRECISION;
        uint256 dy = balanceOut - _y(x, _d(balanceIn, balanceOut)) - 1;
        return (dy - dy * fee / FEE_DENOMINATOR) * PRECISION / rateOut;
    }

    function exchange(int128 i, int128 j, uint256 dx, uint256 minDy, address receiver) external returns (uint256 dy) {
        dy = get_dy(i, j, dx);
        if (dy < minDy) revert TooLittle(dy);
        (address coinIn, address coinOut) = i == 0 ? (COIN0, COIN1) : (COIN1, COIN0);
        IERC20(coinIn).safeTransferFrom(msg.sender, address(this), dx);
        balances[i == 0 ? 0 : 1] += dx;
        balances[i == 0 ? 1 : 0] -= dy;
        IERC20(coinOut).safeTransfer(receiver, dy);
        emit TokenExchange(msg.sender, i, dx, j, dy);
    }

    function _d(uint256 x0, uint256 x1) private view returns (uint256 d) {
        uint256 sum = x0 + x1;
        if (sum == 0) return 0;
        uint256 ann = A_precise * 2;
        d = sum;
        for (uint256 round; round < ROUNDS; ++round) {
            uint256 dp = d * d / x0 * d / x1 / 4;
            uint256 previous = d;
            d = (ann * sum / A_PRECISION + dp * 2) * d / ((ann - A_PRECISION) * d / A_PRECISION + 3 * dp);
            if (d > previous ? d - previous <= 1 : previous - d <= 1) return d;
        }
        revert NoConvergence();
    }

    function _y(uint256 x, uint256 d) private view returns (uint256 y) {
        uint256 ann = A_precise * 2;
        uint256 c = d * d / (x * 2) * d * A_PRECISION / (ann * 2);
        uint256 b = x + d * A_PRECISION / ann;
        y = d;
        for (uint256 round; round < ROUNDS; ++round) {
            uint256 previous = y;
            y = (y * y + c) / (2 * y + b - d);
            if (y > previous ? y - previous <= 1 : previous - y <= 1) return y;
        }
        revert NoConvergence();
    }
}
