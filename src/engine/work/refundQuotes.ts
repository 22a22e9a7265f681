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

/** Addresses of one poll: a few multicalls a chain. What is left over is taken by the next poll, a minute later. */
const quotesMax = 2_000

/** Expired quotes are kept for a day at least, so that a late commit is answered with QuoteExpired and not with NotFound. */
const keptMsMin = 24 * 60 * 60_000

/**
 * Reads the addresses of expired, uncommitted quotes, and starts the refund of a paid one. Where another account ran the batch
 * of a paid one, its money is under way to the destination: that intent goes on as if it had been committed. A quote is deleted
 * by a poll that finds nothing of any listed token after its window, and by nothing else. Balances of a chain are
 * asked for in the same moment, so they travel together; of a block that is final for any value, because the refund is booked.
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
 * For this long after its expiry a quote is an intent that lists show. Then only its address and the packed quote are kept, 2 kB instead of 5,
 * until its window is over or it is paid.
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

/** Addresses whose balances are asked for at once: times the listed tokens of a chain, a few thousand reads. */
const addressesAtOnce = 200

async function lookAt(quotes: readonly ExpiredQuote[], chain: Chain, world: World): Promise<void> {
  const finalBlock = await chain.finalBlock(Number.POSITIVE_INFINITY)
  for (let from = 0; from < quotes.length; from += addressesAtOnce) {
    const some = quotes.slice(from, from + addressesAtOnce)
    const found = await Promise.all(some.map((quote) => balancesOf(quote, chain, { block: finalBlock }, world)))
    await settleQuotes(some, found, chain, finalBlock, world)
  }
}

/** `hasRun`: the batch of the address was run. */
type Held = { tokens: Address[]; isWhole: boolean; hasRun: boolean }

/** The tokens that an address holds something of: the quoted one first, then those listed. Whole if every one of them told its balance. */
async function balancesOf(
  { token, address }: ExpiredQuote,
  chain: Chain,
  at: { block: number; quorum?: boolean },
  world: World,
): Promise<Held> {
  const listed = world.tokens.listed(chain.id).map((one) => one.address)
  const tokens = [token, ...listed.filter((one) => !sameAddress(one, token))]
  // Asked for together, so that they travel together. A run that no node tells of now is seen by the next poll.
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
    // One that cannot be read, or whose payment cannot be proven now, must not keep the others from their money.
    await work.catch((error) => world.observe.stepFailed({ intentId, step: 'sweep', error }))
  }
  const { clock, settings, store } = world
  const keptSinceMs = clock.nowMs() - Math.max(keptMsMin, settings.lookForPaymentsMs)
  const isEmpty = ({ tokens, isWhole, hasRun }: Held) => isWhole && !hasRun && tokens.length === 0
  const old = quotes.filter(({ expiresAtMs }, index) => expiresAtMs < keptSinceMs && isEmpty(found[index]!))
  // With the quote goes what its address commits to: that nothing is there is not taken on the word of one node.
  const read = await Promise.all(old.map((one) => balancesOf(one, chain, { block: finalBlock, quorum: true }, world)))
  const over = old.filter((_, index) => isEmpty(read[index]!))
  if (over.length === 0) return
  const forgotten = await store.intents.forgetQuotes(over.map(({ intentId }) => intentId))
  world.observe.forgotten({ expired: 0, quotes: forgotten, lapsed: 0, claims: 0 })
}

/**
 * Another account ran the batch of a paid, uncommitted quote. What it sent to the bridge arrives at the destination, which is not polled
 * for a quote: it goes on as an intent whose time to be executed is over, which is carried out where its batch was run.
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

/** A payment goes back whatever was paid; the quoted token comes first, and the receipt tells of that. */
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

/** Starts the refund, or where it would cost more than it gives back, writes down what rests there and leaves it. */
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
    // The project's other intents have set its share of the gas aside: the next poll of this address tries again.
    if (!(error instanceof StoreError) || (error.kind !== 'overShare' && error.kind !== 'outOfGas')) throw error
  })
}

/** Of the gas that there is, the most that refunds of quotes may reserve: committed intents come first. */
const quoteShareMax = 0.5

/**
 * The gas of a refund, reserved within the project's share until it is over. A quote is free and so is what is paid into it, since it comes back:
 * without a bound one caller could have all gas spent on refunds.
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

/** A refund is mined well within this time of the moment from which it is allowed. */
const refundWithinMs = 10 * 60_000
