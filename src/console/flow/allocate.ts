import { isIntent, type Move, type Place } from './flow.ts'

/** Where a part of an outgoing row came from: what was paid to the address, what a pool paid to it, what the bridge gave back to it. */
export type Part = { source: 'address' | 'market' | 'bridge'; target: 'row' | 'rest'; move: Move; amount: bigint }

export type Allocated = {
  parts: Part[]
  /** Paid by pools to the address and taken by pools again, in the same token. */
  churn: bigint
  /** What left beyond what came. */
  missing: bigint
}

/**
 * Splits what left an intent address in one token over what came: money from a payer or the bridge is `address`, money from a pool is
 * `market`, money that the bridge gave back on the origin chain is `bridge`. Pools and bridges take what was paid in first, the fee too;
 * whoever is paid at the end gets what the pools brought first.
 */
export function allocate(place: Place, moves: readonly Move[]): Allocated {
  const into = moves.filter(({ to }) => to === place)
  const out = moves.filter(({ from, to }) => from === place && to !== place)
  const left: Record<Part['source'], bigint> = { address: 0n, market: 0n, bridge: 0n }
  for (const move of into) left[returnedBy(place, move) ?? 'address'] += move.amount
  const parts: Part[] = []
  let churn = 0n
  let missing = 0n
  const take = (source: Part['source'], wanted: bigint, move: Move): bigint => {
    const amount = wanted < left[source] ? wanted : left[source]
    left[source] -= amount
    if (amount > 0n) parts.push({ source, target: 'row', move, amount })
    return wanted - amount
  }
  for (const move of out.toSorted((a, b) => rank(a) - rank(b))) {
    // What came from a pool or the bridge and went there again has not moved on the whole.
    const loop = move.to === 'market' || move.to === 'bridge' ? move.to : undefined
    const order = sources.filter((source) => source !== loop)
    const wanted = (paidFirst(move) ? order : order.toReversed()).reduce(
      (rest, source) => take(source, rest, move),
      move.amount,
    )
    const again = loop && wanted > left[loop] ? left[loop] : loop ? wanted : 0n
    if (loop) left[loop] -= again
    churn += again
    missing += wanted - again
  }
  const last = into.at(-1)
  for (const source of sources) {
    if (left[source] > 0n && last) parts.push({ source, target: 'rest', move: last, amount: left[source] })
  }
  return { parts, churn, missing }
}

const sources: readonly Part['source'][] = ['address', 'market', 'bridge']

/** Whether a row into an intent address is what a pool paid or what the bridge gave back: such money has no payer, and is drawn from there on. */
export function returnedBy(place: Place, { from, to }: Move): 'market' | 'bridge' | undefined {
  if (!isIntent(place) || to !== place || (from !== 'market' && from !== 'bridge')) return undefined
  return from === 'bridge' && place === 'destinationIntent' ? undefined : from
}

const paidFirst = ({ to, why }: Move): boolean =>
  to === 'market' || to === 'bridge' || to === 'collector' || why === 'fee'
/** Pools and bridges are served before the ends. */
const rank = (move: Move): number => (move.to === 'market' ? 0 : move.to === 'bridge' ? 1 : paidFirst(move) ? 2 : 3)
