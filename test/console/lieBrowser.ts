import { expect } from 'vitest'
import { rpc } from '../../src/devnet/rpc.ts'
import { parseJson, printJson } from '../../src/interface/json.ts'
import { harbor, island, tokens } from '../e2e/setup.ts'
import { type Answer, revive } from '../sdk/liar.ts'
import { fieldLies, friend, type Lie } from '../sdk/lieTable.ts'
import { addressOf } from '../stores/sampleQuote.ts'
import { addWallet } from './addWallet.ts'
import { type Console, committed, eventually, openContext, openPage, quoteFor } from './setup.ts'

/** One lie of each kind; test/sdk/lieSuite.test.ts runs all of them against the same checks. */
const told: readonly RegExp[] = [
  /^intent\.ownerAddress/,
  /^intent\.originIntentAddress/,
  /^intent\.destinationIntentAddress/,
  /^intent\.depositTransaction\.(toAddress|to|tokenAddress|amount|data|chainId)/,
  /^intent\.svcContracts/,
  /^intent\.quoteRequest\.destinationToAddress/,
  /^(one more call|another recipient, with addresses that agree|a larger fee in the calls than in the breakdown)$/,
  /^(the run takes half of the deposit|a step that pays a thief first)$/,
]
const lies: readonly Lie[] = fieldLies.filter(({ name }) => told.some((kind) => kind.test(name)))
const refusal = 'This quote does not do what you asked, so it cannot be signed'
const signs = ['eth_sendTransaction', 'eth_signTypedData_v4', 'personal_sign', 'wallet_sendCalls']

/**
 * A compromised service answers real quotes with one change, and accepts its own commits. For each, the page says that
 * it is not what was asked, shows none of its figures, and never asks the wallet to sign.
 */
export async function serviceLies(service: Console): Promise<void> {
  const { browser, devnet, url } = service
  const context = await openContext(browser)
  const kept = new Map<string, string>()
  let [lie, answered]: [Lie | undefined, number] = [undefined, 0]
  await context.route('**/rpc/Svc/QuoteIntent', async (route) => {
    const asked = route.request().postData() ?? ''
    const text = kept.get(asked) ?? (await (await route.fetch()).text())
    kept.set(asked, text)
    const answer = revive(parseJson(text)) as Answer
    lie?.lie(answer)
    answered++
    await route.fulfill({ status: 200, contentType: 'application/json', body: printJson(answer) })
  })
  const { asked } = await addWallet(context, service, devnet.accounts[0]!, harbor)
  const get = `${island}:${tokens.usdc}`
  const pay = `${harbor}:${tokens.usdc}`
  const { page, said } = await openPage(context, `${url}/console/send?pay=${pay}&get=${get}&to=${friend}&amount=200`)
  await page.getByRole('button', { name: 'Outside Wallet' }).click()
  // The unchanged quote is accepted, so each refusal below is due to its lie.
  await quoteFor(page, 'Sign and send 200 USDC')
  await page.getByLabel('You pay', { exact: true }).fill('201')
  await quoteFor(page, 'Sign and send 201 USDC')
  expect(lies.length).toBeGreaterThanOrEqual(17)
  for (const [index, one] of lies.entries()) {
    lie = one
    const before = answered
    await page.getByLabel('You pay', { exact: true }).fill(['200', '201'][index % 2]!)
    await eventually(() => answered).toBeGreaterThan(before)
    await eventually(() => page.locator('main').innerText(), one.name).toContain(refusal)
    expect(await page.getByRole('button', { name: /^Sign and send/ }).isDisabled(), one.name).toBe(true)
    expect(await page.locator('.quote-head').count(), one.name).toBe(0)
  }
  expect(asked.filter((method) => signs.includes(method))).toEqual([])
  expect(said).toEqual([])
}

type Told = Record<string, unknown>
type NameLie = { about: string; operation: string; query: string; change(answer: Told): void; says: RegExp }

const tokensOf = (answer: Told) => answer.tokens as { address: string; symbol: string; decimals: number }[]
const usdcAmong = (answer: Told) =>
  tokensOf(answer).filter(({ address }) => address.toLowerCase() === tokens.usdc.toLowerCase())

/** People choose by name and read rounded figures, so lies about names move other money than meant. */
const nameLies: readonly NameLie[] = [
  {
    about: 'a hundred times as much under the same figure',
    operation: 'GetTokenList',
    query: `amount=10&get=${island}:${tokens.usdc}`,
    change: (answer) => {
      for (const token of usdcAmong(answer)) token.decimals = 8
    },
    says: /USDC with 8 decimals, but it is USDC with 6/,
  },
  {
    about: 'another token under a known name',
    operation: 'GetTokenList',
    query: `amount=10&get=${island}:${tokens.usdc}&pay=${harbor}:${tokens.dai}`,
    change: (answer) => {
      for (const token of usdcAmong(answer)) token.symbol = 'WBTC'
    },
    says: /is WBTC with 6 decimals, but it is USDC/,
  },
  {
    about: 'another chain under a known name',
    operation: 'GetChains',
    query: `amount=10&get=${island}:${tokens.usdc}`,
    change: (answer) => {
      for (const chain of answer.chains as { id: number; name: string }[]) if (chain.id === island) chain.name = 'Base'
    },
    says: /is called Base, but it is Island/,
  },
  {
    about: 'a vault that is a thief',
    operation: 'YieldGetMarkets',
    query: `amount=10&get=${island}:${tokens.usdc}&into=island-usdc-erc4626-vault`,
    change: (answer) => {
      const markets = JSON.parse(String(answer.payload)) as { depositAddress: string }[]
      answer.payload = JSON.stringify(markets.map((market) => ({ ...market, depositAddress: friend })))
    },
    says: /market\.depositAddress: .* is no pool/,
  },
]

/** The page compares the service's names with the client library's own, and signs nothing under a wrong one. */
export async function serviceMisnames(service: Console): Promise<void> {
  const { browser, devnet, url } = service
  // The vault is listed once its rate was measured between blocks of two different seconds.
  await rpc(devnet.chains.find(({ id }) => id === island)!.rpcUrl, 'anvil_mine', ['0x2', '0x1'])
  await eventually(async () => (await service.client.yieldGetMarkets({})).payload).toContain(
    'island-usdc-erc4626-vault',
  )
  const expectRefused = async ({ about, operation, query, change, says }: NameLie) => {
    const context = await browser.newContext()
    await context.route(`**/rpc/Svc/${operation}`, async (route) => {
      const reply = await route.fetch()
      const answer = (await reply.json()) as Told
      change(answer)
      await route.fulfill({ response: reply, json: answer })
    })
    const { asked } = await addWallet(context, service, devnet.accounts[0]!, harbor)
    const { page } = await openPage(context, `${url}/console/send?${query}`)
    await page.getByRole('button', { name: 'Outside Wallet' }).click()
    await page.getByText(refusal).waitFor()
    expect(await page.locator('.callout.act').innerText(), about).toMatch(says)
    expect(await page.getByRole('button', { name: /^Sign and send/ }).isDisabled(), about).toBe(true)
    expect(
      asked.filter((method) => signs.includes(method)),
      about,
    ).toEqual([])
    await context.close()
  }
  await Promise.all(nameLies.map(expectRefused))
}

/** Explorer links from the service: only web URLs, without a referrer, and nothing that runs script. */
export async function explorersLie(service: Console): Promise<void> {
  const { browser, url, client } = service
  const { intents } = await client.getIntentHistory({ page: { pageSize: 100 } })
  const settled = intents.find(({ receipt }) => receipt.status === 'SUCCEEDED')!
  for (const [explorer, links] of [
    ['https://explorer.example/', true],
    ['javascript:window.wasRun=1//', false],
    ['data:text/html,<script>window.wasRun=1</script>', false],
  ] as const) {
    const context = await browser.newContext()
    await context.route('**/rpc/Svc/GetChains', async (route) => {
      const reply = await route.fetch()
      const { chains } = (await reply.json()) as { chains: Told[] }
      await route.fulfill({
        response: reply,
        json: { chains: chains.map((chain) => ({ ...chain, blockExplorerUrl: explorer })) },
      })
    })
    const { page, said } = await openPage(context, `${url}/i/${settled.intentId}`)
    await page.locator('section[aria-labelledby="legs"] tbody tr').first().waitFor()
    const found = await page
      .locator('a[href]')
      .evaluateAll((all) =>
        all.map((one) => one as HTMLAnchorElement).map(({ href, rel, target }) => ({ href, rel, target })),
      )
    const away = found.filter(({ href }) => !href.startsWith(url))
    expect(away.length > 0, explorer).toBe(links)
    for (const { href, rel, target } of away) {
      expect(href).toMatch(/^https:\/\/explorer\.example\/tx\/0x[0-9a-f]{64}$/)
      expect({ rel, target }).toEqual({ rel: 'noreferrer noopener', target: '_blank' })
    }
    expect(said).toEqual([])
    await context.close()
  }
}

/** 150 tokens: all get their price, and what one of them can become is never shown for another. */
export async function explorerIsLong({ browser, url }: Console): Promise<void> {
  const context = await openContext(browser)
  const all = Array.from({ length: 150 }, (_, at) => ({
    chainId: harbor,
    address: addressOf(at + 1),
    symbol: `T${at}`,
  }))
  const listed = all.map((token) => ({ ...token, name: token.symbol, decimals: 18 }))
  await context.route('**/rpc/Svc/GetTokenList', (route) => route.fulfill({ json: { tokens: listed } }))
  await context.route('**/rpc/Svc/GetTokenPrices', (route) => {
    const { tokens: asked } = route.request().postDataJSON() as { tokens: object[] }
    return route.fulfill({ json: { tokenPrices: asked.map((token) => ({ token, priceUsd: 1 })) } })
  })
  await context.route('**/rpc/Svc/GetExactInputRoutes', (route) => {
    const { originTokenAddress } = route.request().postDataJSON() as { originTokenAddress: string }
    const isFirst = originTokenAddress === listed[0]!.address
    return isFirst ? route.fulfill({ json: { tokens: listed.slice(1, 3) } }) : route.fulfill({ status: 503, json: {} })
  })
  const { page } = await openPage(context, `${url}/console/explore`)
  const rows = page.getByRole('region', { name: 'Rows of tokens' }).locator('tbody tr')
  await eventually(() => rows.last().innerText()).toContain('$1.00')
  const reach = page.locator('section[aria-labelledby="reach"]')
  await rows.nth(0).getByRole('button', { name: 'Where to' }).click()
  await eventually(() => reach.locator('a').count()).toBe(2)
  await rows.nth(1).getByRole('button', { name: 'Where to' }).click()
  await reach.getByText('status 503').waitFor()
  expect(await reach.locator('a').count()).toBe(0)
}

/** The first lookup of a token that is not listed fails, and the next one names it. */
export async function lookupFailsOnce(service: Console): Promise<void> {
  const { browser, url } = service
  await committed(service, 4)
  const context = await openContext(browser)
  const asked = new Set<string>()
  await context.route('**/rpc/Svc/GetTokenList', (route) => {
    const { tokenAddress, chainIds } = route.request().postDataJSON() as { tokenAddress?: string; chainIds: number[] }
    if (!tokenAddress) return route.fulfill({ json: { tokens: [] } })
    const key = `${chainIds} ${tokenAddress}`
    if (asked.has(key)) return route.continue()
    asked.add(key)
    return route.fulfill({ status: 503, json: {} })
  })
  const { page } = await openPage(context, `${url}/console/`)
  const text = () => page.locator('table.rows').innerText()
  await eventually(text).toContain('base units of')
  await eventually(text).not.toContain('base units of')
  expect(await text()).toContain('USDC')
}
