import fc from 'fast-check'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Move } from '../../src/console/flow/flow.ts'
import { endings, receipts } from './generateReceipts.ts'
import { type Console, openPage } from './setup.ts'

/** As many as are drawn in half a minute; 1,000 more are laid out without a browser in flow.test.ts. */
const drawnInAll = 150

/** What of a picture sticks out of it, and what of the page sticks out of the window. */
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
    if (root.scrollWidth > root.clientWidth) out.push(`the page is ${root.scrollWidth} wide`)
    return out
  })

/**
 * The page of a real intent whose receipt is replaced on the way by generated ones of every ending: dust, very large amounts, double and late
 * deposits, tokens that nobody lists.
 */
export async function drawsEveryReceipt(service: Console): Promise<void> {
  const { browser, url, client } = service
  const { intents } = await client.getIntentHistory({ page: { pageSize: 100 } })
  const settled = intents.find(({ receipt }) => receipt.status === 'SUCCEEDED')!
  const samples = fc.sample(receipts, { numRuns: drawnInAll, seed: 18 })
  expect(new Set(samples.map(({ ending }) => ending)).size).toBe(endings.length)
  const context = await browser.newContext()
  let at = 0
  await context.route('**/rpc/Svc/GetIntentReceipt', async (route) => {
    const reply = await route.fetch()
    const { intentReceipt, ...rest } = (await reply.json()) as { intentReceipt: Record<string, unknown> }
    const { moves, status, originChainId, destinationChainId, routeProviders } = samples[at]!
    const told = moves.map((move: Move) => ({ ...move, amount: move.amount.toString() }))
    const summary = { ...(intentReceipt.summary as object), originChainId, destinationChainId, routeProviders }
    const json = {
      ...rest,
      intentReceipt: { ...intentReceipt, status, originChainId, destinationChainId, summary, moves: told },
    }
    await route.fulfill({ response: reply, json })
  })
  const { page, said } = await openPage(context, `${url}/console/`)
  const open = (path: string) =>
    page.evaluate((to) => {
      const link = Object.assign(document.createElement('a'), { href: to })
      document.body.append(link)
      link.click()
      link.remove()
    }, path)
  for (at = 0; at < samples.length; at++) {
    const { ending } = samples[at]!
    await page.setViewportSize({ width: [1280, 390][at % 2]!, height: 860 })
    await open(`/console/intents/${settled.intentId}`)
    await page.locator('section[aria-labelledby="money"] .sum').waitFor()
    expect(await page.locator('h1.hero').innerText(), `${at} ${ending}`).not.toBe('')
    expect(await page.locator('.sum.broken').count(), `${at} ${ending}`).toBe(0)
    expect(await overhang(page), `${at} ${ending}`).toEqual([])
    await open('/console/explore')
    await page.locator('section[aria-labelledby="money"]').waitFor({ state: 'detached' })
  }
  expect(said).toEqual([])
  await context.close()
}
