import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Hex } from '../../src/interface/fields.ts'
import { openPostgresStore, type PostgresStore } from '../../src/stores/postgres/postgresStore.ts'
import { hashOf, sampleQuote } from '../../test/stores/sampleQuote.ts'
import { startPostgres } from './ground.ts'
import type { Report } from './serveWaits.ts'
import { fixed, inTurns, printTable, quantile, type Row, verdict } from './table.ts'

const target = { kbPerCall: 20, wakeMsP99: 250 }
const warmUps = 500
/** Moved intents per second while all calls are held: a busy service, and the maximum of two cores. */
const paces = [200, 500]
const writersMax = 12
const connectsAtOnce = 100
const heldWithinMs = 120_000
const answeredWithinMs = 120_000

/** Held calls over real sockets: the memory of each, and the delay from a move to its caller. */
export async function benchWaits(calls: number): Promise<void> {
  const postgres = await startPostgres({ max_connections: '100' })
  const store = await openPostgresStore({ url: postgres.url })
  const server = await startHolder(postgres.url)
  try {
    const warm = await executing(store, warmUps)
    await holdAndMove(server, store, warm, warm, { movesPerS: paces[0]! })
    const runs: (Held & { movesPerS: number })[] = []
    for (const movesPerS of paces) {
      const intents = await executing(store, calls)
      runs.push({ movesPerS, ...(await holdAndMove(server, store, intents, intents, { movesPerS })) })
    }
    const { memory } = runs[0]!
    const [shared] = await executing(store, 1)
    const same = await holdAndMove(server, store, Array(calls).fill(shared), [shared!], { movesPerS: 1 })
    printTable(`${calls} WaitIntentReceipt calls held at once`, [
      memoryRow('heap a call, KB', memory.heapBytes / calls, true),
      memoryRow('resident memory a call, KB', memory.rssBytes / calls, false),
      ...runs.map((run) => wakeRow(`woken, each by its own intent (${run.movesPerS} moves/s)`, run.wokenMs, true)),
      wakeRow('woken, all by one intent', same.wokenMs, false),
    ])
  } finally {
    await server.stop()
    await store.close()
    await postgres.stop()
  }
}

function memoryRow(what: string, bytes: number, judged: boolean): Row {
  const kb = bytes / 1_024
  return {
    what,
    value: fixed(kb),
    ...(judged && { target: `<= ${target.kbPerCall}`, '': verdict(kb <= target.kbPerCall) }),
  }
}

function wakeRow(what: string, ms: number[], judged: boolean): Row {
  const [p50, p99] = [quantile(ms, 0.5), quantile(ms, 0.99)]
  const value = `p50 ${fixed(p50)} ms, p99 ${fixed(p99)} ms`
  return {
    what,
    value,
    ...(judged && { target: `p99 <= ${target.wakeMsP99} ms`, '': verdict(p99 <= target.wakeMsP99) }),
  }
}

let made = 0

/** Intents that wait for their deposit and have nothing else due. */
async function executing(store: PostgresStore, count: number): Promise<Hex[]> {
  return inTurns(count, writersMax, async () => {
    const intentId = hashOf(++made, 'b')
    const nowMs = Date.now()
    const far = { nowMs, dueAtMs: nowMs + 3_600_000 }
    await store.intents.insertQuote(sampleQuote({ intentId, nowMs }))
    await store.intents.transition({ intentId, step: 'quoted' }, { ...far, step: 'committed' })
    await store.intents.transition(
      { intentId, step: 'committed' },
      { ...far, step: 'awaitDeposit', startedAtMs: nowMs },
    )
    return intentId
  })
}

type Held = { memory: { heapBytes: number; rssBytes: number }; wokenMs: number[] }

/** Holds a call for each of `waited`, then ends each of `moved` at a pace. Times a wake-up from before the write. */
async function holdAndMove(
  server: Holder,
  store: PostgresStore,
  waited: readonly Hex[],
  moved: readonly Hex[],
  pace: { movesPerS: number },
): Promise<Held> {
  const before = await server.report()
  const movedAtMs = new Map<Hex, number>()
  // In batches: more connections at once than the listening queue would be reset.
  const held: Promise<number>[] = []
  await inTurns(waited.length, connectsAtOnce, async (index) => {
    const call = holdCall(server.port, waited[index]!)
    held[index] = call.answeredAtMs
    held[index].catch(() => {})
    await call.asked
  })
  await Promise.race([allHeld(server, waited.length), Promise.all(held)])
  const after = await server.report()
  const startedMs = performance.now()
  await inTurns(moved.length, writersMax, async (index) => {
    await pause(Math.max(0, startedMs + (index * 1_000) / pace.movesPerS - performance.now()))
    const [intentId, nowMs] = [moved[index]!, Date.now()]
    movedAtMs.set(intentId, performance.now())
    const end = { nowMs, step: 'lapsed' as const, finishedAtMs: nowMs, dueAtMs: nowMs + 3_600_000, release: true }
    await store.intents.transition({ intentId, step: 'awaitDeposit' }, end)
  })
  const late = AbortSignal.timeout(answeredWithinMs)
  const tooLate = once(late, 'abort').then(() => Promise.reject(new Error('calls were not answered in time')))
  const answered = await Promise.race([Promise.all(held), tooLate])
  return {
    memory: { heapBytes: after.heapBytes - before.heapBytes, rssBytes: after.rssBytes - before.rssBytes },
    wokenMs: answered.map((atMs, index) => atMs - movedAtMs.get(waited[index]!)!),
  }
}

async function allHeld(server: Holder, count: number): Promise<void> {
  const untilMs = performance.now() + heldWithinMs
  while ((await server.report()).held < count) {
    if (performance.now() > untilMs) throw new Error(`fewer than ${count} calls are held`)
    await pause(200)
  }
}

/** One caller with a socket of its own; resolves with the time of its answer. */
function holdCall(port: number, intentId: Hex): { asked: Promise<unknown>; answeredAtMs: Promise<number> } {
  const body = `{"intentId":"${intentId}"}`
  const socket = connect(port, '127.0.0.1')
  const asked = once(socket, 'connect')
  const answeredAtMs = new Promise<number>((resolve, reject) => {
    socket.once('connect', () =>
      socket.write(
        `POST /rpc/Svc/WaitIntentReceipt HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      ),
    )
    socket.setNoDelay(true)
    socket.once('error', reject)
    socket.once('data', (chunk) => {
      const head = chunk.toString('latin1', 0, 15)
      socket.destroy()
      if (head.startsWith('HTTP/1.1 200')) resolve(performance.now())
      else reject(new Error(`a held call was answered with ${chunk.toString('utf8', 0, 400)}`))
    })
  })
  return { asked, answeredAtMs }
}

type Holder = { port: number; report(): Promise<Report>; stop(): Promise<void> }

async function startHolder(databaseUrl: string): Promise<Holder> {
  const script = new URL('./serveWaits.ts', import.meta.url).pathname
  const child: ChildProcess = fork(script, [databaseUrl], { execArgv: ['--import', 'tsx', '--expose-gc'] })
  const gone = once(child, 'exit')
  const early = gone.then(() => Promise.reject(new Error('the server ended before it listened')))
  const [port] = await Promise.race([once(child, 'message'), early])
  early.catch(() => {})
  return {
    port: port as number,
    report: async () => {
      const answer = once(child, 'message')
      child.send('report')
      return (await answer)[0] as Report
    },
    stop: async () => {
      child.disconnect()
      await gone
    },
  }
}
