import type { Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import type { RunningApp } from '../../src/app/startApp.ts'
import type { ConfigInput } from '../../src/config/config.ts'
import { balance, deposit, harbor, pay, startServiceOn, tokens } from '../e2e/setup.ts'
import { type CutProxy, startCutProxy } from '../service/cutProxy.ts'
import { addWallet } from './addWallet.ts'
import {
  amountsOf,
  type Console,
  committed,
  eventually,
  expectAccessible,
  expectFits,
  goTo,
  heldBy,
  openContext,
  openPage,
  quoted,
} from './setup.ts'

/**
 * The service stops while pages are open. They say so; an owner withdraws a deposit from an open page. Another service
 * replaces it, like an update: the pages recover by themselves and show the right figures.
 */
export async function serviceReplaced(service: Console, config: ConfigInput): Promise<void> {
  const { devnet, browser, url, client } = service
  const [user, owner] = [devnet.accounts[2]!, devnet.accounts[8]!]
  const context = await openContext(browser)
  let next: RunningApp | undefined
  onTestFinished(() => next?.stop())
  const [intent, stranded] = [await committed(service, 2), await committed(service, 8)]
  await addWallet(context, service, owner, harbor)
  const before = await heldBy(service, user)
  const ownedBefore = (await heldBy(service, owner)).here
  const opened = await openPage(context, `${url}/i/${stranded.intentId}`)
  await opened.page.getByText(/^Live, /).waitFor()
  await opened.page.getByText('This page can take the money out even if the service stops now.').waitFor()
  await deposit(devnet, owner, stranded)
  const watched = await openPage(context, `${url}/i/${intent.intentId}`)
  await watched.page.getByText(/^Live, /).waitFor()
  const list = await openPage(context, `${url}/console/`)
  const rows = list.page.locator('table.rows a.rowlink')
  await rows.first().waitFor()
  const listed = await rows.count()
  await service.app.stop()
  await watched.page.getByText(/^Not live since/).waitFor()
  await list.page.bringToFront()
  await list.page.getByText('The list could not be read').waitFor()
  expect(await rows.count()).toBe(listed)
  // Parts of the pages not loaded before cannot be loaded now.
  await list.page.getByRole('link', { name: 'Explore', exact: true }).click()
  await list.page.getByText('This page could not be loaded').waitFor()
  await expectFits(list.page)
  await opened.page.bringToFront()
  expect(await takesOut(opened.page)).toBe(stranded.depositTransaction.amount)
  expect((await heldBy(service, owner)).here).toBe(ownedBefore)
  expect(await balance(devnet, harbor, tokens.usdc, stranded.originIntentAddress)).toBe(0n)
  next = await startServiceOn(devnet, service.database.url, config, service.pages)
  await list.page.bringToFront()
  await list.page.getByRole('button', { name: 'Load it again' }).click()
  await list.page.getByRole('heading', { name: 'Explore' }).waitFor()
  await watched.page.bringToFront()
  await pay({ client, devnet }, user, intent)
  await watched.page.locator('.eyebrow .pill.ok').waitFor()
  const after = await heldBy(service, user)
  const moved = [before.here - after.here, after.there - before.there]
  expect(await amountsOf(watched.page)).toEqual(moved)
}

/** Without the service: the wallet reads and sends, and the page shows how much came back. */
async function takesOut(page: Page): Promise<bigint> {
  await page.getByText(/^Not live since/).waitFor()
  await page.getByRole('button', { name: 'with a wallet' }).click()
  await page.getByRole('button', { name: 'Take out with Outside Wallet' }).click()
  await page.getByText('are back.').waitFor()
  return (await amountsOf(page, 'section[aria-labelledby="recover"] [role="status"] data'))[0]!
}

/**
 * All nodes, reached through these proxies, go away before the markets were ever read: the explore page says why it
 * shows none; once the nodes are back, it lists them by itself.
 */
export async function nodesAway({ browser, url, client }: Console, lines: readonly CutProxy[]): Promise<void> {
  for (const line of lines) line.cut()
  const { page, said } = await openPage(browser, `${url}/console/explore`)
  const markets = page.locator('section[aria-labelledby="markets"]')
  await markets.getByRole('heading', { name: 'Not shown' }).waitFor()
  expect(await markets.innerText()).toContain('no protocol on the chains asked for could be read')
  expect(await page.locator('section[aria-labelledby="positions"]').count()).toBe(0)
  await page.getByText('not well').first().waitFor()
  await expectAccessible(page)
  for (const line of lines) line.mend()
  await markets
    .getByRole('link', { name: /^Deposit into/ })
    .first()
    .waitFor()
  await page.getByLabel('Address whose positions to show').waitFor()
  // Markets show with the first chain back; the next stories need all of them.
  await eventually(async () => {
    const { checks } = (await client.runtimeStatus({})).status
    return checks.filter(({ kind, healthy }) => kind === 'chain' && !healthy)
  }).toEqual([])
  expect(said.filter((line) => !line.startsWith('Failed to load resource'))).toEqual([])
}

/**
 * The connection is cut when an intent is opened: the page says that it could not be read, not that there is none, and
 * shows it once mended. A page opened in a background tab loads as well.
 */
export async function openedInTheDark(service: Console): Promise<void> {
  const { browser, url, client } = service
  const intent = await quoted(service, 3)
  const line = await startCutProxy(Number(new URL(url).port))
  const timezoneId = 'Asia/Kathmandu'
  const context = await openContext(browser, { timezoneId })
  await context.addInitScript(() => Object.defineProperty(document, 'hidden', { get: () => true }))
  onTestFinished(() => line.stop())
  const { page } = await openPage(context, `http://127.0.0.1:${line.port}/console/explore`)
  await page.getByRole('button', { name: 'Where to' }).first().waitFor()
  // The page's parts are loaded, so only the reading fails.
  await goTo(page, `/console/intents/${intent.intentId}`)
  await page.locator('.eyebrow .pill', { hasText: 'Quoted' }).waitFor()
  // Times are those of the reader's zone, which is named.
  const { intentReceipt } = await client.getIntentReceipt({ intentId: intent.intentId })
  const created = new Date(intentReceipt.createdAt).toLocaleTimeString('en-GB', { timeZone: timezoneId })
  expect(await page.locator('section[aria-labelledby="details"]').innerText()).toContain(`${created} GMT+5:45`)
  expect(await page.locator('.foot').innerText()).toContain('GMT+5:45')
  await goTo(page, '/console/explore')
  await page.getByRole('button', { name: 'Where to' }).first().waitFor()
  line.cut()
  await goTo(page, `/console/intents/${intent.intentId}`)
  await page.getByRole('heading', { name: 'This intent could not be read' }).waitFor()
  expect(await page.getByText('Nothing known').count()).toBe(0)
  line.mend()
  await page.locator('.eyebrow .pill', { hasText: 'Quoted' }).waitFor()
}

/** Pages show the service's time; what is signed is checked against the reader's clock, which must be right. */
export async function clockOff(service: Console): Promise<void> {
  const { browser, url } = service
  for (const minutes of [10, -10]) {
    const intent = await quoted(service, 3)
    const context = await browser.newContext()
    await context.addInitScript((offMs) => {
      const Real = Date
      const moved = function (this: unknown, ...given: [number]) {
        return given.length > 0 ? new Real(...given) : new Real(Real.now() + offMs)
      }
      const now = () => Real.now() + offMs
      Object.assign(window, {
        Date: Object.assign(moved, { now, parse: Real.parse, UTC: Real.UTC, prototype: Real.prototype }),
      })
    }, minutes * 60_000)
    const { page, said } = await openPage(context, `${url}/i/${intent.intentId}`)
    const off = await page.evaluate('Date.now()')
    expect(Math.abs(Number(off) - Date.now())).toBeGreaterThan(8 * 60_000)
    await page.locator('.eyebrow .pill', { hasText: 'Quoted' }).waitFor()
    // By the reader's own clock it would be expired, or valid for 15 minutes.
    await page.getByText(/Good for [0-4]:\d\d\./).waitFor()
    await page.getByText(/^Live, (\d+(\.\d)? s|[1-4] min) old$/).waitFor()
    await page.goto(`${url}/console/`)
    const row = page.locator('table.rows tr', { has: page.locator(`a[href$="${intent.intentId}"]`) })
    expect(await row.locator('td').last().innerText()).toMatch(/^\d+(\.\d)? s$|^[1-5] min$/)
    await page.goto(`${url}/console/send?amount=10`)
    await page
      .getByRole('heading', { name: `Your clock is 10 min ${minutes > 0 ? 'ahead of' : 'behind'} the service’s` })
      .waitFor()
    await expectFits(page)
    expect(said).toEqual([])
    await context.close()
  }
}
