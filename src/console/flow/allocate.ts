import { type FlowMove, type FlowPlace, isIntent } from './flow.ts'

/** A part of an outgoing row or of what rests, by source: money paid in, a pool, or a bridge's refund. */
export type Part = { source: 'address' | 'market' | 'bridge'; target: 'row' | 'rest'; move: FlowMove; amount: bigint }

export type Allocated = {
  parts: Part[]
  /** Paid to the address by pools or a bridge's refund, and taken back there, in the same token. */
  churn: bigint
  /** What left beyond what came: an error in the books. */
  missing: bigint
}

/**
 * Attributes what left an intent address in one token to what came: money from a payer or the bridge is `address`,
 * from a pool `market`, a bridge's refund on the origin chain `bridge`. Pools, bridges and fees draw on paid-in money
 * first; final payments draw on it last.
 */
export function allocate(place: FlowPlace, moves: readonly FlowMove[]): Allocated {
  const into = moves.filter(({ to }) => to === place)
  const out = moves.filter(({ from, to }) => from === place && to !== place)
  const left: Record<Part['source'], bigint> = { address: 0n, market: 0n, bridge: 0n }
  for (const move of into) left[returnedBy(place, move) ?? 'address'] += move.amount
  const parts: Part[] = []
  let churn = 0n
  let missing = 0n
  const take = (source: Part['source'], wanted: bigint, move: FlowMove): bigint => {
    const amount = wanted < left[source] ? wanted : left[source]
    left[source] -= amount
    if (amount > 0n) parts.push({ source, target: 'row', move, amount })
    return wanted - amount
  }
  for (const move of out.toSorted((a, b) => rank(a) - rank(b))) {
    // Money that returns to the pool or bridge it came from has no net movement, so that source is used last.
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

/** The pool or refunding bridge that paid this row, if any. Its money is drawn straight from there to its target. */
export function returnedBy(place: FlowPlace, { from, to }: FlowMove): 'market' | 'bridge' | undefined {
  if (!isIntent(place) || to !== place || (from !== 'market' && from !== 'bridge')) return undefined
  return from === 'bridge' && place === 'destinationIntent' ? undefined : from
}

const paidFirst = ({ to, why }: FlowMove): boolean =>
  to === 'market' || to === 'bridge' || to === 'collector' || why === 'fee'
/** Order of allocation: pools, bridges, fees, then final payments. */
const rank = (move: FlowMove): number => (move.to === 'market' ? 0 : move.to === 'bridge' ? 1 : paidFirst(move) ? 2 : 3)
