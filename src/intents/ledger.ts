import { movePlaces, type moveReasons } from '../interface/enums.ts'
import type { Address } from '../interface/fields.ts'

/**
 * Where money can be. Every entry moves an amount from one place to another, so the books balance by construction. A
 * place's balance in a token is its inflow less its outflow.
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
