import type { IntentRecord } from '../../intents/intentRecord.ts'
import type { LedgerEntry } from '../../intents/ledger.ts'
import type { MovedAmount } from '../../observe/observeWork.ts'
import type { TokenBook } from '../world.ts'

/** What the ledger entries of one transition say to a person: paid in, arrived with the recipient, or back with the owner. */
export function movedAmounts(
  { plan }: Pick<IntentRecord, 'plan'>,
  ledger: readonly LedgerEntry[],
  tokens: TokenBook,
): MovedAmount[] {
  const sums = new Map<string, Omit<MovedAmount, 'amount'> & { amount: bigint }>()
  for (const { chainId, token, amount, ...entry } of ledger) {
    const moved = directionOf(entry)
    if (!moved) continue
    const key = `${moved} ${chainId} ${token.toLowerCase()}`
    const sum = (sums.get(key)?.amount ?? 0n) + amount
    const quoted = [plan.originToken, plan.destinationToken].find(
      (one) => one?.chainId === chainId && one.tokenAddress.toLowerCase() === token.toLowerCase(),
    )
    const { symbol, decimals } = tokens.find(chainId, token) ?? quoted ?? {}
    sums.set(key, { moved, chainId, token, amount: sum, symbol, decimals })
  }
  return [...sums.values()].map(({ amount, ...fields }) => ({ ...fields, amount: amount.toString() }))
}

function directionOf({ to, why }: Pick<LedgerEntry, 'to' | 'why'>): MovedAmount['moved'] | undefined {
  if (why === 'deposit' && to === 'originIntent') return 'sent'
  if (why === 'delivery' && to === 'recipient') return 'arrived'
  return to === 'owner' ? 'refunded' : undefined
}
