/**
 * Breaks each guard of the contracts in turn and shows that a test notices.
 *
 *   npx tsx scripts/mutateContracts.ts            all mutants
 *   npx tsx scripts/mutateContracts.ts nonce      those whose name contains the word
 *
 * Works on a copy: the first build compiles everything, each mutant only what it changes. Ends with 1 if a mutant survives.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runForge } from '../contracts/tools/forge.ts'

type Mutant = { name: string; file: string; find: string; replace: string; test: string }

const root = fileURLToPath(new URL('..', import.meta.url))
const fuzzRuns = '24'

const dropped = (name: string, file: string, find: string, test: string): Mutant => ({
  name,
  file,
  find,
  replace: '',
  test,
})
const wallet = 'IntentWallet.sol'
const router = 'IntentRouter.sol'
const shim = 'IntentRouterShim.sol'
const entrypoint = 'IntentEntrypoint.sol'

const mutants: Mutant[] = [
  dropped('wallet: nonce write', wallet, 'nonceUsed[space][nonce] = true;', 'testFuzz_EachNonceOnce'),
  dropped(
    'wallet: nonce check',
    wallet,
    'if (nonceUsed[space][nonce]) revert NonceUsed(space, nonce);',
    'testFuzz_EachNonceOnce',
  ),
  dropped(
    'wallet: gas margin',
    wallet,
    'if (gasleft() < needed) revert NotEnoughGas(index, needed, gasleft());',
    'testFuzz_ToleratedCallIsNeverStarved',
  ),
  dropped(
    'wallet: gas limit of tolerated calls',
    wallet,
    'if (gasLimit == 0 && c.behaviorOnError != REVERT) revert GasLimitMissing(index);',
    'testFuzz_ToleratedFailureMustStateItsGas',
  ),
  dropped(
    'wallet: lock',
    wallet,
    'Transient.lock(Transient.WALLET_LOCK);\n        Transient.set',
    'testFuzz_NobodyStartsABatchInTheMiddleOfAnother',
  ),
  dropped(
    'wallet: success cleared',
    wallet,
    'Transient.set(Transient.SUCCESS, false);',
    'test_SuccessDoesNotOutliveItsBatch',
  ),
  dropped(
    'wallet: delegate call guard',
    wallet,
    'if (c.delegateCall && c.to != ROUTER && c.to != SHIM) revert DelegateCallForbidden(index, c.to);',
    'testFuzz_DelegateCallOnlyToRouterAndShim',
  ),
  dropped(
    'wallet: no batch after the refund time',
    wallet,
    'if (block.timestamp >= config.refundAt) revert RefundTimeReached(config.refundAt, block.timestamp);',
    'testFuzz_ExecuteAndStrangersRefundExcludeEachOther',
  ),
  {
    name: 'wallet: refund on time',
    file: wallet,
    find: 'block.timestamp < config.refundAt && msg.sender',
    replace: 'false && msg.sender',
    test: 'testFuzz_ExecuteAndStrangersRefundExcludeEachOther',
  },
  dropped(
    'wallet: configuration proof',
    wallet,
    'if (itsWallet != address(this)) revert WrongConfig(imageHash, itsWallet);',
    'testFuzz_WrongConfigIsRefused',
  ),
  dropped(
    'wallet: committed batches',
    wallet,
    'if (!_contains(config.batches, digest)) revert UnknownBatch(digest);',
    'testFuzz_OnlyCommittedBatchesRun',
  ),
  {
    name: 'wallet: chain binding',
    file: wallet,
    find: 'revert RefundTimeReached(config.refundAt, block.timestamp);\n        bytes32 digest = IntentTypes.hashBatch(block.chainid,',
    replace:
      'revert RefundTimeReached(config.refundAt, block.timestamp);\n        bytes32 digest = IntentTypes.hashBatch(31337,',
    test: 'testFuzz_BoundToItsChain',
  },
  dropped(
    'wallet: owner signature',
    wallet,
    'if (!Signatures.isValid(config.owner, signed, signature)) revert NotOwner(config.owner, digest);',
    'testFuzz_NobodyElseActsAsOwner',
  ),
  {
    name: 'wallet: fallback flag',
    file: wallet,
    find: 'if (c.onlyFallback && !errorFlag) continue;',
    replace: 'if (c.onlyFallback) continue;',
    test: 'testFuzz_FlagsFollowTheModel',
  },
  dropped(
    'wallet: error flag lowered',
    wallet,
    'errorFlag = false;\n            (bool ok',
    'testFuzz_FlagsFollowTheModel',
  ),
  dropped(
    'wallet: refundOne is its own',
    wallet,
    'if (msg.sender != address(this)) revert NotOwner(address(this), bytes32(0));',
    'testFuzz_RefundOneIsForTheWalletOnly',
  ),
  dropped('router: lock', router, 'Transient.lock(Transient.ROUTER_LOCK);', 'testFuzz_NobodyEntersARunHalfWay'),
  dropped(
    'router: forbidden selectors',
    router,
    ') revert ForbiddenSelector(index, selector);',
    'testFuzz_ForbiddenSelectors',
  ),
  dropped(
    'router: minimum output',
    router,
    'if (amount < minAmount) revert AmountTooLow(token, minAmount, amount);\n        if (amount != 0) Tokens.transfer(token, msg.sender',
    'testFuzz_MinimumOutputIsRespected',
  ),
  dropped(
    'router: allowance of a step taken back',
    router,
    'if (approves) Tokens.resetAllowance(step.token, step.spender);',
    'testFuzz_UnusedAllowanceIsTakenBack',
  ),
  dropped(
    'router: allowance of an injected call taken back',
    router,
    'if (approves) Tokens.resetAllowance(token, spender);',
    'testFuzz_InjectionAllowanceIsTakenBack',
  ),
  dropped(
    'router: received amount',
    router,
    'if (received < amount) revert ReceivedTooLittle(token, amount, received);',
    'test_ZooFeeOnTransferGoesBack',
  ),
  dropped(
    'router: delivered amount',
    router,
    'if (arrived < minAmount) revert AmountTooLow(token, minAmount, arrived);',
    'test_ZooFeeOnTransferGoesBack',
  ),
  dropped(
    'router: fee only on success',
    router,
    'if (!Transient.get(Transient.SUCCESS)) revert NotSucceeded();',
    'testFuzz_FeeOnlyOnSuccessAndAsQuoted',
  ),
  dropped(
    'router: helpers by delegate call only',
    router,
    'if (address(this) == SELF) revert DelegateCallOnly();',
    'testFuzz_HelpersAreForDelegateCallsOnly',
  ),
  dropped(
    'router: run by call only',
    router,
    'if (address(this) != SELF) revert CallOnly();',
    'testFuzz_RunIsNotForDelegateCalls',
  ),
  dropped(
    'router: unlisted tokens',
    router,
    'if (step.token != input && !_listed(outputs, step.token)) revert UnlistedToken(index, step.token);',
    'testFuzz_UnlistedTokensAreRefused',
  ),
  dropped(
    'router: native token from outside',
    router,
    'if (!Transient.get(Transient.ROUTER_LOCK)) revert Unexpected(msg.sender, msg.value);',
    'testFuzz_NativeFromOutsideIsRefused',
  ),
  dropped(
    'injection: sentinel',
    'lib/Injection.sol',
    'if (found != PLACEHOLDER) revert PlaceholderMissing(offset, found);',
    'testFuzz_WrongOffsetsAreRefused',
  ),
  dropped(
    'shim: allowance taken back',
    shim,
    'if (!isNative) Tokens.resetAllowance(token, ROUTER);',
    'test_ShimTakesBackWhatTheRouterLeft',
  ),
  dropped(
    'shim: success marked',
    shim,
    'Transient.set(Transient.SUCCESS, true);',
    'testFuzz_FeeOnlyOnSuccessAndAsQuoted',
  ),
  dropped(
    'entrypoint: nonce write',
    entrypoint,
    'nonceBitmap[user][nonce >> 8] = bits | bit;',
    'testFuzz_NoncesInAnyOrderEachOnce',
  ),
  dropped(
    'entrypoint: signature',
    entrypoint,
    'if (!Signatures.isValid(deposit.user, digest, signature)) revert InvalidSignature(deposit.user, digest);',
    'testFuzz_ChangedFieldsAreRefused',
  ),
  dropped(
    'entrypoint: received amount',
    entrypoint,
    'if (received != deposit.amount) revert WrongAmountReceived(deposit.token, deposit.amount, received);',
    'testFuzz_FeeOnTransferIsRefused',
  ),
  dropped(
    'entrypoint: deadline',
    entrypoint,
    'if (block.timestamp > deposit.deadline) revert Expired(deposit.deadline, block.timestamp);',
    'testFuzz_DeadlineHolds',
  ),
  dropped(
    'entrypoint: lock',
    entrypoint,
    'Transient.lock(Transient.ENTRYPOINT_LOCK);',
    'test_HooksCannotEnterASecondDeposit',
  ),
  {
    name: 'entrypoint: tolerated permit',
    file: entrypoint,
    find: 'Calls.call(deposit.token, 0, data, gasleft());',
    replace: '(bool ok,) = Calls.call(deposit.token, 0, data, gasleft()); require(ok);',
    test: 'testFuzz_PermitCannotBeFrontRunIntoFailure',
  },
]

/** The contracts beside a link to the packages, so that the remappings hold. */
function copyOfContracts(): string {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-mutants-'))
  cpSync(join(root, 'contracts'), join(folder, 'contracts'), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** A mutant is caught if forge still compiles it and the named test fails. */
async function tryMutant(mutant: Mutant, cwd: string): Promise<'caught' | 'SURVIVED' | 'BROKEN'> {
  const path = join(cwd, 'src', mutant.file)
  const original = readFileSync(path, 'utf8')
  if (original.split(mutant.find).length !== 2)
    throw new Error(`${mutant.name}: the guard is not, or not once, in ${mutant.file}`)
  // A dropped statement that shares its match with the next line leaves that line standing.
  const kept =
    mutant.replace === '' && mutant.find.includes('\n') ? mutant.find.slice(mutant.find.indexOf('\n')) : mutant.replace
  const closed = mutant.find.startsWith(')') ? ') {}' : kept
  writeFileSync(
    path,
    original.replace(mutant.find, () => closed),
  )
  const run = await runForge(['test', '--match-test', `^${mutant.test}`, '--fuzz-runs', fuzzRuns], { cwd })
  writeFileSync(path, original)
  if (run.code === 0) return 'SURVIVED'
  return run.stdout.includes(`${mutant.test}(`) && run.stdout.includes('[FAIL') ? 'caught' : 'BROKEN'
}

const word = process.argv[2] ?? ''
const chosen = mutants.filter(({ name }) => name.includes(word))
const folder = copyOfContracts()
try {
  const cwd = join(folder, 'contracts')
  const build = await runForge(['build'], { cwd })
  if (build.code !== 0) throw new Error(build.stdout + build.stderr)
  const results: string[] = []
  for (const mutant of chosen) {
    const result = await tryMutant(mutant, cwd)
    results.push(result)
    console.log(`${result.padEnd(9)} ${mutant.name.padEnd(50)} ${mutant.test}`)
  }
  const caught = results.filter((result) => result === 'caught').length
  console.log(`${caught} of ${results.length} mutants caught`)
  if (caught !== results.length || results.length === 0) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
