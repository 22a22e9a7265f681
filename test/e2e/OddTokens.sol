// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title Tokens that keep balances where nobody expects them, or do not let them go.
abstract contract Odd {
    uint8 public constant decimals = 6;
    uint256 public totalSupply;
    mapping(address owner => mapping(address spender => uint256)) public allowance;

    function symbol() external pure virtual returns (string memory);

    function name() external pure returns (string memory) {
        return "Odd token";
    }

    function balanceOf(address holder) public view virtual returns (uint256);
    function _set(address holder, uint256 amount) internal virtual;

    function _mint(address to, uint256 amount) internal {
        totalSupply += amount;
        _set(to, balanceOf(to) + amount);
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        _move(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        allowance[from][msg.sender] -= amount;
        _move(from, to, amount);
        return true;
    }

    function _move(address from, address to, uint256 amount) internal virtual {
        require(balanceOf(from) >= amount, "too little");
        _set(from, balanceOf(from) - amount);
        _set(to, balanceOf(to) + amount);
        emit Transfer(from, to, amount);
    }

    event Transfer(address indexed from, address indexed to, uint256 amount);
}

contract FarSlot is Odd {
    uint256[300] private gap;
    mapping(address holder => uint256) private balances;

    constructor(address to) {
        _mint(to, 10 ** 12);
    }

    function symbol() external pure override returns (string memory) {
        return "FAR";
    }

    function balanceOf(address holder) public view override returns (uint256) {
        return balances[holder];
    }

    function _set(address holder, uint256 amount) internal override {
        balances[holder] = amount;
    }
}

contract Nested is Odd {
    mapping(bytes32 group => mapping(address holder => uint256)) private balances;

    constructor(address to) {
        _mint(to, 10 ** 12);
    }

    function symbol() external pure override returns (string memory) {
        return "NESTED";
    }

    function balanceOf(address holder) public view override returns (uint256) {
        return balances["balances"][holder];
    }

    function _set(address holder, uint256 amount) internal override {
        balances["balances"][holder] = amount;
    }
}

contract Keeper {
    uint256 private gap;
    mapping(address holder => uint256) public balances;

    function set(address holder, uint256 amount) external {
        balances[holder] = amount;
    }
}

contract Apart is Odd {
    Keeper private immutable keeper = new Keeper();

    constructor(address to) {
        _mint(to, 10 ** 12);
    }

    function symbol() external pure override returns (string memory) {
        return "APART";
    }

    function balanceOf(address holder) public view override returns (uint256) {
        return keeper.balances(holder);
    }

    function _set(address holder, uint256 amount) internal override {
        keeper.set(holder, amount);
    }
}

/// @notice Balances grow with an index, as those of lending protocols do.
contract Growing is Odd {
    uint256 private index = 0.5e27;
    mapping(address holder => uint256) private scaled;

    constructor(address to) {
        _mint(to, 10 ** 12);
    }

    function symbol() external pure override returns (string memory) {
        return "GROWING";
    }

    function balanceOf(address holder) public view override returns (uint256) {
        return (scaled[holder] * index) / 1e27;
    }

    function _set(address holder, uint256 amount) internal override {
        scaled[holder] = (amount * 1e27 + index - 1) / index;
    }
}

contract Stoppable is FarSlot {
    bool public paused;
    mapping(address holder => bool) public blocked;

    constructor(address to) FarSlot(to) {}

    function pause(bool to) external {
        paused = to;
    }

    function blockHolder(address holder) external {
        blocked[holder] = true;
    }

    function _move(address from, address to, uint256 amount) internal override {
        require(!paused, "paused");
        require(!blocked[from] && !blocked[to], "blocked");
        super._move(from, to, amount);
    }
}
