import { type Address, encodeFunctionData, parseAbi, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { devnetKeys } from '../../src/chains/definitions/devnet/keys.ts'
import { quoteSwap } from '../../src/providers/quoteSwap.ts'
import type { PoolV3 } from '../../src/routing/pool.ts'
import { compareSwaps, type SwapOracle } from './compareSwaps.ts'
import { openPoolSuite } from './poolSuite.ts'
import { runQuote } from './runCalls.ts'
import { type FollowedSync, followPools, native, sendAs, swap } from './setup.ts'

const name = 'UNISWAP_V4'
const key =
  'struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }' as const
const quoterAbi = parseAbi([
  key,
  'struct QuoteParams { PoolKey poolKey; bool zeroForOne; uint128 exactAmount; bytes hookData; }',
  'function quoteExactInputSingle(QuoteParams params) returns (uint256 amountOut, uint256 gasEstimate)',
  'function quoteExactOutputSingle(QuoteParams params) returns (uint256 amountIn, uint256 gasEstimate)',
])
const managerAbi = parseAbi([
  key,
  'function initialize(PoolKey key, uint160 sqrtPriceX96) returns (int24)',
  'function setProtocolFeeController(address controller)',
  'function setProtocolFee(PoolKey key, uint24 newProtocolFee)',
])
const suite = openPoolSuite(name, 5)

const poolsOf = (followed: FollowedSync) =>
  followed
    .graph(suite.fixture.harbor.id)!
    .pools.flatMap((pool): PoolV3[] => (pool?.provider === name && pool.kind === 'v3' ? [pool] : []))
const pools = () => poolsOf(suite.sync)
const asDeployer = (data: `0x${string}`) =>
  sendAs(suite.fixture, suite.fixture.harbor, devnetKeys().deployer.address, {
    to: suite.fixture.devnet.contracts.uniswapV4.poolManager,
    data,
  })

const oracle: SwapOracle = {
  call: ({ pool, zeroForOne, exact, amount }) => ({
    to: suite.fixture.devnet.contracts.uniswapV4.quoter,
    abi: quoterAbi,
    functionName: exact === 'in' ? 'quoteExactInputSingle' : 'quoteExactOutputSingle',
    args: [{ poolKey: (pool as PoolV3).key, zeroForOne, exactAmount: amount, hookData: '0x' }],
  }),
  answer: (_, result) => (result as readonly [bigint, bigint])[0],
}

test('the pools of the manager are found, that of the native currency as one of its wrapped form', () => {
  const { weth, dai, wbtc } = suite.fixture.devnet.contracts
  const tokens = pools().map(({ token0, token1 }) => [token0, token1].toSorted())
  expect(tokens.toSorted()).toEqual([[weth, dai].toSorted(), [wbtc, dai].toSorted()].toSorted())
  const ofEther = pools().find(({ key }) => key!.currency0 === zeroAddress)!
  expect([ofEther.token0, ofEther.token1]).toEqual([weth, dai])
})

test('10,000 swaps are what the manager says, to the unit, while real ones move it and the protocol takes a part', async () => {
  const { dai, wbtc } = suite.fixture.devnet.contracts
  const { definition } = suite.fixture.harbor
  const legs = [
    [native, wbtc],
    [dai, native],
    [wbtc, dai],
    [dai, wbtc],
  ] as const
  const { deployer } = devnetKeys()
  const args = [deployer.address] as const
  await asDeployer(encodeFunctionData({ abi: managerAbi, functionName: 'setProtocolFeeController', args }))
  let filled = 0
  for (const [at, [tokenIn, tokenOut]] of legs.entries()) {
    filled += await compareSwaps(suite.fixture, suite.fixture.harbor, pools(), oracle, { count: 2_500, seed: at + 1 })
    const amount = (await suite.fixture.harbor.balance(tokenIn, suite.user)) / BigInt(at + 5)
    const leg = swap(tokenIn, tokenOut, amount)
    const quote = quoteSwap(suite.sync, leg, { allow: [name], definition })
    const { paid, got } = await runQuote(suite.fixture, suite.fixture.harbor, suite.user, leg, quote, suite.user)
    expect([paid, got]).toEqual([quote.amountIn, quote.amountOut])
    for (const token of [dai, wbtc, native] as const) {
      expect(await suite.fixture.harbor.balance(token, definition.uniswapV4!.universalRouter)).toBe(0n)
    }
    // A part for the protocol that differs by direction: twelve bits each, in millionths.
    const newProtocolFee = ((at * 300 + 25) << 12) + at * 150
    for (const { key } of pools()) {
      const fee = { abi: managerAbi, functionName: 'setProtocolFee', args: [key!, newProtocolFee] } as const
      await asDeployer(encodeFunctionData(fee))
    }
    await suite.sync.caughtUp(suite.fixture.harbor)
    expect(new Set(pools().map(({ feePpm, feePpmBack }) => feePpm === feePpmBack))).toEqual(new Set([false]))
  }
  expect(filled).toBeGreaterThan(9_500)
})

test('a pool whose hook acts in swaps, or whose fee is its hook’s to set, is not read; one whose hook does neither is', async () => {
  const { dai, wbtc } = suite.fixture.devnet.contracts
  const [currency0, currency1] = wbtc.toLowerCase() < dai.toLowerCase() ? [wbtc, dai] : [dai, wbtc]
  const flags = {
    beforeSwap: 1 << 7,
    afterSwap: 1 << 6,
    beforeDelta: (1 << 7) | (1 << 3),
    afterDelta: (1 << 6) | (1 << 2),
  }
  const hookWith = (bits: number): Address => `0x${(0xabc0000n + BigInt(bits)).toString(16).padStart(40, '0')}`
  const harmless = 1 << 8
  const before = pools().map(({ id }) => id)
  const made = [
    ...Object.values(flags).map((bits) => ({ fee: 400, hooks: hookWith(bits) })),
    { fee: 0x800000, hooks: hookWith(harmless) },
    { fee: 400, hooks: hookWith(harmless) },
    { fee: 777, hooks: zeroAddress },
  ].map((row) => ({ currency0, currency1, tickSpacing: 8, ...row }))
  for (const one of made) {
    const initialise = { abi: managerAbi, functionName: 'initialize', args: [one, 1n << 96n] } as const
    await asDeployer(encodeFunctionData(initialise))
  }
  await suite.sync.caughtUp(suite.fixture.harbor)
  const added = pools().filter(({ id }) => !before.includes(id))
  expect(added.map(({ key }) => [key!.fee, key!.hooks.toLowerCase()])).toEqual([
    [400, hookWith(harmless)],
    [777, zeroAddress],
  ])
  const late = followPools(suite.fixture, [suite.fixture.harbor])
  await late.ready()
  expect(new Set(poolsOf(late).map(({ id }) => id))).toEqual(new Set(pools().map(({ id }) => id)))
  await late.stop()
})
