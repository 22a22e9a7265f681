import { encodeErrorResult, encodeFunctionData, parseAbi, size, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rpc } from '../../src/devnet/rpc.ts'
import { balance, execute, finished, harbor, island, pay, tokens } from '../e2e/setup.ts'
import { memberRunsAProject, operatorThrowsASwitch } from './adminBrowser.ts'
import { strangersPageSends, twoFormsInAPage } from './elementBrowser.ts'
import { boardIsTrue, entersAMarket, newcomerSettles, streamCut } from './moneyBrowser.ts'
import {
  amountsOf,
  type Console,
  committed,
  expectAccessible,
  hasBrowser,
  openPage,
  picture,
  quoteFor,
  script,
  shareConsole,
} from './setup.ts'
import { keyboardAlone } from './strangeBrowser.ts'
import { paysInEveryWay } from './waysBrowser.ts'

const hero = 'h1.hero'

describe.runIf(hasBrowser)('money in the console', () => {
  let service: Console
  beforeAll(async () => {
    service = await shareConsole()
  })
  afterAll(() => service?.stop())

  test('a newcomer who types nothing settles an intent, and the chains have what the page says', () =>
    newcomerSettles(service))

  test('a deposit in each way that the quotes offer, as the reader chooses', () => paysInEveryWay(service))

  test('without a mouse: from the front page to money that has arrived', () => keyboardAlone(service))

  test('a test account sends without an extension, and the search finds the intent by id, hash and address', async () => {
    const { page, said } = await openPage(service.browser, `${service.url}/console/send?amount=20`)
    await (await quoteFor(page, 'Sign and send 20 USDC')).click()
    await page.waitForURL(/\/console\/intents\/0x/)
    await page.locator('.eyebrow .pill.ok').waitFor()
    const intentId = page.url().split('/').at(-1) as `0x${string}`
    const { intentReceipt } = await service.client.getIntentReceipt({ intentId })
    for (const words of [
      intentId,
      intentReceipt.originTransaction.txnHash!,
      intentReceipt.summary.originIntentAddress,
    ]) {
      await page.goto(`${service.url}/console/`)
      await page.getByPlaceholder('0x…').waitFor()
      await page.keyboard.press('/')
      await page.keyboard.type(words)
      await page.keyboard.press('Enter')
      await page.waitForURL(`**/console/intents/${intentId}`)
    }
    expect(said).toEqual([])
  })

  test('the form in a page of another origin: the example of the guide sends and settles', () =>
    strangersPageSends(service))

  test('two forms in one page do not know of each other', () => twoFormsInAPage(service))

  test('a failing destination call is paid at the destination; the text of its revert stays text', async () => {
    const { devnet, browser, url } = service
    const user = devnet.accounts[3]!
    const destinationCallData = encodeFunctionData({
      abi: parseAbi(['function deposit(uint256 assets, address receiver)']),
      functionName: 'deposit',
      args: [BigInt(`0x${'deadbeef'.repeat(8)}`), user.address],
    })
    const intent = await committed(service, 3, { destinationToAddress: tokens.vault, destinationCallData })
    const { rpcUrl } = devnet.chains.find(({ id }) => id === island)!
    const code = await rpc(rpcUrl, 'eth_getCode', [tokens.vault, 'latest'])
    await rpc(rpcUrl, 'anvil_setCode', [tokens.vault, revertingWith(script)])
    const before = await balance(devnet, island, tokens.usdc, user.address)
    await pay(service, user, intent)
    await rpc(rpcUrl, 'anvil_setCode', [tokens.vault, code])
    const { page, said } = await openPage(browser, `${url}/i/${intent.intentId}`)
    await page.getByText('were paid to the owner on Island').waitFor()
    const paid = (await balance(devnet, island, tokens.usdc, user.address)) - before
    expect(await amountsOf(page)).toContain(paid)
    await page.getByText('<script>window.wasRun=1').first().waitFor()
    expect(await page.evaluate('window.wasRun')).toBeUndefined()
    expect(said).toEqual([])
    await page.goto(`${url}/console/?q=${encodeURIComponent(script)}`)
    await page.getByRole('heading', { name: 'Found' }).waitFor()
    expect(await page.evaluate('window.wasRun')).toBeUndefined()
  })

  test('a stream that is cut is said to be cut, and goes on where it broke off', () => streamCut(service))

  test('a market is entered through an intent, and the position is shown', () => entersAMarket(service))

  test('paid too much: the surplus is a stream of its own, and back with its owner', async () => {
    const { client, devnet, browser, url } = service
    const user = devnet.accounts[5]!
    const intent = await committed(service, 5)
    const before = await balance(devnet, harbor, tokens.usdc, user.address)
    await execute({ client, devnet }, user, intent, intent.depositTransaction.amount + 50_000_000n)
    await finished(service, intent.intentId)
    expect(before - (await balance(devnet, harbor, tokens.usdc, user.address))).toBe(200_000_000n)
    const { page, said } = await openPage(browser, `${url}/console/intents/${intent.intentId}`)
    await page.locator('.eyebrow .pill.ok').waitFor()
    expect(await page.locator(hero).innerText()).toMatch(/50\sUSDC (and .* )?came back/)
    await page.getByText('The same as a table').click()
    expect(await page.locator('.flow-table').innerText()).toContain('50000000')
    expect(said).toEqual([])
    await page.goto(`${url}/console/`)
    await page.getByRole('link', { name: new RegExp(intent.intentId.slice(0, 8)) }).waitFor()
    await picture(page, 'home')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    expect(await page.evaluate('document.activeElement.className')).toContain('rowlink')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'detached' })
    await expectAccessible(page)
  })

  test('the board of the operator says what the chains and the receipts say', () => boardIsTrue(service))

  test('the operator throws a switch and undoes it; no secret is kept', () => operatorThrowsASwitch(service))

  test('a member sees one project alone: keys, rotation, deliveries', () => memberRunsAProject(service))
})

/** Code that reverts with `Error(text)`, whatever is called. */
function revertingWith(text: string): `0x${string}` {
  const data = encodeErrorResult({ abi: parseAbi(['error Error(string)']), errorName: 'Error', args: [text] })
  const length = toHex(size(data), { size: 2 }).slice(2)
  return `0x61${length}600e60003961${length}6000fd${data.slice(2)}`
}
