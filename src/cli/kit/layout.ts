/** Columns that every terminal has. Tables use the width of a wider one; help does not. */
export const columnsMin = 80

/** Columns of the output terminal. In a pipe each row is one line, for line readers, unless COLUMNS sets a width. */
export const outputColumns = (): number =>
  Math.max(columnsMin, process.stdout.isTTY ? (process.stdout.columns ?? 0) : Number(process.env.COLUMNS) || Infinity)

/** Breaks at spaces. A word wider than a line (a hash, an address) stays whole, so that it can be copied. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line === '') line = word
    else if (line.length + 1 + word.length <= width) line += ` ${word}`
    else {
      lines.push(line)
      line = word
    }
  }
  return [...lines, line]
}

/** `head` before the first line of the text, and as much space before the others. */
export function hanging(head: string, text: string, width = columnsMin): string[] {
  const lines = wrapText(text, Math.max(20, width - head.length))
  return lines.map((line, at) => ((at === 0 ? head : ' '.repeat(head.length)) + line).trimEnd())
}

const leftMax = 30

/** Names on the left, sentences on the right; a name that is too long for its column has the sentence beneath it. */
export function inTwoColumns(rows: readonly (readonly [name: string, about: string])[]): string[] {
  const fitting = rows.map(([name]) => name.length).filter((length) => length <= leftMax)
  const width = Math.max(0, ...fitting) + 2
  return rows.flatMap(([name, about]) =>
    name.length > leftMax
      ? [name, ...hanging(' '.repeat(width), about)]
      : hanging(name.padEnd(width), about).map((line) => line.trimEnd()),
  )
}

/** A command line, broken before its flags where it is too long for one line, so that it can still be pasted. */
export function wrapCommand(line: string, indent: string): string[] {
  const parts = line.split(/ (?=--)/)
  const lines: string[] = []
  let current = indent
  for (const part of parts) {
    const grown = current.trim() === '' ? `${current}${part}` : `${current} ${part}`
    if (grown.length <= columnsMin - 2 || current.trim() === '') current = grown
    else {
      lines.push(`${current} \\`)
      current = `${indent}    ${part}`
    }
  }
  return [...lines, current]
}
