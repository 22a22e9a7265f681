import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildFlow } from '../../src/console/flow/buildFlow.ts'
import type { Flow, FlowInput, FlowMove, FlowStream } from '../../src/console/flow/flow.ts'
import { layoutFlow, type Picture, size } from '../../src/console/flow/layoutFlow.ts'
import { ribbonPath, threadPath } from '../../src/console/flow/ribbonPath.ts'
import { forAll } from '../forAll.ts'
import { endings, type Generated, receipts } from './generateReceipts.ts'

const runs = 1_000
const key = ({ chainId, tokenAddress }: Pick<FlowMove, 'chainId' | 'tokenAddress'>) =>
  `${chainId}:${tokenAddress.toLowerCase()}`

function sums<T extends { amount: bigint }>(items: readonly T[], of: (item: T) => string): Record<string, bigint> {
  const found: Record<string, bigint> = {}
  for (const item of items) found[of(item)] = (found[of(item)] ?? 0n) + item.amount
  return found
}

/** What outside places paid and got, by the ledger and by the picture: the two must be the same to the base unit. */
function expectConserved(flow: Flow, { moves }: FlowInput): void {
  const isOutside = (place: string) => !['originIntent', 'destinationIntent', 'market', 'bridge'].includes(place)
  const drawn = moves.filter((move) => !flow.gas.includes(move))
  const outs = flow.streams.filter(({ to }) => to.startsWith('out:'))
  const ins = flow.streams.filter(({ from }) => from.startsWith('in:'))
  const placeOf = (id: string) => id.split(':')[1]
  expect(sums(outs, (one) => `${placeOf(one.to)}:${key(one)}`)).toEqual(
    sums(
      drawn.filter(({ to }) => isOutside(to)),
      (one) => `${one.to}:${key(one)}`,
    ),
  )
  expect(sums(ins, (one) => `${placeOf(one.from)}:${key(one)}`)).toEqual(
    sums(
      drawn.filter(({ from }) => isOutside(from)),
      (one) => `${one.from}:${key(one)}`,
    ),
  )
  // An intent address gives on what it got or keeps it, token by token.
  for (const node of flow.nodes.filter(({ kind }) => kind === 'intent')) {
    const into = flow.streams.filter(({ to }) => to === node.id)
    const out = flow.streams.filter(({ from }) => from === node.id)
    expect(sums(out, key), node.id).toEqual(sums(into, key))
  }
  // Pools and the bridge took and gave what the ledger says, less what went round.
  for (const place of ['market', 'bridge'] as const) {
    const took = drawn.filter(({ to, from }) => to === place && from !== place)
    const churned = sums(flow.churn, key)
    const shown = sums(
      flow.streams.filter(({ to }) => to.split(':')[0] === place),
      key,
    )
    for (const [token, total] of Object.entries(sums(took, key)))
      expect((shown[token] ?? 0n) + (churned[token] ?? 0n) >= total, `${place} ${token}`).toBe(true)
  }
  // What rests is what the ledger leaves at the intent addresses.
  const rests = flow.streams.filter(({ to }) => to.startsWith('rest:'))
  const held = sums(
    drawn.flatMap((move) => {
      const at = (place: string) => place === 'originIntent' || place === 'destinationIntent'
      return [...(at(move.to) ? [{ ...move }] : []), ...(at(move.from) ? [{ ...move, amount: -move.amount }] : [])]
    }),
    key,
  )
  expect(sums(rests, key)).toEqual(Object.fromEntries(Object.entries(held).filter(([, amount]) => amount !== 0n)))
  expect(flow.problems).toEqual([])
}

/** Thousands of these run, and an `expect` each would take ten times as long. */
function require(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(`not ${what}`)
}

const isClose = (a: number, b: number): boolean => Math.abs(a - b) < 0.01

/** Every stream begins at a bar and ends at one, inside the picture; no two amounts share a row. */
function expectNoLooseEnd(flow: Flow, picture: Picture, input: FlowInput): void {
  const bars = new Map(picture.bars.map((bar) => [bar.id, bar]))
  expect(picture.ribbons.map(({ stream }) => stream.id).toSorted()).toEqual(flow.streams.map(({ id }) => id).toSorted())
  for (const { stream, x0, x1, y0, y1, thickness, label } of picture.ribbons) {
    require([x0, x1, y0, y1, thickness, label.x, label.y].every(Number.isFinite), 'finite')
    require(thickness >= size.thinMin, 'thick enough to be seen')
    const [from, to] = [bars.get(stream.from), bars.get(stream.to)]
    if (stream.from !== 'bridge') {
      require(isClose(x0, from!.x + size.barWidth), 'begins at its bar')
      require(y0 >= from!.y - 0.01, 'not above its bar')
      require(y0 + thickness <= from!.y + from!.height + 0.01, 'not below its bar')
    }
    if (stream.to !== 'bridge') {
      require(isClose(x1, to!.x), 'ends at a bar')
      require(y1 >= to!.y - 0.01 && y1 + thickness <= to!.y + to!.height + 0.01, 'ends within its bar')
      require(!to!.isPlanned, 'money has reached the bar')
    }
    require(Math.max(x0, x1) <= picture.width, 'inside the picture')
    require(Math.max(y0, y1) + thickness <= picture.height, 'inside the picture')
    for (const path of [ribbonPath, threadPath])
      require(!/NaN|Infinity|undefined/.test(
        path(picture.ribbons.find((one) => one.stream.id === stream.id)!),
      ), 'a path')
  }
  const side = picture.ribbons.filter(({ label }) => label.anchor === 'end')
  const rows = side.map(({ label, stream }) => `${stream.chainId}:${label.y.toFixed(0)}`)
  expect(new Set(rows).size, 'a row for each amount').toBe(rows.length)
  expect(picture.banks.map(({ chainId }) => chainId)).toEqual([
    ...new Set([input.originChainId, input.destinationChainId]),
  ])
}

const worths: ((stream: Pick<FlowStream, 'amount'>) => number | undefined)[] = [
  ({ amount }) => Number(amount) / 1e6,
  () => undefined,
  () => 0,
]

test(`${runs} generated receipts draw with every unit conserved and no loose end`, () => {
  const seen = new Set<string>()
  forAll({ numRuns: runs, seed: 18 }, receipts, fc.constantFrom(...worths), (input: Generated, worth) => {
    seen.add(input.ending)
    const flow = buildFlow(input)
    expectConserved(flow, input)
    expectNoLooseEnd(flow, layoutFlow(flow, input, worth), input)
  })
  expect([...seen].toSorted()).toEqual([...endings].toSorted())
})

const token = `0x${'aa'.repeat(20)}`
const row = { chainId: 31_337, tokenAddress: token } as const
const onHarbor = { status: 'SUCCEEDED', originChainId: 31_337, destinationChainId: 31_337, routeProviders: [] } as const

test('a ledger from which more left than came is told, and nothing is green', () => {
  const flow = buildFlow({
    ...onHarbor,
    moves: [
      { ...row, from: 'owner', to: 'originIntent', amount: 100n, why: 'deposit' },
      { ...row, from: 'originIntent', to: 'recipient', amount: 101n, why: 'delivery' },
    ],
  })
  expect(flow.problems).toEqual([{ place: 'originIntent', chainId: 31_337, tokenAddress: token, missing: 1n }])
  expect(flow.streams.filter(({ tone }) => tone === 'ok')).toEqual([])
})

test('colours say what became of the money', () => {
  const input: FlowInput = {
    ...onHarbor,
    moves: [
      { ...row, from: 'owner', to: 'originIntent', amount: 100n, why: 'deposit' },
      { ...row, from: 'originIntent', to: 'collector', amount: 1n, why: 'fee' },
      { ...row, from: 'originIntent', to: 'recipient', amount: 99n, why: 'delivery' },
      { ...row, from: 'owner', to: 'originIntent', amount: 7n, why: 'late' },
      { ...row, from: 'originIntent', to: 'owner', amount: 7n, why: 'late' },
    ],
  }
  const tones = (status: FlowInput['status'], moves = input.moves) =>
    buildFlow({ ...input, status, moves }).streams.map(({ why, tone }) => `${why} ${tone}`)
  expect(tones('SUCCEEDED').toSorted()).toEqual(['delivery ok', 'deposit ok', 'fee fee', 'late back', 'late back'])
  expect(tones('EXECUTING', input.moves.slice(0, 1))).toEqual(['deposit past', 'deposit move'])
  expect(tones('FAILED', input.moves.slice(0, 1))).toEqual(['deposit act', 'deposit act'])
})
