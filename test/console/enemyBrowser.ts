import { writeFileSync } from 'node:fs'
import { formatUnits } from 'viem'
import { expect } from 'vitest'
import { createAdminClient } from '../../src/sdk/adminClient.ts'
import { balance, harbor, island, tokens } from '../e2e/setup.ts'
import { addWallet } from './addWallet.ts'
import {
  amountsOf,
  type Console,
  eventually,
  expectAccessible,
  expectFits,
  goTo,
  openContext,
  openPage,
  picture,
  quoteFor,
  script,
} from './setup.ts'

const reversed = 'CD\u202eSU\u202c'
const hidden = 'US\u200bDC'
const listedInAll = 5_000

const addressOf = (index: number): string => `0x${(0xabc0_0000 + index).toString(16).padStart(40, '0')}`

/** A hostile token list that an operator might use: names with script, bidi or invisible marks, of any length. */
export function writeLyingList(file: string): void {
  const token = (index: number, symbol: string, name: string) => ({
    chainId: harbor,
    address: addressOf(index),
    decimals: 18,
    symbol,
    name,
  })
  const plain = Array.from({ length: listedInAll - 4 }, (_, index) =>
    token(index, `T${index}`, `Token number ${index}`),
  )
  const lying = [
    token(9_001, script.slice(0, 60), `Lying script ${script}`),
    token(9_002, reversed, `Lying reversed ${reversed}`),
    token(9_003, hidden, `Lying hidden ${hidden}`),
    token(9_004, 'W'.repeat(250), `Lying long ${'W'.repeat(240)}`),
  ]
  writeFileSync(file, JSON.stringify({ name: 'A list', tokens: [...plain, ...lying] }))
}

/**
 * The service has that list and requires a key. One of its 5,000 tokens is found and chosen by keyboard; lying names
 * are text, in reading order, and do not widen the page.
 */
export async function namesThatLie({ browser, url, app }: Console): Promise<void> {
  const admin = createAdminClient({ url, secret: app.operatorSecret!, operator: 'suite' })
  const { project } = await admin.createProject({ name: 'lists' })
  const { accessKey } = await admin.createAccessKey({ projectId: project.id, name: 'web' })
  const context = await openContext(browser)
  // Listed tokens are not on the chain, so quotes fail; nodes may be overloaded: the browser logs every such reply.
  const refused = new Set<string>()
  context.on('response', (reply) => void (reply.status() >= 400 && refused.add(new URL(reply.url()).pathname)))
  const { page, said } = await openPage(context, `${url}/console/send`)
  await page.getByLabel('Access key').fill(accessKey)
  await page.getByRole('button', { name: 'Open' }).click()
  const pick = page.getByRole('button', { name: /^You pay/ })
  const box = page.getByRole('combobox', { name: 'Name, symbol or address of a token' })
  const picker = page.locator('dialog.picker')
  const marked = picker.getByRole('option', { selected: true })
  await pick.focus()
  await page.keyboard.press('Enter')
  await box.waitFor()
  // The focus stays visible all the way.
  for (let step = 0; step < 12; step++) await page.keyboard.press('ArrowDown')
  const isSeen = () =>
    marked.evaluate((row) => {
      const [own, around] = [row.getBoundingClientRect(), row.closest('dialog')!.getBoundingClientRect()]
      return own.top >= around.top && own.bottom <= around.bottom
    })
  await eventually(isSeen).toBe(true)
  await page.keyboard.type('T4321')
  await picker.getByRole('option', { name: /T4321/ }).waitFor()
  await picture(page, 'picker')
  await page.keyboard.press('Enter')
  await eventually(() => pick.innerText()).toContain('T4321')
  expect(await page.evaluate('document.activeElement.className')).toBe('pick')
  // By address only, whatever its name.
  await page.keyboard.press('Enter')
  await box.fill(addressOf(17))
  await picker.getByRole('option', { name: /T17\b/ }).waitFor()
  await box.fill('Lying')
  const rows = picker.getByRole('option')
  await eventually(() => rows.count()).toBe(4)
  const shown = await page.locator('dialog.picker').innerText()
  expect(shown).toContain('<img src=x')
  expect(shown).not.toMatch(/[\u200b\u202a-\u202e\u2066-\u2069]/)
  expect(shown).toMatch(/0x0000…[0-9a-f]{4}/)
  await expectFits(page)
  await expectAccessible(page)
  for (const row of await rows.all()) expect((await row.boundingBox())!.height).toBeLessThan(160)
  // The longest name, chosen: the form keeps its shape.
  await box.fill('Lying long')
  await eventually(() => rows.count()).toBe(1)
  await page.keyboard.press('Enter')
  await eventually(() => pick.innerText()).toContain('WWW')
  await page.getByLabel('You pay', { exact: true }).fill('12345678901234567890.123456789012345678')
  await page.getByRole('heading', { name: 'No quote now' }).waitFor()
  // An overloaded node is a refusal of its own; then a person retries.
  const why = async () => {
    const text = await page.locator('main').innerText()
    if (text.includes('No quote now') && !text.includes('cannot be transferred'))
      await page.getByRole('button', { name: 'Ask again' }).evaluateAll((found) => {
        for (const one of found) (one as HTMLButtonElement).click()
      })
    return text
  }
  await eventually(why).toMatch(/W \(0x[0-9a-fA-F]{40}\) cannot be transferred on chain 31337/)
  await expectFits(page)
  expect(await page.evaluate('window.wasRun')).toBeUndefined()
  expect([...refused].filter((path) => !path.startsWith('/console/nodes/'))).toEqual(['/rpc/Svc/QuoteIntent'])
  expect(said.filter((line) => !line.startsWith('Failed to load resource'))).toEqual([])
}

/** The reader leaves the form while the wallet asks: a signature is not lost, and the intent's page opens. */
export async function leavesWhileSigning(service: Console): Promise<void> {
  const { devnet, browser, url } = service
  const user = devnet.accounts[5]!
  const context = await openContext(browser)
  const { asked, state } = await addWallet(context, service, user, harbor)
  let release = () => {}
  state.holds = new Promise<void>((resolve) => {
    release = resolve
  })
  const before = await balance(devnet, harbor, tokens.usdc, user.address)
  const { page, said } = await openPage(context, `${url}/console/send?amount=12&get=${island}:${tokens.usdc}`)
  await page.getByRole('button', { name: 'Outside Wallet' }).click()
  await (await quoteFor(page, 'Sign and send 12 USDC')).click()
  await eventually(() => asked.some((method) => /^eth_(sendTransaction|signTypedData)/.test(method))).toBe(true)
  await goTo(page, '/console/explore')
  await page.getByRole('heading', { level: 1, name: 'Explore' }).waitFor()
  release()
  await page.waitForURL(/\/console\/intents\/0x/)
  await page.locator('.eyebrow .pill.ok').waitFor()
  const [left] = await amountsOf(page)
  expect(before - (await balance(devnet, harbor, tokens.usdc, user.address))).toBe(left)
  expect(said).toEqual([])
}

/** A wallet that declines, one on another chain, one that switches chains, and impostors. */
export async function awkwardWallets(service: Console): Promise<void> {
  const { devnet, browser, url } = service
  const context = await openContext(browser)
  const { state } = await addWallet(context, service, devnet.accounts[5]!, island)
  await context.addInitScript(() => {
    const announce = (detail: unknown) => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    const info = { uuid: 'no', name: 'No \u202etellaW', icon: '', rdns: 'org.example.no' }
    const provider = { request: () => Promise.reject(Object.assign(new Error('User rejected'), { code: 4001 })) }
    window.addEventListener('eip6963:requestProvider', () => {
      for (const nonsense of [undefined, null, {}, { info }, { info: {}, provider }]) announce(nonsense)
      announce({ info, provider })
    })
  })
  const { page, said } = await openPage(context, `${url}/console/send?amount=10&get=${island}:${tokens.usdc}`)
  const chips = page.locator('.wallet .chip')
  await eventually(() => chips.allInnerTexts()).toContain('No \ufffdtellaW')
  expect((await chips.allInnerTexts()).filter((name) => !name.startsWith('Test account'))).toHaveLength(2)
  // A toast lasts six seconds, so start waiting before it appears.
  const unanswered = page.getByText('The wallet did not answer; nothing was shared.').waitFor()
  await page.getByRole('button', { name: /tellaW$/ }).click()
  await unanswered
  // On Island, but the form pays from Harbor: reported, and fixed by the button or in the wallet.
  await page.getByRole('button', { name: 'Outside Wallet' }).click()
  await page.getByText('Your wallet is on Island.').waitFor()
  await page.getByText('Your wallet is on another chain. Switch it to Harbor for a price.').waitFor()
  expect(await page.getByRole('button', { name: /^Sign and send/ }).isDisabled()).toBe(true)
  state.declines = true
  const stayed = page.getByText('The wallet stayed where it was.').waitFor()
  await page.getByRole('button', { name: 'Switch to Harbor' }).click()
  await stayed
  state.declines = false
  await page.getByRole('button', { name: 'Switch to Harbor' }).click()
  await quoteFor(page, 'Sign and send 10 USDC')
  state.turnTo(island)
  await page.getByText('Your wallet is on Island.').waitFor()
  state.turnTo(harbor)
  await quoteFor(page, 'Sign and send 10 USDC')
  expect(await page.getByText('Your wallet is on').count()).toBe(0)
  // A comma without thousands is one and a half to many, and fifteen to nobody.
  const typed = page.getByLabel('You pay', { exact: true })
  for (const text of ['1,5', '1,00', ',5', '1.5.5', '1e3', '-1', '0x10', '\u0661']) {
    await typed.fill('')
    await page.getByText('Type an amount.').first().waitFor()
    await typed.fill(text)
    await page.getByText('That is no amount of USDC').first().waitFor()
    expect(await page.getByRole('button', { name: /^Sign and send/ }).isDisabled(), text).toBe(true)
  }
  await typed.fill('1,000.5')
  await quoteFor(page, 'Sign and send 1,000.5 USDC')
  // A rounded figure shows all digits when clicked.
  const figure = page.locator('.quote-head .amt.round').first()
  const units = BigInt((await figure.locator('data').getAttribute('value'))!)
  const all = page.locator('.toast', { hasText: `${formatUnits(units, 6)} USDC` }).waitFor()
  await figure.click()
  await all
  // Below its fees: the nearest working amount is a button.
  await typed.fill('0.0001')
  await page.getByRole('button', { name: /^Use [\d.]+ USDC$/ }).click()
  await eventually(async () => Number(await typed.inputValue())).toBeGreaterThan(0.0001)
  // Above any market: refused at once, with the largest working amount.
  await typed.fill('9'.repeat(40))
  await page.getByRole('button', { name: /^Use [\d.,]+ USDC$/ }).waitFor()
  // Above the balance: shows what is missing, and the nearest working amount.
  await typed.fill('400000')
  await page.getByRole('heading', { name: /USDC short on Harbor$/ }).waitFor()
  await expectFits(page)
  // The browser itself logs the refusal of so little.
  expect(said.filter((line) => !line.startsWith('Failed to load resource'))).toEqual([])
}
