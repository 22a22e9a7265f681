import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWaiters } from '../../src/engine/read/waitReceipt.ts'
import type { Hex } from '../../src/interface/fields.ts'
import { openPostgresStore } from '../../src/stores/postgres/postgresStore.ts'
import { slowness } from '../grief/cpuTime.ts'
import { type Served, serve, streamsOf } from '../server/serve.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { hashOf, sampleQuote } from '../stores/sampleQuote.ts'
import { useForAll } from '../useParts.ts'

/** A turn of the event loop may take no longer, by the processor time of the usual machine. */
const cpuMsMax = 40
const [intents, each] = [20, 25]
/** What Node collects and compiles falls into some turn: the best of so many rounds counts. */
const rounds = 8

const database = useForAll(freshDatabase)
const store = useForAll(() => openPostgresStore({ url: database.url }))
const waiters = useForAll(() => startWaiters({ store }))
let served: Served
const children: ChildProcess[] = []
const undo: (() => unknown)[] = []

beforeAll(async () => {
  const events = { streamsMax: 2 * intents * each, streamsPerCallerMax: intents * each }
  served = await serve({ events }, { ...streamsOf(store, waiters), onEnd: (stop) => undo.push(stop) })
})
afterAll(async () => {
  for (const child of children) child.kill()
  for (const stop of undo) await stop()
})

/** The dearest turn of the event loop until it is stopped. */
function watchTurns(): { dearestMs: () => number; stop(): void } {
  let dearest = 0
  let on = true
  let before = process.cpuUsage()
  const turn = () => {
    const { user, system } = process.cpuUsage(before)
    dearest = Math.max(dearest, (user + system) / 1_000)
    before = process.cpuUsage()
    if (on) setImmediate(turn)
  }
  setImmediate(turn)
  return {
    dearestMs: () => dearest,
    stop: () => {
      on = false
    },
  }
}

async function subscribe(ids: readonly Hex[]) {
  const script = join(import.meta.dirname, 'subscribers.ts')
  const args = ['--import', 'tsx', script, served.url, database.url, String(each), ...ids]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  children.push(child)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  expect((await lines.next()).value).toBe('open')
  return {
    move: () => child.stdin.write('go\n'),
    told: async (): Promise<Record<Hex, string[]>> => JSON.parse(String((await lines.next()).value)),
    ended: once(child, 'exit'),
  }
}

test('500 subscribers are told every event of 20 intents, and no turn of the loop is long', async () => {
  const dearest: number[] = []
  for (let round = 0; round < rounds && !dearest.some((ms) => ms <= cpuMsMax); round++) {
    const ids = Array.from({ length: intents }, (_, i) => hashOf(1_000 + round * intents + i))
    for (const intentId of ids) await store.intents.insertQuote(sampleQuote({ intentId }))
    const readers = await subscribe(ids)
    const watch = watchTurns()
    readers.move()
    const told = await readers.told()
    watch.stop()
    dearest.push(watch.dearestMs() / slowness())
    // Every reader of every intent, each event, in order, and the end of the stream by the server.
    const kinds = new Set(Object.values(told).flat())
    expect([...kinds]).toHaveLength(1)
    expect([...kinds][0]!.split(' ')).toEqual([
      'intent.committed',
      ...Array(3).fill('intent.updated'),
      'intent.failed',
      'end',
    ])
    expect(Object.values(told).map(({ length }) => length)).toEqual(Array(intents).fill(each))
    expect(await readers.ended).toEqual([0, null])
    expect(waiters.count()).toBe(0)
  }
  console.log(`dearest turn: ${dearest.map((ms) => ms.toFixed(1)).join(', ')} ms of CPU`)
  expect(Math.min(...dearest)).toBeLessThanOrEqual(cpuMsMax)
})
