// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @title A reference of our own for a stable pool of the Solidly kind (x³y + y³x = k): no package holds the bytecode of one.
/// @dev Invariant, rounding and functions are those of Velodrome's second version; shares, observations, pauses and volatile pools are left out.
contract SolidlyPoolReference {
    using SafeERC20 for IERC20;

    error NothingOut();
    error NothingIn();
    error TooMuchOut();
    error InvariantBroken();
    error NoConvergence();

    event Sync(uint256 reserve0, uint256 reserve1);
    event Swap(
        address indexed sender, address indexed to, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out
    );

    uint256 private constant ONE = 1e18;
    uint256 private constant ROUNDS = 255;
    uint256 private constant FEE_WHOLE = 10_000;
    /// @dev Fees leave the pool with the swap that pays them.
    address private constant FEES = address(0xFEE5);

    address public immutable token0;
    address public immutable token1;
    uint256 public immutable feeBps;
    uint256 private immutable UNIT0;
    uint256 private immutable UNIT1;
    uint256 public reserve0;
    uint256 public reserve1;

    constructor(address token0_, address token1_, uint8 decimals0, uint8 decimals1, uint256 feeBps_) {
        (token0, token1) = (token0_, token1_);
        (UNIT0, UNIT1) = (10 ** decimals0, 10 ** decimals1);
        feeBps = feeBps_;
    }

    function metadata()
        external
        view
        returns (uint256 dec0, uint256 dec1, uint256 r0, uint256 r1, bool st, address t0, address t1)
    {
        return (UNIT0, UNIT1, reserve0, reserve1, true, token0, token1);
    }

    function fund(uint256 amount0, uint256 amount1) external {
        IERC20(token0).safeTransferFrom(msg.sender, address(this), amount0);
        IERC20(token1).safeTransferFrom(msg.sender, address(this), amount1);
        _update(reserve0 + amount0, reserve1 + amount1);
    }

    function getAmountOut(uint256 amountIn, address tokenIn) external view returns (uint256) {
        bool isZero = tokenIn == token0;
        uint256 taken = amountIn - amountIn * feeBps / FEE_WHOLE;
        uint256 k = _k(reserve0, reserve1);
        (uint256 x, uint256 y) = (reserve0 * ONE / UNIT0, reserve1 * ONE / UNIT1);
        if (!isZero) (x, y) = (y, x);
        uint256 left = _other(x + taken * ONE / (isZero ? UNIT0 : UNIT1), k, y);
        return (y - left) * (isZero ? UNIT1 : UNIT0) / ONE;
    }

    /// @notice What was sent here before pays for what is taken.
    function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes calldata) external {
        if (amount0Out == 0 && amount1Out == 0) revert NothingOut();
        if (amount0Out >= reserve0 || amount1Out >= reserve1) revert TooMuchOut();
        if (amount0Out > 0) IERC20(token0).safeTransfer(to, amount0Out);
        if (amount1Out > 0) IERC20(token1).safeTransfer(to, amount1Out);
        uint256 amount0In = _balance(token0) - (reserve0 - amount0Out);
        uint256 amount1In = _balance(token1) - (reserve1 - amount1Out);
        if (amount0In == 0 && amount1In == 0) revert NothingIn();
        IERC20(token0).safeTransfer(FEES, amount0In * feeBps / FEE_WHOLE);
        IERC20(token1).safeTransfer(FEES, amount1In * feeBps / FEE_WHOLE);
        (uint256 balance0, uint256 balance1) = (_balance(token0), _balance(token1));
        if (_k(balance0, balance1) < _k(reserve0, reserve1)) revert InvariantBroken();
        _update(balance0, balance1);
        emit Swap(msg.sender, to, amount0In, amount1In, amount0Out, amount1Out);
    }

    function _balance(address token) private view returns (uint256) {
        return IERC20(token).balanceOf(address(this));
    }

    function _update(uint256 balance0, uint256 balance1) private {
        (reserve0, reserve1) = (balance0, balance1);
        emit Sync(balance0, balance1);
    }

    /// @dev The invariant of balances as the tokens count them.
    function _k(uint256 balance0, uint256 balance1) private view returns (uint256) {
        return _f(balance0 * ONE / UNIT0, balance1 * ONE / UNIT1);
    }

    function _f(uint256 x, uint256 y) private pure returns (uint256) {
        return (x * y / ONE) * (x * x / ONE + y * y / ONE) / ONE;
    }

    /// @dev The other balance by Newton's method, in whole steps of one 1e18th. Its test for the last step scales balances that are scaled
    /// already, as the original does: for a token of fewer than 18 decimals it is true at once.
    function _other(uint256 x, uint256 k, uint256 y) private view returns (uint256) {
        for (uint256 round; round < ROUNDS; ++round) {
            uint256 found = _f(x, y);
            uint256 slope = 3 * x * (y * y / ONE) / ONE + (x * x / ONE) * x / ONE;
            if (found < k) {
                uint256 step = (k - found) * ONE / slope;
                if (step == 0) {
                    if (_k(x, y + 1) > k) return y + 1;
                    step = 1;
                }
                y += step;
            } else {
                uint256 step = (found - k) * ONE / slope;
                if (step == 0) {
                    if (found == k || _f(x, y - 1) < k) return y;
                    step = 1;
                }
                y -= step;
            }
        }
        revert NoConvergence();
    }
}
