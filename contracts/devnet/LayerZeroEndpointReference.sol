// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

struct MessagingParams {
    uint32 dstEid;
    bytes32 receiver;
    bytes message;
    bytes options;
    bool payInLzToken;
}

struct MessagingFee {
    uint256 nativeFee;
    uint256 lzTokenFee;
}

struct MessagingReceipt {
    bytes32 guid;
    uint64 nonce;
    MessagingFee fee;
}

struct Origin {
    uint32 srcEid;
    bytes32 sender;
    uint64 nonce;
}

interface ILayerZeroReceiver {
    function lzReceive(Origin calldata origin, bytes32 guid, bytes calldata message, address executor, bytes calldata extraData)
        external
        payable;
}

/// @title What the endpoint of LayerZero v2 says and does for an application: sends packets for a fee, and hands verified ones over, each once.
/// @dev Written here from the public interface. One account stands for the networks that verify packets; on a public chain these are many, and
///      chosen by the application. Whoever likes may hand a verified packet over, as there.
///      Packet: version 1 | nonce 8 | srcEid 4 | sender 32 | dstEid 4 | receiver 32 | guid 32 | message.
contract LayerZeroEndpointReference {
    error LZ_InsufficientFee(uint256 requiredNative, uint256 suppliedNative, uint256 requiredLzToken, uint256 suppliedLzToken);
    error LZ_InvalidReceiveLibrary();
    error LZ_LzTokenUnavailable();
    error LZ_PathNotVerifiable();
    error LZ_PayloadHashNotFound(bytes32 expected, bytes32 actual);
    error TransferFailed(address to, uint256 amount);

    event PacketSent(bytes encodedPayload, bytes options, address sendLibrary);
    event PacketVerified(Origin origin, address receiver, bytes32 payloadHash);
    event PacketDelivered(Origin origin, address receiver);

    uint8 private constant PACKET_VERSION = 1;

    uint32 public immutable eid;
    address public immutable verifier;
    /// @notice What a packet costs in native token, to wherever it goes.
    uint256 public messagingFee;

    mapping(address sender => mapping(uint32 dstEid => mapping(bytes32 receiver => uint64))) public outboundNonce;
    mapping(address receiver => mapping(uint32 srcEid => mapping(bytes32 sender => mapping(uint64 nonce => bytes32)))) public
        inboundPayloadHash;

    mapping(bytes32 guid => bool) private _delivered;

    constructor(uint32 eid_, address verifier_, uint256 messagingFee_) {
        eid = eid_;
        verifier = verifier_;
        messagingFee = messagingFee_;
    }

    /// @notice Fees rise and fall with the gas of the other chain; here the verifier says so.
    function setMessagingFee(uint256 fee) external {
        if (msg.sender != verifier) revert LZ_InvalidReceiveLibrary();
        messagingFee = fee;
    }

    function quote(MessagingParams calldata params, address) external view returns (MessagingFee memory) {
        if (params.payInLzToken) revert LZ_LzTokenUnavailable();
        return MessagingFee(messagingFee, 0);
    }

    function send(MessagingParams calldata params, address refundAddress) external payable returns (MessagingReceipt memory receipt) {
        if (params.payInLzToken) revert LZ_LzTokenUnavailable();
        uint256 fee = messagingFee;
        if (msg.value < fee) revert LZ_InsufficientFee(fee, msg.value, 0, 0);
        uint64 nonce = ++outboundNonce[msg.sender][params.dstEid][params.receiver];
        bytes memory path = abi.encodePacked(nonce, eid, _bytes32(msg.sender), params.dstEid, params.receiver);
        bytes32 guid = keccak256(path);
        emit PacketSent(abi.encodePacked(PACKET_VERSION, path, guid, params.message), params.options, address(this));
        _pay(verifier, fee);
        _pay(refundAddress, msg.value - fee);
        return MessagingReceipt(guid, nonce, MessagingFee(fee, 0));
    }

    /// @notice Whether a packet has still to be verified and handed over.
    function verifiable(Origin calldata origin, address receiver) public view returns (bool) {
        return !_delivered[_guid(origin, receiver)];
    }

    function verify(Origin calldata origin, address receiver, bytes32 payloadHash) external {
        if (msg.sender != verifier) revert LZ_InvalidReceiveLibrary();
        if (!verifiable(origin, receiver)) revert LZ_PathNotVerifiable();
        inboundPayloadHash[receiver][origin.srcEid][origin.sender][origin.nonce] = payloadHash;
        emit PacketVerified(origin, receiver, payloadHash);
    }

    function lzReceive(Origin calldata origin, address receiver, bytes32 guid, bytes calldata message, bytes calldata extraData)
        external
        payable
    {
        bytes32 actual = keccak256(abi.encodePacked(guid, message));
        bytes32 expected = inboundPayloadHash[receiver][origin.srcEid][origin.sender][origin.nonce];
        if (actual != expected) revert LZ_PayloadHashNotFound(expected, actual);
        delete inboundPayloadHash[receiver][origin.srcEid][origin.sender][origin.nonce];
        _delivered[_guid(origin, receiver)] = true;
        ILayerZeroReceiver(receiver).lzReceive{value: msg.value}(origin, guid, message, msg.sender, extraData);
        emit PacketDelivered(origin, receiver);
    }

    function _guid(Origin calldata origin, address receiver) private view returns (bytes32) {
        return keccak256(abi.encodePacked(origin.nonce, origin.srcEid, origin.sender, eid, _bytes32(receiver)));
    }

    function _pay(address to, uint256 amount) private {
        if (amount == 0) return;
        (bool ok,) = to.call{value: amount}("");
        if (!ok) revert TransferFailed(to, amount);
    }

    function _bytes32(address account) private pure returns (bytes32) {
        return bytes32(uint256(uint160(account)));
    }
}
