import { expect } from 'vitest'
import { freePort } from '../../src/host/ports.ts'
import { createClient } from '../../src/sdk/client.ts'
import { balance, deposit, finished, harbor, island, startServiceOn, tokens } from '../e2e/setup.ts'
import { startCutProxy } from '../service/cutProxy.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { type Console, expectAccessible, expectFits, goTo, openPage } from './setup.ts'

const quoteOf = (ownerAddress: `0x${string}`) => ({
  ownerAddress,
  originChainId: harbor,
  originTokenAddress: tokens.usdc,
  destinationChainId: island,
  destinationTokenAddress: tokens.usdc,
  originTokenAmount: 45_000_000n,
})

/** An operator updates the service while readers have its pages open: they say so, come back by themselves, and end with the right figures. */
export async function serviceReplaced(service: Console): Promise<void> {
  const { devnet, browser } = service
  const user = devnet.accounts[2]!
  const database = await freshDatabase()
  const own = { signers: { privateKeys: [devnet.accounts[9]!.privateKey] } }
  // The one that replaces it listens where it did.
  const http = { port: await freePort() }
  let app = await startServiceOn(devnet, database.url, { ...own, http }, service.pages)
  const { url } = app
  const context = await browser.newContext()
  let isUp = true
  try {
    const client = createClient({ url })
    const { intent } = await client.quoteIntent(quoteOf(user.address))
    await client.commitIntent({ intent })
    const before = {
      here: await balance(devnet, harbor, tokens.usdc, user.address),
      there: await balance(devnet, island, tokens.usdc, user.address),
    }
    const watched = await openPage(context, `${url}/i/${intent.intentId}`)
    await watched.page.getByText(/^Live, /).waitFor()
    const list = await openPage(context, `${url}/console/`)
    await list.page.locator('table.rows a.rowlink').first().waitFor()
    await app.stop()
    isUp = false
    await watched.page.getByText(/^Not live since/).waitFor()
    await list.page.bringToFront()
    await list.page.getByText('The list could not be read').waitFor()
    expect(await list.page.locator('table.rows a.rowlink').count()).toBe(1)
    // A part of the pages that was not needed yet cannot be had now.
    await list.page.getByRole('link', { name: 'Explore', exact: true }).click()
    await list.page.getByText('This page could not be loaded').waitFor()
    await expectFits(list.page)
    app = await startServiceOn(devnet, database.url, { ...own, http }, service.pages)
    isUp = true
    await list.page.getByRole('button', { name: 'Load it again' }).click()
    await list.page.getByRole('heading', { name: 'Explore' }).waitFor()
    await watched.page.bringToFront()
    const hash = await deposit(devnet, user, intent)
    await client.executeIntent({ intentId: intent.intentId, depositTransactionHash: hash })
    await finished({ client }, intent.intentId)
    await watched.page.locator('.eyebrow .pill.ok').waitFor()
    const [left, arrived] = await watched.page
      .locator('h1.hero data')
      .evaluateAll((found) => found.map((one) => BigInt((one as HTMLDataElement).value)))
    expect(before.here - (await balance(devnet, harbor, tokens.usdc, user.address))).toBe(left)
    expect((await balance(devnet, island, tokens.usdc, user.address)) - before.there).toBe(arrived)
  } finally {
    await context.close()
    if (isUp) await app.stop()
    await database.close()
  }
}

/**
 * The nodes of all chains go away before the markets were ever read: the explore page says why it shows none, and what is not well; with the
 * nodes back it lists them by itself.
 */
export async function nodesAway(service: Console): Promise<void> {
  const { devnet, browser } = service
  const database = await freshDatabase()
  const lines = await Promise.all(devnet.chains.map(({ rpcUrl }) => startCutProxy(Number(new URL(rpcUrl).port))))
  const chains = devnet.chains.map(({ id }, index) => ({ id, rpcUrls: [`http://127.0.0.1:${lines[index]!.port}`] }))
  const app = await startServiceOn(devnet, database.url, { chains, roles: { worker: false } }, service.pages)
  const context = await browser.newContext()
  try {
    for (const line of lines) line.cut()
    const { page, said } = await openPage(context, `${app.url}/console/explore`)
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
    expect(said.filter((line) => !line.startsWith('Failed to load resource'))).toEqual([])
  } finally {
    await context.close()
    await app.stop()
    await Promise.all(lines.map((line) => line.stop()))
    await database.close()
  }
}

/**
 * The line is cut when an intent is opened: the page says that it could not be read, not that there is none, and shows it once the line is
 * mended. A page that is opened behind another tab reads as well.
 */
export async function openedInTheDark(service: Console): Promise<void> {
  const { devnet, browser, url, client } = service
  const { intent } = await client.quoteIntent(quoteOf(devnet.accounts[3]!.address))
  const line = await startCutProxy(Number(new URL(url).port))
  const timezoneId = 'Asia/Kathmandu'
  const context = await browser.newContext({ timezoneId })
  await context.addInitScript(() => Object.defineProperty(document, 'hidden', { get: () => true }))
  try {
    const { page } = await openPage(context, `http://127.0.0.1:${line.port}/console/explore`)
    await page.getByRole('button', { name: 'Where to' }).first().waitFor()
    // The parts of the page are there, so that only the reading fails.
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
  } finally {
    await context.close()
    await line.stop()
  }
}

/** What the pages say of time is the service's time; what is signed is held against the reader's own clock, which has to be set then. */
export async function clockOff(service: Console): Promise<void> {
  const { devnet, browser, url, client } = service
  for (const minutes of [10, -10]) {
    const { intent } = await client.quoteIntent(quoteOf(devnet.accounts[3]!.address))
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
    // By the reader's own clock it would be over, or good for a quarter of an hour.
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
