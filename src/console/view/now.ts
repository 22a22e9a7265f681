import { signal } from '@preact/signals'

/** How far the service's clock is ahead of the reader's, in milliseconds; zero while the two agree to within seconds. */
export const clockAheadMs = signal(0)

/** The service's time: what it says of times is compared with this, so that a wrong clock of the reader's misleads nobody. */
export const now = (): number => Date.now() + clockAheadMs.peek()

/** The same, told anew every half second while the page is looked at. */
export const nowMs = signal(Date.now())

const tickMs = 500
/** Clocks of machines that are looked after differ by less. */
const agreedMs = 3_000
const dateStepMs = 1_000

/**
 * Compares the clocks by the `Date` of an answer, which is a whole second and was written between sending and hearing. They differ where no moment
 * of that time is near the reader's own.
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
