import { exits } from './exits.ts'
import type { Explained } from './explainError.ts'
import { jsonLine, oneLine, writeErr, writeOut } from './terminal.ts'

/** Where a command says things. A result is said once: for people, or with `--json` for machines, every digit of it. */
export type Output = {
  readonly json: boolean
  /** The result. `value` is what `--json` prints. */
  result(value: unknown, text: () => string): void
  /** On the way to a result, for people, on stderr; not with `--json`. */
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

const failureValue = ({ exit, ...told }: Explained) => withoutUnset({ ...told, exit: exits[exit].code })

function failureText({ message, remedy, requestId }: Explained): string {
  const lines = [`causeway: ${message}`, remedy && `  to do: ${remedy}`, requestId && `  request: ${requestId}`]
  return lines.filter(Boolean).join('\n')
}

/** JSON has no `undefined`: what is not set is left out, as on the wire. */
function withoutUnset(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUnset)
  if (value === null || typeof value !== 'object') return value
  const kept = Object.entries(value).filter(([, field]) => field !== undefined)
  return Object.fromEntries(kept.map(([name, field]) => [name, withoutUnset(field)]))
}
