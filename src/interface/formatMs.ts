const units = [
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
  ['millisecond', 1],
] as const

/** An exact duration in words, in the largest unit that gives a whole number: `90 seconds`. */
export function formatMs(ms: number): string {
  const [name, unitMs] = units.find(([, size]) => ms >= size && ms % size === 0) ?? units[3]
  const count = ms / unitMs
  return `${count} ${name}${count === 1 ? '' : 's'}`
}
