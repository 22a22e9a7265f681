// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Base, Call, Config, Execution, IntentWallet} from "./Base.sol";
import {IPair, Intruder, Newborn} from "./mocks/Intruder.sol";
import {HookToken} from "./mocks/Zoo.sol";

interface IPairFactory {
    function createPair(address a, address b) external returns (address);
}

/// @notice Every lock and callback that a stranger can be inside of, and every call that it can make from there.
abstract contract Contexts is Base {
    uint256 internal constant CONTEXTS = 9;
    uint256 internal constant ATTEMPTS = 13;

    IPair internal pair;
    Intruder internal intruder;
    HookToken internal hooked;
    /// @dev The token that a stranger would have refunded.
    address internal refunded;

    function setUp() public virtual override {
        super.setUp();
        // Uniswap's own pair, as published.
        string memory build = vm.readFile("../node_modules/@uniswap/v2-core/build/UniswapV2Factory.json");
        bytes memory code = vm.parseBytes(string.concat("0x", vm.parseJsonString(build, ".evm.bytecode.object")));
        code = abi.encodePacked(code, abi.encode(address(0)));
        address pairFactory;
        assembly {
            pairFactory := create(0, add(code, 0x20), mload(code))
        }
        pair = IPair(IPairFactory(pairFactory).createPair(address(tokenA), address(tokenB)));
        tokenA.mint(address(pair), 1e12);
        tokenB.mint(address(pair), 1e12);
        pair.mint(address(this));
        intruder = new Intruder();
        hooked = new HookToken();
        refunded = address(tokenA);
    }

    function _attempt(uint256 which, Config memory config, Call[] memory calls)
        internal
        returns (address to, bytes memory data)
    {
        IntentWallet wallet = walletOf(config);
        bytes memory signed =
            abi.encodeCall(wallet.executeAsOwner, (config, calls, 0, 1, signAsOwner(wallet, calls, 0, 1)));
        bytes memory asExecutor = abi.encodeCall(wallet.executeAsExecutor, (config, calls, 0, 1));
        bytes memory asStrict = abi.encodeCall(wallet.executeStrictly, (config, calls, 0, 1));
        bytes32 imageHash = hasher.config(config);
        if (which == 0) return (address(wallet), abi.encodeCall(wallet.execute, (config, calls, 0, 1)));
        if (which == 1) return (address(wallet), asExecutor);
        if (which == 2) return (address(wallet), asStrict);
        if (which == 3) return (address(wallet), abi.encodeCall(wallet.executeAsOwner, (config, calls, 0, 1, "")));
        if (which == 4) return (address(wallet), signed);
        if (which == 5) return (address(guest), abi.encodeCall(guest.deployAndExecute, (config, calls, 0, 1)));
        if (which == 6) return (address(guest), abi.encodeCall(guest.deployAndExecuteStrictly, (config, calls, 0, 1)));
        if (which == 7) return (address(guest), abi.encodeCall(guest.deployAndExecuteAsExecutor, (config, calls, 0, 1)));
        if (which == 8) return (address(guest), abi.encodeCall(guest.depositAndExecute, (imageHash, "", asExecutor)));
        if (which == 9) return (address(guest), abi.encodeCall(guest.executeMany, (_one(imageHash, asStrict))));
        if (which == 10) return (address(guest), abi.encodeCall(guest.executeMany, (_one(imageHash, signed))));
        if (which == 11) return (address(guest), abi.encodeCall(guest.element, (relayer, true, imageHash, "", asStrict)));
        return (address(wallet), abi.encodeCall(wallet.refund, (config, list(refunded))));
    }

    function _one(bytes32 imageHash, bytes memory execution) internal pure returns (Execution[] memory many) {
        many = new Execution[](1);
        many[0] = Execution(imageHash, 1_500_000, "", execution);
    }

    /// @dev The origin of the transaction is the relayer in every second case: it may be tricked into a transaction, or carry the intruder's intent.
    function _enter(uint256 context, bool relayerIsOrigin, address to, bytes memory data) internal {
        vm.startPrank(stranger, relayerIsOrigin ? relayer : stranger);
        if (context == 0) intruder.plainly();
        else if (context == 1) intruder.fromRouterRun(router);
        else if (context == 2) intruder.fromPairSwap(pair, tokenA);
        else if (context == 3) intruder.fromPairSwap(pair, tokenB);
        else if (context == 4) intruder.fromFlash(exchange);
        else if (context == 5) intruder.fromFlash(vault);
        else if (context == 6) intruder.fromTokenHook(hooked);
        else if (context == 7) new Newborn(to, data);
        vm.stopPrank();
        if (context == 8) _bundleWithIntruder();
    }

    /// @dev The relayer's own bundle, of which one element is the intruder's intent.
    function _bundleWithIntruder() internal {
        Call[] memory calls = calls1(callTo(address(intruder), abi.encodeCall(intruder.strike, ())));
        Config memory config = configOf(calls, 9);
        config.owner = stranger;
        relayMany(_one(hasher.config(config), abi.encodeCall(IntentWallet.executeStrictly, (config, calls, 0, 9))));
    }
}
