import { createHash } from 'node:crypto'
import type { Random } from '../../src/host/random.ts'
import { createSeededRandom } from '../../src/host/random.ts'

/** One line of a run: who did what, when. */
export type TraceLine = { atMs: number; actor: string; text: string }

/**
 * Owns time and the order of all completions. Nothing in a run waits for the machine: every wait is an event here.
 * Events run one by one in time order, in seeded order within one moment. All promise jobs finish between events, so
 * one seed always gives the same run.
 */
export type Scheduler = {
  nowMs(): number
  readonly startMs: number
  readonly random: Random
  /** An integer of [min, max]. */
  between(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
  after(ms: number, actor: string, run: () => void): () => void
  /** Adds a line to the trace; every line is part of the event hash. */
  note(actor: string, text: string): void
  readonly trace: readonly TraceLine[]
  /** Also turns the event loop after every event until the work is over, for code that needs it. */
  turningFor<T>(work: T | Promise<T>): Promise<T>
  /** Runs until the time is reached, nothing is left, or `done` says so. */
  run(untilMs: number, done?: () => boolean): Promise<void>
  /** Called after every event. */
  onEvent(check: () => void): void
  events(): number
  hash(): string
}

type Planned = { atMs: number; order: number; run(): void; cancelled: boolean }

export function createScheduler(seed: number, startMs: number, traceMax: number): Scheduler {
  const random = createSeededRandom(seed)
  const heap: Planned[] = []
  const trace: TraceLine[] = []
  const digest = createHash('sha256')
  const checks: (() => void)[] = []
  let nowMs = startMs
  let ran = 0
  let turning = 0

  const before = (a: Planned, b: Planned) => a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order)

  function push(planned: Planned): void {
    let at = heap.push(planned) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!before(heap[at]!, heap[parent]!)) return
      ;[heap[at], heap[parent]] = [heap[parent]!, heap[at]!]
      at = parent
    }
  }

  function pop(): Planned | undefined {
    const first = heap[0]
    const last = heap.pop()
    if (!first || !last || first === last) return first
    heap[0] = last
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2]
      let least = at
      if (left < heap.length && before(heap[left]!, heap[least]!)) least = left
      if (right < heap.length && before(heap[right]!, heap[least]!)) least = right
      if (least === at) return first
      ;[heap[at], heap[least]] = [heap[least]!, heap[at]!]
      at = least
    }
  }

  // The tick queue runs once no promise job is left, so a tick ends every chain of them. A turn of the event loop does
  // the same but took 10 % of a run's time: only made while someone waits for one.
  const settle = () =>
    new Promise<void>((resolve) => void (turning > 0 ? setImmediate(resolve) : process.nextTick(resolve)))

  return {
    nowMs: () => nowMs,
    startMs,
    random,
    between: (min, max) => min + Math.floor(random.next() * (max - min + 1)),
    chance: (probability) => random.next() < probability,
    pick: (from) => from[Math.floor(random.next() * from.length)]!,
    after(ms, _actor, run) {
      const planned: Planned = { atMs: nowMs + Math.max(0, ms), order: random.next(), run, cancelled: false }
      push(planned)
      return () => {
        planned.cancelled = true
      }
    },
    note(actor, text) {
      digest.update(`${nowMs} ${actor} ${text}\n`)
      if (trace.length < traceMax) trace.push({ atMs: nowMs, actor, text })
    },
    trace,
    async turningFor(work) {
      turning++
      try {
        return await work
      } finally {
        turning--
      }
    },
    async run(untilMs, done = () => false) {
      await settle()
      for (let isDone = done(); heap.length > 0 && heap[0]!.atMs <= untilMs && !isDone; isDone = done()) {
        const next = pop()!
        if (next.cancelled) continue
        nowMs = Math.max(nowMs, next.atMs)
        ran++
        next.run()
        await settle()
        for (const check of checks) check()
      }
    },
    onEvent: (check) => void checks.push(check),
    events: () => ran,
    hash: () => digest.copy().update(`${ran}`).digest('hex').slice(0, 16),
  }
}
