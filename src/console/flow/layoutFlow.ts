import { routeParts } from '../data/routeParts.ts'
import { groupBy } from './buildFlow.ts'
import type { Flow, FlowInput, FlowNode, FlowStream } from './flow.ts'

/** Picture sizes in pixels: `wide` fills a page, `narrow` the column beside a form. Shown at about their own size. */
export const spans = { wide: { width: 1_136, water: 150 }, narrow: { width: 700, water: 92 } } as const

export const size = {
  pad: 24,
  /** Room on the right of a bank for the name of its last node. */
  endPad: 30,
  barWidth: 6,
  laneTop: 98,
  thickMax: 64,
  thinMin: 1.5,
  /** A thinner stream is drawn as a thread; its label is below it on the main route and above it in a side lane. */
  threadMax: 16,
  rowHeight: 20,
  gap: 10,
  /** Height of a route that is only planned: room for an amount. */
  plannedHeight: 44,
} as const

export type Bank = { chainId: number; x: number; width: number; isPlanned: boolean }
export type Bar = {
  id: string
  node: FlowNode
  x: number
  y: number
  height: number
  isPlanned: boolean
  isSide: boolean
}
export type Ribbon = {
  stream: FlowStream
  x0: number
  y0: number
  x1: number
  y1: number
  thickness: number
  isThread: boolean
  /** Position and room of its exact amount. */
  label: { x: number; y: number; anchor: 'middle' | 'end'; room: number }
}
/** A part of the planned route without money yet. */
export type Ghost = { x0: number; x1: number; y: number; height: number }
export type FlowCrossing = { x0: number; x1: number; y: number; in: number; out: number }
export type Picture = {
  width: number
  height: number
  banks: Bank[]
  bars: Bar[]
  ribbons: Ribbon[]
  ghosts: Ghost[]
  crossing?: FlowCrossing
  /** Places of the planned route without money yet, in its order. */
  ahead: FlowNode[]
}

/** What a stream is worth in dollars, where a price is known. */
export type StreamWorth = (stream: Pick<FlowStream, 'chainId' | 'tokenAddress' | 'amount'>) => number | undefined

export type LayoutOptions = {
  span?: keyof typeof spans
  /** Characters of a stream's label: its segment gets room in proportion. */
  labelChars?: (stream: FlowStream) => number
  /** Characters of the labels on the first and last part of a route that is only planned. */
  plannedChars?: { first: number; last: number }
}

/**
 * Lays the flow out left to right: payer, intent address, pools, bridge, intent address, pools, recipient. The path to
 * the recipient is the top lane; every other stream has its own lane below, so no two amounts share a row.
 */
export function layoutFlow(flow: Flow, input: FlowInput, worth: StreamWorth, options: LayoutOptions = {}): Picture {
  const span = spans[options.span ?? 'wide']
  const columns = planColumns(flow, input)
  const { banks, xOf, bridge } = placeColumns(columns, input, segmentChars(columns, flow.streams, options), span)
  const thick = thicknesses(flow.streams, worth)
  const isMain = mainNodes(columns)
  const mainStreams = flow.streams.filter(({ to }) => isMain.has(to))
  const sideStreams = flow.streams.filter(({ to }) => !isMain.has(to))
  const heights = new Map([...isMain].map((id) => [id, mainHeight(id, flow.streams, thick)]))
  const laneHeight = Math.max(flow.streams.length === 0 ? size.plannedHeight : 24, ...heights.values())
  const bars: Bar[] = columns
    .flatMap(({ nodes }) => nodes)
    .filter(({ kind }) => kind !== 'bridge')
    .map((node) => {
      const height = heights.get(node.id) ?? 0
      const isPlanned = height === 0
      return {
        id: node.id,
        node,
        x: xOf(node.id),
        y: size.laneTop,
        height: isPlanned ? laneHeight : height,
        isPlanned,
        isSide: false,
      }
    })
  // Side streams from further right get higher lanes, so that they do not cross those from the left.
  const startOf = (id: string) => (id === 'bridge' ? bridge.x0 : xOf(id))
  const fromRight = sideStreams.toSorted((a, b) => startOf(b.from) - startOf(a.from))
  const { sideBars, lanes, bottom } = placeSides(fromRight, banks, thick, size.laneTop + laneHeight + 26, flow.nodes)
  const used = new Map<string, { out: number; in: number }>()
  const slot = (id: string, side: 'in' | 'out', amount: number): number => {
    const at = used.get(id) ?? { out: 0, in: 0 }
    used.set(id, at)
    const y = size.laneTop + at[side]
    at[side] += amount
    return y
  }
  const leave = (id: string, toChain: number): number =>
    id === 'bridge' ? (toChain === input.originChainId ? bridge.x0 + 8 : bridge.x1) : xOf(id) + size.barWidth
  const enter = (id: string): number => (id === 'bridge' ? bridge.x0 : xOf(id))
  const ribbons: Ribbon[] = []
  for (const stream of mainStreams) {
    const thickness = thick.get(stream.id)!
    const y0 = slot(stream.from, 'out', thickness)
    const y1 = slot(stream.to, 'in', thickness)
    const [x0, x1] = [leave(stream.from, stream.chainId), enter(stream.to)]
    const label = {
      x: (x0 + x1) / 2,
      y: (y0 + y1 + thickness) / 2,
      anchor: 'middle' as const,
      room: Math.abs(x1 - x0) - 12,
    }
    ribbons.push({ stream, x0, y0, x1, y1, thickness, isThread: thickness < size.threadMax, label })
  }
  for (const stream of sideStreams) {
    const thickness = thick.get(stream.id)!
    const lane = lanes.get(stream.id)!
    const y0 = slot(stream.from, 'out', thickness)
    const x0 = leave(stream.from, stream.chainId)
    const isThread = thickness < size.threadMax
    const y1 = isThread ? lane.y + lane.height - 3 - thickness : lane.y + (lane.height - thickness) / 2
    const label = {
      x: lane.x - 10,
      y: isThread ? y1 - 8 : y1 + thickness / 2,
      anchor: 'end' as const,
      room: Math.abs(lane.x - x0) - 12,
    }
    ribbons.push({ stream, x0, y0, x1: lane.x, y1, thickness, isThread, label })
  }
  const crossing = bridge.isThere ? crossingOf(ribbons, bridge, laneHeight) : undefined
  const ghosts = ghostsOf(columns, flow, { xOf, bridge, height: laneHeight })
  const ahead = bars.filter(({ isPlanned }) => isPlanned).map(({ node }) => node)
  const height = bottom + 16
  return { width: span.width, height, banks, bars: [...bars, ...sideBars], ribbons, ghosts, crossing, ahead }
}

type Column = { chainId: number | 'water'; nodes: FlowNode[] }

/** The columns of the planned route. Where the flow has no node yet, a planned one stands in. */
function planColumns(flow: Flow, input: FlowInput): Column[] {
  const { originChainId: origin, destinationChainId: destination, routeProviders } = input
  const isCrossing = origin !== destination
  const find = (test: (node: FlowNode) => boolean) => flow.nodes.filter(test)
  const or = (found: FlowNode[], planned: FlowNode): FlowNode[] => (found.length > 0 ? found : [planned])
  const { before, crossing, after } = routeParts(routeProviders)
  const swapsBefore = isCrossing ? crossing.length > 0 && before.length > 0 : true
  const swapsAfter = isCrossing && after.length > 0
  const columns: Column[] = []
  const sources = find(({ kind, chainId }) => kind === 'source' && chainId === origin)
  columns.push({ chainId: origin, nodes: or(sources, planned('in', 'owner', origin, 'source')) })
  const address = find(({ kind, place }) => kind === 'intent' && place === 'originIntent')
  columns.push({ chainId: origin, nodes: or(address, planned('intent', 'originIntent', origin, 'intent')) })
  const market = find(({ kind, chainId }) => kind === 'market' && chainId === origin)
  const bridged = find(({ kind }) => kind === 'bridge')
  if (market.length > 0 || (swapsBefore && bridged.length === 0))
    columns.push({ chainId: origin, nodes: or(market, planned('market', '', origin, 'market')) })
  if (isCrossing) {
    columns.push({
      chainId: 'water',
      nodes: or(bridged, { id: 'bridge', kind: 'bridge', place: 'bridge', chainId: origin }),
    })
    const sourcesThere = find(({ kind, chainId }) => kind === 'source' && chainId === destination)
    const there = find(({ kind, place }) => kind === 'intent' && place === 'destinationIntent')
    const direct = flow.streams.some(({ from, to }) => from === 'bridge' && to.startsWith('out:recipient'))
    if (sourcesThere.length > 0) columns.push({ chainId: destination, nodes: sourcesThere })
    if (there.length > 0 || !direct)
      columns.push({
        chainId: destination,
        nodes: or(there, planned('intent', 'destinationIntent', destination, 'intent')),
      })
    const marketThere = find(({ kind, chainId }) => kind === 'market' && chainId === destination)
    if (marketThere.length > 0 || swapsAfter)
      columns.push({ chainId: destination, nodes: or(marketThere, planned('market', '', destination, 'market')) })
  }
  const recipients = find(
    ({ kind, place, chainId }) => kind === 'end' && place === 'recipient' && chainId === destination,
  )
  columns.push({ chainId: destination, nodes: or(recipients, planned('out', 'recipient', destination, 'end')) })
  return columns
}

function planned(head: string, place: string, chainId: number, kind: FlowNode['kind']): FlowNode {
  const id = place ? `${head}:${place}:${chainId}` : `${head}:${chainId}`
  return { id, kind, chainId, place: (place || head) as FlowNode['place'] }
}

const mainNodes = (columns: readonly Column[]): Set<string> =>
  new Set(columns.flatMap(({ nodes }) => nodes.map(({ id }) => id)))

/** The longest label of each segment in characters: it gets room in proportion, so that exact amounts stay readable. */
function segmentChars(
  columns: readonly Column[],
  streams: readonly FlowStream[],
  { labelChars = () => 14, plannedChars = { first: 0, last: 0 } }: LayoutOptions,
): number[] {
  return columns.slice(0, -1).map((column, index) => {
    const ids = (one: Column) => one.nodes.map(({ id }) => id)
    const [left, right] = [ids(column), ids(columns[index + 1]!)]
    const here = streams.filter(({ from, to }) => left.includes(from) && right.includes(to))
    const planned = index === 0 ? plannedChars.first : index === columns.length - 2 ? plannedChars.last : 0
    return Math.max(nameChars, planned, ...here.map(labelChars))
  })
}

/** The least room of a segment, in label characters: a name and a short address need it. */
const nameChars = 15

function placeColumns(
  columns: readonly Column[],
  { originChainId, destinationChainId }: FlowInput,
  chars: readonly number[],
  span: { width: number; water: number },
) {
  const isCrossing = originChainId !== destinationChainId
  const before = columns.findIndex(({ chainId }) => chainId === 'water')
  const room = span.width - (isCrossing ? span.water : 0) - size.pad - size.endPad
  const total = chars.reduce((sum, one) => sum + one, 0)
  const widths = chars.map((one) => (one / total) * room)
  // A segment is the room between two bars. `upTo` leaves out the water between the two banks.
  const upTo = (index: number) => widths.slice(0, index).reduce((sum, width) => sum + width, 0)
  const width = isCrossing ? size.pad + upTo(before) : span.width
  const second = width + span.water
  const positions = new Map<string, number>()
  for (const [index, { nodes }] of columns.entries()) {
    const x = isCrossing && index > before ? second + upTo(index) - upTo(before) : size.pad + upTo(index)
    for (const { id } of nodes) positions.set(id, x)
  }
  const reached = (chainId: number) => columns.some((column) => column.chainId === chainId)
  const banks: Bank[] = [{ chainId: originChainId, x: 0, width, isPlanned: !reached(originChainId) }]
  if (isCrossing) banks.push({ chainId: destinationChainId, x: second, width: span.width - second, isPlanned: false })
  return {
    banks,
    bridge: { isThere: isCrossing, x0: width, x1: second },
    xOf: (id: string): number => positions.get(id) ?? 0,
  }
}

/** Thickness in proportion to dollars; equal if any price is missing. The largest node is `thickMax` high. */
function thicknesses(streams: readonly FlowStream[], worth: StreamWorth): Map<string, number> {
  const worths = streams.map((stream) => worth(stream))
  const isPriced = worths.every((one) => one !== undefined && Number.isFinite(one))
  const weight = new Map(streams.map(({ id }, index) => [id, isPriced ? Math.max(0, worths[index]!) : 1]))
  const total = (of: (stream: FlowStream) => string) =>
    [...groupBy(streams, of).values()].map((group) => group.reduce((sum, { id }) => sum + weight.get(id)!, 0))
  const fullest = Math.max(0, ...total(({ from }) => from), ...total(({ to }) => to))
  return new Map(
    streams.map(({ id }) => {
      const share = fullest > 0 ? weight.get(id)! / fullest : 1
      return [id, Math.max(size.thinMin, share * size.thickMax)]
    }),
  )
}

function mainHeight(id: string, streams: readonly FlowStream[], thick: ReadonlyMap<string, number>): number {
  const sum = (side: 'from' | 'to') =>
    streams.filter((stream) => stream[side] === id).reduce((total, stream) => total + thick.get(stream.id)!, 0)
  return Math.max(sum('from'), sum('to'))
}

type Lane = { x: number; y: number; height: number }

/** Final places off the main route, below it in their bank: a bar for each, a lane for each stream into it. */
function placeSides(
  streams: readonly FlowStream[],
  banks: readonly Bank[],
  thick: ReadonlyMap<string, number>,
  top: number,
  nodes: readonly FlowNode[],
) {
  const lanes = new Map<string, Lane>()
  const sideBars: Bar[] = []
  let bottom = top
  for (const bank of banks) {
    let y = top
    const here = streams.filter(({ chainId }) => chainId === bank.chainId)
    for (const [id, group] of groupBy(here, ({ to }) => to)) {
      const x = bank.x + bank.width - size.endPad - 14
      const start = y
      for (const stream of group) {
        const thickness = thick.get(stream.id)!
        const height = thickness < size.threadMax ? size.rowHeight + thickness : thickness + 4
        lanes.set(stream.id, { x, y, height })
        y += height
      }
      const node = nodes.find((one) => one.id === id)!
      sideBars.push({ id, node, x, y: start, height: y - start, isPlanned: false, isSide: true })
      y += size.rowHeight + size.gap
    }
    bottom = Math.max(bottom, y)
  }
  return { lanes, sideBars, bottom }
}

function crossingOf(ribbons: readonly Ribbon[], bridge: { x0: number; x1: number }, height: number): FlowCrossing {
  const sum = (list: readonly Ribbon[]) => list.reduce((total, { thickness }) => total + thickness, 0)
  const into = ribbons.filter(({ stream }) => stream.to === 'bridge')
  const out = ribbons.filter(({ stream, x0 }) => stream.from === 'bridge' && x0 >= bridge.x1)
  return {
    x0: bridge.x0,
    x1: bridge.x1,
    y: size.laneTop,
    in: Math.min(sum(into), height),
    out: Math.min(sum(out), height),
  }
}

type Positions = { xOf: (id: string) => number; bridge: { x0: number; x1: number }; height: number }

/** Dashed parts between neighbouring columns that no stream connects. */
function ghostsOf(columns: readonly Column[], flow: Flow, { xOf, bridge, height }: Positions): Ghost[] {
  const ghosts: Ghost[] = []
  for (const [index, column] of columns.entries()) {
    const next = columns[index + 1]
    if (!next) break
    const ids = (one: Column) => one.nodes.map(({ id }) => id)
    // A pool's output is drawn past the intent address, so a stream that spans columns counts for each of them.
    const [left, right] = [columns.slice(0, index + 1).flatMap(ids), columns.slice(index + 1).flatMap(ids)]
    if (flow.streams.some(({ from, to }) => left.includes(from) && right.includes(to))) continue
    const x0 = column.chainId === 'water' ? bridge.x1 : xOf(column.nodes[0]!.id) + size.barWidth
    const x1 = next.chainId === 'water' ? bridge.x0 : xOf(next.nodes[0]!.id)
    ghosts.push({ x0, x1, y: size.laneTop, height })
  }
  return ghosts
}
