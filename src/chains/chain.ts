import type { Address, Hex } from '../interface/fields.ts'
import type { ChainDefinition } from './chainDefinition.ts'

/**
 * Knowledge of a fact on a chain. `notFound` (no quorum has seen it yet) and `unknown` (too few nodes answered or
 * agreed) may change with the next block; only `proven` and `provenNot` may decide about money.
 */
export type Evidence<T> =
  | { is: 'proven'; value: T }
  | { is: 'provenNot'; why: string }
  | { is: 'notFound' }
  | { is: 'unknown'; why: string }

export type Head = {
  number: number
  hash: Hex
  parentHash: Hex
  timestampS: number
  baseFeePerGas: bigint
  /** Set if blocks were skipped: the previously reported head, still canonical when this one was seen. */
  follows?: Hex
}

export type ChainLog = {
  address: Address
  topics: Hex[]
  data: Hex
  blockNumber: number
  blockHash: Hex
  transactionHash: Hex
  logIndex: number
}

export type ChainReceipt = {
  hash: Hex
  success: boolean
  blockNumber: number
  blockHash: Hex
  minedAtMs: number
  from: Address
  to?: Address
  gasUsed: bigint
  effectiveGasPrice: bigint
  /** L1 data fee, paid on top of gas; absent if the chain's receipts do not report it. */
  l1Fee?: bigint
  logs: ChainLog[]
}

export type ChainTransaction = { hash: Hex; from: Address; to?: Address; value: bigint; data: Hex }

export type FeeData = {
  baseFeePerGas: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
  /** Wei per gas that a transaction in the next block is expected to pay: base fee and tip. */
  gasPrice: bigint
  usage: 'NORMAL' | 'BUSY' | 'VERY_BUSY'
  /** `maxFeePerGas` at the median base fee of recent blocks. A fee far above it may come from a lying node. */
  usualMaxFeePerGas: bigint
}

export type CallRequest = { to: Address; data?: Hex; from?: Address; value?: bigint; gas?: bigint }
export type StateOverride = {
  address: Address
  balance?: bigint
  code?: Hex
  stateDiff?: { slot: Hex; value: Hex }[]
}[]
export type CallOutcome = { ok: true; data: Hex } | { ok: false; revert: Hex; message: string }

export type LogFilter = {
  address?: Address | Address[]
  topics?: (Hex | Hex[] | null)[]
  fromBlock: number
  toBlock: number
  /** The range is final: read thousands of blocks per call. Else recent blocks that may match are read by hash. */
  isFinal?: boolean
}

/** One chain. Reads that decide about money set `quorum: true`; they throw ChainNodeHealth if too few nodes agree. */
export type Chain = {
  readonly id: number
  readonly definition: ChainDefinition
  head(): Promise<Head>
  /** Reports new heads in order; after a reorg, again from the fork on. `follows` is set where blocks were skipped. */
  onHead(listener: (head: Head) => void): () => void
  /** A caller waits for the next block: poll heads at the chain's pace, not the idle one, for `activeMs`. */
  markActive(): void
  /** The newest block that is final enough for an irreversible step worth `valueUsd`. */
  finalBlock(valueUsd: number): Promise<number>
  /** Calls made within `readWindowMs` are sent as one multicall. */
  read(call: CallRequest, options?: { block?: number; quorum?: boolean }): Promise<CallOutcome>
  /** Native balance for the zero address. Batched like `read`. */
  balance(token: Address, holder: Address, options?: { block?: number; quorum?: boolean }): Promise<bigint>
  simulate(call: CallRequest, overrides?: StateOverride): Promise<CallOutcome>
  /** The storage that a call reads; absent if no node supports this. */
  accessList?(call: CallRequest): Promise<{ address: Address; storageKeys: Hex[] }[]>
  /** By default one node's answer at the newest block, so an empty answer proves nothing. */
  code(address: Address, options?: { block?: number; quorum?: boolean }): Promise<Hex>
  fees(): Promise<FeeData>
  /**
   * The receipt of a transaction, by quorum. A hash that no node knows is `notFound`. `used`: the signer and its
   * nonce. If that nonce is used in a final block and no node knows the hash, another transaction took the nonce:
   * `provenNot`.
   */
  receipt(
    hash: Hex,
    options?: { atOrBelow?: number; used?: { from: Address; nonce: number } },
  ): Promise<Evidence<ChainReceipt>>
  /** What one node knows of a transaction, mined or not. Tells where to look; decides nothing about money. */
  transaction(hash: Hex): Promise<ChainTransaction | undefined>
  /** Complete for the range and checked against canonical block hashes. Long ranges are split into bounded calls. */
  logs(filter: LogFilter): Promise<ChainLog[]>
  block(number: number): Promise<Head & { transactions: { hash: Hex; from: Address; to?: Address; value: bigint }[] }>
  /** Sends signed bytes to every node and combines their replies into one outcome. */
  broadcast(raw: Hex): Promise<BroadcastOutcome>
  /** Transaction count: newest block, with the pool (`pending`), or final block (0 if the nodes lack its state). */
  nonce(address: Address, at: 'latest' | 'pending' | 'final'): Promise<number>
  health(): Promise<{ healthy: boolean; detail: string }>
  close(): Promise<void>
}

/** How nodes refuse a transaction. Ambiguous is the default: it may still be mined. */
export type BroadcastOutcome =
  | { is: 'accepted' }
  | { is: 'known' }
  | { is: 'nonceTooLow' }
  | { is: 'refused'; why: string }
  | { is: 'underpriced'; why: string }
  | { is: 'ambiguous'; why: string }
