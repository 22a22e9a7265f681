import { printJson } from '../../interface/json.ts'

/**
 * All output of a command passes here. Text of a server, node or token may contain escape sequences that repaint a
 * terminal, or marks that reverse or hide characters, so that a reader sees another address. Controls (C0, C1, DEL),
 * formats (bidi marks, zero-width characters, tags), surrogates and Unicode line separators become U+FFFD; newlines
 * stay.
 */
const unprintable = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu
const shownInstead = '\ufffd'

export const printable = (text: string): string => text.replace(unprintable, shownInstead)

/** For one table cell or line: with a newline, a server could write lines of its own. */
export const oneLine = (text: string): string => printable(text).replaceAll('\n', shownInstead)

let written = 0
/** Number of writes so far: tells a command whether it has been silent. */
export const writtenCount = (): number => written

let isMoving = false

/** Progress for a waiting person: on a terminal one line, erased by the next text; elsewhere an ordinary line. */
export function writeProgress(text: string): void {
  if (!process.stdout.isTTY) writeOut(text)
  else {
    eraseProgress()
    process.stdout.write(oneLine(text).slice(0, process.stdout.columns - 1))
    isMoving = true
  }
}

export function eraseProgress(): void {
  if (isMoving) process.stdout.write('\r\x1b[K')
  isMoving = false
}

export function writeOut(text: string): void {
  written++
  eraseProgress()
  console.log(printable(text))
}

export function writeErr(text: string): void {
  written++
  eraseProgress()
  console.error(printable(text))
}

/** JSON output keeps every character: terminal controls become \u escapes, which parsers decode. */
export function jsonLine(value: unknown): string {
  return printJson(value).replace(unprintable, (char) =>
    Array.from({ length: char.length }, (_, at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  )
}

/** Draws lines over the `drawnBefore` lines that were drawn last; a terminal only. */
export function redraw(lines: readonly string[], drawnBefore: number): void {
  written++
  const erase = drawnBefore > 0 ? `\x1b[${drawnBefore}A\x1b[J` : ''
  process.stderr.write(erase + lines.map((line) => `${oneLine(line)}\n`).join(''))
}
