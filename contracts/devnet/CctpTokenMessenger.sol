// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {CctpMessageTransmitter, IMessageHandler} from "./CctpMessageTransmitter.sol";
import {DevnetMinted} from "./DevnetMinted.sol";

/// @title A local stand-in with the public shape of the CCTP v2 token messenger: burns here, mints there, less the fee of a fast transfer.
/// @dev It has the same address on every chain, so the only sender it believes is its own address.
///      Burn body: version 4 | burnToken 32 | mintRecipient 32 | amount 32 | messageSender 32 | maxFee 32 | feeExecuted 32 | expirationBlock 32.
contract CctpTokenMessenger is IMessageHandler {
    error ZeroAmount();
    error ZeroRecipient();
    error FeeNotBelowAmount(uint256 maxFee, uint256 amount);
    error UnsupportedToken(address token);
    error SameDomain(uint32 domain);
    error NotTransmitter(address account);
    error WrongSender(bytes32 sender);
    error WrongBody(uint256 length);
    error FeeAboveMax(uint256 fee, uint256 maxFee);

    event DepositForBurn(
        address indexed burnToken, uint256 amount, address indexed depositor, bytes32 mintRecipient, uint32 destinationDomain,
        bytes32 destinationTokenMessenger, bytes32 destinationCaller, uint256 maxFee, uint32 indexed minFinalityThreshold, bytes hookData
    );
    event MintAndWithdraw(address indexed mintRecipient, uint256 amount, address indexed mintToken, uint256 feeCollected);

    uint32 public constant messageBodyVersion = 1;
    uint256 private constant BODY = 228;

    CctpMessageTransmitter public immutable localMessageTransmitter;
    DevnetMinted public immutable usdc;

    constructor(CctpMessageTransmitter transmitter, DevnetMinted usdc_) {
        localMessageTransmitter = transmitter;
        usdc = usdc_;
    }

    function depositForBurn(
        uint256 amount,
        uint32 destinationDomain,
        bytes32 mintRecipient,
        address burnToken,
        bytes32 destinationCaller,
        uint256 maxFee,
        uint32 minFinalityThreshold
    ) external {
        if (amount == 0) revert ZeroAmount();
        if (mintRecipient == 0) revert ZeroRecipient();
        if (maxFee >= amount) revert FeeNotBelowAmount(maxFee, amount);
        if (burnToken != address(usdc)) revert UnsupportedToken(burnToken);
        if (destinationDomain == localMessageTransmitter.localDomain()) revert SameDomain(destinationDomain);
        usdc.transferFrom(msg.sender, address(this), amount);
        usdc.burn(amount);
        bytes32 self = _bytes32(address(this));
        bytes memory body = abi.encodePacked(
            messageBodyVersion, _bytes32(burnToken), mintRecipient, amount, _bytes32(msg.sender), maxFee, uint256(0), uint256(0)
        );
        localMessageTransmitter.sendMessage(destinationDomain, self, destinationCaller, minFinalityThreshold, body);
        emit DepositForBurn(
            burnToken, amount, msg.sender, mintRecipient, destinationDomain, self, destinationCaller, maxFee, minFinalityThreshold, ""
        );
    }

    function handleReceivedMessage(uint32, bytes32 sender, bytes calldata body) external {
        if (msg.sender != address(localMessageTransmitter)) revert NotTransmitter(msg.sender);
        if (sender != _bytes32(address(this))) revert WrongSender(sender);
        if (body.length != BODY) revert WrongBody(body.length);
        address recipient = address(uint160(uint256(bytes32(body[36:68]))));
        uint256 amount = uint256(bytes32(body[68:100]));
        uint256 maxFee = uint256(bytes32(body[132:164]));
        uint256 fee = uint256(bytes32(body[164:196]));
        if (fee > maxFee) revert FeeAboveMax(fee, maxFee);
        if (fee > 0) usdc.mint(localMessageTransmitter.attester(), fee);
        usdc.mint(recipient, amount - fee);
        emit MintAndWithdraw(recipient, amount - fee, address(usdc), fee);
    }

    function _bytes32(address account) private pure returns (bytes32) {
        return bytes32(uint256(uint160(account)));
    }
}
