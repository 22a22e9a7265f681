const units = [
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
  ['millisecond', 1],
] as const

/** A duration in words, exact: in the largest unit of which it is a whole number. */
export function formatMs(ms: number): string {
  const [name, unitMs] = units.find(([, size]) => ms >= size && ms % size === 0) ?? units[3]
  const count = ms / unitMs
  return `${count} ${name}${count === 1 ? '' : 's'}`
}
