// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {
    ILayerZeroReceiver,
    LayerZeroEndpointReference,
    MessagingFee,
    MessagingParams,
    MessagingReceipt,
    Origin
} from "./LayerZeroEndpointReference.sol";

struct SendParam {
    uint32 dstEid;
    bytes32 to;
    uint256 amountLD;
    uint256 minAmountLD;
    bytes extraOptions;
    bytes composeMsg;
    bytes oftCmd;
}

struct OFTLimit {
    uint256 minAmountLD;
    uint256 maxAmountLD;
}

struct OFTFeeDetail {
    int256 feeAmountLD;
    string description;
}

struct OFTReceipt {
    uint256 amountSentLD;
    uint256 amountReceivedLD;
}

/// @title A pool with the public interface of an OFT: takes tokens here and pays from its own there, as Stargate's pools do.
/// @dev Amounts travel in shared decimals, so what is smaller is not taken. A path carries no more than its credit: what the pool at its end
///      keeps for it. What arrives from a chain has been paid into the pool there, and so becomes credit towards it.
///      The pool has the same address on every chain, so the only sender it believes is its own address. Message: to 32 | amount 8.
contract OftPoolReference is ILayerZeroReceiver {
    using SafeERC20 for IERC20;

    error AmountSDOverflowed(uint256 amountSD);
    error NotEnoughNative(uint256 msgValue);
    error NoPeer(uint32 eid);
    error NoCompose();
    error OnlyEndpoint(address account);
    error OnlyPeer(uint32 eid, bytes32 sender);
    error PathExhausted(uint256 amountSD, uint256 creditSD);
    error SlippageExceeded(uint256 amountLD, uint256 minAmountLD);

    event OFTSent(
        bytes32 indexed guid, uint32 dstEid, address indexed fromAddress, uint256 amountSentLD, uint256 amountReceivedLD
    );
    event OFTReceived(bytes32 indexed guid, uint32 srcEid, address indexed toAddress, uint256 amountReceivedLD);

    uint8 public constant sharedDecimals = 6;
    bool public constant approvalRequired = true;
    uint256 private constant MILLION = 1_000_000;
    uint256 private constant MESSAGE = 40;

    LayerZeroEndpointReference public immutable endpoint;
    address public immutable token;
    uint256 public immutable feePpm;
    uint256 private immutable UNIT;
    /// @notice What can still be sent to a chain, in shared decimals.
    mapping(uint32 eid => uint256) public credit;

    constructor(LayerZeroEndpointReference endpoint_, address token_, uint8 decimals, uint256 feePpm_, uint32[] memory eids, uint256 creditSD) {
        endpoint = endpoint_;
        token = token_;
        feePpm = feePpm_;
        UNIT = 10 ** (decimals - sharedDecimals);
        for (uint256 i; i < eids.length; ++i) {
            credit[eids[i]] = creditSD;
        }
    }

    function quoteOFT(SendParam calldata param)
        external
        view
        returns (OFTLimit memory limit, OFTFeeDetail[] memory details, OFTReceipt memory receipt)
    {
        limit = OFTLimit(2 * UNIT, credit[param.dstEid] * UNIT);
        uint256 sent = _sent(param.amountLD > limit.maxAmountLD ? limit.maxAmountLD : param.amountLD);
        uint256 fee = _fee(sent);
        details = new OFTFeeDetail[](1);
        details[0] = OFTFeeDetail(-int256(fee * UNIT), "fee of the pool");
        receipt = OFTReceipt(sent * UNIT, (sent - fee) * UNIT);
    }

    function quoteSend(SendParam calldata param, bool payInLzToken) external view returns (MessagingFee memory) {
        return endpoint.quote(_packet(param, 0, payInLzToken), address(this));
    }

    function send(SendParam calldata param, MessagingFee calldata fee, address refundAddress)
        external
        payable
        returns (MessagingReceipt memory sentAs, OFTReceipt memory receipt)
    {
        if (param.composeMsg.length != 0) revert NoCompose();
        if (msg.value != fee.nativeFee) revert NotEnoughNative(msg.value);
        uint256 sent = _sent(param.amountLD);
        uint256 left = credit[param.dstEid];
        if (sent > left) revert PathExhausted(sent, left);
        credit[param.dstEid] = left - sent;
        uint256 received = sent - _fee(sent);
        if (received * UNIT < param.minAmountLD) revert SlippageExceeded(received * UNIT, param.minAmountLD);
        receipt = OFTReceipt(sent * UNIT, received * UNIT);
        IERC20(token).safeTransferFrom(msg.sender, address(this), receipt.amountSentLD);
        sentAs = endpoint.send{value: msg.value}(_packet(param, received, fee.lzTokenFee != 0), refundAddress);
        emit OFTSent(sentAs.guid, param.dstEid, msg.sender, receipt.amountSentLD, receipt.amountReceivedLD);
    }

    function lzReceive(Origin calldata origin, bytes32 guid, bytes calldata message, address, bytes calldata) external payable {
        if (msg.sender != address(endpoint)) revert OnlyEndpoint(msg.sender);
        if (origin.sender != _self() || message.length != MESSAGE) revert OnlyPeer(origin.srcEid, origin.sender);
        address to = address(uint160(uint256(bytes32(message[:32]))));
        uint256 amount = uint64(bytes8(message[32:]));
        credit[origin.srcEid] += amount;
        IERC20(token).safeTransfer(to, amount * UNIT);
        emit OFTReceived(guid, origin.srcEid, to, amount * UNIT);
    }

    function _packet(SendParam calldata param, uint256 amount, bool payInLzToken) private view returns (MessagingParams memory) {
        if (param.dstEid == endpoint.eid()) revert NoPeer(param.dstEid);
        return MessagingParams(param.dstEid, _self(), abi.encodePacked(param.to, uint64(amount)), param.extraOptions, payInLzToken);
    }

    function _sent(uint256 amountLD) private view returns (uint256 sent) {
        sent = amountLD / UNIT;
        if (sent > type(uint64).max) revert AmountSDOverflowed(sent);
    }

    /// @dev Rounded up, so that no amount is free.
    function _fee(uint256 sent) private view returns (uint256) {
        return (sent * feePpm + MILLION - 1) / MILLION;
    }

    function _self() private view returns (bytes32) {
        return bytes32(uint256(uint160(address(this))));
    }
}
