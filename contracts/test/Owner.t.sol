// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Base, Call, Config, IntentWallet} from "./Base.sol";
import {Account1271} from "./mocks/Targets.sol";

/// @notice The owner acts alone, by call or by signature, and nobody acts as the owner.
contract OwnerTest is Base {
    function testFuzz_OwnerActsAloneByCall(uint64 nowAt, uint256 nonce) external {
        Config memory config = emptyConfig();
        IntentWallet wallet = deployed(config);
        Call[] memory calls = calls1(callTo(address(counter), abi.encodeCall(counter.hit, ())));
        vm.warp(nowAt);
        vm.prank(owner.addr);
        wallet.executeAsOwner(config, calls, 3, nonce, "");
        assertEq(counter.lastSender(), address(wallet));
    }

    function testFuzz_OwnerActsAloneBySignature(uint64 nowAt, uint256 space, uint256 nonce) external {
        Config memory config = emptyConfig();
        IntentWallet wallet = deployed(config);
        Call[] memory calls = calls1(callTo(address(counter), abi.encodeCall(counter.hit, ())));
        bytes memory signature = signAsOwner(wallet, calls, space, nonce);
        vm.warp(nowAt);
        vm.prank(stranger);
        wallet.executeAsOwner(config, calls, space, nonce, signature);
        assertEq(counter.count(), 1);
    }

    function testFuzz_NobodyElseActsAsOwner(uint256 key, bytes memory garbage) external {
        key = bound(key, 1, 2 ** 250);
        vm.assume(vm.addr(key) != owner.addr);
        Config memory config = emptyConfig();
        IntentWallet wallet = deployed(config);
        Call[] memory calls = calls1(callTo(address(counter), abi.encodeCall(counter.hit, ())));
        bytes32 digest = hasher.batch(block.chainid, calls, 0, 1);
        (uint8 v, bytes32 r, bytes32 s) =
            vm.sign(key, keccak256(abi.encodePacked(hex"1901", wallet.domainSeparator(), digest)));
        bytes memory refusal = abi.encodeWithSelector(IntentWallet.NotOwner.selector, owner.addr, digest);
        vm.expectRevert(refusal);
        wallet.executeAsOwner(config, calls, 0, 1, abi.encodePacked(r, s, v));
        vm.expectRevert(refusal);
        wallet.executeAsOwner(config, calls, 0, 1, garbage);
    }

    function testFuzz_OwnersSignatureIsForOneWallet(uint256 salt, uint256 otherSalt) external {
        vm.assume(salt != otherSalt);
        Config memory config = emptyConfig();
        config.salt = salt;
        IntentWallet wallet = deployed(config);
        Call[] memory calls = calls1(callTo(address(counter), abi.encodeCall(counter.hit, ())));
        bytes memory signature = signAsOwner(wallet, calls, 0, 1);
        config.salt = otherSalt;
        IntentWallet other = deployed(config);
        vm.expectRevert();
        other.executeAsOwner(config, calls, 0, 1, signature);
    }

    function test_MalleableSignatureIsRefused() external {
        Config memory config = emptyConfig();
        IntentWallet wallet = deployed(config);
        Call[] memory calls = calls1(callTo(address(counter), abi.encodeCall(counter.hit, ())));
        bytes memory good = signAsOwner(wallet, calls, 0, 1);
        (bytes32 r, bytes32 s, uint8 v) = _split(good);
        uint256 order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141;
        bytes memory twin = abi.encodePacked(r, bytes32(order - uint256(s)), v == 27 ? uint8(28) : uint8(27));
        vm.expectRevert();
        wallet.executeAsOwner(config, calls, 0, 1, twin);
        wallet.executeAsOwner(config, calls, 0, 1, good);
    }

    function test_NobodySignsForTheZeroAddress() external {
        Config memory config = emptyConfig();
        config.owner = address(0);
        IntentWallet wallet = deployed(config);
        Call[] memory calls = calls1(callTo(address(counter), abi.encodeCall(counter.hit, ())));
        vm.expectRevert();
        wallet.executeAsOwner(config, calls, 0, 1, new bytes(65));
    }

    function testFuzz_ContractOwnersSign(uint8 mode) external {
        mode = mode % 4;
        Account1271 account = new Account1271(owner.addr);
        Config memory config = emptyConfig();
        config.owner = address(account);
        IntentWallet wallet = deployed(config);
        Call[] memory calls = calls1(callTo(address(counter), abi.encodeCall(counter.hit, ())));
        (bytes32 r, bytes32 s, uint8 v) = _split(signAsOwner(wallet, calls, 0, 1));
        account.setMode(mode);
        if (mode != 0) vm.expectRevert();
        wallet.executeAsOwner(config, calls, 0, 1, abi.encode(r, s, v));
        assertEq(counter.count(), mode == 0 ? 1 : 0);
        account.act(address(wallet), abi.encodeCall(wallet.executeAsOwner, (config, calls, 0, 2, "")));
        assertEq(counter.count(), mode == 0 ? 2 : 1);
    }

    function _split(bytes memory signature) private pure returns (bytes32 r, bytes32 s, uint8 v) {
        assembly {
            r := mload(add(signature, 0x20))
            s := mload(add(signature, 0x40))
            v := byte(0, mload(add(signature, 0x60)))
        }
    }
}
