const units = [
  { name: 'd', seconds: 86_400 },
  { name: 'h', seconds: 3_600 },
  { name: 'min', seconds: 60 },
  { name: 's', seconds: 1 },
] as const

/** `8 s`, `3 min 20 s`, `1 h 5 min`, `7 d`: two largest units, rounded up so that a wait is never understated. */
export function formatSeconds(seconds: number): string {
  const largest = units.findIndex((unit) => Math.ceil(seconds) >= unit.seconds)
  const shown = largest < 0 ? units.slice(-1) : units.slice(largest, largest + 2)
  const smallest = shown.at(-1)!.seconds
  const rounded = Math.ceil(seconds / smallest) * smallest
  // Rounding up can reach the next larger unit.
  if (rounded !== seconds) return formatSeconds(rounded)
  let left = rounded
  const parts = shown.flatMap(({ name, seconds: size }) => {
    const many = Math.floor(left / size)
    left -= many * size
    return many > 0 ? [`${many} ${name}`] : []
  })
  return parts.join(' ') || '0 s'
}

/** A time that is an estimate: beyond a minute no finer than ten seconds. */
export const formatEstimate = (seconds: number): string =>
  formatSeconds(seconds <= 60 ? seconds : Math.round(seconds / 10) * 10)

/** A time that was measured: tenths of a second matter below a minute. */
export const formatMeasured = (seconds: number): string =>
  seconds < 59.95 ? `${seconds.toFixed(1)} s` : formatSeconds(seconds)
