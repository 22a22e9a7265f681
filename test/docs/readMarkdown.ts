/**
 * Documents are programs here. A `sh` block is run, `ts` is checked and run, `console` is the previous block's output,
 * and a comment above a block says what else to do with it:
 *
 *     <!-- run: background until ready -->   starts it, continues at a line beginning so, stops it at the end
 *     <!-- run: file src/providers/mine.ts -->   writes the block to that file of the clone
 *     <!-- run: after import x in src/a.ts -->   puts the block behind the line of that file that begins so
 *     <!-- run: before   x: { in src/a.ts -->   puts it before that line
 */
export type Block = {
  lang: string
  text: string
  /** Where it stands, for messages. */
  line: number
  mark?: { kind: 'background' | 'file' | 'after' | 'before'; value: string; file?: string }
}

const fence = /^```(\S*)\s*$/
const comment = /^<!-- run: (.+) -->$/
const marks = [
  { kind: 'background', form: /^background until (.+)$/ },
  { kind: 'file', form: /^file (\S+)$/ },
  { kind: 'after', form: /^after (.+) in (\S+)$/ },
  { kind: 'before', form: /^before (.+) in (\S+)$/ },
] as const

export function readBlocks(markdown: string): Block[] {
  const lines = markdown.split('\n')
  const blocks: Block[] = []
  let mark: Block['mark']
  for (let at = 0; at < lines.length; at++) {
    const told = comment.exec(lines[at]!)
    if (told) mark = readMark(told[1]!, at + 1)
    const opened = fence.exec(lines[at]!)
    if (!opened) continue
    const end = lines.findIndex((line, index) => index > at && line === '```')
    if (end < 0) throw new Error(`line ${at + 1}: the block is not closed`)
    blocks.push({ lang: opened[1]!, text: lines.slice(at + 1, end).join('\n'), line: at + 1, ...(mark && { mark }) })
    mark = undefined
    at = end
  }
  return blocks
}

function readMark(text: string, line: number): Block['mark'] {
  for (const { kind, form } of marks) {
    const found = form.exec(text)
    if (found) return { kind, value: found[1]!, ...(found[2] && { file: found[2] }) }
  }
  throw new Error(`line ${line}: "run: ${text}" says nothing that is known`)
}

/** `whole` with `text` beside its first line that begins as the mark says. */
export function inserted(whole: string, { kind, value, file }: NonNullable<Block['mark']>, text: string): string {
  const lines = whole.split('\n')
  const at = lines.findIndex((line) => line.startsWith(value))
  if (at < 0) throw new Error(`${file} has no line that begins with "${value}"`)
  return lines
    .toSpliced(kind === 'after' ? at + 1 : at, 0, text)
    .join('\n')
    .trimEnd()
}

export type Link = { text: string; target: string }

export function readLinks(markdown: string): Link[] {
  return [...markdown.matchAll(/\[([^\]]+)\]\(([^)\s]+)\)/g)].map(([, text, target]) => ({
    text: text!,
    target: target!,
  }))
}

/** What may differ between runs: hashes and addresses, numbers, times. */
const volatile = [
  [/0x[0-9a-fA-F]+/g, '#x#'],
  [/\b(cw|cwop|whsec)_\w+/g, '$1_#'],
  [/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, '#'],
  [/\d+(\.\d+)?/g, '#'],
  [/\s+/g, ' '],
] as const

export const shapeOf = (line: string): string =>
  volatile.reduce((text, [pattern, sign]) => text.replace(pattern, sign), line).trim()

/** The first line of `shown` missing in `output`, in order; "…" matches anything. */
export function missingLine(shown: string, output: string): string | undefined {
  const had = output.split('\n').map(shapeOf)
  let from = 0
  for (const line of shown.split('\n')) {
    const shape = shapeOf(line)
    if (shape === '' || shape === '…') continue
    const at = had.indexOf(shape, from)
    if (at < 0) return line
    from = at + 1
  }
  return undefined
}
