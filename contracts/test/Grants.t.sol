// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Base, Call, Config, Execution, IntentGuest, IntentWallet, Vm} from "./Base.sol";
import {Account1271} from "./mocks/Targets.sol";
import {Newborn} from "./mocks/Intruder.sol";

/// @notice Who may make the guest act as executor: grants, and what a copied grant is worth.
contract GrantsTest is Base {
    function _intent() private returns (Config memory config, Call[] memory calls, IntentWallet wallet) {
        calls = calls1(callTo(address(counter), abi.encodeCall(counter.hit, ())));
        config = configOf(calls, 1);
        wallet = deployed(config);
    }

    function _entries(Config memory config, Call[] memory calls) private view returns (bytes[4] memory) {
        bytes32 imageHash = hasher.config(config);
        return [
            abi.encodeCall(guest.deployAndExecuteStrictly, (config, calls, 0, 1)),
            abi.encodeCall(guest.deployAndExecuteAsExecutor, (config, calls, 0, 1)),
            abi.encodeCall(
                guest.depositAndExecute, (imageHash, "", abi.encodeCall(IntentWallet.executeStrictly, (config, calls, 0, 1)))
            ),
            abi.encodeCall(
                guest.depositAndExecute, (imageHash, "", abi.encodeCall(IntentWallet.executeAsExecutor, (config, calls, 0, 1)))
            )
        ];
    }

    /// @param flags Bit 0: first sender. Bit 1: has code. The rest chooses the entry.
    function testFuzz_OnlyAGrantedFirstSenderWithoutCodeActs(address caller, uint8 flags, uint64 validUntil, uint64 nowAt)
        external
    {
        vm.assume(uint160(caller) > 0xffff && caller != relayer && caller.code.length == 0 && caller != stranger);
        nowAt = uint64(bound(nowAt, 1, REFUND_AT - 1));
        validUntil = uint64(bound(validUntil, nowAt - 1, nowAt + 1));
        guest.submitGrant(caller, validUntil, 1, grantFor(caller, validUntil, 1));
        (Config memory config, Call[] memory calls, IntentWallet wallet) = _intent();
        bytes memory data = _entries(config, calls)[(flags >> 2) % 4];
        if (flags & 2 != 0) vm.etch(caller, hex"00");
        vm.warp(nowAt);
        address first = flags & 1 != 0 ? caller : stranger;
        vm.prank(caller, first);
        (bool ok, bytes memory reason) = address(guest).call(data);
        assertEq(ok, flags & 3 == 1 && validUntil >= nowAt);
        assertEq(wallet.nonceUsed(0, 1), ok);
        if (ok) return;
        bytes4 refusal = IntentGuest.NotGranted.selector;
        assertEq(reason, abi.encodeWithSelector(refusal, caller, first, validUntil, nowAt));
    }

    /// @dev A delegation designator as EIP-7702 writes it: 23 bytes of code at an account with a key.
    function test_Eip7702AccountsHaveNoGrant() external {
        (Config memory config, Call[] memory calls,) = _intent();
        bytes[4] memory entries = _entries(config, calls);
        vm.etch(relayer, abi.encodePacked(hex"ef0100", address(counter)));
        for (uint256 i; i < 4; ++i) {
            vm.prank(relayer, relayer);
            (bool ok, bytes memory reason) = address(guest).call(entries[i]);
            assertFalse(ok);
            assertEq(bytes4(reason), IntentGuest.NotGranted.selector);
        }
    }

    function test_ContractsUnderConstructionHaveNoGrant() external {
        (Config memory config, Call[] memory calls, IntentWallet wallet) = _intent();
        address newborn = vm.computeCreateAddress(relayer, vm.getNonce(relayer));
        guest.submitGrant(newborn, GRANT_UNTIL, 1, grantFor(newborn, GRANT_UNTIL, 1));
        bytes memory data = _entries(config, calls)[0];
        vm.prank(relayer, relayer);
        Newborn born = new Newborn(address(guest), data);
        assertEq(address(born), newborn);
        assertFalse(born.PASSED());
        assertFalse(wallet.nonceUsed(0, 1));
    }

    function testFuzz_GrantBindsChainGuestAndRelayer(uint8 which, address other, uint64 validUntil, uint64 serial) external {
        serial = uint64(bound(serial, 2, type(uint64).max - 1));
        vm.assume(other != relayer);
        bytes memory grant_ = grantFor(relayer, validUntil, serial);
        IntentGuest target = guest;
        (address account, uint64 until, uint64 number) = (relayer, validUntil, serial);
        uint256 kind = which % 6;
        if (kind == 0) vm.chainId(block.chainid + 1);
        else if (kind == 1) {
            target = new IntentGuest(factory, address(implementation), address(entrypoint), signer.addr, "Harbour Guest");
        } else if (kind == 2) account = other;
        else if (kind == 3) until = validUntil ^ 1;
        else if (kind == 4) number += 1;
        else grant_[0] ^= 0x01;
        bytes32 digest = target.hashGrant(account, until, number);
        // The signer has to sign, too, when it sends.
        address sender = until % 2 == 0 ? signer.addr : stranger;
        vm.prank(sender, serial % 2 == 0 ? sender : relayer);
        vm.expectRevert(abi.encodeWithSelector(IntentGuest.InvalidGrant.selector, account, digest));
        target.submitGrant(account, until, number, grant_);
    }

    function test_GrantBindsTheNameOfItsOperator() external {
        IntentGuest same = new IntentGuest(factory, address(implementation), address(entrypoint), signer.addr, "Other");
        assertNotEq(same.domainSeparator(), guest.domainSeparator());
        assertEq(guest.name(), "Harbour Guest");
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("Harbour Guest"),
                keccak256("1"),
                block.chainid,
                address(guest)
            )
        );
        assertEq(guest.domainSeparator(), domain);
        bytes32 grant_ = keccak256(
            abi.encode(keccak256("RelayerGrant(address relayer,uint64 validUntil,uint64 serial)"), relayer, uint64(5), uint64(9))
        );
        assertEq(guest.hashGrant(relayer, 5, 9), keccak256(abi.encodePacked(hex"1901", domain, grant_)));
    }

    function testFuzz_SerialsOnlyRise(uint64 first, uint64 second, bool isFirst) external {
        first = uint64(bound(first, 2, type(uint64).max));
        bytes memory grant_ = grantFor(relayer, 500, second);
        guest.submitGrant(relayer, GRANT_UNTIL, first, grantFor(relayer, GRANT_UNTIL, first));
        bool newer = second > first;
        vm.prank(relayer, isFirst ? relayer : stranger);
        if (newer) {
            vm.expectEmit(true, false, false, true, address(guest));
            emit IntentGuest.RelayerGranted(relayer, 500, second);
        } else {
            vm.expectRevert(abi.encodeWithSelector(IntentGuest.GrantOutdated.selector, relayer, second, first));
        }
        guest.submitGrant(relayer, 500, second, grant_);
        (uint64 validUntil, uint64 serial) = guest.grants(relayer);
        assertEq(validUntil, newer ? 500 : GRANT_UNTIL);
        assertEq(serial, newer ? second : first);
    }

    /// @dev A newer grant that ended in the past ends it at once, and the old grant cannot be shown again.
    function test_NewerGrantRevokes() external {
        (Config memory config, Call[] memory calls,) = _intent();
        bytes memory old = grantFor(relayer, GRANT_UNTIL, 1);
        guest.submitGrant(relayer, 0, 2, grantFor(relayer, 0, 2));
        vm.expectRevert(abi.encodeWithSelector(IntentGuest.GrantOutdated.selector, relayer, 1, 2));
        guest.submitGrant(relayer, GRANT_UNTIL, 1, old);
        vm.prank(relayer, relayer);
        vm.expectPartialRevert(IntentGuest.NotGranted.selector);
        guest.deployAndExecuteStrictly(config, calls, 0, 1);
    }

    /// @dev The signer is a contract whose keys change: what quotes committed to (the guest) stays.
    function testFuzz_SignerMayBeAContract(bool honest) external {
        Account1271 council = new Account1271(signer.addr);
        guest = new IntentGuest(factory, address(implementation), address(entrypoint), address(council), "Council");
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(signer, guest.hashGrant(relayer, GRANT_UNTIL, 1));
        if (!honest) {
            council.setMode(3);
            vm.expectPartialRevert(IntentGuest.InvalidGrant.selector);
        }
        guest.submitGrant(relayer, GRANT_UNTIL, 1, abi.encode(r, s, v));
        (uint64 validUntil,) = guest.grants(relayer);
        assertEq(validUntil, honest ? GRANT_UNTIL : 0);
    }

    /// @dev Whoever copies a grant from the mempool serves the relayer and not itself.
    function test_CopiedGrantIsForItsRelayerOnly() external {
        address fresh = makeAddr("fresh relayer");
        bytes memory grant_ = grantFor(fresh, GRANT_UNTIL, 1);
        vm.prank(stranger, stranger);
        guest.submitGrant(fresh, GRANT_UNTIL, 1, grant_);
        (Config memory config, Call[] memory calls, IntentWallet wallet) = _intent();
        bytes[4] memory entries = _entries(config, calls);
        for (uint256 i; i < 4; ++i) {
            vm.prank(stranger, stranger);
            (bool ok,) = address(guest).call(entries[i]);
            assertFalse(ok);
        }
        vm.prank(fresh, fresh);
        guest.deployAndExecuteStrictly(config, calls, 0, 1);
        assertTrue(wallet.nonceUsed(0, 1));
    }

    function testFuzz_ElementIsTheGuestsOwn(address caller, bool granted, bool isFirst) external {
        vm.assume(caller != address(guest));
        vm.prank(caller, isFirst ? caller : relayer);
        vm.expectRevert(abi.encodeWithSelector(IntentGuest.OnlySelf.selector, caller));
        guest.element(relayer, granted, bytes32(0), "", "");
    }

    /// @dev What is open to anyone needs no grant: open batches, the owner's signature, refunds.
    function test_StrangersUseTheGuestForWhatIsOpen() external {
        (Config memory config, Call[] memory calls, IntentWallet wallet) = _intent();
        vm.startPrank(stranger, stranger);
        vm.expectRevert(abi.encodeWithSelector(IntentWallet.NotOpenYet.selector, OPEN_AT, block.timestamp));
        guest.deployAndExecute(config, calls, 0, 1);
        vm.warp(OPEN_AT);
        assertEq(guest.deployAndExecute(config, calls, 0, 1), address(wallet));
        assertEq(counter.count(), 1);
    }
}
