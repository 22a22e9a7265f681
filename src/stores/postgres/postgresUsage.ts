import type pg from 'pg'
import type { AccessStore } from '../accessStore.ts'
import type { Statement } from './database.ts'

// A count need not be on disk before its call is answered: a crash of the database, not of a process, may forget the units
// of its last half second. Waiting for the disk would halve the rate of small reads.
const unhurried = `set_config('synchronous_commit', 'off', true) = 'off'`

// One statement, so that of callers who want the last units one gets them. A first call that asks for more than there is
// leaves no row.
const spend: Statement = {
  name: 'access_spend',
  text: `insert into usage as u select $1::integer, $2::bigint, $3::bigint where ${unhurried} and $3::bigint <= $4::bigint
    on conflict (project_id, cycle_start_ms) do update set units = u.units + $3 where u.units + $3 <= $4
    returning units`,
}

const used: Statement = {
  name: 'access_used',
  text: 'select units from usage where project_id = $1 and cycle_start_ms = $2',
}

// In the order of their names, so that two processes that take from the same buckets do not wait for each other.
const take: Statement = {
  name: 'access_take',
  text: `with now as (select (extract(epoch from clock_timestamp()) * 1e6)::bigint as us),
    asked as (select * from unnest($1::text[], $2::integer[], $3::double precision[], $4::double precision[])
      as a (name, want, rate_per_s, burst))
    insert into buckets as b (name, rate_per_s, burst, want, granted, tokens, at_us, full_at_us)
    select a.name, a.rate_per_s, a.burst, a.want, least(a.want, floor(a.burst)), a.burst - least(a.want, floor(a.burst)),
      now.us, now.us + ceil(least(a.want, floor(a.burst)) / a.rate_per_s * 1e6)::bigint
    from asked a, now order by a.name
    on conflict (name) do update set
      rate_per_s = excluded.rate_per_s, burst = excluded.burst, want = excluded.want,
      granted = least(excluded.want, floor(bucket_level(b.tokens, b.at_us, excluded.rate_per_s, excluded.burst, excluded.at_us))),
      tokens = bucket_level(b.tokens, b.at_us, excluded.rate_per_s, excluded.burst, excluded.at_us)
        - least(excluded.want, floor(bucket_level(b.tokens, b.at_us, excluded.rate_per_s, excluded.burst, excluded.at_us))),
      at_us = greatest(b.at_us, excluded.at_us),
      full_at_us = greatest(b.at_us, excluded.at_us) + ceil((excluded.burst
        - bucket_level(b.tokens, b.at_us, excluded.rate_per_s, excluded.burst, excluded.at_us)
        + least(excluded.want, floor(bucket_level(b.tokens, b.at_us, excluded.rate_per_s, excluded.burst, excluded.at_us))))
        / excluded.rate_per_s * 1e6)::bigint
    returning name, granted, tokens`,
}

export const postgresUsage = (
  pool: pg.Pool,
): Pick<AccessStore, 'spend' | 'giveBack' | 'usage' | 'take' | 'forgetBuckets'> => ({
  async spend({ projectId, cycleStartMs, units, unitsMax }) {
    const { rows } = await pool.query<{ units: number }>({
      ...spend,
      values: [projectId, cycleStartMs, units, unitsMax],
    })
    if (rows[0]) return { spent: true, usedUnits: rows[0].units }
    const kept = await pool.query<{ units: number }>({ ...used, values: [projectId, cycleStartMs] })
    return { spent: false, usedUnits: kept.rows[0]?.units ?? 0 }
  },

  async giveBack({ projectId, cycleStartMs, units }) {
    await pool.query({
      name: 'access_give_back',
      text: `update usage set units = greatest(0, units - $3) where ${unhurried} and project_id = $1 and cycle_start_ms = $2`,
      values: [projectId, cycleStartMs, units],
    })
  },

  async usage(projectId, fromMs) {
    const { rows } = await pool.query<{ cycle_start_ms: number; units: number }>(
      'select cycle_start_ms, units from usage where project_id = $1 and cycle_start_ms >= $2 order by cycle_start_ms',
      [projectId, fromMs],
    )
    return rows.map((row) => ({ cycleStartMs: row.cycle_start_ms, units: row.units }))
  },

  async take(asks) {
    const { rows } = await pool.query<{ name: string; granted: number; tokens: number }>({
      ...take,
      values: [
        asks.map(({ name }) => name),
        asks.map(({ want }) => want),
        asks.map(({ ratePerS }) => ratePerS),
        asks.map(({ burst }) => burst),
      ],
    })
    const byName = new Map(rows.map((row) => [row.name, row]))
    return asks.map(({ name }) => ({ granted: byName.get(name)!.granted, left: byName.get(name)!.tokens }))
  },

  async forgetBuckets(limit) {
    const { rowCount } = await pool.query(
      `delete from buckets where name in (select name from buckets
         where full_at_us < (extract(epoch from clock_timestamp()) * 1e6)::bigint order by full_at_us limit $1 for update skip locked)`,
      [limit],
    )
    return rowCount ?? 0
  },
})
