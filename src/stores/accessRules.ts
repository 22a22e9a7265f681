import type { AccessStore, KeyRecord, Switches } from './accessStore.ts'

/** A key as stored: `replacedBy` is the key that a rotation put in its place. */
export type KeptKey = KeyRecord & { replacedBy?: number }

/** Whether the key counts towards a project's maximum and its last key: valid now and not replaced by a rotation. */
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

/** Tokens in a bucket now, computed from the level at the last take and the time since. */
export const bucketLevel = (
  kept: { tokens: number; atMs: number },
  { ratePerS, burst }: { ratePerS: number; burst: number },
  nowMs: number,
): number => Math.min(burst, kept.tokens + (Math.max(0, nowMs - kept.atMs) / 1_000) * ratePerS)
