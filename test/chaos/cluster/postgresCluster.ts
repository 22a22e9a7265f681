import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../../../src/host/ports.ts'
import { serverAccount } from '../../../src/host/postgres/account.ts'
import { type Part, startPart } from './part.ts'
import { haproxyConfig, type Machine, patroniConfig, superuser } from './patroniConfig.ts'
import type { Programs } from './programs.ts'
import { answers, until } from './until.ts'

export type PostgresMachine = Machine & {
  patroni: Part
  /** Whether its data is on its own disk, which can be filled. */
  hasOwnDisk: boolean
  /** Of the server; undefined while there is none. */
  postmasterPid(): number | undefined
  /** Of Patroni, the server and everything that the server started. */
  pids(): number[]
}

export type PostgresCluster = {
  /** Through HAProxy, to whichever machine leads. */
  databaseUrl: string
  /** Through HAProxy, to the APIs that are ready. */
  apiUrl: string
  etcd: Part
  haproxy: Part
  machines: readonly PostgresMachine[]
  /** The machine that leads; undefined while none does. */
  leader(): Promise<PostgresMachine | undefined>
  /** The standby whose answer commits wait for. */
  synchronous(): Promise<PostgresMachine | undefined>
  /** Of one machine, past HAProxy, as superuser. */
  urlOf(machine: Machine, database?: string): string
  stop(): Promise<void>
}

const names = ['n1', 'n2', 'n3'] as const
const diskSize = '768m'
const upMsMax = 90_000
const [user, password, database] = ['causeway', 'chaos', 'causeway']

/** Three Postgres under Patroni, which keeps who leads in etcd, behind HAProxy. */
export async function startPostgresCluster(options: {
  folder: string
  programs: Programs
  apiPorts: readonly number[]
  say(line: string): void
}): Promise<PostgresCluster> {
  const { folder, programs, say } = options
  const account = serverAccount()
  const undo: (() => Promise<void> | void)[] = []
  const stop = async () => {
    for (const step of undo.splice(0).toReversed()) await step()
  }
  const ownFolder = (name: string): string => {
    const made = join(folder, name)
    mkdirSync(made, { mode: 0o700, recursive: true })
    if (account) chownSync(made, account.uid, account.gid)
    return made
  }
  const write = (name: string, text: string): string => {
    const file = join(folder, name)
    writeFileSync(file, text, { mode: 0o600 })
    if (account) chownSync(file, account.uid, account.gid)
    return file
  }
  const logFile = (name: string) => join(folder, `${name}.log`)
  try {
    chmodSync(folder, 0o711)
    const etcdPort = await freePort()
    const etcdUrl = `http://127.0.0.1:${etcdPort}`
    const peerUrl = `http://127.0.0.1:${await freePort()}`
    const etcd = await startPart({
      name: 'etcd',
      command: [
        programs.etcd,
        '--enable-v2',
        `--data-dir=${ownFolder('etcd')}`,
        `--listen-client-urls=${etcdUrl}`,
        `--advertise-client-urls=${etcdUrl}`,
        `--listen-peer-urls=${peerUrl}`,
        `--initial-advertise-peer-urls=${peerUrl}`,
        `--initial-cluster=default=${peerUrl}`,
      ],
      account,
      logFile: logFile('etcd'),
      isReady: () => answers(`${etcdUrl}/health`),
    })
    undo.push(etcd.stop)
    const machines: PostgresMachine[] = []
    const disks: { close(): void }[] = []
    undo.push(async () => {
      await Promise.all(machines.map(stopMachine))
      for (const { close } of disks) close()
    })
    for (const name of names) {
      const disk = openDisk(ownFolder(name), account)
      disks.push(disk)
      const machine = { name, postgresPort: await freePort(), restPort: await freePort(), folder: join(folder, name) }
      const patroni = await startPart({
        name,
        command: [programs.patroni, write(`${name}.yml`, patroniConfig(machine, etcdPort, programs))],
        account,
        logFile: logFile(name),
        // Its REST interface answers, with whatever status: a replica that is being copied is no failure.
        isReady: async () => (await fetch(`http://127.0.0.1:${machine.restPort}/`)).status > 0,
      })
      const postmasterPid = () => readPostmasterPid(machine.folder)
      const made: PostgresMachine = {
        ...machine,
        patroni,
        hasOwnDisk: disk.isOwn,
        postmasterPid,
        pids: () => [patroni.pid, ...familyOf(postmasterPid())].filter((pid) => pid > 0),
      }
      machines.push(made)
    }
    const [postgresPort, apiPort] = [await freePort(), await freePort()]
    const config = write('haproxy.cfg', haproxyConfig({ postgresPort, apiPort, machines, apiPorts: options.apiPorts }))
    const urlOf = ({ postgresPort: port }: Pick<Machine, 'postgresPort'>, name = database) =>
      `postgres://${superuser.username}:${superuser.password}@127.0.0.1:${port}/${name}`
    const withRole = async (path: string): Promise<PostgresMachine | undefined> => {
      const found = await Promise.all(machines.map(({ restPort }) => answers(`http://127.0.0.1:${restPort}${path}`)))
      return machines[found.indexOf(true)]
    }
    say('waiting until one of three Postgres leads and another follows it synchronously')
    if (!(await until(async () => Boolean((await withRole('/primary')) && (await withRole('/sync'))), upMsMax)))
      throw new Error(`no leader with a synchronous standby within ${upMsMax / 1_000} s; see ${folder}`)
    const haproxy = await startPart({
      name: 'haproxy',
      command: [programs.haproxy, '-db', '-f', config],
      account,
      logFile: logFile('haproxy'),
      isReady: () => reachesLeader(urlOf({ postgresPort }, 'postgres'), machines.length),
    })
    undo.push(haproxy.stop)
    await createDatabase(urlOf({ postgresPort }, 'postgres'))
    return {
      databaseUrl: `postgres://${user}:${password}@127.0.0.1:${postgresPort}/${database}`,
      apiUrl: `http://127.0.0.1:${apiPort}`,
      etcd,
      haproxy,
      machines,
      leader: () => withRole('/primary'),
      synchronous: () => withRole('/sync'),
      urlOf,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Patroni stops its server with itself; a server that it lost sight of is ended here. */
async function stopMachine({ patroni, postmasterPid }: PostgresMachine): Promise<void> {
  await patroni.stop()
  const left = postmasterPid()
  if (left === undefined) return
  signal([left], 'SIGCONT')
  signal([left], 'SIGQUIT')
  await until(() => postmasterPid() === undefined || familyOf(left).length === 0, 10_000)
}

/** A tmpfs of its own, if this user may mount one, so that filling it harms nobody else. */
function openDisk(folder: string, account: ReturnType<typeof serverAccount>): { isOwn: boolean; close(): void } {
  if (!account) return { isOwn: false, close: () => {} }
  try {
    const owner = `uid=${account.uid},gid=${account.gid},mode=700`
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskSize},${owner}`, 'tmpfs', folder], { stdio: 'pipe' })
    return { isOwn: true, close: () => void execFileSync('umount', ['-l', folder]) }
  } catch {
    return { isOwn: false, close: () => {} } // not allowed in this container: the data lies in the folder itself
  }
}

function readPostmasterPid(folder: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
    return familyOf(pid).length > 0 ? pid : undefined
  } catch {
    return undefined // the file goes with the server
  }
}

/** A server and its children; empty if there is no such process. */
function familyOf(pid: number | undefined): number[] {
  if (pid === undefined) return []
  try {
    const listed = execFileSync('ps', ['-o', 'pid=', '-p', String(pid), '--ppid', String(pid)], { encoding: 'utf8' })
    return listed
      .split('\n')
      .map(Number)
      .filter((one) => one > 0)
  } catch {
    return [] // ps answers 1 when there is none
  }
}

/** To each of them that is still there. */
export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

/** HAProxy assumes that every machine leads until checked, round-robin: so try one connection per machine. */
async function reachesLeader(url: string, machines: number): Promise<boolean> {
  for (let at = 0; at < machines; at++) {
    const [row] = await query<{ follows: boolean }>(url, 'select pg_is_in_recovery() as follows')
    if (row?.follows !== false) return false
  }
  return true
}

async function createDatabase(url: string): Promise<void> {
  await query(url, `create role ${user} login password '${password}'`)
  await query(url, `create database ${database} owner ${user}`)
}

/** One statement on a connection of its own. */
export async function query<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000, query_timeout: 10_000 })
  client.on('error', () => {}) // the statement under way fails with it
  try {
    await client.connect()
    return (await client.query<T>(sql)).rows
  } finally {
    await client.end().catch(() => {})
  }
}
