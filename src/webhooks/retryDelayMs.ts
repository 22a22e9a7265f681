export type RetrySettings = { firstRetryMs: number; retryMsMax: number }

const growth = 4
const jitter = 0.2

/** Exponential backoff: four times as long after each failure, with jitter so that deliveries do not retry together. */
export function retryDelayMs(failures: number, { firstRetryMs, retryMsMax }: RetrySettings, chance: number): number {
  const pauseMs = Math.min(firstRetryMs * growth ** (failures - 1), retryMsMax)
  return Math.round(pauseMs * (1 - jitter + 2 * jitter * chance))
}
