import { destination, type Logger, pino } from 'pino'

// A system call for every line is work that a reader does not need done: a quarter of a second is soon enough.
const keptBytes = 8_192
const keptMs = 250

/** JSON lines on stderr: at once for a person, gathered for a machine. Whatever ends the process, short of a kill, ends with a flush. */
export function openLog(level: string): { log: Logger; close(): void } {
  const lines = destination({ dest: 2, sync: true, minLength: process.stderr.isTTY ? 0 : keptBytes })
  const flush = () => lines.flushSync()
  // Not the synchronous one: that also makes the disk sync, while every caller waits.
  const timer = setInterval(() => lines.flush(), keptMs).unref()
  process.on('exit', flush)
  const log = pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }, lines)
  const close = () => {
    clearInterval(timer)
    process.off('exit', flush)
    flush()
  }
  return { log, close }
}
