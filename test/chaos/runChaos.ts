import { copyFileSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSeededRandom, type Random } from '../../src/host/random.ts'
import { createClient } from '../../src/sdk/client.ts'
import { fromTo } from '../e2e/fromTo.ts'
import { createReceiptProver } from '../e2e/receiptFromLogs.ts'
import { harbor, native, tokens } from './chains.ts'
import { answers } from './cluster/until.ts'
import { type FaultInjection, faultInjectionsFor } from './faultInjections.ts'
import { startPayers } from './payer.ts'
import { reconcile, type Verdict } from './reconcile.ts'
import { type Stage, startStage } from './stage.ts'
import { createTraffic, type Order } from './traffic.ts'

export type ChaosOptions = {
  minutes: number
  /** Intents a minute. */
  rate: number
  seed: number
  isSingle: boolean
  /** Names of the faults to inject; all unless said. */
  only?: readonly string[]
  /** Injects so many faults even if the time is over before: on a slow machine one alone may take longer. */
  actsMin?: number
  /** Names of kinds of intents that are not made. */
  without?: readonly string[]
  say(line: string): void
}

/** One fault. `backMs` is undefined if the service was not back in time. */
export type ChaosEvent = { injection: string; who: string; atMs: number; backMs: number | undefined }

export type ChaosResult = {
  options: Pick<ChaosOptions, 'minutes' | 'rate' | 'seed' | 'isSingle'>
  tookMs: number
  events: ChaosEvent[]
  faultInjections: readonly FaultInjection[]
  orders: readonly Order[]
  repeats: number
  verdicts: Verdict[]
}

export const backMsMax = 30_000
/** How long to wait in order to measure how late a recovery is. */
const backLookMs = 300_000
const reportEveryMs = 10_000
const lookEveryMs = 500
const pauseMs = { least: 2_000, most: 8_000 }
/** Short deadlines, so that underpaid deposits are back before the run ends. */
const engine = { executeWithinMs: 100_000, refundAfterMs: 180_000, openForMs: 30_000 }
const endedWithinMs = engine.refundAfterMs + 600_000

/** Drives intents while faults are injected one by one, waits until all have ended, and reconciles. */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const { say, seed } = options
  const stage = await startStage({ isSingle: options.isSingle, blockTimeS: 1, engine, say })
  const prover = await createReceiptProver(stage.devnet, createClient({ url: stage.apiUrls[0]! }))
  const payers = startPayers(stage.devnet)
  const beganMs = Date.now()
  const elapsed = () => Date.now() - beganMs
  const traffic = createTraffic(stage, payers, `chaos ${seed} ${beganMs}`)
  const tell = (line: string) => say(`${clockText(elapsed())}  ${line}`)
  const progress = setInterval(() => {
    const ended = traffic.orders.filter(({ receipt }) => receipt).length
    tell(`${traffic.orders.length} intents, ${ended} ended, ${traffic.repeats} calls repeated`)
    stage.liar.calls.length = 0
  }, reportEveryMs)
  try {
    const over = new AbortController()
    const timer = setTimeout(() => over.abort(), options.minutes * 60_000)
    const [events] = await Promise.all([
      actOut(stage, options, over.signal, tell),
      drive(options, over.signal, (random) => traffic.begin(random, options.without ?? [])),
    ])
    clearTimeout(timer)
    tell('no more faults; waiting for every intent to end')
    await traffic.ended(endedWithinMs)
    await payers.settled()
    tell('reconciling with the chains')
    const verdicts = await reconcile({ stage, orders: traffic.orders, prover })
    verdicts.push(...conduct(stage, events, traffic.abandoned))
    if (verdicts.some(({ broken }) => broken.length > 0))
      tell(`logs of all parts are kept in ${keepLogs(stage.folder)}`)
    const { minutes, rate, isSingle } = options
    return {
      options: { minutes, rate, seed, isSingle },
      tookMs: elapsed(),
      events,
      faultInjections: faultInjectionsFor(stage),
      orders: traffic.orders,
      repeats: traffic.repeats,
      verdicts,
    }
  } finally {
    clearInterval(progress)
    prover.stopReading()
    await payers.stop()
    await stage.stop()
  }
}

/** So many intents per minute, evenly, whatever the service does. */
async function drive(
  { minutes, rate, seed }: ChaosOptions,
  over: AbortSignal,
  begin: (random: Random) => void,
): Promise<void> {
  const random = createSeededRandom(seed + 1)
  const everyMs = 60_000 / rate
  for (let at = 0; at < minutes * rate && !over.aborted; at++) {
    begin(random)
    await sleep(everyMs, undefined, { signal: over }).catch(() => {}) // over: the loop ends
  }
}

/** Every fault once in a seeded order, then again in another. */
async function actOut(
  stage: Stage,
  { seed, only, actsMin = 0 }: ChaosOptions,
  over: AbortSignal,
  tell: (line: string) => void,
): Promise<ChaosEvent[]> {
  const random = createSeededRandom(seed)
  const cast = faultInjectionsFor(stage).filter(({ name }) => only?.includes(name) ?? true)
  const events: ChaosEvent[] = []
  const beganMs = Date.now()
  const isOver = () => over.aborted && events.length >= actsMin
  while (!isOver()) {
    for (const injection of shuffled(cast, random)) {
      await sleep(pauseMs.least + random.next() * (pauseMs.most - pauseMs.least), undefined, { signal: over }).catch(
        () => {},
      )
      if (isOver()) break
      const atMs = Date.now() - beganMs
      const { who, backMs } = await act(injection, stage, random)
      events.push({ injection: injection.name, who, atMs, backMs })
      tell(
        `${injection.name} (${who}): ${backMs === undefined ? 'NOT BACK' : `back after ${(backMs / 1_000).toFixed(1)} s`}`,
      )
    }
  }
  return events
}

async function act(
  injection: FaultInjection,
  stage: Stage,
  random: Random,
): Promise<{ who: string; backMs: number | undefined }> {
  const strikingMs = Date.now()
  const struck = await injection.strike(stage, random).catch((error: Error) => error)
  if (struck instanceof Error)
    return { who: `could not: ${struck.message}`, backMs: await backAfter(stage, strikingMs) }
  const { who, heal } = struck
  let mendingMs = 0
  const healLater = sleep(injection.lastsMs).then(() => {
    mendingMs = Date.now()
    return heal()
  })
  if (!injection.isSurvived) await healLater
  const backMs = await backAfter(stage, injection.isSurvived ? strikingMs : mendingMs)
  await healLater
  // What survived the fault must also survive the mending.
  const isStillBack = (await backAfter(stage, Date.now())) !== undefined
  return { who, backMs: isStillBack ? backMs : undefined }
}

/** Time until callers get a quote (a database write) and every process reports ready. */
async function backAfter(stage: Stage, sinceMs: number): Promise<number | undefined> {
  for (;;) {
    if (await isBack(stage)) return Date.now() - sinceMs
    if (Date.now() - sinceMs > backLookMs) return undefined
    await sleep(lookEveryMs)
  }
}

async function isBack({ services, apiUrls, devnet }: Stage): Promise<boolean> {
  const request = {
    ownerAddress: devnet.accounts[9]!.address,
    ...fromTo([harbor, tokens.usdc, 10_000_000n], [harbor, native]),
  }
  const ready = await Promise.all(services.map(({ url }) => answers(`${url}/ready`)))
  if (ready.includes(false)) return false
  const quotes = apiUrls.map((url) => createClient({ url, retries: 0, timeoutMs: 20_000 }).quoteIntent(request))
  return (await Promise.allSettled(quotes)).every(({ status }) => status === 'fulfilled')
}

/** What the run itself saw: processes, returns, callers. */
function conduct(stage: Stage, events: readonly ChaosEvent[], abandoned: readonly string[]): Verdict[] {
  return [
    {
      promise: 'no process ends by itself',
      how: 'every unrequested exit of a process is counted',
      looked: stage.services.length,
      broken: stage.unasked(),
    },
    {
      promise: `the service is back within ${backMsMax / 1_000} s`,
      how: 'a quote is answered and every process is ready: after the fault where it must be survived, else after the repair',
      looked: events.length,
      broken: events
        .filter(({ backMs }) => backMs === undefined || backMs > backMsMax)
        .map(
          ({ injection, who, backMs }) =>
            `${injection} (${who}): ${backMs === undefined ? 'not back' : `${backMs} ms`}`,
        ),
    },
    {
      promise: 'callers who try again get through',
      how: 'a call that fails for a passing reason is repeated for two minutes at most',
      looked: events.length,
      broken: [...abandoned],
    },
  ]
}

/** What the parts wrote, past the end of the stage. */
function keepLogs(folder: string): string {
  const kept = mkdtempSync(join(tmpdir(), 'causeway-chaos-logs-'))
  for (const name of readdirSync(folder)) if (name.endsWith('.log')) copyFileSync(join(folder, name), join(kept, name))
  return kept
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  const keyed = list.map((item) => ({ item, key: random.next() }))
  return keyed.toSorted((a, b) => a.key - b.key).map(({ item }) => item)
}

function clockText(ms: number): string {
  const seconds = Math.floor(ms / 1_000)
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`
}
