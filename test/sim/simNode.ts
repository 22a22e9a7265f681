import { bytesToHex, hexToBytes } from 'viem'
import type { ChainLog, ChainReceipt } from '../../src/chains/chain.ts'
import { chainLimits } from '../../src/chains/chainLimits.ts'
import { NodeError } from '../../src/chains/read/node.ts'
import { quantity } from '../../src/chains/read/parseRpc.ts'
import { keccak256 } from '../../src/evm/keccak.ts'
import type { Address, Hex } from '../../src/interface/fields.ts'
import { nativeToken } from '../../src/interface/limits.ts'
import type { Block } from '../engine/scripted/ledger.ts'
import { readSigned } from '../engine/scripted/mempool.ts'
import {
  codeOf,
  nativeBalance,
  nonceOf,
  type State,
  setCode,
  setNativeBalance,
  writeSlot,
} from '../engine/scripted/state.ts'
import { type Invention, imagine, retell, retellHeader } from './invent.ts'
import { l1FeeOfAll } from './l1Oracle.ts'
import type { SimChain } from './simChain.ts'
import { tagDepths } from './worlds.ts'

/** How a node misbehaves at present. */
export type NodeFault = {
  lagBlocks: number
  down: boolean
  /** Forgets what it has seen. */
  lies: boolean
  /** Says what never happened. */
  invents?: Invention
}

export type SimNode = {
  readonly name: string
  readonly chain: SimChain
  readonly fault: NodeFault
  /** Answers a call at once, as the node sees its chain now; throws `NodeError`. */
  answer(method: string, params: readonly unknown[]): unknown
}

const liedBlocks = 40

/** A JSON-RPC node: what anvil and geth answer, in their shapes, from a simulated chain. */
export function createSimNode(
  name: string,
  chain: SimChain,
  { listsAccess = true, logBlocksMax = Number.POSITIVE_INFINITY } = {},
): SimNode {
  const fault: NodeFault = { lagBlocks: 0, down: false, lies: false }
  const { ledger, mempool, definition } = chain
  const l1Fee = definition.l1Fee && l1FeeOfAll
  const seen = () => Math.max(0, ledger.head().number - fault.lagBlocks)
  const refuse = (message: string, answer: { code?: number; data?: Hex } = {}) =>
    new NodeError('answer', message, { code: answer.code ?? -32_000, data: answer.data })

  function numberOf(tag: unknown): number {
    if (tag === 'latest' || tag === 'pending' || tag === undefined) return seen()
    if (tag === 'safe') return Math.max(0, seen() - tagDepths.safe)
    if (tag === 'finalized') return Math.max(0, seen() - tagDepths.finalized)
    return Number(tag)
  }

  function stateAt(tag: unknown): { state: State; number: number } {
    const number = numberOf(tag)
    if (number > seen()) throw refuse(`BlockOutOfRange: block height is ${seen()} but requested was ${number}`)
    return { state: ledger.stateAt(number), number }
  }

  function call(params: readonly unknown[]): Hex {
    const [request, tag, overrides] = params as [
      { from?: Address; to: Address; data?: Hex; value?: Hex },
      unknown,
      Overrides?,
    ]
    // A liar answers from long ago: balances that have come are not there, and those that went still are.
    const number = Math.max(0, stateAt(tag).number - (fault.lies ? liedBlocks : 0))
    const { from = nativeToken, to, data = '0x', value = '0x0' } = request
    const run = () =>
      ledger.dryRun({ from, to, data, value: BigInt(value) }, number, (state) => {
        arrangeOverrides(state, overrides ?? {})
        if (fault.invents) imagine(state, fault.invents)
      })
    const asked = `${from} ${to} ${data} ${value} ${overrides ? JSON.stringify(overrides) : ''}`
    const result = fault.invents ? run() : chain.answered(number, asked, run)
    if (!result.ok) throw refuse('execution reverted', { code: 3, data: result.data })
    return result.data
  }

  /** What hosted nodes often leave out; a liar says that nothing is read. */
  function accessList([request, tag]: readonly unknown[]) {
    if (!listsAccess) throw refuse('the method eth_createAccessList does not exist', { code: -32_601 })
    const { from = nativeToken, to, data = '0x' } = request as { from?: Address; to: Address; data?: Hex }
    const found = fault.lies ? [] : ledger.accessList({ from, to, data, value: 0n }, stateAt(tag).number)
    return { accessList: found, gasUsed: quantity(100_000) }
  }

  function submit(raw: Hex): Hex {
    const transaction = readSigned(raw, definition.id)
    if (!transaction) throw refuse('failed to decode signed transaction')
    // Says that it took what it throws away.
    if (fault.invents) return transaction.hash
    const outcome = mempool.add(transaction, chain.state(), chain.baseFee())
    if (outcome.is === 'accepted') return transaction.hash
    if (outcome.is === 'known') throw refuse('already known')
    if (outcome.is === 'nonceTooLow') throw refuse('nonce too low')
    throw refuse(outcome.why)
  }

  function logs(filter: {
    address?: Address | Address[]
    topics?: (Hex | Hex[] | null)[]
    blockHash?: Hex
    fromBlock?: Hex
    toBlock?: Hex
  }) {
    const found: RpcLogs = []
    const blocks: Block[] = []
    if (filter.blockHash) {
      const block = byHash(filter.blockHash)
      if (!block) throw refuse('unknown block')
      blocks.push(block)
    } else {
      // A node that lags answers with what it has and does not complain.
      const first = numberOf(filter.fromBlock)
      const last = Math.min(numberOf(filter.toBlock), seen())
      if (last - first >= logBlocksMax) throw refuse(`block range is too large, at most ${logBlocksMax} blocks`)
      for (let number = first; number <= last; number++) blocks.push(ledger.block(number)!)
    }
    if (fault.lies) return found
    const isWanted = matches(filter)
    for (const block of blocks)
      for (const receipt of block.receipts) found.push(...receipt.logs.filter(isWanted).map(rpcLog))
    for (const { receipt } of fault.invents?.transactions.values() ?? [])
      if (blocks.some(({ hash }) => hash === receipt.blockHash))
        found.push(...receipt.logs.filter(isWanted).map(rpcLog))
    return found
  }

  function byHash(hash: Hex): Block | undefined {
    for (let number = seen(); number >= Math.max(0, seen() - chainLimits.windowBlocks); number--) {
      const block = ledger.block(number)
      if (block?.hash === hash) return block
    }
    return undefined
  }

  function receipt(hash: Hex) {
    const found = ledger.receipt(hash) ?? fault.invents?.transactions.get(hash)?.receipt
    if (!found || found.blockNumber > seen() || fault.lies) return null
    return fault.invents ? showReceipt(retell(found, fault.invents), l1Fee) : rpcReceipt(found, l1Fee)
  }

  function transaction(wanted: Hex) {
    const invented = fault.invents?.transactions.get(wanted)
    if (invented) {
      const { receipt, money } = invented
      const value = receipt.to === money.holder ? money.amount : 0n
      return { hash: wanted, from: money.from, to: receipt.to, value: quantity(value), input: '0x' }
    }
    const mined = ledger.receipt(wanted)
    const block = mined && mined.blockNumber <= seen() ? ledger.block(mined.blockNumber) : undefined
    const found = block?.transactions.find(({ hash }) => hash === wanted) ?? mempool.find(wanted)
    if (!found || fault.lies) return null
    const { hash, from, to, value, data } = found
    return { hash, from, to, value: quantity(value), input: data }
  }

  function feeHistory(count: number) {
    const last = seen()
    const first = Math.max(0, last - count + 1)
    const blocks = Array.from({ length: last - first + 1 }, (_, index) => ledger.block(first + index)!)
    const inflate = fault.lies ? 1_000n : 1n
    return {
      oldestBlock: quantity(first),
      baseFeePerGas: [...blocks.map(({ baseFeePerGas }) => baseFeePerGas), chain.baseFee()].map((fee) =>
        quantity(fee * inflate),
      ),
      gasUsedRatio: blocks.map(() => 0),
      reward: blocks.map(() => ['0x0']),
    }
  }

  const header = (block: Block, full: boolean) => {
    const shown = rpcBlock(block, full)
    return fault.invents ? { ...shown, ...retellHeader(block, fault.invents) } : shown
  }

  const answers: Record<string, (params: readonly unknown[]) => unknown> = {
    eth_chainId: () => quantity(definition.id),
    eth_blockNumber: () => quantity(seen()),
    eth_getBlockByNumber: ([tag, full]) => {
      const number = numberOf(tag)
      const block = number <= seen() ? ledger.block(number) : undefined
      return block ? header(block, full === true) : null
    },
    eth_getBlockByHash: ([hash, full]) => {
      const block = byHash(hash as Hex)
      return block ? header(block, full === true) : null
    },
    eth_call: call,
    eth_createAccessList: accessList,
    eth_getBalance: ([address, tag]) => quantity(nativeBalance(stateAt(tag).state, address as Address)),
    eth_getCode: ([address, tag]) => (fault.lies ? '0x' : codeOf(stateAt(tag).state, address as Address)),
    eth_getTransactionCount: ([address, tag]) =>
      quantity(
        (fault.invents ? 3 : 0) +
          (tag === 'pending'
            ? mempool.pendingNonce(ledger.stateAt(seen()), address as Address)
            : nonceOf(stateAt(tag).state, address as Address)),
      ),
    eth_getTransactionReceipt: ([hash]) => receipt(hash as Hex),
    eth_getTransactionByHash: ([hash]) => transaction(hash as Hex),
    eth_getLogs: ([filter]) => logs(filter as Parameters<typeof logs>[0]),
    eth_sendRawTransaction: ([raw]) => submit(raw as Hex),
    eth_feeHistory: ([count]) => feeHistory(Number(count)),
  }

  return {
    name,
    chain,
    fault,
    answer(method, params) {
      const answer = answers[method]
      if (!answer) throw refuse(`the method ${method} does not exist`, { code: -32_601 })
      return answer(params)
    },
  }
}

type Overrides = Record<Address, { balance?: Hex; code?: Hex; stateDiff?: Record<Hex, Hex> }>

function arrangeOverrides(state: State, overrides: Overrides): void {
  for (const [address, { balance, code, stateDiff }] of Object.entries(overrides) as [Address, Overrides[Address]][]) {
    if (balance !== undefined) setNativeBalance(state, address, BigInt(balance))
    if (code) setCode(state, address, code)
    for (const [slot, value] of Object.entries(stateDiff ?? {})) writeSlot(state, address, slot, BigInt(value))
  }
}

const blooms = new WeakMap<Block, Hex>()
const emptyBloom: Hex = `0x${'00'.repeat(256)}`

function bloomOf(block: Block): Hex {
  if (block.receipts.every(({ logs }) => logs.length === 0)) return emptyBloom
  const known = blooms.get(block)
  if (known) return known
  const bloom = bloomOfLogs(block.receipts.flatMap(({ logs }) => logs))
  blooms.set(block, bloom)
  return bloom
}

export function bloomOfLogs(logs: readonly Pick<ChainLog, 'address' | 'topics'>[]): Hex {
  const bytes = new Uint8Array(256)
  for (const { address, topics } of logs) {
    for (const value of [address, ...topics]) {
      const hash = hexToBytes(keccak256(value))
      for (const at of [0, 2, 4]) {
        const bit = ((hash[at]! << 8) | hash[at + 1]!) & 2047
        bytes[255 - (bit >> 3)]! |= 1 << (bit & 7)
      }
    }
  }
  return bytesToHex(bytes)
}

const shownBlocks = new WeakMap<Block, ReturnType<typeof showBlock>>()
const shownReceipts = new WeakMap<ChainReceipt, ReturnType<typeof showReceipt>>()

/** Every node of a chain shows the same, again and again. Readers must not change what they get. */
function rpcBlock(block: Block, full: boolean) {
  if (full) return showBlock(block, true)
  const shown = shownBlocks.get(block) ?? showBlock(block, false)
  shownBlocks.set(block, shown)
  return shown
}

function rpcReceipt(receipt: ChainReceipt, l1Fee?: bigint) {
  const shown = shownReceipts.get(receipt) ?? showReceipt(receipt, l1Fee)
  shownReceipts.set(receipt, shown)
  return shown
}

function showBlock(block: Block, full: boolean) {
  return {
    number: quantity(block.number),
    hash: block.hash,
    parentHash: block.parentHash,
    timestamp: quantity(block.timestampS),
    baseFeePerGas: quantity(block.baseFeePerGas),
    logsBloom: bloomOf(block),
    transactions: block.transactions.map(({ hash, from, to, value }) =>
      full ? { hash, from, to, value: quantity(value) } : hash,
    ),
  }
}

const rpcLog = (log: ChainLog) => ({
  ...log,
  blockNumber: quantity(log.blockNumber),
  logIndex: quantity(log.logIndex),
})
type RpcLogs = ReturnType<typeof rpcLog>[]

const showReceipt = (receipt: ChainReceipt, l1Fee?: bigint) => ({
  transactionHash: receipt.hash,
  status: receipt.success ? '0x1' : '0x0',
  blockNumber: quantity(receipt.blockNumber),
  blockHash: receipt.blockHash,
  from: receipt.from,
  to: receipt.to ?? null,
  gasUsed: quantity(receipt.gasUsed),
  effectiveGasPrice: quantity(receipt.effectiveGasPrice),
  ...(l1Fee !== undefined && { l1Fee: quantity(l1Fee) }),
  logs: receipt.logs.map(rpcLog),
})

const list = <T>(one: T | T[]): T[] => (Array.isArray(one) ? one : [one])

function matches({ address, topics = [] }: { address?: Address | Address[]; topics?: (Hex | Hex[] | null)[] }) {
  const addresses = address && list<Address>(address).map((one) => one.toLowerCase())
  return (log: ChainLog) =>
    (!addresses || addresses.includes(log.address.toLowerCase())) &&
    topics.every((topic, i) => topic === null || list<Hex>(topic).some((one) => one.toLowerCase() === log.topics[i]))
}
