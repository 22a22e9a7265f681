import { erc20Abi, zeroAddress } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { DevnetKey } from '../../src/chains/definitions/devnet/keys.ts'
import type { Response } from '../../src/interface/operations.ts'
import { type AdminClient, createAdminClient } from '../../src/sdk/adminClient.ts'
import { createClient, runIntent } from '../../src/sdk/client.ts'
import { useForAll } from '../useParts.ts'
import {
  balance,
  finished,
  fromTo,
  harbor,
  island,
  mined,
  native,
  restingPlaces,
  startServiceOn,
  tokens,
  useService,
  walletOf,
} from './setup.ts'

const amount = 25_000_000n
const service = useService()
const other = useForAll(() => startServiceOn(service.devnet, service.database.url))
let admin: AdminClient
beforeAll(async () => {
  admin = createAdminClient({ url: service.app.url, secret: service.app.operatorSecret! })
})
afterAll(async () => {
  await admin?.setSponsorBudget({ projectId: 1, usdPerDay: 0 })
})

const setBudget = (usdPerDay: number) => admin.setSponsorBudget({ projectId: 1, usdPerDay })

/** An account with exactly the deposit and no gas. */
async function poorUser(): Promise<DevnetKey> {
  const privateKey = generatePrivateKey()
  const user = { privateKey, address: privateKeyToAddress(privateKey) }
  const giver = walletOf(service.devnet, harbor, service.devnet.accounts[0]!)
  const args = [user.address, amount] as const
  await mined(giver, giver.writeContract({ address: tokens.usdc, abi: erc20Abi, functionName: 'transfer', args }))
  return user
}

const request = (user: DevnetKey, recipient = user.address, destinationChainId: number = island) => ({
  ownerAddress: user.address,
  ...fromTo([harbor, tokens.usdc, amount], [destinationChainId, destinationChainId === harbor ? native : tokens.usdc]),
  destinationToAddress: recipient,
})

type Quoted = Response<'QuoteIntent'>
const wayIn = ({ depositWays = [] }: Quoted) =>
  depositWays.find(({ way }) => way === 'receiveWithAuthorization') ?? expect.unreachable('USDC takes ERC-3009')

/** Commits, and signs the quote; the returned call executes it at one of the servers. */
async function prepare(user: DevnetKey, quoted: Quoted) {
  const { sign, depositSignature } = wayIn(quoted)
  const intentSignature = await walletOf(service.devnet, harbor, user).signTypedData(JSON.parse(sign![0]!.typedData))
  await service.client.commitIntent({ intent: quoted.intent })
  const { intentId } = quoted.intent
  return (client = service.client) =>
    client.executeIntent({ intentId, depositSignature: { ...depositSignature!, intentSignature } })
}

test('a user without gas signs once, pays no fee, and the recipient gets it', async () => {
  await setBudget(50)
  const [user, recipient] = [await poorUser(), privateKeyToAddress(generatePrivateKey())]
  const wallet = walletOf(service.devnet, harbor, user)
  const signs = vi.spyOn(wallet.account, 'signTypedData')
  const receipt = await runIntent({
    client: service.client,
    wallet,
    readers: { [island]: walletOf(service.devnet, island, user) },
    request: request(user, recipient),
  })
  expect(receipt).toMatchObject({ status: 'SUCCEEDED', verified: 'chain' })
  expect(signs).toHaveBeenCalledTimes(1)
  expect(await balance(service.devnet, harbor, tokens.usdc, user.address)).toBe(0n)
  expect(await balance(service.devnet, harbor, native, user.address)).toBe(0n)
  const arrived = await balance(service.devnet, island, tokens.usdc, recipient)
  expect(arrived).toBe(receipt.destinationTransaction?.tokenAmount)

  // The owner paid fee and bridge to the unit, nothing for relaying; the project's day shows the cost.
  const entry = receipt.depositTransaction.depositIntentEntry
  expect(entry).toMatchObject({ feeAmount: '0', way: 'receiveWithAuthorization' })
  expect(receipt.moves?.some(({ why }) => why === 'relayFee')).toBe(false)
  const ledger = receipt.moves!.map(({ tokenAddress: token, ...entry }) => ({ ...entry, token }))
  const resting = restingPlaces(ledger)
  expect(resting[`owner:${harbor}:${tokens.usdc.toLowerCase()}`]).toBe(-amount)
  expect(Object.keys(resting).filter((place) => /Intent/.test(place))).toEqual([])
  expect(resting[`recipient:${island}:${tokens.usdc.toLowerCase()}`]).toBe(arrived)
  const { days, leftUsd } = await admin.getSponsorship({ projectId: 1 })
  expect(days).toEqual([
    { day: expect.stringMatching(/T00:00:00/), heldUsd: 0, spentUsd: entry?.sponsoredUsd, deposits: 1 },
  ])
  expect(entry!.sponsoredUsd).toBeGreaterThan(0)
  expect(leftUsd).toBeCloseTo(50 - entry!.sponsoredUsd!, 6)
  const metrics = await (await fetch(`${service.app.url}/metrics`)).text()
  expect(metrics).toMatch(/causeway_sponsored_deposits_total\{outcome="held"\} 1/)
})

test('of users at two servers who want the last of a budget, as many get it as it pays for', async () => {
  await setBudget(1_000)
  const users: DevnetKey[] = []
  for (let count = 0; count < 6; count++) users.push(await poorUser())
  const quotes: Quoted[] = []
  for (const user of users) quotes.push(await service.client.quoteIntent(request(user, user.address, harbor)))
  expect(quotes.map((quoted) => wayIn(quoted).sponsored)).toEqual(users.map(() => true))
  const { usedUsd, feeUsd } = await measure(users[0]!)
  await setBudget(usedUsd + 3.5 * feeUsd)
  const executes = await Promise.all(quotes.map((quoted, at) => prepare(users[at]!, quoted)))
  const clients = [service.client, createClient({ url: other.url })]
  const outcomes = await Promise.allSettled(executes.map((execute, at) => execute(clients[at % 2]!)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []))
  for (const error of refused)
    expect(error.message).toMatch(
      /what the project pays for deposits is used up until 20\d\d-\d\d-\d\dT00:00:00.000Z: \$\d+\.\d\d a day;/,
    )
  for (const [at, { status }] of outcomes.entries())
    if (status === 'fulfilled') expect((await finished(service, quotes[at]!.intent.intentId)).status).toBe('SUCCEEDED')
  const { leftUsd } = await admin.getSponsorship({ projectId: 1 })
  expect(leftUsd).toBeGreaterThanOrEqual(0)

  // The refused ones still have the quote: the same deposit with the owner's fee goes through.
  const late = outcomes.findIndex(({ status }) => status === 'rejected')
  const { intent } = quotes[late]!
  expect((await service.client.getIntentReceipt({ intentId: intent.intentId })).intentReceipt.status).toBe('COMMITTED')
})

test('a quote beyond the budget names the fee that the owner pays', async () => {
  await setBudget(0.000_001)
  const user = await poorUser()
  const way = wayIn(await service.client.quoteIntent(request(user)))
  expect(way.sponsored).toBeUndefined()
  expect(way.depositSignature!.selectedGasFeeOption.amount).toBeGreaterThan(0n)
  expect(way.costUsd).toBeGreaterThan(0)
})

test('a budget that was taken away after the quote starts nothing', async () => {
  await setBudget(1_000)
  const user = await poorUser()
  const execute = await prepare(user, await service.client.quoteIntent(request(user)))
  await setBudget(0)
  await expect(execute()).rejects.toThrow(/the project pays for no deposits any more; ask for a new quote/)
  expect(await admin.getSponsorship({ projectId: 1 })).toMatchObject({ usdPerDay: 0, leftUsd: 0 })
})

test('a fee between nothing and the whole is refused', async () => {
  await setBudget(1_000)
  const user = await poorUser()
  const quoted = await service.client.quoteIntent(request(user))
  await service.client.commitIntent({ intent: quoted.intent })
  const { depositSignature } = wayIn(quoted)
  const selectedGasFeeOption = { ...depositSignature!.selectedGasFeeOption, amount: 1n }
  const half = { ...depositSignature!, selectedGasFeeOption, intentSignature: zeroAddress }
  await expect(
    service.client.executeIntent({ intentId: quoted.intent.intentId, depositSignature: half }),
  ).rejects.toThrow(/amount: is below the offered/)
})

/** Today's used budget, and what one more deposit reserves. */
async function measure(user: DevnetKey) {
  const { usdPerDay, leftUsd } = await admin.getSponsorship({ projectId: 1 })
  await setBudget(0.000_001)
  const { amountUsd } = wayIn(await service.client.quoteIntent(request(user, user.address, harbor))).depositSignature!
    .selectedGasFeeOption
  return { usedUsd: usdPerDay - leftUsd, feeUsd: amountUsd }
}
