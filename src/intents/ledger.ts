import type { Address } from '../interface/fields.ts'

/**
 * Where a unit of money can be. Every entry takes an amount from one place and puts it into another, so the books
 * balance by construction; a place's balance in a token is what came in less what went out.
 */
export const places = [
  'owner', // the caller's wallet, on any chain
  'originIntent', // the intent address on the origin chain
  'destinationIntent', // the intent address on the destination chain
  'market', // pools: takes one token and gives another
  'bridge', // between chains: takes on the origin, gives on the destination
  'collector', // fees of this service, gas included
  'recipient', // the recipient or the target of the destination call
] as const
export type Place = (typeof places)[number]

export type LedgerEntry = {
  from: Place
  to: Place
  chainId: number
  token: Address
  amount: bigint
  /** The block that proves it. */
  txnHash?: `0x${string}`
  blockNumber?: number
  why: 'deposit' | 'swap' | 'bridge' | 'fee' | 'delivery' | 'refund' | 'leftover' | 'late'
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
 * What left a place without having come in by the books: it came unseen, between two looks or after the last one. `before` is what is
 * booked, `now` is about to be.
 */
export function unseenArrivals(
  before: readonly LedgerEntry[],
  now: readonly LedgerEntry[],
  arrival: Pick<LedgerEntry, 'from' | 'to' | 'why'>,
): LedgerEntry[] {
  const entries = [...before, ...now]
  const arrivals: LedgerEntry[] = []
  for (const { from, chainId, token, txnHash, blockNumber } of now) {
    if (from !== arrival.to) continue
    const missing = -balanceOf([...entries, ...arrivals], arrival.to, chainId, token)
    if (missing > 0n) arrivals.push({ ...arrival, chainId, token, amount: missing, txnHash, blockNumber })
  }
  return arrivals
}
