import { type FlowMove, type FlowPlace, isIntent } from './flow.ts'

/** The source of a part of an outgoing row: a payment to the address, a pool, or a bridge's refund. */
export type Part = { source: 'address' | 'market' | 'bridge'; target: 'row' | 'rest'; move: FlowMove; amount: bigint }

export type Allocated = {
  parts: Part[]
  /** Paid by pools to the address and taken by pools again, in the same token. */
  churn: bigint
  /** What left in excess of what came. */
  missing: bigint
}

/**
 * Attributes what left an intent address in one token to what came: money from a payer or the bridge is `address`,
 * from a pool `market`, a bridge's refund on the origin chain `bridge`. Pools, bridges and fees use paid-in money
 * first; final payments use the pools' output first.
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
    // What came from a pool or bridge and returned there has no net movement.
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

/** Whether a pool or a bridge's refund paid this row. Such money has no payer and is drawn from there on. */
export function returnedBy(place: FlowPlace, { from, to }: FlowMove): 'market' | 'bridge' | undefined {
  if (!isIntent(place) || to !== place || (from !== 'market' && from !== 'bridge')) return undefined
  return from === 'bridge' && place === 'destinationIntent' ? undefined : from
}

const paidFirst = ({ to, why }: FlowMove): boolean =>
  to === 'market' || to === 'bridge' || to === 'collector' || why === 'fee'
/** Pools and bridges are allocated before final places. */
const rank = (move: FlowMove): number => (move.to === 'market' ? 0 : move.to === 'bridge' ? 1 : paidFirst(move) ? 2 : 3)
