import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Hex } from '../../src/interface/fields.ts'
import { channel } from '../../src/stores/postgres/database.ts'
import { noteText } from '../../src/stores/postgres/listen.ts'
import { openPostgresStore } from '../../src/stores/postgres/postgresStore.ts'
import { deferred } from '../deferred.ts'
import { type Console, committed, eventually, openPage } from './setup.ts'

const intentsInAll = 10_000
const eventsPerS = 200
/** A page of the list is about 600 kB, and a screen of it a few hundred elements. */
const parsedCharsMax = 1_000_000
const addedElementsMax = 3_000

type Pool = Awaited<ReturnType<typeof openPostgresStore>>['pool']

/** Largest work of a page at once, independent of the machine: longest parsed text, most added elements. */
async function countWork(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const most = Object.assign(window, { most: { parsedChars: 0, addedElements: 0 } }).most
    const parse = JSON.parse
    JSON.parse = (text, reviver) => {
      most.parsedChars = Math.max(most.parsedChars, String(text).length)
      return parse(text, reviver)
    }
    new MutationObserver((records) => {
      const added = records.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof Element)
      const elements = added.reduce((sum, one) => sum + 1 + one.querySelectorAll('*').length, 0)
      most.addedElements = Math.max(most.addedElements, elements)
    }).observe(document, { childList: true, subtree: true })
  })
}
type Most = { parsedChars: number; addedElements: number }
const mostOf = (page: Page) => page.evaluate('window.most') as Promise<Most>

/** Scrolls to the last row until so many are known; each scroll waits for new rows. */
const scrollTo = (page: Page, count: number): Promise<void> =>
  page.evaluate(async (wanted) => {
    const rows = () => Number(document.querySelector('table.rows')?.getAttribute('aria-rowcount')) - 1
    while (rows() < wanted) {
      const before = rows()
      const grown = new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          if (rows() <= before) return
          observer.disconnect()
          resolve()
        })
        observer.observe(document.body, { subtree: true, attributes: true, attributeFilter: ['aria-rowcount'] })
      })
      window.scrollTo(0, document.body.scrollHeight)
      await grown
    }
  }, count)

/** Copies of one committed intent: a third under way, a third settled, a third refunded. */
async function fill(pool: Pool, sample: Hex, count: number): Promise<void> {
  const plain =
    'project_id, owner, recipient, origin_address, destination_address, origin_chain_id, destination_chain_id'
  const rest =
    'origin_token, destination_token, origin_symbol, destination_symbol, created_at_ms, expires_at_ms, body, plan, packed'
  await pool.query(
    `with sample as (select * from intents where intent_id = $1),
    made as (
      insert into intents (intent_id, ${plain}, ${rest})
        select sha256(n::text::bytea), ${plain}, ${rest} from sample, generate_series(1, $2::int) n returning id, intent_id
    ),
    ran as (
      insert into runs (id, project_id, origin_chain_id, destination_chain_id, step, status, progress, created_at_ms, updated_at_ms,
          committed_at_ms, started_at_ms, finished_at_ms, route)
        select m.id, r.project_id, r.origin_chain_id, r.destination_chain_id,
          (array['awaitOrigin', 'succeeded', 'refunded'])[m.id % 3 + 1],
          (array['EXECUTING', 'SUCCEEDED', 'FAILED'])[m.id % 3 + 1], r.progress, r.created_at_ms,
          r.updated_at_ms, r.committed_at_ms, r.created_at_ms, case when m.id % 3 > 0 then r.created_at_ms + 9000 end, r.route
        from made m, runs r where r.id = (select id from sample) returning id
    )
    insert into transactions (intent, leg, chain_id, status, txn_hash, calldata, rest, created_at_ms, updated_at_ms)
      select ran.id, t.leg, t.chain_id, t.status, t.txn_hash, t.calldata, t.rest, t.created_at_ms, t.updated_at_ms
      from ran, transactions t where t.intent = (select id from sample)`,
    [Buffer.from(sample.slice(2), 'hex'), count],
  )
}

/**
 * Writes log rows like the engine, `eventsPerS` until the signal: half for one intent, half for listed intents, each
 * changed with its row. Resolves to their number and the time taken.
 */
async function writeEvents(pool: Pool, intentId: Hex, until: AbortSignal) {
  const eachMs = 50
  const startMs = performance.now()
  let written = 0
  let lastMs = 0
  while (!until.aborted) {
    // As many as are due by now: more at once on a slow machine.
    lastMs = performance.now() - startMs + eachMs
    const half = Math.ceil(((lastMs / 1_000) * eventsPerS - written) / 2)
    await pool.query(
      `with one as (
        insert into events (project_id, intent, kind, body, at_ms)
          select i.project_id, i.id, 'transition', jsonb_build_object('from', 'committed', 'to', 'committed', 'status', 'COMMITTED',
            'legs', jsonb_build_array(jsonb_build_object('leg', 'deposit', 'status', 'PENDING', 'statusReason', 'look ' || ($3::int / 2 + n)))), $2
          from intents i, generate_series(1, $4::int) n where i.intent_id = $1
      ), moved as (
        update runs set updated_at_ms = $2 where id in (
          select id from runs where status = 'EXECUTING' order by id offset ($3::int % 1000) limit $4) returning id, project_id
      ), others as (
        insert into events (project_id, intent, kind, body, at_ms)
          select project_id, id, 'transition', '{"from":"awaitOrigin","to":"awaitOrigin","status":"EXECUTING"}', $2 from moved
      ) select pg_notify($5, $6)`,
      [Buffer.from(intentId.slice(2), 'hex'), Date.now(), written, half, channel, noteText({ moved: [intentId] })],
    )
    written += 2 * half
    await new Promise((resolve) => setTimeout(resolve, eachMs))
  }
  return { written, tookMs: lastMs }
}

/** Scrolls a list of 10,000 intents to its end, with a page open on one, during 200 events a second. */
export async function tenThousandIntents(service: Console): Promise<string> {
  const { browser, database, url } = service
  const { pool, ...store } = await openPostgresStore({ url: database.url })
  const context = await browser.newContext()
  await countWork(context)
  const seen = new AbortController()
  let writing: ReturnType<typeof writeEvents> | undefined
  try {
    const intent = await committed(service, 8)
    await fill(pool, intent.intentId, intentsInAll)
    // The first rows do not wait for a second page.
    const first = deferred()
    await context.route('**/rpc/Svc/GetIntentHistory', async (route) => {
      if ((route.request().postDataJSON() as { page: { after?: number } }).page.after !== undefined) await first.promise
      await route.continue()
    })
    const list = await openPage(context, `${url}/console/`)
    await list.page.locator('table.rows a.rowlink').first().waitFor()
    first.resolve()
    await boardIsCut(service, context)
    const one = await openPage(context, `${url}/i/${intent.intentId}`)
    await one.page.getByRole('tab', { name: /^Every event/ }).click()
    writing = writeEvents(pool, intent.intentId, seen.signal)
    const told = () => one.page.locator('.events li').first().innerText()
    await list.page.bringToFront()
    for (let known = 1_000; known <= intentsInAll; known += 1_000) await scrollTo(list.page, known)
    expect(await list.page.locator('table.rows tbody tr').count()).toBeLessThan(200)
    await list.page.getByText('The newest 10,000 are in this list.').waitFor()
    await list.page.getByRole('button', { name: /^Came back/ }).click()
    await list.page.getByRole('button', { name: 'All' }).click()
    await one.page.bringToFront()
    const before = await told()
    await eventually(told).not.toBe(before)
    seen.abort()
    const { written, tookMs } = await writing
    await eventually(told).toContain(`look ${written / 2}`)
    const most = [await mostOf(list.page), await mostOf(one.page)]
    for (const { parsedChars, addedElements } of most) {
      expect(parsedChars).toBeLessThan(parsedCharsMax)
      expect(addedElements).toBeLessThan(addedElementsMax)
    }
    expect([...list.said, ...one.said]).toEqual([])
    return `${intentsInAll} intents, ${written} events in ${Math.round(tookMs / 1_000)} s: at once ${JSON.stringify(most)}`
  } finally {
    seen.abort()
    await writing
    await context.close()
    await store.close()
  }
}

/** A board looks at the newest intents alone, and says so. */
async function boardIsCut({ app, url }: Console, context: BrowserContext): Promise<void> {
  const { page } = await openPage(context, `${url}/console/operator`)
  await page.getByLabel('Token or operator secret').fill(app.operatorSecret!)
  await page.getByRole('button', { name: 'Open' }).click()
  await page.locator('.kpis').getByText('0 or more').first().waitFor()
  await page.close()
}
