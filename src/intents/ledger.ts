import { movePlaces, type moveReasons } from '../interface/enums.ts'
import type { Address } from '../interface/fields.ts'

/**
 * Where a unit of money can be. Every entry takes an amount from one place and puts it into another, so the books
 * balance by construction; a place's balance in a token is what came in less what went out.
 */
export const places = movePlaces
export type Place = (typeof places)[number]

export type LedgerEntry = {
  from: Place
  to: Place
  chainId: number
  token: Address
  amount: bigint
  /** The transaction, and its block, that moved the amount. */
  txnHash?: `0x${string}`
  blockNumber?: number
  why: (typeof moveReasons)[number]
}

/** What a place holds of a token on a chain, over the entries of one intent. */
export function balanceOf(entries: readonly LedgerEntry[], place: Place, chainId: number, token: Address): bigint {
  let sum = 0n
  for (const entry of entries) {
    if (entry.chainId !== chainId || entry.token.toLowerCase() !== token.toLowerCase()) continue
    if (entry.to === place) sum += entry.amount
    if (entry.from === place) sum -= entry.amount
  }
  return sum
}

/**
 * Entries for arrivals that the engine never saw. It polls balances, so money can arrive and leave between two reads; where `pending` (about
 * to be booked on top of `booked`) takes more out of a place than was booked in, the difference must have arrived.
 */
export function unseenArrivals(
  booked: readonly LedgerEntry[],
  pending: readonly LedgerEntry[],
  arrival: Pick<LedgerEntry, 'from' | 'to' | 'why'>,
): LedgerEntry[] {
  const entries = [...booked, ...pending]
  const arrivals: LedgerEntry[] = []
  for (const { from, chainId, token, blockNumber } of pending) {
    if (from !== arrival.to) continue
    const missing = -balanceOf([...entries, ...arrivals], arrival.to, chainId, token)
    if (missing > 0n) arrivals.push({ ...arrival, chainId, token, amount: missing, blockNumber })
  }
  return arrivals
}
