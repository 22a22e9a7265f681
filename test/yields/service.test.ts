import { erc20Abi, formatUnits, parseAbi, parseUnits } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import { yieldBalance, yieldMarket } from '../../src/interface/yieldShapes.ts'
import { depositToMarket, withdrawFromMarket } from '../../src/sdk/depositToMarket.ts'
import {
  balance,
  finished,
  fromTo,
  harbor,
  island,
  type Service,
  settle,
  tokens,
  useService,
  walletOf,
} from '../e2e/setup.ts'
import { post } from '../server/serve.ts'
import { growOlder } from './setup.ts'

type Balance = { yieldId: string; address: string; network: string; amount: string; amountUsd: string }
const nobody = '0x00000000000000000000000000000000000face1'
const usdcOnIsland = 'island-usdc-aave-v3-lending'
const vaultOnIsland = 'island-usdc-erc4626-vault'

const service = useService()
beforeAll(async () => {
  for (const { id, rpcUrl } of service.devnet.chains) await growOlder(service.app.world.chains.get(id)!, rpcUrl)
})

const marketsOf = async (request: Parameters<Service['client']['yieldGetMarkets']>[0] = {}) => {
  const { payload } = await service.client.yieldGetMarkets(request)
  return (JSON.parse(payload) as unknown[]).map((one) => yieldMarket.parse(one))
}
const balancesOf = async (queries: { address: string; network: string }[]): Promise<Balance[]> =>
  JSON.parse((await service.client.yieldGetAggregateBalances({ queries })).payload)

describe('markets and pools over HTTP', () => {
  test('every reserve and vault of three chains, largest first, the same names in both operations', async () => {
    const markets = await marketsOf()
    expect(markets).toHaveLength(15)
    expect(new Set(markets.map(({ network }) => network))).toEqual(new Set(['harbor', 'island', 'summit']))
    expect(markets.map(({ statistics }) => statistics.tvlUsd)).toEqual(
      markets.map(({ statistics }) => statistics.tvlUsd).toSorted((a, b) => b - a),
    )
    const { pools, cached, timestamp } = await service.client.getEarnPools()
    expect(cached).toBe(true)
    // The service uses the database's clock.
    expect(Math.abs(Date.parse(timestamp) - Date.now())).toBeLessThan(600_000)
    expect(pools.map(({ id }) => id).toSorted()).toEqual(markets.map(({ id }) => id).toSorted())
    for (const pool of pools) {
      const market = markets.find(({ id }) => id === pool.id)!
      expect(pool.apy).toBeCloseTo(market.rewardRate * 100, 9)
      expect(pool).toMatchObject({ token: market.token, depositAddress: market.depositAddress, isActive: true })
    }
  })

  test('are filtered, searched, sorted and paged', async () => {
    const island4 = await marketsOf({ provider: 'AAVE-V3', chainId: String(island), sort: 'rewardRateAsc' })
    expect(island4).toHaveLength(4)
    const rates = island4.map(({ rewardRate }) => rewardRate)
    expect(rates).toEqual(rates.toSorted((a, b) => a - b))
    expect(rates[0]).toBeGreaterThan(0)
    const reversed = await marketsOf({ provider: 'aave-v3', chainId: String(island), sort: 'rewardRateDesc' })
    expect(reversed.map(({ id }) => id)).toEqual(island4.map(({ id }) => id).toReversed())
    expect((await marketsOf({ type: 'vault' })).map(({ type }) => type)).toEqual(['vault', 'vault', 'vault'])
    expect((await marketsOf({ search: 'usd COIN island' })).map(({ id }) => id).toSorted()).toEqual([
      usdcOnIsland,
      vaultOnIsland,
    ])
    expect(await marketsOf({ search: 'nothing like it' })).toEqual([])
    const all = await marketsOf({ sort: 'tvlAsc' })
    const pages = [
      await marketsOf({ sort: 'tvlAsc', limit: 8 }),
      await marketsOf({ sort: 'tvlAsc', limit: 8, offset: 8 }),
    ]
    expect(pages.flat().map(({ id }) => id)).toEqual(all.map(({ id }) => id))
    expect(await marketsOf({ offset: 15 })).toEqual([])
    const { pools } = await service.client.getEarnPools({ protocols: ['ERC4626'], chainIds: [island] })
    expect(pools.map(({ id }) => id)).toEqual([vaultOnIsland])
    const large = await service.client.getEarnPools({ minTvl: 25_000_000, maxApy: 50 })
    expect(large.pools.map(({ token }) => token.symbol)).toEqual(['WETH', 'WETH', 'WETH'])
    expect((await service.client.getEarnPools({ maxApy: 0 })).pools).toEqual([])
  })

  test('refuse what they do not know', async () => {
    const { url } = service.app
    const refused = async (operation: string, body: unknown) => (await post(url, operation, body)).body.error
    expect(await refused('YieldGetMarkets', { chainId: '5' })).toBe('UnsupportedNetwork')
    expect(await refused('YieldGetMarkets', { chainId: '0x1' })).toBe('InvalidArgument')
    expect(await refused('YieldGetMarkets', { sort: 'best' })).toBe('InvalidArgument')
    expect(await refused('YieldGetMarkets', { limit: 101 })).toBe('InvalidArgument')
    expect(await refused('GetEarnPools', { chainIds: [5] })).toBe('UnsupportedNetwork')
    const query = { address: nobody, network: 'island' }
    expect(await refused('YieldGetAggregateBalances', { queries: [] })).toBe('InvalidArgument')
    expect(await refused('YieldGetAggregateBalances', { queries: Array(26).fill(query) })).toBe('InvalidArgument')
    const unknown = [query, { ...query, network: 'atlantis' }]
    expect(await refused('YieldGetAggregateBalances', { queries: unknown })).toBe('UnsupportedNetwork')
  })

  test('a wallet without positions has an empty list', async () => {
    expect(await balancesOf([{ address: nobody, network: 'island' }])).toEqual([])
  })
})

describe('earning through an intent', () => {
  const aTokenAbi = parseAbi([
    'function getReserveTokensAddresses(address) view returns (address aToken, address, address)',
  ])

  /** DAI on Harbor into a market on Island. */
  async function earn(marketId: string, userIndex: number) {
    const { client, devnet } = service
    const user = devnet.accounts[userIndex]!
    const market = (await marketsOf({ chainId: String(island) })).find(({ id }) => id === marketId)!
    const request = depositToMarket(market, {
      ownerAddress: user.address,
      originChainId: harbor,
      originTokenAddress: tokens.dai,
      originTokenAmount: 400n * 10n ** 18n,
    })
    const { intent } = await client.quoteIntent(request)
    const receipt = await settle(service, user, intent)
    expect(receipt.status).toBe('SUCCEEDED')
    return { intent, user, market }
  }

  /** Between the protocol's answers before and after, because interest accrues; $1 for each $1 token. */
  function expectPosition(found: Balance, before: bigint, after: bigint): void {
    expect(yieldBalance.parse(found)).toEqual(found)
    const amount = parseUnits(found.amount, 6)
    expect(amount).toBeGreaterThanOrEqual(before)
    expect(amount).toBeLessThanOrEqual(after)
    expect(found.amountUsd).toBe(formatUnits(amount, 6))
  }

  test('DAI on Harbor becomes a position in Aave on Island, and leaves it again for DAI on Harbor', async () => {
    const { client, devnet } = service
    const { intent, user, market } = await earn(usdcOnIsland, 5)
    const queries = ['harbor', 'island', 'summit', 'island'].map((network) => ({ address: user.address, network }))
    const wallet = walletOf(devnet, island, user)
    const [aToken] = await wallet.readContract({
      address: tokens.aave.dataProvider,
      abi: aTokenAbi,
      functionName: 'getReserveTokensAddresses',
      args: [tokens.usdc],
    })
    const position = () =>
      wallet.readContract({ address: aToken, abi: erc20Abi, functionName: 'balanceOf', args: [user.address] })
    const before = await position()
    const found = await balancesOf(queries)
    const after = await position()
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({ yieldId: usdcOnIsland, address: user.address, network: 'island' })
    expect(before).toBeGreaterThanOrEqual(intent.quote.toAmountMin)
    expectPosition(found[0]!, before, after)

    const amount = 150_000_000n
    const leaving = await client.quoteIntent({
      ownerAddress: user.address,
      ...fromTo([island, tokens.usdc, amount], [harbor, tokens.dai]),
    })
    await client.commitIntent({ intent: leaving.intent })
    const daiBefore = await balance(devnet, harbor, tokens.dai, user.address)
    const { to, data } = withdrawFromMarket(market, {
      amount,
      ownerAddress: user.address,
      receiver: leaving.intent.originIntentAddress,
    })
    const hash = await wallet.sendTransaction({ to, data })
    await client.executeIntent({ intentId: leaving.intent.intentId, depositTransactionHash: hash })
    expect((await finished(service, leaving.intent.intentId)).status).toBe('SUCCEEDED')
    const gained = (await balance(devnet, harbor, tokens.dai, user.address)) - daiBefore
    expect(gained).toBeGreaterThanOrEqual(leaving.intent.quote.toAmountMin)
    const [left] = await balancesOf([{ address: user.address, network: 'island' }])
    // The protocol rounds burnt shares, which may take one unit more than was withdrawn.
    expect(parseUnits(left!.amount, 6)).toBeGreaterThanOrEqual(before - amount - 1n)
    expect(parseUnits(left!.amount, 6)).toBeLessThan(before)
  })
})

test('metrics name what was left out', async () => {
  const text = await (await fetch(`${service.app.url}/metrics`)).text()
  expect(text).toContain('# TYPE causeway_yield_markets_left_out_total counter')
  expect(text).toContain('# TYPE causeway_yield_source_failures_total counter')
})
