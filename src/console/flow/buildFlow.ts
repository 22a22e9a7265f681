import { allocate, returnedBy } from './allocate.ts'
import {
  type Flow,
  type FlowInput,
  type FlowMove,
  type FlowNode,
  type FlowPlace,
  type FlowStream,
  isIntent,
  type StreamTone,
} from './flow.ts'

/** Streams with the same ends, token and reason beyond this many are drawn as one. */
const sameStreamsMax = 3

/**
 * The ledger's movements as streams between places. What a pool pays to an intent address and leaves it again is drawn
 * from the pool to its target; what stays is drawn as resting there. Nothing is added: every stream consists of rows
 * of the ledger, and `problems` lists rows that do not add up.
 */
export function buildFlow(input: FlowInput): Flow {
  const gas = input.moves.filter(({ why, from, to }) => why === 'gas' && from === 'relayer' && to === 'network')
  const moves = aliasMarkets(
    input.moves.filter((move) => !gas.includes(move) && move.amount > 0n),
    input,
  )
  const streams: FlowStream[] = []
  const add = (from: string, to: string, move: FlowMove, amount = move.amount) => {
    if (amount <= 0n) return
    const { chainId, tokenAddress, why, txnHash } = move
    const txnHashes = txnHash ? [txnHash] : []
    streams.push({ id: '', from, to, chainId, tokenAddress, amount, why, tone: 'plain', txnHashes, rows: 1 })
  }
  for (const move of moves) {
    if (isIntent(move.from) || returnedBy(move.to, move)) continue
    add(sourceId(move), targetId(move), move)
  }
  const churn: Flow['churn'] = []
  const problems: Flow['problems'] = []
  for (const intentMoves of groupBy(moves.filter(touchesIntent), intentTokenKey).values()) {
    const [first] = intentMoves
    const place = isIntent(first!.to) ? first!.to : first!.from
    const { chainId, tokenAddress } = first!
    const told = allocate(place, intentMoves)
    for (const { source, target, move, amount } of told.parts) {
      const from = { address: `intent:${place}:${chainId}`, market: `market:${chainId}`, bridge: 'bridge' }[source]
      const to = target === 'rest' ? `rest:${place}:${chainId}` : targetId(move)
      add(from, to, move, amount)
    }
    if (told.churn > 0n) churn.push({ chainId, tokenAddress, amount: told.churn })
    if (told.missing > 0n) problems.push({ place, chainId, tokenAddress, missing: told.missing })
  }
  const folded = foldSame(streams).map((stream, index) => ({ ...stream, id: `s${index}` }))
  const toned = folded.map((stream) => ({ ...stream, tone: toneOf(stream, folded, input, problems.length > 0) }))
  return { nodes: nodesOf(toned), streams: toned, churn, gas, problems }
}

const touchesIntent = ({ from, to }: FlowMove): boolean => isIntent(from) || isIntent(to)
const intentTokenKey = ({ from, to, chainId, tokenAddress }: FlowMove): string =>
  `${isIntent(to) ? to : from}:${chainId}:${tokenAddress.toLowerCase()}`

/**
 * A router that swaps and bridges in one call is booked as the bridge; the swap's surplus is booked as coming from a
 * market without input. That market is the bridge's side of the same call and is drawn as such.
 */
function aliasMarkets(moves: readonly FlowMove[], { originChainId }: FlowInput): FlowMove[] {
  const bridged = moves.some(({ to, chainId }) => to === 'bridge' && chainId === originChainId)
  const tookIn = new Set(moves.filter(({ to }) => to === 'market').map(({ chainId }) => chainId))
  return moves.map((move) =>
    move.from === 'market' && !tookIn.has(move.chainId) && bridged && move.chainId === originChainId
      ? { ...move, from: 'bridge' }
      : move,
  )
}

function sourceId({ from, chainId }: FlowMove): string {
  if (isIntent(from)) return `intent:${from}:${chainId}`
  if (from === 'bridge') return 'bridge'
  return from === 'market' ? `market:${chainId}` : `in:${from}:${chainId}`
}

function targetId({ to, chainId }: FlowMove): string {
  if (isIntent(to)) return `intent:${to}:${chainId}`
  if (to === 'bridge') return 'bridge'
  return to === 'market' ? `market:${chainId}` : `out:${to}:${chainId}`
}

const kinds = { in: 'source', intent: 'intent', market: 'market', bridge: 'bridge', out: 'end', rest: 'rest' } as const

function nodesOf(streams: readonly FlowStream[]): FlowNode[] {
  const nodes = new Map<string, FlowNode>()
  for (const { from, to, chainId } of streams) {
    for (const id of [from, to]) {
      if (nodes.has(id)) continue
      const [head = '', place] = id.split(':')
      const kind = kinds[head as keyof typeof kinds]
      nodes.set(id, { id, kind, place: (place && !/^\d+$/.test(place) ? place : head) as FlowPlace, chainId })
    }
  }
  return [...nodes.values()]
}

function foldSame(streams: readonly FlowStream[]): FlowStream[] {
  const key = ({ from, to, chainId, tokenAddress, why }: FlowStream) => [from, to, chainId, tokenAddress, why].join()
  return [...groupBy(streams, key).values()].flatMap((same) => {
    if (same.length <= sameStreamsMax) return same
    const [kept, rest] = [same.slice(0, sameStreamsMax - 1), same.slice(sameStreamsMax - 1)]
    return [
      ...kept,
      {
        ...rest[0]!,
        amount: rest.reduce((sum, { amount }) => sum + amount, 0n),
        rows: rest.length,
        txnHashes: rest.flatMap(({ txnHashes }) => txnHashes),
      },
    ]
  })
}

/** A stream has the colour of its final place. */
function toneOf(stream: FlowStream, all: readonly FlowStream[], { status }: FlowInput, isBroken: boolean): StreamTone {
  if (stream.to.startsWith('out:collector') || stream.why === 'fee' || stream.why === 'relayFee') return 'fee'
  if (stream.to.startsWith('rest:')) return isOver(status) ? 'act' : 'move'
  if (stream.why === 'refund' || stream.why === 'leftover' || stream.why === 'late') return 'back'
  if (!isOver(status)) return isLast(stream, all) ? 'move' : 'past'
  if (status === 'SUCCEEDED') return isBroken ? 'plain' : 'ok'
  return all.some(({ to }) => to.startsWith('rest:')) ? 'act' : 'back'
}

const isOver = (status: FlowInput['status']): boolean => status === 'SUCCEEDED' || status === 'FAILED'
const isLast = ({ to }: FlowStream, all: readonly FlowStream[]): boolean => !all.some(({ from }) => from === to)

export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
