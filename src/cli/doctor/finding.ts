import { hanging } from '../kit/layout.ts'

/** What a check found. `bad` keeps the service from working, `warn` will sooner or later. */
export type Finding = { about: string; is: 'ok' | 'warn' | 'bad'; detail: string; remedy?: string }

const marks = { ok: 'ok  ', warn: 'warn', bad: 'BAD ' } as const

/** Wraps a finding at `width`. Without a width (in a pipe), each part stays on one line, so that grep finds it. */
export function findingLines({ about, is, detail, remedy }: Finding, width?: number): string[] {
  const wrapped = (head: string, text: string): string[] =>
    width === undefined
      ? [head + text]
      : text.split('\n').flatMap((part, at) => hanging(at === 0 ? head : ' '.repeat(head.length), part, width))
  // A command stays whole, so that it can be pasted.
  const isCommand = remedy?.startsWith('causeway ')
  const toDo = '        to do: '
  return [
    ...wrapped(`${marks[is]}  `, `${about}: ${detail}`),
    ...(remedy === undefined ? [] : isCommand ? [toDo + remedy] : wrapped(toDo, remedy)),
  ]
}

export const ok = (about: string, detail: string): Finding => ({ about, is: 'ok', detail })
export const warn = (about: string, detail: string, remedy: string): Finding => ({ about, is: 'warn', detail, remedy })
export const bad = (about: string, detail: string, remedy: string): Finding => ({ about, is: 'bad', detail, remedy })

/** A larger clock error makes deadlines and signatures wrong. */
export const skewMsMax = 60_000

export function clockFinding(about: string, skewMs: number | undefined, msMax = skewMsMax): Finding[] {
  if (skewMs === undefined) return []
  const seconds = Math.round(Math.abs(skewMs) / 1_000)
  if (Math.abs(skewMs) <= msMax) return [ok(about, `clock within ${Math.max(1, seconds)} s of ours`)]
  const side = skewMs > 0 ? 'ahead of' : 'behind'
  return [bad(about, `clock ${seconds} s ${side} ours`, 'set the clock of this machine by NTP, or use another node')]
}
