// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Base, Call, Config, Deposit, Execution, IntentGuest, IntentRouter, IntentWallet, Output, Step, Vm} from "./Base.sol";
import {IntentUtils} from "../src/IntentUtils.sol";
import {IntentWalletFactory} from "../src/IntentWalletFactory.sol";
import {Injection} from "../src/lib/Injection.sol";
import {BlocklistToken, FeeToken, Token} from "./mocks/Zoo.sol";

/// @notice Takes `keeps` less than it may, and remembers what it was allowed.
contract Sipper {
    uint256 public allowed;

    function sip(Token token, uint256 keeps) external {
        allowed = token.allowance(msg.sender, address(this));
        token.transferFrom(msg.sender, address(this), allowed - keeps);
    }
}

/// @notice The last unit, second, call and byte before something changes, and what events name. Each was found by a mutant that no other suite noticed.
contract EdgesTest is Base {
    // ------------------------------------------------------------------------------------------------------------ configurations

    /// @dev Whoever writes itself into a configuration as executor has another wallet, whatever the mode.
    function testFuzz_NobodyNamesItselfExecutor(address thief, bool strict) external {
        vm.assume(thief != address(guest) && thief != address(vm));
        Call[] memory calls = calls1(sweep(address(tokenA), recipient, 0));
        IntentWallet wallet = deployed(emptyConfig());
        tokenA.mint(address(wallet), 1_000);
        Config memory forged = configOf(calls, 1);
        forged.executor = thief;
        bytes memory refusal = abi.encodeWithSelector(
            IntentWallet.WrongConfig.selector, hasher.config(forged), address(walletOf(forged))
        );
        vm.expectRevert(refusal);
        vm.prank(thief);
        if (strict) wallet.executeStrictly(forged, calls, 0, 1);
        else wallet.executeAsExecutor(forged, calls, 0, 1);
        vm.warp(OPEN_AT);
        vm.expectRevert(refusal);
        wallet.execute(forged, calls, 0, 1);
        assertEq(tokenA.balanceOf(address(wallet)), 1_000);
    }

    /// @dev A recovery that fails answers the zero address, which must not pass for a signer.
    function testFuzz_TheZeroAddressSignsNothing(bytes32 r, bytes32 s, uint8 v) external {
        Config memory config = emptyConfig();
        config.owner = address(0);
        IntentWallet wallet = deployed(config);
        Call[] memory calls = calls1(callTo(address(counter), abi.encodeCall(counter.hit, ())));
        vm.expectPartialRevert(IntentWallet.NotOwner.selector);
        wallet.executeAsOwner(config, calls, 0, 1, abi.encodePacked(r, s, v % 2 == 0 ? v : 0));
    }

    function test_DeploymentsAreToldOnce() external {
        Config memory config = emptyConfig();
        vm.expectEmit(address(factory));
        emit IntentWalletFactory.Deployed(address(walletOf(config)), address(implementation), hasher.config(config));
        deployed(config);
        vm.recordLogs();
        deployed(config);
        assertEq(vm.getRecordedLogs().length, 0);
    }

    function test_EachContractTellsItsVersion() external {
        address[8] memory all = [
            address(router),
            address(shim),
            address(utils),
            address(factory),
            address(implementation),
            address(entrypoint),
            address(guest),
            address(deployed(emptyConfig()))
        ];
        for (uint256 i; i < all.length; ++i) assertEq(IntentUtils(all[i]).VERSION(), "2");
    }

    function test_ABatchHasUpTo256Calls() external {
        Call[] memory calls = new Call[](implementation.MAX_CALLS());
        for (uint256 i; i < calls.length; ++i) calls[i] = callTo(address(counter), abi.encodeCall(counter.hit, ()));
        Config memory config = configOf(calls, 1);
        strictly(deployed(config), config, calls, 0, 1);
        assertEq(counter.count(), 256);
    }

    // ------------------------------------------------------------------------------------------------------------------- grants

    function test_AGrantLastsUpToAndIncludingItsLastSecond() external {
        Call[] memory calls = calls1(callTo(address(counter), abi.encodeCall(counter.hit, ())));
        Config memory config = configOf(calls, 1);
        uint64 until = REFUND_AT - 1;
        guest.submitGrant(relayer, until, 2, grantFor(relayer, until, 2));
        vm.warp(until);
        relay(config, calls, 0, 1);
        assertEq(counter.count(), 1);
        uint64 before = until - 1;
        guest.submitGrant(relayer, before, 3, grantFor(relayer, before, 3));
        vm.expectRevert(abi.encodeWithSelector(IntentGuest.NotGranted.selector, relayer, relayer, before, until));
        vm.prank(relayer, relayer);
        guest.deployAndExecuteStrictly(config, calls, 0, 1);
    }

    function test_AGrantIsSubmittedOnce() external {
        bytes memory grant_ = grantFor(relayer, GRANT_UNTIL, 2);
        guest.submitGrant(relayer, GRANT_UNTIL, 2, grant_);
        vm.expectRevert(abi.encodeWithSelector(IntentGuest.GrantOutdated.selector, relayer, 2, 2));
        guest.submitGrant(relayer, GRANT_UNTIL, 2, grant_);
    }

    /// @dev 1/64 of the gas stays with the caller, and the guest needs its reserve beside it.
    function testFuzz_AnElementThatCannotGetItsGasIsNotTried(uint256 gasLimit) external {
        gasLimit = bound(gasLimit, 1_000_000, 20_000_000);
        Call[] memory calls = calls1(callTo(address(counter), abi.encodeCall(counter.hit, ())));
        Config memory config = configOf(calls, 1);
        Execution[] memory many = new Execution[](1);
        many[0] = Execution(
            hasher.config(config), gasLimit, "", abi.encodeCall(IntentWallet.executeStrictly, (config, calls, 0, 1))
        );
        uint256 needed = gasLimit * 64 / 63 + 30_000;
        vm.recordLogs();
        vm.prank(relayer, relayer);
        guest.executeMany{gas: needed - 1}(many);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        assertEq(logs.length, 1);
        (bool success, bytes memory reason) = abi.decode(logs[0].data, (bool, bytes));
        assertFalse(success);
        assertEq(bytes4(reason), IntentGuest.NotEnoughGas.selector);
        (uint256 told,) = this.numbersOf(reason);
        assertEq(told, needed);
        assertEq(counter.count(), 0);
        vm.prank(relayer, relayer);
        guest.executeMany{gas: needed + 30_000}(many);
        assertEq(counter.count(), 1);
    }

    function numbersOf(bytes calldata reason) external pure returns (uint256, uint256) {
        return abi.decode(reason[4:], (uint256, uint256));
    }

    // -------------------------------------------------------------------------------------------------------------------- money

    function test_AFeeOfOneUnitIsPaid() external {
        Deposit memory d = Deposit(owner.addr, address(tokenA), 1_000, makeAddr("intent"), 5_000, 1, 1, collector);
        tokenA.mint(owner.addr, 1_001);
        vm.startPrank(owner.addr);
        tokenA.approve(address(entrypoint), 1_001);
        entrypoint.depositToIntent(d, "");
        assertEq(tokenA.balanceOf(collector), 1);
        assertEq(tokenA.balanceOf(owner.addr), 0);
    }

    function testFuzz_ExactlyWhatIsThereCanBePaid(uint96 amount, uint96 missing, bool isFirst) external {
        vm.assume(amount > 0);
        missing = uint96(bound(missing, 1, amount));
        bytes memory data = abi.encodeCall(router.pay, (address(tokenA), recipient, amount));
        Call[] memory calls = calls1(delegated(address(router), data));
        Config memory config = configOf(calls, 1);
        IntentWallet wallet = deployed(config);
        tokenA.mint(address(wallet), amount - missing);
        bytes memory reason =
            abi.encodeWithSelector(IntentRouter.AmountTooLow.selector, address(tokenA), amount, amount - missing);
        vm.prank(address(guest), isFirst ? address(guest) : relayer);
        vm.expectRevert(abi.encodeWithSelector(IntentWallet.CallReverted.selector, 0, reason));
        wallet.executeStrictly(config, calls, 0, 1);
        tokenA.mint(address(wallet), missing);
        strictly(wallet, config, calls, 0, 1);
        assertEq(tokenA.balanceOf(recipient), amount);
    }

    /// @dev Somebody's dust at the router must not make up for what a token keeps.
    function testFuzz_DustAtTheRouterHidesNoFeeOnTransfer(uint96 dust) external {
        dust = uint96(bound(dust, 1_000, type(uint96).max));
        FeeToken token = new FeeToken();
        token.mint(address(router), dust);
        token.mint(stranger, 10_000);
        vm.startPrank(stranger);
        token.approve(address(router), 10_000);
        vm.expectPartialRevert(IntentRouter.ReceivedTooLittle.selector);
        router.run(address(token), 10_000, new Step[](0), new Output[](0));
    }

    function testFuzz_TheTargetOfAnInjectedCallMayTakeTheMeasuredAmountAndNoMore(uint96 amount, uint8 keeps) external {
        vm.assume(amount > keeps);
        Sipper sipper = new Sipper();
        bytes memory data = abi.encodeCall(sipper.sip, (Token(address(tokenA)), uint256(keeps)));
        Call[] memory calls = calls1(
            delegated(
                address(router),
                abi.encodeCall(
                    router.injectAndCall,
                    (address(tokenA), address(sipper), address(sipper), 0, 0, new uint256[](0), data)
                )
            )
        );
        Config memory config = configOf(calls, 1);
        IntentWallet wallet = deployed(config);
        tokenA.mint(address(wallet), amount);
        strictly(wallet, config, calls, 0, 1);
        assertEq(sipper.allowed(), amount);
        assertEq(tokenA.allowance(address(wallet), address(sipper)), 0, "not even one unit is left allowed");
        assertEq(tokenA.balanceOf(address(wallet)), keeps);
    }

    /// @dev Native token needs no allowance, and nobody is allowed anything where no spender is named.
    function testFuzz_OnlyASpenderOfATokenIsAllowedAnything(uint96 amount) external {
        Step memory step = swapStep(address(0), address(tokenB), amount);
        step.spender = address(exchange);
        vm.deal(stranger, amount);
        vm.prank(stranger);
        router.run{value: amount}(address(0), amount, steps1(step), outputs1(address(tokenB), amount));
        assertEq(tokenB.balanceOf(stranger), amount);

        step = swapStep(address(tokenA), address(tokenB), amount);
        step.spender = address(0);
        (step.target, step.data) = (address(counter), abi.encodeCall(counter.hit, ()));
        tokenA.mint(stranger, amount);
        vm.startPrank(stranger);
        tokenA.approve(address(router), amount);
        vm.expectCall(address(tokenA), abi.encodeWithSelector(Token.approve.selector, address(0)), 0);
        router.run(address(tokenA), amount, steps1(step), new Output[](0));
        assertEq(tokenA.balanceOf(stranger), amount);
    }

    function test_AllowanceOfOneUnitIsTakenBack() external {
        Sipper sipper = new Sipper();
        Step memory step = swapStep(address(tokenA), address(tokenB), 1_000);
        (step.target, step.spender) = (address(sipper), address(sipper));
        step.data = abi.encodeCall(sipper.sip, (Token(address(tokenA)), 1));
        tokenA.mint(stranger, 1_000);
        vm.startPrank(stranger);
        tokenA.approve(address(router), 1_000);
        router.run(address(tokenA), 1_000, steps1(step), new Output[](0));
        assertEq(sipper.allowed(), 1_000);
        assertEq(tokenA.allowance(address(router), address(sipper)), 0);
        assertEq(tokenA.balanceOf(stranger), 1);
    }

    function testFuzz_OnlyAPlaceholderIsWrittenOver(uint256 word) external {
        vm.assume(word != PLACEHOLDER);
        uint256[] memory offsets = new uint256[](1);
        offsets[0] = 4 + 32;
        bytes memory data = abi.encodeCall(vault.supply, (address(tokenA), word, recipient, 77));
        bytes memory call = abi.encodeCall(
            router.injectAndCall, (address(tokenA), address(vault), address(vault), 0, 0, offsets, data)
        );
        Call[] memory calls = calls1(delegated(address(router), call));
        Config memory config = configOf(calls, 1);
        bytes memory reason = abi.encodeWithSelector(Injection.PlaceholderMissing.selector, offsets[0], word);
        IntentWallet wallet = deployed(config);
        vm.expectRevert(abi.encodeWithSelector(IntentWallet.CallReverted.selector, 0, reason));
        strictly(wallet, config, calls, 0, 1);
    }

    /// @dev As a router's step: native token with empty data goes to a plain account, and a single byte of data does not.
    function testFuzz_AStepPaysAPlainAccountWithEmptyDataOnly(uint96 amount, bytes1 data) external {
        Step memory step;
        (step.target, step.value, step.amount) = (recipient, amount, amount);
        vm.deal(stranger, uint256(amount) * 2);
        vm.prank(stranger);
        router.run{value: amount}(address(0), amount, steps1(step), new Output[](0));
        assertEq(recipient.balance, amount);
        step.data = abi.encodePacked(data);
        vm.prank(stranger);
        vm.expectPartialRevert(IntentRouter.StepFailed.selector);
        router.run{value: amount}(address(0), amount, steps1(step), new Output[](0));
    }

    // ------------------------------------------------------------------------------------------------------------------- events

    function testFuzz_ARefundTellsOfEveryToken(uint96 amount) external {
        vm.assume(amount > 0);
        Config memory config = emptyConfig();
        IntentWallet wallet = deployed(config);
        BlocklistToken blocked = new BlocklistToken();
        blocked.mint(address(wallet), amount);
        blocked.setBlocked(receiver, true);
        tokenA.mint(address(wallet), amount);
        address[] memory tokens = new address[](2);
        (tokens[0], tokens[1]) = (address(blocked), address(tokenA));
        vm.warp(REFUND_AT);
        vm.expectEmit(true, false, false, false, address(wallet));
        emit IntentWallet.RefundFailed(address(blocked), "");
        vm.expectEmit(address(wallet));
        emit IntentWallet.Refunded(address(tokenA), receiver, amount, 0, 0);
        wallet.refund(config, tokens);
        assertEq(tokenA.balanceOf(receiver), amount);
    }
}
