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
