import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export class DevnetRunningError extends Error {
  constructor(pid: number, dataDir: string) {
    super(
      `A devnet is already running on ${dataDir} (pid ${pid}). ` +
        `Use it, stop it (Ctrl-C in its terminal, or "kill ${pid}"), or start another with --data-dir <folder>.`,
    )
    this.name = 'DevnetRunningError'
  }
}

/** One devnet a data folder. The lock of a process that is gone is taken over. Returns what releases it. */
export function acquireLock(dataDir: string, pid: number): () => void {
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, 'devnet.lock')
  const text = `${pid}\n`
  if (!tryCreate(file, text)) {
    const holder = holderOf(file)
    if (holder !== undefined && isAlive(holder)) throw new DevnetRunningError(holder, dataDir)
    // Of two that find the same stale lock only one can rename it; the other then meets the winner's.
    const stale = `${file}.${pid}.stale`
    try {
      renameSync(file, stale)
      rmSync(stale, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
    if (!tryCreate(file, text)) throw new DevnetRunningError(holderOf(file) ?? 0, dataDir)
  }
  return () => {
    if (holderOf(file) === pid) rmSync(file, { force: true })
  }
}

function tryCreate(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function holderOf(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, 'utf8').trim())
    return Number.isInteger(pid) && pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Another user's process answers EPERM: it lives.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
