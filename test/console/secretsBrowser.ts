import type { Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { createAdminClient } from '../../src/sdk/adminClient.ts'
import { createClient } from '../../src/sdk/client.ts'
import { island, tokens } from '../e2e/setup.ts'
import { type Console, goTo, openContext, openPage, quoted, quoteFor } from './setup.ts'
import { type Sent, startWire } from './wire.ts'

/** All that a page keeps or shows: browser stores, history, requests, fields and text. */
const keptBy = (page: Page) =>
  page.evaluate(async () => {
    type Entry = { url: string | null; getState(): unknown }
    const { navigation } = window as unknown as { navigation: { entries(): Entry[] } }
    const stores = {
      local: Object.entries(localStorage),
      session: Object.entries(sessionStorage),
      cookie: document.cookie,
      databases: await indexedDB.databases(),
      caches: 'caches' in window ? await caches.keys() : [],
      workers: (await navigator.serviceWorker?.getRegistrations())?.length ?? 0,
    }
    const shown = [
      navigation.entries().map((entry) => [entry.url, entry.getState()]),
      performance.getEntriesByType('resource').map(({ name }) => name),
      [history.state, document.referrer, window.name, document.title],
      [...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value),
      document.documentElement.outerHTML,
    ]
    return { stores, shown: JSON.stringify(shown) }
  })

/** The browser's stores are empty, and no secret is elsewhere in the page. */
async function expectForgotten(page: Page, secrets: readonly string[]): Promise<void> {
  const { stores, shown } = await keptBy(page)
  expect(stores).toEqual({ local: [], session: [], cookie: '', databases: [], caches: [], workers: 0 })
  for (const secret of secrets) expect(shown).not.toContain(secret)
}

/** Where a secret may be: one header, or one operation's body. Undefined: never sent. */
type Place = { header: string } | { operation: string } | undefined

/** The same request without the one place where the secret belongs. */
function without({ url, headers, body }: Sent, place: Place): Sent {
  if (!place) return { url, headers, body }
  if ('operation' in place) return { url, headers, body: url.endsWith(`/${place.operation}`) ? '' : body }
  const { [place.header]: _own, ...others } = headers
  return { url, headers: others, body }
}

function expectOnlyIn(sent: readonly Sent[], secret: string, place: Place): void {
  expect(sent.some((one) => JSON.stringify(one).includes(secret))).toBe(place !== undefined)
  for (const one of sent) expect(JSON.stringify(without(one, place))).not.toContain(secret)
}

/** The owner's signatures as sent to the service, 65 bytes without 0x: calldata would contain them like this. */
const signaturesIn = (sent: readonly Sent[]): string[] =>
  sent
    .filter(({ url }) => url.endsWith('/ExecuteIntent'))
    .flatMap(({ body }) => [...body.matchAll(/Signature":"0x([0-9a-f]{130})"/gi)].map(([, found]) => found!))

/** The first account of every local chain: the page holds its key, and no request does. */
const testAccountKey = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

/**
 * With required keys, a key shows only its project's intents, by list, link and search. Keys, tokens, signatures and
 * the operator's secret are only in the page's memory and their one header or body: in no address, referrer, store,
 * history, other request or log line of the service, and a page that was left has forgotten them.
 */
export async function secretsStay({ browser, devnet, app }: Console, log: readonly string[]): Promise<void> {
  const operatorSecret = app.operatorSecret!
  const admin = createAdminClient({ url: app.url, secret: operatorSecret, operator: 'suite' })
  const houseOf = async (name: string) => {
    const { project } = await admin.createProject({ name })
    const account = `${name}@example.org`
    await admin.addMember({ projectId: project.id, account })
    const { token } = await admin.createAccountToken({ account })
    const { accessKey } = await admin.createAccessKey({ projectId: project.id, name: 'web' })
    const { intentId } = await quoted({ devnet, client: createClient({ url: app.url, accessKey }) }, 4)
    return { token, accessKey, intentId }
  }
  const line = await startWire(app.url)
  const { url, sent } = line
  const context = await openContext(browser)
  const elsewhere: string[] = []
  context.on('request', (request) => void (request.url().startsWith(`${url}/`) || elsewhere.push(request.url())))
  onTestFinished(() => line.stop())
  const [wharf, other] = [await houseOf('wharf'), await houseOf('quayside')]
  const { page, said } = await openPage(context, `${url}/console/`)
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  await page.getByLabel('Access key').fill(wharf.accessKey)
  await page.getByRole('button', { name: 'Open' }).click()
  await page.locator(`a.rowlink[href$="${wharf.intentId}"]`).waitFor()
  expect(await page.locator('a.rowlink').count()).toBe(1)
  await goTo(page, `/console/intents/${wharf.intentId}`)
  await page.locator('.eyebrow .pill', { hasText: 'Quoted' }).waitFor()
  await goTo(page, `/console/intents/${other.intentId}`)
  await page.getByRole('heading', { name: /^Nothing known under/ }).waitFor()
  for (const words of [other.intentId, other.intentId.slice(0, 20)]) {
    await goTo(page, `/console/?q=${words}`)
    await page.getByRole('heading', { name: /^Nothing known under/ }).waitFor()
  }
  // A signed but unsent deposit: its signatures go to the service, and the intent's page shows none of them.
  await goTo(page, `/console/send?amount=11&get=${island}:${tokens.usdc}`)
  await quoteFor(page, 'Sign and send 11 USDC')
  await page.getByLabel('Pay by').selectOption('permit')
  await (await quoteFor(page, 'Sign and send 11 USDC')).click()
  await page.waitForURL(/\/console\/intents\/0x/)
  await page.getByText('Signed by the owner, sent by the service').waitFor()
  await page.getByRole('tab', { name: 'Receipt JSON' }).click()
  const signatures = signaturesIn(sent)
  expect(signatures).toHaveLength(2)
  const early = [wharf.accessKey, testAccountKey, ...signatures]
  await expectForgotten(page, early)
  await page.reload()
  await page.getByLabel('Access key').waitFor()
  // An invalid token is reported where it was typed.
  await page.goto(`${url}/console/project`)
  const field = page.getByLabel('Token or operator secret')
  await field.fill('no-token-at-all')
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByRole('heading', { name: 'Not opened' }).waitFor()
  await field.fill(wharf.token)
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByRole('heading', { level: 1, name: 'wharf' }).waitFor()
  expect(await page.getByText('quayside').count()).toBe(0)
  // One-time secrets show until the page is left, not on return.
  await page.getByLabel('Name of the new key').fill('second')
  await page.getByRole('button', { name: 'New key' }).click()
  const newKey = await page.locator('.secret').first().innerText()
  await page.getByLabel('Address of a new endpoint').fill('https://example.org/hooks')
  await page.getByRole('button', { name: 'New endpoint' }).click()
  const hookSecret = await page.locator('.secret', { hasText: 'whsec_' }).innerText()
  await goTo(page, '/console/operator')
  // The board is for the operator; a member is refused with a reason.
  await page.getByRole('button', { name: 'Use another token' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'wharf' }).waitFor()
  await expectForgotten(page, [...early, wharf.token, newKey, hookSecret])
  // The browser may keep a left page as it was, for the back button.
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
  await field.waitFor()
  await page.goto(`${url}/console/operator`)
  await field.fill(operatorSecret)
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByRole('heading', { name: 'Switches' }).waitFor()
  const issued = sent.map(({ headers }) => headers.authorization?.replace('Bearer ', '')).findLast(Boolean)!
  const all = [...early, wharf.token, newKey, hookSecret, operatorSecret, issued]
  await expectForgotten(page, all)
  await page.getByRole('button', { name: 'Forget the token' }).click()
  await field.waitFor()
  expectOnlyIn(sent, wharf.accessKey, { header: 'x-access-key' })
  for (const token of [wharf.token, issued]) expectOnlyIn(sent, token, { header: 'authorization' })
  expectOnlyIn(sent, operatorSecret, { operation: 'CreateOperatorToken' })
  for (const signature of signatures) expectOnlyIn(sent, signature, { operation: 'ExecuteIntent' })
  for (const secret of [newKey, hookSecret, testAccountKey]) expectOnlyIn(sent, secret, undefined)
  expect((await fetch(`${url}/console/`)).headers.get('referrer-policy')).toBe('no-referrer')
  // No referrer, no cookie, and no request to anyone else.
  for (const name of ['referer', 'cookie'])
    expect(sent.filter(({ headers }) => headers[name] !== undefined).map((one) => one.url)).toEqual([])
  expect(elsewhere).toEqual([])
  const written = log.join('')
  expect(written).toContain('CreateOperatorToken')
  for (const secret of [...all, other.token, other.accessKey]) expect(written).not.toContain(secret)
  for (const secret of all) expect(logged.join('\n')).not.toContain(secret)
  // The browser itself logs what is refused above.
  expect(said.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([])
}
