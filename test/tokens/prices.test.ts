import { type Address, concatHex, encodeFunctionData, encodePacked, type Hex, maxUint256, parseAbi, toHex } from 'viem'
import { expect, test } from 'vitest'
import { devnetAddresses } from '../../src/chains/definitions/devnet/devnetAddresses.ts'
import { devnetTokens, tokenNames } from '../../src/chains/definitions/devnet/facts.ts'
import { devnetKeys } from '../../src/chains/definitions/devnet/keys.ts'
import { rpc } from '../../src/devnet/rpc.ts'
import { systemClock } from '../../src/host/clock.ts'
import { uniswapV2Abi, uniswapV3Abi } from '../../src/providers/protocolAbis.ts'
import { midPrice } from '../../src/routing/curve.ts'
import { createPoolGraph } from '../../src/routing/graph.ts'
import type { Pool } from '../../src/routing/pool.ts'
import { createAavePrices } from '../../src/tokens/aavePrices.ts'
import { createMulticallBalances } from '../../src/tokens/multicallBalances.ts'
import { createOraclePrices, maxAgeS } from '../../src/tokens/oraclePrices.ts'
import { createPoolPrices } from '../../src/tokens/poolPrices.ts'
import { createPriceBook } from '../../src/tokens/priceBook.ts'
import type { PriceSource } from '../../src/tokens/priceSource.ts'
import { type DevnetFixture, native, rpcUrlOf, sendAs, useMarket } from '../providers/setup.ts'

const feedAbi = parseAbi(['function update(int256 answer)'])
const { uniswapV2, uniswapV3 } = devnetAddresses
const { fixture, user, sync } = useMarket(2, [uniswapV2.router, uniswapV3.router])

const clockAt = (nowMs: () => number) => ({ ...systemClock, nowMs })
const oracle = () => createOraclePrices({ chains: fixture.chains, clock: systemClock })
const decimals = (_: number, token: Address) =>
  devnetTokens[tokenNames.find((name) => fixture.devnet.contracts[name] === token)!]?.decimals

/** Waits for the service's own view of the chain: feeds are judged by its head. */
async function passTime(seconds: number): Promise<void> {
  await rpc(rpcUrlOf(fixture, fixture.harbor), 'evm_increaseTime', [seconds])
  await rpc(rpcUrlOf(fixture, fixture.harbor), 'evm_mine')
  await sync.caughtUp(fixture.harbor)
}

/** Only pools of one kind around one token, so that a test knows which pool speaks. */
function poolsOf(kind: Pool['kind'], token: Address) {
  const pools = sync
    .graph(31_337)!
    .pools.filter((pool): pool is Pool => pool?.kind === kind && (pool.token0 === token || pool.token1 === token))
  return { graph: () => createPoolGraph({ chainId: 31_337, wrappedNative: fixture.devnet.contracts.weth, pools }) }
}

async function swapWethForUsdc(kind: Pool['kind'], amountIn: bigint): Promise<void> {
  const { weth, usdc, uniswapV2, uniswapV3 } = fixture.devnet.contracts
  const v2 = [amountIn, 0n, [weth, usdc], user, maxUint256] as const
  const path = encodePacked(['address', 'uint24', 'address'], [weth, 500, usdc])
  const v3 = { path, recipient: user, deadline: maxUint256, amountIn, amountOutMinimum: 0n }
  const data =
    kind === 'v2'
      ? encodeFunctionData({ abi: uniswapV2Abi, functionName: 'swapExactTokensForTokens', args: v2 })
      : encodeFunctionData({ abi: uniswapV3Abi, functionName: 'exactInput', args: [v3] })
  await sendAs(fixture, fixture.harbor, user, { to: (kind === 'v2' ? uniswapV2 : uniswapV3).router, data })
}

test('feeds give dollars, and native and wrapped native share one', async () => {
  const { weth, usdc, wbtc } = fixture.devnet.contracts
  const asked = [native, weth, usdc, wbtc] as Address[]
  const prices = await oracle().prices(asked.map((token) => ({ chainId: 31_337, token })))
  expect(prices.map((price) => price?.usd)).toEqual([3_000, 3_000, 1, 60_000])
  expect(prices.every((price) => price?.source === 'oracle')).toBe(true)
  expect(await oracle().price(31_337, user)).toBeUndefined()
  expect(await oracle().price(1, usdc)).toBeUndefined()
})

test('balances of a wallet come in the order asked, native included', async () => {
  const { usdc, weth } = fixture.devnet.contracts
  const balances = await createMulticallBalances(fixture.chains).balances(31_337, user, [usdc, native, weth])
  expect(balances[0]).toBe(300_000_000_000n)
  expect(balances[1]).toBeGreaterThan(10n ** 18n)
  expect(balances[2]).toBe(100n * 10n ** 18n)
  await expect(createMulticallBalances(fixture.chains).balances(1, user, [usdc])).rejects.toThrow()
})

test('a v3 pool gives the mean over time, whatever the price of the moment', async () => {
  const { weth, usdc } = fixture.devnet.contracts
  await passTime(2_000)
  await feedsSpeak()
  const pools = createPoolPrices({
    chains: fixture.chains,
    liquidity: poolsOf('v3', weth),
    anchors: only(usdc),
    decimals,
  })
  const before = await pools.price(31_337, weth)
  expect(before!.source).toBe('pool')
  expect(Math.abs(before!.usd / 3_000 - 1)).toBeLessThan(0.001)
  await swapWethForUsdc('v3', 90n * 10n ** 18n)
  await sync.caughtUp(fixture.harbor)
  const moved = poolsOf('v3', weth)
    .graph()
    .pools.find((pool) => pool!.kind === 'v3' && pool!.feePpm === 500)!
  expect(midPrice(moved, weth)).not.toBe(before!.usd)
  // The pool remembers nothing from before the swap, so another one speaks, or none.
  const after = await pools.price(31_337, weth)
  expect(Math.abs(after!.usd / before!.usd - 1)).toBeLessThan(0.000_1)
})

test('a v2 pool is averaged between two looks, and says nothing before', async () => {
  const { weth, usdc } = fixture.devnet.contracts
  await feedsSpeak()
  const pools = createPoolPrices({
    chains: fixture.chains,
    liquidity: poolsOf('v2', weth),
    anchors: only(usdc),
    decimals,
  })
  expect(await pools.price(31_337, weth)).toBeUndefined()
  await passTime(400)
  const calm = await pools.price(31_337, weth)
  expect(Math.abs(calm!.usd / 3_000 - 1)).toBeLessThan(0.001)
  await swapWethForUsdc('v2', 5n * 10n ** 18n)
  await sync.caughtUp(fixture.harbor)
  const shortly = await pools.price(31_337, weth)
  expect(Math.abs(shortly!.usd / calm!.usd - 1)).toBeLessThan(0.000_5)
  // Nobody asked for an hour: a mean over that is no price of now.
  await passTime(3_600)
  await feedsSpeak()
  expect(await pools.price(31_337, weth)).toBeUndefined()
  await passTime(400)
  expect(await pools.price(31_337, weth)).toMatchObject({ source: 'pool' })
})

test('a shallow pool is not believed', async () => {
  const { weth, usdc } = fixture.devnet.contracts
  await feedsSpeak()
  const settings = { depthUsdMin: 10 ** 12 }
  const pools = createPoolPrices({ chains: fixture.chains, liquidity: sync, anchors: only(usdc), decimals, settings })
  expect(await pools.price(31_337, weth)).toBeUndefined()
})

test('a feed that is late gives no price, and a pool stands in for it', async () => {
  const { dai } = fixture.devnet.contracts
  await passTime(4_200)
  await feedsSpeak(['USDC'])
  expect(await oracle().price(31_337, dai)).toBeUndefined()
  const pools = createPoolPrices({ chains: fixture.chains, liquidity: sync, anchors: oracle(), decimals })
  const book = createPriceBook({ sources: [oracle(), pools], clock: systemClock })
  const price = await book.price(31_337, dai)
  expect(price!.source).toBe('pool')
  expect(Math.abs(price!.usd - 1)).toBeLessThan(0.001)
})

test('AaveOracle prices what its market lists, and is as old as the feed behind it', async () => {
  const { weth, usdc, dai } = fixture.devnet.contracts
  await feedsSpeak()
  const aave = createAavePrices({ chains: fixture.chains, clock: systemClock })
  const asked = [native, weth, usdc, dai, user] as Address[]
  const prices = await aave.prices(asked.map((token) => ({ chainId: 31_337, token })))
  expect(prices.map((price) => price?.usd)).toEqual([3_000, 3_000, 1, 1, undefined])
  expect(await aave.price(1, usdc)).toBeUndefined()
  await passTime(4_200)
  await feedsSpeak(['USDC'])
  const later = await aave.prices(asked.map((token) => ({ chainId: 31_337, token })))
  expect(later.map((price) => price?.usd)).toEqual([undefined, undefined, 1, undefined, undefined])
})

test('after a restart of the sequencer only what feeds say since then is believed, and nothing while it is down', async () => {
  const { usdc, dai } = fixture.devnet.contracts
  const sequencerUptime: Address = '0x00000000000000000000000000000000005e9001'
  const { harbor } = fixture
  const rollup = { ...harbor, definition: { ...harbor.definition, sequencerUptime } }
  const chains = new Map([[harbor.id, rollup]])
  const usd = async (token: Address) =>
    Promise.all([
      createOraclePrices({ chains, clock: systemClock }).price(harbor.id, token),
      createAavePrices({ chains, clock: systemClock }).price(harbor.id, token),
    ]).then((prices) => prices.map((price) => price?.usd))
  const report = (down: 0 | 1, sinceS: number) =>
    rpc(rpcUrlOf(fixture, harbor), 'anvil_setCode', [sequencerUptime, uptimeCode(down, sinceS)])
  await feedsSpeak()
  expect(await usd(dai)).toEqual([undefined, undefined])
  await report(0, 1)
  expect(await usd(dai)).toEqual([1, 1])
  await report(1, 1)
  expect(await usd(dai)).toEqual([undefined, undefined])
  await passTime(60)
  await report(0, (await harbor.head()).timestampS)
  await feedsSpeak(['USDC'])
  expect([await usd(dai), await usd(usdc)]).toEqual([
    [undefined, undefined],
    [1, 1],
  ])
})

test('a feed may be late by a tenth of its heartbeat, and by 5 minutes in any case', () => {
  expect([27, 3_600, 86_400].map(maxAgeS)).toEqual([327, 3_960, 95_040])
})

test('the book asks once for many, forgets after a moment, and passes over a source that fails', async () => {
  let asked = 0
  let nowMs = 0
  const failing: PriceSource = {
    price: () => Promise.reject(new Error('down')),
    prices: () => Promise.reject(new Error('down')),
  }
  const counting: PriceSource = {
    price: async () => ({ usd: ++asked, observedAtMs: 0, source: 'oracle' }),
    prices: async () => [],
  }
  const book = createPriceBook({ sources: [failing, counting], clock: clockAt(() => nowMs), keptMs: 1_000 })
  const same = await book.prices(Array.from({ length: 5 }, () => ({ chainId: 1, token: native })))
  expect(same.map((price) => price!.usd)).toEqual([1, 1, 1, 1, 1])
  nowMs = 1_001
  expect((await book.price(1, native))!.usd).toBe(2)
  const none = createPriceBook({ sources: [failing], clock: clockAt(() => nowMs) })
  await expect(none.price(1, native)).rejects.toThrow('down')
})

/** Code of an uptime feed whose every round is (1, down, since, since, 1). */
function uptimeCode(down: 0 | 1, sinceS: number): Hex {
  const words = [1, down, sinceS, sinceS, 1]
  const stores = words.map((word, at) =>
    concatHex(['0x7f', toHex(word, { size: 32 }), '0x60', toHex(at * 32, { size: 1 }), '0x52']),
  )
  return concatHex([...stores, '0x60a06000f3'])
}

/** Prices from feeds, of one token only. */
function only(token: Address): PriceSource {
  const source = oracle()
  const price: PriceSource['price'] = async (chainId, asked) =>
    asked === token ? source.price(chainId, asked) : undefined
  return { price, prices: (tokens) => Promise.all(tokens.map((one) => price(one.chainId, one.token))) }
}

async function feedsSpeak(
  names: (keyof DevnetFixture['devnet']['contracts']['feeds'])[] = ['USDC', 'ETH', 'DAI'],
): Promise<void> {
  const { feeds } = fixture.devnet.contracts
  for (const name of names) {
    const dollars = name === 'ETH' ? 3_000n : 1n
    const data = encodeFunctionData({ abi: feedAbi, functionName: 'update', args: [dollars * 10n ** 8n] })
    await sendAs(fixture, fixture.harbor, devnetKeys().keeper.address, { to: feeds[name], data })
  }
  await sync.caughtUp(fixture.harbor)
}
