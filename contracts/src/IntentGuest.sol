// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Call, Config, IntentTypes} from "./lib/IntentTypes.sol";
import {Calls} from "./lib/Tokens.sol";
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
    /// @dev Call data for the wallet: `execute`, `executeAsOwner` or `refund`.
    bytes execution;
}

/// @notice One element of `refundMany`.
struct Refund {
    Config config;
    address[] tokens;
    /// @dev Gas for this element, all of it.
    uint256 gasLimit;
}

/// @title IntentGuest
/// @notice Deploys wallets and runs their batches in the same transaction, one or many. What a relayer sends, and what anyone else can send too.
/// @dev Has no power: wallets treat it as any stranger, the entrypoint asks for the user's signature. Holds nothing: no function is payable
/// and no token is ever sent here. Calls only the factory, the entrypoint, itself, and wallets that the factory put there.
contract IntentGuest {
    IntentWalletFactory public immutable FACTORY;
    address public immutable WALLET;
    address public immutable ENTRYPOINT;

    /// @notice Covers the work of one element outside its own frame: the copy of its call data, the call, its event.
    uint256 public constant GAS_RESERVE = 30_000;

    /// @notice How element `index` ended; `reason` is empty if it went through.
    event ElementDone(uint256 indexed index, bytes32 indexed imageHash, bool success, bytes reason);

    /// @notice The reason of an element that was not tried: the transaction has too little gas left for what it asks.
    error NotEnoughGas(uint256 needed, uint256 left);

    constructor(IntentWalletFactory factory, address wallet, address entrypoint) {
        FACTORY = factory;
        WALLET = wallet;
        ENTRYPOINT = entrypoint;
    }

    /// @notice Deploys the wallet of `config` if need be and runs the batch there.
    function deployAndExecute(Config calldata config, Call[] calldata, uint256, uint256)
        external
        returns (address wallet)
    {
        return _deployAndForward(IntentTypes.hashConfig(config), IntentWallet.execute.selector);
    }

    /// @notice Deploys the wallet of `config` if need be and refunds the tokens to its refund receiver.
    function deployAndRefund(Config calldata config, address[] calldata) external returns (address wallet) {
        return _deployAndForward(IntentTypes.hashConfig(config), IntentWallet.refund.selector);
    }

    /// @notice Carries out the signed deposit (if there is one), deploys the wallet and runs its batch: all or nothing.
    /// @dev Anyone may submit a signed deposit alone, ahead of this call. Its nonce is then used and the money is where it belongs, so that
    /// one refusal is passed over; the batch checks the balance itself.
    /// @param deposit Call data for the entrypoint; empty: the money is there already.
    /// @param execution Call data for the wallet.
    function depositAndExecute(bytes32 imageHash, bytes calldata deposit, bytes calldata execution)
        external
        returns (address wallet)
    {
        if (deposit.length != 0) {
            (bool ok, bytes memory reason) = Calls.call(ENTRYPOINT, 0, deposit, gasleft());
            if (!ok && bytes4(reason) != IntentEntrypoint.NonceUsed.selector) Calls.bubble(reason);
        }
        wallet = FACTORY.deploy(WALLET, imageHash);
        _forward(wallet, execution);
    }

    /// @notice Runs many elements; one that fails (late, raced, short of gas) does not touch the others.
    function executeMany(Execution[] calldata executions) external {
        for (uint256 i; i < executions.length; ++i) {
            Execution calldata e = executions[i];
            bytes memory data = abi.encodeCall(this.depositAndExecute, (e.imageHash, e.deposit, e.execution));
            _try(i, e.imageHash, e.gasLimit, data);
        }
    }

    /// @notice Refunds many wallets; one that fails does not touch the others.
    function refundMany(Refund[] calldata refunds) external {
        for (uint256 i; i < refunds.length; ++i) {
            Refund calldata r = refunds[i];
            bytes memory data = abi.encodeCall(this.deployAndRefund, (r.config, r.tokens));
            _try(i, IntentTypes.hashConfig(r.config), r.gasLimit, data);
        }
    }

    /// @dev Through this contract itself, so that a failing element takes its deposit and its deployment back with it.
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
