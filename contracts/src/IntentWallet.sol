// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Call, Config, IntentTypes} from "./lib/IntentTypes.sol";
import {Calls, Tokens} from "./lib/Tokens.sol";
import {Clones} from "./lib/Clones.sol";
import {Signatures} from "./lib/Signatures.sol";
import {Transient} from "./lib/Transient.sol";

/// @title IntentWallet
/// @notice The code behind every intent address. What can happen to the money in it:
///
/// 1. Before `refundAt`, anyone may run one of the batches that the address commits to, each (space, nonce) once.
/// 2. At any time, the owner may run anything, by calling or by signature.
/// 3. From `refundAt` on (the owner: at any time), anyone may send balances to the refund receiver, and to nobody else.
///
/// 1 and 3 exclude each other in time, so a batch can never run after a stranger's refund became possible.
///
/// @dev Stateless but for the used nonces. A call proves its configuration by hashing it back to the wallet's own address, so the
/// implementation needs no initialiser, and calling the implementation itself proves nothing and is refused.
///
/// Gas: a stranger chooses the gas of the transaction, so no outcome may depend on it. A call whose failure is tolerated must state
/// its `gasLimit`, gets exactly that, and the batch reverts unless 63/64 of what is left after `GAS_RESERVE` covers it. A call whose failure
/// reverts the batch may leave it at zero. So at any gas a batch either has the one outcome its calls determine, or none.
contract IntentWallet {
    /// @notice The contracts that may be delegate-called; they write no storage.
    address public immutable ROUTER;
    address public immutable SHIM;
    /// @notice The factory whose CREATE2 addresses prove configurations.
    address public immutable FACTORY;
    bytes32 private immutable CLONE_HASH;

    uint8 internal constant IGNORE = 0;
    uint8 internal constant REVERT = 1;
    uint8 internal constant STOP = 2;

    /// @notice One bit a call in `Executed.failed`.
    uint256 public constant MAX_CALLS = 256;

    /// @notice Covers what the CALL instruction itself can cost: cold account 2,600, value 9,000, new account 25,000, and the opcodes between.
    uint256 public constant GAS_RESERVE = 40_000;

    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");

    /// @notice Whether (space, nonce) was used up.
    mapping(uint256 space => mapping(uint256 nonce => bool used)) public nonceUsed;

    /// @notice A batch ran. Bit i of `failed` is set if call i failed and the failure was tolerated; 0 means that all went through.
    event Executed(bytes32 indexed digest, uint256 failed);
    /// @notice Call `index` failed and was ignored, or stopped the batch.
    event CallFailed(bytes32 indexed digest, uint256 index, bytes reason);
    /// @notice The wallet's balance of `token` went to the refund receiver.
    event Refunded(address indexed token, address indexed receiver, uint256 amount);
    /// @notice This token could not be moved; the others were. It can be tried again at any time.
    event RefundFailed(address indexed token, bytes reason);

    /// @notice The configuration hashes to another wallet than this one.
    error WrongConfig(bytes32 imageHash, address itsWallet);
    /// @notice The address does not commit to this batch (other calls, other nonce, or another chain).
    error UnknownBatch(bytes32 digest);
    /// @notice Batches may not run any more: the time of refunds has begun.
    error RefundTimeReached(uint256 refundAt, uint256 nowAt);
    /// @notice Only the owner may refund before `refundAt`.
    error RefundTooEarly(uint256 refundAt, uint256 nowAt);
    /// @notice (space, nonce) ran before.
    error NonceUsed(uint256 space, uint256 nonce);
    /// @notice Neither sent nor signed by the owner.
    error NotOwner(address owner, bytes32 digest);
    /// @notice Call `index` failed and its failure reverts the batch.
    error CallReverted(uint256 index, bytes reason);
    /// @notice The transaction's gas cannot give call `index` what it is owed.
    error NotEnoughGas(uint256 index, uint256 needed, uint256 left);
    /// @notice Call `index` tolerates failure without stating its gas, so a stranger could starve it into failing.
    error GasLimitMissing(uint256 index);
    /// @notice Call `index` would run foreign code in this wallet.
    error DelegateCallForbidden(uint256 index, address to);
    /// @notice `behaviorOnError` is none of 0, 1, 2.
    error UnknownBehavior(uint256 index, uint8 behaviorOnError);
    error TooManyCalls(uint256 count, uint256 max);
    /// @notice Nothing could be refunded: every token with a balance failed, `token` first.
    error NothingRefunded(address token, bytes reason);
    /// @notice The configuration names nobody to refund to.
    error NoRefundReceiver();

    constructor(address factory, address router, address shim) {
        FACTORY = factory;
        ROUTER = router;
        SHIM = shim;
        CLONE_HASH = keccak256(Clones.initCode(address(this)));
    }

    receive() external payable {}

    /// @notice Runs a batch that the wallet's address commits to. Anyone may call; only before `refundAt`; each (space, nonce) once.
    function execute(Config calldata config, Call[] calldata calls, uint256 space, uint256 nonce) external {
        _prove(config);
        if (block.timestamp >= config.refundAt) revert RefundTimeReached(config.refundAt, block.timestamp);
        bytes32 digest = IntentTypes.hashBatch(block.chainid, calls, space, nonce);
        if (!_contains(config.batches, digest)) revert UnknownBatch(digest);
        _run(calls, space, nonce, digest);
    }

    /// @notice Runs any batch for the owner, at any time, before and after `refundAt`.
    /// @param signature Over the EIP-712 hash of the batch under this wallet's domain (EOA, EIP-7702 or ERC-1271); ignored if the owner calls.
    function executeAsOwner(
        Config calldata config,
        Call[] calldata calls,
        uint256 space,
        uint256 nonce,
        bytes calldata signature
    ) external {
        _prove(config);
        bytes32 digest = IntentTypes.hashBatch(block.chainid, calls, space, nonce);
        if (msg.sender != config.owner) {
            bytes32 signed = keccak256(abi.encodePacked(hex"1901", domainSeparator(), digest));
            if (!Signatures.isValid(config.owner, signed, signature)) revert NotOwner(config.owner, digest);
        }
        _run(calls, space, nonce, digest);
    }

    /// @notice Sends this wallet's whole balance of each token (zero address: native) to the refund receiver.
    /// @dev One token that cannot be moved (blocklist, paused, lying) does not hold the others back; it is reported and can be tried again.
    /// If nothing at all could be moved, the call reverts, so that a simulation tells. Balances of zero are passed over.
    function refund(Config calldata config, address[] calldata tokens) external {
        _prove(config);
        if (block.timestamp < config.refundAt && msg.sender != config.owner) {
            revert RefundTooEarly(config.refundAt, block.timestamp);
        }
        if (config.refundReceiver == address(0)) revert NoRefundReceiver();
        Transient.lock(Transient.WALLET_LOCK);
        bool moved;
        address failedToken;
        bytes memory failure;
        for (uint256 i; i < tokens.length; ++i) {
            (bool ok, uint256 amount, bytes memory reason) = _refundOne(tokens[i], config.refundReceiver);
            if (!ok) {
                emit RefundFailed(tokens[i], reason);
                if (failure.length == 0) (failedToken, failure) = (tokens[i], reason);
            } else if (amount != 0) {
                moved = true;
                emit Refunded(tokens[i], config.refundReceiver, amount);
            }
        }
        if (!moved && failure.length != 0) revert NothingRefunded(failedToken, failure);
        Transient.unlock(Transient.WALLET_LOCK);
    }

    /// @notice Moves one token for `refund`, in a frame of its own so that its failure can be caught.
    /// @dev Callable by this wallet only.
    function refundOne(address token, address receiver) external returns (uint256 amount) {
        if (msg.sender != address(this)) revert NotOwner(address(this), bytes32(0));
        amount = Tokens.balanceOf(token, address(this));
        if (amount != 0) Tokens.transfer(token, receiver, amount);
    }

    /// @notice The EIP-712 domain under which an owner signs for this wallet.
    function domainSeparator() public view returns (bytes32) {
        return keccak256(
            abi.encode(DOMAIN_TYPEHASH, keccak256("IntentWallet"), keccak256("1"), block.chainid, address(this))
        );
    }

    function _refundOne(address token, address receiver)
        private
        returns (bool ok, uint256 amount, bytes memory reason)
    {
        bytes memory data = abi.encodeCall(this.refundOne, (token, receiver));
        (ok, reason) = Calls.call(address(this), 0, data, gasleft());
        if (ok) amount = abi.decode(reason, (uint256));
        else if (reason.length == 0) reason = "out of gas or no reason";
    }

    function _prove(Config calldata config) private view {
        bytes32 imageHash = IntentTypes.hashConfig(config);
        address itsWallet = Clones.addressOf(FACTORY, imageHash, CLONE_HASH);
        if (itsWallet != address(this)) revert WrongConfig(imageHash, itsWallet);
    }

    function _contains(bytes32[] calldata digests, bytes32 digest) private pure returns (bool) {
        for (uint256 i; i < digests.length; ++i) {
            if (digests[i] == digest) return true;
        }
        return false;
    }

    /// @dev The nonce is spent before the first call, and the lock keeps a callee from starting another batch or a refund half-way.
    function _run(Call[] calldata calls, uint256 space, uint256 nonce, bytes32 digest) private {
        if (calls.length > MAX_CALLS) revert TooManyCalls(calls.length, MAX_CALLS);
        if (nonceUsed[space][nonce]) revert NonceUsed(space, nonce);
        nonceUsed[space][nonce] = true;
        Transient.lock(Transient.WALLET_LOCK);
        Transient.set(Transient.SUCCESS, false);

        uint256 failed;
        bool errorFlag;
        for (uint256 i; i < calls.length; ++i) {
            Call calldata c = calls[i];
            if (c.onlyFallback && !errorFlag) continue;
            errorFlag = false;
            (bool ok, bytes memory reason) = _call(c, i);
            if (ok) continue;
            if (c.behaviorOnError == REVERT) revert CallReverted(i, reason);
            failed |= 1 << i;
            emit CallFailed(digest, i, reason);
            if (c.behaviorOnError == STOP) break;
            errorFlag = true;
        }
        Transient.unlock(Transient.WALLET_LOCK);
        emit Executed(digest, failed);
    }

    function _call(Call calldata c, uint256 index) private returns (bool ok, bytes memory reason) {
        if (c.behaviorOnError > STOP) revert UnknownBehavior(index, c.behaviorOnError);
        if (c.delegateCall && c.to != ROUTER && c.to != SHIM) revert DelegateCallForbidden(index, c.to);
        uint256 gasLimit = c.gasLimit;
        if (gasLimit == 0 && c.behaviorOnError != REVERT) revert GasLimitMissing(index);

        bytes memory data = c.data;
        if (gasLimit == 0) {
            gasLimit = gasleft();
        } else {
            // Measured after the copy above, so that nothing but the CALL instruction lies between the check and the call.
            uint256 needed = gasLimit * 64 / 63 + GAS_RESERVE;
            if (gasleft() < needed) revert NotEnoughGas(index, needed, gasleft());
        }
        if (!c.delegateCall) return Calls.call(c.to, c.value, data, gasLimit);
        address to = c.to;
        assembly ("memory-safe") {
            ok := delegatecall(gasLimit, to, add(data, 0x20), mload(data), 0, 0)
        }
        if (!ok) reason = Calls.returned();
    }
}
