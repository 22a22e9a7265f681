import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { HostError } from './hostError.ts'
import { birthOf } from './processes.ts'

/** The living holder of a lock; without a pid if it could not be read. */
export type Holder = { pid?: number; howToStop: string }

/**
 * Locks a folder for this process. The lock is a file with the pid and start time: with the pid alone, a dead process's
 * lock would look held once another process gets its pid, in a container after every restart. Takes over the lock of a
 * dead process; if the holder lives, throws a HostError with the message of `explain`. Returns a function that unlocks.
 */
export function lockFolder(file: string, explain: (holder: Holder) => string): () => void {
  const mine = `${process.pid} ${birthOf(process.pid)}\n`
  if (!tryCreate(file, mine)) {
    refuseIfHeld(file, explain)
    takeOver(file, mine, explain)
  }
  return () => {
    if (textOf(file) === mine) rmSync(file, { force: true })
  }
}

/**
 * Only one process at a time deletes a stale lock, after a second check: a process that checked earlier might delete a
 * successor's lock. A second lock file guards this; if its holder died, it is taken over in the same way.
 */
function takeOver(file: string, mine: string, explain: (holder: Holder) => string): void {
  const release = lockFolder(`${file}.takeover`, explain)
  try {
    refuseIfHeld(file, explain)
    rmSync(file, { force: true })
    if (!tryCreate(file, mine)) throw refusal(holderOf(file), explain)
  } finally {
    release()
  }
}

function refuseIfHeld(file: string, explain: (holder: Holder) => string): void {
  const holder = holderOf(file)
  if (holder !== undefined) throw refusal(holder, explain)
}

/** The pid of the holder, if that same process still lives. */
export function holderOf(file: string): number | undefined {
  const [pid = '', birth] = textOf(file)?.trim().split(' ') ?? []
  return birth !== undefined && birthOf(Number(pid)) === birth ? Number(pid) : undefined
}

function refusal(pid: number | undefined, explain: (holder: Holder) => string): HostError {
  return new HostError('running', explain({ pid, howToStop: howToStop(pid) }))
}

function howToStop(pid: number | undefined): string {
  if (pid === undefined) return 'stop it'
  // Process 1 is a container's command, or the machine's init.
  if (pid === 1) return 'stop its container'
  return `stop it (Ctrl-C in its terminal, or "kill ${pid}")`
}

/** Written to a temporary file and linked, so that no process reads half a lock. */
function tryCreate(file: string, text: string): boolean {
  const written = `${file}.${process.pid}.new`
  writeFileSync(written, text, { mode: 0o600 })
  try {
    return linkUnlessThere(written, file)
  } finally {
    rmSync(written, { force: true })
  }
}

/** False if `to` exists. */
function linkUnlessThere(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code
