// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Test} from "forge-std/Test.sol";
import {Vm} from "forge-std/Vm.sol";
import {Call, Config, IntentTypes} from "../src/lib/IntentTypes.sol";
import {Injection} from "../src/lib/Injection.sol";
import {Deposit, IntentEntrypoint} from "../src/IntentEntrypoint.sol";
import {DaiPermit, Permit2Allowance, TokenPermit} from "../src/lib/Permits.sol";
import {Execution, IntentGuest} from "../src/IntentGuest.sol";
import {IntentRouter, Output, Step} from "../src/IntentRouter.sol";
import {IntentRouterShim} from "../src/IntentRouterShim.sol";
import {IntentUtils} from "../src/IntentUtils.sol";
import {IntentWallet} from "../src/IntentWallet.sol";
import {IntentWalletFactory} from "../src/IntentWalletFactory.sol";
import {Exchange, Vault, Bridge, Counter} from "./mocks/Targets.sol";
import {Token} from "./mocks/Zoo.sol";

/// @notice Library functions take call data; this gives tests a way in.
contract Hasher {
    function config(Config calldata c) external pure returns (bytes32) {
        return IntentTypes.hashConfig(c);
    }

    function batch(uint256 chainId, Call[] calldata calls, uint256 space, uint256 nonce)
        external
        pure
        returns (bytes32)
    {
        return IntentTypes.hashBatch(chainId, calls, space, nonce);
    }
}

/// @notice The seven contracts, a few targets, and short words for building batches.
abstract contract Base is Test {
    IntentWalletFactory internal factory;
    IntentWallet internal implementation;
    IntentGuest internal guest;
    IntentUtils internal utils;
    IntentEntrypoint internal entrypoint;
    IntentRouter internal router;
    IntentRouterShim internal shim;
    Hasher internal hasher;

    Token internal tokenA;
    Token internal tokenB;
    Exchange internal exchange;
    Bridge internal bridge;
    Vault internal vault;
    Counter internal counter;

    Vm.Wallet internal owner;
    address internal receiver = makeAddr("refund receiver");
    address internal recipient = makeAddr("recipient");
    address internal collector = makeAddr("collector");
    address internal stranger = makeAddr("stranger");
    address internal relayer = makeAddr("relayer");
    Vm.Wallet internal signer;

    uint64 internal constant OPEN_AT = 5_000;
    uint64 internal constant GRANT_UNTIL = 1_000_000;
    uint64 internal constant REFUND_AT = 10_000;
    uint256 internal constant ALL = type(uint256).max;
    uint256 internal constant PLACEHOLDER = Injection.PLACEHOLDER;
    uint256 internal constant RUN_GAS = 600_000;
    uint256 internal constant SWEEP_GAS = 150_000;

    function setUp() public virtual {
        vm.warp(1_000);
        owner = vm.createWallet("owner");
        router = new IntentRouter();
        shim = new IntentRouterShim(address(router));
        utils = new IntentUtils();
        entrypoint = new IntentEntrypoint("Harbour Pay", "Intent");
        factory = new IntentWalletFactory();
        implementation = new IntentWallet(address(factory), address(router), address(shim));
        signer = vm.createWallet("signer");
        guest = new IntentGuest(factory, address(implementation), address(entrypoint), signer.addr, "Harbour Guest");
        guest.submitGrant(relayer, GRANT_UNTIL, 1, grantFor(relayer, GRANT_UNTIL, 1));
        hasher = new Hasher();
        tokenA = new Token();
        tokenB = new Token();
        exchange = new Exchange();
        bridge = new Bridge();
        vault = new Vault();
        counter = new Counter();
        tokenA.mint(address(exchange), 1e30);
        tokenB.mint(address(exchange), 1e30);
        vm.deal(address(exchange), 1e30);
    }

    // ------------------------------------------------------------------------------------------------------- configurations

    function configOf(Call[] memory calls, uint256 nonce) internal view returns (Config memory) {
        bytes32[] memory batches = new bytes32[](1);
        batches[0] = hasher.batch(block.chainid, calls, 0, nonce);
        return configOf(batches);
    }

    function configOf(bytes32[] memory batches) internal view returns (Config memory) {
        return Config({
            owner: owner.addr,
            refundReceiver: receiver,
            executor: address(guest),
            openAt: OPEN_AT,
            refundAt: REFUND_AT,
            salt: 7,
            batches: batches
        });
    }

    function emptyConfig() internal view returns (Config memory) {
        return configOf(new bytes32[](0));
    }

    function walletOf(Config memory config) internal view returns (IntentWallet) {
        return IntentWallet(payable(factory.addressOf(address(implementation), hasher.config(config))));
    }

    function deployed(Config memory config) internal returns (IntentWallet) {
        vm.prank(config.executor);
        return IntentWallet(payable(factory.deploy(address(implementation), config)));
    }

    function signAsOwner(IntentWallet wallet, Call[] memory calls, uint256 space, uint256 nonce)
        internal
        returns (bytes memory)
    {
        bytes32 digest = hasher.batch(block.chainid, calls, space, nonce);
        bytes32 signed = keccak256(abi.encodePacked(hex"1901", wallet.domainSeparator(), digest));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(owner, signed);
        return abi.encodePacked(r, s, v);
    }

    function grantFor(address account, uint64 validUntil, uint64 serial) internal returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(signer, guest.hashGrant(account, validUntil, serial));
        return abi.encodePacked(r, s, v);
    }

    // ----------------------------------------------------------------------------------------------------------------- runs

    /// @notice As executor, tolerantly.
    function tolerant(IntentWallet wallet, Config memory config, Call[] memory calls, uint256 space, uint256 nonce)
        internal
    {
        _asExecutor(config, calls);
        wallet.executeAsExecutor(config, calls, space, nonce);
    }

    /// @notice As executor, strictly.
    function strictly(IntentWallet wallet, Config memory config, Call[] memory calls, uint256 space, uint256 nonce)
        internal
    {
        _asExecutor(config, calls);
        wallet.executeStrictly(config, calls, space, nonce);
    }

    /// @dev Whether the executor is the first sender of its transaction changes nothing; the batch decides.
    function _asExecutor(Config memory config, Call[] memory calls) private {
        bool isFirst = uint256(keccak256(abi.encode(calls))) % 2 == 0;
        vm.prank(config.executor, isFirst ? config.executor : stranger);
    }

    /// @notice A relayer's transaction that runs one batch alone, tolerantly.
    function relay(Config memory config, Call[] memory calls, uint256 space, uint256 nonce) internal {
        vm.prank(relayer, relayer);
        guest.deployAndExecuteAsExecutor(config, calls, space, nonce);
    }

    /// @notice A relayer's transaction with a bundle.
    function relayMany(Execution[] memory many) internal {
        vm.prank(relayer, relayer);
        guest.executeMany(many);
    }

    // ---------------------------------------------------------------------------------------------------------------- calls

    function callTo(address to, bytes memory data) internal pure returns (Call memory) {
        return Call(to, 0, data, 0, false, false, 1);
    }

    function delegated(address to, bytes memory data) internal pure returns (Call memory) {
        return Call(to, 0, data, 0, true, false, 1);
    }

    function ignored(Call memory c, uint256 gasLimit) internal pure returns (Call memory) {
        c.behaviorOnError = 0;
        c.gasLimit = gasLimit;
        return c;
    }

    function stopping(Call memory c, uint256 gasLimit) internal pure returns (Call memory) {
        c.behaviorOnError = 2;
        c.gasLimit = gasLimit;
        return c;
    }

    function fallbackOnly(Call memory c) internal pure returns (Call memory) {
        c.onlyFallback = true;
        return c;
    }

    function minBalance(address token, uint256 amount) internal view returns (Call memory) {
        return callTo(address(utils), abi.encodeCall(utils.requireMinBalance, (token, amount)));
    }

    function sweep(address token, address to, uint256 minAmount) internal view returns (Call memory) {
        return delegated(address(router), abi.encodeCall(router.sweep, (token, to, minAmount)));
    }

    function leftover(address token, address to) internal view returns (Call memory) {
        return ignored(sweep(token, to, 0), SWEEP_GAS);
    }

    function payFee(address token, uint256 amount) internal view returns (Call memory) {
        bytes memory data = abi.encodeCall(router.payFeeIfSucceeded, (token, amount, collector));
        return ignored(delegated(address(router), data), 120_000);
    }

    function runRouter(address token, uint256 amount, Step[] memory steps, Output[] memory outputs)
        internal
        view
        returns (Call memory)
    {
        return delegated(address(shim), abi.encodeCall(shim.run, (token, amount, steps, outputs)));
    }

    function swapStep(address inToken, address outToken, uint256 amount) internal view returns (Step memory) {
        uint256[] memory offsets;
        uint256 inData = amount;
        if (amount == ALL) {
            offsets = new uint256[](1);
            offsets[0] = 4 + 64;
            inData = PLACEHOLDER;
        }
        return Step({
            target: address(exchange),
            value: inToken == address(0) ? amount : 0,
            token: inToken,
            spender: inToken == address(0) ? address(0) : address(exchange),
            amount: amount,
            offsets: offsets,
            data: abi.encodeCall(exchange.swap, (inToken, outToken, inData))
        });
    }

    function outputs1(address token, uint256 minAmount) internal pure returns (Output[] memory outputs) {
        outputs = new Output[](1);
        outputs[0] = Output(token, minAmount);
    }

    function steps1(Step memory step) internal pure returns (Step[] memory steps) {
        steps = new Step[](1);
        steps[0] = step;
    }

    function calls1(Call memory c) internal pure returns (Call[] memory calls) {
        calls = new Call[](1);
        calls[0] = c;
    }

    function list(address token) internal pure returns (address[] memory tokens) {
        tokens = new address[](1);
        tokens[0] = token;
    }

    /// @notice The standard origin batch: check, swap and bridge, fee, fallback to the owner, leftovers to the owner.
    function originBatch(uint256 amount, uint256 fee, uint256 bridged) internal view returns (Call[] memory calls) {
        Step[] memory steps = new Step[](2);
        steps[0] = swapStep(address(tokenA), address(tokenB), amount - fee);
        steps[1] = Step({
            target: address(bridge),
            value: 0,
            token: address(tokenB),
            spender: address(bridge),
            amount: bridged,
            offsets: new uint256[](0),
            data: abi.encodeCall(bridge.deposit, (address(tokenB), bridged, recipient))
        });
        calls = new Call[](6);
        calls[0] = minBalance(address(tokenA), amount);
        calls[1] = ignored(runRouter(address(tokenA), amount - fee, steps, outputs1(address(tokenB), 0)), RUN_GAS);
        calls[2] = payFee(address(tokenA), fee);
        calls[3] = fallbackOnly(sweep(address(tokenA), owner.addr, 0));
        calls[4] = leftover(address(tokenA), owner.addr);
        calls[5] = leftover(address(tokenB), owner.addr);
    }

    /// @notice The standard destination batch: check, inject the balance and call the vault, else to the recipient.
    function destinationBatch(address token, uint256 amount) internal view returns (Call[] memory calls) {
        calls = new Call[](3);
        calls[0] = minBalance(token, amount);
        calls[1] = ignored(injectSupply(token, amount, 0), 400_000);
        calls[2] = fallbackOnly(sweep(token, recipient, 0));
    }

    /// @notice The standard delivery of an exact output: check, pay, else all to the owner; leftovers to the owner in a call of their own.
    function exactBatch(address token, uint256 amount, address restTo) internal view returns (Call[] memory calls) {
        calls = new Call[](4);
        calls[0] = minBalance(token, amount);
        calls[1] = ignored(
            delegated(address(router), abi.encodeCall(router.pay, (token, recipient, amount))), SWEEP_GAS
        );
        calls[2] = fallbackOnly(sweep(token, restTo, 0));
        calls[3] = leftover(token, restTo);
    }

    function injectSupply(address token, uint256 minAmount, uint256 value) internal view returns (Call memory) {
        uint256[] memory offsets = new uint256[](1);
        offsets[0] = 4 + 32;
        bytes memory data = abi.encodeCall(vault.supply, (token, PLACEHOLDER, recipient, 77));
        return delegated(
            address(router),
            abi.encodeCall(
                router.injectAndCall, (token, address(vault), address(vault), value, minAmount, offsets, data)
            )
        );
    }
}
