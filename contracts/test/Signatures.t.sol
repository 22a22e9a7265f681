// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {P256} from "@openzeppelin/contracts/utils/cryptography/P256.sol";
import {Base, Call, Config, Deposit, IntentWallet, TokenPermit} from "./Base.sol";
import {Permits} from "../src/lib/Permits.sol";
import {Signatures} from "../src/lib/Signatures.sol";
import {Burner, BurningToken, ISafe, ISafeFactory, Passkey} from "./mocks/Signers.sol";

/// @notice A contract that signs is asked with bounded gas: the wallets people have fit in, and one that burns costs its relayer no more. Safe is the
/// published 1.4.1.
contract SignaturesTest is Base {
    uint256 private constant P256_KEY = 0x1234567890abcdef1234567890abcdef1234567890abcdef1234567890ab;
    /// @dev What a deposit costs around the signature, as the ways of PayIn do without one.
    uint256 private constant AROUND = 120_000;

    function ask(address who, bytes32 digest, bytes calldata signature) external view returns (bool) {
        return Signatures.isValid(who, digest, signature);
    }

    // -------------------------------------------------------------------------------------------------------------- they fit

    function testFuzz_SafesOfManyOwnersFit(bytes32 digest, uint256 count) external {
        count = bound(count, 1, 20);
        (uint256[] memory keys, address[] memory owners) = _people(count);
        address safe = _safe(owners);
        bytes memory signature;
        for (uint256 i; i < count; ++i) {
            (uint8 v, bytes32 r, bytes32 s) = vm.sign(keys[i], keccak256(_message(safe, digest)));
            signature = bytes.concat(signature, abi.encodePacked(r, s, v));
        }
        assertTrue(this.ask(safe, digest, signature));
        if (count > 1) assertFalse(this.ask(safe, ~digest, signature));
    }

    function testFuzz_PasskeysFit(bytes32 digest, uint256 key) external {
        key = bound(key, 1, P256.N - 1);
        Passkey passkey = _passkey(key);
        bytes memory signature = _passkeySigns(key, digest);
        assertTrue(this.ask(address(passkey), digest, signature));
        assertFalse(this.ask(address(passkey), ~digest, signature));
    }

    function testFuzz_SafesOfTwoPasskeysFit(bytes32 digest) external {
        address[] memory owners = new address[](2);
        uint256[2] memory keys = [P256_KEY, P256_KEY + 1];
        (owners[0], owners[1]) = (address(_passkey(keys[0])), address(_passkey(keys[1])));
        if (owners[0] > owners[1]) {
            (owners[0], owners[1], keys[0], keys[1]) = (owners[1], owners[0], keys[1], keys[0]);
        }
        address safe = _safe(owners);
        bytes memory head;
        bytes memory tail;
        for (uint256 i; i < 2; ++i) {
            bytes memory part = _passkeySigns(keys[i], keccak256(_message(safe, digest)));
            head = bytes.concat(head, abi.encode(owners[i], 2 * 65 + tail.length), hex"00");
            tail = bytes.concat(tail, abi.encode(part.length), part);
        }
        assertTrue(this.ask(safe, digest, bytes.concat(head, tail)));
    }

    // ------------------------------------------------------------------------------------------------- one that burns is bounded

    function testFuzz_ABurningOwnerCostsABoundedDeposit(uint256 gas, uint8 way) external {
        gas = bound(gas, 1_500_000, 25_000_000);
        Burner burner = new Burner();
        BurningToken token = new BurningToken();
        way %= 4;
        // USDC and Permit2 ask an owner for its signature; of the tokens here it is the token itself that burns as if asked.
        address user = way < 2 ? address(burner) : owner.addr;
        Deposit memory d = Deposit(user, address(token), 1_000, makeAddr("intent"), 5_000, 1, 10, collector);
        token.mint(user, 1_010);
        bytes memory data = _burning(way, d, burner);
        uint256 before = gasleft();
        (bool ok,) = address(entrypoint).call{gas: gas}(data);
        uint256 used = before - gasleft();
        assertFalse(ok);
        assertGt(used, Signatures.GAS_MAX, "it burns");
        assertLt(used, Permits.GAS_MAX + AROUND, "no more than the cap");
        if (way == 0) assertLt(used, Signatures.GAS_MAX + AROUND);
        assertEq(token.balanceOf(user), 1_010);
    }

    function _burning(uint256 way, Deposit memory d, Burner burner) private returns (bytes memory) {
        if (way == 0) return abi.encodeCall(entrypoint.depositToIntent, (d, "yes"));
        if (way == 1) {
            string memory source =
                vm.readFile("../node_modules/@uniswap/v4-periphery/lib/permit2/test/utils/DeployPermit2.sol");
            string memory literal = vm.split(vm.split(source, 'hex"')[1], '"')[0];
            vm.etch(Permits.PERMIT2, vm.parseBytes(string.concat("0x", literal)));
            burner.approve(BurningToken(d.token), Permits.PERMIT2);
            return abi.encodeCall(entrypoint.depositToIntentWithPermit2Transfer, (d, "yes"));
        }
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(owner, way == 2 ? _authorization(d) : entrypoint.hashDeposit(d));
        bytes memory signed = abi.encodePacked(r, s, v);
        if (way == 2) return abi.encodeCall(entrypoint.depositToIntentWithAuthorization, (d, signed));
        return abi.encodeCall(entrypoint.depositToIntentWithPermit, (d, signed, TokenPermit(1_010, 9_999, "yes")));
    }

    function _authorization(Deposit memory d) private view returns (bytes32) {
        bytes32 nonce = entrypoint.hashDeposit(d);
        bytes32 typeHash = keccak256(
            "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
        );
        bytes32 body = keccak256(abi.encode(typeHash, d.user, address(entrypoint), 1_010, 0, d.deadline, nonce));
        return keccak256(abi.encodePacked(hex"1901", bytes32(0), body));
    }

    function test_ABurningOwnerCostsABoundedRunBySignature() external {
        Config memory config = emptyConfig();
        config.owner = address(new Burner());
        IntentWallet wallet = deployed(config);
        Call[] memory calls = calls1(callTo(address(counter), abi.encodeCall(counter.hit, ())));
        uint256 before = gasleft();
        vm.expectPartialRevert(IntentWallet.NotOwner.selector);
        wallet.executeAsOwner(config, calls, 0, 1, "yes");
        assertLt(before - gasleft(), Signatures.GAS_MAX + AROUND);
    }

    /// @dev Starving the signer reverts everything: whoever submits with too little gas has done nothing.
    function testFuzz_AtAnyGasADepositByAContractMovesAllOrNothing(uint256 gas) external {
        gas = bound(gas, 30_000, 900_000);
        Passkey passkey = _passkey(P256_KEY);
        Deposit memory d = Deposit(address(passkey), address(tokenA), 1_000, makeAddr("intent"), 5_000, 1, 10, collector);
        tokenA.mint(address(passkey), 1_010);
        vm.prank(address(passkey));
        tokenA.approve(address(entrypoint), 1_010);
        bytes memory signature = _passkeySigns(P256_KEY, entrypoint.hashDeposit(d));
        (bool ok,) = address(entrypoint).call{gas: gas}(abi.encodeCall(entrypoint.depositToIntent, (d, signature)));
        assertEq(tokenA.balanceOf(address(passkey)), ok ? 0 : 1_010);
        assertEq(entrypoint.nonceUsed(address(passkey), 1), ok);
        if (gas > 500_000) assertTrue(ok);
    }

    // --------------------------------------------------------------------------------------------------------------- signers

    function _people(uint256 count) private pure returns (uint256[] memory keys, address[] memory owners) {
        keys = new uint256[](count);
        owners = new address[](count);
        // Safe wants signatures in the order of the owners' addresses.
        for (uint256 i; i < count; ++i) {
            uint256 at = i;
            address one = vm.addr(i + 1);
            for (; at > 0 && owners[at - 1] > one; --at) (keys[at], owners[at]) = (keys[at - 1], owners[at - 1]);
            (keys[at], owners[at]) = (i + 1, one);
        }
    }

    function _passkey(uint256 key) private returns (Passkey) {
        (uint256 x, uint256 y) = vm.publicKeyP256(key);
        return new Passkey(x, y);
    }

    function _passkeySigns(uint256 key, bytes32 digest) private pure returns (bytes memory) {
        (bytes32 r, bytes32 s) = vm.signP256(key, digest);
        return abi.encode(r, uint256(s) > P256.N / 2 ? bytes32(P256.N - uint256(s)) : s);
    }

    function _message(address safe, bytes32 digest) private view returns (bytes memory) {
        bytes32 inner = keccak256(abi.encode(keccak256("SafeMessage(bytes message)"), keccak256(abi.encode(digest))));
        return abi.encodePacked(hex"1901", ISafe(safe).domainSeparator(), inner);
    }

    function _published(string memory path) private returns (address made) {
        string memory folder = "../node_modules/@safe-global/safe-contracts/build/artifacts/contracts/";
        bytes memory code = vm.parseJsonBytes(vm.readFile(string.concat(folder, path, ".json")), ".bytecode");
        assembly {
            made := create(0, add(code, 0x20), mload(code))
        }
        assertGt(made.code.length, 0);
    }

    function _safe(address[] memory owners) private returns (address) {
        address singleton = _published("Safe.sol/Safe");
        address handler = _published("handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler");
        bytes memory setup =
            abi.encodeCall(ISafe.setup, (owners, owners.length, address(0), "", handler, address(0), 0, address(0)));
        return ISafeFactory(_published("proxies/SafeProxyFactory.sol/SafeProxyFactory"))
            .createProxyWithNonce(singleton, setup, 0);
    }
}
