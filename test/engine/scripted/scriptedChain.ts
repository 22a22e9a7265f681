import { concat, getAddress, numberToHex, pad } from 'viem'
import type {
  CallOutcome,
  CallRequest,
  Chain,
  ChainLog,
  ChainReceipt,
  FeeData,
  Head,
  LogFilter,
  StateOverride,
} from '../../../src/chains/chain.ts'
import type { ChainDefinition } from '../../../src/chains/chainDefinition.ts'
import { ruleFor } from '../../../src/chains/read/finality.ts'
import { keccak256 } from '../../../src/evm/keccak.ts'
import type { Clock } from '../../../src/host/clock.ts'
import type { Random } from '../../../src/host/random.ts'
import { ServiceError } from '../../../src/interface/errors.ts'
import type { Address, Hex } from '../../../src/interface/fields.ts'
import { nativeToken } from '../../../src/interface/limits.ts'
import { deployIntentContracts, intentBehaviours } from './intentContracts.ts'
import { createLedger, type Sent } from './ledger.ts'
import type { Result } from './machine.ts'
import { marketBehaviours } from './markets.ts'
import { createMempool, readSigned, type Transaction } from './mempool.ts'
import { multicallCode, plainBehaviours } from './plainCodes.ts'
import { codeOf, nativeBalance, nonceOf, type State, setCode, setNativeBalance, writeSlot } from './state.ts'
import { balanceCall, token, tokenCode, wrappedCode, wrappedToken } from './tokens.ts'

/** How the nodes fail: none answers, all lag by some blocks, or they report balances of the next block. */
export type Fault = { is: 'down' } | { is: 'behind'; blocks: number } | { is: 'ahead' }

export type ScriptedChainOptions = {
  definition: ChainDefinition
  clock: Clock
  random: Random
  /** How far the tags are below the head, in blocks. */
  tags?: { safe: number; finalized: number }
}

/**
 * A chain in memory. The engine holds `chain` and cannot tell it from nodes; a test holds the rest: it decides when a
 * block is made, what waits in the pool, which blocks are reorganised away and what the nodes fail to answer. Time and
 * chance are arguments and there is no timer in it, so a seed replays it.
 */
export type ScriptedChain = {
  readonly chain: Chain
  /** Accounts after the newest block. What a test writes here belongs to that block. */
  state(): State
  /** The number of the newest block, whatever the nodes answer. */
  height(): number
  /** All that a contract emitted so far, whatever the nodes answer. */
  logs(address: Address): ChainLog[]
  /** Of all transactions in blocks, whatever the nodes answer. */
  receipts(): ChainReceipt[]
  /** Sends from an account whose key the nodes hold; waits for the next block. */
  send(sent: Sent): Hex
  /** Makes blocks; everything that can be executed goes into the first of them. */
  mine(blocks?: number): void
  /** Replaces the newest blocks by empty ones. Their transactions are forgotten, or pending again. */
  reorg(depth: number, transactions?: 'forgotten' | 'pooled'): void
  /** Transactions for which this is true stay in the pool. */
  withhold(which: (transaction: Transaction) => boolean): void
  /** Called before every answer of the port. */
  fail(fault: (method: keyof Chain) => Fault | undefined): void
  setBaseFee(baseFeePerGas: bigint): void
}

const gwei = 1_000_000_000n
const tip = 1_000_000n
const sentGas = 1_000_000n
const tagsDefault = { safe: 4, finalized: 8 }

const behaviours = new Map([
  ...intentBehaviours,
  ...marketBehaviours,
  ...plainBehaviours,
  [tokenCode, token] as const,
  [wrappedCode, wrappedToken] as const,
])

export function createScriptedChain(options: ScriptedChainOptions): ScriptedChain {
  const { definition, tags = tagsDefault } = options
  let baseFee = gwei
  const ledger = createLedger({ ...options, chainId: definition.id, behaviours, baseFeePerGas: baseFee })
  const mempool = createMempool()
  const listeners = new Set<(head: Head) => void>()
  const reached = new Map<string, number>()
  let withheld: (transaction: Transaction) => boolean = () => false
  let faultOf: (method: keyof Chain) => Fault | undefined = () => undefined

  const newest = () => ledger.stateAt(ledger.head().number)
  deployIntentContracts(newest())
  setCode(newest(), definition.multicall3, multicallCode)
  setCode(newest(), definition.wrappedNative, wrappedCode)

  const unhealthy = (why: string) => new ServiceError('ChainNodeHealth', `${definition.name}: ${why}`)

  /** The newest block that the nodes have, as far as they answer. */
  function seen(method: keyof Chain): number {
    const fault = faultOf(method)
    if (fault?.is === 'down') throw unhealthy('no node answers')
    return Math.max(0, ledger.head().number - (fault?.is === 'behind' ? fault.blocks : 0))
  }

  function headOf(number: number): Head {
    const { hash, parentHash, timestampS, baseFeePerGas } = ledger.block(number)!
    return { number, hash, parentHash, timestampS, baseFeePerGas }
  }

  function mineOne(transactions: readonly Transaction[]): void {
    const block = ledger.append(transactions, baseFee)
    for (const transaction of block.transactions) mempool.remove(transaction)
    const head = headOf(block.number)
    for (const listener of listeners) listener(head)
  }

  function reorg(depth: number, transactions: 'forgotten' | 'pooled' = 'forgotten'): void {
    const gone = ledger.cut(depth)
    const fork = ledger.head().number
    for (const [rule, number] of reached) reached.set(rule, Math.min(number, fork))
    if (transactions === 'pooled') for (const one of gone) mempool.add(one, newest(), baseFee)
    for (let i = 0; i < depth; i++) mineOne([])
  }

  /** Never decreases while the blocks stand; a reorg below it lowers it to the fork. */
  function finalAt(valueUsd: number, head: number): number {
    const { depth } = ruleFor(definition.finality, valueUsd)
    const below = typeof depth === 'number' ? depth : tags[depth]
    const final = Math.max(0, head - below, reached.get(String(depth)) ?? 0)
    reached.set(String(depth), final)
    return final
  }

  function at(method: keyof Chain, block: number | undefined): number {
    const head = seen(method)
    if (block !== undefined && block > head) throw unhealthy(`no node has block ${block}`)
    return block ?? head
  }

  function run(call: CallRequest, block: number, arrange?: (state: State) => void): CallOutcome {
    const { to, data = '0x', from = nativeToken, value = 0n } = call
    return asOutcome(ledger.dryRun({ from, to, data, value }, block, arrange))
  }

  function logsOf(filter: LogFilter): ChainLog[] {
    const isWanted = matches(filter)
    const within = ledger.busyBlocks().filter(({ number }) => number >= filter.fromBlock && number <= filter.toBlock)
    return within.flatMap(({ receipts }) => receipts.flatMap(({ logs }) => logs.filter(isWanted)))
  }

  const chain: Chain = {
    id: definition.id,
    definition,
    head: async () => headOf(seen('head')),
    markActive: () => {},
    onHead: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    finalBlock: async (valueUsd) => finalAt(valueUsd, seen('finalBlock')),
    read: async (call, { block } = {}) => run(call, at('read', block)),
    balance: async (asset, holder, { block } = {}) => {
      const asked = at('balance', block)
      const number = faultOf('balance')?.is === 'ahead' ? Math.min(asked + 1, ledger.head().number) : asked
      if (asset === nativeToken) return nativeBalance(ledger.stateAt(number), holder)
      const outcome = run({ to: asset, data: balanceCall(holder) }, number)
      if (outcome.ok && outcome.data.length >= 66) return BigInt(outcome.data.slice(0, 66))
      throw new ServiceError('QueryFailed', `${asset} does not answer balanceOf`)
    },
    simulate: async (call, overrides = []) =>
      run(call, seen('simulate'), (state) => {
        for (const override of overrides) arrangeOverride(state, override)
      }),
    code: async (address, { block } = {}) => codeOf(ledger.stateAt(at('code', block)), address),
    fees: async () => {
      seen('fees')
      return feesOf(baseFee)
    },
    receipt: async (hash, { atOrBelow, used } = {}) => {
      if (faultOf('receipt')?.is === 'down') return { is: 'unknown', why: 'no node answers' }
      const head = seen('receipt')
      const found = ledger.receipt(hash)
      if (!found || found.blockNumber > head) {
        const final = ledger.stateAt(finalAt(Number.POSITIVE_INFINITY, head))
        return used && nonceOf(final, used.from) > used.nonce
          ? { is: 'provenNot', why: `nonce ${used.nonce} is final and used by another transaction` }
          : { is: 'notFound' }
      }
      if (atOrBelow !== undefined && found.blockNumber > atOrBelow) {
        return { is: 'unknown', why: `mined in block ${found.blockNumber}, above ${atOrBelow}` }
      }
      return { is: 'proven', value: found }
    },
    transaction: async (hash) => {
      const mined = ledger.receipt(hash)
      const transactions =
        mined && mined.blockNumber <= seen('transaction') ? ledger.block(mined.blockNumber) : undefined
      const found = transactions?.transactions.find((one) => one.hash === hash) ?? mempool.find(hash)
      if (!found) return undefined
      const { from, to, value, data } = found
      return { hash, from: getAddress(from), to: getAddress(to), value, data }
    },
    logs: async (filter) => {
      at('logs', filter.toBlock)
      return logsOf(filter)
    },
    block: async (number) => {
      const block = number <= seen('block') ? ledger.block(number) : undefined
      if (!block) throw new ServiceError('NotFound', `block ${number} does not exist yet`)
      const transactions = block.transactions.map(({ hash, from, to, value }) => ({
        hash,
        from: getAddress(from),
        to: getAddress(to),
        value,
      }))
      return { ...headOf(number), transactions }
    },
    broadcast: async (raw) => {
      if (faultOf('broadcast')?.is === 'down') return { is: 'ambiguous', why: 'no node answers' }
      const transaction = readSigned(raw, definition.id)
      if (!transaction) return { is: 'refused', why: 'failed to decode signed transaction' }
      return mempool.add(transaction, newest(), baseFee)
    },
    nonce: async (address, when) => {
      const head = seen('nonce')
      if (when === 'pending') return mempool.pendingNonce(ledger.stateAt(head), address)
      return nonceOf(ledger.stateAt(when === 'latest' ? head : finalAt(Number.POSITIVE_INFINITY, head)), address)
    },
    health: async () => {
      const healthy = faultOf('health')?.is !== 'down'
      return { healthy, detail: healthy ? 'scripted' : 'no node answers' }
    },
    close: async () => listeners.clear(),
  }

  return {
    chain,
    state: newest,
    height: () => ledger.head().number,
    receipts: () => ledger.busyBlocks().flatMap((block) => block.receipts),
    logs: (address) => logsOf({ address, fromBlock: 0, toBlock: ledger.head().number }),
    send: ({ from, to, data = '0x', value = 0n }) => {
      const nonce = mempool.pendingNonce(newest(), from)
      const hash = keccak256(
        concat([from, pad(numberToHex(nonce)), to, pad(numberToHex(value)), data, numberToHex(definition.id)]),
      )
      const fees = { maxFeePerGas: 2n * baseFee + tip, maxPriorityFeePerGas: tip }
      const outcome = mempool.add({ hash, from, to, nonce, data, value, gas: sentGas, ...fees }, newest(), baseFee)
      if (outcome.is !== 'accepted') throw new Error(`the transaction is not taken: ${outcome.is}`)
      return hash
    },
    mine: (blocks = 1) => {
      const may = (transaction: Transaction) => !withheld(transaction)
      for (let i = 0; i < blocks; i++) mineOne(mempool.executable(newest()).filter(may))
    },
    reorg,
    withhold: (which) => {
      withheld = which
    },
    fail: (fault) => {
      faultOf = fault
    },
    setBaseFee: (amount) => {
      baseFee = amount
    },
  }
}

const asOutcome = ({ ok, data }: Result): CallOutcome =>
  ok ? { ok, data } : { ok, revert: data, message: 'execution reverted' }

function arrangeOverride(state: State, { address, balance, code, stateDiff }: StateOverride[number]): void {
  if (balance !== undefined) setNativeBalance(state, address, balance)
  if (code) setCode(state, address, code)
  for (const { slot, value } of stateDiff ?? []) writeSlot(state, address, slot, BigInt(value))
}

const feesOf = (baseFeePerGas: bigint): FeeData => ({
  baseFeePerGas,
  maxPriorityFeePerGas: tip,
  maxFeePerGas: 2n * baseFeePerGas + tip,
  gasPrice: baseFeePerGas + tip,
  usage: 'NORMAL',
  usualMaxFeePerGas: 2n * baseFeePerGas + tip,
})

const list = <T>(one: T | T[]): T[] => (Array.isArray(one) ? one : [one])

function matches({ address, topics = [] }: LogFilter): (log: ChainLog) => boolean {
  const addresses = address && list<Address>(address).map((one) => one.toLowerCase())
  return (log) =>
    (!addresses || addresses.includes(log.address.toLowerCase())) &&
    topics.every((topic, i) => topic === null || list<Hex>(topic).some((one) => one.toLowerCase() === log.topics[i]))
}
