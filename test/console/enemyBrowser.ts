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

/** Anybody may write a token list, and an operator may take it: names with script, with marks that turn or hide letters, and of any length. */
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
 * The service has that list and asks for a key. One of its 5,000 is found and chosen without a mouse; names that lie are text, in reading order, and leave the page
 * as wide as it was.
 */
export async function namesThatLie({ browser, url, app }: Console): Promise<void> {
  const admin = createAdminClient({ url, secret: app.operatorSecret!, operator: 'suite' })
  const { project } = await admin.createProject({ name: 'lists' })
  const { accessKey } = await admin.createAccessKey({ projectId: project.id, name: 'web' })
  const context = await openContext(browser)
  // No token of the list is on the chain, so its quote is refused, and a node may be out of breath: the browser says so of every reply that is no success.
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
  // The mark stays in sight as far as it goes.
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
  // By address alone, whatever it calls itself.
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
  // The longest one, chosen: the form keeps its shape.
  await box.fill('Lying long')
  await eventually(() => rows.count()).toBe(1)
  await page.keyboard.press('Enter')
  await eventually(() => pick.innerText()).toContain('WWW')
  await page.getByLabel('You pay', { exact: true }).fill('12345678901234567890.123456789012345678')
  await page.getByRole('heading', { name: 'No quote now' }).waitFor()
  // A node that is out of breath is a refusal of its own, after which a person asks again.
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

/** The reader leaves the form while the wallet is asking: what is then signed is not lost, its page opens. */
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

/** A wallet that says no, one on another chain, one that its owner turns to another chain, and things that only say that they are wallets. */
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
  // A toast is gone after six seconds, so it is waited for from before it is there.
  const unanswered = page.getByText('The wallet did not answer; nothing was shared.').waitFor()
  await page.getByRole('button', { name: /tellaW$/ }).click()
  await unanswered
  // On Island, and the form pays from Harbor: said, and mended by the button or in the wallet itself.
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
  // A comma that is no thousand is one and a half to many, and fifteen to nobody.
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
  // Whoever taps a rounded figure is told all digits of it.
  const figure = page.locator('.quote-head .amt.round').first()
  const units = BigInt((await figure.locator('data').getAttribute('value'))!)
  const all = page.locator('.toast', { hasText: `${formatUnits(units, 6)} USDC` }).waitFor()
  await figure.click()
  await all
  // Less than its fees: the nearest amount that works is a button.
  await typed.fill('0.0001')
  await page.getByRole('button', { name: /^Use [\d.]+ USDC$/ }).click()
  await eventually(async () => Number(await typed.inputValue())).toBeGreaterThan(0.0001)
  // More than any market has: refused at once, with the most that works.
  await typed.fill('9'.repeat(40))
  await page.getByRole('button', { name: /^Use [\d.,]+ USDC$/ }).waitFor()
  // More than it has: how much is missing, and the nearest thing that works.
  await typed.fill('400000')
  await page.getByRole('heading', { name: /USDC short on Harbor$/ }).waitFor()
  await expectFits(page)
  // The refusal of so little is a line of the browser's own.
  expect(said.filter((line) => !line.startsWith('Failed to load resource'))).toEqual([])
}
