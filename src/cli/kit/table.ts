import { oneLine } from './terminal.ts'

export type Column<T> = { title: string; value: (row: T) => string; align?: 'right' }

/** Rows under titles, each column as wide as its widest cell. For no rows the caller prints a sentence instead. */
export function table<T>(rows: readonly T[], columns: readonly Column<T>[]): string {
  const cells = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ value }) => oneLine(value(row)))),
  ]
  const widths = columns.map((_, at) => Math.max(...cells.map((line) => line[at]!.length)))
  const pad = (cell: string, at: number) =>
    columns[at]!.align === 'right' ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!)
  return cells.map((line) => line.map(pad).join('  ').trimEnd()).join('\n')
}

/** Names and values under each other; a value that is not there is not shown. */
export function list(pairs: readonly (readonly [name: string, value: string | undefined])[]): string {
  const shown = pairs.filter((pair): pair is readonly [string, string] => pair[1] !== undefined)
  const width = Math.max(0, ...shown.map(([name]) => name.length))
  return shown.map(([name, value]) => `${name.padEnd(width)}  ${oneLine(value)}`.trimEnd()).join('\n')
}
