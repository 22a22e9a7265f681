export type RetrySettings = { firstRetryMs: number; retryMsMax: number }

const growth = 4
const jitter = 0.2

/** How long to wait after a number of failures: four times as long each time, and a little apart from others that failed together. */
export function retryAfterMs(failures: number, { firstRetryMs, retryMsMax }: RetrySettings, chance: number): number {
  const pauseMs = Math.min(firstRetryMs * growth ** (failures - 1), retryMsMax)
  return Math.round(pauseMs * (1 - jitter + 2 * jitter * chance))
}
