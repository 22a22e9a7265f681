import { getAddress } from 'viem'
import type { ChainLog, ChainReceipt, Head } from '../../../src/chains/chain.ts'
import type { Clock } from '../../../src/host/clock.ts'
import type { Random } from '../../../src/host/random.ts'
import type { Address, Hex } from '../../../src/interface/fields.ts'
import type { Frame as Traced } from '../../e2e/chainTape.ts'
import { type Behaviours, type Emitted, type Environment, type Message, type Result, runMessage } from './machine.ts'
import type { Transaction } from './mempool.ts'
import {
  createHistory,
  createOverlay,
  nativeBalance,
  nonceOf,
  type Overlay,
  type State,
  setNativeBalance,
  setNonce,
  storageIn,
} from './state.ts'

export type Block = Head & { transactions: Transaction[]; receipts: ChainReceipt[] }

/** Blocks, and the state after each. Passive: time is read when a block is made. */
export type Ledger = {
  head(): Block
  block(number: number): Block | undefined
  /** Blocks with transactions, oldest first: most have none, and log readers can skip those. */
  busyBlocks(): readonly Block[]
  receipt(hash: Hex): ChainReceipt | undefined
  /** The calls of a transaction that is in a block, where traces are kept. */
  trace(hash: Hex): Traced | undefined
  /** The accounts after a block. */
  stateAt(number: number): State
  /** Runs a message on a copy of the state after a block; `arrange` may change the copy first. */
  dryRun(message: Message, number: number, arrange?: (state: State) => void): Result
  /** The storage a message reads when run on the state after a block: `eth_createAccessList`. */
  accessList(message: Message, number: number): { address: Address; storageKeys: Hex[] }[]
  append(transactions: readonly Transaction[], baseFeePerGas: bigint): Block
  /** Removes the newest blocks; returns their transactions. */
  cut(depth: number): Transaction[]
}

/** Gas charged per transaction: the machine counts none, and books only need some. */
const gasUsed = 150_000n
const noHash: Hex = `0x${'00'.repeat(32)}`

export function createLedger(options: {
  chainId: number
  clock: Clock
  random: Random
  behaviours: Behaviours
  baseFeePerGas: bigint
  keepsTraces?: boolean
}): Ledger {
  const { chainId, clock, random, behaviours, keepsTraces = false } = options
  const traces = new Map<Hex, Traced>()
  const history = createHistory()
  const receipts = new Map<Hex, ChainReceipt>()
  const nowS = () => Math.floor(clock.nowMs() / 1_000)
  const blocks: Block[] = [emptyBlock(0, noHash, nowS(), options.baseFeePerGas)]
  const busy: Block[] = []
  const head = () => blocks.at(-1)!

  /** From chance and height, not content: equal blocks of two branches must differ, and most are empty. */
  function emptyBlock(number: number, parentHash: Hex, timestampS: number, baseFeePerGas: bigint): Block {
    const hash: Hex = `0x${random.hex(16)}${number.toString(16).padStart(32, '0')}`
    return { number, hash, parentHash, timestampS, baseFeePerGas, transactions: [], receipts: [] }
  }

  const environmentOf = ({ number, timestampS }: Head): Environment => ({ chainId, number, timestampS })

  function append(transactions: readonly Transaction[], baseFeePerGas: bigint): Block {
    const parent = head()
    const block = emptyBlock(parent.number + 1, parent.hash, Math.max(parent.timestampS, nowS()), baseFeePerGas)
    const overlay = createOverlay(history.at(parent.number))
    for (const transaction of transactions) include(transaction, block, overlay)
    history.write(block.number, overlay.changes)
    blocks.push(block)
    if (block.receipts.length > 0) busy.push(block)
    return block
  }

  /** Leaves out a transaction whose turn has not come, or that cannot pay, like a block producer. */
  function include(transaction: Transaction, block: Block, overlay: Overlay): void {
    const { from, to, nonce, data, value, gas, hash } = transaction
    const price = priceOf(transaction, block.baseFeePerGas)
    if (nonce !== nonceOf(overlay, from) || nativeBalance(overlay, from) < gas * price + value) return
    setNonce(overlay, from, nonce + 1)
    setNativeBalance(overlay, from, nativeBalance(overlay, from) - gasUsed * price)
    const emitted: Emitted[] = []
    const onTrace = keepsTraces ? (trace: Traced) => void traces.set(hash, trace) : undefined
    const { ok } = runMessage({ from, to, data, value }, overlay, emitted, environmentOf(block), behaviours, onTrace)
    const logged = block.receipts.reduce((sum, { logs }) => sum + logs.length, 0)
    const mined = { blockNumber: block.number, blockHash: block.hash }
    const logs = emitted.map(
      (log, index): ChainLog => ({ ...log, ...mined, transactionHash: hash, logIndex: logged + index }),
    )
    const receipt: ChainReceipt = {
      ...mined,
      hash,
      success: ok,
      minedAtMs: block.timestampS * 1_000,
      from: getAddress(from),
      to: getAddress(to),
      gasUsed,
      effectiveGasPrice: price,
      logs,
    }
    block.transactions.push(transaction)
    block.receipts.push(receipt)
    receipts.set(hash, receipt)
  }

  return {
    head,
    block: (number) => blocks[number],
    busyBlocks: () => busy,
    receipt: (hash) => receipts.get(hash),
    trace: (hash) => traces.get(hash),
    stateAt: (number) => history.at(number),
    dryRun: (message, number, arrange) => {
      const copy = createOverlay(history.at(number))
      arrange?.(copy)
      return runMessage(message, copy, [], environmentOf(blocks[number] ?? head()), behaviours)
    },
    accessList: (message, number) => {
      const below = history.at(number)
      const keys = new Set<string>()
      const watched: State = {
        get: (key) => {
          keys.add(key)
          return below.get(key)
        },
        set: () => {},
      }
      runMessage(message, createOverlay(watched), [], environmentOf(blocks[number] ?? head()), behaviours)
      return storageIn(keys)
    },
    append,
    cut: (depth) => {
      const cut = blocks.splice(Math.max(1, blocks.length - depth))
      history.dropAbove(head().number)
      while (busy.length > 0 && busy.at(-1)!.number > head().number) busy.pop()
      for (const { receipts: gone } of cut) for (const { hash } of gone) receipts.delete(hash)
      return cut.flatMap(({ transactions }) => transactions)
    },
  }
}

const priceOf = ({ maxFeePerGas, maxPriorityFeePerGas }: Transaction, baseFee: bigint): bigint =>
  maxFeePerGas < baseFee + maxPriorityFeePerGas ? maxFeePerGas : baseFee + maxPriorityFeePerGas

export type Sent = { from: Address; to: Address; data?: Hex; value?: bigint }
