import { performance } from 'node:perf_hooks'

/** Begins to measure. The function says which share of the time since then the event loop of this process was busy, from 0 to 1. */
export function measureLoop(): () => number {
  const before = performance.eventLoopUtilization()
  return () => performance.eventLoopUtilization(before).utilization
}
