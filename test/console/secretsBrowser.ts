import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { createAdminClient } from '../../src/sdk/adminClient.ts'
import { createClient } from '../../src/sdk/client.ts'
import { harbor, island, startServiceOn, tokens } from '../e2e/setup.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { type Console, goTo, openPage } from './setup.ts'

/** Everything that a browser sends, so that a secret is found wherever it goes. */
function listen(context: BrowserContext) {
  const sent: { url: string; headers: Record<string, string>; body: string }[] = []
  context.on('request', (request) =>
    sent.push({ url: request.url(), headers: request.headers(), body: request.postData() ?? '' }),
  )
  return sent
}

/** Everything that a page keeps or shows: stores of the browser, its history, its address, its fields and its text. */
const keptBy = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases()
    const fields = [...document.querySelectorAll('input')].map(({ value }) => value)
    const parts = [
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      document.cookie,
      databases,
      'caches' in window ? await caches.keys() : [],
      history.state,
      location.href,
      window.name,
      document.title,
      fields,
      document.documentElement.outerHTML,
    ]
    return JSON.stringify(parts)
  })

/** The secret went to the service's own origin, in the header or the body that is meant for it, and nowhere else. */
function expectOnlyIn(sent: ReturnType<typeof listen>, secret: string, origin: string, place: 'header' | 'body'): void {
  const carried = sent.filter((one) => JSON.stringify(one).includes(secret))
  expect(carried.length).toBeGreaterThan(0)
  for (const { url, headers, body } of carried) {
    expect(new URL(url).origin).toBe(origin)
    expect(url).not.toContain(secret)
    const { authorization = '', 'x-access-key': accessKey = '', ...others } = headers
    expect(JSON.stringify(others)).not.toContain(secret)
    expect(authorization.includes(secret) || accessKey.includes(secret)).toBe(place === 'header')
    expect(body.includes(secret)).toBe(place === 'body')
  }
  // Nothing else is asked of anybody.
  expect(sent.filter(({ url }) => new URL(url).origin !== origin)).toEqual([])
}

/**
 * Where a key is needed, a key shows the intents of its project and no others, by list, link and search. Keys, tokens and the operator's
 * secret are in the memory of the page alone: no address, store or other request has them, and a page that is loaded again has forgotten them.
 */
export async function secretsStay(service: Console): Promise<void> {
  const { browser, devnet } = service
  const database = await freshDatabase()
  const app = await startServiceOn(
    devnet,
    database.url,
    { auth: { required: true }, roles: { worker: false } },
    service.pages,
  )
  const { url } = app
  const operatorSecret = app.operatorSecret!
  const admin = createAdminClient({ url, secret: operatorSecret, operator: 'suite' })
  const houseOf = async (name: string) => {
    const { project } = await admin.createProject({ name })
    const account = `${name}@example.org`
    await admin.addMember({ projectId: project.id, account })
    const { token } = await admin.createAccountToken({ account })
    const { accessKey } = await admin.createAccessKey({ projectId: project.id, name: 'web' })
    const { intent } = await createClient({ url, accessKey }).quoteIntent({
      ownerAddress: devnet.accounts[4]!.address,
      originChainId: harbor,
      originTokenAddress: tokens.usdc,
      destinationChainId: island,
      destinationTokenAddress: tokens.usdc,
      originTokenAmount: 33_000_000n,
    })
    return { token, accessKey, intentId: intent.intentId }
  }
  const context = await browser.newContext()
  const sent = listen(context)
  try {
    const [wharf, other] = [await houseOf('wharf'), await houseOf('quayside')]
    const { page, said } = await openPage(context, `${url}/console/`)
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
    expect(await keptBy(page)).not.toContain(wharf.accessKey)
    expectOnlyIn(sent, wharf.accessKey, new URL(url).origin, 'header')
    await page.reload()
    await page.getByLabel('Access key').waitFor()
    // A token that opens nothing is said to, where it was typed.
    await page.goto(`${url}/console/project`)
    const field = page.getByLabel('Token or operator secret')
    await field.fill('no-token-at-all')
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByRole('heading', { name: 'Not opened' }).waitFor()
    await field.fill(wharf.token)
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByRole('heading', { level: 1, name: 'wharf' }).waitFor()
    expect(await page.getByText('quayside').count()).toBe(0)
    expect(await keptBy(page)).not.toContain(wharf.token)
    // The board is for the operator; a member is told so.
    await goTo(page, '/console/operator')
    await page.getByRole('button', { name: 'Use another token' }).waitFor()
    expectOnlyIn(sent, wharf.token, new URL(url).origin, 'header')
    await page.reload()
    await field.waitFor()
    await field.fill(operatorSecret)
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByRole('heading', { name: 'Switches' }).waitFor()
    expect(await keptBy(page)).not.toContain(operatorSecret)
    expectOnlyIn(sent, operatorSecret, new URL(url).origin, 'body')
    const issued = sent.map(({ headers }) => headers.authorization?.replace('Bearer ', '')).findLast(Boolean)!
    expect(await keptBy(page)).not.toContain(issued)
    await page.getByRole('button', { name: 'Forget the token' }).click()
    await field.waitFor()
    // What is refused above is a line of the browser's own.
    expect(said.filter((line) => !line.startsWith('Failed to load resource'))).toEqual([])
  } finally {
    await context.close()
    await app.stop()
    await database.close()
  }
}
