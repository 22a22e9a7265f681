import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { checkStore } from '../../src/cli/doctor/checkStore.ts'
import type { Finding } from '../../src/cli/doctor/finding.ts'
import { freePort } from '../../src/host/ports.ts'
import { serverAccount } from '../../src/host/postgres/account.ts'
import { startEmbeddedPostgres } from '../../src/host/postgres/embeddedPostgres.ts'
import { openPostgresStore } from '../../src/stores/postgres/postgresStore.ts'
import { find } from '../chaos/cluster/programs.ts'
import { until } from '../chaos/cluster/until.ts'
import { freshDatabase, query } from '../stores/freshDatabase.ts'
import { startTestPostgres } from '../stores/testPostgres.ts'
import { useForAll } from '../useParts.ts'
import { runCli } from './runCli.ts'

/** `causeway doctor` on what is between service and database. Own server: its commits can wait for a standby. */
const database = useForAll(startTestPostgres)

const asAdmin = (...statements: string[]) => query(database.url, ...statements)

const amiss = async (more: { databaseUrl?: string; listenUrl?: string } = {}): Promise<Finding[]> =>
  (await checkStore({ databaseUrl: database.url, folder: '.', ...more })).filter(({ is }) => is !== 'ok')

test('an ordinary Postgres has nothing amiss, also with a listener of its own', async () => {
  expect(await amiss()).toEqual([])
  expect(await amiss({ listenUrl: database.url })).toEqual([])
})

test('a listener that cannot connect, or listens elsewhere, is named by its setting', async () => {
  expect(await amiss({ listenUrl: 'postgres://nobody@127.0.0.1:1/none' })).toMatchObject([
    { is: 'bad', detail: expect.stringContaining('DATABASE_LISTEN_URL cannot be used') },
  ])
  const elsewhere = await freshDatabase()
  expect(await amiss({ listenUrl: elsewhere.url })).toMatchObject([
    {
      is: 'bad',
      detail: expect.stringContaining('hears nothing'),
      remedy: expect.stringContaining('DATABASE_LISTEN_URL'),
    },
  ])
  await elsewhere.close()
})

describe('settings of the database', () => {
  const name = () => new URL(database.url).pathname.slice(1)
  afterEach(async () => {
    const reset = ['default_transaction_read_only', 'synchronous_commit']
    await asAdmin(
      'set default_transaction_read_only = off',
      ...reset.map((setting) => `alter database ${name()} reset ${setting}`),
      `alter database ${name()} connection limit -1`,
    )
  })

  test('a primary that was set to read only is bad', async () => {
    await asAdmin(`alter database ${name()} set default_transaction_read_only = on`)
    const { code, out } = await runCli(['doctor'], { env: { DATABASE_URL: database.url } })
    expect(code).toBe(1)
    expect(out).toContain('is a primary that was set to read only')
    expect(out).toContain('to do: find out who set it')
    expect(out.replace(/\s+/g, ' ')).toContain(`alter database ${name()} reset default_transaction_read_only`)
  })

  test('too few connections for two processes is a warning, for one it is bad', async () => {
    await asAdmin(`create role few login password 'few' in role pg_read_all_data, pg_write_all_data`)
    const url = new URL(database.url)
    ;[url.username, url.password] = ['few', 'few']
    await asAdmin('alter role few connection limit 20')
    expect(await amiss({ databaseUrl: url.href })).toMatchObject([
      {
        is: 'warn',
        detail: expect.stringContaining('admits 20 connections'),
        remedy: 'alter role few connection limit 64',
      },
    ])
    await asAdmin('alter role few connection limit 10')
    expect(await amiss({ databaseUrl: url.href })).toMatchObject([{ is: 'bad' }])
    await asAdmin('drop role few')
  })

  test('a standby that follows asynchronously is a warning, and so are commits that wait for none', async () => {
    // A replication connection is listed as a standby; this one never streams.
    const standby = new pg.Client({ connectionString: `${database.url}?replication=true` })
    await standby.connect()
    expect(await amiss()).toMatchObject([
      {
        is: 'warn',
        detail: expect.stringContaining('asynchronously'),
        remedy: expect.stringContaining('synchronous_mode'),
      },
    ])
    await asAdmin(
      'set synchronous_commit = local',
      `alter database ${name()} set synchronous_commit = local`,
      `alter system set synchronous_standby_names = 'any 1 (*)'`,
      'select pg_reload_conf()',
    )
    await expect
      .poll(amiss)
      .toMatchObject([{ is: 'warn', detail: expect.stringContaining('synchronous_commit is local') }])
    await asAdmin('set synchronous_commit = local', 'alter system reset all', 'select pg_reload_conf()')
    await standby.end()
  })
})

test('a standby, which only reads, is bad', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-standby-'))
  chmodSync(folder, 0o711)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const primary = await startEmbeddedPostgres({ dataDir: folder })
  await (await openPostgresStore({ url: primary.url })).close()
  await primary.stop()
  const signal = join(primary.dataFolder, 'standby.signal')
  writeFileSync(signal, '')
  const account = serverAccount()
  if (account) chownSync(signal, account.uid, account.gid)
  const standby = await startEmbeddedPostgres({ dataDir: folder })
  expect(await amiss({ databaseUrl: standby.url })).toMatchObject([
    { is: 'bad', detail: 'is a standby, which only reads', remedy: expect.stringContaining('primary') },
  ])
  expect(await amiss({ listenUrl: standby.url })).toMatchObject([
    {
      is: 'bad',
      detail: 'DATABASE_LISTEN_URL is a standby, which does not support LISTEN',
      remedy: expect.stringContaining('DATABASE_LISTEN_URL at the primary'),
    },
  ])
  const chains = JSON.stringify([{ id: 10, rpcUrls: ['http://127.0.0.1:1'] }])
  const env = { PORT: '0', CAUSEWAY_CHAINS: chains, CAUSEWAY_OPERATOR_GRANT_KEY: `0x${'11'.repeat(32)}` }
  const signer = { CAUSEWAY_SIGNERS_PRIVATE_KEYS: `0x${'22'.repeat(32)}` }
  const started = await runCli(['serve'], { env: { ...env, ...signer, DATABASE_URL: standby.url } })
  expect([started.code, started.err]).toEqual([
    1,
    expect.stringMatching(/is a standby, which only reads; point DATABASE_URL at the primary/),
  ])
  const deaf = { DATABASE_URL: database.url, DATABASE_LISTEN_URL: standby.url }
  const listened = await runCli(['serve'], { env: { ...env, ...signer, ...deaf } })
  expect([listened.code, listened.err]).toEqual([
    1,
    expect.stringMatching(/is a standby, which only reads; point DATABASE_LISTEN_URL at the primary/),
  ])
  await standby.stop()
})

test('the listener goes past the pooler where DATABASE_LISTEN_URL says so', async () => {
  const store = await openPostgresStore({ url: database.url, listenUrl: `${database.url}?application_name=ears` })
  onTestFinished(() => store.close())
  const heard = new Promise((resolve) => void store.listen(resolve))
  const listening = () =>
    asAdmin(`select 1 from pg_stat_activity where application_name = 'ears' and query like 'listen%'`)
  await expect.poll(listening).toHaveLength(1)
  await store.access.setSwitches({ chainsPaused: [7] }, { actor: 'operator', nowMs: 1_000 })
  expect(await heard).toMatchObject({ kind: 'switched' })
})

// Debian's pgbouncer, if installed; `npm run cluster` and this suite do not need it.
const bouncer = find('pgbouncer')

describe.runIf(bouncer)('behind PgBouncer', () => {
  let running: ChildProcess | undefined
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'causeway-bouncer-'))
  })
  afterEach(async () => {
    const gone = running && new Promise((resolve) => running?.once('exit', resolve))
    running?.kill('SIGTERM')
    await gone
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const start = async (mode: 'session' | 'transaction'): Promise<string> => {
    const [url, port] = [new URL(database.url), await freePort()]
    const account = serverAccount()
    const file = join(folder, `${mode}.ini`)
    const target = `host=127.0.0.1 port=${url.port} user=${url.username} password=${url.password}`
    const settings = {
      listen_addr: '127.0.0.1',
      listen_port: port,
      auth_type: 'any',
      pool_mode: mode,
      unix_socket_dir: '',
    }
    const lines = Object.entries(settings).map(([key, value]) => `${key} = ${value}`)
    writeFileSync(file, ['[databases]', `* = ${target}`, '[pgbouncer]', ...lines, ''].join('\n'))
    chmodSync(folder, 0o755)
    running = spawn(bouncer!, [file], { ...account, stdio: 'ignore' })
    url.port = String(port)
    expect(await until(async () => (await query(url.href, 'select 1')).length === 1, 300_000)).toBe(true)
    return url.href
  }

  test('by session nothing is amiss', async () => {
    expect(await amiss({ databaseUrl: await start('session') })).toEqual([])
  })

  test('by transaction it is bad, for prepared statements and for the listener, which may go past it', async () => {
    const databaseUrl = await start('transaction')
    const [pooler, deaf] = await amiss({ databaseUrl })
    expect(pooler).toMatchObject({ is: 'bad', detail: expect.stringContaining('by transaction') })
    expect(deaf).toMatchObject({ is: 'bad', remedy: expect.stringContaining('DATABASE_LISTEN_URL') })
    expect(await amiss({ databaseUrl, listenUrl: database.url })).toMatchObject([{ detail: pooler!.detail }])
  })
})
