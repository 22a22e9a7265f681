import { encodeAbiParameters, pad, stringToHex, toEventSelector } from 'viem'
import type { ChainLog, ChainReceipt } from '../../src/chains/chain.ts'
import { quantity } from '../../src/chains/read/parseRpc.ts'
import { keccak256 } from '../../src/evm/keccak.ts'
import type { Address, Hex } from '../../src/interface/fields.ts'
import { nativeToken } from '../../src/interface/limits.ts'
import type { Block } from '../engine/scripted/ledger.ts'
import { type State, setNativeBalance } from '../engine/scripted/state.ts'
import { setTokenBalance, tokenBalance } from '../engine/scripted/tokens.ts'
import type { Memory } from '../stores/memory/memory.ts'
import { addresses } from './economy.ts'
import type { Scheduler } from './scheduler.ts'
import type { SimChain } from './simChain.ts'

/** How a node alters true receipts. */
const receiptLies = {
  asTheyAre: () => ({}),
  noLogs: () => ({ logs: [] }),
  flipped: ({ success }) => ({ success: !success }),
  cheap: ({ effectiveGasPrice }) => ({ effectiveGasPrice: effectiveGasPrice / 3n }),
  small: () => ({ gasUsed: 21_000n }),
  ofAnother: () => ({ from: addresses.stranger }),
} as const satisfies Record<string, (receipt: ChainReceipt) => Partial<ChainReceipt>>

/** How it alters true headers: their hash stays. */
const headerLies = {
  asTheyAre: () => ({}),
  noBloom: () => ({ logsBloom: `0x${'00'.repeat(256)}` }),
  early: (timestampS) => ({ timestamp: quantity(timestampS - 90) }),
  late: (timestampS) => ({ timestamp: quantity(timestampS + 90) }),
} as const satisfies Record<string, (timestampS: number) => object>

export const retellHeader = ({ timestampS }: Block, { headers }: Invention): object => headerLies[headers](timestampS)

type Money = { holder: Address; token: Address; amount: bigint; from: Address }

/** An inventing node: money, transactions and logs on no chain, and receipts that contradict themselves. */
export type Invention = {
  readonly receipts: keyof typeof receiptLies
  readonly headers: keyof typeof headerLies
  readonly money: readonly Money[]
  /** By their hashes. */
  readonly transactions: ReadonlyMap<Hex, { receipt: ChainReceipt; money: Money }>
}

const events = {
  transfer: toEventSelector('Transfer(address,address,uint256)'),
  executed: toEventSelector('Executed(bytes32,uint256,uint256,uint256)'),
}

/** Deposits, arrivals and runs of current intents. */
export function drawInvention(chain: SimChain, memory: Memory, scheduler: Scheduler): Invention {
  const { id } = chain.definition
  const money: Money[] = []
  const transactions = new Map<Hex, { receipt: ChainReceipt; money: Money }>()
  const block = chain.ledger.head()
  for (const { record } of memory.intents.values()) {
    const { intent, plan } = record
    const isOrigin = intent.originChainId === id
    const holder = isOrigin ? intent.originIntentAddress : intent.destinationIntentAddress
    if (!holder || scheduler.chance(0.3)) continue
    const { amount, tokenAddress } = intent.depositTransaction
    const { outputToken = tokenAddress, outputAmountMin = amount } = plan.bridge ?? {}
    const one = isOrigin
      ? { holder, token: tokenAddress, amount, from: intent.ownerAddress }
      : { holder, token: outputToken, amount: outputAmountMin, from: addresses.filler }
    money.push(one)
    const digest = (isOrigin ? plan.origin : plan.destination)?.batches[0]
    const receipt = invent(one, digest, block)
    transactions.set(receipt.hash, { receipt, money: one })
  }
  return {
    receipts: scheduler.pick(Object.keys(receiptLies) as (keyof typeof receiptLies)[]),
    headers: scheduler.pick(Object.keys(headerLies) as (keyof typeof headerLies)[]),
    money,
    transactions,
  }
}

/** A payment and a batch run in one transaction that was never sent. */
function invent({ holder, token, amount, from }: Money, digest: Hex | undefined, block: Block): ChainReceipt {
  const hash = keccak256(stringToHex(`invented ${block.hash} ${holder}`))
  const mined = { blockNumber: block.number, blockHash: block.hash, transactionHash: hash }
  const data = encodeAbiParameters([{ type: 'uint256' }], [amount])
  const paid = { address: token, topics: [events.transfer, pad(from), pad(holder)], data }
  const ran = digest && { address: holder, topics: [events.executed, digest], data: pad('0x0', { size: 96 }) }
  const emitted = [...(token === nativeToken ? [] : [paid]), ...(ran ? [ran] : [])]
  const logs = emitted.map((log, logIndex): ChainLog => ({ ...log, ...mined, logIndex: 1_000 + logIndex }))
  return {
    hash,
    success: true,
    blockNumber: block.number,
    blockHash: block.hash,
    minedAtMs: block.timestampS * 1_000,
    from,
    to: token === nativeToken ? holder : token,
    gasUsed: 21_000n,
    effectiveGasPrice: 1n,
    logs,
  }
}

/** The state with the invented money. */
export function imagine(state: State, { money }: Invention): void {
  for (const { holder, token, amount } of money) {
    const balance = tokenBalance(state, token, holder) + amount
    if (token === nativeToken) setNativeBalance(state, holder, balance)
    else setTokenBalance(state, token, holder, balance)
  }
}

/** A receipt as the node reports it. */
export const retell = (receipt: ChainReceipt, { receipts }: Invention): ChainReceipt => ({
  ...receipt,
  ...receiptLies[receipts](receipt),
})
