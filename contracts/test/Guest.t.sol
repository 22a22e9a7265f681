// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Base, Call, Config, Deposit, Execution, IntentEntrypoint, IntentGuest, IntentWallet, Step, TokenPermit, Vm} from "./Base.sol";
import {Intruder} from "./mocks/Intruder.sol";

contract GuestTest is Base {
    function _element(uint256 salt, uint256 gasLimit) private view returns (Execution memory e, IntentWallet wallet) {
        Call[] memory calls = originBatch(1_000, 10, 900);
        Config memory config = configOf(calls, 1);
        config.salt = salt;
        e = Execution(
            hasher.config(config), gasLimit, "", abi.encodeCall(IntentWallet.executeStrictly, (config, calls, 0, 1))
        );
        wallet = walletOf(config);
    }

    function _configOf(uint256 salt) private view returns (Config memory config) {
        config = configOf(originBatch(1_000, 10, 900), 1);
        config.salt = salt;
    }

    function testFuzz_OneFailingElementSparesTheOthers(uint8 failing) external {
        Execution[] memory many = new Execution[](3);
        IntentWallet[] memory wallets = new IntentWallet[](3);
        uint256 broken = failing % 4;
        for (uint256 i; i < 3; ++i) {
            (many[i], wallets[i]) = _element(i, 1_500_000);
            if (i != broken) tokenA.mint(address(wallets[i]), 1_000);
        }
        relayMany(many);
        uint256 done;
        for (uint256 i; i < 3; ++i) {
            assertEq(address(wallets[i]).code.length, i == broken ? 0 : 45);
            if (i != broken) done += 1;
        }
        assertEq(bridge.bridged(recipient), done * 900);
        relayMany(many);
        assertEq(bridge.bridged(recipient), done * 900);
    }

    function testFuzz_ManyAtAnyGas(uint256 gasGiven) external {
        gasGiven = bound(gasGiven, 100_000, 4_000_000);
        Execution[] memory many = new Execution[](2);
        IntentWallet[] memory wallets = new IntentWallet[](2);
        for (uint256 i; i < 2; ++i) {
            (many[i], wallets[i]) = _element(i, 1_200_000);
            tokenA.mint(address(wallets[i]), 1_000);
        }
        vm.prank(relayer, relayer);
        (bool ok,) = address(guest).call{gas: gasGiven}(abi.encodeCall(guest.executeMany, (many)));
        uint256 ran;
        for (uint256 i; i < 2; ++i) {
            uint256 left = tokenA.balanceOf(address(wallets[i]));
            assertTrue(left == 0 || left == 1_000);
            if (left == 0) ran += 1;
        }
        assertEq(bridge.bridged(recipient), ran * 900);
        assertEq(tokenA.balanceOf(collector), ran * 10);
        assertEq(tokenA.balanceOf(owner.addr), 0);
        if (!ok) assertEq(ran, 0);
        if (gasGiven > 3_400_000) assertEq(ran, 2);
    }

    /// @dev Gas that ends at whichever place, in the guest, the factory or the wallet: where a call says that it went through, the batch ran.
    function testFuzz_AtAnyGasWhatIsSaidToHaveRunRan(uint256 seed) external {
        Call[] memory calls = calls1(callTo(address(counter), abi.encodeCall(counter.hit, ())));
        Config memory config = configOf(calls, 1);
        bytes memory execution = abi.encodeCall(IntentWallet.executeStrictly, (config, calls, 0, 1));
        Execution[] memory many = new Execution[](1);
        many[0] = Execution(hasher.config(config), 1, "", execution);
        bytes[4] memory entries = [
            abi.encodeCall(guest.deployAndExecuteStrictly, (config, calls, 0, 1)),
            abi.encodeCall(guest.deployAndExecuteAsExecutor, (config, calls, 0, 1)),
            abi.encodeCall(guest.depositAndExecute, (many[0].imageHash, "", execution)),
            bytes("")
        ];
        uint256 state = vm.snapshotState();
        for (uint256 k; k < 160; ++k) {
            vm.revertToState(state);
            uint256 given = 40_000 + seed % 2_000 + k / 4 * 5_000;
            many[0].gasLimit = given;
            bool bundled = k % 4 == 3;
            if (bundled) vm.recordLogs();
            vm.prank(relayer, relayer);
            (bool ok,) = address(guest).call{gas: bundled ? 1_000_000 : given}(
                bundled ? abi.encodeCall(guest.executeMany, (many)) : entries[k % 4]
            );
            if (bundled) (ok,) = abi.decode(_elementsDone(vm.getRecordedLogs())[0].data, (bool, bytes));
            assertEq(counter.count(), ok ? 1 : 0);
        }
        assertEq(counter.count(), 1);
    }

    function test_ElementWithoutGasIsReportedAndNotTried() external {
        Execution[] memory many = new Execution[](2);
        IntentWallet[] memory wallets = new IntentWallet[](2);
        for (uint256 i; i < 2; ++i) {
            (many[i], wallets[i]) = _element(i, 1_200_000);
            tokenA.mint(address(wallets[i]), 1_000);
        }
        many[1].gasLimit = 9_000_000;
        vm.recordLogs();
        vm.prank(relayer, relayer);
        (bool ok,) = address(guest).call{gas: 4_000_000}(abi.encodeCall(guest.executeMany, (many)));
        assertTrue(ok);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        Vm.Log memory last = logs[logs.length - 1];
        (bool success, bytes memory reason) = abi.decode(last.data, (bool, bytes));
        assertEq(last.emitter, address(guest));
        assertEq(last.topics[2], many[1].imageHash);
        assertFalse(success);
        assertEq(bytes4(reason), IntentGuest.NotEnoughGas.selector);
        assertEq(tokenA.balanceOf(address(wallets[0])), 0);
        assertEq(tokenA.balanceOf(address(wallets[1])), 1_000);
    }

    function testFuzz_DepositAndExecuteInOne(bool frontRun, bool withPermit) external {
        Call[] memory calls = originBatch(1_000, 10, 900);
        Config memory config = configOf(calls, 1);
        tokenA.mint(owner.addr, 1_005);
        Deposit memory deposit = Deposit(owner.addr, address(tokenA), 1_000, address(walletOf(config)), 5_000, 1, 5, collector);
        bytes memory data = _depositCall(deposit, withPermit);
        if (frontRun) {
            vm.prank(stranger);
            (bool ok,) = address(entrypoint).call(data);
            assertTrue(ok);
        }
        bytes32 imageHash = hasher.config(config);
        vm.prank(relayer, relayer);
        guest.depositAndExecute(imageHash, data, abi.encodeCall(IntentWallet.executeStrictly, (config, calls, 0, 1)));
        assertEq(bridge.bridged(recipient), 900);
        assertEq(tokenA.balanceOf(collector), 15);
        assertEq(tokenA.balanceOf(owner.addr), 0);
    }

    function test_DepositStaysIfItsBatchFails() external {
        Call[] memory calls = originBatch(2_000, 10, 900);
        Config memory config = configOf(calls, 1);
        tokenA.mint(owner.addr, 1_005);
        Deposit memory deposit = Deposit(owner.addr, address(tokenA), 1_000, address(walletOf(config)), 5_000, 1, 5, collector);
        bytes memory data = _depositCall(deposit, true);
        bytes memory execution = abi.encodeCall(IntentWallet.executeStrictly, (config, calls, 0, 1));
        bytes32 imageHash = hasher.config(config);
        vm.expectPartialRevert(IntentWallet.CallReverted.selector);
        vm.prank(relayer, relayer);
        guest.depositAndExecute(imageHash, data, execution);
        assertEq(tokenA.balanceOf(owner.addr), 1_005);
        deposit.amount += 1;
        data = abi.encodeCall(entrypoint.depositToIntent, (deposit, ""));
        vm.expectPartialRevert(IntentEntrypoint.InvalidSignature.selector);
        vm.prank(relayer, relayer);
        guest.depositAndExecute(imageHash, data, execution);
    }

    // --------------------------------------------------------------------------------------------------------------- bundles

    function _elementsDone(Vm.Log[] memory logs) private view returns (Vm.Log[] memory done) {
        uint256 count;
        done = new Vm.Log[](logs.length);
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].emitter == address(guest) && logs[i].topics[0] == IntentGuest.ElementDone.selector) {
                done[count++] = logs[i];
            }
        }
        assembly {
            mstore(done, count)
        }
    }

    /// @dev The intruder's own intent, in the relayer's bundle, tries to run its neighbour and to report on it, by every entry.
    function _intrudersElement(Execution memory victim) private returns (Execution memory e, Intruder intruder) {
        intruder = new Intruder();
        Execution[] memory forged = new Execution[](2);
        (forged[0], forged[1]) = (victim, victim);
        intruder.plan(address(guest), abi.encodeCall(guest.executeMany, (forged)));
        intruder.plan(address(guest), abi.encodeCall(guest.depositAndExecute, (victim.imageHash, "", victim.execution)));
        intruder.plan(address(guest), abi.encodeCall(guest.element, (relayer, true, victim.imageHash, "", victim.execution)));
        intruder.plan(address(walletAt(victim.imageHash)), victim.execution);
        Call[] memory calls = calls1(callTo(address(intruder), abi.encodeCall(intruder.strike, ())));
        Config memory config = configOf(calls, 9);
        config.owner = stranger;
        e = Execution(
            hasher.config(config), 1_500_000, "", abi.encodeCall(IntentWallet.executeStrictly, (config, calls, 0, 9))
        );
    }

    function walletAt(bytes32 imageHash) private view returns (address) {
        return factory.addressOf(address(implementation), imageHash);
    }

    function testFuzz_OneTrueElementDonePerIndex(bool victimFirst, bool funded) external {
        Execution[] memory many = new Execution[](3);
        IntentWallet victim;
        uint256 at = victimFirst ? 0 : 1;
        (many[at], victim) = _element(0, 1_500_000);
        Config memory config = _configOf(0);
        vm.prank(owner.addr);
        factory.deploy(address(implementation), config);
        Intruder intruder;
        (many[1 - at], intruder) = _intrudersElement(many[at]);
        IntentWallet other;
        (many[2], other) = _element(1, 1_500_000);
        tokenA.mint(address(other), 1_000);
        if (funded) tokenA.mint(address(victim), 1_000);
        vm.recordLogs();
        relayMany(many);
        Vm.Log[] memory done = _elementsDone(vm.getRecordedLogs());
        assertEq(intruder.tried(), 4);
        assertEq(intruder.passed(), 0);
        assertEq(done.length, 3);
        for (uint256 i; i < 3; ++i) {
            assertEq(uint256(done[i].topics[1]), i);
            assertEq(done[i].topics[2], many[i].imageHash);
            (bool success, bytes memory reason) = abi.decode(done[i].data, (bool, bytes));
            assertEq(success, i != at || funded);
            assertEq(reason.length == 0, success);
        }
        assertEq(victim.nonceUsed(0, 1), funded);
        assertEq(bridge.bridged(recipient), funded ? 1_800 : 900);
    }

    /// @dev A neighbour breaks what the next element needs. That one fails as if it had not been tried, and goes through alone afterwards.
    function test_NeighbourCannotSpoilAnElement() external {
        Execution[] memory many = new Execution[](2);
        IntentWallet victim;
        (many[1], victim) = _element(0, 1_500_000);
        tokenA.mint(address(victim), 1_000);
        Call[] memory calls = calls1(callTo(address(exchange), abi.encodeCall(exchange.set, (5_000, false))));
        Config memory config = configOf(calls, 9);
        many[0] = Execution(
            hasher.config(config), 500_000, "", abi.encodeCall(IntentWallet.executeStrictly, (config, calls, 0, 9))
        );
        relayMany(many);
        assertEq(exchange.rateBps(), 5_000);
        assertEq(address(victim).code.length, 0);
        assertEq(tokenA.balanceOf(address(victim)), 1_000);
        exchange.set(10_000, false);
        Execution[] memory one = new Execution[](1);
        one[0] = many[1];
        relayMany(one);
        assertEq(bridge.bridged(recipient), 900);
    }

    function _reasonOf(Execution memory e, address sender) private returns (bytes memory reason) {
        Execution[] memory many = new Execution[](1);
        many[0] = e;
        vm.recordLogs();
        vm.prank(sender, sender);
        guest.executeMany(many);
        (, reason) = abi.decode(_elementsDone(vm.getRecordedLogs())[0].data, (bool, bytes));
    }

    function test_BundlesAreStrictAndNeedAGrant() external {
        Call[] memory calls = originBatch(1_000, 10, 900);
        Config memory config = configOf(calls, 1);
        tokenA.mint(address(walletOf(config)), 1_000);
        Execution memory e = Execution(
            hasher.config(config), 1_500_000, "", abi.encodeCall(IntentWallet.executeAsExecutor, (config, calls, 0, 1))
        );
        assertEq(_reasonOf(e, relayer), abi.encodeWithSelector(IntentGuest.TolerantInBundle.selector));
        e.execution = abi.encodeCall(IntentWallet.executeStrictly, (config, calls, 0, 1));
        assertEq(
            _reasonOf(e, stranger),
            abi.encodeWithSelector(IntentGuest.NotGranted.selector, stranger, stranger, 0, block.timestamp)
        );
        assertEq(tokenA.balanceOf(address(walletOf(config))), 1_000);
        assertEq(_reasonOf(e, relayer), "");
        assertEq(bridge.bridged(recipient), 900);
    }

    /// @dev What is open to anyone goes through a stranger's bundle too: open batches, and refunds when it is time.
    function testFuzz_StrangersBundleWhatIsOpen(bool refunds) external {
        (Execution memory e, IntentWallet wallet) = _element(3, 1_500_000);
        tokenA.mint(address(wallet), 1_000);
        Call[] memory calls = originBatch(1_000, 10, 900);
        Config memory config = configOf(calls, 1);
        config.salt = 3;
        e.execution = refunds
            ? abi.encodeCall(IntentWallet.refund, (config, list(address(tokenA))))
            : abi.encodeCall(IntentWallet.execute, (config, calls, 0, 1));
        assertGt(_reasonOf(e, stranger).length, 0);
        vm.warp(refunds ? REFUND_AT : OPEN_AT);
        assertEq(_reasonOf(e, stranger), "");
        assertEq(tokenA.balanceOf(receiver), refunds ? 1_000 : 0);
        assertEq(bridge.bridged(recipient), refunds ? 0 : 900);
    }

    /// @dev Deposited by a stranger before: goes on. Taken back by the user, never signed, late: says so, whatever the wallet held before.
    function testFuzz_AUsedNonceIsPassedOverOnlyWhereTheMoneyIs(bool withPermit, bool bundled) external {
        (Execution memory e, IntentWallet wallet) = _element(3, 1_500_000);
        tokenA.mint(owner.addr, 1_005);
        Deposit memory d = Deposit(owner.addr, address(tokenA), 1_000, address(wallet), 5_000, 1, 5, collector);
        bytes memory signed = _depositCall(d, withPermit);
        uint256 state = vm.snapshotState();
        for (uint256 how; how < 5; ++how) {
            vm.revertToState(state);
            // 1 taken back, with too little there; 2 used before by another deposit, with too little; 3 never signed, 4 late, with enough there.
            bytes memory refusal = how < 3 ? abi.encodeWithSelector(IntentEntrypoint.NonceUsed.selector, owner.addr, 1) : bytes("");
            tokenA.mint(address(wallet), how < 3 ? 999 : 1_000);
            e.deposit = signed;
            if (how == 0) (refusal, signed) = ("", _submitted(signed));
            if (how == 1 || how == 2) vm.prank(owner.addr);
            if (how == 1) entrypoint.invalidateNonce(1);
            if (how == 2) entrypoint.depositToIntent(Deposit(owner.addr, address(tokenA), 0, stranger, 5_000, 1, 0, collector), "");
            if (how == 3) {
                e.deposit = abi.encodeCall(entrypoint.depositToIntent, (d, new bytes(65)));
                refusal = abi.encodeWithSelector(IntentEntrypoint.InvalidSignature.selector, owner.addr, entrypoint.hashDeposit(d));
            }
            if (how == 4) vm.warp(5_001);
            if (how == 4) refusal = abi.encodeWithSelector(IntentEntrypoint.Expired.selector, 5_000, 5_001);
            _expectRun(e, bundled, refusal);
        }
    }

    function _submitted(bytes memory deposit) private returns (bytes memory) {
        vm.prank(stranger);
        (bool ok,) = address(entrypoint).call(deposit);
        assertTrue(ok);
        return deposit;
    }

    function _expectRun(Execution memory e, bool bundled, bytes memory refusal) private {
        if (bundled) {
            assertEq(_reasonOf(e, relayer), refusal);
        } else {
            vm.prank(relayer, relayer);
            if (refusal.length != 0) vm.expectRevert(refusal);
            guest.depositAndExecute(e.imageHash, e.deposit, e.execution);
        }
        assertEq(bridge.bridged(recipient), refusal.length != 0 ? 0 : 900);
    }

    /// @dev A bundle is told by the wallet it runs, and a neighbour's name is not to be had.
    function test_AnElementRunsTheWalletItNames() external {
        (Execution memory e,) = _element(3, 1_500_000);
        (Execution memory other, IntentWallet wallet) = _element(4, 1_500_000);
        tokenA.mint(address(wallet), 1_000);
        other.imageHash = e.imageHash;
        bytes memory refusal = abi.encodeWithSelector(IntentGuest.WrongImageHash.selector, e.imageHash, address(wallet));
        assertEq(_reasonOf(other, relayer), refusal);
        vm.prank(relayer, relayer);
        vm.expectRevert(refusal);
        guest.depositAndExecute(other.imageHash, "", other.execution);
    }

    /// @dev The guest reads the configuration where the call data says that it is, which may be behind what the wallet gets. The wallet cannot
    /// read it there, so it is not left deployed for nothing.
    function testFuzz_AWalletIsDeployedForWhatItReads(uint8 words) external {
        Config memory config = configOf(originBatch(1_000, 10, 900), 1);
        bytes memory rest = new bytes(32 * uint256(words));
        // From the arguments: this word, the rest, 28 bytes up to a whole word, and the first word of what follows.
        bytes memory execution = abi.encodePacked(IntentWallet.executeStrictly.selector, 32 + rest.length + 28 + 32, rest);
        bytes memory data = abi.encodeCall(guest.depositAndExecute, (hasher.config(config), "", execution));
        vm.expectCall(address(factory), abi.encodeCall(factory.deploy, (address(implementation), config)));
        vm.prank(relayer, relayer);
        (bool ok,) = address(guest).call(abi.encodePacked(data, abi.encode(config)));
        assertFalse(ok);
        assertEq(address(walletOf(config)).code.length, 0);
    }

    /// @dev Why the service keeps runs of different owners apart: a bundle cannot know that two runs meet in a pool. The loss has the bound that
    /// was quoted, and the contracts hold it.
    function testFuzz_ANeighbourTakesAtMostTheSlippage(uint8 impact, bool apart) external {
        exchange.setImpact(bound(impact, 1, 200));
        Call[] memory calls = originBatch(1_000, 10, 900);
        Config memory config = configOf(calls, 1);
        (Execution memory e, IntentWallet wallet) = _element(7, 1_500_000);
        assertEq(e.imageHash, hasher.config(config));
        tokenA.mint(address(wallet), 1_000);
        Step[] memory buy = steps1(swapStep(address(tokenA), address(tokenB), 500));
        Call[] memory theirs = calls1(runRouter(address(tokenA), 500, buy, outputs1(address(tokenB), 0)));
        config = configOf(theirs, 2);
        tokenA.mint(address(walletOf(config)), 500);
        Execution[] memory many = new Execution[](2);
        many[0] = Execution(
            hasher.config(config), 1_500_000, "", abi.encodeCall(IntentWallet.executeStrictly, (config, theirs, 0, 2))
        );
        many[1] = e;
        if (apart) (many[0], many[1]) = (many[1], many[0]);
        relayMany(many);
        uint256 leftovers = tokenB.balanceOf(owner.addr);
        if (apart) assertEq(leftovers, 90);
        else if (address(wallet).code.length != 0) assertLt(leftovers, 90);
        assertEq(bridge.bridged(recipient), address(wallet).code.length != 0 ? 900 : 0);
    }

    function testFuzz_DeployAndRefund(uint96 amount) external {
        Config memory config = emptyConfig();
        tokenA.mint(address(walletOf(config)), amount);
        vm.expectPartialRevert(IntentWallet.RefundTooEarly.selector);
        guest.deployAndRefund(config, list(address(tokenA)));
        vm.warp(REFUND_AT);
        vm.prank(stranger);
        assertEq(guest.deployAndRefund(config, list(address(tokenA))), address(walletOf(config)));
        assertEq(tokenA.balanceOf(receiver), amount);
    }

    function _depositCall(Deposit memory deposit, bool withPermit) private returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(owner, entrypoint.hashDeposit(deposit));
        bytes memory signature = abi.encodePacked(r, s, v);
        uint256 total = deposit.amount + deposit.feeAmount;
        if (!withPermit) {
            vm.prank(owner.addr);
            tokenA.approve(address(entrypoint), total);
            return abi.encodeCall(entrypoint.depositToIntent, (deposit, signature));
        }
        (v, r, s) = vm.sign(owner, tokenA.permitDigest(owner.addr, address(entrypoint), total, 0, 9_999));
        bytes memory permit = abi.encodePacked(r, s, v);
        return abi.encodeCall(entrypoint.depositToIntentWithPermit, (deposit, signature, TokenPermit(total, 9_999, permit)));
    }
}
