import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { StoreError } from '../stores/storeError.ts'
import { birthOf } from './processes.ts'

/** One process a data folder. The lock of a process that is gone is taken over. Returns what releases it. */
export function lockFolder(file: string, dataDir: string): () => void {
  const mine = `${process.pid} ${birthOf(process.pid)}\n`
  if (!tryCreate(file, mine)) {
    const holder = holderOf(file)
    if (holder !== undefined) throw inUse(dataDir, holder)
    // Of two that find the same dead lock only one can rename it; the other then meets the winner's.
    const stale = `${file}.${process.pid}`
    try {
      renameSync(file, stale)
      rmSync(stale, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
    if (!tryCreate(file, mine)) throw inUse(dataDir, holderOf(file))
  }
  return () => rmSync(file, { force: true })
}

function inUse(dataDir: string, pid: number | undefined): StoreError {
  const who = pid === undefined ? 'Another process' : `Process ${pid}`
  const how = pid === undefined ? 'Stop it' : `Stop it (Ctrl-C in its terminal, or "kill ${pid}")`
  return new StoreError(
    'running',
    `${who} has the database in ${dataDir} open. ${how}, choose another data folder, or point several processes at one Postgres with DATABASE_URL.`,
  )
}

/** The process that holds the lock, if it still lives. */
export function holderOf(file: string): number | undefined {
  try {
    const [pid = '', birth] = readFileSync(file, 'utf8').trim().split(' ')
    return birth !== undefined && birthOf(Number(pid)) === birth ? Number(pid) : undefined
  } catch {
    return undefined
  }
}

function tryCreate(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
