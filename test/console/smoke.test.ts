import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { balance, harbor, island, native, tokens } from '../e2e/setup.ts'
import { addWallet } from './addWallet.ts'
import {
  amountsOf,
  type Console,
  expectAccessible,
  hasBrowser,
  openContext,
  openPage,
  picture,
  quoteFor,
  shareConsole,
} from './setup.ts'

const firstLoadBytesMax = 60_000

describe.runIf(hasBrowser)('the console in a browser', () => {
  let service: Console
  beforeAll(async () => {
    service = await shareConsole()
  })
  afterAll(() => service?.stop())

  test('the first load is small and asks nothing of another origin', async () => {
    const context = await openContext(service.browser)
    const loaded = new Set<string>()
    const elsewhere: string[] = []
    context.on('request', (request) => {
      if (!request.url().startsWith(service.url)) elsewhere.push(request.url())
      if (/\/console\/(assets\/|$)/.test(request.url())) loaded.add(request.url())
    })
    const { page, said } = await openPage(context, `${service.url}/console/`)
    await page.getByRole('heading').first().waitFor()
    const sizes = await Promise.all(
      [...loaded].map(async (url) => {
        const reply = await fetch(url, { headers: { 'accept-encoding': 'br' } })
        return Number(reply.headers.get('content-length'))
      }),
    )
    const bytes = sizes.reduce((sum, one) => sum + one, 0)
    expect(bytes).toBeGreaterThan(10_000)
    expect(bytes).toBeLessThan(firstLoadBytesMax)
    expect(elsewhere).toEqual([])
    expect(said).toEqual([])
  })

  test('a wallet outside of the page sends: declined first, then settled, with the figures of the chains', async () => {
    const { devnet, browser, url } = service
    const user = devnet.accounts[0]!
    const context = await openContext(browser)
    const { asked, state } = await addWallet(context, service, user, harbor)
    const { page, said } = await openPage(context, `${url}/console/send`)
    await page.getByRole('button', { name: 'Outside Wallet' }).click()
    await page.getByLabel('You pay', { exact: true }).fill('250')
    state.declines = true
    await (await quoteFor(page, 'Sign and send 250 USDC')).click()
    await page.getByText('You declined. Nothing was signed.').waitFor()
    state.declines = false
    await page.getByRole('button', { name: 'New quote' }).click()
    const button = await quoteFor(page, 'Sign and send 250 USDC')
    await page.getByText('Quote, checked in this page').waitFor()
    await picture(page, 'send')
    await expectAccessible(page)
    const before = {
      usdc: await balance(devnet, harbor, tokens.usdc, user.address),
      eth: await balance(devnet, island, native, user.address),
    }
    await button.click()
    await page.waitForURL(/\/console\/intents\/0x/)
    await page.locator('.eyebrow .pill.ok').waitFor()
    const text = await page.locator('h1.hero').innerText()
    expect(text).toContain('Nothing is anywhere else.')
    const [left, arrived] = await amountsOf(page)
    expect(before.usdc - (await balance(devnet, harbor, tokens.usdc, user.address))).toBe(left)
    expect((await balance(devnet, island, native, user.address)) - before.eth).toBe(arrived)
    await page.getByText('Every unit is accounted for.').waitFor()
    expect(asked).toContain('eth_requestAccounts')
    await page.getByText('calls, decoded').first().click()
    await page.getByText('the address must hold at least 250 USDC').waitFor()
    await picture(page, 'settled')
    await expectAccessible(page)
    expect(said).toEqual([])
  })
})
