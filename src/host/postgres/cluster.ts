import { type ChildProcess, execFile, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { platform } from 'node:os'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { promisify } from 'node:util'
import { freePort } from '../ports.ts'
import { isAlive, servesFolder, until } from '../processes.ts'
import type { Binaries } from './findBinaries.ts'
import type { DatabaseHome } from './home.ts'
import { postgresNotStarted } from './postgresNotStarted.ts'

const startMsMax = 60_000 // recovery after a crash replays the log first
const stopMsMax = 30_000
const portTriesMax = 5
const logBytesMax = 8 * 1024 * 1024

const ourSettings: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  password_encryption: 'scram-sha-256',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  // After a crash, Postgres flushes the data folder before replaying: in one call instead of one per file.
  ...(platform() === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
  // Compiling a plan costs more than any of our queries.
  jit: 'off',
  log_checkpoints: 'off',
  log_min_error_statement: 'panic',
  timezone: 'UTC',
}

/** Built in a temporary folder and renamed when complete, so that an interrupted first start leaves nothing behind. */
export async function initCluster(options: {
  binaries: Binaries
  home: DatabaseHome
  user: string
  password: string
}): Promise<void> {
  const { binaries, home, user, password } = options
  const unfinished = `${home.dataFolder}.new`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  const passwordFile = join(home.folder, 'password.init')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (home.account) {
    chownSync(unfinished, home.account.uid, home.account.gid)
    chownSync(passwordFile, home.account.uid, home.account.gid)
  }
  const args = [
    `--pgdata=${unfinished}`,
    `--username=${user}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    // One flush for the file system instead of a thousand, one per file: 3.4 s instead of 8 s on a busy disk.
    ...(platform() === 'linux' ? ['--sync-method=syncfs'] : []),
  ]
  try {
    await promisify(execFile)(binaries.initdb, args, { ...home.account, cwd: '/', env: { LC_ALL: 'C' } })
  } catch (error) {
    const { stderr } = error as { stderr?: string }
    throw postgresNotStarted(`initdb failed: ${stderr?.trim() || (error as Error).message}`, { cause: error })
  } finally {
    rmSync(passwordFile, { force: true })
  }
  renameSync(unfinished, home.dataFolder)
}

type Postmaster = { pid: number; port: number; ready: boolean }

/** The server's `postmaster.pid`; undefined without one. */
export function readPostmaster(dataFolder: string): Postmaster | undefined {
  try {
    const lines = readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
  } catch {
    return undefined
  }
}

/**
 * Stops a server that outlived its owner: it would not end with us, so we do not use it. Also removes a
 * `postmaster.pid` left by a crash; if its pid is in use again, Postgres would refuse to start.
 */
export async function stopOrphan(dataFolder: string, say: (what: string) => void): Promise<void> {
  const left = readPostmaster(dataFolder)
  if (!left) return
  const running = () => servesFolder(left.pid, dataFolder)
  if (running()) {
    say(`Stopping the Postgres server that an ended process left behind (pid ${left.pid})`)
    // Fast shutdown, then immediate: the next start replays the log.
    for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
      if (isAlive(left.pid)) signalQuietly(left.pid, signal)
      if (await until(() => !running(), stopMsMax)) break
    }
    if (running())
      throw postgresNotStarted(
        `the Postgres server ${left.pid} on ${dataFolder} does not stop; end it with "kill -9 ${left.pid}"`,
      )
  }
  rmSync(join(dataFolder, 'postmaster.pid'), { force: true })
}

function signalQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

export type Server = { pid: number; port: number; stop(): Promise<void> }

// The shell waits for the server and for a pipe that only we hold open: the kernel closes it when we end.
const guardScript = `
"$@" 3<&- & server=$!
{ read -r _; kill -INT $server; } <&3 & guard=$!
wait $server; code=$?
kill $guard 2>/dev/null
exit $code`

export async function startPostgres(options: {
  binaries: Binaries
  home: DatabaseHome
  port?: number
  settings: Record<string, string>
}): Promise<Server> {
  for (let tries = 1; ; tries++) {
    const port = options.port ?? (await freePort())
    const started = await tryStart({ ...options, port })
    if (typeof started !== 'string') return started
    // Another process may take the free port first; a killed server's child processes need a moment to end.
    const again = /could not bind|Address already in use/.test(started) && options.port === undefined
    if ((!again && !started.includes('shared memory block')) || tries === portTriesMax) {
      throw postgresNotStarted(
        `Postgres did not start on ${options.home.dataFolder}: ${started.trim() || 'no reason given'}`,
      )
    }
  }
}

/** The server, or its output if it did not start. */
async function tryStart(options: {
  binaries: Binaries
  home: DatabaseHome
  port: number
  settings: Record<string, string>
}): Promise<Server | string> {
  const { binaries, home, port } = options
  const settings = Object.entries({ ...ourSettings, ...options.settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const log = openLog(home.logFile)
  const logFrom = statSync(home.logFile).size
  const child = spawn(
    'sh',
    ['-c', guardScript, 'causeway-postgres', binaries.postgres, '-D', home.dataFolder, '-p', String(port), ...settings],
    {
      ...home.account,
      cwd: '/',
      detached: true, // its own process group: Ctrl-C reaches only us
      env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' },
      stdio: ['ignore', log, log, 'pipe'],
    },
  )
  closeSync(log)
  const ended = new Promise<void>((done) => {
    child.once('exit', () => done())
    child.once('error', () => done())
  })
  let over = false
  ended.then(() => {
    over = true
  })
  const lifeline = child.stdio[3] as Writable
  lifeline.on('error', () => {}) // fails when the server ends, which `ended` reports
  const ready = () => over || readPostmaster(home.dataFolder)?.ready === true
  const inTime = await until(ready, startMsMax)
  const postmaster = over ? undefined : readPostmaster(home.dataFolder)
  if (!inTime || !postmaster) {
    lifeline.destroy()
    await ended
    return readFileSync(home.logFile, 'utf8').slice(logFrom)
  }
  letGo(child, lifeline)
  return {
    pid: postmaster.pid,
    port,
    stop: async () => {
      child.ref()
      lifeline.destroy()
      await ended
    },
  }
}

/** Lets our process end although the server runs. */
function letGo(child: ChildProcess, lifeline: Writable): void {
  child.unref()
  ;(lifeline as Writable & { unref(): void }).unref()
}

function openLog(file: string): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  const log = openSync(file, size > logBytesMax ? 'w' : 'a', 0o600)
  chmodSync(file, 0o600)
  return log
}
