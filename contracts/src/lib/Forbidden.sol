// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Permits} from "./Permits.sol";

/// @title Forbidden
/// @notice What a step may not call in the router's name, because it would outlast the run (approvals, operators, managers) or reach what somebody
/// else entrusted to the router (transfers from third parties).
library Forbidden {
    /// @notice Who is told of ERC-777 transfers. An entry for the router would hand a stranger control in every later run.
    address internal constant ERC1820_REGISTRY = 0x1820a4B7618BdE71Dce8cdc73aAB6C95905faD24;

    /// @dev Quarters of the selectors' range, so that a step pays for about seven comparisons and not for all of them.
    function call(address target, bytes4 selector) internal pure returns (bool) {
        if (target == Permits.PERMIT2 || target == ERC1820_REGISTRY) return true;
        if (selector < 0x50000000) return selector < 0x30000000 ? _below30(selector) : _below50(selector);
        return selector < 0xb0000000 ? _belowB0(selector) : _fromB0(selector);
    }

    function _below30(bytes4 selector) private pure returns (bool) {
        return selector == 0x095ea7b3 // approve(address,uint256): ERC-20, ERC-721
            || selector == 0x110496e5 // allow(address,bool): Comet
            || selector == 0x23b872dd // transferFrom(address,address,uint256)
            || selector == 0x29965a1d // setInterfaceImplementer(address,bytes32,address): ERC-1820, wherever it is
            || selector == 0x2eb2c2d6; // safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)
    }

    function _below50(bytes4 selector) private pure returns (bool) {
        return selector == 0x3177029f // approveAndCall(address,uint256): ERC-1363
            || selector == 0x36c78516 // transferFrom(address,address,uint160,address): Permit2
            || selector == 0x39509351 // increaseAllowance(address,uint256)
            || selector == 0x426a8493 // approve(address,uint256,uint256): ERC-6909
            || selector == 0x42842e0e; // safeTransferFrom(address,address,uint256): ERC-721
    }

    function _belowB0(bytes4 selector) private pure returns (bool) {
        return selector == 0x558a7297 // setOperator(address,bool): ERC-6909
            || selector == 0x5df8122f // setManager(address,address): ERC-1820
            || selector == 0x62ad1b83 // operatorSend(address,address,uint256,bytes,bytes): ERC-777
            || selector == 0x87517c45 // approve(address,address,uint160,uint48): Permit2, wherever it is
            || selector == 0x959b8c3f // authorizeOperator(address): ERC-777
            || selector == 0xa22cb465; // setApprovalForAll(address,bool): ERC-721, ERC-1155
    }

    function _fromB0(bytes4 selector) private pure returns (bool) {
        return selector == 0xb88d4fde // safeTransferFrom(address,address,uint256,bytes)
            || selector == 0xc04a8a10 // approveDelegation(address,uint256): Aave
            || selector == 0xc1d34b89 // transferFromAndCall(address,address,uint256,bytes)
            || selector == 0xcae9ca51 // approveAndCall(address,uint256,bytes)
            || selector == 0xd73dd623 // increaseApproval(address,uint256)
            || selector == 0xd8fbe994 // transferFromAndCall(address,address,uint256): ERC-1363
            || selector == 0xdaea85c5 // approve(address): DSToken, without limit
            || selector == 0xeecea000 // setAuthorization(address,bool): Morpho
            || selector == 0xf242432a // safeTransferFrom(address,address,uint256,uint256,bytes): ERC-1155
            || selector == 0xfa6e671d // setRelayerApproval(address,address,bool): Balancer
            || selector == 0xfe99049a; // transferFrom(address,address,uint256,uint256): ERC-6909
    }
}
