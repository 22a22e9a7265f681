import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { HostError } from './hostError.ts'
import { birthOf } from './processes.ts'

/** The living holder of a lock; without a pid if it could not be read. */
export type Holder = { pid?: number; howToStop: string }

/**
 * One process a folder. The lock is a file with the process's pid and start time: the pid alone would
 * keep a dead lock alive once another process gets it, which in a container is every restart. A lock
 * of a dead process is taken over; for a living one, `explain` writes the HostError's message. Returns how to
 * release the lock.
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
 * One process at a time deletes a stale lock, after a second check: a process that checked earlier might delete a
 * successor's lock. That turn has a lock of its own; if its holder died, it is taken over in the same way.
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
