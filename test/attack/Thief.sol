// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

struct Step {
    address target;
    uint256 value;
    address token;
    address spender;
    uint256 amount;
    uint256[] offsets;
    bytes data;
}

struct Output {
    address token;
    uint256 minAmount;
}

interface IRouter {
    function run(address token, uint256 amount, Step[] calldata steps, Output[] calldata outputs) external payable;
}

interface IToken {
    function balanceOf(address holder) external view returns (uint256);
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
    function approve(address spender, uint256 amount) external returns (bool);
}

interface IPair {
    function swap(uint256 out0, uint256 out1, address to, bytes calldata data) external;
    function token0() external view returns (address);
}

interface IPool {
    function swap(address to, bool zeroForOne, int256 amount, uint160 limit, bytes calldata data) external;
    function flash(address to, uint256 amount0, uint256 amount1, bytes calldata data) external;
    function token0() external view returns (address);
    function token1() external view returns (address);
}

interface ILender {
    function flashLoanSimple(address receiver, address asset, uint256 amount, bytes calldata params, uint16 code)
        external;
}

struct Single {
    address tokenIn;
    address tokenOut;
    uint24 fee;
    address recipient;
    uint256 deadline;
    uint256 amountIn;
    uint256 amountOutMinimum;
    uint160 sqrtPriceLimitX96;
}

interface ISwapRouter {
    function exactInputSingle(Single calldata params) external payable returns (uint256);
}

/// @notice Wants the money of an intent, or the intent spoilt: makes its calls from inside whatever lock or callback it finds on a chain.
contract Thief {
    struct Attempt {
        address to;
        bytes data;
    }

    /// @dev Call data lies as code, which costs a third of storage: a batch has some five thousand bytes.
    struct Kept {
        address to;
        address data;
    }

    Kept[] private attempts;
    uint256 public tried;
    /// @notice What it does when it is called as somebody's target: 0 as promised, 1 reverts, 2 burns its gas, 3 forges and strikes.
    uint256 public mode;

    event ElementDone(uint256 indexed index, bytes32 indexed imageHash, bool success, bytes reason);
    event Executed(bytes32 indexed digest, uint256 failed);

    function plan(Attempt[] calldata planned) external {
        delete attempts;
        tried = 0;
        for (uint256 i; i < planned.length; ++i) {
            bytes memory code = abi.encodePacked(hex"600b5981380380925939f300", planned[i].data);
            address kept;
            assembly {
                kept := create(0, add(code, 0x20), mload(code))
            }
            require(kept != address(0), "not kept");
            attempts.push(Kept(planned[i].to, kept));
        }
    }

    function rearm() external {
        tried = 0;
    }

    function _read(address kept) private view returns (bytes memory data) {
        data = new bytes(kept.code.length - 1);
        assembly {
            extcodecopy(kept, add(data, 0x20), 1, mload(data))
        }
    }

    function setMode(uint256 mode_) external {
        mode = mode_;
    }

    function strike() public {
        for (uint256 i; i < attempts.length; ++i) {
            tried += 1;
            (bool ok,) = attempts[i].to.call(_read(attempts[i].data));
            ok;
        }
    }

    function fromRouterRun(IRouter router) external {
        Step[] memory steps = new Step[](1);
        steps[0].target = address(this);
        steps[0].data = abi.encodeCall(this.strike, ());
        router.run(address(0), 0, steps, new Output[](0));
    }

    /// @dev This contract is the token that the router takes: its hook runs in the middle of the transfer.
    function fromTokenHook(IRouter router) external {
        router.run(address(this), 1, new Step[](0), new Output[](0));
    }

    uint256 private taken;

    function transferFrom(address, address, uint256 amount) external returns (bool) {
        strike();
        taken = amount;
        return true;
    }

    function transfer(address, uint256) external returns (bool) {
        taken = 0;
        return true;
    }

    function balanceOf(address) external view returns (uint256) {
        return taken;
    }

    function fromPair(IPair pair, IToken token) external {
        bool isFirst = pair.token0() == address(token);
        pair.swap(isFirst ? 1_000 : 0, isFirst ? 0 : 1_000, address(this), abi.encode(token));
    }

    function uniswapV2Call(address, uint256, uint256, bytes calldata data) external {
        strike();
        abi.decode(data, (IToken)).transfer(msg.sender, 1_010);
    }

    function fromPoolSwap(IPool pool) external {
        pool.swap(address(this), true, 1_000, 4295128740, "");
    }

    function uniswapV3SwapCallback(int256 amount0, int256 amount1, bytes calldata) external {
        strike();
        if (amount0 > 0) IToken(IPool(msg.sender).token0()).transfer(msg.sender, uint256(amount0));
        if (amount1 > 0) IToken(IPool(msg.sender).token1()).transfer(msg.sender, uint256(amount1));
    }

    function fromPoolFlash(IPool pool) external {
        pool.flash(address(this), 1_000, 1_000, "");
    }

    function uniswapV3FlashCallback(uint256 fee0, uint256 fee1, bytes calldata) external {
        strike();
        IToken(IPool(msg.sender).token0()).transfer(msg.sender, 1_000 + fee0);
        IToken(IPool(msg.sender).token1()).transfer(msg.sender, 1_000 + fee1);
    }

    /// @dev Aave's flash loan: the callback runs while the pool waits for its money.
    function fromFlashLoan(ILender lender, IToken asset) external {
        lender.flashLoanSimple(address(this), address(asset), 1_000_000, "", 0);
    }

    function executeOperation(address asset, uint256 amount, uint256 premium, address, bytes calldata)
        external
        returns (bool)
    {
        strike();
        return IToken(asset).approve(msg.sender, amount + premium);
    }

    /// @dev Moves the pools against the victim, strikes, and moves them back, in one transaction.
    function sandwich(ISwapRouter router, IToken from, IToken to, uint24[] calldata fees, uint256 amount) external {
        from.approve(address(router), type(uint256).max);
        to.approve(address(router), type(uint256).max);
        uint256[] memory bought = new uint256[](fees.length);
        for (uint256 i; i < fees.length; ++i) {
            bought[i] = router.exactInputSingle(
                Single(address(from), address(to), fees[i], address(this), type(uint256).max, amount, 0, 0)
            );
        }
        strike();
        for (uint256 i; i < fees.length; ++i) {
            router.exactInputSingle(
                Single(address(to), address(from), fees[i], address(this), type(uint256).max, bought[i], 0, 0)
            );
        }
    }

    /// @notice The call that this contract's own intent pays for.
    function work(IToken token, uint256 amount) external {
        if (mode == 1) revert("never mind");
        if (mode == 2) while (true) {}
        if (mode == 3) {
            for (uint256 i; i < 8; ++i) emit ElementDone(i, bytes32(i), true, "");
            emit Executed(bytes32(uint256(1)), 0);
            strike();
        }
        token.transferFrom(msg.sender, address(this), amount);
    }
}

/// @notice Acts while it has no code yet.
contract Newborn {
    constructor(address[] memory to, bytes[] memory data) {
        for (uint256 i; i < to.length; ++i) {
            (bool ok,) = to[i].call(data[i]);
            ok;
        }
    }
}

/// @notice An owner that takes no native token.
contract Stubborn {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        return 0x1626ba7e;
    }

    function act(address to, bytes calldata data) external {
        (bool ok, bytes memory reason) = to.call(data);
        if (!ok) {
            assembly {
                revert(add(reason, 0x20), mload(reason))
            }
        }
    }
}

/// @notice Says yes wherever it is only asked, and burns whatever gas it is given in a transaction that somebody else pays for.
contract TwoFaced {
    address private immutable PAYER = msg.sender;
    bool public isHonest;
    /// @notice Gas that an honest signature takes to be checked.
    uint256 public labour;
    /// @notice For whom alone it is dear; everybody if zero.
    address public asker;

    /// @dev A simulation has no gas price.
    function _isPaidFor() private view returns (bool) {
        return tx.origin != PAYER && tx.gasprice != 0;
    }

    function setHonest(bool isHonest_) external {
        isHonest = isHonest_;
    }

    function setLabour(uint256 labour_) external {
        labour = labour_;
    }

    function setAsker(address asker_) external {
        asker = asker_;
    }

    function isValidSignature(bytes32, bytes calldata) external view returns (bytes4) {
        uint256 from = gasleft();
        if (!isHonest && _isPaidFor()) while (true) {}
        uint256 most = asker == address(0) || asker == msg.sender ? labour : 0;
        while (from - gasleft() < most) {}
        return 0x1626ba7e;
    }

    /// @notice The call that an intent pays for.
    function work(IToken token, uint256 amount) external {
        if (!isHonest && _isPaidFor()) while (true) {}
        token.transferFrom(msg.sender, address(this), amount);
    }

    /// @notice The same, and dear.
    function labourFor(IToken token, uint256 amount) external {
        uint256 from = gasleft();
        token.transferFrom(msg.sender, address(this), amount);
        uint256 most = labour;
        while (from - gasleft() < most) {}
    }

    function act(address to, bytes calldata data) external {
        (bool ok,) = to.call(data);
        require(ok, "refused");
    }
}
