// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Token} from "./Zoo.sol";

interface IFlash {
    function onFlash() external;
}

/// @notice A lock as pools and markets have one, and a way for anyone to hold it while doing something else.
abstract contract Lockable {
    bool private busy;

    error Locked();

    modifier whenFree() {
        if (busy) revert Locked();
        _;
    }

    function flash() external whenFree {
        busy = true;
        IFlash(msg.sender).onFlash();
        busy = false;
    }
}

/// @notice Pays `outToken` for `inToken` at a rate in basis points, from its own stock, to the caller. Zero address: native.
contract Exchange is Lockable {
    uint256 public rateBps = 10_000;
    bool public broken;
    /// @dev What a swap moves the price by, against whoever swaps the same way next and for whoever swaps back.
    uint256 public impactBps;
    int256 public skewBps;

    error Broken();

    receive() external payable {}

    function set(uint256 bps, bool isBroken) external {
        rateBps = bps;
        broken = isBroken;
    }

    function setImpact(uint256 bps) external {
        impactBps = bps;
    }

    function swap(address inToken, address outToken, uint256 amountIn) external payable whenFree {
        if (broken) revert Broken();
        if (inToken == address(0)) require(msg.value == amountIn, "value");
        else _pull(inToken, amountIn);
        int256 way = inToken < outToken ? int256(1) : int256(-1);
        uint256 amountOut = amountIn * uint256(int256(rateBps) - way * skewBps) / 10_000;
        skewBps += way * int256(impactBps);
        if (outToken == address(0)) payable(msg.sender).transfer(amountOut);
        else Token(outToken).transfer(msg.sender, amountOut);
    }

    /// @dev Takes only half of what it was allowed.
    function takeHalf(address inToken, uint256 amountIn) external {
        _pull(inToken, amountIn / 2);
    }

    /// @dev As real exchanges do: a token that returns nothing is fine.
    function _pull(address token, uint256 amount) private {
        (bool ok,) = token.call(abi.encodeCall(Token.transferFrom, (msg.sender, address(this), amount)));
        require(ok, "pull");
    }
}

/// @notice A bridge's deposit side: takes a fixed amount in.
contract Bridge {
    mapping(address recipient => uint256 amount) public bridged;

    function deposit(address token, uint256 amount, address recipient) external payable {
        if (token == address(0)) require(msg.value == amount, "value");
        else Token(token).transferFrom(msg.sender, address(this), amount);
        bridged[recipient] += amount;
    }
}

/// @notice A protocol's supply function; remembers the exact call data it saw.
contract Vault is Lockable {
    mapping(address account => uint256 amount) public supplied;
    bytes public lastData;
    uint256 public lastValue;
    bool public broken;

    function setBroken(bool value) external {
        broken = value;
    }

    function supply(address token, uint256 amount, address onBehalfOf, uint256) external payable whenFree {
        require(!broken, "vault broken");
        lastData = msg.data;
        lastValue = msg.value;
        if (token != address(0)) Token(token).transferFrom(msg.sender, address(this), amount);
        supplied[onBehalfOf] += amount;
    }
}

/// @notice Needs a known amount of gas to succeed; runs out with less.
contract Hungry {
    uint256 public eaten;

    function eat(uint256 gasWanted) external {
        uint256 start = gasleft();
        while (start - gasleft() < gasWanted) {}
        eaten += 1;
    }
}

/// @notice Reverts with far more return data than anybody wants.
contract Bomb {
    function explode(uint256 size) external pure {
        assembly {
            revert(mload(0x40), size)
        }
    }
}

/// @notice Counts its calls; fails on demand.
contract Counter {
    uint256 public count;
    address public lastSender;
    uint256 public lastValue;

    error Failed(uint256 code);

    function hit() external payable {
        count += 1;
        lastSender = msg.sender;
        lastValue = msg.value;
    }

    function fail(uint256 code) external {
        count += 1;
        revert Failed(code);
    }

    receive() external payable {}
}

/// @notice Calls whatever it was told to when it is called, paid, or told of tokens; remembers how that went.
contract Trigger {
    address public target;
    bytes public data;
    bool public fired;
    bool public succeeded;
    bytes public reason;

    function arm(address to, bytes calldata what) external {
        target = to;
        data = what;
        fired = false;
    }

    function tokensReceived(address, uint256) external {
        _fire();
    }

    fallback() external payable {
        _fire();
    }

    receive() external payable {
        _fire();
    }

    function _fire() private {
        if (target == address(0) || fired) return;
        fired = true;
        (succeeded, reason) = target.call(data);
    }
}

/// @notice A contract account whose owner's key signs for it.
contract Account1271 {
    address public immutable OWNER;
    uint8 public mode;

    constructor(address owner) {
        OWNER = owner;
    }

    /// @dev 0 honest, 1 reverts, 2 answers short, 3 answers no.
    function setMode(uint8 value) external {
        mode = value;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        require(mode != 1, "no");
        if (mode == 2) {
            assembly {
                return(0, 4)
            }
        }
        if (mode == 3) return bytes4(0xffffffff);
        (bytes32 r, bytes32 s, uint8 v) = abi.decode(signature, (bytes32, bytes32, uint8));
        return ecrecover(hash, v, r, s) == OWNER ? this.isValidSignature.selector : bytes4(0);
    }

    function act(address to, bytes calldata data) external returns (bytes memory) {
        (bool ok, bytes memory result) = to.call(data);
        require(ok, "act");
        return result;
    }

    receive() external payable {}
}

/// @notice Signs as a Safe does: the owner's key signs the Safe's own message around the digest, and the answer may not be 65 bytes long.
contract SafeLike {
    address public immutable OWNER;

    constructor(address owner) {
        OWNER = owner;
    }

    function messageHash(bytes32 digest) public view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(keccak256("EIP712Domain(uint256 chainId,address verifyingContract)"), block.chainid, address(this))
        );
        bytes32 message = keccak256(abi.encode(keccak256("SafeMessage(bytes message)"), keccak256(abi.encode(digest))));
        return keccak256(abi.encodePacked(hex"1901", domain, message));
    }

    function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4) {
        (bytes32 r, bytes32 s) = (bytes32(signature[0:32]), bytes32(signature[32:64]));
        require(ecrecover(messageHash(digest), uint8(signature[64]), r, s) == OWNER, "GS026");
        return this.isValidSignature.selector;
    }

    function act(address to, bytes calldata data) external {
        (bool ok,) = to.call(data);
        require(ok, "act");
    }
}

/// @notice Refuses native token; does whatever it is told.
contract Closed {
    function act(address to, bytes calldata data) external {
        (bool ok,) = to.call(data);
        require(ok, "act");
    }
}

/// @notice Remembers how much gas it began with.
contract GasMeter {
    uint256 public seen;

    fallback() external {
        uint256 left = gasleft();
        seen = left;
    }
}
