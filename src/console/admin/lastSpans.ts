import { clockTime, fullTime } from '../view/format.ts'
import { nowMs } from '../view/now.ts'

export const hourMs = 3_600_000

/** The last `count` spans of `eachMs`, the current one included, oldest first. */
export function lastSpans(
  count: number,
  eachMs: number,
): { key: string; label: string; short: string; fromMs: number }[] {
  const lastMs = Math.floor(nowMs.peek() / eachMs) * eachMs
  return Array.from({ length: count }, (_, index) => {
    const fromMs = lastMs - (count - 1 - index) * eachMs
    const short = eachMs < 24 * hourMs ? clockTime(fromMs).slice(0, 5) : fullTime(fromMs).replace(/ \d{4},.*/, '')
    return { key: String(fromMs), label: fullTime(fromMs), short, fromMs }
  })
}
