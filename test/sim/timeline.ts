import type { TraceLine } from './scheduler.ts'

/** A run as a person reads it: seconds since the start, who, what. */
export function printTimeline(trace: readonly TraceLine[]): string {
  const startMs = trace[0]?.atMs ?? 0
  const width = Math.max(0, ...trace.map(({ actor }) => actor.length))
  return trace
    .map(
      ({ atMs, actor, text }) =>
        `${((atMs - startMs) / 1_000).toFixed(3).padStart(10)}  ${actor.padEnd(width)}  ${text}\n`,
    )
    .join('')
}
