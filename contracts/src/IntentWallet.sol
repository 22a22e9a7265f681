// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Call, Config, IntentTypes} from "./lib/IntentTypes.sol";
import {Calls, Tokens} from "./lib/Tokens.sol";
import {Clones} from "./lib/Clones.sol";
import {Domains} from "./lib/Domains.sol";
import {Receiver} from "./lib/Receiver.sol";
import {Signatures} from "./lib/Signatures.sol";
import {Transient} from "./lib/Transient.sol";
import {Version} from "./lib/Version.sol";

/// @notice One batch that an address commits to, shown again.
struct Batch {
    Call[] calls;
    uint256 space;
    uint256 nonce;
}

/// @title IntentWallet
/// @notice The code behind every intent address. What can happen to the money in it:
///
/// 1. Before `refundAt`, the executor may run one of the batches that the address commits to, each (space, nonce) once.
/// 2. From `openAt` on and before `refundAt`, anyone may, but only strictly.
/// 3. At any time, the owner may run anything, by calling, or strictly by signature.
/// 4. From `refundAt` on (the owner: at any time), anyone may send balances to the refund receiver, and to nobody else.
/// 5. At any time, the executor may send there balances of tokens that no batch names.
///
/// 1 and 2 exclude 4 in time, so a batch can never run after a stranger's refund became possible.
///
/// @dev Tolerant and strict. Whoever starts a run chooses its context: inside a pool's lock, a callback, after moving a price. A main
/// call that fails there must not end the intent. So a tolerant run, in which a fallback pays back and the nonce is spent, is for the
/// executor and for the owner calling directly. In a strict run, a fallback that would run, or a stop, reverts everything, and the nonce
/// stays. Ignored failures without a fallback behind them (leftovers) pass in both.
///
/// Stateless but for the used nonces. A call proves its configuration by hashing it back to the wallet's own address, so the
/// implementation needs no initialiser, and calling the implementation itself proves nothing and is refused.
///
/// Gas: the sender chooses the gas of the transaction, so no outcome may depend on it. A call whose failure is tolerated must state
/// its `gasLimit`, gets exactly that, and the batch reverts unless 63/64 of what is left after `GAS_RESERVE` covers it. A call whose failure
/// reverts the batch may leave it at zero. So at any gas a batch either has the one outcome its calls determine, or none.
contract IntentWallet is Receiver, Version {
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

    bytes32 private constant NAME_HASH = keccak256("IntentWallet");

    /// @notice Whether (space, nonce) was used up.
    mapping(uint256 space => mapping(uint256 nonce => bool used)) public nonceUsed;

    /// @notice A batch ran. Bit i of `failed` is set if call i failed and the failure was tolerated; 0 means that all went through.
    /// `nativeBefore` and `nativeAfter`, here and in `Refunded`: this wallet's native balance, which no other log tells.
    event Executed(bytes32 indexed digest, uint256 failed, uint256 nativeBefore, uint256 nativeAfter);
    /// @notice Call `index` failed and was ignored, or stopped the batch.
    event CallFailed(bytes32 indexed digest, uint256 index, bytes reason);
    /// @notice The wallet's balance of `token` went to the refund receiver.
    event Refunded(address indexed token, address indexed receiver, uint256 amount, uint256 nativeBefore, uint256 nativeAfter);
    /// @notice This token could not be moved; the others were. It can be tried again at any time.
    event RefundFailed(address indexed token, bytes reason);

    /// @notice The configuration hashes to another wallet than this one.
    error WrongConfig(bytes32 imageHash, address itsWallet);
    /// @notice The address does not commit to this batch (other calls, other nonce, or another chain).
    error UnknownBatch(bytes32 digest);
    /// @notice Strangers may not run batches yet; the executor and the owner may.
    error NotOpenYet(uint256 openAt, uint256 nowAt);
    /// @notice Only the executor runs batches in this way.
    error NotExecutor(address executor, address caller);
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
    /// @notice Call `index` failed in a strict run: what would follow is a fallback or a stop. Nothing happened, and the batch can run again.
    error StrictRunFailed(uint256 index, bytes reason);
    /// @notice A reason, never an error of its own: call data for an address without code. `Calls` writes it; here it joins the ABI.
    error NoCode(address target);
    /// @notice The transaction's gas cannot give call `index` what it is owed.
    error NotEnoughGas(uint256 index, uint256 needed, uint256 left);
    /// @notice Call `index` tolerates failure without stating its gas, so a stranger could starve it into failing.
    error GasLimitMissing(uint256 index);
    /// @notice Call `index` would run foreign code in this wallet.
    error DelegateCallForbidden(uint256 index, address to);
    /// @notice `behaviorOnError` is none of 0, 1, 2.
    error UnknownBehavior(uint256 index, uint8 behaviorOnError);
    error TooManyCalls(uint256 count, uint256 max);
    /// @notice `refundOne` is the wallet's own.
    error OnlySelf(address caller);
    /// @notice Nothing could be refunded: every token with a balance failed, `token` first.
    error NothingRefunded(address token, bytes reason);
    /// @notice A batch names this token (or may use native token), so the executor may not send it away.
    error TokenInUse(address token);
    /// @notice The configuration names nobody to refund to, or one of these contracts, out of which the next caller would take it.
    error NoRefundReceiver();

    constructor(address factory, address router, address shim) {
        FACTORY = factory;
        ROUTER = router;
        SHIM = shim;
        CLONE_HASH = keccak256(Clones.initCode(address(this)));
    }

    receive() external payable {}

    /// @notice Runs a committed batch for anyone, strictly, from `openAt` on and before `refundAt`.
    function execute(Config calldata config, Call[] calldata calls, uint256 space, uint256 nonce) external {
        _prove(config);
        if (block.timestamp < config.openAt) revert NotOpenYet(config.openAt, block.timestamp);
        _runCommitted(config, calls, space, nonce, true);
    }

    /// @notice Runs a committed batch for the executor, before `refundAt`. A failing main call takes its fallback, and the nonce is spent.
    function executeAsExecutor(Config calldata config, Call[] calldata calls, uint256 space, uint256 nonce) external {
        _prove(config);
        if (msg.sender != config.executor) revert NotExecutor(config.executor, msg.sender);
        _runCommitted(config, calls, space, nonce, false);
    }

    /// @notice Runs a committed batch for the executor, before `refundAt`, strictly: it goes through, or nothing happened.
    function executeStrictly(Config calldata config, Call[] calldata calls, uint256 space, uint256 nonce) external {
        _prove(config);
        if (msg.sender != config.executor) revert NotExecutor(config.executor, msg.sender);
        _runCommitted(config, calls, space, nonce, true);
    }

    /// @notice Runs any batch for the owner, at any time, before and after `refundAt`. Strictly by signature, which anyone can show anywhere.
    /// @param signature Over the EIP-712 hash of the batch under this wallet's domain (EOA, EIP-7702 or ERC-1271); ignored if the owner calls.
    function executeAsOwner(Config calldata config, Call[] calldata calls, uint256 space, uint256 nonce, bytes calldata signature)
        external
    {
        _prove(config);
        bytes32 digest = IntentTypes.hashBatch(block.chainid, calls, space, nonce);
        bool bySignature = !_isOwner(config);
        if (bySignature) {
            bytes32 signed = Domains.digest(NAME_HASH, digest);
            if (!Signatures.isValid(config.owner, signed, signature)) revert NotOwner(config.owner, digest);
        }
        _begin(calls.length, space, nonce);
        _run(calls, digest, bySignature);
    }

    /// @notice Sends this wallet's whole balance of each token (zero address: native) to the refund receiver.
    /// @dev One token that cannot be moved (blocklist, paused, lying) does not hold the others back; it is reported and can be tried again.
    /// If nothing at all could be moved, the call reverts, so that a simulation tells. Balances of zero are passed over.
    function refund(Config calldata config, address[] calldata tokens) external {
        _prove(config);
        if (block.timestamp < config.refundAt && !_isOwner(config)) {
            revert RefundTooEarly(config.refundAt, block.timestamp);
        }
        _refund(config.refundReceiver, tokens);
    }

    /// @notice The same for the executor, at any time, for tokens that came here by mistake: no call of any committed batch goes to them or
    /// has their address anywhere in its data. Native token has the zero address, so one word that begins with 20 zero bytes counts.
    /// @param batches All that the configuration commits to, in its order.
    function refundUnused(Config calldata config, Batch[] calldata batches, address[] calldata tokens) external {
        _prove(config);
        if (msg.sender != config.executor) revert NotExecutor(config.executor, msg.sender);
        if (batches.length != config.batches.length) revert UnknownBatch(bytes32(0));
        for (uint256 i; i < batches.length; ++i) {
            Batch calldata b = batches[i];
            bytes32 digest = IntentTypes.hashBatch(block.chainid, b.calls, b.space, b.nonce);
            if (digest != config.batches[i]) revert UnknownBatch(digest);
            for (uint256 k; k < tokens.length; ++k) {
                if (IntentTypes.names(b.calls, tokens[k])) revert TokenInUse(tokens[k]);
            }
        }
        _refund(config.refundReceiver, tokens);
    }

    /// @notice Moves one token for `refund`, in a frame of its own so that its failure can be caught.
    /// @dev Callable by this wallet only.
    function refundOne(address token, address receiver) external returns (uint256 amount) {
        if (msg.sender != address(this)) revert OnlySelf(msg.sender);
        amount = Tokens.balanceOf(token, address(this));
        if (amount != 0) Tokens.transfer(token, receiver, amount);
    }

    /// @notice The EIP-712 domain under which an owner signs for this wallet.
    function domainSeparator() public view returns (bytes32) {
        return Domains.separator(NAME_HASH);
    }

    /// @dev Router and executor call whatever a stranger asks for, so their calls are nobody's.
    function _isOwner(Config calldata config) private view returns (bool) {
        return msg.sender == config.owner && msg.sender != ROUTER && msg.sender != config.executor;
    }

    function _refund(address receiver, address[] calldata tokens) private {
        if (receiver == address(0) || receiver == ROUTER || receiver == SHIM || receiver == FACTORY) {
            revert NoRefundReceiver();
        }
        Transient.lock(Transient.WALLET_LOCK);
        bool moved;
        address failedToken;
        bytes memory failure;
        for (uint256 i; i < tokens.length; ++i) {
            uint256 nativeBefore = address(this).balance;
            (bool ok, uint256 amount, bytes memory reason) = _refundOne(tokens[i], receiver);
            if (!ok) {
                emit RefundFailed(tokens[i], reason);
                if (failure.length == 0) (failedToken, failure) = (tokens[i], reason);
            } else if (amount != 0) {
                moved = true;
                emit Refunded(tokens[i], receiver, amount, nativeBefore, address(this).balance);
            }
        }
        if (!moved && failure.length != 0) revert NothingRefunded(failedToken, failure);
        Transient.unlock(Transient.WALLET_LOCK);
    }

    function _refundOne(address token, address receiver) private returns (bool ok, uint256 amount, bytes memory reason) {
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

    function _runCommitted(Config calldata config, Call[] calldata calls, uint256 space, uint256 nonce, bool strict) private {
        if (block.timestamp >= config.refundAt) revert RefundTimeReached(config.refundAt, block.timestamp);
        bytes32 digest = IntentTypes.hashBatch(block.chainid, calls, space, nonce);
        if (!_contains(config.batches, digest)) revert UnknownBatch(digest);
        _begin(calls.length, space, nonce);
        _run(calls, digest, strict);
    }

    /// @dev The nonce is spent before the first call, and the lock keeps a callee from starting another batch or a refund half-way.
    function _begin(uint256 count, uint256 space, uint256 nonce) private {
        if (count > MAX_CALLS) revert TooManyCalls(count, MAX_CALLS);
        if (nonceUsed[space][nonce]) revert NonceUsed(space, nonce);
        nonceUsed[space][nonce] = true;
        Transient.lock(Transient.WALLET_LOCK);
        Transient.set(Transient.SUCCESS, false);
    }

    function _run(Call[] calldata calls, bytes32 digest, bool strict) private {
        uint256 nativeBefore = address(this).balance;
        uint256 failed;
        bool done;
        // The call just before ran, failed and was ignored. A fee that is not due fails after a failed main call: the cause is the first of a row.
        bool failing;
        uint256 cause;
        bytes memory causeReason;
        for (uint256 i; i < calls.length; ++i) {
            Call calldata c = calls[i];
            if (c.onlyFallback) {
                if (!failing) continue;
                if (strict) revert StrictRunFailed(cause, causeReason);
            }
            (bool ok, bytes memory reason) = _call(c, i);
            if (ok) {
                failing = false;
                done = true;
                continue;
            }
            if (c.behaviorOnError == REVERT) revert CallReverted(i, reason);
            if (c.behaviorOnError == STOP && strict) revert StrictRunFailed(i, reason);
            // What succeeded before does not earn a fee for what failed after it.
            Transient.set(Transient.SUCCESS, false);
            failed |= 1 << i;
            emit CallFailed(digest, i, reason);
            if (c.behaviorOnError == STOP) break;
            if (!failing) (cause, causeReason) = (i, reason);
            failing = true;
        }
        // A recovery that somebody was faster than must not use up its signature.
        if (strict && !done && failed != 0) revert StrictRunFailed(cause, causeReason);
        Transient.unlock(Transient.WALLET_LOCK);
        emit Executed(digest, failed, nativeBefore, address(this).balance);
    }

    function _call(Call calldata c, uint256 index) private returns (bool ok, bytes memory reason) {
        if (c.behaviorOnError > STOP) revert UnknownBehavior(index, c.behaviorOnError);
        address to = c.to;
        if (c.delegateCall && to != ROUTER && to != SHIM) revert DelegateCallForbidden(index, to);
        uint256 gasLimit = c.gasLimit;
        if (gasLimit == 0 && c.behaviorOnError != REVERT) revert GasLimitMissing(index);
        if ((c.delegateCall || c.data.length != 0) && to.code.length == 0) return (false, Calls.noCode(to));

        bytes memory data = c.data;
        if (gasLimit == 0) {
            gasLimit = gasleft();
        } else {
            // Measured after the copy above, so that nothing but the CALL instruction lies between the check and the call.
            uint256 needed = gasLimit * 64 / 63 + GAS_RESERVE;
            if (gasleft() < needed) revert NotEnoughGas(index, needed, gasleft());
        }
        if (!c.delegateCall) return Calls.call(to, c.value, data, gasLimit);
        assembly ("memory-safe") {
            ok := delegatecall(gasLimit, to, add(data, 0x20), mload(data), 0, 0)
        }
        if (!ok) reason = Calls.returned();
    }
}
