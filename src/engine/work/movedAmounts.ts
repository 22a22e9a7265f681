import type { IntentRecord } from '../../intents/intentRecord.ts'
import type { LedgerEntry } from '../../intents/ledger.ts'
import type { MovedAmount } from '../../observe/observeWork.ts'
import type { Transition } from '../../stores/store.ts'
import type { TokenBook } from '../world.ts'

/**
 * The amounts that one transition moved, from its ledger entries, for people: paid in, arrived with the recipient, or
 * back with the owner. A deposit that is mined but not booked yet is read from its leg.
 */
export function movedAmounts(
  { plan, intent }: Pick<IntentRecord, 'plan' | 'intent'>,
  { ledger = [], legs = [] }: Pick<Transition, 'ledger' | 'legs'>,
  tokens: TokenBook,
): MovedAmount[] {
  const sums = new Map<string, Omit<MovedAmount, 'amount'> & { amount: bigint }>()
  const mined = legs.filter(({ leg, status }) => ledger.length === 0 && leg === 'deposit' && status === 'MINING')
  const paid = mined.map(({ chainId, tokenAmount: amount = 0n }): LedgerEntry => {
    const { tokenAddress: token } = intent.depositTransaction
    return { from: 'owner', to: 'originIntent', why: 'deposit', chainId, token, amount }
  })
  for (const { chainId, token, amount, ...entry } of [...paid, ...ledger]) {
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
