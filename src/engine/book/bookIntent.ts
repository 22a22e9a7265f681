import type { ChainReceipt } from '../../chains/chain.ts'
import { bridgeTokens, type IntentRecord, type Leg } from '../../intents/intentRecord.ts'
import type { LedgerEntry } from '../../intents/ledger.ts'
import { isFinalStep } from '../../intents/lifecycle.ts'
import { unbooked } from '../../intents/unbooked.ts'
import type { Side } from '../../intents/wallet.ts'
import type { Address, Hex } from '../../interface/fields.ts'
import { awaitedToken } from '../books/batchEntries.ts'
import { destinationWallet, originWallet, type SideWallet } from '../books/sideWallet.ts'
import { chainOf } from '../chainOf.ts'
import { type FactsQuery, readFacts } from '../facts/readFacts.ts'
import { searchFromBlocks } from '../steps/searchFromBlocks.ts'
import type { World } from '../world.ts'
import { foldIntent, type IntentFacts } from './foldIntent.ts'
import { type HeldTokens, isUnproven, judgeByBalances } from './judgeByBalances.ts'

/** A side, and tokens to book besides the awaited and the booked ones: unrelated dust is not booked. */
export type ToBook = { side?: Side; tokens?: readonly Address[] }

type Asking = {
  toBook?: ToBook
  /** Entries that the same outcome already writes; they count as booked. */
  own?: readonly LedgerEntry[]
  /** Legs that the same outcome writes: their transactions are read too. */
  legs?: readonly { chainId: number; txnHash?: Hex; status?: string }[]
  /** The intent is ending or over: books both sides and our failed transactions; if `badly`, reads all blocks. */
  isOver?: 'well' | 'badly'
  /** Reads the newest block instead of the final one; a reorganisation may still undo what it shows. */
  atHead?: true
}

/** `entries`: what the ledger lacked. `isTold`: no read failed. `isWhole`: balances agree, each arrival is proven. */
export type Unbooked = { entries: LedgerEntry[]; ledger: LedgerEntry[]; isTold: boolean; isWhole: boolean }

/**
 * What the final blocks show of an intent's money that its ledger lacks. Reads the known transactions first, and all
 * logs if those do not explain the wallets' balances.
 */
export async function bookIntent(intent: IntentRecord, world: World, asking: Asking = {}): Promise<Unbooked> {
  const record = await withBlocks(intent, world)
  const booked = [...(await world.store.intents.ledger(record.intentId)), ...(asking.own ?? [])]
  const sent = asking.isOver ? await sentFor(record, world) : nothingSent
  const sides = await Promise.all(
    walletsOf(record, asking).map((wallet) => askedOf(record, wallet, { booked, sent, asking }, world)),
  )
  const known = asking.isOver === 'badly' ? undefined : await foldAt('known')
  const found = known?.isWhole ? known : await foldAt('all')
  const missing = unbooked(found.entries, booked)
  const ran = missing.some(({ from, why }) => from === 'originIntent' && (why === 'swap' || why === 'bridge'))
  const entries = missing.map((entry) =>
    isLate(entry, record, { ran, booked }) ? { ...entry, why: 'late' as const } : entry,
  )
  return {
    entries,
    ledger: [...booked, ...entries],
    isTold: found.isTold && sent.isTold,
    isWhole: found.isWhole && sent.isTold,
  }

  async function foldAt(depth: 'known' | 'all'): Promise<Omit<Unbooked, 'ledger'>> {
    const read = await Promise.all(sides.map((side) => readFacts(record, side, depth)))
    const of = (side: Side) => read[sides.findIndex(({ wallet }) => wallet.side === side)]
    const facts = { origin: of('origin'), destination: of('destination'), sent: sent.receipts, givenBack: [] }
    const folded = foldIntent(record, facts, (chainId) => chainOf(world, chainId).definition.wrappedNative)
    for (const error of read.flatMap(({ errors }) => errors))
      world.observe.stepFailed({ intentId: record.intentId, step: 'prove', error })
    const isTold = read.every((one) => one.isTold)
    let isWhole = isTold
    let entries = folded
    for (const { wallet, held } of sides) {
      const judged = judgeByBalances(record, wallet, entries, { held, isTold: of(wallet.side)?.isTold ?? false })
      isWhole &&= judged.agrees
      entries = judged.entries
    }
    return { entries, isTold, isWhole: isWhole && !entries.some(isUnproven) }
  }
}

/** An intent that was never executed has no first block to search from. */
const withBlocks = async (record: IntentRecord, world: World): Promise<IntentRecord> =>
  record.progress.origin?.fromBlock === undefined
    ? { ...record, progress: { ...record.progress, ...(await searchFromBlocks(record, world)) } }
    : record

/**
 * After the end, a refund is late, and so is a deposit unless the batch ran with it. Before the end, a payment is late
 * once the deposit is reported and booked in full.
 */
function isLate(
  { why, to }: LedgerEntry,
  { step, legs, intent }: IntentRecord,
  { ran, booked }: { ran: boolean; booked: readonly LedgerEntry[] },
): boolean {
  if (isFinalStep(step)) return why === 'refund' || (why === 'deposit' && to === 'originIntent' && !ran)
  if (why !== 'deposit' || to !== 'originIntent') return false
  const paid = booked.filter((one) => one.to === to && one.why === why).reduce((sum, { amount }) => sum + amount, 0n)
  const isTold = legs.some(({ leg, status }) => leg === 'deposit' && status === 'SUCCEEDED')
  return isTold && paid >= intent.depositTransaction.amount
}

const walletsOf = (record: IntentRecord, { isOver, toBook }: Asking): SideWallet[] =>
  [originWallet(record), destinationWallet(record)]
    .filter((wallet) => wallet !== undefined)
    .filter(({ side }) => isOver || side === (toBook?.side ?? 'origin'))

async function askedOf(
  record: IntentRecord,
  wallet: SideWallet,
  {
    booked,
    sent,
    asking: { toBook, legs = [], atHead },
  }: { booked: readonly LedgerEntry[]; sent: Sent; asking: Asking },
  world: World,
): Promise<FactsQuery & { held: HeldTokens }> {
  const { side, place, chainId, address } = wallet
  const chain = chainOf(world, chainId)
  const block = atHead ? (await chain.head()).number : await chain.finalBlock(record.plan.valueUsd)
  const { bridge } = record.plan
  const awaited = side === 'destination' && bridge ? bridgeTokens(bridge) : [awaitedToken(record, side)]
  const ofPlace = booked.filter((entry) => entry.chainId === chainId && (entry.to === place || entry.from === place))
  const named = (toBook?.side ?? 'origin') === side ? (toBook?.tokens ?? []) : []
  const wanted = [...awaited, ...ofPlace.map(({ token }) => token), ...named]
  const tokens = [...new Map(wanted.map((token) => [token.toLowerCase(), token])).values()]
  const reads = await Promise.allSettled(tokens.map((token) => chain.balance(token, address, { block, quorum: true })))
  const held: HeldTokens = new Map(
    reads.map((read, index) => [
      tokens[index]!.toLowerCase(),
      { token: tokens[index]!, amount: read.status === 'fulfilled' ? read.value : undefined },
    ]),
  )
  const ours = sent.receipts.map(({ receipt, ...one }) => ({ ...one, txnHash: receipt.hash }))
  const ofChain = [...record.legs, ...legs].filter((one) => one.chainId === chainId)
  const shown = [...ofChain, ...ours.filter((one) => one.chainId === chainId)].map(({ txnHash }) => txnHash)
  const due = new Set(ofChain.flatMap(({ status, txnHash }) => (status === 'SUCCEEDED' && txnHash ? [txnHash] : [])))
  const own = [...(side === 'origin' ? [record.progress.deposit?.hash] : []), ...ofPlace.map(({ txnHash }) => txnHash)]
  const hashes = [...shown, ...own].filter((hash) => hash !== undefined)
  const fromBlock = record.progress[side]?.fromBlock ?? block
  return { wallet, chain, block, isFinal: !atHead, fromBlock, hashes, due, tokens, held }
}

type Sent = { receipts: IntentFacts['sent']; isTold: boolean }

const nothingSent: Sent = { receipts: [], isTold: true }
const sentLegs: readonly Leg[] = ['origin', 'destination', 'refund']

/** Our mined transactions of the intent: reverted strict runs, failed elements of bundles, bridge messages. */
async function sentFor(record: IntentRecord, world: World): Promise<Sent> {
  const found = await Promise.all(
    sentLegs.map(async (leg) => {
      const sent = record.legs.find((one) => one.leg === leg)
      if (!sent) return []
      const chain = chainOf(world, sent.chainId)
      const attempts = await world.store.attempts.ofLeg(record.intentId, leg)
      if (attempts.length === 0) return []
      const atOrBelow = await chain.finalBlock(record.plan.valueUsd)
      const evidence = await Promise.all(attempts.map(({ hash }) => chain.receipt(hash, { atOrBelow })))
      return evidence.map((one) => ({ chainId: chain.id, one }))
    }),
  )
  const all = found.flat()
  return {
    receipts: all.flatMap(({ chainId, one }): { chainId: number; receipt: ChainReceipt }[] =>
      one.is === 'proven' ? [{ chainId, receipt: one.value }] : [],
    ),
    isTold: all.every(({ one }) => one.is !== 'unknown'),
  }
}
