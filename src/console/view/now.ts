import { signal } from '@preact/signals'

/** How far the service's clock is ahead of the reader's, in ms; 0 while they agree within 3 s. */
export const clockAheadMs = signal(0)

/** The service's time. Its timestamps are compared with this, so that a wrong clock of the reader does not mislead. */
export const now = (): number => Date.now() + clockAheadMs.peek()

/** The same, updated every half second while the page is visible. */
export const nowMs = signal(Date.now())

const tickMs = 500
/** Synchronised clocks differ by less than this. */
const agreedMs = 3_000
const dateStepMs = 1_000

/**
 * Compares the clocks by an answer's `Date`, which has whole seconds. The clocks differ if that second is more than 3 s
 * before the request or after the response.
 */
export function hearDate(date: string | null, sentAtMs: number): void {
  const saidMs = Date.parse(date ?? '')
  if (Number.isNaN(saidMs)) return
  const heardAtMs = Date.now()
  const isAgreed = saidMs + dateStepMs + agreedMs >= sentAtMs && saidMs - agreedMs <= heardAtMs
  const aheadMs = isAgreed ? 0 : saidMs + dateStepMs / 2 - (sentAtMs + heardAtMs) / 2
  if (Math.abs(aheadMs - clockAheadMs.peek()) <= agreedMs) return
  clockAheadMs.value = aheadMs
  nowMs.value = now()
}

export function startClock(): () => void {
  const timer = setInterval(() => {
    if (!document.hidden) nowMs.value = now()
  }, tickMs)
  return () => clearInterval(timer)
}
