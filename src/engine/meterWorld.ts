import { type CallCost, metered } from '../host/callCost.ts'
import type { World } from './world.ts'

/** The world as one call sees it: what it asks of chains and store is added to its account. */
export function meterWorld<W extends World>(world: W, cost: CallCost | undefined): W {
  if (!cost) return world
  const { chains, store } = world
  return {
    ...world,
    chains: new Map([...chains].map(([id, chain]) => [id, metered(chain, cost, 'chainReads')])),
    store: {
      ...store,
      intents: metered(store.intents, cost, 'statements'),
      idempotency: metered(store.idempotency, cost, 'statements'),
      sponsors: metered(store.sponsors, cost, 'statements'),
      attempts: metered(store.attempts, cost, 'statements'),
    },
  }
}
