import { exits } from './exits.ts'
import type { Explained } from './explainError.ts'
import { columnsMin, hanging } from './layout.ts'
import { jsonLine, oneLine, writeErr, writeOut } from './terminal.ts'

/** Output of a command. The result is printed once: as text, or with `--json` as JSON with all digits. */
export type Output = {
  readonly json: boolean
  /** The result. `value` is what `--json` prints. */
  result(value: unknown, text: () => string): void
  /** Progress for people, on stderr; nothing with `--json`. */
  note(...lines: string[]): void
  failure(explained: Explained): void
}

export function createOutput(json: boolean): Output {
  return {
    json,
    result: (value, text) => writeOut(json ? jsonLine(withoutUnset(value)) : text()),
    note: (...lines) => (json ? undefined : writeErr(lines.map(oneLine).join('\n'))),
    failure: (explained) => writeErr(json ? jsonLine(failureValue(explained)) : failureText(explained)),
  }
}

const failureValue = ({ exit, ...explanation }: Explained) => withoutUnset({ ...explanation, exit: exits[exit].code })

function failureText({ message, remedy, requestId }: Explained): string {
  const lines = [
    ...onTerminal('causeway: ', message),
    ...(remedy ? onTerminal('  to do: ', remedy) : []),
    ...(requestId ? [`  request: ${requestId}`] : []),
  ]
  return lines.join('\n')
}

/** Wrapped for a person; one line in a pipe, so that grep finds it. A command stays whole, to be pasted. */
function onTerminal(head: string, text: string): string[] {
  const isCommand = text.startsWith('causeway ')
  if (!process.stderr.isTTY || isCommand) return [head + text]
  return hanging(head, text, Math.max(columnsMin, process.stderr.columns ?? 0))
}

/** Leaves out undefined fields, as the service's own JSON does. */
function withoutUnset(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUnset)
  if (value === null || typeof value !== 'object') return value
  const kept = Object.entries(value).filter(([, field]) => field !== undefined)
  return Object.fromEntries(kept.map(([name, field]) => [name, withoutUnset(field)]))
}
