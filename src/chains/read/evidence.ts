import { LRUCache } from 'lru-cache'
import type { Clock } from '../../host/clock.ts'
import type { Address, Hex } from '../../interface/fields.ts'
import type { Chain, ChainReceipt, Evidence } from '../chain.ts'
import type { ChainEvents } from '../chainEvents.ts'
import type { ChainLimits } from '../chainLimits.ts'
import type { Heads } from './heads.ts'
import { type Header, quantity, type RpcBlock, type RpcReceipt, toHeader, toReceipt } from './parseRpc.ts'
import type { Quorum, QuorumVerdict } from './quorum.ts'

export type Canonical = {
  /** The header that a quorum of nodes has at a height. */
  at(number: number): Promise<Header>
}

const rememberedMax = 4_096
const receiptsRemembered = 256
/** For all cached receipts together: anyone may name a transaction with megabytes of logs. Larger is not cached. */
const logCharsRemembered = 16 * 1_024 * 1_024
/** A cached receipt is read again after this: a node that indexes logs late is believed this long, not for good. */
const rememberedMs = 60_000

/** Canonical headers: from the `Heads` window, else by quorum and cached. A reorg evicts all above its fork. */
export function createCanonical(heads: Heads, quorum: Quorum, limits: ChainLimits): Canonical {
  const older = new Map<number, Header>()
  heads.onReorg((forkBlock) => {
    for (const number of older.keys()) if (number > forkBlock) older.delete(number)
  })
  return {
    at: async (number) => {
      const known = heads.at(number) ?? older.get(number)
      if (known) return known
      const block = await quorum.agree(
        `block ${number}`,
        (node) => node.call<RpcBlock>('eth_getBlockByNumber', [quantity(number), false]),
        headerKey,
      )
      const header = toHeader(block)
      const newest = heads.current()?.number ?? 0
      // Newer ones may be reorganised unseen: after a start, `Heads` knows fewer blocks than a full window.
      if (number <= newest - limits.windowBlocks) older.set(number, header)
      if (older.size > rememberedMax) older.delete(older.keys().next().value!)
      return header
    },
  }
}

type Answer = QuorumVerdict<RpcReceipt | null>

/** The answer of a node that does not know the transaction; it may be behind. */
const notKnown = 'none'

/** Both, because a hash does not make a node's time true. */
export const headerKey = (block: RpcBlock | null): string =>
  block ? `${block.hash} ${Number(block.timestamp)}` : notKnown

/** The fields of a log that two nodes must agree on. */
export const logKey = ({ address, topics, data, logIndex }: RpcReceipt['logs'][number]): string =>
  `${address}${topics.join('')}${data}${logIndex}`

/** The same text for a number with or without leading zeros. Anything else stays as it is and equals no number. */
const quantityKey = (quantity: unknown): string =>
  typeof quantity === 'string' && /^0x[0-9a-f]+$/i.test(quantity) ? String(BigInt(quantity)) : String(quantity)

/**
 * Every field that the books use, so that no single node prices gas or names a payer. Not `l1Fee`: nodes of one
 * rollup differ in whether they report it.
 */
const receiptKey = ({ blockHash, status, from, to, gasUsed, effectiveGasPrice, logs }: RpcReceipt): string =>
  [
    ...[blockHash, status, from, to].map((field) => field?.toLowerCase()),
    ...[gasUsed, effectiveGasPrice].map(quantityKey),
    ...logs.map(logKey),
  ].join()

/**
 * What is known about a transaction. `proven`: a quorum has the same receipt, in a block that is canonical for it.
 * `notFound`: a quorum does not know the hash. Anything else is `unknown`. With `used` (its signer and nonce) it can
 * be `provenNot`: the nonce is used in a final block and a quorum does not know the hash.
 */
export function createReceipts(options: {
  chainId: number
  heads: Heads
  quorum: Quorum
  canonical: Canonical
  finalNonce(address: Address): Promise<number>
  clock: Clock
  events: ChainEvents
}): Chain['receipt'] {
  const { chainId, heads, quorum, canonical, finalNonce, clock, events } = options
  // Many intents share a transaction. A receipt is fixed for its block; each use checks that the block is canonical.
  const agreed = new LRUCache<Hex, { found: ChainReceipt; readAtMs: number }>({
    max: receiptsRemembered,
    maxSize: logCharsRemembered,
    sizeCalculation: ({ found: { logs } }) =>
      1 + logs.reduce((chars, { data, topics }) => chars + data.length + 66 * topics.length, 0),
  })
  const inFlight = new Map<Hex, Promise<Answer>>()

  async function receipt(
    requestedHash: Hex,
    { atOrBelow, used }: { atOrBelow?: number; used?: { from: Address; nonce: number } } = {},
  ): Promise<Evidence<ChainReceipt>> {
    const hash = requestedHash.toLowerCase() as Hex
    const known = agreed.get(hash)
    if (known && clock.monotonicMs() - known.readAtMs < rememberedMs)
      return checkCanonical(hash, known.found, atOrBelow)
    // Read the nonce first: if it is already final, a receipt that is missing afterwards will never appear.
    const taken = used ? (await finalNonce(used.from)) > used.nonce : false
    const verdict = await (used ? readReceipt(hash) : readReceiptShared(hash))
    if (verdict.is === 'disagree' && [...verdict.different].filter((key) => key !== notKnown).length > 1)
      events.nodesDisagree({ chainId, about: `receipt ${hash}: ${verdict.why}` })
    if (verdict.is !== 'agreed') return { is: 'unknown', why: verdict.why }
    if (!verdict.value) {
      return taken
        ? { is: 'provenNot', why: `nonce ${used?.nonce} is final and used by another transaction` }
        : { is: 'notFound' }
    }
    if (verdict.value.transactionHash.toLowerCase() !== hash)
      return { is: 'unknown', why: 'the nodes answered about another transaction' }
    const number = Number(verdict.value.blockNumber)
    if (number > (heads.current()?.number ?? -1)) await heads.refresh()
    if (number > (heads.current()?.number ?? -1)) return { is: 'unknown', why: `block ${number} is not canonical yet` }
    const found = toReceipt(verdict.value, (await canonical.at(number)).timestampS)
    agreed.set(hash, { found, readAtMs: clock.monotonicMs() })
    return checkCanonical(hash, found, atOrBelow)
  }

  const readReceipt = (hash: Hex): Promise<Answer> =>
    quorum.query(
      (node) => node.call<RpcReceipt | null>('eth_getTransactionReceipt', [hash]),
      (found) => (found ? receiptKey(found) : notKnown),
    )

  /** Concurrent callers share one request. Not used to disprove: it may have begun before the nonce was read. */
  function readReceiptShared(hash: Hex): Promise<Answer> {
    const running = inFlight.get(hash)
    if (running) return running
    const request = readReceipt(hash).finally(() => inFlight.delete(hash))
    inFlight.set(hash, request)
    return request
  }

  async function checkCanonical(
    hash: Hex,
    found: ChainReceipt,
    atOrBelow: number | undefined,
  ): Promise<Evidence<ChainReceipt>> {
    const { blockNumber } = found
    const current = heads.current()
    if (!current || blockNumber > current.number) {
      agreed.delete(hash)
      return { is: 'unknown', why: `block ${blockNumber} is not canonical yet` }
    }
    if ((await canonical.at(blockNumber)).hash !== found.blockHash) {
      agreed.delete(hash)
      return { is: 'unknown', why: `its block ${blockNumber} is not the canonical one` }
    }
    if (atOrBelow !== undefined && blockNumber > atOrBelow) {
      return { is: 'unknown', why: `mined in block ${blockNumber}, above ${atOrBelow}` }
    }
    return { is: 'proven', value: found }
  }

  return receipt
}
