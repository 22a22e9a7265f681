import { type DestinationStream, destination, type Logger, pino } from 'pino'
import type { LogRecord } from './createEventDescriber.ts'
import { eraseProgress, printable } from './kit/terminal.ts'

// Lines are buffered up to 8 KiB or 250 ms: a system call per line is costly, and no reader needs it sooner.
const bufferBytes = 8_192
const flushEveryMs = 250

/**
 * The log on stderr: JSON lines, or the texts that `describe` makes of them. A terminal gets each line at once; a pipe
 * or a file gets batches. Every exit but a kill flushes.
 */
export function openLog(
  level: string,
  describe?: (record: LogRecord) => string | undefined,
): { log: Logger; close(): void } {
  const lines = destination({ dest: 2, sync: true, minLength: process.stderr.isTTY ? 0 : bufferBytes })
  const flush = () => lines.flushSync()
  // Not `flushSync`: it also calls fsync, and every request would wait for the disk.
  const timer = setInterval(() => lines.flush(), flushEveryMs).unref()
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

/** Passes each JSON line through `describe`; one write may contain several lines. */
function describing(lines: DestinationStream, describe: (record: LogRecord) => string | undefined): DestinationStream {
  return {
    write: (text) => {
      for (const line of text.split('\n')) {
        const described = line === '' ? undefined : describe(JSON.parse(line))
        if (described === undefined) continue
        eraseProgress()
        lines.write(`${printable(described)}\n`)
      }
    },
  }
}
