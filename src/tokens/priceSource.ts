import type { CallCost } from '../host/callCost.ts'
import type { Address } from '../interface/fields.ts'

export type Price = {
  /** Dollars for one whole token. */
  usd: number
  observedAtMs: number
  source: 'oracle' | 'pool'
}

/** Dollar prices. Unknown is undefined, never 0. Reads are charged to the first call that waits for them. */
export type PriceSource = {
  price(chainId: number, token: Address, cost?: CallCost): Promise<Price | undefined>
  prices(tokens: readonly { chainId: number; token: Address }[], cost?: CallCost): Promise<(Price | undefined)[]>
}

/** Exchange rates of fiat currencies. */
export type FiatRates = {
  /** Units of the currency (ISO 4217) per dollar; undefined if the feed lacks it. QueryFailed if the feed is down. */
  perDollar(code: string): Promise<number | undefined>
}

export type BalanceSource = {
  balances(chainId: number, owner: Address, tokens: readonly Address[]): Promise<bigint[]>
}
