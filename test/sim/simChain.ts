import { getAddress, keccak256, multicall3Abi, stringToHex } from 'viem'
import type { ChainLog } from '../../src/chains/chain.ts'
import type { ChainDefinition } from '../../src/chains/chainDefinition.ts'
import { encodeCall } from '../../src/evm/encodeCall.ts'
import type { Address, Hex } from '../../src/interface/fields.ts'
import { deployIntentContracts, intentBehaviours } from '../engine/scripted/intentContracts.ts'
import { createLedger, type Ledger, type Sent } from '../engine/scripted/ledger.ts'
import { type Behaviour, type Behaviours, decodeCall, type Result, toWord } from '../engine/scripted/machine.ts'
import { marketBehaviours } from '../engine/scripted/markets.ts'
import { createMempool, type Mempool, type Transaction } from '../engine/scripted/mempool.ts'
import { multicallCode, plainBehaviours } from '../engine/scripted/plainCodes.ts'
import { nativeBalance, type State, setCode } from '../engine/scripted/state.ts'
import { token, tokenCode, wrappedCode, wrappedToken } from '../engine/scripted/tokens.ts'
import { l1Oracle, l1OracleCode } from './l1Oracle.ts'
import { endpoint, endpointCode, oft, oftCode } from './layerZero.ts'
import { ownerCode, ownerContract } from './ownerCode.ts'
import { permit2, permit2Code } from './permit2.ts'
import { daiToken, daiTokenCode, permitToken, permitTokenCode } from './permitToken.ts'
import type { Scheduler } from './scheduler.ts'
import { entrypointCode, signedEntrypoint } from './signedEntrypoint.ts'

/** The truth of a chain; nodes show it late, wrongly or not at all. */
export type SimChain = {
  readonly definition: ChainDefinition
  readonly ledger: Ledger
  readonly mempool: Mempool
  baseFee(): bigint
  /** Over the whole run. */
  highestBaseFee(): bigint
  setBaseFee(amount: bigint): void
  state(): State
  /** Mines a block with every executable transaction except those left out. */
  mine(leaveOut?: (transaction: Transaction) => boolean): void
  /**
   * Replaces the newest blocks. Each of their transactions is pending again, forgotten until resent, or replaced by
   * another, without effect, under the same nonce; the last never return, and their hashes are returned.
   */
  reorg(depth: number, fateOf: (transaction: Transaction) => 'keep' | 'forget' | 'replace'): Hex[]
  /** A transaction of an account that signs elsewhere. */
  send(sent: Sent): Hex
  logs(address: Address, fromBlock: number): ChainLog[]
  /** `isEmpty`: the block has no transactions and removed none. */
  onBlock(listener: (isEmpty: boolean) => void): void
  /** A call's result after a block, whichever node was asked first. */
  answered(block: number, call: string, run: () => Result): Result
}

const gwei = 1_000_000_000n
const tip = 1_000_000n
const sentGas = 1_000_000n
const balanceSelector = encodeCall({
  abi: multicall3Abi,
  functionName: 'getEthBalance',
  args: ['0x0000000000000000000000000000000000000001'],
}).slice(0, 10)

export function createSimChain(definition: ChainDefinition, scheduler: Scheduler): SimChain {
  const { random } = scheduler
  const multicall = new Map(plainBehaviours).get(multicallCode)!
  /** Multicall3 with the balances that our reads ask it for. */
  const fullMulticall: Behaviour = (frame) => {
    if (!frame.data.startsWith(balanceSelector)) return multicall(frame)
    const { args } = decodeCall(multicall3Abi, frame.data)
    return toWord(nativeBalance(frame.state, args?.[0] as Address))
  }
  const behaviours: Behaviours = new Map<Hex, Behaviour>([
    ...intentBehaviours,
    ...marketBehaviours,
    ...plainBehaviours,
    [tokenCode, token],
    [wrappedCode, wrappedToken],
    [multicallCode, fullMulticall],
    [permitTokenCode, permitToken],
    [daiTokenCode, daiToken],
    [permit2Code, permit2],
    [entrypointCode, signedEntrypoint],
    [endpointCode, endpoint],
    [oftCode, oft],
    [ownerCode, ownerContract],
    [l1OracleCode, l1Oracle],
  ])
  const clock = { nowMs: scheduler.nowMs, monotonicMs: scheduler.nowMs, sleep: async () => {} }
  let [baseFee, highestBaseFee] = [gwei, gwei]
  const ledger = createLedger({
    chainId: definition.id,
    clock,
    random,
    behaviours,
    baseFeePerGas: baseFee,
    keepsTraces: true,
  })
  const mempool = createMempool()
  const listeners: ((isEmpty: boolean) => void)[] = []
  const answers = new Map<string, Result>()
  const newest = () => ledger.stateAt(ledger.head().number)
  deployIntentContracts(newest())
  setCode(newest(), definition.multicall3, multicallCode)
  setCode(newest(), definition.wrappedNative, wrappedCode)

  function append(transactions: readonly Transaction[]): void {
    const block = ledger.append(
      transactions.filter(({ maxFeePerGas }) => maxFeePerGas >= baseFee),
      baseFee,
    )
    for (const transaction of block.transactions) mempool.remove(transaction)
  }

  return {
    definition,
    ledger,
    mempool,
    baseFee: () => baseFee,
    highestBaseFee: () => highestBaseFee,
    setBaseFee: (amount) => {
      baseFee = amount
      if (amount > highestBaseFee) highestBaseFee = amount
    },
    state: newest,
    mine(leaveOut = () => false) {
      append(mempool.executable(newest()).filter((transaction) => !leaveOut(transaction)))
      const { number, transactions } = ledger.head()
      if (transactions.length > 0)
        scheduler.note(definition.name, `block ${number} with ${transactions.length} transactions`)
      for (const listener of listeners) listener(transactions.length === 0)
    },
    reorg(depth, fateOf) {
      const gone = ledger.cut(depth)
      const replaced: Hex[] = []
      for (const one of gone) {
        const fate = fateOf(one)
        // What was mined is not refused for its fee when it returns: it waits for cheaper blocks.
        if (fate === 'keep') mempool.add(one, newest(), 0n)
        if (fate !== 'replace') continue
        replaced.push(one.hash)
        const hash = keccak256(stringToHex(`instead of ${one.hash}`))
        mempool.add({ ...one, hash, to: one.from, data: '0x', value: 0n }, newest(), 0n)
      }
      for (let i = 0; i < depth; i++) append([])
      scheduler.note(
        definition.name,
        `reorg of ${depth} blocks with ${gone.length} transactions, ${replaced.length} of them for ever`,
      )
      for (const listener of listeners) listener(gone.length === 0)
      return replaced
    },
    send({ from, to, data = '0x', value = 0n }) {
      const nonce = mempool.pendingNonce(newest(), from)
      const hash = keccak256(stringToHex(`${definition.id} ${from} ${nonce} ${to} ${value} ${data}`))
      // Above any spike: the real pool would revert a fill that waited past its deadline for cheaper blocks.
      const fees = { maxFeePerGas: 1_000n * gwei, maxPriorityFeePerGas: tip }
      mempool.add({ hash, from, to, nonce, data, value, gas: sentGas, ...fees }, newest(), baseFee)
      return hash
    },
    logs(address, fromBlock) {
      const found: ChainLog[] = []
      const busy = ledger.busyBlocks().filter(({ number }) => number >= fromBlock)
      if (busy.length === 0) return found
      const wanted = getAddress(address)
      for (const { receipts } of busy) {
        for (const { logs } of receipts) for (const log of logs) if (log.address === wanted) found.push(log)
      }
      return found
    },
    onBlock: (listener) => void listeners.push(listener),
    answered(block, call, run) {
      const key = `${ledger.block(block)?.hash} ${call}`
      const known = answers.get(key) ?? run()
      answers.set(key, known)
      return known
    },
  }
}
