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

/** At most so many streams with the same ends, token and reason; the last one sums up the others. */
const sameStreamsMax = 3

/**
 * Turns the ledger's rows into streams between places. Money that a pool pays to an intent address is drawn from the
 * pool to where it goes next; money that stays is drawn as resting there. Every stream consists of rows of the ledger;
 * `problems` lists where more left than came.
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
 * A router that swaps and bridges in one call is booked as the bridge, and the swap's surplus as coming from a market
 * that took nothing in. That market is part of the same call, so it is drawn as the bridge.
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

/** The colour says what became of the money: fee, resting, sent back, still moving, or the intent's outcome. */
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
