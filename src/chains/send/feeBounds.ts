import type { OutboxItem } from '../../stores/store.ts'
import type { Chain, FeeData } from '../chain.ts'
import type { SenderContext } from './lane.ts'

type Bounded = Pick<SenderContext, 'chain' | 'settings'>

/** Native base units that a transaction for so many items may cost at worst; a pass or a cancellation counts as one. */
export const feeBudget = (items: number, { chain, settings }: Bounded): bigint =>
  (chain.definition.gasBudgetPerItem ?? settings.budgetPerItem) * BigInt(Math.max(1, items))

/** Gas of a transfer of nothing from an account to itself: what cancels a transaction or fills a nonce. */
export const transferGasOf = ({ definition }: Pick<Chain, 'definition'>): bigint => definition.transferGas ?? 21_000n

/** Whatever a fee is a multiple of, a cost below this share of the budget is paid: waiting would cost more than it. */
const smallCostShare = 1_000n

/**
 * The gas limit is about six times what a batch uses and the fee cap twice the price, so the worst cost is some
 * twelve times the quoted one. This leaves room for prices that rose eightfold since the quote.
 */
const quotedFactor = 100n

/**
 * Why nothing may be signed at these fees now; undefined if it may. Nodes report the price, and a first send has no
 * earlier fee to compare: bounded by the budget, a multiple of the recent median, and what the quotes charged.
 */
export function feeCapExceeded(
  fees: Pick<FeeData, 'maxFeePerGas' | 'usualMaxFeePerGas'>,
  gas: bigint,
  items: readonly Pick<OutboxItem, 'gasQuoted'>[],
  context: Bounded,
): string | undefined {
  const cost = gas * fees.maxFeePerGas
  const budget = feeBudget(items.length, context)
  if (cost > budget) return `gas would cost up to ${cost}, above the budget of ${budget}`
  if (cost <= budget / smallCostShare) return undefined
  const most = context.settings.usualFeeFactor * fees.usualMaxFeePerGas
  if (fees.maxFeePerGas > most) return `${fees.maxFeePerGas} per gas is above ${most}, a multiple of the recent median`
  const quoted = items.reduce((sum, { gasQuoted = 0n }) => sum + gasQuoted, 0n)
  const isQuoted = items.length > 0 && items.every(({ gasQuoted }) => gasQuoted !== undefined)
  if (isQuoted && cost > quotedFactor * quoted)
    return `gas would cost up to ${cost}, above ${quotedFactor} times the ${quoted} that were quoted`
  return undefined
}

/** Fees as a bump may believe them: those far above the recent median are taken for that multiple of it. */
export function clampFees(fees: FeeData, { settings }: Bounded): FeeData {
  const most = settings.usualFeeFactor * fees.usualMaxFeePerGas
  if (fees.maxFeePerGas <= most) return fees
  const tip = fees.maxPriorityFeePerGas < most ? fees.maxPriorityFeePerGas : most
  return { ...fees, maxFeePerGas: most, maxPriorityFeePerGas: tip }
}
