import type pg from 'pg'
import { statement, transact } from './database.ts'

/**
 * Log rows are read in the order of the transactions that wrote them. A dump restored into another cluster keeps these
 * numbers while the cluster counts from 3: its own rows would sort before the cursor, and old rows would wait for
 * future transactions. So each start replaces numbers that this cluster has not reached: 1 for rows before the
 * cursor, 2 for rows after it, both below any number that a cluster assigns.
 */
const [before, behind] = ["'1'::xid8", "'2'::xid8"]

const isAhead = statement(
  'rebase_ahead',
  `select pg_snapshot_xmax(pg_current_snapshot()) <= greatest(
      (select xact from log_cursors where name = 'webhooks'), (select xact from events order by xact desc, id desc limit 1)) as ahead`,
)

const lockCursor = statement('rebase_lock', `select from log_cursors where name = 'webhooks' for update`)
const allow = statement('rebase_allow', `select set_config('causeway.rebases_log', 'yes', true)`)

const rebaseEvents = statement(
  'rebase_events',
  `update events e set xact = case when (e.xact, e.id) <= (c.xact, c.id) then ${before} else ${behind} end
    from log_cursors c where c.name = 'webhooks'`,
)

const rebaseWebhooks = statement(
  'rebase_webhooks',
  `update webhooks w set since_xact = case when w.since_xact <= c.xact then ${before} else ${behind} end
    from log_cursors c where c.name = 'webhooks'`,
)

/** Puts the cursor after every row that it had passed. */
const rebaseCursor = statement(
  'rebase_cursor',
  `update log_cursors set xact = ${before}, id = (select coalesce(max(id), 0) from events) where name = 'webhooks'`,
)

/** True if the log came from another cluster and was renumbered. */
export async function rebaseLog(pool: pg.Pool): Promise<boolean> {
  const ahead = async (client: pg.Pool | pg.PoolClient): Promise<boolean> =>
    (await client.query<{ ahead: boolean | null }>(isAhead())).rows[0]?.ahead === true
  if (!(await ahead(pool))) return false
  return transact(pool, async (client) => {
    await client.query('set local statement_timeout = 0')
    await client.query(lockCursor())
    if (!(await ahead(client))) return false // another process did it
    await client.query(allow())
    for (const rebase of [rebaseEvents, rebaseWebhooks, rebaseCursor]) await client.query(rebase())
    return true
  })
}
