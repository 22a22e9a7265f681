export type Row = Record<string, string | number>

export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

export const fixed = (value: number, digits = 1): string => value.toFixed(digits)

export const verdict = (met: boolean): string => (met ? 'met' : 'MISSED')

export function printTable(title: string, rows: readonly Row[]): void {
  console.log(`\n${title}`)
  console.table(rows)
}

/** Does the work for every index, at most `atOnce` at a time. */
export async function inTurns<T>(total: number, atOnce: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const lane = async () => {
    for (let index = next++; index < total; index = next++) results[index] = await work(index)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, total) }, lane))
  return results
}
