import { type Abi, type Address, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { devnetKeys } from '../../src/chains/definitions/devnet/keys.ts'
import { rpc } from '../../src/devnet/rpc.ts'
import { openCost } from '../../src/host/callCost.ts'
import { systemClock } from '../../src/host/clock.ts'
import { createOraclePrices } from '../../src/tokens/oraclePrices.ts'
import type { PriceSource } from '../../src/tokens/priceSource.ts'
import { read } from '../devnet/setup.ts'
import { seenHead } from '../e2e/setup.ts'
import { rpcUrlOf } from '../providers/setup.ts'
import { useForAll } from '../useParts.ts'
import { act, openYields, startFixture, turnableClock } from './setup.ts'

const harborId = 31_337
const feedAbi = parseAbi(['function update(int256 answer)']) as Abi
const tokensAbi = parseAbi([
  'function getReserveTokensAddresses(address) view returns (address aToken, address, address)',
])
const revertsAlways = '0x60006000fd'

const fixture = useForAll(startFixture)

const ids = (markets: { id: string }[]) => markets.map(({ id }) => id).toSorted()
const all = [
  'harbor-dai-aave-v3-lending',
  'harbor-usdc-aave-v3-lending',
  'harbor-usdc-erc4626-vault',
  'harbor-wbtc-aave-v3-lending',
  'harbor-weth-aave-v3-lending',
]
const without = (id: string) => all.filter((one) => one !== id)

test('a market whose call reverts is left out and counted, the others are answered', async () => {
  const rpcUrl = rpcUrlOf(fixture, fixture.harbor)
  const { dai, aave } = fixture.devnet.contracts
  const target = { to: aave.dataProvider, abi: tokensAbi as Abi, fn: 'getReserveTokensAddresses', args: [dai] }
  const [aToken] = await read<[Address]>({ rpcUrl }, target)
  const code = await rpc<string>(rpcUrl, 'eth_getCode', [aToken, 'latest'])
  const whole = openYields(fixture)
  expect(ids((await whole.yields.markets([harborId])).markets)).toEqual(all)
  await whole.yields.stop()
  await rpc(rpcUrl, 'anvil_setCode', [aToken, revertsAlways])
  const { yields, events } = openYields(fixture)
  expect(ids((await yields.markets([harborId])).markets)).toEqual(without('harbor-dai-aave-v3-lending'))
  expect(events.leftOut).toEqual([{ chainId: harborId, protocol: 'aave-v3', market: dai, reason: 'callReverted' }])
  await yields.stop()
  await rpc(rpcUrl, 'anvil_setCode', [aToken, code])
})

test('a vault that is no vault is left out and counted', async () => {
  const rpcUrl = rpcUrlOf(fixture, fixture.island)
  const { vault } = fixture.devnet.contracts
  const code = await rpc<string>(rpcUrl, 'eth_getCode', [vault, 'latest'])
  await rpc(rpcUrl, 'anvil_setCode', [vault, revertsAlways])
  const { yields, events } = openYields(fixture)
  const { markets } = await yields.markets([fixture.island.id])
  expect(markets.map(({ providerId }) => providerId)).toEqual(Array(4).fill('aave-v3'))
  expect(events.leftOut).toMatchObject([{ protocol: 'erc4626', reason: 'callReverted' }])
  await yields.stop()
  await rpc(rpcUrl, 'anvil_setCode', [vault, code])
})

test('a protocol that does not answer at all spoils neither the other nor another chain', async () => {
  const rpcUrl = rpcUrlOf(fixture, fixture.island)
  const { dataProvider } = fixture.devnet.contracts.aave
  const code = await rpc<string>(rpcUrl, 'eth_getCode', [dataProvider, 'latest'])
  await rpc(rpcUrl, 'anvil_setCode', [dataProvider, '0x'])
  const { yields, events } = openYields(fixture)
  const { markets } = await yields.markets([harborId, fixture.island.id])
  expect(ids(markets)).toEqual([...all, 'island-usdc-erc4626-vault'])
  expect(events.failed).toEqual([`${fixture.island.id} aave-v3`])
  await yields.stop()
  await rpc(rpcUrl, 'anvil_setCode', [dataProvider, code])
})

test('a chain that went away: its markets are served stale, its positions fail alone, and with it alone the question fails', async () => {
  const { clock, turn } = turnableClock()
  const prices: PriceSource = createOraclePrices({ chains: fixture.chains, clock: systemClock })
  const broken = new Set<number>()
  const chains = new Map(
    [...fixture.chains].map(([id, chain]) => {
      const read: typeof chain.read = (...args) =>
        broken.has(id) ? Promise.reject(new Error('no node answered')) : chain.read(...args)
      return [id, { ...chain, read }]
    }),
  )
  const { yields, events } = openYields(fixture, { clock, chains, prices })
  const [owner] = fixture.devnet.accounts
  const both = [harborId, fixture.island.id]
  const before = await yields.markets(both)
  expect(before.cached).toBe(false)
  broken.add(harborId)
  turn(61_000)
  const after = await yields.markets(both)
  expect(after.markets).toHaveLength(before.markets.length)
  expect(after.markets.every(({ stale, chainId }) => stale === (chainId === harborId))).toBe(true)
  expect(after).toMatchObject({ cached: true, fetchedAtMs: before.fetchedAtMs })
  expect(events.failed.toSorted()).toEqual([`${harborId} aave-v3`, `${harborId} erc4626`])
  const questions = both.map((chainId) => ({ chainId, owner: owner!.address }))
  const cost = openCost({ chainReads: 1_000, statements: 0, threadMs: 0 })
  const answers = await yields.holdings(questions, cost)
  expect(cost.spent.chainReads).toBeGreaterThanOrEqual(after.markets.length)
  expect(answers.map(({ ok }) => ok)).toEqual([false, true])
  await yields.stop()

  const never = openYields(fixture, { clock, chains, prices })
  await expect(never.yields.markets([harborId])).rejects.toMatchObject({ error: 'QueryFailed' })
  await never.yields.stop()
})

test('a vault whose rate or price is not known is not listed and not entered, but whoever is in it can leave', async () => {
  const chains = new Map(
    [...fixture.chains].map(([id, chain]) => {
      const read: typeof chain.read = (call, options) =>
        options?.block === undefined ? chain.read(call, options) : Promise.reject(new Error('no such state'))
      return [id, { ...chain, read }]
    }),
  )
  const prices: PriceSource = { price: async () => undefined, prices: async () => [] }
  const marketId = 'harbor-usdc-erc4626-vault'
  const [{ address: owner } = { address: marketId as Address }] = fixture.devnet.accounts
  for (const unknown of [{ chains }, { prices }]) {
    const { yields } = openYields(fixture, unknown)
    expect(ids((await yields.markets([harborId])).markets)).not.toContain(marketId)
    const notFound = { error: 'NotFound' }
    await expect(yields.market(marketId)).rejects.toMatchObject(notFound)
    await expect(yields.action({ marketId, owner, action: 'enter', amount: '1' })).rejects.toMatchObject(notFound)
    const { calls } = await yields.action({ marketId, owner, action: 'exit', amount: 'all' })
    expect(calls.map(({ type }) => type)).toEqual(['withdraw'])
    await yields.stop()
  }
})

// Last, because it turns the chain's time.
test('a market whose price is stale is left out and counted, and comes back with the price', async () => {
  const rpcUrl = rpcUrlOf(fixture, fixture.harbor)
  const { feeds, wbtc } = fixture.devnet.contracts
  const keeper = devnetKeys().keeper.address
  const update = (feed: Address, answer: bigint) => act(rpcUrl, keeper, feed, feedAbi, 'update', [answer])
  await rpc(rpcUrl, 'evm_increaseTime', [2 * 3_600])
  await rpc(rpcUrl, 'evm_mine')
  await update(feeds.ETH, 3_000n * 10n ** 8n)
  await update(feeds.USDC, 10n ** 8n)
  await update(feeds.DAI, 10n ** 8n)
  await seenHead(fixture.devnet, fixture.harbor)
  const { yields, events } = openYields(fixture)
  // A vault's rate is measured over time, and the chain's clock has just been turned: this is about what has a price.
  const lending = (names: string[]) => names.filter((name) => name.includes('aave'))
  expect(lending(ids((await yields.markets([harborId])).markets))).toEqual(
    lending(without('harbor-wbtc-aave-v3-lending')),
  )
  const leftOut = events.leftOut.filter(({ protocol }) => protocol === 'aave-v3')
  expect(leftOut).toMatchObject([{ chainId: harborId, reason: 'priceUnknown' }])
  await yields.stop()
  await update(feeds.WBTC, 60_000n * 10n ** 8n)
  await seenHead(fixture.devnet, fixture.harbor)
  const again = openYields(fixture)
  const { markets } = await again.yields.markets([harborId])
  expect(lending(ids(markets))).toEqual(lending(all))
  expect(markets.find(({ token }) => token.address === wbtc)!.tvlUsd).toBeCloseTo(12_000_000, -3)
  await again.yields.stop()
})
