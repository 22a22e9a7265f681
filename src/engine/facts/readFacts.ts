import { pad } from 'viem'
import type { Chain, ChainReceipt } from '../../chains/chain.ts'
import { sameAddress } from '../../evm/address.ts'
import { type IntentRecord, leastArrival } from '../../intents/intentRecord.ts'
import type { Address, Hex } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import { isBridgeToken } from '../books/batchEntries.ts'
import { executedIn, executedTopic, refundedIn, refundedTopic } from '../books/batchReceipt.ts'
import { transfersInto } from '../books/depositPayments.ts'
import { hasWallet } from '../books/hasWallet.ts'
import { nativeTransfersInto } from '../books/nativeTransfersInto.ts'
import type { SideWallet } from '../books/sideWallet.ts'
import { transferTopic } from '../books/transferEntries.ts'
import { touch, type WalletFacts, type WalletTransaction } from './walletFacts.ts'

export type FactsQuery = {
  wallet: SideWallet
  chain: Chain
  /** The facts end with `block`. `fromBlock` is the first in which the wallet may have been paid. */
  block: number
  isFinal: boolean
  fromBlock: number
  hashes: readonly Hex[]
  /** Those of `hashes` that were final before. If one is missing, these nodes lag behind, and `isTold` is false. */
  due: ReadonlySet<Hex>
  tokens: readonly Address[]
}

/** `isTold`: every read was answered. `errors`: the reads that threw. */
export type ReadFacts = WalletFacts & { isTold: boolean; errors: readonly unknown[] }

/**
 * Facts of a wallet up to a final block, by a quorum. `known`: from known transactions, nearly always enough, which the
 * balances prove. `all`: from the logs of all blocks and from rises of the native balance.
 */
export async function readFacts(record: IntentRecord, asked: FactsQuery, depth: 'known' | 'all'): Promise<ReadFacts> {
  const { wallet, chain, block } = asked
  const found = depth === 'all' ? await hashesInLogs(asked) : nothingFound
  const { receipts, isTold } = await receiptsOf([...asked.hashes, ...found.hashes], asked)
  const native = await chain.balance(nativeToken, wallet.address, { block, quorum: true })
  const touching = await Promise.all(receipts.map((receipt) => withValue(receipt, asked)))
  const known = await inOrder(
    touching.flatMap((one) => one ?? []),
    chain,
  )
  const { errors } = found
  const told = {
    transactions: markBridged(record, wallet, known),
    native,
    isTold: isTold && errors.length === 0,
    errors,
  }
  if (depth === 'known') return told
  const paid = await nativePaid(record, known, native, asked).catch((error: unknown) => ({ error }))
  if ('error' in paid) return { ...told, isTold: false, errors: [...errors, paid.error] }
  return { ...told, transactions: markBridged(record, wallet, await inOrder(paid, chain)) }
}

/** Dust and an owner's events are unbounded: reads only the newest events and the largest payments, this many each. */
const lookedIntoMax = 16

type Found = { hashes: Hex[]; errors: unknown[] }
const nothingFound: Found = { hashes: [], errors: [] }

async function hashesInLogs({
  wallet: { address },
  chain,
  block,
  isFinal,
  fromBlock,
  tokens,
}: FactsQuery): Promise<Found> {
  const range = { fromBlock, toBlock: block, isFinal }
  if (fromBlock > block) return nothingFound
  const own = async () =>
    (await hasWallet(chain, address, block))
      ? chain.logs({ ...range, address, topics: [[executedTopic, refundedTopic]] })
      : []
  const paid = tokens.filter((token) => token !== nativeToken)
  const into = async () =>
    paid.length === 0
      ? []
      : transfersInto(
          await chain.logs({ ...range, address: paid, topics: [transferTopic, null, pad(address)] }),
          address,
        )
  const [events, payments] = await Promise.allSettled([own(), into()])
  const largest =
    payments.status === 'fulfilled' ? payments.value.toSorted((a, b) => (a.amount < b.amount ? 1 : -1)) : []
  const said = events.status === 'fulfilled' ? events.value.map(({ transactionHash }) => transactionHash) : []
  return {
    hashes: [
      ...[...new Set(said)].slice(-lookedIntoMax),
      ...largest.slice(0, lookedIntoMax).map(({ txnHash }) => txnHash),
    ],
    errors: [events, payments].flatMap((read): unknown[] => (read.status === 'rejected' ? [read.reason] : [])),
  }
}

async function receiptsOf(
  hashes: readonly Hex[],
  { chain, block, due }: FactsQuery,
): Promise<{ receipts: ChainReceipt[]; isTold: boolean }> {
  const asked = [...new Set(hashes)]
  const found = await Promise.all(asked.map((hash) => chain.receipt(hash, { atOrBelow: block })))
  return {
    receipts: found.flatMap((evidence) => (evidence.is === 'proven' ? [evidence.value] : [])),
    isTold: found.every(({ is }, index) => is === 'proven' || (is !== 'unknown' && !due.has(asked[index]!))),
  }
}

/** Adds the native value sent to the wallet, which receipts lack; undefined if the wallet is not touched. */
async function withValue(
  receipt: ChainReceipt,
  { wallet: { address }, chain }: FactsQuery,
): Promise<WalletTransaction | undefined> {
  const isDirect = receipt.success && receipt.to !== undefined && sameAddress(receipt.to, address)
  const value = isDirect ? ((await chain.transaction(receipt.hash))?.value ?? 0n) : 0n
  return touch({ receipt, to: receipt.to, value }, address, [])
}

/** In the order of the chain: by block, then by position in the block. */
async function inOrder(transactions: readonly WalletTransaction[], chain: Chain): Promise<WalletTransaction[]> {
  const numbers = transactions.map(({ receipt }) => receipt.blockNumber)
  const shared = [...new Set(numbers.filter((number, index) => numbers.indexOf(number) !== index))]
  const blocks = await Promise.all(shared.map((number) => chain.block(number).catch(() => undefined)))
  const places = new Map(
    blocks.flatMap((block) => block?.transactions.map(({ hash }, index) => [hash, index] as const) ?? []),
  )
  const placeOf = ({ receipt: { hash, logs } }: WalletTransaction) => places.get(hash) ?? logs[0]?.logIndex ?? 0
  return transactions.toSorted((a, b) => a.receipt.blockNumber - b.receipt.blockNumber || placeOf(a) - placeOf(b))
}

/** Adds native payments that left no log, searched where the wallet's events or balance exceed its known income. */
async function nativePaid(
  record: IntentRecord,
  known: readonly WalletTransaction[],
  native: bigint,
  { wallet: { address, config }, chain, block, fromBlock }: FactsQuery,
): Promise<WalletTransaction[]> {
  const gaps: { fromBlock: number; toBlock: number; by: bigint }[] = []
  let [at, has] = [fromBlock, 0n]
  for (const { receipt, value } of known) {
    has += value
    for (const log of receipt.logs.filter((one) => sameAddress(one.address, address))) {
      const event = executedIn(log) ?? refundedIn(log)
      if (!event) continue
      gaps.push({ fromBlock: at, toBlock: receipt.blockNumber, by: event.nativeBefore - has })
      ;[at, has] = [receipt.blockNumber, event.nativeAfter]
    }
  }
  gaps.push({ fromBlock: at, toBlock: block, by: native - has })
  const all = [...known]
  for (const { by, ...range } of gaps.filter(({ by }) => by > 0n)) {
    const hints = { owner: config.owner, announced: record.progress.deposit?.hash }
    for (const { from: payer, amount: value, txnHash } of await nativeTransfersInto(chain, address, range, hints)) {
      const at = all.findIndex(({ receipt }) => receipt.hash === txnHash)
      const evidence = await chain.receipt(txnHash, { atOrBelow: block })
      if (evidence.is !== 'proven' || (at >= 0 && all[at]!.value > 0n)) continue
      const one = { receipt: evidence.value, value, payer, isBridge: false }
      if (at >= 0) all[at] = one
      else all.push(one)
    }
  }
  return all
}

/**
 * Marks what a bridge brought. A bridge pays at least its promise, from any account; smaller payments are others'.
 * Transactions sent straight to the wallet or token are others' payments too, unless all candidates are such.
 */
function markBridged(
  record: IntentRecord,
  { side, address }: SideWallet,
  transactions: readonly WalletTransaction[],
): WalletTransaction[] {
  const { bridge } = record.plan
  if (side === 'origin' || !bridge) return [...transactions]
  const least = leastArrival(bridge)
  const brings = ({ receipt, value }: WalletTransaction): boolean =>
    (value >= least && isBridgeToken(record, nativeToken)) ||
    receipt.logs.some(
      (log) =>
        isBridgeToken(record, log.address) && transfersInto([log], address).some(({ amount }) => amount >= least),
    )
  const isByHand = ({ receipt: { to }, payer }: WalletTransaction): boolean =>
    payer === undefined && to !== undefined && (sameAddress(to, address) || isBridgeToken(record, to))
  const candidates = transactions.filter(brings)
  const bridged = candidates.every(isByHand) ? candidates : candidates.filter((one) => !isByHand(one))
  return transactions.map((one) => (bridged.includes(one) ? { ...one, isBridge: true } : one))
}
