import { hanging, outputColumns } from './layout.ts'
import { oneLine } from './terminal.ts'

export type Column<T> = { title: string; value: (row: T) => string; align?: 'right' }

const indent = '  '

/**
 * Rows under titles, each column as wide as its widest cell. Columns that do not fit go on their own line below, so a
 * hash of 66 characters is never cut. For no rows, the caller prints a sentence instead.
 */
export function table<T>(rows: readonly T[], columns: readonly Column<T>[]): string {
  const cells = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ value }) => oneLine(value(row)))),
  ]
  const widths = columns.map((_, at) => Math.max(...cells.map((line) => line[at]!.length)))
  const most = outputColumns()
  const groups = fitColumns(widths, most)
  const pad = (cell: string, at: number) =>
    columns[at]!.align === 'right' ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!)
  return cells
    .flatMap((line) =>
      groups.flatMap((group, at) => {
        const head = at === 0 ? '' : indent
        if (at > 0 && group.every((column) => line[column] === '')) return []
        // A cell wider than any line, such as a list of reasons, wraps.
        if (group.length === 1 && at > 0) return hanging(head, line[group[0]!]!, most)
        return [
          head +
            group
              .map((column) => pad(line[column]!, column))
              .join('  ')
              .trimEnd(),
        ]
      }),
    )
    .join('\n')
}

/** The columns of each line: as many as fit, in their order. */
function fitColumns(widths: readonly number[], most: number): number[][] {
  const groups: number[][] = [[]]
  let used = 0
  for (const [at, width] of widths.entries()) {
    const group = groups.at(-1)!
    if (group.length > 0 && used + 2 + width > most) {
      groups.push([at])
      used = indent.length + width
    } else {
      used += (group.length > 0 ? 2 : 0) + width
      group.push(at)
    }
  }
  return groups
}

/** Names and values below each other; skips missing values. */
export function formatPairs(pairs: readonly (readonly [name: string, value: string | undefined])[]): string {
  const shown = pairs.filter((pair): pair is readonly [string, string] => pair[1] !== undefined)
  const width = Math.max(0, ...shown.map(([name]) => name.length))
  return shown
    .flatMap(([name, value]) => hanging(`${name.padEnd(width)}  `, oneLine(value), outputColumns()))
    .join('\n')
}
