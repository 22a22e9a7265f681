import { pino } from 'pino'

/** A log that gives each of its lines as it was written. */
export function keptLog<Line extends object>(keep: (line: Line) => void) {
  const write = (text: string) => {
    for (const line of text.trimEnd().split('\n')) keep(JSON.parse(line))
  }
  return pino({ level: 'info' }, { write })
}
