import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { balance, harbor, island, tokens } from '../e2e/setup.ts'
import { listen } from '../listen.ts'
import { addWallet } from './addWallet.ts'
import {
  amountsOf,
  type Console,
  eventually,
  expectAccessible,
  openContext,
  openPage,
  picture,
  quoteFor,
} from './setup.ts'

const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/send-form-in-your-page.md'), 'utf8')
const example = /```html\n([\s\S]+?)```/.exec(guide)![1]!

/** A foreign page: another origin, whose policy admits only the service. */
async function servePage(html: string, service: string) {
  const server = createServer((_request, response) =>
    response
      .writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': `default-src 'none'; script-src ${service} 'unsafe-inline'; connect-src ${service}`,
      })
      .end(html),
  )
  return { url: `${await listen(server)}/`, close: () => void server.close() }
}

/** The guide's example as written: the reader pays, and the recipient named by the page is paid. */
export async function strangersPageSends(service: Console): Promise<void> {
  const { devnet, browser, url } = service
  const [user, recipient] = [devnet.accounts[7]!, devnet.accounts[3]!.address]
  const page1 = await servePage(example.replaceAll('https://causeway.example', url), url)
  const context = await openContext(browser)
  onTestFinished(() => page1.close())
  await addWallet(context, service, user, harbor)
  const { page, said } = await openPage(context, page1.url)
  await page.getByRole('button', { name: 'Outside Wallet' }).click()
  const before = {
    paid: await balance(devnet, harbor, tokens.usdc, user.address),
    got: await balance(devnet, island, tokens.usdc, recipient),
  }
  expect(await page.getByLabel('To', { exact: true }).getAttribute('readonly')).not.toBeNull()
  const button = await quoteFor(page, 'Sign and send 25 USDC')
  await page.getByText('Quote, checked in this page').waitFor()
  await picture(page, 'element')
  await expectAccessible(page)
  const heard = page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const names: string[] = []
        const tell = ({ type }: Event) => {
          names.push(type)
          if (type === 'causeway-settled') resolve(names)
        }
        for (const name of ['executing', 'stopped', 'failed', 'settled'])
          document.addEventListener(`causeway-${name}`, tell)
      }),
  )
  await button.click()
  expect(await heard).toEqual(['causeway-executing', 'causeway-settled'])
  const got = (await balance(devnet, island, tokens.usdc, recipient)) - before.got
  expect(got > 0n).toBe(true)
  expect(await page.locator('#news').innerText()).toContain(`${got} base units arrived`)
  const [left, arrived] = await amountsOf(page, '.quote-head data')
  expect(arrived).toBe(got)
  expect(before.paid - (await balance(devnet, harbor, tokens.usdc, user.address))).toBe(left)
  // The form does not style the page, and the page's selectors do not reach the form.
  expect(await page.evaluate("getComputedStyle(document.querySelector('h1')).fontWeight")).toBe('700')
  expect(await page.evaluate("document.querySelectorAll('.card').length")).toBe(0)
  expect(said).toEqual([])
}

/** Two forms in one page are separate: input in one does not reach the other, and attributes act while shown. */
export async function twoFormsInAPage(service: Console): Promise<void> {
  const { browser, url } = service
  const form = (id: string, more: string) => `<causeway-send id="${id}" from-chain="${harbor}" ${more}></causeway-send>`
  const html = `<!doctype html><html lang="en"><title>Two</title><script type="module" src="${url}/console/causeway-send.js"></script>
    ${form('one', 'from-token="USDC" amount="1" chains="harbor island" theme="dark"')}${form('two', 'from-token="ETH" amount="2"')}`
  const served = await servePage(html, url)
  onTestFinished(() => served.close())
  const { page, said } = await openPage(browser, served.url)
  const amountIn = (id: string) => page.locator(`#${id}`).getByLabel('You pay', { exact: true }).inputValue()
  await page.locator('#two').getByLabel('You pay', { exact: true }).fill('3')
  await eventually(() => Promise.all([amountIn('one'), amountIn('two')])).toEqual(['1', '3'])
  // Another attribute leaves what the reader typed.
  await page.locator('#one').getByLabel('You pay', { exact: true }).fill('7')
  await page.locator('#one').evaluate((element) => element.setAttribute('to-token', 'ETH'))
  await page.locator('#one').evaluate((element) => element.setAttribute('theme', 'dark'))
  await eventually(() => page.locator('#one').getByLabel('You get', { exact: true }).count()).toBe(1)
  expect(await amountIn('one')).toBe('7')
  await page.locator('#one').evaluate((element) => element.setAttribute('amount', '4.5'))
  await eventually(() => Promise.all([amountIn('one'), amountIn('two')])).toEqual(['4.5', '3'])
  await page
    .locator('#one')
    .getByRole('button', { name: /^You pay/ })
    .click()
  const chips = page.locator('#one .picker .chip')
  expect(await chips.allInnerTexts()).toEqual(['All chains', 'Harbor', 'Island'])
  const inkOf = (id: string) => page.locator(`#${id} .form`).evaluate((card) => getComputedStyle(card).backgroundColor)
  expect(await inkOf('one')).not.toBe(await inkOf('two'))
  expect(said).toEqual([])
}
