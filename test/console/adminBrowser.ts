import { createServer } from 'node:http'
import type { Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { rpc } from '../../src/devnet/rpc.ts'
import { createAdminClient } from '../../src/sdk/adminClient.ts'
import { createClient } from '../../src/sdk/client.ts'
import { harbor, summit } from '../e2e/setup.ts'
import { listen } from '../listen.ts'
import {
  type Console,
  eventually,
  expectAccessible,
  expectFits,
  goTo,
  openPage,
  picture,
  quoted,
  script,
} from './setup.ts'

const adminOf = (service: Console) =>
  createAdminClient({ url: service.url, secret: service.app.operatorSecret!, operator: 'suite' })

/** The operator opens the board with the secret, throws a switch and undoes it; the secret is written nowhere. */
export async function operatorThrowsASwitch(service: Console): Promise<void> {
  const { page, said } = await openPage(service.browser, `${service.url}/console/operator`)
  await page.getByLabel('Token or operator secret').waitFor()
  await expectAccessible(page)
  await page.getByLabel('Token or operator secret').fill(service.app.operatorSecret!)
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByRole('heading', { name: 'Switches' }).waitFor()
  await page.getByRole('heading', { name: 'Signers' }).waitFor()
  await page.getByRole('button', { name: 'Find' }).click()
  await page.getByRole('region', { name: 'Rows of intents' }).waitFor()
  await expectBoard(service, page)
  await picture(page, 'operator')
  await expectAccessible(page)
  const ask = () =>
    quoted(service, 6, { destinationChainId: summit }).then(
      () => 'quoted',
      () => 'refused',
    )
  await eventually(ask).toBe('quoted')
  const knob = page.getByRole('switch', { name: 'Take new intents on Summit' })
  await knob.click()
  // Another operator pauses a chain that this page still shows as taken.
  const admin = adminOf(service)
  await admin.setSwitches({ chainsPaused: [harbor] })
  await page.getByRole('button', { name: 'Switch off' }).click()
  await eventually(() => knob.getAttribute('aria-checked')).toBe('false')
  expect((await admin.getSwitches()).switches.chainsPaused).toEqual([harbor, summit])
  await admin.setSwitches({ chainsPaused: [summit] })
  await eventually(ask).toBe('refused')
  await knob.click()
  await eventually(() => knob.getAttribute('aria-checked')).toBe('true')
  await eventually(ask).toBe('quoted')
  await page
    .getByText(/^switch/)
    .first()
    .waitFor()
  const kept = await page.evaluate(
    'JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie])',
  )
  expect(kept).not.toMatch(/cwop_|eyJ/)
  expect(said).toEqual([])
}

/** Heads and gas are those of the chains, and the figures of the hour under the line are those of the books. */
async function expectBoard(service: Console, page: Page): Promise<void> {
  const rows = page.getByRole('region', { name: 'Rows of chains' }).locator('tbody tr')
  expect(await rows.count()).toBe(service.devnet.chains.length)
  for (const [index, { rpcUrl }] of service.devnet.chains.entries()) {
    const [, head, nodes, gas] = await rows.nth(index).locator('td').allInnerTexts()
    expect(head).toMatch(/^[\d.]+ (s|min|h) old$/)
    expect(nodes).toBe('1 of 1')
    expect(gas).toMatch(/^[\d.e-]+ gwei$/)
    const block = async () => Number(await rpc<string>(rpcUrl, 'eth_blockNumber')).toLocaleString('en-US')
    await eventually(
      async () => (await rows.nth(index).locator('td').nth(1).getAttribute('title')) === `block ${await block()}`,
    ).toBe(true)
  }
  const earnings = page.locator('section[aria-labelledby="earnings"]')
  await earnings.getByRole('button', { name: 'The same as a table' }).click()
  // The page reads again every few seconds, and blocks of the stories before may become final meanwhile.
  const differences = async () => {
    const { total } = await adminOf(service).getBooks({ by: 'hour' })
    const figures = await earnings.locator('.chart tbody td.num').allInnerTexts()
    const sum = (from: number) =>
      figures.reduce((all, text, at) => (at % 2 === from ? all + Number(text.replace(/[$,<> ]/g, '')) : all), 0)
    const [earned, spent] = [total.feesUsd + total.relayFeesUsd + total.sponsoredUsd, total.gasUsd]
    return [sum(0) - earned, sum(1) - spent].filter((difference) => !(Math.abs(difference) < 0.05))
  }
  await eventually(differences).toEqual([])
  await earnings.getByRole('button', { name: 'Hide the table' }).click()
}

/** A member sees the own project and not the other; makes and rotates a key, posts a test and posts it again. */
export async function memberRunsAProject(service: Console): Promise<void> {
  const admin = adminOf(service)
  const { project } = await admin.createProject({ name: 'Wharf' })
  const { project: other } = await admin.createProject({ name: 'Other house' })
  await admin.addMember({ projectId: project.id, account: 'ada@example.org' })
  const { token } = await admin.createAccountToken({ account: 'ada@example.org' })
  const got: string[] = []
  const endpoint = createServer((request, response) => {
    got.push(String(request.headers['webhook-id']))
    request.resume().on('end', () => response.writeHead(204).end())
  })
  const hookUrl = `${await listen(endpoint)}/`
  onTestFinished(() => void endpoint.close())
  const { page, said } = await openPage(service.browser, `${service.url}/console/project`)
  await page.getByLabel('Token or operator secret').waitFor()
  await expectAccessible(page)
  await page.getByLabel('Token or operator secret').fill(token)
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByRole('heading', { level: 1, name: 'Wharf' }).waitFor()
  await page.getByLabel('Name of the new key').fill('web')
  await page.getByRole('button', { name: 'New key' }).click()
  const secret = await page.locator('.secret').first().innerText()
  expect(secret).toMatch(/^cw_/)
  // Restricted to reading it gives no quote, and all of it again once that is undone.
  const opens = async (scope: string, told: string) => {
    await page.getByRole('button', { name: 'Restrict web' }).click()
    await page.getByLabel('Opens').selectOption(scope)
    await page.getByRole('button', { name: 'Save the rules' }).click()
    await page.getByRole('cell', { name: told, exact: true }).waitFor()
  }
  const first = createClient({ url: service.url, accessKey: secret })
  const ask = () =>
    quoted({ ...service, client: first }, 6, { destinationChainId: summit }).then(
      () => 'quoted',
      ({ error }: { error: string }) => error,
    )
  await opens('reading alone', '11 operations')
  await eventually(ask).not.toBe('quoted')
  await first.getChains({})
  await opens('all operations', 'all operations')
  await eventually(ask).toBe('quoted')
  // What cannot be taken back is asked about first; a dialog that is dismissed changes nothing.
  const asked: string[] = []
  const answer = (name: string, isMeant: boolean) => {
    page.once('dialog', (dialog) => {
      asked.push(dialog.message())
      return isMeant ? dialog.accept() : dialog.dismiss()
    })
    return page.getByRole('button', { name }).click()
  }
  await answer('Disable web', false)
  await answer('Rotate web', false)
  await answer('Rotate web', true)
  expect(asked).toEqual([
    expect.stringMatching(/^Disable web\? /),
    expect.stringMatching(/^Rotate web\? /),
    expect.stringMatching(/^Rotate web\? /),
  ])
  await eventually(() => page.locator('.secret').first().innerText()).not.toBe(secret)
  const { keys } = await admin.listAccessKeys({ projectId: project.id })
  expect(keys.map(({ name }) => name)).toEqual(['web', 'web'])
  await page.getByLabel('Address of a new endpoint').fill(hookUrl)
  await page.getByRole('button', { name: 'New endpoint' }).click()
  await page.getByRole('button', { name: 'Send a test' }).click()
  await eventually(() => got.length).toBe(1)
  await page.getByRole('button', { name: /^Resend delivery/ }).click()
  await eventually(() => got.length).toBe(2)
  expect(got[1]).toBe(got[0])
  // The new key works, and what it called is on the page within seconds.
  const key = await page.locator('.secret').first().innerText()
  const client = createClient({ url: service.url, accessKey: key })
  await client.getChains({})
  const refused = await client.getIntentReceipt({ intentId: `0x${'ab'.repeat(32)}` }).then(
    () => ({ requestId: 'none' }),
    (error: { requestId: string }) => error,
  )
  await page.getByRole('row', { name: /GetIntentReceipt NotFound 1 / }).waitFor()
  const called = () => page.locator('.chart rect.b2 title').allTextContents()
  await eventually(async () => (await called()).some((text) => /: [1-9]\d* errors$/.test(text))).toBe(true)
  // The axis says how many; the middle of its three figures is half of the highest.
  const axis = (await page.locator('.axis-y').innerText()).split('\n').map(Number)
  expect(axis).toEqual([axis[0], axis[0]! / 2, 0])
  // The row opens to the call itself: its id is the one that the caller was told.
  await page.getByRole('button', { name: 'GetIntentReceipt' }).click()
  const opened = page.locator('tr.opened')
  expect(await opened.innerText()).toContain('status 400')
  expect(await opened.innerText()).toContain(refused.requestId)
  expect(await opened.innerText()).toContain('ab'.repeat(32))
  await picture(page, 'project')
  await expectAccessible(page)
  await page.getByLabel('Name of the new key').fill(script)
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByText(script).first().waitFor()
  // So do the other words of members: names of projects, names and addresses of endpoints.
  await admin.updateProject({ projectId: project.id, name: script })
  await admin.createWebhook({ projectId: project.id, name: script, url: `${hookUrl}?q=${script}` })
  await page.reload()
  await page.getByLabel('Token or operator secret').fill(token)
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByRole('heading', { level: 1, name: script }).waitFor()
  await page.locator('section[aria-labelledby="endpoints"]').getByText('<img src=x').first().waitFor()
  expect(await page.evaluate('window.wasRun')).toBeUndefined()
  // A name of any length leaves the page as wide as it was.
  await page.getByLabel('Name of the new key').fill('W'.repeat(128))
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByRole('heading', { name: /^Key W{128}, shown this once/ }).waitFor()
  await expectFits(page)
  expect(await page.getByText('Other house').count()).toBe(0)
  await goTo(page, `/console/project?id=${other.id}`)
  await page.getByText('No such project').waitFor()
  expect(said).toEqual([])
}
