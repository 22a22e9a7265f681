import { signal } from '@preact/signals'

/** The reader's clock in milliseconds, a tick every half second while the page is looked at. */
export const nowMs = signal(Date.now())

const tickMs = 500

export function startClock(): () => void {
  const timer = setInterval(() => {
    if (!document.hidden) nowMs.value = Date.now()
  }, tickMs)
  return () => clearInterval(timer)
}
