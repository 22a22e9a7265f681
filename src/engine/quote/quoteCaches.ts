import { LRUCache } from 'lru-cache'
import type { Clock } from '../../host/clock.ts'
import type { TokenSigning } from '../../intents/tokenSigning.ts'
import type { Address, Hex } from '../../interface/fields.ts'
import type { Durations } from '../../stores/store.ts'

/** What quotes learn from one another. The function in brackets fills and reads the cache. */
export type QuoteCaches = {
  /** Gas that batches of a shape took when they were last simulated (convergePlan). */
  gas: LRUCache<string, BatchesGas>
  /** Prices that recent quotes saw, by token (slippageFor). */
  prices: LRUCache<string, PriceSample[]>
  /** Which signatures a token takes (readSigning). */
  signing: LRUCache<string, Promise<TokenSigning>>
  /** Whether a chain has Permit2 (readSigning). */
  permit2: LRUCache<string, Promise<boolean>>
  /** What is wrong with a token's transfers, if anything (rejectFeeOnTransfer). */
  transferFaults: LRUCache<string, Promise<string | undefined>>
  /** Whose code the target of a destination call has, if any (refuseBadTarget). */
  targets: LRUCache<string, Promise<'none' | 'ours' | 'other'>>
  /** How long the latest intents over a route took (estimateDuration). */
  durations: LRUCache<string, Promise<Durations | undefined>>
  /** Where a token's contract keeps a holder's balance; undefined if no place was found (balanceOverride). */
  balanceSlots: LRUCache<string, Promise<((holder: Address) => BalancePlace | Promise<BalancePlace>) | undefined>>
}

/**
 * `delivery`: gas of the bridge message that we deliver in a transaction of our own. `…L1`: native token for the L1
 * cost of all bytes sent there.
 */
export type BatchesGas = {
  origin: bigint
  destination: bigint
  delivery: bigint
  originL1: bigint
  destinationL1: bigint
}
export type PriceSample = { atMs: number; priceUsd: number }
/** `scale`: with `put` in the slot, `balanceOf` returns `answered`. Absent if it returns the slot's own value. */
export type BalancePlace = { address: Address; slot: Hex; scale?: { put: bigint; answered: bigint } }

const entriesMaxDefault = 10_000
/** An upgradeable token may begin to take a fee, so its transfers are tried again after this time. */
const transferFaultsForMs = 10 * 60_000

/** A token may gain permits, a chain Permit2. Simulating the signed deposit catches a wrong offer. */
const signingForMs = 10 * 60_000

/** Serves a caller that quotes repeatedly, but lets one that deploys its contract after a refusal retry soon. */
const targetsForMs = 15_000

/** A quote considers several routes and plans up to three times; the next quotes may share the figures. */
const durationsForMs = 10_000

/** Each cache takes memory for `entriesMax` entries when it is made, about 2 MB for all of them at the default. */
export function createQuoteCaches(clock: Pick<Clock, 'monotonicMs'>, entriesMax = entriesMaxDefault): QuoteCaches {
  // Resolution 0: otherwise the cache keeps the time it read until a timer of the system fires.
  const age = { perf: { now: () => clock.monotonicMs() }, ttlResolution: 0 }
  return {
    gas: new LRUCache({ max: entriesMax }),
    prices: new LRUCache({ max: entriesMax }),
    signing: new LRUCache({ max: entriesMax, ttl: signingForMs, ...age }),
    permit2: new LRUCache({ max: entriesMax, ttl: signingForMs, ...age }),
    transferFaults: new LRUCache({ max: entriesMax, ttl: transferFaultsForMs, ...age }),
    targets: new LRUCache({ max: entriesMax, ttl: targetsForMs, ...age }),
    durations: new LRUCache({ max: entriesMax, ttl: durationsForMs, ...age }),
    balanceSlots: new LRUCache({ max: entriesMax, ...age }),
  }
}

/** The cached or pending answer, or a new one. A failed one is forgotten, so that the next quote tries again. */
export function remember<V>(cache: LRUCache<string, Promise<V>>, key: string, find: () => Promise<V>): Promise<V> {
  const known = cache.get(key)
  if (known) return known
  const found = find()
  cache.set(key, found)
  found.catch(() => cache.delete(key))
  return found
}
