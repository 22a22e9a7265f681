import { sameAddress } from '../../evm/address.ts'
import { type IntentRecord, leastArrival } from '../../intents/intentRecord.ts'
import { balanceOf, type LedgerEntry, type Place } from '../../intents/ledger.ts'
import type { Address } from '../../interface/fields.ts'
import { isBridgeToken } from '../books/batchEntries.ts'
import type { SideWallet } from '../books/sideWallet.ts'

/** Balances of the booked tokens, by lower-case address; no amount if no node answers. */
export type HeldTokens = ReadonlyMap<string, { token: Address; amount?: bigint }>

/** An arrival from outside whose transaction is unknown. */
export const isUnproven = (entry: LedgerEntry): boolean => entry.txnHash === undefined && isArrival(entry)

export const isArrival = ({ from, to }: LedgerEntry): boolean => isWallet(to) && isOutside(from)
const isWallet = (place: Place): boolean => place === 'originIntent' || place === 'destinationIntent'
const isOutside = (place: Place): boolean => place === 'owner' || place === 'payer' || place === 'bridge'

/**
 * Logs are claims; balances decide: each token's entries sum to what the wallet holds. A surplus without a log counts
 * as arrived (some tokens grow without events). Arrivals that the balance lacks are reduced (fee-on-transfer tokens),
 * or dropped whole if a read failed, because the missing data may show that they left (seed 880000614). Of a token
 * that is not in `held`, only what left again counts as arrived.
 */
export function judgeByBalances(
  record: IntentRecord,
  { place, chainId }: SideWallet,
  folded: readonly LedgerEntry[],
  { held, isTold }: { held: HeldTokens; isTold: boolean },
): { entries: LedgerEntry[]; agrees: boolean } {
  const entries = [...folded]
  let agrees = true
  const shown = entries.filter((entry) => entry.chainId === chainId && (entry.to === place || entry.from === place))
  const tokens = new Map([...shown, ...held.values()].map(({ token }) => [token.toLowerCase(), token]))
  for (const [key, token] of tokens) {
    const known = held.get(key)
    if (known && known.amount === undefined) agrees = false
    if (known && known.amount === undefined) continue
    const missing = (known?.amount ?? 0n) - balanceOf(entries, place, chainId, token)
    if (missing > 0n || (missing < 0n && known)) agrees = false
    if (missing > 0n) entries.push({ ...sourceOf(missing, token), to: place, chainId, token, amount: missing })
    else leaveOut(token, -missing)
  }
  return { entries, agrees }

  function leaveOut(token: Address, excess: bigint): void {
    let rest = excess
    for (let at = entries.length - 1; at >= 0 && rest > 0n; at--) {
      const entry = entries[at]!
      if (entry.to !== place || entry.chainId !== chainId || !sameAddress(entry.token, token) || !isArrival(entry))
        continue
      const amount = isTold && entry.amount > rest ? entry.amount - rest : 0n
      rest -= entry.amount - amount
      entries.splice(at, 1, ...(amount > 0n ? [{ ...entry, amount }] : []))
    }
  }

  function sourceOf(amount: bigint, token: Address): Pick<LedgerEntry, 'from' | 'why'> {
    const { bridge } = record.plan
    if (place === 'originIntent')
      return { from: 'owner', why: entries.some(({ from }) => from === place) ? 'late' : 'deposit' }
    return bridge && isBridgeToken(record, token) && amount >= leastArrival(bridge)
      ? { from: 'bridge', why: 'bridge' }
      : { from: 'payer', why: 'deposit' }
  }
}
