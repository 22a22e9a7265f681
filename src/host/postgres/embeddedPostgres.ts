import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { holderOf } from '../folderLock.ts'
import { initCluster, readPostmaster, startPostgres, stopOrphan } from './cluster.ts'
import { ensureDatabase } from './ensureDatabase.ts'
import { findBinaries } from './findBinaries.ts'
import { chooseHome, requireOwn, sharedDir } from './home.ts'
import { lockDatabase } from './lockDatabase.ts'
import { postgresNotStarted } from './postgresNotStarted.ts'

export type EmbeddedPostgres = {
  /** Contains the password: never print it. */
  url: string
  pid: number
  /** Folder of the database files, usually `<dataDir>/postgres/data`. */
  dataFolder: string
  /** Ends all connections and the server; committed data is on disk. */
  stop(): Promise<void>
}

export type EmbeddedOptions = {
  dataDir: string
  /** Port on 127.0.0.1; default: a free one. */
  port?: number
  onProgress?: (what: string) => void
  /** Postgres settings that override ours, for tests. */
  settings?: Record<string, string>
}

const user = 'causeway'
const database = 'causeway'
const majorVersion = '18'

/**
 * A real Postgres server from npm with its data under `<dataDir>/postgres`. It listens on 127.0.0.1 only and runs in a
 * process group of its own, so that Ctrl-C reaches only us; when we are gone, even by kill -9, it shuts down.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const say = options.onProgress ?? (() => {})
  const dataDir = resolve(options.dataDir)
  const home = chooseHome(dataDir, say)
  requireOwn(home)
  const release = lockDatabase(home.lockFile, dataDir)
  try {
    const binaries = findBinaries(home.account, sharedDir, say)
    const password = readPassword(home.passwordFile)
    if (!existsSync(join(home.dataFolder, 'PG_VERSION'))) {
      say('Preparing the database (once, a few seconds)')
      await initCluster({ binaries, home, user, password })
    }
    const major = readFileSync(join(home.dataFolder, 'PG_VERSION'), 'utf8').trim()
    if (major !== majorVersion) {
      throw postgresNotStarted(
        `${home.dataFolder} belongs to Postgres ${major} and this is ${majorVersion}. Move the data with pg_dump and pg_restore.`,
      )
    }
    await stopOrphan(home.dataFolder, say)
    const server = await startPostgres({ binaries, home, port: options.port, settings: options.settings ?? {} })
    const url = urlOf(password, server.port)
    await ensureDatabase(url).catch(async (error: unknown) => {
      await server.stop()
      throw error
    })
    return {
      url,
      pid: server.pid,
      dataFolder: home.dataFolder,
      stop: async () => {
        await server.stop()
        release()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}

/** The address of another process's server on this data folder, for commands that only read. */
export function findEmbeddedPostgres(dataDir: string): { url: string; ownerPid: number } | undefined {
  const home = chooseHome(resolve(dataDir), () => {})
  const ownerPid = holderOf(home.lockFile)
  const postmaster = readPostmaster(home.dataFolder)
  if (ownerPid === undefined || !postmaster?.ready) return undefined
  return { url: urlOf(readPassword(home.passwordFile), postmaster.port), ownerPid }
}

const urlOf = (password: string, port: number) => `postgresql://${user}:${password}@127.0.0.1:${port}/${database}`

function readPassword(file: string): string {
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 })
  chmodSync(file, 0o600)
  return readFileSync(file, 'utf8').trim()
}

/** Deletes the data for good. Refuses while a process uses it. */
export function removeEmbeddedPostgres(dataDir: string): void {
  const home = chooseHome(resolve(dataDir), () => {})
  mkdirSync(home.folder, { recursive: true })
  lockDatabase(home.lockFile, dataDir)
  rmSync(home.folder, { recursive: true, force: true })
}
