import { printJson } from '../../interface/json.ts'

/**
 * The one place where text leaves a command. Text of a server, a node or a token may hold escape sequences that repaint a terminal, and
 * marks that reverse or hide what stands beside them, so that a reader sees another address than the one that is meant. Controls (C0, C1,
 * DEL), formats (bidi marks, zero-width characters, tags) and the line separators of Unicode are shown as U+FFFD; only the newline of our
 * own layout stays.
 */
const unprintable = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu
const shownInstead = '\ufffd'

export const printable = (text: string): string => text.replace(unprintable, shownInstead)

/** For text that is one cell of a table or one line: with a newline in it, a server could write lines of its own. */
export const oneLine = (text: string): string => printable(text).replaceAll('\n', shownInstead)

let written = 0
/** How often something was written, by which a command knows whether it has been silent. */
export const writtenCount = (): number => written

let isMoving = false

/** What goes on while a person waits: on a terminal one line that moves, erased by the next text; elsewhere a line like any other. */
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

/** JSON output keeps every character: those that would control a terminal are written as \u escapes, which parsers decode. */
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
