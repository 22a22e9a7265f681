// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Call, Config, IntentTypes} from "./lib/IntentTypes.sol";
import {Calls} from "./lib/Tokens.sol";
import {Domains} from "./lib/Domains.sol";
import {Signatures} from "./lib/Signatures.sol";
import {Transient} from "./lib/Transient.sol";
import {IntentEntrypoint} from "./IntentEntrypoint.sol";
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
    /// @dev Call data for the wallet: `executeStrictly`, `execute`, `executeAsOwner` or `refund`.
    bytes execution;
}

/// @title IntentGuest
/// @notice An operator's executor: deploys wallets and runs their batches in the same transaction, one or many.
///
/// Wallets that name this contract as `executor` obey it before `openAt`, so it uses that power only for a caller that is the
/// transaction's first sender, has no code, and holds a seat. Such a call is the first of its transaction: nobody prepared its context. Without
/// a seat this contract does for anyone what anyone could do alone: deploy, run what is open, refund, submit what an owner signed.
///
/// @dev A seat is taken by showing a pass that `SIGNER` signed. A pass seats its relayer and nobody else, so one that is copied from the mempool
/// only does its relayer a favour. Serials rise, so a newer pass (one that ended in the past, say) revokes an older one.
///
/// Every entry but `show` and `element` is locked. A wallet's batch can therefore not come back here in the middle of a bundle, run a neighbour,
/// or emit an `ElementDone` of its own; `element` answers this contract alone. Bundles run strictly: a neighbour that moves a price makes
/// an element fail as if it had not been tried.
///
/// Holds nothing: no function is payable and no token is sent here (deposits by authorization pass through the entrypoint).
contract IntentGuest {
    IntentWalletFactory public immutable FACTORY;
    address public immutable WALLET;
    address public immutable ENTRYPOINT;
    /// @notice Signs passes; a key, or an ERC-1271 contract whose keys rotate while committed quotes go on naming this guest.
    address public immutable SIGNER;
    bytes32 private immutable NAME_HASH;

    /// @notice Until when a relayer acts as executor, and which of its passes says so.
    struct Seat {
        uint64 validUntil;
        uint64 serial;
    }

    bytes32 public constant PASS_TYPEHASH = keccak256("Pass(address relayer,uint64 validUntil,uint64 serial)");

    /// @notice Covers the work of one element outside its own frame: the copy of its call data, the call, its event.
    uint256 public constant GAS_RESERVE = 30_000;

    /// @notice The EIP-712 name under which passes are signed.
    string public name;

    mapping(address relayer => Seat) public seats;

    /// @notice `relayer` acts as executor up to and including `validUntil` (unix seconds).
    event Seated(address indexed relayer, uint64 validUntil, uint64 serial);
    /// @notice How element `index` ended; `reason` is empty if it went through.
    event ElementDone(uint256 indexed index, bytes32 indexed imageHash, bool success, bytes reason);

    /// @notice The reason of an element that was not tried: the transaction has too little gas left for what it asks.
    error NotEnoughGas(uint256 needed, uint256 left);
    /// @notice The caller may not act as executor: it has no seat or the seat ended, or it is not the transaction's first sender, or it has code.
    error NotSeated(address caller, address firstSender, uint256 validUntil, uint256 nowAt);
    /// @notice `SIGNER` did not sign this pass.
    error InvalidPass(address relayer, bytes32 digest);
    /// @notice A pass with this or a higher serial was shown before.
    error PassOutdated(address relayer, uint64 serial, uint64 shown);
    /// @notice In a bundle a neighbour chose the context, so batches run strictly there.
    error TolerantInBundle();
    /// @notice `element` is this contract's own.
    error OnlySelf(address caller);

    modifier locked() {
        Transient.lock(Transient.GUEST_LOCK);
        _;
        Transient.unlock(Transient.GUEST_LOCK);
    }

    constructor(
        IntentWalletFactory factory,
        address wallet,
        address entrypoint,
        address signer,
        string memory brand
    ) {
        FACTORY = factory;
        WALLET = wallet;
        ENTRYPOINT = entrypoint;
        SIGNER = signer;
        NAME_HASH = keccak256(bytes(brand));
        name = brand;
    }

    // ----------------------------------------------------------------------------------------------------------------- seats

    /// @notice Seats `relayer`; anyone may submit its pass.
    function show(address relayer, uint64 validUntil, uint64 serial, bytes calldata signature) external {
        uint64 shown = seats[relayer].serial;
        if (serial <= shown) revert PassOutdated(relayer, serial, shown);
        bytes32 digest = hashPass(relayer, validUntil, serial);
        if (!Signatures.isValid(SIGNER, digest, signature)) revert InvalidPass(relayer, digest);
        seats[relayer] = Seat(validUntil, serial);
        emit Seated(relayer, validUntil, serial);
    }

    /// @notice The EIP-712 digest of a pass for this guest on this chain.
    function hashPass(address relayer, uint64 validUntil, uint64 serial) public view returns (bytes32) {
        return Domains.digest(NAME_HASH, keccak256(abi.encode(PASS_TYPEHASH, relayer, validUntil, serial)));
    }

    function domainSeparator() external view returns (bytes32) {
        return Domains.separator(NAME_HASH);
    }

    // ------------------------------------------------------------------------------------------------------------------- one

    /// @notice Deploys the wallet of `config` if need be and runs the batch strictly, for anyone, from `openAt` on.
    function deployAndExecute(Config calldata config, Call[] calldata, uint256, uint256)
        external
        locked
        returns (address wallet)
    {
        return _deployAndForward(IntentTypes.hashConfig(config), IntentWallet.execute.selector);
    }

    /// @notice The same as executor: for a seated relayer, before `openAt` too.
    function deployAndExecuteStrictly(Config calldata config, Call[] calldata, uint256, uint256)
        external
        locked
        returns (address wallet)
    {
        _requireSeat();
        return _deployAndForward(IntentTypes.hashConfig(config), IntentWallet.executeStrictly.selector);
    }

    /// @notice The same tolerantly: if the main call fails, the batch pays back in this transaction and the nonce is spent.
    function deployAndExecuteAsExecutor(Config calldata config, Call[] calldata, uint256, uint256)
        external
        locked
        returns (address wallet)
    {
        _requireSeat();
        return _deployAndForward(IntentTypes.hashConfig(config), IntentWallet.executeAsExecutor.selector);
    }

    /// @notice Deploys the wallet of `config` if need be and refunds the tokens to its refund receiver, from `refundAt` on.
    function deployAndRefund(Config calldata config, address[] calldata) external locked returns (address wallet) {
        return _deployAndForward(IntentTypes.hashConfig(config), IntentWallet.refund.selector);
    }

    /// @notice Carries out the signed deposit (if there is one), deploys the wallet and runs its batch: all or nothing.
    /// @param deposit Call data for the entrypoint; empty: the money is there already.
    /// @param execution Call data for the wallet. Executor's runs need a seat.
    function depositAndExecute(bytes32 imageHash, bytes calldata deposit, bytes calldata execution)
        external
        locked
        returns (address wallet)
    {
        bytes4 selector = bytes4(execution);
        if (selector == IntentWallet.executeAsExecutor.selector || selector == IntentWallet.executeStrictly.selector) {
            _requireSeat();
        }
        return _depositAndExecute(imageHash, deposit, execution);
    }

    // ------------------------------------------------------------------------------------------------------------------ many

    /// @notice Runs many elements, strictly; one that fails (late, raced, short of gas, spoilt by a neighbour) does not touch the others.
    function executeMany(Execution[] calldata executions) external locked {
        bool seated = _seated();
        for (uint256 i; i < executions.length; ++i) {
            Execution calldata e = executions[i];
            bytes memory data = abi.encodeCall(this.element, (msg.sender, seated, e.imageHash, e.deposit, e.execution));
            _try(i, e.imageHash, e.gasLimit, data);
        }
    }

    /// @notice One element, in a frame of its own, so that a failing one takes its deposit and its deployment back with it.
    /// @dev Callable by this contract only.
    /// @param seated Whether `caller` may act as executor, as asked once for the whole bundle.
    function element(
        address caller,
        bool seated,
        bytes32 imageHash,
        bytes calldata deposit,
        bytes calldata execution
    ) external {
        if (msg.sender != address(this)) revert OnlySelf(msg.sender);
        bytes4 selector = bytes4(execution);
        if (selector == IntentWallet.executeAsExecutor.selector) revert TolerantInBundle();
        if (selector == IntentWallet.executeStrictly.selector && !seated) _revertNotSeated(caller);
        _depositAndExecute(imageHash, deposit, execution);
    }

    // --------------------------------------------------------------------------------------------------------------- private

    /// @dev First sender and no code together mean: this is the first call of its transaction. The code check refuses EIP-7702 accounts, whose
    /// code may have prepared the context before calling; contracts, also while they are built, are no first senders.
    function _seated() private view returns (bool) {
        return msg.sender == tx.origin && msg.sender.code.length == 0 && block.timestamp <= seats[msg.sender].validUntil;
    }

    function _requireSeat() private view {
        if (!_seated()) _revertNotSeated(msg.sender);
    }

    function _revertNotSeated(address caller) private view {
        revert NotSeated(caller, tx.origin, seats[caller].validUntil, block.timestamp);
    }

    function _try(uint256 index, bytes32 imageHash, uint256 gasLimit, bytes memory data) private {
        uint256 needed = gasLimit * 64 / 63 + GAS_RESERVE;
        if (gasleft() < needed) {
            bytes memory short = abi.encodeWithSelector(NotEnoughGas.selector, needed, gasleft());
            emit ElementDone(index, imageHash, false, short);
            return;
        }
        (bool ok, bytes memory reason) = Calls.call(address(this), 0, data, gasLimit);
        emit ElementDone(index, imageHash, ok, ok ? bytes("") : reason);
    }

    /// @dev Anyone may submit a signed deposit alone, ahead of this call. Its nonce is then used and the money is where it belongs, so that
    /// one refusal is passed over; the batch checks the balance itself.
    function _depositAndExecute(bytes32 imageHash, bytes calldata deposit, bytes calldata execution)
        private
        returns (address wallet)
    {
        if (deposit.length != 0) {
            (bool ok, bytes memory reason) = Calls.call(ENTRYPOINT, 0, deposit, gasleft());
            if (!ok && bytes4(reason) != IntentEntrypoint.NonceUsed.selector) Calls.bubble(reason);
        }
        wallet = FACTORY.deploy(WALLET, imageHash);
        _forward(wallet, execution);
    }

    /// @dev The wallet's function takes the same arguments, so the call data goes on as it came, under the other selector.
    function _deployAndForward(bytes32 imageHash, bytes4 selector) private returns (address wallet) {
        wallet = FACTORY.deploy(WALLET, imageHash);
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
