import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import {
  findEmbeddedPostgres,
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/host/postgres/embeddedPostgres.ts'
import { birthOf, until } from '../../src/host/processes.ts'
import { useFolder } from '../useParts.ts'
import { query } from './freshDatabase.ts'

const dataDir = useFolder()

/** One that ended and that nobody has collected does not count. */
const runs = (pid: number): boolean => birthOf(pid) !== undefined

const script = (body: string) => `
  import { startEmbeddedPostgres } from ${JSON.stringify(new URL('../../src/host/postgres/embeddedPostgres.ts', import.meta.url).href)}
  ${body}`

/** Another process that runs the database and says so; resolves with what it said. */
async function startElsewhere(): Promise<{ child: ChildProcess; url: string; pid: number }> {
  const body = script(`
    process.on('SIGINT', () => console.log('interrupted'))
    const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} })
    console.log(JSON.stringify({ url: server.url, pid: server.pid }))
    setInterval(() => {}, 1_000)`)
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', body], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  started.add(child)
  const [said] = await once(child.stdout!, 'data')
  return { child, ...(JSON.parse(String(said)) as { url: string; pid: number }) }
}

const started = new Set<ChildProcess>()
afterEach(() => {
  for (const child of started) child.kill('SIGKILL')
  started.clear()
})

async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}

test('starts, keeps what is committed over a restart, and stops', async () => {
  const first = await startEmbeddedPostgres({ dataDir })
  expect(await query(first.url, 'show fsync')).toEqual([{ fsync: 'on' }])
  expect(await query(first.url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
  await query(first.url, 'create table kept (n int); insert into kept values (7)')
  await first.stop()
  expect(runs(first.pid)).toBe(false)
  expect(findEmbeddedPostgres(dataDir)).toBeUndefined()

  const second = await startEmbeddedPostgres({ dataDir })
  expect(await query(second.url, 'select n from kept')).toEqual([{ n: 7 }])
  await second.stop()
})

test('the password is random, kept, and readable by nobody else; nobody comes in without it', async () => {
  const server = await startEmbeddedPostgres({ dataDir })
  const file = join(dataDir, 'postgres', 'password')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const password = readFileSync(file, 'utf8')
  expect(password).toMatch(/^[0-9a-f]{48}$/)
  const wrong = server.url.replace(password, 'f'.repeat(48))
  await expect(query(wrong, 'select 1')).rejects.toMatchObject({ code: '28P01' })
  await server.stop()
})

test('a second process is refused with the number of the first', async () => {
  const { child, url } = await startElsewhere()
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toMatchObject({
    kind: 'running',
    message: expect.stringContaining(`Process ${child.pid} has the database in ${dataDir} open`),
  })
  expect(() => removeEmbeddedPostgres(dataDir)).toThrow('has the database')
  expect(findEmbeddedPostgres(dataDir)).toEqual({ url, ownerPid: child.pid })
  await kill(child, 'SIGKILL')
})

test('Ctrl-C reaches the process and not its database', async () => {
  const { child, url, pid } = await startElsewhere()
  const said = once(child.stdout!, 'data')
  process.kill(-child.pid!, 'SIGINT') // the whole process group, as a terminal does
  expect(String((await said)[0])).toBe('interrupted\n')
  expect(runs(pid)).toBe(true)
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  await kill(child, 'SIGKILL')
})

test('after kill -9 of its owner the database ends, and the next start finds everything', async () => {
  const { child, url, pid } = await startElsewhere()
  await query(url, 'create table if not exists survived (n int); insert into survived values (1)')
  await kill(child, 'SIGKILL')
  // At once: the old server may still be on its way out.
  const next = await startEmbeddedPostgres({ dataDir })
  expect(runs(pid)).toBe(false)
  expect((await query(next.url, 'select n from survived')).length).toBeGreaterThan(0)
  await next.stop()
})

test('a server whose guard was killed too is found and stopped', async () => {
  const { child, pid } = await startElsewhere()
  const guards = execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  const family = execFileSync('ps', ['-o', 'pid=', '--ppid', guards], { encoding: 'utf8' })
    .trim()
    .split(/\s+/)
    .map(Number)
  for (const guard of [Number(guards), ...family.filter((id) => id !== pid)]) process.kill(guard, 'SIGKILL')
  await kill(child, 'SIGKILL')
  expect(runs(pid)).toBe(true)
  const said: string[] = []
  const next = await startEmbeddedPostgres({ dataDir, onProgress: (what) => said.push(what) })
  expect(runs(pid)).toBe(false)
  expect(said.join()).toContain(`left behind (pid ${pid})`)
  await next.stop()
})

test('after kill -9 of the database itself the next start recovers', async () => {
  const server = await startEmbeddedPostgres({ dataDir })
  await query(server.url, 'create table if not exists recovered (n int); insert into recovered values (1)')
  process.kill(server.pid, 'SIGKILL')
  expect(await until(() => !runs(server.pid), 300_000)).toBe(true)
  await server.stop()
  const next = await startEmbeddedPostgres({ dataDir })
  expect((await query(next.url, 'select n from recovered')).length).toBeGreaterThan(0)
  await next.stop()
})

test('a stale pid file that names a living process of somebody else does not stop a start', async () => {
  const server = await startEmbeddedPostgres({ dataDir })
  const file = join(server.dataFolder, 'postmaster.pid')
  const left = readFileSync(file, 'utf8').replace(String(server.pid), String(process.pid))
  await server.stop()
  writeFileSync(file, left)
  writeFileSync(join(dataDir, 'postgres', 'lock'), `${process.pid} somebody-else\n`)
  const next = await startEmbeddedPostgres({ dataDir })
  await next.stop()
})

test('a port that is taken is an error when it was asked for', async () => {
  const server = await startEmbeddedPostgres({ dataDir })
  const elsewhere = mkdtempSync(join(tmpdir(), 'causeway-embedded-'))
  const port = Number(new URL(server.url).port)
  await expect(startEmbeddedPostgres({ dataDir: elsewhere, port })).rejects.toMatchObject({
    kind: 'start',
    message: expect.stringContaining('could not bind'),
  })
  // The lock went with the failure.
  const other = await startEmbeddedPostgres({ dataDir: elsewhere })
  await other.stop()
  await server.stop()
  removeEmbeddedPostgres(elsewhere)
  expect(existsSync(join(elsewhere, 'postgres', 'data'))).toBe(false)
  rmSync(elsewhere, { recursive: true })
})

test.runIf(process.getuid?.() === 0)(
  'data of another user, as copied folders are, are refused with what to do',
  async () => {
    const server = await startEmbeddedPostgres({ dataDir })
    await server.stop()
    const { uid, gid } = statSync(server.dataFolder)
    chownSync(server.dataFolder, 4_321, 4_321)
    try {
      await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
        `${server.dataFolder} belongs to user 4321 and not to ${uid}, as copied folders do. Run "sudo chown -R ${uid} `,
      )
    } finally {
      chownSync(server.dataFolder, uid, gid)
    }
  },
)

test.runIf(process.getuid?.() === 0)('root keeps the data where the server can enter, and says where', async () => {
  const closed = realpathSync(mkdtempSync(join(tmpdir(), 'causeway-closed-')))
  const inside = join(closed, 'data')
  mkdirSync(inside)
  chmodSync(closed, 0o700)
  const said: string[] = []
  const server = await startEmbeddedPostgres({ dataDir: inside, onProgress: (what) => said.push(what) })
  expect(server.dataFolder).toMatch(/^\/var\/lib\/causeway\/[0-9a-f]{16}\/data$/)
  expect(said.join()).toContain(`its data is in ${server.dataFolder.replace(/\/data$/, '')}`)
  expect(readFileSync(join(inside, 'postgres.moved'), 'utf8')).toContain('/var/lib/causeway/')
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await server.stop()
  removeEmbeddedPostgres(inside)
  rmSync(closed, { recursive: true })
})
