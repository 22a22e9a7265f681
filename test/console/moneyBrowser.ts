import { parseAbi, parseUnits, zeroAddress } from 'viem'
import { expect, onTestFinished } from 'vitest'
import { settleInBrowser } from '../../scripts/settleInBrowser.ts'
import { rpc } from '../../src/devnet/rpc.ts'
import { createAdminClient } from '../../src/sdk/adminClient.ts'
import { chaosConfig, type ServiceProcess, startProcess } from '../chaos/process.ts'
import { balance, execute, harbor, island, native, pay, tokens, walletOf } from '../e2e/setup.ts'
import { startCutProxy } from '../service/cutProxy.ts'
import {
  amountsOf,
  type Console,
  committed,
  eventually,
  expectAccessible,
  heldBy,
  openPage,
  picture,
  quoteFor,
} from './setup.ts'

/** Two clicks from the front page, as a newcomer finds them. */
export async function newcomerSettles(service: Console): Promise<void> {
  const { devnet, browser, url } = service
  const user = devnet.accounts[0]!
  const before = {
    usdc: await balance(devnet, harbor, tokens.usdc, user.address),
    eth: await balance(devnet, island, native, user.address),
  }
  const { intentId, settledS } = await settleInBrowser(browser, `${url}/console/`)
  process.stderr.write(`a newcomer's intent was settled ${settledS.toFixed(1)} s after the console was opened\n`)
  const { page, said } = await openPage(browser, `${url}/i/${intentId}`)
  await page.getByText('Every unit is accounted for.').waitFor()
  const [left, arrived] = await amountsOf(page)
  expect(before.usdc - (await balance(devnet, harbor, tokens.usdc, user.address))).toBe(left)
  expect((await balance(devnet, island, native, user.address)) - before.eth).toBe(arrived)
  expect(said).toEqual([])
}

/** The connection breaks while the page watches; once it is mended, the page shows what happened meanwhile. */
export async function streamCut(service: Console): Promise<void> {
  const { devnet, browser, url } = service
  const user = devnet.accounts[4]!
  const before = await heldBy(service, user)
  const intent = await committed(service, 4)
  const line = await startCutProxy(Number(new URL(url).port))
  const { page } = await openPage(browser, `http://127.0.0.1:${line.port}/i/${intent.intentId}`)
  await page.getByText(/^Live, /).waitFor()
  line.cut()
  await page.getByText(/^Not live since/).waitFor()
  await pay(service, user, intent)
  line.mend()
  // Press the button to skip the wait; it is gone if the page reconnected first.
  await page.getByRole('button', { name: 'Try now' }).evaluateAll((found) => {
    for (const button of found) (button as HTMLButtonElement).click()
  })
  await page.locator('.eyebrow .pill.ok').waitFor()
  const [left, arrived] = await amountsOf(page)
  const after = await heldBy(service, user)
  expect([before.here - after.here, after.there - before.there]).toEqual([left, arrived])
  await page.getByText(/^Not live since/).waitFor({ state: 'detached' })
  await page.getByRole('tab', { name: /^Every event/ }).click()
  expect(await page.locator('.events').innerText()).toMatch(/succeeded[\s\S]*committed/)
  await line.stop()
}

const vaultAbi = parseAbi([
  'function convertToAssets(uint256 shares) view returns (uint256)',
  'event Deposit(address indexed sender, address indexed owner, uint256 assets, uint256 shares)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])

/** From the market list to a position: what arrives goes into the vault for the owner. */
export async function entersAMarket(service: Console): Promise<void> {
  const { devnet, browser, url } = service
  const user = devnet.accounts[0]!
  const read = async () => ({
    paid: await balance(devnet, harbor, tokens.usdc, user.address),
    shares: await balance(devnet, island, tokens.vault, user.address),
    vault: await balance(devnet, island, tokens.usdc, tokens.vault),
  })
  // These chains only mine on demand, and a vault's rate is measured between blocks of two different seconds.
  await rpc(devnet.chains.find(({ id }) => id === island)!.rpcUrl, 'anvil_mine', ['0x2', '0x1'])
  const chain = walletOf(devnet, island, user)
  const fromBlock = (await chain.getBlockNumber({ cacheTime: 0 })) + 1n
  const before = await read()
  const { page, said } = await openPage(browser, `${url}/console/explore`)
  await page.getByRole('button', { name: 'Where to' }).first().click()
  await page.getByRole('heading', { name: /^From / }).waitFor()
  await picture(page, 'explore')
  await expectAccessible(page)
  await page.locator('a[href*="into=island-usdc-erc4626-vault"]').click()
  await page.getByText(', for you').waitFor()
  await page.getByLabel('You pay', { exact: true }).fill('30')
  await (await quoteFor(page, 'Sign and send 30 USDC')).click()
  await page.waitForURL(/\/console\/intents\/0x/)
  await page.locator('.eyebrow .pill.ok').waitFor()
  const after = await read()
  const [left, arrived] = await amountsOf(page)
  expect(before.paid - after.paid).toBe(left)
  const log = { abi: vaultAbi, fromBlock }
  const deposits = await chain.getContractEvents({ ...log, address: tokens.vault, eventName: 'Deposit' })
  expect(deposits.map(({ args: { owner, assets, shares } }) => ({ owner, assets, shares }))).toEqual([
    { owner: user.address, assets: arrived, shares: after.shares - before.shares },
  ])
  // A deposit also mints the vault's earnings since the last one.
  const mint = { from: zeroAddress, to: tokens.vault }
  const mints = await chain.getContractEvents({ ...log, address: tokens.usdc, eventName: 'Transfer', args: mint })
  const earned = mints.reduce((sum, { args: { value = 0n } }) => sum + value, 0n)
  expect(after.vault - before.vault - earned).toBe(arrived)
  await page.goto(`${url}/console/explore`)
  await page.getByLabel('Address whose positions to show').fill(user.address)
  const row = page.locator('section[aria-labelledby="positions"] tbody tr', { hasText: 'Vault USDC' })
  const figure = async () => (await row.locator('td').nth(2).innerText()).replace(' USDC', '')
  // Shares gain with every block, so read the chain before and after the page.
  const worth = () =>
    chain.readContract({ address: tokens.vault, abi: vaultAbi, functionName: 'convertToAssets', args: [after.shares] })
  const least = await worth()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  const shown = parseUnits(await figure(), 6)
  expect(shown).toBeGreaterThan(0n)
  expect(shown).toBeLessThanOrEqual(await worth())
  expect(least - shown).toBeLessThanOrEqual(least / 1_000_000n)
  expect(said).toEqual([])
}

type Signer = { chainId: number; address: string }
const isSame = (a: Signer, b: Signer) => a.chainId === b.chainId && a.address === b.address

/** With reduced motion nothing moves; without, a live page's dot beats. */
async function expectStill({ browser }: Console, url: string): Promise<void> {
  for (const [reducedMotion, isStill] of [
    ['reduce', true],
    ['no-preference', false],
  ] as const) {
    const context = await browser.newContext({ reducedMotion })
    const { page } = await openPage(context, url)
    await page.getByText(/^Live, /).waitFor()
    expect(await page.evaluate(() => document.getAnimations().length === 0)).toBe(isStill)
    await context.close()
  }
}

/** The operator's board agrees with chains and receipts on signers and earnings. */
export async function boardIsTrue(service: Console): Promise<void> {
  const { devnet, url, app, client } = service
  const admin = createAdminClient({ url, secret: app.operatorSecret!, operator: 'suite' })
  const { signers } = await admin.getSigners()
  expect(new Set(signers.map(({ chainId }) => chainId))).toEqual(new Set(devnet.chains.map(({ id }) => id)))
  for (const { chainId, address } of signers) {
    // Transactions of the last story may be mined between the two reads.
    const told = async () =>
      (await admin.getSigners()).signers.find((one) => isSame(one, { chainId, address }))?.balance
    await eventually(async () => (await told()) === (await balance(devnet, chainId, native, address))).toBe(true)
  }
  const sum = (list: { amount: bigint }[]) => list.reduce((total, { amount }) => total + amount, 0n)
  /** Receipts and earnings are two reads; a block that becomes final in between is only in the second. */
  const differences = async () => {
    const { intents } = await client.getIntentHistory({ page: { pageSize: 100 } })
    const moves = intents.flatMap(({ receipt }) => receipt.moves ?? [])
    const collected = moves.filter(({ to }) => to === 'collector')
    const { earnings, gas } = await admin.getEarnings({ fromTime: 0 })
    const earned = earnings.map(({ chainId, tokenAddress, fees, relayFees }) => {
      const own = collected.filter((move) => move.chainId === chainId && move.tokenAddress === tokenAddress)
      return fees + relayFees - sum(own)
    })
    const spent = gas.map(
      ({ chainId, amount }) => amount - sum(moves.filter((move) => move.why === 'gas' && move.chainId === chainId)),
    )
    return { isEarned: earned.length > 0, differences: [...earned, ...spent].filter((one) => one !== 0n) }
  }
  await eventually(differences).toEqual({ isEarned: true, differences: [] })
  const { intents } = await client.getIntentHistory({ page: { pageSize: 1 } })
  const found = await admin.findIntents({ query: intents[0]!.intentId })
  expect(found.intents.map(({ intentId }) => intentId)).toEqual([intents[0]!.intentId])
  const { hours } = await admin.getProviderHistory({})
  expect(hours.find(({ provider }) => provider === 'ACROSS')?.answered).toBeGreaterThan(0)
  const refused = await admin
    .replaceTransaction({ chainId: harbor, signer: signers[0]!.address, nonce: 999_999 })
    .then(String, ({ error }: { error: string }) => error)
  expect(refused).toBe('NotFound')
}

/** The service has no worker. An external one dies between two effects, another ends the intent; the page follows. */
export async function workerKilled(service: Console): Promise<void> {
  const { devnet, browser, client, database, url } = service
  const user = devnet.accounts[7]!
  const work = () => chaosConfig(devnet, database.url, { roles: { api: false } })
  let worker: ServiceProcess | undefined
  onTestFinished(() => worker?.stop())
  const intent = await committed(service, 7, { originTokenAmount: 75_000_000n })
  const { page, said } = await openPage(browser, `${url}/i/${intent.intentId}`)
  const before = await balance(devnet, island, tokens.usdc, user.address)
  const dying = startProcess(work(), 'transaction.broadcast')
  await execute({ client, devnet }, user, intent)
  await (await dying).gone
  expect(await page.locator('.eyebrow .pill.ok').count()).toBe(0)
  await page.locator('.eyebrow .pill.move', { hasNotText: 'Waiting for deposit' }).waitFor()
  await page.locator('.time li[aria-current="step"]', { hasText: 'so far' }).waitFor()
  await picture(page, 'executing')
  await expectAccessible(page)
  await expectStill(service, page.url())
  worker = await startProcess(work())
  await page.locator('.eyebrow .pill.ok').waitFor()
  const [left, arrived] = await amountsOf(page)
  expect(left).toBe(75_000_000n)
  expect(arrived).toBe((await balance(devnet, island, tokens.usdc, user.address)) - before)
  await page.getByText('Every unit is accounted for.').waitFor()
  expect(said).toEqual([])
}
