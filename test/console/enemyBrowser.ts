import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { harbor, island, startServiceOn, tokens } from '../e2e/setup.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { addWallet, type Console, eventually, expectAccessible, expectFits, openPage, picture } from './setup.ts'

const script = '<img src=x onerror="window.wasRun=1"><script>window.wasRun=1</script>'
const reversed = 'CD\u202eSU\u202c'
const hidden = 'US\u200bDC'
const listedInAll = 5_000
const refusalLine = 'Failed to load resource: the server responded with a status of 400 (Bad Request)'

const addressOf = (index: number): string => `0x${(0xabc0_0000 + index).toString(16).padStart(40, '0')}`

/** Anybody may write a token list, and an operator may take it: names with script, with marks that turn or hide letters, and of any length. */
function writeList(file: string): void {
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

/** One of 5,000 is found and chosen without a mouse; names that lie are text, in reading order, and leave the page as wide as it was. */
export async function namesThatLie(service: Console): Promise<void> {
  const { devnet, browser } = service
  const folder = mkdtempSync(join(tmpdir(), 'causeway-list-'))
  const list = join(folder, 'list.json')
  writeList(list)
  const database = await freshDatabase()
  const config = { roles: { worker: false }, tokens: { externalLists: [list] } }
  const app = await startServiceOn(devnet, database.url, config, service.pages)
  const context = await browser.newContext()
  try {
    // No token of the list is on the chain, so its quote is refused, and the browser says so of every reply that is no success.
    const refused = new Set<string>()
    context.on('response', (reply) => void (reply.status() >= 400 && refused.add(new URL(reply.url()).pathname)))
    const { page, said } = await openPage(context, `${app.url}/console/send`)
    const pick = page.getByRole('button', { name: /^You pay/ })
    const box = page.getByRole('combobox')
    const marked = page.getByRole('option', { selected: true })
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
    await page.getByRole('option', { name: /T4321/ }).waitFor()
    await picture(page, 'picker')
    await page.keyboard.press('Enter')
    await eventually(() => pick.innerText()).toContain('T4321')
    expect(await page.evaluate('document.activeElement.className')).toBe('pick')
    // By address alone, whatever it calls itself.
    await page.keyboard.press('Enter')
    await box.fill(addressOf(17))
    await page.getByRole('option', { name: /T17\b/ }).waitFor()
    await box.fill('Lying')
    const rows = page.getByRole('option')
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
      if (/chain node access|timed out|took too long/.test(text))
        await page.getByRole('button', { name: 'Ask again' }).click()
      return text
    }
    await eventually(why).toMatch(/W \(0x[0-9a-fA-F]{40}\) cannot be transferred on chain 31337/)
    await expectFits(page)
    expect(await page.evaluate('window.wasRun')).toBeUndefined()
    expect(refused).toEqual(new Set(['/rpc/Svc/QuoteIntent']))
    expect(said.filter((line) => line !== refusalLine)).toEqual([])
  } finally {
    await context.close()
    await app.stop()
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A wallet that says no, one on another chain, one that its owner turns to another chain, and things that only say that they are wallets. */
export async function awkwardWallets(service: Console): Promise<void> {
  const { devnet, browser, url } = service
  const context = await browser.newContext()
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
  await page.getByRole('button', { name: /tellaW$/ }).click()
  await page.getByText('The wallet did not answer; nothing was shared.').waitFor()
  // On Island, and the form pays from Harbor: said, and mended by the button or in the wallet itself.
  await page.getByRole('button', { name: 'Outside Wallet' }).click()
  await page.getByText('Your wallet is on Island.').waitFor()
  await page.getByText('Your wallet is on another chain. Switch it to Harbor for a price.').waitFor()
  expect(await page.getByRole('button', { name: /^Sign and send/ }).isDisabled()).toBe(true)
  state.declines = true
  await page.getByRole('button', { name: 'Switch to Harbor' }).click()
  await page.getByText('The wallet stayed where it was.').waitFor()
  state.declines = false
  await page.getByRole('button', { name: 'Switch to Harbor' }).click()
  await page.getByRole('button', { name: 'Sign and send 10 USDC' }).waitFor()
  state.turnTo(island)
  await page.getByText('Your wallet is on Island.').waitFor()
  state.turnTo(harbor)
  await page.getByRole('button', { name: 'Sign and send 10 USDC' }).waitFor()
  expect(await page.getByText('Your wallet is on').count()).toBe(0)
  // More than it has: how much is missing, and the nearest thing that works.
  await page.getByLabel('You pay', { exact: true }).fill('400000')
  await page.getByRole('heading', { name: /USDC short on Harbor$/ }).waitFor()
  await expectFits(page)
  expect(said).toEqual([])
  await context.close()
}
