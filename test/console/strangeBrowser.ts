import type { ServerResponse } from 'node:http'
import type { Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { balance, deposit, harbor, island, native, pay, tokens } from '../e2e/setup.ts'
import {
  amountsOf,
  type Console,
  committed,
  eventually,
  expectFits,
  heldBy,
  openContext,
  openPage,
  script,
} from './setup.ts'
import { startWire } from './wire.ts'

const message = (event: string, data: string) => `event: ${event}\ndata: ${data}\n\n`
const eventOf = (id: number, text: string) => ({
  id,
  kind: 'intent.updated',
  status: 'COMMITTED',
  createdAt: new Date().toISOString(),
  transactions: [{ type: 'DEPOSIT', chainId: harbor, status: 'PENDING', statusReason: text }],
})

/** Broken streams, each alone enough to break a trusting reader. */
const garbage: readonly string[] = [
  'HTTP/1.1 502 Bad Gateway\n\n<html>',
  message('intent.updated', '{"id":'),
  message('intent.updated', 'null'),
  message('intent.updated', '[]'),
  message('intent.updated', '"text"'),
  message('intent.updated', JSON.stringify({ id: 'NaN', kind: script })),
  message('intent.updated', JSON.stringify({ ...eventOf(1, ''), transactions: null })),
  message('intent.updated', JSON.stringify({ ...eventOf(1, ''), transactions: [null] })),
  message('intent.updated', JSON.stringify({ ...eventOf(1, ''), transactions: [{ status: {} }] })),
  message('intent.updated', JSON.stringify({ ...eventOf(1, ''), createdAt: 7 })),
  message('constructor', '{"__proto__":{"wasRun":1}}'),
  ': '.padEnd(100_000, 'x'),
]

/**
 * Something between page and service sends nonsense instead of the stream, then far too much of it: the page says that
 * it is not live or shows the text as text, stays usable, and ends with the right figures once the stream is good.
 */
export async function streamIsGarbage(service: Console): Promise<void> {
  const { browser, devnet } = service
  const user = devnet.accounts[3]!
  const before = await heldBy(service, user)
  const intent = await committed(service, 3)
  const perTurn = 100
  const floodTurnMs = 100
  let [turns, written, mode]: [number, number, 'garbage' | 'flood' | 'true'] = [0, 0, 'garbage']
  const flood = (answer: ServerResponse) => {
    const timer = setInterval(() => {
      const events = Array.from({ length: perTurn }, () => eventOf(++written, `${script} ${written}`))
      answer.write(events.map((event) => message('intent.updated', JSON.stringify(event))).join(''))
    }, floodTurnMs)
    answer.on('close', () => clearInterval(timer))
  }
  const line = await startWire(service.url, (url, answer) => {
    if (!url.endsWith('/events') || mode === 'true') return false
    answer.writeHead(200, { 'content-type': 'text/event-stream' })
    if (mode === 'flood') flood(answer)
    else answer.end(garbage[turns++ % garbage.length])
    return true
  })
  onTestFinished(() => line.stop())
  const { page, said } = await openPage(browser, `${line.url}/i/${intent.intentId}`)
  await page.getByText('Waiting for deposit').first().waitFor()
  // Asks for the next piece without waiting.
  const goOn = async () => {
    await page.getByRole('button', { name: 'Try now' }).evaluateAll((found) => {
      for (const one of found) (one as HTMLButtonElement).click()
    })
    return turns
  }
  await eventually(goOn).toBeGreaterThan(2 * garbage.length)
  await page.getByText('Waiting for deposit').first().waitFor()
  expect(await page.getByText('This cannot be shown').count()).toBe(0)
  mode = 'flood'
  await eventually(async () => (await goOn()) >= 0 && written).toBeGreaterThan(perTurn)
  await page.getByRole('tab', { name: /^Every event/ }).click()
  await eventually(() => written).toBeGreaterThan(5_000)
  await page.locator('.events', { hasText: '<img src=x onerror' }).waitFor()
  expect(await page.locator('.events > li').count()).toBeLessThanOrEqual(200)
  await eventually(() => page.getByRole('tab', { name: /^Every event/ }).innerText()).toBe('Every event, 2000')
  // The page still works.
  await page.getByRole('tab', { name: 'Short' }).click()
  await page.locator('.time').waitFor()
  expect(await page.evaluate('window.wasRun')).toBeUndefined()
  await expectFits(page)
  mode = 'true'
  await page.reload()
  await page.getByText(/^Live, /).waitFor()
  await pay(service, user, intent)
  await page.locator('.eyebrow .pill.ok').waitFor()
  const [left, arrived] = await amountsOf(page)
  const after = await heldBy(service, user)
  expect([before.here - after.here, after.there - before.there]).toEqual([left, arrived])
  expect(said).toEqual([])
}

/** Malformed answers to every request of the pages: each page says so, and the console around it stays. */
export async function answersAreGarbage(service: Console): Promise<void> {
  const { browser, url } = service
  const intent = await committed(service, 3)
  const answers = [
    '{}',
    'null',
    '[]',
    '"text"',
    '{"intents":7,"intentReceipt":{},"chains":{},"tokens":[null],"status":1}',
  ]
  const paths = ['', 'send', 'explore', `intents/${intent.intentId}`, 'project', 'operator']
  for (const body of answers) {
    const context = await browser.newContext()
    await context.route(/\/rpc\//, (route) => route.fulfill({ status: 200, contentType: 'application/json', body }))
    const expectStays = async (at: string) => {
      const { page, said } = await openPage(context, `${url}/console/${at}`)
      await page.getByRole('link', { name: 'Explore', exact: true }).waitFor()
      await page.getByRole('link', { name: 'Causeway' }).waitFor()
      // The reader always has a way on, and errors are caught.
      await eventually(
        async () => (await page.locator('main').innerText()).trim().length,
        `${at} ${body}`,
      ).toBeGreaterThan(0)
      expect(said, `${at} ${body}`).toEqual([])
    }
    await Promise.all(paths.map(expectStays))
    await context.close()
  }
}

/** Wallet answers to the page's requests, and which are wrong. */
const nonsense: readonly { about: string; answers: Record<string, unknown>; says?: RegExp }[] = [
  { about: 'no account', answers: { eth_requestAccounts: [] }, says: /The wallet did not answer/ },
  { about: 'accounts that are none', answers: { eth_requestAccounts: null }, says: /The wallet did not answer/ },
  {
    about: 'an account that is none',
    answers: { eth_requestAccounts: ['vitalik'] },
    says: /The wallet did not answer/,
  },
  { about: 'a chain that is none', answers: { eth_chainId: {} }, says: /The wallet did not answer/ },
  { about: 'a balance that is none', answers: { eth_call: 'much', eth_getBalance: [] } },
]

/** Wallets that answer nonsense: no exceptions, a message where possible, and another wallet works. */
export async function walletsAreStrange(service: Console): Promise<void> {
  const { browser, devnet, url } = service
  const { address } = devnet.accounts[0]!
  const expectSaid = async ({ about, answers, says }: (typeof nonsense)[number]) => {
    const context = await browser.newContext()
    await context.addInitScript(
      ([told, account]) => {
        const usual: Record<string, unknown> = {
          eth_requestAccounts: [account],
          eth_accounts: [account],
          eth_chainId: '0x7a69',
        }
        const all = { ...usual, ...told }
        const provider = { request: async ({ method }: { method: string }) => all[method] ?? null }
        const info = { uuid: 'strange', name: 'Strange Wallet', icon: 'javascript:window.wasRun=1', rdns: 'x' }
        window.addEventListener('eip6963:requestProvider', () =>
          window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } })),
        )
      },
      [answers, address] as const,
    )
    const { page, said } = await openPage(context, `${url}/console/send?amount=10&get=${island}:${tokens.usdc}`)
    // A toast lasts six seconds, so start waiting before it appears.
    const heard = (says ? page.getByText(says) : page.locator('.callout, .quote-head')).first().waitFor()
    await page.getByRole('button', { name: 'Strange Wallet' }).click()
    await heard
    await page.getByRole('button', { name: 'Test account 1' }).click()
    await page.getByRole('button', { name: 'Sign and send 10 USDC' }).waitFor()
    expect(said, about).toEqual([])
    await context.close()
  }
  await Promise.all(nonsense.map(expectSaid))
}

/** Two tabs of one reader follow the same intent; only one takes the deposit out. */
export async function twoTabs(service: Console): Promise<void> {
  const { browser, devnet, url } = service
  const user = devnet.accounts[0]!
  const before = await balance(devnet, harbor, tokens.usdc, user.address)
  const intent = await committed(service, 0)
  await deposit(devnet, user, intent)
  const context = await openContext(browser)
  const tabs = [
    await openPage(context, `${url}/i/${intent.intentId}`),
    await openPage(context, `${url}/i/${intent.intentId}`),
  ]
  for (const { page } of tabs) {
    await page.bringToFront()
    await page.getByRole('button', { name: 'with a wallet' }).click()
  }
  await Promise.all(tabs.map(({ page }) => page.getByRole('button', { name: 'Take out with Test account 0' }).click()))
  const ends = tabs.map(({ page }) => page.locator('section[aria-labelledby="recover"] .body p').last())
  await eventually(async () => (await Promise.all(ends.map((end) => end.innerText()))).join()).toMatch(/are back\./)
  await eventually(() => balance(devnet, harbor, tokens.usdc, user.address)).toBe(before)
  expect(await balance(devnet, harbor, tokens.usdc, intent.originIntentAddress)).toBe(0n)
  for (const { said } of tabs) expect(said).toEqual([])
}

const tabsMax = 80

/** Presses Tab until this element has the focus. */
async function tabTo(page: Page, isIt: string): Promise<void> {
  for (let presses = 0; presses < tabsMax; presses++) {
    if (await page.evaluate(`document.activeElement?.matches(${JSON.stringify(isIt)})`)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`no way by keyboard to ${isIt} on ${page.url()}`)
}

/** Keyboard only, from the front page to arrived money: skip link, form, button, the intent's page. */
export async function keyboardAlone(service: Console): Promise<void> {
  const { browser, devnet, url } = service
  const user = devnet.accounts[0]!
  const { page, said } = await openPage(browser, `${url}/console/explore`)
  await page.getByRole('heading', { level: 1, name: 'Explore' }).waitFor()
  await tabTo(page, 'a.skip')
  await page.keyboard.press('Enter')
  await eventually(() => page.evaluate('document.activeElement.id')).toBe('main')
  expect(await page.getByRole('heading', { level: 1, name: 'Explore' }).count()).toBe(1)
  await page.goto(`${url}/console/`)
  await tabTo(page, '.nav a[href$="/send"]')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Send' }).waitFor()
  await tabTo(page, '#amount-pay')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('13')
  await page.getByRole('button', { name: 'Sign and send 13 USDC' }).waitFor()
  const before = await balance(devnet, island, native, user.address)
  await tabTo(page, '.stickybar button')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/console\/intents\/0x/)
  await page.locator('.eyebrow .pill.ok').waitFor()
  const [, arrived] = await amountsOf(page)
  expect((await balance(devnet, island, native, user.address)) - before).toBe(arrived)
  // Folded parts open, and a rounded figure shows all digits.
  await tabTo(page, '.flow-table > summary')
  await page.keyboard.press('Enter')
  await page.getByRole('columnheader', { name: 'Base units' }).waitFor()
  await page.evaluate(() => document.querySelector<HTMLElement>('h1.hero .amt.round')?.focus())
  const all = page.locator('.toast').waitFor()
  await page.keyboard.press('Enter')
  await all
  expect(said).toEqual([])
}
