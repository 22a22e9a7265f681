import { encodeErrorResult, encodeFunctionData, parseAbi, size, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { devnetKeys } from '../../src/chains/definitions/devnet/keys.ts'
import { rpc } from '../../src/devnet/rpc.ts'
import type { Response } from '../../src/interface/operations.ts'
import { balance, deposit, finished, harbor, island, native, tokens, walletOf } from '../e2e/setup.ts'
import { addWallet } from './addWallet.ts'
import { memberRunsAProject, operatorThrowsASwitch } from './adminBrowser.ts'
import { strangersPageSends, twoFormsInAPage } from './elementBrowser.ts'
import { awkwardWallets, leavesWhileSigning, namesThatLie } from './enemyBrowser.ts'
import { operatorReplaces } from './laneBrowser.ts'
import { explorersLie, serviceLies, serviceMisnames } from './lieBrowser.ts'
import { tenThousandIntents } from './loadBrowser.ts'
import { boardIsTrue, entersAMarket, newcomerSettles, paidTwice, streamCut, workerKilled } from './moneyBrowser.ts'
import { drawsEveryReceipt } from './receiptsBrowser.ts'
import { clockOff, nodesAway, openedInTheDark, serviceReplaced } from './roughBrowser.ts'
import { secretsStay } from './secretsBrowser.ts'
import { type Console, expectAccessible, hasBrowser, openPage, picture, quoteFor, startConsole } from './setup.ts'
import { answersAreGarbage, keyboardAlone, streamIsGarbage, twoTabs, walletsAreStrange } from './strangeBrowser.ts'
import { lateAndHeld, serviceGone } from './stuckBrowser.ts'
import { paysInEveryWay } from './waysBrowser.ts'

const firstLoadBytesMax = 60_000
const script = '<img src=x onerror="window.wasRun=1"><script>window.wasRun=1</script>'

describe.runIf(hasBrowser)('the console in a browser', () => {
  let service: Console
  beforeAll(async () => {
    service = await startConsole()
  })
  afterAll(() => service?.stop())

  const hero = 'h1.hero'
  type Intent = Response<'QuoteIntent'>['intent']

  async function committed(userIndex: number, extra: object = {}): Promise<Intent> {
    const { client, devnet } = service
    const { intent } = await client.quoteIntent({
      ownerAddress: devnet.accounts[userIndex]!.address,
      originChainId: harbor,
      originTokenAddress: tokens.usdc,
      destinationChainId: island,
      destinationTokenAddress: tokens.usdc,
      originTokenAmount: 200_000_000n,
      ...extra,
    })
    await client.commitIntent({ intent })
    return intent
  }

  test('the first load is small and asks nothing of another origin', async () => {
    const context = await service.browser.newContext()
    const loaded = new Set<string>()
    const elsewhere: string[] = []
    context.on('request', (request) => {
      if (!request.url().startsWith(service.url)) elsewhere.push(request.url())
      if (/\/console\/(assets\/|$)/.test(request.url())) loaded.add(request.url())
    })
    const { page, said } = await openPage(context, `${service.url}/console/`)
    await page.getByRole('heading', { name: 'No intents yet' }).waitFor()
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
    await context.close()
  })

  test('a newcomer who types nothing settles an intent, and the chains have what the page says', () =>
    newcomerSettles(service))

  test('a wallet outside of the page sends: declined first, then settled, with the figures of the chains', async () => {
    const { devnet, browser, url } = service
    const user = devnet.accounts[0]!
    const context = await browser.newContext()
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
    const text = await page.locator(hero).innerText()
    expect(text).toContain('Nothing is anywhere else.')
    const [left, arrived] = await page
      .locator(`${hero} data`)
      .evaluateAll((found) => found.map((one) => (one as HTMLDataElement).value))
    expect(before.usdc - (await balance(devnet, harbor, tokens.usdc, user.address))).toBe(BigInt(left!))
    expect((await balance(devnet, island, native, user.address)) - before.eth).toBe(BigInt(arrived!))
    await page.getByText('Every unit is accounted for.').waitFor()
    expect(asked).toContain('eth_requestAccounts')
    await page.getByText('calls, decoded').first().click()
    await page.getByText('the address must hold at least 250 USDC').waitFor()
    await picture(page, 'settled')
    await expectAccessible(page)
    expect(said).toEqual([])
    await context.close()
  })

  test('a deposit in each way that the quotes offer, as the reader chooses', () => paysInEveryWay(service))

  test('without a mouse: from the front page to money that has arrived', () => keyboardAlone(service))

  test('a service that lies about a quote: each lie is shown as such, and nothing is signed', () =>
    serviceLies(service))

  test('a service that lies about tokens, chains and markets: nothing is signed under a wrong name', () =>
    serviceMisnames(service))

  test('a test account sends without an extension, and the search finds the intent by id, hash and address', async () => {
    const context = await service.browser.newContext()
    const { page, said } = await openPage(context, `${service.url}/console/send?amount=20`)
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
    await context.close()
  })

  test('links that leave the service lead to the web alone, and say nothing of the reader', () => explorersLie(service))

  test('the form in a page of another origin: the example of the guide sends and settles', () =>
    strangersPageSends(service))

  test('two forms in one page do not know of each other', () => twoFormsInAPage(service))

  test('refused by the bridge: the page says that all of it is back, and it is', async () => {
    const { client, devnet, browser, url } = service
    const user = devnet.accounts[1]!
    const before = await balance(devnet, harbor, tokens.usdc, user.address)
    const intent = await committed(1, { options: { bridgeProvider: 'ACROSS' } })
    const setPaused = (isPaused: boolean) =>
      walletOf(devnet, harbor, devnetKeys().deployer).writeContract({
        address: tokens.spokePool,
        abi: parseAbi(['function pauseDeposits(bool pause)']),
        functionName: 'pauseDeposits',
        args: [isPaused],
      })
    await setPaused(true)
    const context = await browser.newContext()
    const { page, said } = await openPage(context, `${url}/i/${intent.intentId}`)
    await page.getByText('Waiting for deposit').waitFor()
    const hash = await deposit(devnet, user, intent)
    await client.executeIntent({ intentId: intent.intentId, depositTransactionHash: hash })
    await page.locator('.eyebrow .pill.back').waitFor()
    await setPaused(false)
    expect(await page.locator(hero).innerText()).toMatch(/All 200\sUSDC are back/)
    expect(await balance(devnet, harbor, tokens.usdc, user.address)).toBe(before)
    await picture(page, 'refunded')
    await expectAccessible(page)
    expect(said).toEqual([])
    await context.close()
  })

  test('a failing destination call is paid at the destination; the text of its revert stays text', async () => {
    const { client, devnet, browser, url } = service
    const user = devnet.accounts[3]!
    const destinationCallData = encodeFunctionData({
      abi: parseAbi(['function deposit(uint256 assets, address receiver)']),
      functionName: 'deposit',
      args: [BigInt(`0x${'deadbeef'.repeat(8)}`), user.address],
    })
    const intent = await committed(3, { destinationToAddress: tokens.vault, destinationCallData })
    const { rpcUrl } = devnet.chains.find(({ id }) => id === island)!
    const code = await rpc(rpcUrl, 'eth_getCode', [tokens.vault, 'latest'])
    await rpc(rpcUrl, 'anvil_setCode', [tokens.vault, revertingWith(script)])
    const before = await balance(devnet, island, tokens.usdc, user.address)
    const hash = await deposit(devnet, user, intent)
    await client.executeIntent({ intentId: intent.intentId, depositTransactionHash: hash })
    await finished(service, intent.intentId)
    await rpc(rpcUrl, 'anvil_setCode', [tokens.vault, code])
    const context = await browser.newContext()
    const { page, said } = await openPage(context, `${url}/i/${intent.intentId}`)
    await page.getByText('were paid to the owner on Island').waitFor()
    const [paid] = await page
      .locator(`${hero} data`)
      .evaluateAll((all) => all.map((one) => (one as HTMLDataElement).value))
    expect((await balance(devnet, island, tokens.usdc, user.address)) - before).toBe(BigInt(paid!))
    await page.getByText('<script>window.wasRun=1').first().waitFor()
    expect(await page.evaluate('window.wasRun')).toBeUndefined()
    expect(said).toEqual([])
    await page.goto(`${url}/console/?q=${encodeURIComponent(script)}`)
    await page.getByRole('heading', { name: 'Found' }).waitFor()
    expect(await page.evaluate('window.wasRun')).toBeUndefined()
    await context.close()
  })

  test('a stream that is cut is said to be cut, and goes on where it broke off', () => streamCut(service, committed))

  test('an owner takes a deposit out alone, from the page', async () => {
    const { devnet, browser, url } = service
    const user = devnet.accounts[0]!
    const before = await balance(devnet, harbor, tokens.usdc, user.address)
    const intent = await committed(0)
    await deposit(devnet, user, intent)
    const context = await browser.newContext()
    const { page, said } = await openPage(context, `${url}/i/${intent.intentId}`)
    await page.getByRole('button', { name: 'with a wallet' }).click()
    await page.getByRole('button', { name: 'Take out with Test account 0' }).click()
    await page.getByText('are back.').waitFor()
    expect(await balance(devnet, harbor, tokens.usdc, user.address)).toBe(before)
    expect(said).toEqual([])
    await context.close()
  })

  test('an owner takes a deposit out from an open page after the service has stopped', () => serviceGone(service))

  test('paid too late: one is back by itself, one rests until its owner takes it out', () => lateAndHeld(service))

  test('paid twice: the second deposit is a stream of its own, and back', () => paidTwice(service, committed))

  test('the worker is killed half-way; another ends the intent while the page watches', () => workerKilled(service))

  test('the board of the operator says what the chains and the receipts say', () => boardIsTrue(service))

  test('a market is entered through an intent, and the position is shown', () => entersAMarket(service))

  test('the operator throws a switch and undoes it; no secret is kept', () => operatorThrowsASwitch(service))

  test('blocks are held: the operator replaces a transaction and cancels it, and the money arrives', () =>
    operatorReplaces(service))

  test('a member sees one project alone: keys, rotation, deliveries', () => memberRunsAProject(service, script))

  test('names of tokens that lie, in a list of 5,000: found and chosen by keyboard alone', () => namesThatLie(service))

  test('wallets that refuse, are elsewhere or are none', () => awkwardWallets(service))

  test('the form is left while the wallet asks: what is signed is not lost', () => leavesWhileSigning(service))

  test('keys, tokens and secrets stay in the page, and a project sees its own intents alone', () =>
    secretsStay(service))

  test('a stream of garbage, and of 1,000 events a second', () => streamIsGarbage(service))

  test('answers of another shape: the page says so, and the console stays', () => answersAreGarbage(service))

  test('wallets that answer nonsense', () => walletsAreStrange(service))

  test('two tabs take the same deposit out', () => twoTabs(service))

  test('the nodes are away: markets say why they are not shown, and come back', () => nodesAway(service))

  test('an intent that cannot be read now is said to be so, and is shown later', () => openedInTheDark(service))

  test('receipts of every ending are drawn whole, on a wide screen and on a phone', () => drawsEveryReceipt(service))

  test('the service is replaced by another while pages are open', () => serviceReplaced(service))

  test('the clock of the browser is ten minutes off', () => clockOff(service))

  test('10,000 intents in a list and 200 events a second: no task of a page does much at once', async () => {
    process.stderr.write(`${await tenThousandIntents(service)}\n`)
  })

  test('paid too much: the surplus is a stream of its own, and back with its owner', async () => {
    const { client, devnet, browser, url } = service
    const user = devnet.accounts[5]!
    const intent = await committed(5)
    const before = await balance(devnet, harbor, tokens.usdc, user.address)
    const hash = await deposit(devnet, user, intent, intent.depositTransaction.amount + 50_000_000n)
    await client.executeIntent({ intentId: intent.intentId, depositTransactionHash: hash })
    await finished(service, intent.intentId)
    expect(before - (await balance(devnet, harbor, tokens.usdc, user.address))).toBe(200_000_000n)
    const context = await browser.newContext()
    const { page, said } = await openPage(context, `${url}/console/intents/${intent.intentId}`)
    await page.locator('.eyebrow .pill.ok').waitFor()
    expect(await page.locator(hero).innerText()).toMatch(/50\sUSDC came back/)
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
    await context.close()
  })
})

/** Code that reverts with `Error(text)`, whatever is called. */
function revertingWith(text: string): `0x${string}` {
  const data = encodeErrorResult({ abi: parseAbi(['error Error(string)']), errorName: 'Error', args: [text] })
  const length = toHex(size(data), { size: 2 }).slice(2)
  return `0x61${length}600e60003961${length}6000fd${data.slice(2)}`
}
