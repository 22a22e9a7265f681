// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Call, Config} from "./lib/IntentTypes.sol";
import {Calls, Tokens} from "./lib/Tokens.sol";
import {Clones} from "./lib/Clones.sol";
import {Domains} from "./lib/Domains.sol";
import {Signatures} from "./lib/Signatures.sol";
import {Transient} from "./lib/Transient.sol";
import {Version} from "./lib/Version.sol";
import {Deposit, IntentEntrypoint} from "./IntentEntrypoint.sol";
import {IntentWallet} from "./IntentWallet.sol";
import {IntentWalletFactory} from "./IntentWalletFactory.sol";

/// @notice One element of `executeMany`.
struct Execution {
    /// @dev Which wallet; it is deployed if it is not there yet.
    bytes32 imageHash;
    /// @dev Gas for this element, all of it. An element that is given too little fails alone.
    uint256 gasLimit;
    /// @dev Call data for the entrypoint that brings the money in first; empty: it is there already.
    bytes deposit;
    /// @dev Call data for the wallet: `executeStrictly`, `execute`, `executeAsOwner`, `refund` or `refundUnused`.
    bytes execution;
}

/// @title IntentGuest
/// @notice An operator's executor: deploys wallets and runs their batches in the same transaction, one or many.
///
/// Wallets that name this contract as `executor` obey it before `openAt`, so it uses that power only for a caller that is the
/// transaction's first sender, has no code, and holds a relayer grant. Such a call is the first of its transaction: nobody prepared its
/// context. Without a grant this contract does for anyone what anyone could do alone: run what is open, refund, submit what an owner signed.
///
/// @dev `SIGNER` signs grants. A grant is for its relayer and nobody else, so one that is copied from the mempool only does its relayer a
/// favour. Serials rise, so a newer grant (one that ended in the past, say) revokes an older one.
///
/// Every entry but `submitGrant` and `element` is locked. A wallet's batch can therefore not come back here in the middle of a bundle, run a neighbour,
/// or emit an `ElementDone` of its own; `element` answers this contract alone. Bundles run strictly: a neighbour that moves a price makes
/// an element fail as if it had not been tried.
///
/// Holds nothing: no function is payable and no token is sent here (deposits by authorization pass through the entrypoint).
contract IntentGuest is Version {
    IntentWalletFactory public immutable FACTORY;
    address public immutable WALLET;
    address public immutable ENTRYPOINT;
    /// @notice Signs grants; a key, or an ERC-1271 contract whose keys rotate while committed quotes go on naming this guest.
    address public immutable SIGNER;
    bytes32 private immutable NAME_HASH;
    bytes32 private immutable CLONE_HASH;

    /// @notice Until when a relayer acts as executor, and which of its grants says so.
    struct RelayerGrant {
        uint64 validUntil;
        uint64 serial;
    }

    bytes32 public constant GRANT_TYPEHASH = keccak256("RelayerGrant(address relayer,uint64 validUntil,uint64 serial)");

    /// @notice Covers the work of one element outside its own frame: the copy of its call data, the call, its event.
    uint256 public constant GAS_RESERVE = 30_000;

    /// @notice The EIP-712 name under which grants are signed.
    string public name;

    mapping(address relayer => RelayerGrant) public grants;

    /// @notice `relayer` acts as executor up to and including `validUntil` (unix seconds).
    event RelayerGranted(address indexed relayer, uint64 validUntil, uint64 serial);
    /// @notice How element `index` ended; `reason` is empty if it went through.
    event ElementDone(uint256 indexed index, bytes32 indexed imageHash, bool success, bytes reason);

    /// @notice The reason of an element that was not tried: the transaction has too little gas left for what it asks.
    error NotEnoughGas(uint256 needed, uint256 left);
    /// @notice The caller may not act as executor: it has no grant or the grant ended, or it is not the transaction's first sender, or it has code.
    error NotGranted(address caller, address firstSender, uint256 validUntil, uint256 nowAt);
    /// @notice `SIGNER` did not sign this grant.
    error InvalidGrant(address relayer, bytes32 digest);
    /// @notice A grant with this or a higher serial was submitted before.
    error GrantOutdated(address relayer, uint64 serial, uint64 shown);
    /// @notice In a bundle a neighbour chose the context, so batches run strictly there.
    error TolerantInBundle();
    /// @notice `execution` calls no function that runs or refunds an intent.
    error UnknownExecution(bytes4 selector);
    /// @notice `execution` names another wallet than `imageHash`.
    error WrongImageHash(bytes32 imageHash, address wallet);
    /// @notice `element` is this contract's own.
    error OnlySelf(address caller);

    modifier locked() {
        Transient.lock(Transient.GUEST_LOCK);
        _;
        Transient.unlock(Transient.GUEST_LOCK);
    }

    constructor(IntentWalletFactory factory, address wallet, address entrypoint, address signer, string memory brand) {
        FACTORY = factory;
        WALLET = wallet;
        ENTRYPOINT = entrypoint;
        SIGNER = signer;
        NAME_HASH = keccak256(bytes(brand));
        CLONE_HASH = keccak256(Clones.initCode(wallet));
        name = brand;
    }

    /// @notice Lets `relayer` act as executor; anyone may submit its grant.
    function submitGrant(address relayer, uint64 validUntil, uint64 serial, bytes calldata signature) external {
        uint64 shown = grants[relayer].serial;
        if (serial <= shown) revert GrantOutdated(relayer, serial, shown);
        bytes32 digest = hashGrant(relayer, validUntil, serial);
        if (!Signatures.isValid(SIGNER, digest, signature)) revert InvalidGrant(relayer, digest);
        grants[relayer] = RelayerGrant(validUntil, serial);
        emit RelayerGranted(relayer, validUntil, serial);
    }

    /// @notice The EIP-712 digest of a grant for this guest on this chain.
    function hashGrant(address relayer, uint64 validUntil, uint64 serial) public view returns (bytes32) {
        return Domains.digest(NAME_HASH, keccak256(abi.encode(GRANT_TYPEHASH, relayer, validUntil, serial)));
    }

    function domainSeparator() external view returns (bytes32) {
        return Domains.separator(NAME_HASH);
    }

    /// @notice Deploys the wallet of `config` if need be and runs the batch strictly, for anyone, from `openAt` on.
    function deployAndExecute(Config calldata config, Call[] calldata, uint256, uint256) external locked returns (address wallet) {
        return _deployAndForward(config, IntentWallet.execute.selector);
    }

    /// @notice The same as executor: for a relayer with a grant, before `openAt` too.
    function deployAndExecuteStrictly(Config calldata config, Call[] calldata, uint256, uint256) external locked returns (address wallet) {
        _requireGrant(_granted(), msg.sender);
        return _deployAndForward(config, IntentWallet.executeStrictly.selector);
    }

    /// @notice The same tolerantly: if the main call fails, the batch pays back in this transaction and the nonce is spent.
    function deployAndExecuteAsExecutor(Config calldata config, Call[] calldata, uint256, uint256)
        external
        locked
        returns (address wallet)
    {
        _requireGrant(_granted(), msg.sender);
        return _deployAndForward(config, IntentWallet.executeAsExecutor.selector);
    }

    /// @notice Deploys the wallet of `config` if need be and refunds the tokens to its refund receiver, from `refundAt` on.
    function deployAndRefund(Config calldata config, address[] calldata) external locked returns (address wallet) {
        return _deployAndForward(config, IntentWallet.refund.selector);
    }

    /// @notice Carries out the signed deposit (if there is one), deploys the wallet and runs its batch: all or nothing.
    /// @param deposit Call data for the entrypoint; empty: the money is there already.
    /// @param execution Call data for the wallet: one of its functions that run or refund. The executor's need a grant.
    function depositAndExecute(bytes32 imageHash, bytes calldata deposit, bytes calldata execution)
        external
        locked
        returns (address wallet)
    {
        return _depositAndExecute(msg.sender, _granted(), imageHash, deposit, execution);
    }

    /// @notice Runs many elements, strictly; one that fails (late, raced, short of gas, spoilt by a neighbour) does not touch the others.
    function executeMany(Execution[] calldata executions) external locked {
        bool granted = _granted();
        for (uint256 i; i < executions.length; ++i) {
            Execution calldata e = executions[i];
            bytes memory data = abi.encodeCall(this.element, (msg.sender, granted, e.imageHash, e.deposit, e.execution));
            _try(i, e.imageHash, e.gasLimit, data);
        }
    }

    /// @notice One element, in a frame of its own, so that a failing one takes its deposit and its deployment back with it.
    /// @dev Callable by this contract only.
    /// @param granted Whether `caller` may act as executor, as asked once for the whole bundle.
    function element(address caller, bool granted, bytes32 imageHash, bytes calldata deposit, bytes calldata execution) external {
        if (msg.sender != address(this)) revert OnlySelf(msg.sender);
        if (bytes4(execution) == IntentWallet.executeAsExecutor.selector) revert TolerantInBundle();
        _depositAndExecute(caller, granted, imageHash, deposit, execution);
    }

    /// @dev First sender and no code: the first call of its transaction. Code at a first sender is EIP-7702's, and may have prepared the context.
    function _granted() private view returns (bool) {
        return msg.sender == tx.origin && msg.sender.code.length == 0 && block.timestamp <= grants[msg.sender].validUntil;
    }

    function _requireGrant(bool granted, address caller) private view {
        if (!granted) revert NotGranted(caller, tx.origin, grants[caller].validUntil, block.timestamp);
    }

    /// @dev Whatever else a wallet answers to would be a reason to deploy it, which the factory lets an executor do early.
    function _requireMayRun(bytes4 selector, bool granted, address caller) private view {
        if (
            selector == IntentWallet.executeStrictly.selector || selector == IntentWallet.executeAsExecutor.selector
                || selector == IntentWallet.refundUnused.selector
        ) {
            _requireGrant(granted, caller);
        } else if (
            selector != IntentWallet.execute.selector && selector != IntentWallet.executeAsOwner.selector
                && selector != IntentWallet.refund.selector
        ) {
            revert UnknownExecution(selector);
        }
    }

    function _try(uint256 index, bytes32 imageHash, uint256 gasLimit, bytes memory data) private {
        uint256 needed = gasLimit * 64 / 63 + GAS_RESERVE;
        (bool ok, bytes memory reason) = gasleft() < needed
            ? (false, abi.encodeWithSelector(NotEnoughGas.selector, needed, gasleft()))
            : Calls.call(address(this), 0, data, gasLimit);
        emit ElementDone(index, imageHash, ok, reason);
    }

    /// @dev Anyone may submit a signed deposit alone, ahead of this call. Then its nonce is used, and that one refusal is passed over if the
    /// money is where it belongs. A nonce that the user took back is used too: there the refusal stands.
    function _depositAndExecute(address caller, bool granted, bytes32 imageHash, bytes calldata deposit, bytes calldata execution)
        private
        returns (address wallet)
    {
        _requireMayRun(bytes4(execution), granted, caller);
        if (deposit.length != 0) {
            (bool ok, bytes memory reason) = Calls.call(ENTRYPOINT, 0, deposit, gasleft());
            if (!ok && (bytes4(reason) != IntentEntrypoint.NonceUsed.selector || !_arrived(deposit))) {
                Calls.bubble(reason);
            }
        }
        wallet = FACTORY.deploy(WALLET, _configOf(execution));
        if (wallet != Clones.addressOf(address(FACTORY), imageHash, CLONE_HASH)) revert WrongImageHash(imageHash, wallet);
        _forward(wallet, execution);
    }

    /// @dev All of the entrypoint's ways to pay take the deposit first.
    function _arrived(bytes calldata deposit) private view returns (bool) {
        Deposit memory d = abi.decode(deposit[4:260], (Deposit));
        return Tokens.balanceOf(d.token, d.intentAddress) >= d.amount;
    }

    /// @dev All of the wallet's functions that run or refund take the configuration first. Its encoder refuses one that leaves the call data.
    function _configOf(bytes calldata execution) private pure returns (Config calldata config) {
        assembly ("memory-safe") {
            let arguments := add(execution.offset, 4)
            config := add(arguments, calldataload(arguments))
        }
    }

    /// @dev The wallet's function takes the same arguments, so the call data goes on under its selector.
    function _deployAndForward(Config calldata config, bytes4 selector) private returns (address wallet) {
        wallet = FACTORY.deploy(WALLET, config);
        bytes memory data = msg.data;
        assembly ("memory-safe") {
            let word := add(data, 0x20)
            mstore(word, or(selector, shr(32, shl(32, mload(word)))))
        }
        _forward(wallet, data);
    }

    function _forward(address wallet, bytes memory data) private {
        (bool ok, bytes memory reason) = Calls.call(wallet, 0, data, gasleft());
        if (!ok) Calls.bubble(reason);
    }
}
