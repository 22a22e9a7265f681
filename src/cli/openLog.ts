import { type DestinationStream, destination, type Logger, pino } from 'pino'
import type { LogRecord } from './createEventDescriber.ts'
import { printable } from './kit/terminal.ts'

// A system call for every line is work that a reader does not need done: a quarter of a second is soon enough.
const keptBytes = 8_192
const keptMs = 250

/**
 * The log on stderr: JSON lines, or with `describe` what it makes of each. Lines are written at once to a terminal and
 * gathered otherwise; whatever ends the process, short of a kill, ends with a flush.
 */
export function openLog(
  level: string,
  describe?: (record: LogRecord) => string | undefined,
): { log: Logger; close(): void } {
  const lines = destination({ dest: 2, sync: true, minLength: process.stderr.isTTY ? 0 : keptBytes })
  const flush = () => lines.flushSync()
  // Not the synchronous one: that also makes the disk sync, while every caller waits.
  const timer = setInterval(() => lines.flush(), keptMs).unref()
  process.on('exit', flush)
  const options = { level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }
  const log = pino(options, describe ? describing(lines, describe) : lines)
  const close = () => {
    clearInterval(timer)
    process.off('exit', flush)
    flush()
  }
  return { log, close }
}

/** Several JSON lines may come in one write. */
function describing(lines: DestinationStream, describe: (record: LogRecord) => string | undefined): DestinationStream {
  return {
    write: (text) => {
      for (const line of text.split('\n')) {
        const told = line === '' ? undefined : describe(JSON.parse(line))
        if (told !== undefined) lines.write(`${printable(told)}\n`)
      }
    },
  }
}
