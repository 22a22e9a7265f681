import type { AccessStore, KeyRecord, Switches } from './accessStore.ts'

/** A key as the store keeps it: with the one that took over from it. */
export type KeptKey = KeyRecord & { replacedBy?: number }

/** Counts toward the most and the least keys of a project: it opens something now and was not replaced. */
export const isCurrent = (key: KeptKey, nowMs: number): boolean =>
  key.active && key.replacedBy === undefined && (key.expiresAtMs === undefined || key.expiresAtMs > nowMs)

export function mergeSwitches(kept: Switches, patch: Parameters<AccessStore['setSwitches']>[0]): Switches {
  const merged: Record<string, unknown> = { ...kept }
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name]
    else if (value !== undefined) merged[name] = value
  }
  return merged
}

/** What is in a bucket now, given what was in it when it was last touched. */
export const bucketLevel = (
  kept: { tokens: number; atMs: number },
  { ratePerS, burst }: { ratePerS: number; burst: number },
  nowMs: number,
): number => Math.min(burst, kept.tokens + (Math.max(0, nowMs - kept.atMs) / 1_000) * ratePerS)
