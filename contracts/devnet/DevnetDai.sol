// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {DevnetMinted} from "./DevnetMinted.sol";

/// @title Ours, with the permit of the deployed DAI: older than EIP-2612, with the same reads and another signature.
/// @notice `allowed` gives everything or takes it back; nonces count up; an `expiry` of zero never ends.
contract DevnetDai is DevnetMinted, EIP712 {
    bytes32 public constant PERMIT_TYPEHASH =
        keccak256("Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)");
    string public constant version = "1";

    mapping(address holder => uint256) public nonces;

    constructor() DevnetMinted(18) ERC20("Dai Stablecoin", "DAI") EIP712("Dai Stablecoin", "1") {}

    function DOMAIN_SEPARATOR() external view returns (bytes32) {
        return _domainSeparatorV4();
    }

    function permit(
        address holder,
        address spender,
        uint256 nonce,
        uint256 expiry,
        bool allowed,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        bytes32 digest =
            _hashTypedDataV4(keccak256(abi.encode(PERMIT_TYPEHASH, holder, spender, nonce, expiry, allowed)));
        (address signer,,) = ECDSA.tryRecover(digest, v, r, s);
        require(holder != address(0), "Dai/invalid-address-0");
        require(holder == signer, "Dai/invalid-permit");
        require(expiry == 0 || block.timestamp <= expiry, "Dai/permit-expired");
        require(nonce == nonces[holder]++, "Dai/invalid-nonce");
        _approve(holder, spender, allowed ? type(uint256).max : 0);
    }
}
