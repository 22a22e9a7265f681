// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

interface IMessageHandler {
    function handleReceivedMessage(uint32 sourceDomain, bytes32 sender, bytes calldata body) external;
}

/// @title A local stand-in with the public shape of the CCTP v2 message transmitter.
/// @notice A message is emitted with nonce zero; the attester fills the nonce in and signs the whole, so a message is received once.
/// @dev Layout: version 4 | source 4 | destination 4 | nonce 32 | sender 32 | recipient 32 | destinationCaller 32 |
///      minFinalityThreshold 4 | finalityThresholdExecuted 4 | body.
contract CctpMessageTransmitter {
    error WrongLength(uint256 length);
    error WrongVersion(uint32 got, uint32 want);
    error WrongDomain(uint32 got, uint32 want);
    error WrongCaller(address got, bytes32 want);
    error NonceZero();
    error NonceUsed(bytes32 nonce);
    error WrongAttester(address got, address want);

    event MessageSent(bytes message);
    event MessageReceived(
        address indexed caller, uint32 sourceDomain, bytes32 indexed nonce, bytes32 sender, uint32 indexed finalityThresholdExecuted, bytes messageBody
    );

    uint32 public constant version = 1;
    uint256 private constant HEADER = 148;

    uint32 public immutable localDomain;
    address public immutable attester;
    mapping(bytes32 nonce => uint256) public usedNonces;

    constructor(uint32 localDomain_, address attester_) {
        localDomain = localDomain_;
        attester = attester_;
    }

    function sendMessage(
        uint32 destinationDomain,
        bytes32 recipient,
        bytes32 destinationCaller,
        uint32 minFinalityThreshold,
        bytes calldata body
    ) external {
        bytes32 sender = bytes32(uint256(uint160(msg.sender)));
        emit MessageSent(
            abi.encodePacked(
                version, localDomain, destinationDomain, bytes32(0), sender, recipient, destinationCaller, minFinalityThreshold, uint32(0), body
            )
        );
    }

    function receiveMessage(bytes calldata message, bytes calldata attestation) external returns (bool) {
        if (message.length < HEADER) revert WrongLength(message.length);
        address signer = ECDSA.recover(keccak256(message), attestation);
        if (signer != attester) revert WrongAttester(signer, attester);
        if (_u32(message, 0) != version) revert WrongVersion(_u32(message, 0), version);
        if (_u32(message, 8) != localDomain) revert WrongDomain(_u32(message, 8), localDomain);
        bytes32 caller = bytes32(message[108:140]);
        if (caller != 0 && caller != bytes32(uint256(uint160(msg.sender)))) revert WrongCaller(msg.sender, caller);
        bytes32 nonce = bytes32(message[12:44]);
        if (nonce == 0) revert NonceZero();
        if (usedNonces[nonce] != 0) revert NonceUsed(nonce);
        usedNonces[nonce] = 1;
        _handle(message, nonce);
        return true;
    }

    function _handle(bytes calldata message, bytes32 nonce) private {
        uint32 source = _u32(message, 4);
        bytes32 sender = bytes32(message[44:76]);
        address recipient = address(uint160(uint256(bytes32(message[76:108]))));
        IMessageHandler(recipient).handleReceivedMessage(source, sender, message[HEADER:]);
        emit MessageReceived(msg.sender, source, nonce, sender, _u32(message, 144), message[HEADER:]);
    }

    function _u32(bytes calldata message, uint256 offset) private pure returns (uint32) {
        return uint32(bytes4(message[offset:offset + 4]));
    }
}
