import { expect, test } from 'vitest'
import { type ChainEvents, silentEvents } from '../../src/chains/chainEvents.ts'
import { chainLimits } from '../../src/chains/chainLimits.ts'
import { createHeads, type Heads } from '../../src/chains/read/heads.ts'
import type { Node } from '../../src/chains/read/node.ts'
import type { Clock } from '../../src/host/clock.ts'
import { localDefinition, watchful } from './anvil.ts'

/** Time that passes only when the test lets the one sleeper go on. */
function createManualClock() {
  let passedMs = 0
  const asleep: { ms: number; wake(): void }[] = []
  let onSleep = () => {}
  const clock: Clock = {
    nowMs: () => passedMs,
    monotonicMs: () => passedMs,
    sleep: (ms) =>
      new Promise<void>((wake) => {
        asleep.push({ ms, wake })
        onSleep()
      }),
  }
  /** Resolves to how long the next sleep was. */
  const nextSleep = async (): Promise<number> => {
    if (asleep.length === 0)
      await new Promise<void>((resolve) => {
        onSleep = resolve
      })
    const { ms, wake } = asleep.shift()!
    passedMs += ms
    wake()
    return ms
  }
  return { clock, nextSleep }
}

const plainNode: Omit<Node, 'call'> = {
  name: 'node 1',
  restMs: () => 0,
  logBlocks: { value: () => 1, refused: () => {}, taken: () => {} },
  clockSkewMs: () => undefined,
  close: () => {},
}

/** A node with one block, that answers only while `up` says so. */
function createFakeNode(up: () => boolean): Node {
  const block = { number: '0x0', hash: `0x${'11'.repeat(32)}`, parentHash: `0x${'00'.repeat(32)}`, timestamp: '0x0' }
  const answers: Record<string, unknown> = { eth_getBlockByNumber: block, eth_chainId: localDefinition.id }
  return {
    ...plainNode,
    call: async <T>(method: string): Promise<T> => {
      if (!up()) throw new Error('did not answer')
      return answers[method] as T
    },
  }
}

function openHeads(
  up: () => boolean,
  nodes: Node | readonly Node[] = createFakeNode(up),
  events: Partial<ChainEvents> = {},
  quorum = 1,
): { heads: Heads; nextSleep(): Promise<number> } {
  const { clock, nextSleep } = createManualClock()
  const heads = createHeads({
    definition: { ...localDefinition, blockTimeMs: 1_000, staleAfterMs: undefined },
    nodes: [nodes].flat(),
    quorum: () => quorum,
    clock,
    limits: { ...chainLimits, ...watchful },
    events: { ...silentEvents, ...events },
  })
  return { heads, nextSleep }
}

test('a node that misses its first probes is asked again at once, not after a backoff', async () => {
  let up = false
  const { heads, nextSleep } = openHeads(() => up)
  await heads.start()
  const first = [await nextSleep(), await nextSleep(), await nextSleep(), await nextSleep(), await nextSleep()]
  expect(first).toEqual([250, 250, 250, 250, 250])
  expect(heads.current()).toBeUndefined()
  up = true
  await nextSleep()
  await nextSleep()
  expect(heads.current()?.number).toBe(0)
  heads.stop()
})

test('a node that never worked is told of once, and again when it does', async () => {
  let up = false
  const reports: string[] = []
  const { heads, nextSleep } = openHeads(() => up, undefined, {
    nodeHealth: ({ healthy, why }) => reports.push(`${healthy} ${why}`),
  })
  await heads.start()
  await nextSleep()
  await nextSleep()
  expect(reports).toEqual(['false did not answer'])
  up = true
  await nextSleep()
  await nextSleep()
  expect(reports).toEqual(['false did not answer', 'true '])
  heads.stop()
})

test('once a block is known, a node that fails is left alone for longer and longer', async () => {
  let up = true
  const { heads, nextSleep } = openHeads(() => up)
  await heads.start()
  up = false
  const waits: number[] = []
  for (let n = 0; n < 7; n++) waits.push(await nextSleep())
  expect(waits).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000])
  heads.stop()
})

test('a chain that never answers is asked quickly for a minute, then less and less', async () => {
  const { heads, nextSleep } = openHeads(() => false)
  await heads.start()
  let passedMs = 0
  while (passedMs < chainLimits.startingMs) passedMs += await nextSleep()
  expect(await nextSleep()).toBe(chainLimits.retryMsMax)
  heads.stop()
})

/** A chain of six blocks where block 3 does not link to block 2, like a local node loaded from saved state. */
function createBrokenNode(): Node {
  const hashOf = (number: number) => `0x${String(number).padStart(64, '0')}`
  return {
    ...plainNode,
    call: async <T>(method: string, params: readonly unknown[] = []): Promise<T> => {
      if (method === 'eth_chainId') return localDefinition.id as T
      const number = params[0] === 'latest' ? 5 : Number(params[0])
      const parentHash = number === 3 ? hashOf(99) : hashOf(number - 1)
      return { number: `0x${number}`, hash: hashOf(number), parentHash, timestamp: '0x0' } as T
    },
  }
}

test('an old break in the chain of blocks does not keep the first head from being known', async () => {
  const { heads } = openHeads(() => true, createBrokenNode())
  await heads.start()
  expect(heads.current()?.number).toBe(5)
  expect(heads.at(3)?.number).toBe(3)
  expect(heads.at(2)).toBeUndefined()
  heads.stop()
})

/** A chain of blocks with a bloom each; `tell` changes what the node says of a block, never its hash. */
function createTeller(height: () => number, tell: (number: number) => object = () => ({})): Node {
  const hashOf = (number: number) => `0x${(number + 1).toString(16).padStart(64, '0')}`
  const blockAt = (number: number) => ({
    number: `0x${number.toString(16)}`,
    hash: hashOf(number),
    parentHash: hashOf(number - 1),
    timestamp: `0x${(1_000 + number).toString(16)}`,
    logsBloom: `0x${'ff'.repeat(256)}`,
    ...tell(number),
  })
  return {
    ...plainNode,
    call: async <T>(method: string, [which]: readonly unknown[]): Promise<T> => {
      if (method === 'eth_chainId') return localDefinition.id as T
      return blockAt(which === 'latest' ? height() : Number(which)) as T
    },
  }
}

const emptyBloom = { logsBloom: `0x${'00'.repeat(256)}` }

test.each([
  ['the time of the newest block', { timestamp: '0x1' }, 8, undefined],
  ['the bloom of the newest block', emptyBloom, 8, { number: 8, logsBloom: undefined }],
  ['the bloom of a block that was passed over', emptyBloom, 7, { number: 8, logsBloom: `0x${'ff'.repeat(256)}` }],
])('a node that is asked first and is false about %s is not believed', async (_, lie, about, expected) => {
  let height = 5
  const liar = createTeller(
    () => height,
    (number) => (number === about ? lie : {}),
  )
  const nodes = [liar, { ...createTeller(() => height), name: 'node 2' }]
  const { heads, nextSleep } = openHeads(() => true, nodes, {}, 2)
  await heads.start()
  height = 8
  await nextSleep()
  await nextSleep()
  await heads.refresh()
  expect(heads.current()?.number).toBe(expected?.number ?? 5)
  if (expected) expect(heads.current()?.logsBloom).toBe(expected.logsBloom)
  expect(heads.at(about)?.logsBloom).not.toBe(emptyBloom.logsBloom)
  heads.stop()
})

test('nodes that call their newest block a thousand blocks higher are not followed: what it follows is not there', async () => {
  let [height, ahead] = [100, 0]
  const nodes = ['node 1', 'node 2'].map((name): Node => {
    const node = createTeller(() => height)
    return {
      ...{ ...node, name },
      call: async <T>(method: string, params: readonly unknown[]): Promise<T> => {
        if (method !== 'eth_chainId' && Number(params[0]) > height) return null as T
        const answer = await node.call<T>(method, params)
        if (params[0] !== 'latest') return answer
        return { ...answer, number: `0x${(height + ahead).toString(16)}` }
      },
    }
  })
  const reorgs: number[] = []
  const { heads, nextSleep } = openHeads(() => true, nodes, { reorg: ({ depth }) => void reorgs.push(depth) }, 2)
  const look = async () => {
    await nextSleep()
    await nextSleep()
    await heads.refresh()
    return heads.current()?.number
  }
  await heads.start()
  height++
  ahead = 1_000
  expect(await look()).toBe(100)
  ahead = 0
  expect(await look()).toBe(101)
  expect(reorgs).toEqual([])
  heads.stop()
})
