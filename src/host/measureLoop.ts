import { performance } from 'node:perf_hooks'

/** Starts a measurement. The function returns the busy share of the event loop since then, from 0 to 1. */
export function measureLoop(): () => number {
  const before = performance.eventLoopUtilization()
  return () => performance.eventLoopUtilization(before).utilization
}
