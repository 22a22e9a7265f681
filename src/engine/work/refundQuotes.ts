import type { Chain } from '../../chains/chain.ts'
import { sameAddress } from '../../evm/address.ts'
import { formatBaseUnits } from '../../intents/formatTokenAmount.ts'
import { type IntentRecord, withProgress } from '../../intents/intentRecord.ts'
import { lessFraction } from '../../intents/money.ts'
import { reason } from '../../intents/reasons.ts'
import type { Address, Hex } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import type { ExpiredQuote, Reservation, Transition } from '../../stores/store.ts'
import { StoreError } from '../../stores/storeError.ts'
import { bookIntent } from '../book/bookIntent.ts'
import { batchIsSpent } from '../books/batchReceipt.ts'
import { chainOf } from '../chainOf.ts'
import { type Balance, isDust, refundCost } from '../steps/dust.ts'
import { proveDeposit } from '../steps/proveOutcome.ts'
import { searchFromBlocks } from '../steps/searchFromBlocks.ts'
import type { World } from '../world.ts'
import { forEachSeen } from './forEachSeen.ts'

/** Addresses of one poll: a few multicalls per chain. The next poll, a minute later, takes the rest. */
const quotesMax = 2_000

/** Expired quotes are kept for at least a day, so that a late commit answers QuoteExpired and not NotFound. */
const keptMsMin = 24 * 60 * 60_000

/**
 * Reads the addresses of expired, uncommitted quotes and starts the refund of paid ones. If another account ran the
 * batch of a paid one, its money is on the way to the destination: the intent goes on as if it had been committed. A
 * quote is deleted only by a poll after its window that finds no listed token. Balances of a chain are read at once, to
 * share multicalls, and at a block that is final for any value, because the refund is booked.
 */
export async function refundQuotes(world: World): Promise<void> {
  const { store, clock } = world
  await archiveQuotes(world)
  const taken = await store.intents.takeExpiredQuotes({ nowMs: clock.nowMs(), limit: quotesMax })
  const chains = [...world.chains.values()].filter(({ id }) => taken.some(({ chainId }) => chainId === id))
  const look = (chain: Chain) =>
    lookAt(
      taken.filter(({ chainId }) => chainId === chain.id),
      chain,
      world,
    )
  await forEachSeen('expired quotes', chains, look, world)
}

/**
 * For this long after its expiry a quote is listed as an intent. Then only its address and the packed quote are kept
 * (2 kB instead of 5), until its window is over or it is paid.
 */
const listedMs = 30 * 60_000
const asideAtOnce = 1_000
/** 50,000 a minute at most: eight times what one process can be made to quote. */
const asideBatchesMax = 50

async function archiveQuotes({ store, clock, observe }: World): Promise<void> {
  const expiredBeforeMs = clock.nowMs() - listedMs
  for (let batch = 0; batch < asideBatchesMax; batch++) {
    const count = await store.intents.archiveQuotes({ expiredBeforeMs, limit: asideAtOnce })
    observe.forgotten({ expired: count, quotes: 0, lapsed: 0, claims: 0 })
    if (count < asideAtOnce) return
  }
}

/** Addresses whose balances are read at once: with all listed tokens of a chain, a few thousand reads. */
const addressesAtOnce = 200

async function lookAt(quotes: readonly ExpiredQuote[], chain: Chain, world: World): Promise<void> {
  const finalBlock = await chain.finalBlock(Number.POSITIVE_INFINITY)
  for (let from = 0; from < quotes.length; from += addressesAtOnce) {
    const some = quotes.slice(from, from + addressesAtOnce)
    const found = await Promise.all(some.map((quote) => balancesOf(quote, chain, { block: finalBlock }, world)))
    await settleQuotes(some, found, chain, finalBlock, world)
  }
}

type Held = { tokens: Address[]; isWhole: boolean; hasRun: boolean }

/** The tokens that an address holds: the quoted one first, then listed ones. `isWhole`: every read was answered. */
async function balancesOf(
  { token, address }: ExpiredQuote,
  chain: Chain,
  at: { block: number; quorum?: boolean },
  world: World,
): Promise<Held> {
  const listed = world.tokens.listed(chain.id).map((one) => one.address)
  const tokens = [token, ...listed.filter((one) => !sameAddress(one, token))]
  // Starts with the balance reads, to share their multicall. If no node answers, the next poll sees the run.
  const run = batchIsSpent(chain, address, at.block, { quorum: at.quorum ?? false }).catch(() => undefined)
  const reads = await Promise.allSettled(tokens.map((one) => chain.balance(one, address, at)))
  const hasRun = await run
  return {
    tokens: tokens.filter((_, index) => {
      const read = reads[index]
      return read?.status === 'fulfilled' && read.value > 0n
    }),
    isWhole: hasRun !== undefined && reads.every(({ status }) => status === 'fulfilled'),
    hasRun: hasRun ?? false,
  }
}

async function settleQuotes(
  quotes: readonly ExpiredQuote[],
  found: readonly Held[],
  chain: Chain,
  finalBlock: number,
  world: World,
): Promise<void> {
  for (const [index, { intentId }] of quotes.entries()) {
    const { tokens, hasRun } = found[index]!
    if (tokens.length === 0 && !hasRun) continue
    const work = hasRun ? takeUp(intentId, finalBlock, world) : refundPaid(intentId, tokens, finalBlock, world)
    // A quote that cannot be read or proven now must not delay the refunds of the others.
    await work.catch((error) => world.observe.stepFailed({ intentId, step: 'sweep', error }))
  }
  const { clock, settings, store } = world
  const keptSinceMs = clock.nowMs() - Math.max(keptMsMin, settings.lookForPaymentsMs)
  const isEmpty = ({ tokens, isWhole, hasRun }: Held) => isWhole && !hasRun && tokens.length === 0
  const old = quotes.filter(({ expiresAtMs }, index) => expiresAtMs < keptSinceMs && isEmpty(found[index]!))
  // Deleting a quote deletes what its address commits to, so a quorum of nodes must agree that the address is empty.
  const read = await Promise.all(old.map((one) => balancesOf(one, chain, { block: finalBlock, quorum: true }, world)))
  const over = old.filter((_, index) => isEmpty(read[index]!))
  if (over.length === 0) return
  const forgotten = await store.intents.forgetQuotes(over.map(({ intentId }) => intentId))
  world.observe.forgotten({ expired: 0, quotes: forgotten, lapsed: 0, claims: 0 })
}

/**
 * Another account ran the batch of a paid, uncommitted quote. What it sent to the bridge arrives at the destination,
 * which is not polled for a quote. So it goes on as an intent past its execution time: its batch ran, so it completes.
 */
async function takeUp(intentId: Hex, finalBlock: number, world: World): Promise<void> {
  const record = await world.store.intents.find(intentId)
  if (record?.step !== 'quoted') return
  const { originChainId, originIntentAddress } = record.intent
  if (!(await batchIsSpent(chainOf(world, originChainId), originIntentAddress, finalBlock))) return
  const nowMs = world.clock.nowMs()
  const dates = { committedAtMs: nowMs, executeByMs: nowMs, dueAtMs: nowMs }
  await world.store.intents.transition({ intentId, step: 'quoted' }, { nowMs, step: 'committed', ...dates })
}

/** Refunds a payment in any token. The quoted token comes first and is the one on the receipt. */
async function refundPaid(intentId: Hex, tokens: readonly Address[], finalBlock: number, world: World): Promise<void> {
  const record = await world.store.intents.find(intentId)
  if (record?.step !== 'quoted') return
  const { originChainId, originIntentAddress, depositTransaction } = record.intent
  const chain = chainOf(world, originChainId)
  const at = { block: finalBlock, quorum: true }
  const balances = await Promise.all(
    tokens.map(async (token) => ({ token, amount: await chain.balance(token, originIntentAddress, at) })),
  )
  const held = balances.filter(({ amount }) => amount > 0n)
  const [first] = held
  if (!first) return
  const progress = { ...record.progress, ...(await searchFromBlocks(record, world)) }
  const listed = world.tokens.find(chain.id, first.token)
  const other = `${formatBaseUnits(first.amount, listed?.symbol ?? first.token, listed)} arrived at a quote that was never committed; they go back`
  const told = sameAddress(first.token, depositTransaction.tokenAddress)
    ? {
        why: reason('LATE', 'the quote was paid and never committed; the money goes back'),
        deposit: { status: 'MINING', tokenAmount: first.amount },
      }
    : { why: reason('WRONG_TOKEN', other), deposit: {} }
  await giveBack({ ...record, progress }, chain, { held, ...told }, world)
}

type Found = { held: Balance[]; why: string; deposit: object }

/** Starts the refund. If that would cost more than it returns, books the balance and leaves it there. */
async function giveBack(record: IntentRecord, chain: Chain, found: Found, world: World): Promise<void> {
  const { intentId, progress, plan } = record
  const { held, deposit } = found
  const toBook = { tokens: held.map(({ token }) => token) }
  const { entries: ledger } = await bookIntent(record, world, { toBook })
  const fence = { intentId, step: 'quoted' as const }
  const nowMs = world.clock.nowMs()
  const proven = await proveDeposit(record, [{ leg: 'deposit' as const, chainId: chain.id, ...deposit }], ledger, world)
  const [leg] = proven.legs!
  if (await isDust(chain, held, record, world)) {
    const legs = [{ ...leg!, status: 'FAILED' as const, statusReason: reason('DUST') }]
    const end = { step: 'dust' as const, dueAtMs: plan.refundAtS * 1_000, finishedAtMs: nowMs }
    await world.store.intents.transition(fence, { nowMs, ...end, progress, legs, ledger })
    return
  }
  const { why } = found
  const started: Transition = {
    nowMs,
    step: 'refund',
    dueAtMs: nowMs,
    progress: withProgress(progress, 'refund', { reason: why, failedLeg: 'deposit' }),
    legs: [{ ...leg!, statusReason: why }],
    ledger,
    reserve: await refundGasOf(record, chain, world),
  }
  await world.store.intents.transition(fence, started).catch((error: unknown) => {
    // Other intents have reserved the gas: the next poll of this address tries again.
    if (!(error instanceof StoreError) || (error.kind !== 'overShare' && error.kind !== 'outOfGas')) throw error
  })
}

/** The share of the gas that refunds of quotes may reserve at most: committed intents come first. */
const quoteShareMax = 0.5

/**
 * The gas of a refund, reserved within the project's share until the refund is over. Quotes are free, and payments to
 * them come back: without a bound one caller could have all gas spent on refunds.
 */
async function refundGasOf({ plan }: IntentRecord, chain: Chain, world: World): Promise<Reservation[]> {
  const most = await world.signerGasBalance(chain.id)
  if (most === undefined) return []
  const share = Math.min(world.settings.reservedShareMax, quoteShareMax)
  return [
    {
      kind: 'gas',
      chainId: chain.id,
      token: nativeToken,
      amount: await refundCost(chain),
      untilMs: plan.refundAtS * 1_000 + refundWithinMs,
      most,
      projectMost: lessFraction(most, 1 - share),
    },
  ]
}

/** A refund is mined well within this time after it becomes allowed. */
const refundWithinMs = 10 * 60_000
