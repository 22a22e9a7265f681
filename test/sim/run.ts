import type { TraceLine } from './scheduler.ts'
import type { Tally } from './tally.ts'
import type { Weather } from './weather.ts'

export type RunOptions = {
  seed: number
  /** Virtual seconds with faults; then everything is well and every intent must come to its end. */
  seconds?: number
  intents?: number
  /** No faults at all. */
  calm?: boolean
  /** Kinds of faults that are left out: shrinking a failure. */
  without?: readonly string[]
  /** Callers that do nothing. */
  silent?: readonly number[]
  /** Rules that only an engine keeps which reads every movement from the chain. */
  strict?: boolean
  /** What the world has whatever is drawn. */
  traits?: readonly string[]
  /** Draws from all traits, and judges runs in which nothing goes wrong. */
  wide?: boolean
  traceMax?: number
}

export type RunResult = {
  seed: number
  /** Drawn, unless the options said. */
  intents: number
  seconds: number
  hash: string
  events: number
  virtualMs: number
  /** How many intents ended at each step. */
  ends: Record<string, number>
  tally: Tally
  /** Of this process while it ran. */
  cpuMs: number
  failure?: { rule: string; detail: string }
  trace: readonly TraceLine[]
  weather: Weather
}
