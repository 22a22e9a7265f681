// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @notice An ordinary ERC-20 with ERC-2612; the animals below change one thing each.
contract Token {
    string public name = "Token";
    mapping(address => uint256) internal balances;
    mapping(address => mapping(address => uint256)) public allowance;
    mapping(address => uint256) public nonces;
    uint256 public totalSupply;

    event Transfer(address indexed from, address indexed to, uint256 amount);
    event Approval(address indexed owner, address indexed spender, uint256 amount);

    error Short(address from, uint256 balance, uint256 amount);
    error NotAllowed(address from, address spender, uint256 allowed, uint256 amount);
    error BadPermit();

    function balanceOf(address account) public view virtual returns (uint256) {
        return balances[account];
    }

    function mint(address to, uint256 amount) external {
        balances[to] += amount;
        totalSupply += amount;
    }

    function approve(address spender, uint256 amount) external virtual returns (bool) {
        _approve(msg.sender, spender, amount);
        return true;
    }

    function transfer(address to, uint256 amount) external virtual returns (bool) {
        _move(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external virtual returns (bool) {
        _spend(from, amount);
        _move(from, to, amount);
        return true;
    }

    function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
        virtual
    {
        if (block.timestamp > deadline) revert BadPermit();
        bytes32 digest = permitDigest(owner, spender, value, nonces[owner]++, deadline);
        address signer = ecrecover(digest, v, r, s);
        if (signer == address(0) || signer != owner) revert BadPermit();
        _approve(owner, spender, value);
    }

    function permitDigest(address owner, address spender, uint256 value, uint256 nonce, uint256 deadline)
        public
        view
        returns (bytes32)
    {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)"),
                keccak256(bytes(name)),
                block.chainid,
                address(this)
            )
        );
        bytes32 structHash = keccak256(
            abi.encode(
                keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)"),
                owner,
                spender,
                value,
                nonce,
                deadline
            )
        );
        return keccak256(abi.encodePacked(hex"1901", domain, structHash));
    }

    function _approve(address owner, address spender, uint256 amount) internal {
        allowance[owner][spender] = amount;
        emit Approval(owner, spender, amount);
    }

    function _spend(address from, uint256 amount) internal {
        uint256 allowed = allowance[from][msg.sender];
        if (allowed < amount) revert NotAllowed(from, msg.sender, allowed, amount);
        allowance[from][msg.sender] = allowed - amount;
    }

    function _move(address from, address to, uint256 amount) internal virtual {
        if (balances[from] < amount) revert Short(from, balances[from], amount);
        balances[from] -= amount;
        balances[to] += amount;
        emit Transfer(from, to, amount);
    }
}

/// @notice Keeps one percent of every transfer.
contract FeeToken is Token {
    function _move(address from, address to, uint256 amount) internal override {
        super._move(from, to, amount);
        uint256 fee = amount / 100 + 1;
        balances[to] -= fee;
        totalSupply -= fee;
    }
}

/// @notice Gives every receiver one unit more.
contract BonusToken is Token {
    function _move(address from, address to, uint256 amount) internal override {
        super._move(from, to, amount);
        balances[to] += 1;
        totalSupply += 1;
    }
}

/// @notice Tether: returns nothing, and refuses to change an allowance that is not zero.
contract NoReturnToken {
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    function approve(address spender, uint256 amount) external {
        require(amount == 0 || allowance[msg.sender][spender] == 0, "reset first");
        allowance[msg.sender][spender] = amount;
    }

    function transfer(address to, uint256 amount) external {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
    }

    function transferFrom(address from, address to, uint256 amount) external {
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
    }
}

/// @notice Says no without reverting.
contract FalseToken is Token {
    bool public refuses;

    function setRefuses(bool value) external {
        refuses = value;
    }

    function transfer(address to, uint256 amount) external override returns (bool) {
        if (refuses) return false;
        _move(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external override returns (bool) {
        if (refuses) return false;
        _spend(from, amount);
        _move(from, to, amount);
        return true;
    }
}

interface IHooked {
    function tokensReceived(address from, uint256 amount) external;
}

/// @notice ERC-777 in spirit: tells the receiver, or whoever registered for it, in the middle of a transfer.
contract HookToken is Token {
    mapping(address => address) public hookOf;

    function register(address account, address hook) external {
        hookOf[account] = hook;
    }

    function _move(address from, address to, uint256 amount) internal override {
        super._move(from, to, amount);
        address hook = hookOf[to];
        if (hook != address(0)) IHooked(hook).tokensReceived(from, amount);
    }
}

/// @notice Refuses listed accounts, as USDC does.
contract BlocklistToken is Token {
    mapping(address => bool) public blocked;

    error Blocked(address account);

    function setBlocked(address account, bool value) external {
        blocked[account] = value;
    }

    function _move(address from, address to, uint256 amount) internal override {
        if (blocked[from]) revert Blocked(from);
        if (blocked[to]) revert Blocked(to);
        super._move(from, to, amount);
    }
}

/// @notice Balances are shares of a pot that grows or shrinks.
contract RebasingToken is Token {
    uint256 public indexBps = 10_000;

    function rebase(uint256 bps) external {
        indexBps = bps;
    }

    function balanceOf(address account) public view override returns (uint256) {
        return balances[account] * indexBps / 10_000;
    }

    function _move(address from, address to, uint256 amount) internal override {
        super._move(from, to, amount * 10_000 / indexBps);
    }
}

/// @notice Swallows any permit without doing anything, as wrapped ether does.
contract DeafPermitToken is Token {
    function permit(address, address, uint256, uint256, uint8, bytes32, bytes32) external override {}
}

/// @notice Takes permits as bytes, for contract accounts.
contract BytesPermitToken is Token {
    function permit(address owner, address spender, uint256 value, uint256, bytes calldata signature) external {
        if (bytes22(signature) != "a contract's signature") revert BadPermit();
        _approve(owner, spender, value);
    }
}

/// @notice Wrapped native token; pays out with 2,300 gas, as the canonical one does.
contract Wrapped is Token {
    function deposit() external payable {
        balances[msg.sender] += msg.value;
        totalSupply += msg.value;
    }

    function withdraw(uint256 amount) external {
        balances[msg.sender] -= amount;
        totalSupply -= amount;
        payable(msg.sender).transfer(amount);
    }
}

/// @notice DAI's permit: all or nothing, nonces in sequence.
contract DaiLike is Token {
    bytes32 public constant DAI_TYPEHASH =
        keccak256("Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)");

    function daiDigest(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed)
        public
        view
        returns (bytes32)
    {
        bytes32 body = keccak256(abi.encode(DAI_TYPEHASH, holder, spender, nonce, expiry, allowed));
        return keccak256(abi.encodePacked(hex"1901", DOMAIN_SEPARATOR(), body));
    }

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return bytes32(uint256(uint160(address(this))));
    }

    function permit(
        address holder,
        address spender,
        uint256 nonce,
        uint256 expiry,
        bool allowed,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        require(holder == ecrecover(daiDigest(holder, spender, nonce, expiry, allowed), v, r, s), "dai signature");
        require(expiry == 0 || block.timestamp <= expiry, "dai expired");
        require(nonce == nonces[holder]++, "dai nonce");
        _approve(holder, spender, allowed ? type(uint256).max : 0);
    }

    function transferFrom(address from, address to, uint256 amount) external override returns (bool) {
        if (allowance[from][msg.sender] != type(uint256).max) _spend(from, amount);
        _move(from, to, amount);
        return true;
    }
}

interface ISigner {
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4);
}

/// @notice ERC-3009 as USDC has it: only the payee may use a `receive` authorization; contracts sign with bytes.
contract AuthorizedToken is Token {
    bytes32 public constant RECEIVE_TYPEHASH = keccak256(
        "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );
    mapping(address => mapping(bytes32 => bool)) public authorizationState;

    function authorizationDigest(address from, address to, uint256 value, uint256 after_, uint256 before_, bytes32 nonce)
        public
        view
        returns (bytes32)
    {
        bytes32 body = keccak256(abi.encode(RECEIVE_TYPEHASH, from, to, value, after_, before_, nonce));
        return keccak256(abi.encodePacked(hex"1901", DOMAIN_SEPARATOR(), body));
    }

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return bytes32(uint256(uint160(address(this))));
    }

    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 after_,
        uint256 before_,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        require(ecrecover(authorizationDigest(from, to, value, after_, before_, nonce), v, r, s) == from, "signature");
        _receive(from, to, value, after_, before_, nonce);
    }

    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 after_,
        uint256 before_,
        bytes32 nonce,
        bytes calldata signature
    ) external {
        bytes32 digest = authorizationDigest(from, to, value, after_, before_, nonce);
        require(ISigner(from).isValidSignature(digest, signature) == ISigner.isValidSignature.selector, "signature");
        _receive(from, to, value, after_, before_, nonce);
    }

    function _receive(address from, address to, uint256 value, uint256 after_, uint256 before_, bytes32 nonce) private {
        require(to == msg.sender, "payee");
        require(block.timestamp > after_ && block.timestamp < before_, "time");
        require(!authorizationState[from][nonce], "used");
        authorizationState[from][nonce] = true;
        _move(from, to, value);
    }
}

/// @notice Answers every call with success and does nothing, as the fallback of wrapped ether does.
contract YesToken is Token {
    function DOMAIN_SEPARATOR() external pure returns (bytes32) {}

    fallback() external {}
}
