import type pg from 'pg'
import type { Hex } from '../../interface/fields.ts'
import type { SponsoredDay, SponsorHold, SponsorStore } from '../sponsorStore.ts'
import { StoreError } from '../storeError.ts'
import { notifySwitched, type ProjectRow, projectColumns, toProjectRecord, writeAudit } from './accessRows.ts'
import { bytes, statement, transact } from './database.ts'

const selectBudget = statement(
  'sponsor_budget',
  `select floor((p.limits->>'sponsorUsdPerDay')::numeric * 1000000) as "mostMicroUsd",
      coalesce(d.held_micro_usd + d.spent_micro_usd, 0) as "usedMicroUsd"
    from projects p left join sponsor_days d on d.project_id = p.id and d.day_ms = :day_ms
    where p.id = :project_id and p.deleted_at_ms is null and (p.limits->>'sponsorUsdPerDay')::numeric > 0`,
)

const selectDays = statement(
  'sponsor_days',
  `select day_ms as "dayMs", held_micro_usd as "reservedMicroUsd", spent_micro_usd as "spentMicroUsd", deposits from sponsor_days
    where project_id = :project_id and day_ms >= :from_ms order by day_ms desc limit :limit`,
)

const updateBudget = statement(
  'sponsor_set_budget',
  `update projects p set limits = case when :usd_per_day::numeric = 0 then p.limits - 'sponsorUsdPerDay'
      else p.limits || jsonb_build_object('sponsorUsdPerDay', :usd_per_day::numeric) end
    where p.id = :project_id and p.deleted_at_ms is null returning ${projectColumns}`,
)

// One statement locks the day's row, adds and checks, so concurrent deposits cannot overspend. A first deposit beyond
// the budget inserts no row.
const takeBudget = statement(
  'sponsor_take',
  `with asking as (
    select r.id, r.project_id from runs r join intents i on i.id = r.id where i.intent_id = :intent_id
  ), taken as (
    insert into sponsor_days as d (project_id, day_ms, held_micro_usd)
    select project_id, :day_ms::bigint, :micro_usd::numeric from asking where :micro_usd::numeric <= :most_micro_usd::numeric
    on conflict (project_id, day_ms) do update set held_micro_usd = d.held_micro_usd + excluded.held_micro_usd
      where d.held_micro_usd + d.spent_micro_usd + excluded.held_micro_usd <= :most_micro_usd::numeric
    returning project_id
  ) insert into sponsorships (intent, project_id, day_ms, held_micro_usd)
    select a.id, a.project_id, :day_ms::bigint, :micro_usd::numeric from asking a join taken t on t.project_id = a.project_id`,
)

/** Reserves part of the day's budget for an intent, in the transaction that starts it. */
export async function takeFromBudget(client: pg.ClientBase, intentId: Hex, hold: SponsorHold): Promise<void> {
  const { dayMs, microUsd, mostMicroUsd } = hold
  const { rowCount } = await client.query(
    takeBudget({
      intent_id: bytes(intentId),
      day_ms: dayMs,
      micro_usd: microUsd.toString(),
      most_micro_usd: mostMicroUsd.toString(),
    }),
  )
  if (rowCount === 0) throw new StoreError('overBudget', `${microUsd} of ${mostMicroUsd} micro-dollars were asked for`)
}

export const createPostgresSponsors = (pool: pg.Pool): SponsorStore => ({
  async budget(projectId, dayMs) {
    const { rows } = await pool.query<{ mostMicroUsd: bigint; usedMicroUsd: bigint }>(
      selectBudget({ project_id: projectId, day_ms: dayMs }),
    )
    return rows[0]
  },

  async days(projectId, { fromMs, limit }) {
    const { rows } = await pool.query<SponsoredDay>(selectDays({ project_id: projectId, from_ms: fromMs, limit }))
    return rows
  },

  setBudget: (projectId, usdPerDay, act) =>
    transact(pool, async (client) => {
      const { rows } = await client.query<ProjectRow>(updateBudget({ project_id: projectId, usd_per_day: usdPerDay }))
      if (!rows[0]) return undefined
      await writeAudit(client, act, { act: 'project.sponsor', projectId, detail: { usdPerDay } })
      await notifySwitched(client)
      return toProjectRecord(rows[0])
    }),
})
