// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Base, Call, Config, Token, Vm} from "./Base.sol";
import {IntentTypes} from "../src/lib/IntentTypes.sol";
import {Injection} from "../src/lib/Injection.sol";
import {Signatures} from "../src/lib/Signatures.sol";
import {Calls, Tokens} from "../src/lib/Tokens.sol";

/// @notice Ways into the libraries.
contract Library {
    function names(Call[] calldata calls, address token) external pure returns (bool) {
        return IntentTypes.names(calls, token);
    }

    function inject(bytes calldata data, uint256[] calldata offsets, uint256 amount) external pure returns (bytes memory) {
        return Injection.inject(data, offsets, amount);
    }

    function isValid(address by, bytes32 digest, bytes calldata signature) external view returns (bool) {
        return Signatures.isValid(by, digest, signature);
    }

    function transfer(address token, address to, uint256 amount) external {
        Tokens.transfer(token, to, amount);
    }

    function callCode(address to, bytes memory data, uint256 gasLimit) external returns (bool, bytes memory) {
        return Calls.callCode(to, 0, data, gasLimit);
    }
}

/// @notice Answers every call with the bytes it was given, or reverts with them; remembers nothing.
contract Echo {
    bytes private answer;
    bool private reverts;

    function set(bytes memory answer_, bool reverts_) external {
        (answer, reverts) = (answer_, reverts_);
    }

    fallback() external payable {
        bytes memory data = answer;
        if (reverts) {
            assembly {
                revert(add(data, 0x20), mload(data))
            }
        }
        assembly {
            return(add(data, 0x20), mload(data))
        }
    }
}

/// @notice The libraries against models that are too simple to be wrong, on inputs of any length: a run tries every kind.
contract NaiveTest is Base {
    Library private lib = new Library();

    function _bytes(uint256 seed, uint256 length) private pure returns (bytes memory data) {
        data = new bytes(length);
        for (uint256 i; i < length; ++i) {
            data[i] = bytes1(uint8(uint256(keccak256(abi.encode(seed, i / 32))) >> (8 * (i % 32))));
        }
    }

    function _calls(uint256 seed, uint256 count) private pure returns (Call[] memory calls) {
        calls = new Call[](count);
        for (uint256 i; i < count; ++i) {
            uint256 r = uint256(keccak256(abi.encode(seed, "call", i)));
            uint256 length = i == seed % count ? 600 + r % 1_500 : r % 100;
            calls[i] = Call(
                address(uint160(r)), 0, _bytes(r, length), r >> 8, r & 1 != 0, r & 2 != 0, uint8(r >> 4)
            );
        }
    }

    // ------------------------------------------------------------------------------------------------------------------ hashes

    function testFuzz_HashesAreWhatEip712Says(uint256 seed, uint8 count, Config memory config) external view {
        bytes32 callType =
            keccak256("Call(address to,uint256 value,bytes data,uint256 gasLimit,bool delegateCall,bool onlyFallback,uint8 behaviorOnError)");
        Call[] memory calls = _calls(seed, 1 + count % 40);
        bytes memory hashes;
        for (uint256 i; i < calls.length; ++i) {
            Call memory c = calls[i];
            c.value = seed ^ i;
            bytes memory fields = abi.encode(callType, c.to, c.value, keccak256(c.data), c.gasLimit);
            fields = bytes.concat(fields, abi.encode(c.delegateCall, c.onlyFallback, c.behaviorOnError));
            hashes = bytes.concat(hashes, keccak256(fields));
        }
        bytes32 batchType = keccak256(
            "Batch(uint256 chainId,uint256 space,uint256 nonce,Call[] calls)Call(address to,uint256 value,bytes data,uint256 gasLimit,bool delegateCall,bool onlyFallback,uint8 behaviorOnError)"
        );
        bytes32 batch = keccak256(abi.encode(batchType, seed >> 9, seed >> 3, ~seed, keccak256(hashes)));
        assertEq(hasher.batch(seed >> 9, calls, seed >> 3, ~seed), batch);
        bytes memory digests;
        for (uint256 i; i < config.batches.length; ++i) {
            digests = bytes.concat(digests, config.batches[i]);
        }
        bytes32 configType = keccak256(
            "Config(address owner,address refundReceiver,address executor,uint64 openAt,uint64 refundAt,uint256 salt,bytes32[] batches)"
        );
        bytes memory head = abi.encode(configType, config.owner, config.refundReceiver, config.executor);
        head = bytes.concat(head, abi.encode(config.openAt, config.refundAt, config.salt, keccak256(digests)));
        assertEq(hasher.config(config), keccak256(head));
    }

    // ------------------------------------------------------------------------------------------------------------------- names

    /// @dev In each run: nowhere, as each part of data from the first byte to the last, one byte short at either end, as a target, as value.
    function testFuzz_ATokenIsFoundWhereverItStands(uint256 seed, address token) external view {
        vm.assume(uint160(token) > type(uint64).max);
        Call[] memory calls = _calls(seed, 1 + (seed >> 8) % 48);
        assertFalse(lib.names(calls, token));
        uint256[4] memory places = [0, calls.length - 1, (seed >> 16) % calls.length, seed % calls.length];
        for (uint256 k; k < 4; ++k) {
            Call memory c = calls[places[k]];
            (address to, bytes memory data) = (c.to, c.data);
            c.to = token;
            assertTrue(lib.names(calls, token));
            c.to = to;
            uint256 cut = data.length == 0 ? 0 : (seed >> 24) % (data.length + 1);
            c.data = bytes.concat(_bytes(seed, k % 2 == 0 ? cut : 0), bytes20(token), _bytes(seed, k < 2 ? 0 : cut));
            assertTrue(lib.names(calls, token));
            c.data = bytes.concat(_bytes(seed, cut), bytes19(bytes20(token)));
            assertFalse(lib.names(calls, token));
            c.data = bytes.concat(bytes19(bytes20(token) << 8), _bytes(seed, cut));
            assertFalse(lib.names(calls, token));
            c.data = data;
            (address other, uint256 value) = (c.to, c.value);
            c.value = 1;
            assertTrue(lib.names(calls, address(0)));
            assertFalse(lib.names(calls, token));
            (c.to, c.value) = (other, value);
            assertFalse(lib.names(calls, address(0)));
        }
    }

    // --------------------------------------------------------------------------------------------------------------- injection

    /// @dev Up to six placeholders in data of any length; what stands elsewhere, or nothing, is refused by its place and what is there.
    function testFuzz_InjectionAgainstAModel(uint256 seed, uint256 amount) external {
        uint256 count = seed % 7;
        bytes memory data = _bytes(seed, 4 + (seed >> 8) % 40);
        bytes memory expected = data;
        uint256[] memory offsets = new uint256[](count);
        for (uint256 i; i < count; ++i) {
            bytes memory between = _bytes(seed ^ i, (seed >> (16 + i)) % 50);
            offsets[i] = data.length;
            data = bytes.concat(data, bytes32(PLACEHOLDER), between);
            expected = bytes.concat(expected, bytes32(amount), between);
        }
        assertEq(lib.inject(data, offsets, amount), expected);
        if (count == 0) return;
        uint256 place = (seed >> 24) % count;
        uint256 at = offsets[place];
        uint256[4] memory words = [uint256(0), PLACEHOLDER ^ 1, PLACEHOLDER ^ (1 << 255), ~PLACEHOLDER];
        for (uint256 k; k < 4; ++k) {
            bytes memory spoilt = abi.encodePacked(data);
            uint256 word = words[k];
            assembly {
                mstore(add(add(spoilt, 0x20), at), word)
            }
            vm.expectRevert(abi.encodeWithSelector(Injection.PlaceholderMissing.selector, at, word));
            lib.inject(spoilt, offsets, amount);
        }
        offsets[place] = data.length - 31;
        vm.expectRevert(abi.encodeWithSelector(Injection.PlaceholderMissing.selector, data.length - 31, 0));
        lib.inject(data, offsets, amount);
    }

    // -------------------------------------------------------------------------------------------------------------- signatures

    function testFuzz_WhatIsASignature(uint256 key, bytes32 digest, uint256 seed) external {
        Vm.Wallet memory by = vm.createWallet(bound(key, 1, 2 ** 250));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(by, digest);
        bytes memory good = abi.encodePacked(r, s, v);
        assertTrue(lib.isValid(by.addr, digest, good));
        assertFalse(lib.isValid(by.addr, digest ^ bytes32(uint256(1) << (seed % 256)), good));
        assertFalse(lib.isValid(stranger, digest, good));
        // Its malleable twin, longer and shorter ones, another parity, and a recovery that fails.
        bytes32 twin = bytes32(0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141 - uint256(s));
        assertFalse(lib.isValid(by.addr, digest, abi.encodePacked(r, twin, v == 27 ? uint8(28) : uint8(27))));
        assertFalse(lib.isValid(by.addr, digest, bytes.concat(good, hex"00")));
        assertFalse(lib.isValid(by.addr, digest, abi.encodePacked(r, s)));
        assertFalse(lib.isValid(by.addr, digest, abi.encodePacked(r, s, v == 27 ? uint8(28) : uint8(27))));
        bytes memory none = abi.encodePacked(r, s, uint8(bound(seed, 29, 255)));
        assertFalse(lib.isValid(address(0), digest, none));
        assertFalse(lib.isValid(by.addr, digest, none));
        // The key signs for an account with code too; for the rest its code does.
        vm.etch(by.addr, address(new Echo()).code);
        assertTrue(lib.isValid(by.addr, digest, good));
        _answers(by.addr, digest, none);
    }

    function _answers(address by, bytes32 digest, bytes memory signature) private {
        Echo echo = new Echo();
        bytes32 yes = bytes32(bytes4(0x1626ba7e));
        bytes[6] memory answers = [
            abi.encode(yes),
            abi.encodePacked(bytes31(yes)),
            abi.encode(uint256(yes) | 1),
            abi.encode(yes, digest),
            bytes(""),
            abi.encodePacked(bytes4(0x1626ba7e))
        ];
        for (uint256 k; k < 12; ++k) {
            echo.set(answers[k / 2], k % 2 == 1);
            _copyAnswer(echo, by);
            assertEq(lib.isValid(by, digest, signature), k == 0 || k == 6, "an answer that begins with the one word");
        }
    }

    function _copyAnswer(Echo from, address to) private {
        for (uint256 slot; slot < 2; ++slot) {
            vm.store(to, bytes32(slot), vm.load(address(from), bytes32(slot)));
        }
        for (uint256 k; k < 3; ++k) {
            bytes32 slot = bytes32(uint256(keccak256(abi.encode(0))) + k);
            vm.store(to, slot, vm.load(address(from), slot));
        }
    }

    // ------------------------------------------------------------------------------------------------------------------ tokens

    /// @dev Yes is one true word, or nothing from where there is code. All other answers, and failing, are no; what is told of them is cut.
    function testFuzz_WhatATokenMayAnswer(uint256 seed, bool reverts) external {
        Echo token = new Echo();
        bytes[9] memory answers = [
            bytes(""),
            abi.encode(1),
            abi.encode(1, seed),
            abi.encode(0),
            abi.encode(2 + seed % 1_000),
            abi.encode(uint256(1) << (1 + seed % 255)),
            abi.encodePacked(bytes31(bytes32(uint256(1) << 8))),
            abi.encodePacked(uint8(1)),
            _bytes(seed, 500 + seed % 100)
        ];
        for (uint256 k; k < 9; ++k) {
            token.set(answers[k], reverts);
            bytes memory told = answers[k].length > 512 ? _bytes(seed, 512) : answers[k];
            if (k > 2 || reverts) {
                vm.expectRevert(abi.encodeWithSelector(Tokens.TokenCallFailed.selector, address(token), told));
            }
            lib.transfer(address(token), recipient, 1);
            (bool ok, bytes memory result) = lib.callCode(address(token), hex"01", 1_000_000);
            assertEq(ok, !reverts);
            assertEq(result, told);
        }
        vm.expectRevert(abi.encodeWithSelector(Tokens.TokenCallFailed.selector, stranger, bytes("")));
        lib.transfer(stranger, recipient, 1);
    }
}
