import { type CallCost, metered, onAccount } from '../host/callCost.ts'
import type { Address } from '../interface/fields.ts'
import type { World } from './world.ts'

/** The world for one call: counts its chain reads and store statements in `cost`. */
export function meterWorld<W extends World>(world: W, cost: CallCost | undefined): W {
  if (!cost) return world
  const { chains, store, prices, balances, readToken } = world
  return {
    ...world,
    chains: new Map([...chains].map(([id, chain]) => [id, onAccount(chain, cost)])),
    prices: {
      price: (chainId, token) => prices.price(chainId, token, cost),
      prices: (tokens) => prices.prices(tokens, cost),
    },
    ...(readToken && { readToken: (chainId: number, address: Address) => readToken(chainId, address, cost) }),
    ...(balances && {
      balances: {
        balances: (chainId: number, owner: Address, tokens: readonly Address[]) => {
          cost.add('chainReads', tokens.length)
          return balances.balances(chainId, owner, tokens)
        },
      },
    }),
    store: {
      ...store,
      intents: metered(store.intents, cost, 'statements'),
      idempotency: metered(store.idempotency, cost, 'statements'),
      sponsors: metered(store.sponsors, cost, 'statements'),
      attempts: metered(store.attempts, cost, 'statements'),
    },
  }
}
