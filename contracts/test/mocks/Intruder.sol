// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IntentRouter, Output, Step} from "../../src/IntentRouter.sol";
import {Lockable} from "./Targets.sol";
import {HookToken, Token} from "./Zoo.sol";

interface IPair {
    function swap(uint256 out0, uint256 out1, address to, bytes calldata data) external;
    function token0() external view returns (address);
    function sync() external;
    function mint(address to) external returns (uint256);
    function getReserves() external view returns (uint112, uint112, uint32);
}

/// @notice Wants the money, or the intent spoilt: makes its calls from inside whatever lock or callback it is told to.
contract Intruder {
    struct Attempt {
        address to;
        bytes data;
    }

    Attempt[] private attempts;
    IPair private pair;
    Token private token;
    uint256 public tried;
    uint256 public passed;

    function plan(address to, bytes calldata data) external {
        attempts.push(Attempt(to, data));
    }

    /// @dev A contract that calls directly: it can do things before and after in the same transaction.
    function plainly() external {
        strike();
    }

    function fromRouterRun(IntentRouter router) external {
        Step[] memory steps = new Step[](1);
        steps[0].target = address(this);
        steps[0].data = abi.encodeCall(this.strike, ());
        router.run(address(0), 0, steps, new Output[](0));
    }

    function fromPairSwap(IPair pair_, Token borrowed) external {
        (pair, token) = (pair_, borrowed);
        bool isFirst = pair.token0() == address(borrowed);
        pair.swap(isFirst ? 1_000 : 0, isFirst ? 0 : 1_000, address(this), "x");
    }

    function uniswapV2Call(address, uint256, uint256, bytes calldata) external {
        strike();
        token.mint(address(this), 10);
        token.transfer(address(pair), 1_010);
    }

    function fromFlash(Lockable lender) external {
        lender.flash();
    }

    function onFlash() external {
        strike();
    }

    function fromTokenHook(HookToken hooked) external {
        hooked.register(address(this), address(this));
        hooked.mint(address(0xbeef), 0);
        hooked.transfer(address(this), 0);
    }

    function tokensReceived(address, uint256) external {
        strike();
    }

    function strike() public {
        for (uint256 i; i < attempts.length; ++i) {
            tried += 1;
            (bool ok,) = attempts[i].to.call(attempts[i].data);
            if (ok) passed += 1;
        }
    }

    receive() external payable {}
}

/// @notice Acts while it has no code yet.
contract Newborn {
    bool public immutable PASSED;

    constructor(address to, bytes memory data) {
        (bool ok,) = to.call(data);
        PASSED = ok;
    }
}
