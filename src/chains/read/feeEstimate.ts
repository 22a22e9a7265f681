import type { FeeData, Head } from '../chain.ts'
import type { ChainDefinition } from '../chainDefinition.ts'
import type { ChainLimits } from '../chainLimits.ts'
import type { Heads } from './heads.ts'
import { quantity } from './parseRpc.ts'
import type { Quorum } from './quorum.ts'

type RpcFeeHistory = { baseFeePerGas: string[]; gasUsedRatio: number[]; reward?: string[][] | null }

const rewardPercentile = 50
/** The next base fee in percent of the median of recent blocks, above which the chain is shown as BUSY or VERY_BUSY. */
const busyPercent = 125n
const veryBusyPercent = 200n
const priorityFeeFallback = 1_000_000n
/**
 * A block emptier than this accepts any tip, so its few tips do not show the tip needed. On an idle chain the wallets'
 * default of 1 gwei and our own 0.001 gwei took turns as the median, and fees flipped by a factor of 1,000.
 */
const idleRatio = 0.1

/** Past estimates kept, to compare a new one with. */
const rememberedHeads = 64
/** With fewer past estimates, their median is not used. */
const rememberedHeadsMin = 8

/** How long blocks under 1 s share an estimate: it covers six full blocks, and reading it takes 1/3 of a block. */
const sharedMs = 1_000

/**
 * Current fees, read from every healthy node once per head and shared by all callers. Uses the lower middle estimate:
 * of two nodes, a single liar can make us pay less, which a bump mends, but never more.
 */
export function createFees(options: {
  definition: ChainDefinition
  heads: Heads
  quorum: Quorum
  limits: ChainLimits
}): () => Promise<FeeData> {
  const { definition, heads, quorum, limits } = options
  const remembered: bigint[] = []
  const blocksShared = Math.floor(sharedMs / definition.blockTimeMs)
  let last: { head: Head | undefined; fees: Promise<FeeData> } | undefined
  let isRefreshing = false
  return () => {
    const head = heads.current()
    const age = last ? ageOf(last.head, head) : Number.POSITIVE_INFINITY
    if (last && age < Math.max(1, blocksShared)) {
      if (2 * age >= blocksShared && age > 0) refresh(head)
      return last.fees
    }
    const fees = read()
    last = { head, fees }
    // The caller has the rejection too; here it only empties the cache, so that the next caller reads again.
    fees.catch(() => {
      if (last?.fees === fees) last = undefined
    })
    return fees
  }

  /** Answers from the estimate it has and refreshes it in the background: no caller waits. */
  function refresh(head: Head | undefined): void {
    if (isRefreshing) return
    isRefreshing = true
    const fees = read()
    const newer = { head, fees }
    fees
      .then(() => {
        last = newer
      })
      .catch(() => undefined)
      .finally(() => {
        isRefreshing = false
      })
  }

  function read(): Promise<FeeData> {
    const params = [quantity(limits.feeHistoryBlocks), 'latest', [rewardPercentile]]
    return quorum
      .gather((node) => node.call<RpcFeeHistory>('eth_feeHistory', params))
      .then((histories) => {
        const floor = definition.priorityFeeMin ?? priorityFeeFallback
        return remember(lowerMiddle(histories.map((history) => estimateFees(history, floor))))
      })
  }

  /** In blocks; infinite after a reorg to the same or a lower height. */
  function ageOf(then: Head | undefined, now: Head | undefined): number {
    if (then?.hash === now?.hash) return 0
    const blocks = (now?.number ?? 0) - (then?.number ?? 0)
    return blocks > 0 ? blocks : Number.POSITIVE_INFINITY
  }

  /** A node that starts to lie also lies about past blocks, so compare with what it said then. */
  function remember(fees: FeeData): FeeData {
    const own = remembered.length >= rememberedHeadsMin ? median(remembered) : undefined
    remembered.push(fees.maxFeePerGas)
    if (remembered.length > rememberedHeads) remembered.shift()
    const { usualMaxFeePerGas } = fees
    return own !== undefined && own < usualMaxFeePerGas ? { ...fees, usualMaxFeePerGas: own } : fees
  }
}

function lowerMiddle(estimates: readonly FeeData[]): FeeData {
  const sorted = estimates.toSorted((a, b) => (a.maxFeePerGas < b.maxFeePerGas ? -1 : 1))
  return sorted[(sorted.length - 1) >> 1]!
}

export function estimateFees(history: RpcFeeHistory, priorityFeeMin: bigint): FeeData {
  const baseFees = history.baseFeePerGas.map(BigInt)
  // The last entry of eth_feeHistory is the base fee of the next block.
  const baseFeePerGas = baseFees.at(-1) ?? 0n
  const tips = (history.reward ?? []).map((percentiles, index) =>
    (history.gasUsedRatio[index] ?? 0) < idleRatio ? priorityFeeMin : BigInt(percentiles[0] ?? 0),
  )
  const tip = median(tips)
  const maxPriorityFeePerGas = tip > priorityFeeMin ? tip : priorityFeeMin
  const usualBaseFee = median(baseFees.slice(0, -1))
  return {
    baseFeePerGas,
    maxPriorityFeePerGas,
    // Twice the base fee lasts six full blocks (12.5 % each); after that the sender bumps.
    maxFeePerGas: 2n * baseFeePerGas + maxPriorityFeePerGas,
    gasPrice: baseFeePerGas + maxPriorityFeePerGas,
    usage: usageOf(baseFeePerGas, usualBaseFee),
    usualMaxFeePerGas: 2n * usualBaseFee + maxPriorityFeePerGas,
  }
}

function usageOf(now: bigint, usual: bigint): FeeData['usage'] {
  if (usual === 0n) return 'NORMAL'
  if (now * 100n > usual * veryBusyPercent) return 'VERY_BUSY'
  return now * 100n > usual * busyPercent ? 'BUSY' : 'NORMAL'
}

function median(values: bigint[]): bigint {
  const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return sorted[sorted.length >> 1] ?? 0n
}
