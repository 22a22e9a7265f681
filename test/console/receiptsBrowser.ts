import { createHash } from 'node:crypto'
import fc from 'fast-check'
import type { Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import type { Hex } from '../../src/interface/fields.ts'
import { openPostgresStore } from '../../src/stores/postgres/postgresStore.ts'
import { harbor, native } from '../e2e/setup.ts'
import { type Ending, endings, type Generated, receipts } from './generateReceipts.ts'
import { type Console, committed, goTo, openPage } from './setup.ts'

/** As many as are drawn in 15 s; flow.test.ts lays out 1,000 without a browser. */
const drawnInAll = 55

/** The step that an intent of each ending is in, and its legs. */
const states: Readonly<Record<Ending, { step: string; leg: string; last: string }>> = {
  succeeded: { step: 'succeeded', leg: 'SUCCEEDED', last: 'SUCCEEDED' },
  leftover: { step: 'succeeded', leg: 'SUCCEEDED', last: 'SUCCEEDED' },
  refunded: { step: 'refunded', leg: 'FAILED', last: 'FAILED' },
  paidOnDestination: { step: 'paidOnDestination', leg: 'SUCCEEDED', last: 'FAILED' },
  bridgeRefunded: { step: 'bridgeRefunded', leg: 'SUCCEEDED', last: 'FAILED' },
  held: { step: 'held', leg: 'FAILED', last: 'FAILED' },
  dust: { step: 'dust', leg: 'FAILED', last: 'FAILED' },
  aborted: { step: 'aborted', leg: 'FAILED', last: 'FAILED' },
  crossing: { step: 'awaitBridge', leg: 'SUCCEEDED', last: 'UNKNOWN' },
  deposited: { step: 'awaitOrigin', leg: 'SUCCEEDED', last: 'UNKNOWN' },
  nothing: { step: 'lapsed', leg: 'FAILED', last: 'FAILED' },
}

type Pool = Awaited<ReturnType<typeof openPostgresStore>>['pool']

/** A copy of a committed intent whose ledger is the generated one: the service answers it as it answers any other. */
async function write(pool: Pool, sample: Hex, { moves, ending, status }: Generated, index: number): Promise<Hex> {
  const id = createHash('sha256').update(`receipt ${index}`).digest()
  const { step, leg, last } = states[ending]
  const plain =
    'project_id, owner, recipient, origin_address, destination_address, origin_chain_id, destination_chain_id'
  const rest =
    'origin_token, destination_token, origin_symbol, destination_symbol, created_at_ms, expires_at_ms, body, plan, packed'
  const rows = moves.map(({ amount, ...move }) => ({ ...move, amount: amount.toString() }))
  await pool.query(
    `with sample as (select * from intents where intent_id = $1),
    made as (insert into intents (intent_id, ${plain}, ${rest}) select $2, ${plain}, ${rest} from sample returning id),
    ran as (
      insert into runs (id, project_id, origin_chain_id, destination_chain_id, step, status, progress, created_at_ms, updated_at_ms,
          committed_at_ms, started_at_ms, finished_at_ms, route)
        select m.id, r.project_id, r.origin_chain_id, r.destination_chain_id, $3, $4, r.progress, r.created_at_ms,
          r.updated_at_ms, r.committed_at_ms, r.created_at_ms, case when $4 in ('SUCCEEDED', 'FAILED') then r.created_at_ms + 9000 end, r.route
        from made m, runs r where r.id = (select id from sample) returning id
    ),
    legs as (
      insert into transactions (intent, leg, chain_id, status, txn_hash, calldata, rest, created_at_ms, updated_at_ms)
        select ran.id, t.leg, t.chain_id, case t.leg when 'destination' then $6 else $5 end, t.txn_hash, t.calldata, t.rest,
          t.created_at_ms, t.updated_at_ms
        from ran, transactions t where t.intent = (select id from sample)
    )
    insert into ledger (intent, from_place, to_place, chain_id, token, amount, why, txn_hash, at_ms)
      select ran.id, m.row->>'from', m.row->>'to', (m.row->>'chainId')::bigint, decode(substr(m.row->>'tokenAddress', 3), 'hex'),
        (m.row->>'amount')::numeric, m.row->>'why', decode(substr(m.row->>'txnHash', 3), 'hex'), 0
      from ran, jsonb_array_elements($7::jsonb) with ordinality as m (row, place)
      order by m.place`,
    [Buffer.from(sample.slice(2), 'hex'), id, step, status, leg, last, JSON.stringify(rows)],
  )
  return `0x${id.toString('hex')}`
}

/** What sticks out of a picture, and out of the window. */
const overhang = (page: Page) =>
  page.evaluate(() => {
    const out: string[] = []
    for (const svg of document.querySelectorAll('.flow svg.wide')) {
      const around = svg.getBoundingClientRect()
      if (around.width === 0) continue
      for (const one of svg.querySelectorAll('text, path, rect')) {
        const box = one.getBoundingClientRect()
        const isOut = box.left < around.left - 1 || box.right > around.right + 1 || box.bottom > around.bottom + 1
        if (isOut) out.push(`${one.tagName} ${one.textContent?.slice(0, 40)}`)
      }
    }
    const root = document.documentElement
    if (root.scrollWidth > root.clientWidth) {
      const wide = [...document.querySelectorAll('body *')].filter(
        (one) => one.getBoundingClientRect().right > root.clientWidth + 1,
      )
      const name = (one: Element | null): string =>
        one === null || one === document.body ? '' : `${name(one.parentElement)}>${one.tagName}.${one.className}`
      const names = wide.map(name)
      out.push(`the page is ${root.scrollWidth} wide: ${names.slice(0, 12).join(' ')}`)
    }
    return out
  })

/** Base units of the table under the picture, row by row. */
const unitsIn = (page: Page) =>
  page.locator('.flow-table tbody td:last-child').evaluateAll((cells) => cells.map((cell) => cell.textContent ?? ''))

/**
 * Receipts of every ending, with dust, very large amounts, double and late deposits and unlisted tokens, are in the
 * database; their pages show every row, confirm the sums, and nothing sticks out, on desktop and phone. No worker.
 */
export async function drawsEveryReceipt(service: Console): Promise<void> {
  const { browser, database, url } = service
  const samples = fc.sample(receipts, { numRuns: drawnInAll, seed: 18 })
  expect(new Set(samples.map(({ ending }) => ending)).size).toBe(endings.length)
  const { pool, ...store } = await openPostgresStore({ url: database.url })
  onTestFinished(() => store.close())
  const crossing = await committed(service, 8)
  const single = await committed(service, 8, { destinationChainId: harbor, destinationTokenAddress: native })
  const { page, said } = await openPage(browser, `${url}/console/`)
  for (const [index, receipt] of samples.entries()) {
    const about = `${index} ${receipt.ending}`
    const sample = receipt.originChainId === receipt.destinationChainId ? single.intentId : crossing.intentId
    const intentId = await write(pool, sample, receipt, index)
    await page.setViewportSize({ width: [1280, 390][index % 2]!, height: 860 })
    await goTo(page, `/console/intents/${intentId}`)
    // The previous page's eyebrow names another intent.
    await page.locator(`.eyebrow .addr[title="${intentId}"]`).waitFor()
    expect(await page.locator('h1.hero').innerText(), about).not.toMatch(/undefined|NaN|^$/)
    expect(await page.locator('.sum.broken').count(), about).toBe(0)
    if (receipt.moves.length > 0) await page.getByText('Every unit is accounted for.').waitFor()
    expect(await unitsIn(page), about).toEqual(receipt.moves.map(({ amount }) => amount.toString()))
    expect(await page.locator('.flow').innerHTML(), about).not.toMatch(/NaN|Infinity|undefined/)
    expect(await overhang(page), about).toEqual([])
  }
  expect(said).toEqual([])
}
