import type { CallCost, Cost } from '../host/callCost.ts'
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

/** Members that ask no node. */
const free = new Set<PropertyKey>(['onHead', 'attend', 'head', 'close'])

function metered<T extends object>(target: T, cost: CallCost, what: keyof Cost): T {
  return new Proxy(target, {
    get(_, key) {
      const member: unknown = Reflect.get(target, key)
      if (typeof member !== 'function' || free.has(key)) return member
      return (...args: unknown[]) => {
        cost.add(what, 1)
        return Reflect.apply(member, target, args)
      }
    },
  })
}
