/**
 * Every guard of the contracts, each with the way it is broken and the test that has to notice.
 *
 * `find` stands once in the file, or once in `within` if it needs its surroundings to be told apart. Without `broken` the statement is left out.
 */
export type Mutant = {
  name: string
  file: string
  find: string
  within?: string
  test: string
  /** The same place with the guard broken while `on` holds. */
  broken?: (on: string) => string
}

const wallet = 'IntentWallet.sol'
const router = 'IntentRouter.sol'
const shim = 'IntentRouterShim.sol'
const guest = 'IntentGuest.sol'
const entrypoint = 'IntentEntrypoint.sol'
const factory = 'IntentWalletFactory.sol'
const utils = 'IntentUtils.sol'
const signatures = 'lib/Signatures.sol'
const tokens = 'lib/Tokens.sol'
const injection = 'lib/Injection.sol'

const refundOnTime = 'block.timestamp < config.refundAt && msg.sender'
const fallbackFlag = 'if (c.onlyFallback && !errorFlag) continue;'
const gasMargin = 'gasLimit * 64 / 63 + GAS_RESERVE'
const permitCall = 'Calls.call(deposit.token, 0, data, gasleft());'
const usedNonceOnly = 'bytes4(reason) != IntentEntrypoint.NonceUsed.selector'
const magicValue = 'abi.decode(result, (bytes32)) == bytes32(IERC1271.isValidSignature.selector)'
const walletLock = 'Transient.lock(Transient.WALLET_LOCK);'
const walletUnlock = 'Transient.unlock(Transient.WALLET_LOCK);'
const amountTooLow = 'if (amount < minAmount) revert AmountTooLow(token, minAmount, amount);'
const unlistedToken =
  'if (step.token != input && !_listed(outputs, step.token)) revert UnlistedToken(index, step.token);'
const delegateOnly = 'if (address(this) == SELF) revert DelegateCallOnly();'
const markSuccess = 'Transient.set(Transient.SUCCESS, true);'

// biome-ignore format: one mutant a line, or a line and its rest
export const contractMutants: Mutant[] = [
  { name: 'wallet: configuration proof', file: wallet, find: 'if (itsWallet != address(this)) revert WrongConfig(imageHash, itsWallet);', test: 'testFuzz_WrongConfigIsRefused' },
  { name: 'wallet: no batch after the refund time', file: wallet, find: 'if (block.timestamp >= config.refundAt) revert RefundTimeReached(config.refundAt, block.timestamp);', test: 'testFuzz_ExecuteAndStrangersRefundExcludeEachOther' },
  { name: 'wallet: refund on time', file: wallet, find: refundOnTime, test: 'testFuzz_ExecuteAndStrangersRefundExcludeEachOther', broken: (on) => `!${on} && ${refundOnTime}` },
  { name: 'wallet: committed batches', file: wallet, find: 'if (!_contains(config.batches, digest)) revert UnknownBatch(digest);', test: 'testFuzz_OnlyCommittedBatchesRun' },
  { name: 'wallet: chain binding', file: wallet, find: 'block.chainid', within: 'IntentTypes.hashBatch(block.chainid, calls, space, nonce);\n        if (!_contains', test: 'testFuzz_BoundToItsChain', broken: (on) => `(${on} ? 31337 : block.chainid)` },
  { name: 'wallet: owner signature', file: wallet, find: 'if (!Signatures.isValid(config.owner, signed, signature)) revert NotOwner(config.owner, digest);', test: 'testFuzz_NobodyElseActsAsOwner' },
  { name: 'wallet: nonce check', file: wallet, find: 'if (nonceUsed[space][nonce]) revert NonceUsed(space, nonce);', test: 'testFuzz_EachNonceOnce' },
  { name: 'wallet: nonce write', file: wallet, find: 'nonceUsed[space][nonce] = true;', test: 'testFuzz_EachNonceOnce' },
  { name: 'wallet: lock of a batch', file: wallet, find: walletLock, within: `${walletLock}\n        Transient.set`, test: 'testFuzz_NobodyStartsABatchInTheMiddleOfAnother' },
  { name: 'wallet: unlock of a batch', file: wallet, find: walletUnlock, within: `${walletUnlock}\n        emit Executed`, test: 'testFuzz_NobodyStartsABatchInTheMiddleOfAnother' },
  { name: 'wallet: lock of a refund', file: wallet, find: walletLock, within: `${walletLock}\n        bool moved`, test: 'test_ReceiverCannotReenterTheRefund' },
  { name: 'wallet: success cleared', file: wallet, find: 'Transient.set(Transient.SUCCESS, false);', test: 'test_SuccessDoesNotOutliveItsBatch' },
  { name: 'wallet: number of calls', file: wallet, find: 'if (calls.length > MAX_CALLS) revert TooManyCalls(calls.length, MAX_CALLS);', test: 'test_TooManyCalls' },
  { name: 'wallet: fallback flag', file: wallet, find: fallbackFlag, test: 'test_FallbackRunsOnlyRightAfterAnIgnoredFailure', broken: (on) => `if (c.onlyFallback && (${on} || !errorFlag)) continue;` },
  { name: 'wallet: error flag lowered', file: wallet, find: 'errorFlag = false;', test: 'test_FallbackRunsOnlyRightAfterAnIgnoredFailure' },
  { name: 'wallet: stop', file: wallet, find: 'if (c.behaviorOnError == STOP) break;', test: 'test_FallbackRunsOnlyRightAfterAnIgnoredFailure' },
  { name: 'wallet: revert', file: wallet, find: 'if (c.behaviorOnError == REVERT) revert CallReverted(i, reason);', test: 'testFuzz_RevertCarriesIndexAndReason' },
  { name: 'wallet: unknown behaviour', file: wallet, find: 'if (c.behaviorOnError > STOP) revert UnknownBehavior(index, c.behaviorOnError);', test: 'testFuzz_UnknownBehaviorIsRefused' },
  { name: 'wallet: delegate call guard', file: wallet, find: 'if (c.delegateCall && c.to != ROUTER && c.to != SHIM) revert DelegateCallForbidden(index, c.to);', test: 'testFuzz_DelegateCallOnlyToRouterAndShim' },
  { name: 'wallet: gas limit of tolerated calls', file: wallet, find: 'if (gasLimit == 0 && c.behaviorOnError != REVERT) revert GasLimitMissing(index);', test: 'testFuzz_ToleratedFailureMustStateItsGas' },
  { name: 'wallet: gas check', file: wallet, find: 'if (gasleft() < needed) revert NotEnoughGas(index, needed, gasleft());', test: 'testFuzz_ToleratedCallIsNeverStarved' },
  { name: 'wallet: gas margin', file: wallet, find: gasMargin, test: 'test_NotEnoughGasSaysHowMuch', broken: (on) => `${on} ? gasLimit : ${gasMargin}` },
  { name: 'wallet: refund receiver', file: wallet, find: 'if (config.refundReceiver == address(0)) revert NoRefundReceiver();', test: 'test_RefundRefusesToBurn' },
  { name: 'wallet: nothing refunded', file: wallet, find: 'if (!moved && failure.length != 0) revert NothingRefunded(failedToken, failure);', test: 'testFuzz_OneBadTokenDoesNotHoldTheOthersBack' },
  { name: 'wallet: refundOne is its own', file: wallet, find: 'if (msg.sender != address(this)) revert NotOwner(address(this), bytes32(0));', test: 'testFuzz_RefundOneIsForTheWalletOnly' },
  { name: 'factory: deployed before', file: factory, find: 'if (wallet.code.length != 0) return wallet;', test: 'testFuzz_DeployIsIdempotentAndGuarded' },
  { name: 'factory: deployment failed', file: factory, find: 'if (created == address(0)) revert DeployFailed(implementation, imageHash);', test: 'test_DeployReportsFailure' },
  { name: 'utils: deadline', file: utils, find: 'if (block.timestamp > deadline) revert Expired(deadline, block.timestamp);', test: 'testFuzz_NotExpired' },
  { name: 'utils: minimum balance', file: utils, find: 'if (balance < minAmount) revert BalanceTooLow(token, minAmount, balance);', test: 'testFuzz_MinBalance' },
  { name: 'router: helpers by delegate call only', file: router, find: delegateOnly, test: 'testFuzz_HelpersAreForDelegateCallsOnly' },
  { name: 'router: run by call only', file: router, find: 'if (address(this) != SELF) revert CallOnly();', test: 'testFuzz_RunIsNotForDelegateCalls' },
  { name: 'router: lock', file: router, find: 'Transient.lock(Transient.ROUTER_LOCK);', test: 'testFuzz_NobodyEntersARunHalfWay' },
  { name: 'router: unlock', file: router, find: 'Transient.unlock(Transient.ROUTER_LOCK);', test: 'test_ZooNoReturnAndApprovalReset' },
  { name: 'router: native token from outside', file: router, find: 'if (!Transient.get(Transient.ROUTER_LOCK)) revert Unexpected(msg.sender, msg.value);', test: 'testFuzz_NativeFromOutsideIsRefused' },
  { name: 'router: value of a native run', file: router, find: 'if (msg.value != amount) revert WrongValue(amount, msg.value);', test: 'testFuzz_WrongValueIsRefused' },
  { name: 'router: value beside a token', file: router, find: 'if (msg.value != 0) revert WrongValue(0, msg.value);', test: 'testFuzz_WrongValueIsRefused' },
  { name: 'router: received amount', file: router, find: 'if (received < amount) revert ReceivedTooLittle(token, amount, received);', test: 'test_ZooFeeOnTransferGoesBack' },
  { name: 'router: unlisted tokens', file: router, find: unlistedToken, test: 'testFuzz_UnlistedTokensAreRefused' },
  { name: 'router: unlisted native token', file: router, find: 'revert UnlistedToken(index, Tokens.NATIVE);', test: 'testFuzz_UnlistedTokensAreRefused' },
  { name: 'router: forbidden selectors', file: router, find: 'revert ForbiddenSelector(index, selector);', test: 'testFuzz_ForbiddenSelectors' },
  { name: 'router: failed step', file: router, find: 'if (!ok) revert StepFailed(index, reason);', test: 'test_StepFailureCarriesItsReason' },
  { name: 'router: allowance of a step taken back', file: router, find: 'if (approves) Tokens.resetAllowance(step.token, step.spender);', test: 'testFuzz_UnusedAllowanceIsTakenBack' },
  { name: 'router: minimum output', file: router, find: amountTooLow, within: `${amountTooLow}\n        if (amount != 0)`, test: 'testFuzz_MinimumOutputIsRespected' },
  { name: 'router: minimum of a sweep', file: router, find: amountTooLow, within: `${amountTooLow}\n        if (amount == 0)`, test: 'testFuzz_SweepDeliversAllOrFails' },
  { name: 'router: delivered amount', file: router, find: 'if (arrived < minAmount) revert AmountTooLow(token, minAmount, arrived);', test: 'test_ZooFeeOnTransferGoesBack' },
  { name: 'router: exact payment', file: router, find: 'if (balance < amount) revert AmountTooLow(token, amount, balance);', test: 'testFuzz_PayAndSweepSplitsExactly' },
  { name: 'router: fee only on success', file: router, find: 'if (!Transient.get(Transient.SUCCESS)) revert NotSucceeded();', test: 'testFuzz_FeeOnlyOnSuccessAndAsQuoted' },
  { name: 'router: refund only after failure', file: router, find: 'if (Transient.get(Transient.SUCCESS)) revert Succeeded();', test: 'testFuzz_RefundHelperOnlyAfterFailure' },
  { name: 'router: minimum of an injection', file: router, find: amountTooLow, within: `${amountTooLow}\n        bool approves`, test: 'testFuzz_InjectionRespectsItsMinimum' },
  { name: 'router: failed target', file: router, find: 'if (!ok) revert TargetFailed(target, reason);', test: 'testFuzz_SameChainSwapThenCall' },
  { name: 'router: allowance of an injected call taken back', file: router, find: 'if (approves) Tokens.resetAllowance(token, spender);', test: 'testFuzz_InjectionAllowanceIsTakenBack' },
  { name: 'router: success of an injected call', file: router, find: markSuccess, test: 'testFuzz_AnInjectedCallEarnsTheFee' },
  { name: 'injection: bounds', file: injection, find: 'if (offset < 4 || patched.length < 36 || offset > patched.length - 32) revert PlaceholderMissing(offset, 0);', test: 'test_InjectionCannotTouchTheSelector' },
  { name: 'injection: sentinel', file: injection, find: 'if (found != PLACEHOLDER) revert PlaceholderMissing(offset, found);', test: 'testFuzz_WrongOffsetsAreRefused' },
  { name: 'shim: by delegate call only', file: shim, find: delegateOnly, test: 'testFuzz_HelpersAreForDelegateCallsOnly' },
  { name: 'shim: router is there', file: shim, find: 'if (ROUTER.code.length == 0) revert NoRouter(ROUTER);', test: 'test_ShimRefusesAMissingRouter' },
  { name: 'shim: failure passed on', file: shim, find: 'if (!ok) Calls.bubble(reason);', test: 'testFuzz_FeeOnlyOnSuccessAndAsQuoted' },
  { name: 'shim: allowance taken back', file: shim, find: 'if (!isNative) Tokens.resetAllowance(token, ROUTER);', test: 'test_ShimTakesBackWhatTheRouterLeft' },
  { name: 'shim: success marked', file: shim, find: markSuccess, test: 'testFuzz_FeeOnlyOnSuccessAndAsQuoted' },
  { name: 'guest: gas of an element', file: guest, find: 'gasleft() < needed', test: 'test_ElementWithoutGasIsReportedAndNotTried', broken: (on) => `!${on} && gasleft() < needed` },
  { name: 'guest: refused deposit', file: guest, find: 'Calls.bubble(reason);', within: `${usedNonceOnly}) Calls.bubble(reason);`, test: 'test_DepositStaysIfItsBatchFails' },
  { name: 'guest: deposit that came before', file: guest, find: usedNonceOnly, test: 'testFuzz_DepositAndExecuteInOne', broken: (on) => `(${on} || ${usedNonceOnly})` },
  { name: 'guest: failure passed on', file: guest, find: 'if (!ok) Calls.bubble(reason);', test: 'testFuzz_DeployAndRefund' },
  { name: 'entrypoint: deadline', file: entrypoint, find: 'if (block.timestamp > deposit.deadline) revert Expired(deposit.deadline, block.timestamp);', test: 'testFuzz_DeadlineHolds' },
  { name: 'entrypoint: signature', file: entrypoint, find: 'if (!Signatures.isValid(deposit.user, digest, signature)) revert InvalidSignature(deposit.user, digest);', test: 'testFuzz_ChangedFieldsAreRefused' },
  { name: 'entrypoint: nonce check', file: entrypoint, find: 'if (bits & bit != 0) revert NonceUsed(user, nonce);', test: 'testFuzz_NoncesInAnyOrderEachOnce' },
  { name: 'entrypoint: nonce write', file: entrypoint, find: 'nonceBitmap[user][nonce >> 8] = bits | bit;', test: 'testFuzz_NoncesInAnyOrderEachOnce' },
  { name: 'entrypoint: lock', file: entrypoint, find: 'Transient.lock(Transient.ENTRYPOINT_LOCK);', test: 'test_HooksCannotEnterASecondDeposit' },
  { name: 'entrypoint: unlock', file: entrypoint, find: 'Transient.unlock(Transient.ENTRYPOINT_LOCK);', test: 'testFuzz_NoncesInAnyOrderEachOnce' },
  { name: 'entrypoint: received amount', file: entrypoint, find: 'if (received != deposit.amount) revert WrongAmountReceived(deposit.token, deposit.amount, received);', test: 'testFuzz_FeeOnTransferIsRefused' },
  { name: 'entrypoint: tolerated permit', file: entrypoint, find: permitCall, test: 'testFuzz_PermitCannotBeFrontRunIntoFailure', broken: (on) => `(bool ok,) = ${permitCall} require(ok || !${on});` },
  { name: 'signatures: malleable twin', file: signatures, find: 'uint256(s) <= S_MAX', test: 'test_MalleableSignatureIsRefused', broken: (on) => `(${on} || uint256(s) <= S_MAX)` },
  { name: 'signatures: zero address', file: signatures, find: 'signer != address(0)', test: 'test_NobodySignsForTheZeroAddress', broken: (on) => `(${on} || signer != address(0))` },
  { name: 'signatures: ERC-1271 answer', file: signatures, find: magicValue, test: 'testFuzz_ContractOwnersSign', broken: (on) => `(${on} || ${magicValue})` },
  { name: 'tokens: false is failure', file: tokens, find: '!_saysYes(token, result)', test: 'test_ZooFalseIsFailure', broken: (on) => `(!${on} && !_saysYes(token, result))` },
  { name: 'tokens: no contract is no token', file: tokens, find: 'token.code.length != 0', test: 'test_ZooNoContractIsNoToken', broken: (on) => `(${on} || token.code.length != 0)` },
  { name: 'tokens: native transfer failed', file: tokens, find: 'if (!sent) revert NativeTransferFailed(to, amount);', test: 'test_RefundOfANonTokenAndAClosedReceiverAreReported' },
  { name: 'calls: cut of return data', file: tokens, find: 'max = REASON_BYTES_MAX', test: 'testFuzz_ReturnBombIsCut', broken: (on) => `max = ${on} ? type(uint256).max : REASON_BYTES_MAX` },
]
