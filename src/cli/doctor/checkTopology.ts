import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { systemClock } from '../../host/clock.ts'
import { poolSize } from '../../stores/postgres/database.ts'
import { poolerLoses, poolerRemedy, standbyRemedy, unusable } from '../../stores/postgres/whyUnusable.ts'
import { bad, type Finding, warn } from './finding.ts'

const about = 'database'

type Place = { pool: pg.Pool; databaseUrl: string; listenUrl?: string }

/** Checks the database's role, standbys and connection limits, and poolers in front of it. Reports faults only. */
export async function checkTopology(place: Place): Promise<Finding[]> {
  // The other checks are about the server that takes writes; a standby does not even support LISTEN.
  const unwritable = await checkWritable(place)
  if (unwritable.length > 0) return unwritable
  const found = [
    await checkStandbys(place),
    await checkRoom(place),
    await checkPooler(place),
    await checkListening(place),
  ]
  return found.flat()
}

type Role = { follows: boolean; read_only: string; name: string }

async function checkWritable({ pool }: Place): Promise<Finding[]> {
  const { rows } = await pool.query<Role>(
    `select pg_is_in_recovery() as follows, current_setting('transaction_read_only') as read_only,
      quote_ident(current_database()) as name`,
  )
  const { follows, read_only, name } = rows[0]!
  if (follows) return [bad(about, 'is a standby, which only reads', standbyRemedy)]
  if (read_only !== 'on') return []
  const remedy = `find out who set it (a full disk, often), then: alter database ${name} reset default_transaction_read_only`
  return [bad(about, 'is a primary that was set to read only', remedy)]
}

type Standbys = { standbys: number; names: string; waits: string }

/** A failover to a lagging standby loses the last commits, and with them the record of transactions already sent. */
async function checkStandbys({ pool }: Place): Promise<Finding[]> {
  const { rows } = await pool.query<Standbys>(
    `select (select count(*)::int from pg_stat_replication where state is distinct from 'backup') as standbys,
      current_setting('synchronous_standby_names') as names, current_setting('synchronous_commit') as waits`,
  )
  const { standbys, names, waits } = rows[0]!
  if (names !== '' && (waits === 'off' || waits === 'local')) {
    const remedy = `set synchronous_commit = on, for the role of DATABASE_URL too`
    return [warn(about, `commits wait for no standby: synchronous_commit is ${waits}`, remedy)]
  }
  if (standbys === 0 || names !== '') return []
  const remedy =
    'never fail over to it by itself, or replicate synchronously: synchronous_standby_names, in Patroni synchronous_mode'
  const many = standbys === 1 ? 'its standby follows' : `its ${standbys} standbys follow`
  return [warn(about, `${many} asynchronously: a failover forgets the last commits`, remedy)]
}

type Room = { server: number; role: number; base: number; has: string; user: string; name: string }

/** Compares the pool size with the smallest connection limit: the server's, the role's or the database's. */
async function checkRoom({ pool }: Place): Promise<Finding[]> {
  const { rows } = await pool.query<Room>(
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as server,
      (select case when rolsuper then -1 else rolconnlimit end from pg_roles where rolname = current_user) as role,
      (select datconnlimit from pg_database where datname = current_database()) as base,
      current_setting('max_connections') as has, quote_ident(current_user) as user, quote_ident(current_database()) as name`,
  )
  const { server, role, base, has, user, name } = rows[0]!
  const limits = [
    { admits: server, remedy: `raise max_connections (${has}) to ${4 * poolSize + 10} or more` },
    { admits: role < 0 ? server : role, remedy: `alter role ${user} connection limit ${4 * poolSize}` },
    { admits: base < 0 ? server : base, remedy: `alter database ${name} connection limit ${4 * poolSize}` },
  ]
  const { admits, remedy } = limits.reduce((least, one) => (one.admits < least.admits ? one : least))
  const detail = `admits ${admits} connections, and a process takes up to ${poolSize}`
  if (admits < poolSize) return [bad(about, detail, remedy)]
  return admits < 2 * poolSize ? [warn(about, `${detail}: there is room for one`, remedy)] : []
}

/**
 * Finds a pooler that lends a Postgres process per transaction, so that session state (LISTEN, prepared statements) is
 * lost: two open connections get the same process, and then a statement prepared on it is gone.
 */
async function checkPooler({ databaseUrl }: Place): Promise<Finding[]> {
  const [first, second] = [await open(databaseUrl), await open(databaseUrl)]
  try {
    const prepared = { name: 'causeway_doctor', text: 'select pg_backend_pid() as pid' }
    const lent = (await first.query<{ pid: number }>(prepared)).rows[0]!.pid
    await second.query('begin')
    const { pid } = (await second.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!
    if (pid !== lent) return []
    const keeps = await first.query(prepared).then(
      () => true,
      () => false,
    )
    if (keeps) return []
    return [bad(about, poolerLoses, poolerRemedy)]
  } finally {
    await Promise.all([first, second].map((client) => client.end().catch(() => {})))
  }
}

const heardWithinMs = 5_000

/** Notifies on one connection and listens on another, as the service's processes do. */
async function checkListening({ databaseUrl, listenUrl }: Place): Promise<Finding[]> {
  const channel = `causeway_doctor_${randomBytes(6).toString('hex')}`
  const remedy = 'set DATABASE_LISTEN_URL to the same database past the pooler'
  const listener = await open(listenUrl ?? databaseUrl).catch((error: unknown) => error)
  if (!(listener instanceof pg.Client)) {
    const { what } = unusable(listener, listenUrl ?? databaseUrl)
    return [bad(about, `DATABASE_LISTEN_URL cannot be used: ${what}`, 'correct it, or leave it out without a pooler')]
  }
  const speaker = await open(databaseUrl)
  try {
    const { rows } = await listener.query<{ follows: boolean }>('select pg_is_in_recovery() as follows')
    if (rows[0]!.follows) {
      const primary = 'point DATABASE_LISTEN_URL at the primary, the same server as DATABASE_URL'
      return [bad(about, 'DATABASE_LISTEN_URL is a standby, which does not support LISTEN', primary)]
    }
    const heard = new AbortController()
    listener.on('notification', () => heard.abort())
    await listener.query(`listen ${channel}`)
    await speaker.query(`select pg_notify('${channel}', '')`)
    await systemClock.sleep(heardWithinMs, heard.signal)
    if (heard.signal.aborted) return []
    return listenUrl
      ? [bad(about, 'DATABASE_LISTEN_URL hears nothing of what DATABASE_URL says', `${remedy}, with the same name`)]
      : [bad(about, 'a pooler in between loses notifications (LISTEN)', remedy)]
  } finally {
    await Promise.all([listener, speaker].map((client) => client.end().catch(() => {})))
  }
}

const connectMsMax = 10_000

async function open(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: connectMsMax,
    query_timeout: connectMsMax,
    application_name: 'causeway doctor',
  })
  client.on('error', () => {}) // the running query rejects with the same error
  await client.connect()
  return client
}
