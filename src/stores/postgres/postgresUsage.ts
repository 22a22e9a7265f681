import type pg from 'pg'
import type { AccessStore } from '../accessStore.ts'
import { columnsOf, statement } from './database.ts'

// Commits without waiting for the disk, because waiting would halve the rate of small reads. If the database crashes,
// the units of its last half second may be lost. If one of our processes crashes, none are.
const unhurried = `set_config('synchronous_commit', 'off', true) = 'off'`

/**
 * How many of a cycle's newest spends `takeBack` can find. A process runs at most four spends of a project at once, so
 * 32 suffice for several processes.
 */
const marksMax = 32

// One statement: of concurrent callers only one gets the last units. A first call beyond the maximum inserts no row.
const addUnits = statement(
  'usage_spend',
  `insert into usage as u (project_id, cycle_start_ms, units, marks)
    select :project_id::integer, :cycle_start_ms::bigint, :units::bigint, array_remove(array[:mark::text], null)
    where ${unhurried} and :units::bigint <= :units_max::bigint
    on conflict (project_id, cycle_start_ms) do update set units = u.units + :units, marks = (excluded.marks || u.marks)[1:${marksMax}]
      where u.units + :units <= :units_max
    returning units`,
)

const takeBackUnits = statement(
  'usage_take_back',
  `update usage set units = greatest(0, units - :units), marks = array_remove(marks, :mark)
    where project_id = :project_id and cycle_start_ms = :cycle_start_ms and :mark = any(marks)`,
)

const selectUnits = statement(
  'usage_of_cycle',
  'select units from usage where project_id = :project_id and cycle_start_ms = :cycle_start_ms',
)

const subtractUnits = statement(
  'usage_give_back',
  `update usage set units = greatest(0, units - :units)
    where ${unhurried} and project_id = :project_id and cycle_start_ms = :cycle_start_ms`,
)

const selectCycles = statement(
  'usage_cycles',
  `select cycle_start_ms, units from usage
    where project_id = :project_id and cycle_start_ms >= :from_ms order by cycle_start_ms`,
)

// Sorted by name: two processes that take from the same buckets lock them in one order and cannot deadlock.
const takeTokens = statement(
  'bucket_take',
  `with now as (select (extract(epoch from clock_timestamp()) * 1e6)::bigint as us),
    requests as (select * from unnest(:name::text[], :want::integer[], :rate_per_s::double precision[], :burst::double precision[])
      as a (name, want, rate_per_s, burst))
    insert into buckets as b (name, rate_per_s, burst, want, granted, tokens, at_us, full_at_us)
    select a.name, a.rate_per_s, a.burst, a.want, least(a.want, floor(a.burst)), a.burst - least(a.want, floor(a.burst)),
      now.us, now.us + ceil(least(a.want, floor(a.burst)) / a.rate_per_s * 1e6)::bigint
    from requests a, now order by a.name
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
)

const deleteFull = statement(
  'bucket_delete_full',
  `delete from buckets where name in (select name from buckets
    where full_at_us < (extract(epoch from clock_timestamp()) * 1e6)::bigint order by full_at_us limit :limit for update skip locked)`,
)

export const createPostgresUsage = (
  pool: pg.Pool,
): Pick<AccessStore, 'spend' | 'takeBack' | 'giveBack' | 'usage' | 'take' | 'forgetBuckets'> => ({
  async spend({ projectId, cycleStartMs, units, unitsMax, mark }) {
    const cycle = { project_id: projectId, cycle_start_ms: cycleStartMs }
    const { rows } = await pool.query<{ units: number }>(addUnits({ ...cycle, units, units_max: unitsMax, mark }))
    if (rows[0]) return { spent: true, usedUnits: rows[0].units }
    const used = await pool.query<{ units: number }>(selectUnits(cycle))
    return { spent: false, usedUnits: used.rows[0]?.units ?? 0 }
  },

  async takeBack({ projectId, cycleStartMs, units, mark }) {
    const cycle = { project_id: projectId, cycle_start_ms: cycleStartMs }
    const { rowCount } = await pool.query(takeBackUnits({ ...cycle, units, mark }))
    return rowCount === 1
  },

  async giveBack({ projectId, cycleStartMs, units }) {
    await pool.query(subtractUnits({ project_id: projectId, cycle_start_ms: cycleStartMs, units }))
  },

  async usage(projectId, fromMs) {
    const { rows } = await pool.query<{ cycle_start_ms: number; units: number }>(
      selectCycles({ project_id: projectId, from_ms: fromMs }),
    )
    return rows.map((row) => ({ cycleStartMs: row.cycle_start_ms, units: row.units }))
  },

  async take(requests) {
    const columns = columnsOf(requests, {
      name: ({ name }) => name,
      want: ({ want }) => want,
      rate_per_s: ({ ratePerS }) => ratePerS,
      burst: ({ burst }) => burst,
    })
    const { rows } = await pool.query<{ name: string; granted: number; tokens: number }>(takeTokens(columns))
    const byName = new Map(rows.map((row) => [row.name, row]))
    return requests.map(({ name }) => ({ granted: byName.get(name)!.granted, left: byName.get(name)!.tokens }))
  },

  async forgetBuckets(limit) {
    const { rowCount } = await pool.query(deleteFull({ limit }))
    return rowCount ?? 0
  },
})
