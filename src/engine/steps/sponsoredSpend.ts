import type { Chain } from '../../chains/chain.ts'
import { depositWays, wayOf } from '../../intents/depositWays.ts'
import { type IntentRecord, withProgress } from '../../intents/intentRecord.ts'
import { microUsdOf, usdOf } from '../../intents/money.ts'
import type { LegAttempt } from '../../stores/store.ts'
import type { BatchRun } from '../books/batchReceipt.ts'
import type { Effects } from './outcome.ts'

/**
 * The project's cost of relaying a sponsored deposit. Deposit and batch share a transaction, and the quote charged the batch's gas to the deposit. Of
 * the transaction's cost the project pays the part that the deposit's gas is of both, at the quoted price of the native token, and never more
 * than was reserved. Nothing where another account sent it.
 */
export function sponsoredSpend(
  { progress, intent }: IntentRecord,
  { receipt, gasCost }: BatchRun,
  attempts: readonly LegAttempt[],
  { definition }: Chain,
): Pick<Effects, 'progress' | 'sponsoredMicroUsd'> {
  const { sponsor, deposit } = progress
  if (!sponsor || !deposit?.signature || sponsor.spentMicroUsd !== undefined) return {}
  const isOurs = attempts.some(({ hash }) => hash === receipt.hash)
  const depositGas = depositWays[wayOf(deposit.signature)].gas
  const { totalGasLimit: batchGas, nativeTokenPriceUsd = 0 } = intent.fees.originGas
  const cost = isOurs ? (gasCost * depositGas) / (depositGas + batchGas) : 0n
  const costMicroUsd = microUsdOf(usdOf(cost, definition.nativeCurrency.decimals, nativeTokenPriceUsd))
  const spentMicroUsd = costMicroUsd < sponsor.reservedMicroUsd ? costMicroUsd : sponsor.reservedMicroUsd
  return { progress: withProgress(progress, 'sponsor', { spentMicroUsd }), sponsoredMicroUsd: spentMicroUsd }
}
