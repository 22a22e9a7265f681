import type { Chain } from '../../chains/chain.ts'
import { depositWays, wayOf } from '../../intents/depositWays.ts'
import { type IntentRecord, withProgress } from '../../intents/intentRecord.ts'
import type { NextStep } from '../../intents/lifecycle.ts'
import { microUsdOf, usdOf } from '../../intents/money.ts'
import { destinationFailure, failureReason, reason, reasons } from '../../intents/reasons.ts'
import { encodeDepositAndExecute } from '../../intents/wallet.ts'
import type { LegAttempt } from '../../stores/store.ts'
import { type Booked, batchEntries } from '../books/batchEntries.ts'
import { type BatchRun, findBatchRun } from '../books/batchReceipt.ts'
import { minedOf } from '../books/depositPayments.ts'
import { sumInto } from '../books/transferEntries.ts'
import type { World } from '../world.ts'
import { ifTakenOut } from './aborted.ts'
import { batchSearchOf } from './batchSearchOf.ts'
import { continueAfterReorg } from './continueAfterReorg.ts'
import { actsOnMined, arrivalFirst, isTakenBack, minedEffects, runAtHead } from './mined.ts'
import { type Effects, type Move, moveTo, type Outcome, type Wait, wait } from './outcome.ts'
import {
  allAttemptsFailed,
  countResend,
  inTime,
  isOver,
  mayResend,
  nextBlock,
  refundedLeg,
  unitsOn,
  waitForAttempt,
} from './pollSchedule.ts'
import { depositData, werePermitsShown } from './sendDeposit.ts'
import { refundSentBack, sentBack } from './sentBack.ts'
import { afterStrictFailure, ranWithoutEffect } from './strictFailure.ts'

/** Waits until the origin batch is mined deep enough, and reads from its events what became of the money. */
export async function awaitOrigin(record: IntentRecord, world: World): Promise<Outcome<'awaitOrigin'>> {
  const { where, attempts } = await batchSearchOf(record, 'origin', world)
  const { chain, finalBlock } = where
  // Starts in parallel with the final-block reads; saves one round trip before `arrived` is reported.
  const newest = runAtHead(where, attempts, record, 'origin')
  const paid = bookDeposit(record, chain, finalBlock)
  // Not awaited when the run is final: booking the run also books the deposit.
  paid.catch(() => undefined)
  const evidence = await findBatchRun(where, attempts)
  if (evidence.is === 'proven')
    return (
      arrivalFirst(record, 'origin', { chain, atHead: evidence }) ??
      bookFinalRun(record, world, chain, evidence.value, attempts)
    )
  const booked = await paid
  if (booked) return booked
  if (evidence.is === 'provenNot') {
    const why = withProgress(record.progress, 'refund', { reason: reason('OWNER_ACTED') })
    const end = (await ifTakenOut(record, world)) ?? moveTo('refund', { progress: why })
    return (await continueAfterReorg(record, world, end, { isProvenNot: true })) ?? end
  }
  const atHead = await newest
  const ahead = atHead?.is === 'proven' ? goAhead(record, world, chain, atHead.value) : undefined
  if (ahead) return ahead
  if (atHead?.is !== 'proven' && (await depositIsGone(record, chain).catch(() => false)))
    return moveTo('awaitDeposit', { progress: reorgedDeposit(record) }, nextBlock(chain))
  // Unknown: wait.
  const outcome: Outcome<'awaitOrigin'> =
    evidence.is === 'unknown'
      ? wait(nextBlock(chain))
      : await resendOrRefund(record, world, chain, attempts, finalBlock)
  if (outcome.kind === 'move')
    return (isEnd(outcome.to) && (await continueAfterReorg(record, world, outcome))) || outcome
  return { ...outcome, ...minedEffects(record, 'origin', { atHead, chain }) }
}

const isEnd = (to: NextStep<'awaitOrigin'>): boolean => to === 'refund' || to === 'lapsed' || to === 'aborted'

/** The bridge sees its deposit once the batch is mined. Awaits the fill from then on; the run is booked when final. */
function goAhead(record: IntentRecord, world: World, chain: Chain, run: BatchRun): Move<'awaitBridge'> | undefined {
  if (!record.plan.destination || run.failed.has('main') || !actsOnMined(record, world)) return undefined
  const { txnHash, minedAtMs } = minedOf(run.receipt)
  return moveTo('awaitBridge', {
    progress: withProgress(record.progress, 'origin', { ahead: true }),
    legs: [{ leg: 'origin', chainId: chain.id, status: 'MINING', txnHash, minedAtMs }],
  })
}

const isDepositOpen = ({ legs, progress }: IntentRecord): boolean =>
  !progress.deposit?.signature && legs.some(({ leg, status }) => leg === 'deposit' && status !== 'SUCCEEDED')

/** Books the deposit once final, if the batch was sent before. A run that is not final cannot hide it there. */
async function bookDeposit(record: IntentRecord, chain: Chain, block: number): Promise<Wait | undefined> {
  if (!isDepositOpen(record)) return undefined
  const { tokenAddress, amount } = record.intent.depositTransaction
  const at = { block, quorum: true }
  const balance = await chain.balance(tokenAddress, record.intent.originIntentAddress, at)
  if (balance < amount) return undefined
  const deposit = { leg: 'deposit' as const, chainId: chain.id, status: 'SUCCEEDED' as const, tokenAmount: balance }
  return wait({ afterMs: 0 }, { legs: [deposit], books: {} })
}

/** Whether a reorganisation took back the deposit that the batch was sent on. */
async function depositIsGone(record: IntentRecord, chain: Chain): Promise<boolean> {
  if (!isDepositOpen(record)) return false
  const { tokenAddress: token, amount } = record.intent.depositTransaction
  const broughtBy = record.legs.find(({ leg }) => leg === 'deposit')?.txnHash
  const fromBlock = record.progress.origin?.fromBlock ?? 0
  return isTakenBack(chain, {
    wallet: record.intent.originIntentAddress,
    needed: [{ token, amount }],
    broughtBy,
    fromBlock,
  })
}

const reorgedDeposit = ({ progress }: IntentRecord) => withProgress(progress, 'deposit', { reorged: true })

/** Books a final run: its effect on the intent, and what the project pays for a sponsored deposit. */
export function bookFinalRun(
  record: IntentRecord,
  world: World,
  chain: Chain,
  run: BatchRun,
  attempts: readonly LegAttempt[],
): Booking {
  const booked = bookOriginRun(record, world, chain, run)
  return { ...booked, ...sponsoredSpend(record, run, attempts, chain) }
}

type Booking = Move<'awaitBridge' | 'refunded' | 'succeeded' | 'paidOnDestination'>

function bookOriginRun(record: IntentRecord, world: World, chain: Chain, run: BatchRun): Booking {
  const { intent, plan } = record
  const mined = minedOf(run.receipt)
  const booked = batchEntries(record, 'origin', run, { wrapped: chain.definition.wrappedNative })
  const deposit = depositInSameTransaction(record, booked, mined)
  const origin = { leg: 'origin' as const, chainId: chain.id, ...mined }
  if (run.failed.has('main')) {
    const why = failureReason(
      run.why?.includes('AmountTooLow') ? 'SLIPPAGE' : 'EXECUTION',
      run.why,
      unitsOn(world, chain),
    )
    return moveTo('refunded', {
      books: {},
      legs: [
        ...deposit,
        { ...origin, status: 'FAILED', statusReason: why },
        refundedLeg(chain.id, {
          fromAddress: intent.originIntentAddress,
          toAddress: intent.ownerAddress,
          tokenAddress: intent.depositTransaction.tokenAddress,
          tokenAmount: booked.toOwner,
          ...mined,
        }),
      ],
    })
  }
  if (plan.destination)
    return moveTo('awaitBridge', { books: {}, legs: [...deposit, { ...origin, status: 'SUCCEEDED' }] })
  return endOnSameChain(record, world, chain, run, booked, deposit, mined)
}

/** Same chain: the batch that swapped has also paid or called. */
function endOnSameChain(
  record: IntentRecord,
  world: World,
  chain: Chain,
  run: BatchRun,
  booked: Booked,
  deposit: NonNullable<Effects['legs']>,
  mined: object,
): Move<'succeeded' | 'paidOnDestination'> {
  const { intent } = record
  const origin = { leg: 'origin' as const, chainId: chain.id, ...mined }
  if (!run.failed.has('deliver')) {
    return moveTo('succeeded', { books: {}, legs: [...deposit, { ...origin, status: 'SUCCEEDED' }] })
  }
  const why = destinationFailure(record, run, unitsOn(world, chain))
  return moveTo('paidOnDestination', {
    books: {},
    legs: [
      ...deposit,
      { ...origin, status: 'FAILED', statusReason: why },
      refundedLeg(chain.id, {
        fromAddress: intent.originIntentAddress,
        toAddress: intent.ownerAddress,
        tokenAddress: intent.quoteRequest.destinationTokenAddress,
        tokenAmount: booked.toOwner,
        ...mined,
      }),
    ],
  })
}

/** The run proves an open deposit: it was relayed with the batch, or another account ran the batch before we saw it. */
function depositInSameTransaction(record: IntentRecord, booked: Booked, mined: object): NonNullable<Effects['legs']> {
  const deposit = record.legs.find(({ leg }) => leg === 'deposit')
  if (deposit?.status === 'SUCCEEDED') return []
  const amount = sumInto(
    booked.entries.filter(({ why }) => why === 'deposit'),
    'originIntent',
    record.intent.depositTransaction.tokenAddress,
  )
  const proof = record.progress.deposit?.signature ? mined : {}
  return [
    {
      leg: 'deposit',
      chainId: record.intent.originChainId,
      status: 'SUCCEEDED',
      tokenAmount: amount > 0n ? amount : record.intent.depositTransaction.amount,
      ...proof,
    },
  ]
}

/** No run yet: waits while one of our transactions may still run; once all failed, resends or refunds. */
async function resendOrRefund(
  record: IntentRecord,
  world: World,
  chain: Chain,
  attempts: readonly LegAttempt[],
  finalBlock: number,
): Promise<Outcome<'awaitOrigin'>> {
  const over = await isOver(chain, record.plan.origin, finalBlock)
  const hadNoEffect = await ranWithoutEffect(record, 'origin', attempts, chain, finalBlock)
  if (!over && !hadNoEffect && !(await allAttemptsFailed(record, 'origin', attempts, world)))
    return isDepositOpen(record) ? wait(nextBlock(chain)) : waitForAttempt(chain, record, 'origin', attempts)
  const aborted = (await isShort(record, chain, finalBlock)) ? await ifTakenOut(record, world) : undefined
  if (aborted) return aborted
  // A batch without its deposit fails; the step that awaits the deposit sends it again.
  if (isDepositOpen(record) && (await isShort(record, chain, (await chain.head()).number)))
    return moveTo('awaitDeposit', { progress: reorgedDeposit(record) }, nextBlock(chain))
  if (!over && mayResend(record, 'origin', hadNoEffect) && (await inTime(chain, record.plan.origin)))
    return hadNoEffect ? resendFailed(record, world, chain, attempts) : resend(record, chain, attempts, false)
  if (await depositIsMissing(record, chain)) return endRefusedDeposit(record, chain)
  // Only a booked deposit is refunded. One that is not final yet goes back to the step that awaits it.
  if (isDepositOpen(record)) return moveTo('awaitDeposit', { progress: reorgedDeposit(record) }, nextBlock(chain))
  return moveTo('refund', {
    progress: withProgress(record.progress, 'refund', { reason: reason('REFUND_TIME') }),
  })
}

/** Whether the address holds less than the deposit: then no run can succeed, and the owner may have taken it out. */
async function isShort({ intent }: IntentRecord, chain: Chain, block: number): Promise<boolean> {
  const { tokenAddress, amount } = intent.depositTransaction
  return (await chain.balance(tokenAddress, intent.originIntentAddress, { block, quorum: true })) < amount
}

/** Sends the signed deposit with the batch if it has not come: the batch alone would find no money. */
async function resend(
  record: IntentRecord,
  chain: Chain,
  attempts: readonly LegAttempt[],
  inVain: boolean,
): Promise<Move<'sendDeposit' | 'sendOrigin'>> {
  const progress = countResend(record, 'origin', attempts, inVain)
  return (await depositIsMissing(record, chain))
    ? moveTo('sendDeposit', { progress })
    : moveTo('sendOrigin', { progress })
}

/** After a failed strict run: resends once it would pass, tolerantly if it keeps failing and the deposit has come. */
async function resendFailed(
  record: IntentRecord,
  { clock }: World,
  chain: Chain,
  attempts: readonly LegAttempt[],
): Promise<Outcome<'awaitOrigin'>> {
  const { intent, plan } = record
  const isMissing = await depositIsMissing(record, chain)
  const data = isMissing
    ? encodeDepositAndExecute(plan.origin, intent.originCalls, depositData(record), 'strictly')
    : intent.originMetaTxn.input
  const found = await afterStrictFailure(record, 'origin', chain, clock, {
    to: intent.originMetaTxn.contract,
    data,
    bringsDeposit: isMissing,
  })
  if (found.is === 'passed') return resend(record, chain, attempts, true)
  if (found.is === 'failing') return wait(nextBlock(chain), { progress: found.progress })
  if (isMissing) return endRefusedDeposit(record, chain, found.why)
  return moveTo('sendOrigin', {
    progress: countResend({ ...record, progress: found.progress }, 'origin', attempts, true),
  })
}

/** Whether a signed deposit has not come: neither relayed by us nor submitted by another account. */
async function depositIsMissing({ intent, progress }: IntentRecord, chain: Chain): Promise<boolean> {
  if (!progress.deposit?.signature) return false
  const { tokenAddress, amount } = intent.depositTransaction
  return (await chain.balance(tokenAddress, intent.originIntentAddress, { quorum: true })) < amount
}

/**
 * The signed deposit did not go through. Money at the address, perhaps a stranger's dust, is less than the deposit and
 * is refunded like any late payment: dust cannot keep an intent open.
 */
async function endRefusedDeposit(record: IntentRecord, chain: Chain, detail?: string): Promise<Outcome<'awaitOrigin'>> {
  const { intent, plan } = record
  // The final block shows the whole deposit and the newest one does not: decide at the next poll.
  const finalBlock = await chain.finalBlock(plan.valueUsd)
  if (!(await isShort(record, chain, finalBlock))) return wait(nextBlock(chain))
  // The whole deposit came and was sent back between two polls: the intent counts as refunded. Less counts as dust.
  const back = await sentBack(record, chain, finalBlock)
  if (back && back.amount >= intent.depositTransaction.amount) return refundSentBack(record, chain, back)
  const isShown = await werePermitsShown(record, chain)
  const why = isShown
    ? reason('PERMIT_USED')
    : reason('DEPOSIT_REFUSED', detail && `${reasons.DEPOSIT_REFUSED}: ${detail}`)
  return moveTo('lapsed', {
    legs: [
      { leg: 'deposit', chainId: chain.id, status: 'FAILED', statusReason: why },
      { leg: 'origin', chainId: chain.id, status: 'FAILED', statusReason: why },
    ],
  })
}

/**
 * The project's cost of relaying a sponsored deposit. Deposit and batch share a transaction, and the intent's fees pay
 * for the batch. The project pays the deposit's share of the gas, at the quoted price of the native token and at most
 * what was reserved; nothing if another account sent the transaction.
 */
export function sponsoredSpend(
  { progress, intent }: IntentRecord,
  { receipt, gasCost }: BatchRun,
  attempts: readonly LegAttempt[],
  { definition }: Chain,
): Pick<Effects, 'progress' | 'sponsoredMicroUsd'> {
  const { sponsor, deposit } = progress
  if (!sponsor || !deposit?.signature || sponsor.spentMicroUsd !== undefined) return {}
  const isOurs = attempts.some(({ hash }) => hash === receipt.hash)
  const depositGas = depositWays[wayOf(deposit.signature)].gas
  const { totalGasLimit: batchGas, nativeTokenPriceUsd = 0 } = intent.fees.originGas
  const cost = isOurs ? (gasCost * depositGas) / (depositGas + batchGas) : 0n
  const costMicroUsd = microUsdOf(usdOf(cost, definition.nativeCurrency.decimals, nativeTokenPriceUsd))
  const spentMicroUsd = costMicroUsd < sponsor.reservedMicroUsd ? costMicroUsd : sponsor.reservedMicroUsd
  return { progress: withProgress(progress, 'sponsor', { spentMicroUsd }), sponsoredMicroUsd: spentMicroUsd }
}
