import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { HostError } from './hostError.ts'
import { birthOf } from './processes.ts'

/** The living process that has a lock; without a number where it could not be read. */
export type Holder = { pid?: number; howToStop: string }

/**
 * One process a folder. The lock is a file with the number of the process and the time it began: the number alone would
 * keep a dead lock alive as soon as another process gets the same number, which in a container is every restart. A lock
 * whose process is gone is taken over; for a living one, `explain` writes the message of the HostError. Returns what
 * releases the lock.
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
 * A stale lock is deleted by one process at a time, which looks once more while it is the one: whoever looked earlier might delete the lock of a
 * successor. That one has a lock of its own, and if it died over it, the same is done for that.
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

/** The number of the process that has the lock, if that very process still lives. */
export function holderOf(file: string): number | undefined {
  const [pid = '', birth] = textOf(file)?.trim().split(' ') ?? []
  return birth !== undefined && birthOf(Number(pid)) === birth ? Number(pid) : undefined
}

function refusal(pid: number | undefined, explain: (holder: Holder) => string): HostError {
  return new HostError('running', explain({ pid, howToStop: howToStop(pid) }))
}

function howToStop(pid: number | undefined): string {
  if (pid === undefined) return 'stop it'
  // Process 1 is whatever a container was started with, or the whole machine.
  if (pid === 1) return 'stop its container'
  return `stop it (Ctrl-C in its terminal, or "kill ${pid}")`
}

/** Written beside its place and linked there, so that nobody reads a lock that is only half written. */
function tryCreate(file: string, text: string): boolean {
  const written = `${file}.${process.pid}.new`
  writeFileSync(written, text, { mode: 0o600 })
  try {
    return linkUnlessThere(written, file)
  } finally {
    rmSync(written, { force: true })
  }
}

/** False where `to` exists. */
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
