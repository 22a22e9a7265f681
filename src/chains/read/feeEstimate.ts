import type { FeeData } from '../chain.ts'
import type { ChainDefinition } from '../chainDefinition.ts'
import type { ChainLimits } from '../chainLimits.ts'
import type { Heads } from './heads.ts'
import { quantity } from './parse.ts'
import type { Quorum } from './quorum.ts'

type RpcFeeHistory = { baseFeePerGas: string[]; gasUsedRatio: number[]; reward?: string[][] | null }

const rewardPercentile = 50
/** The next base fee in percent of the median of recent blocks, above which the chain is shown as BUSY or VERY_BUSY. */
const busyPercent = 125n
const veryBusyPercent = 200n
const priorityFeeFallback = 1_000_000n
/**
 * A block that is emptier than this takes everybody at the least tip, so what its few senders offered says nothing about what is needed:
 * on an idle chain the wallets' default of 1 gwei and our own 0.001 took turns as the median, and fees flipped by a factor of 1,000.
 */
const idleRatio = 0.1

/** Current fees, read from one node once per head and shared by all callers. */
export function createFees(options: {
  definition: ChainDefinition
  heads: Heads
  quorum: Quorum
  limits: ChainLimits
}): () => Promise<FeeData> {
  const { definition, heads, quorum, limits } = options
  let last: { headHash: string; fees: Promise<FeeData> } | undefined
  return () => {
    const headHash = heads.current()?.hash ?? ''
    if (last?.headHash === headHash) return last.fees
    const params = [quantity(limits.feeHistoryBlocks), 'latest', [rewardPercentile]]
    const fees = quorum
      .any((node) => node.call<RpcFeeHistory>('eth_feeHistory', params))
      .then((history) => estimateFees(history, definition.priorityFeeMin ?? priorityFeeFallback))
    last = { headHash, fees }
    fees.catch(() => {
      last = undefined
    })
    return fees
  }
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
  return {
    baseFeePerGas,
    maxPriorityFeePerGas,
    // Twice the base fee lasts six full blocks (12.5 % each); after that the sender bumps.
    maxFeePerGas: 2n * baseFeePerGas + maxPriorityFeePerGas,
    gasPrice: baseFeePerGas + maxPriorityFeePerGas,
    usage: usageOf(baseFeePerGas, median(baseFees.slice(0, -1))),
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
