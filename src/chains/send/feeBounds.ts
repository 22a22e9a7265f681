import type { OutboxItem } from '../../stores/store.ts'
import type { Chain, FeeData } from '../chain.ts'
import type { SenderContext } from './lane.ts'

type Bounded = Pick<SenderContext, 'chain' | 'settings'>

/** Native base units that a transaction of `items` may cost at worst; a grant or a cancellation counts as one item. */
export const feeBudget = (items: number, { chain, settings }: Bounded): bigint =>
  (chain.definition.gasBudgetPerItem ?? settings.budgetPerItem) * BigInt(Math.max(1, items))

/** Gas of an empty transfer from an account to itself, which cancels a transaction or fills a nonce. */
export const transferGasOf = ({ definition }: Pick<Chain, 'definition'>): bigint => definition.transferGas ?? 21_000n

/** A cost of up to 1/1,000 of the budget is paid at any fee: waiting would cost more. */
const smallCostShare = 1_000n

/**
 * The gas limit is about six times what a batch uses and the fee cap twice the price, so the worst cost is about
 * twelve times the quoted cost. A factor of 100 allows prices to rise eightfold after the quote.
 */
const quotedFactor = 100n

/**
 * Why signing must wait at these fees; undefined if it need not. Nodes report the price, and a first send has no
 * earlier fee to compare with. So the bounds are the budget, a multiple of the recent median, and the quoted gas.
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

/** Fees for a bump, capped at `usualFeeFactor` times the recent median. */
export function clampFees(fees: FeeData, { settings }: Bounded): FeeData {
  const most = settings.usualFeeFactor * fees.usualMaxFeePerGas
  if (fees.maxFeePerGas <= most) return fees
  const tip = fees.maxPriorityFeePerGas < most ? fees.maxPriorityFeePerGas : most
  return { ...fees, maxFeePerGas: most, maxPriorityFeePerGas: tip }
}
