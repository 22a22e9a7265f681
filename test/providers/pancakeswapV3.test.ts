import type { Address } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pancakeV3RouterAbi as abi } from '../../src/devnet/artifacts/PancakeV3Router.ts'
import type { SwapLeg } from '../../src/providers/provider.ts'
import { quoteSwap } from '../../src/providers/quoteSwap.ts'
import { compareSwaps, type SwapOracle } from './compareSwaps.ts'
import { router, runQuote } from './runCalls.ts'
import { approveAll, type DevnetFixture, type FollowedSync, followPools, startFixture } from './setup.ts'

const name = 'PANCAKESWAP_V3'
let fixture: DevnetFixture
let sync: FollowedSync
let user: Address

beforeAll(async () => {
  fixture = await startFixture()
  user = fixture.devnet.accounts[4]!.address
  await approveAll(fixture, fixture.harbor, user, router)
  sync = followPools(fixture, [fixture.harbor])
  await sync.ready()
})
afterAll(async () => {
  await sync?.stop()
  await fixture?.stop()
})

const pools = () => sync.graph(fixture.harbor.id)!.pools.flatMap((pool) => (pool?.provider === name ? [pool] : []))

/** The published pool itself, asked to swap by a contract that takes nothing and reverts with what it was asked to pay. */
const oracle: SwapOracle = {
  call: ({ pool, zeroForOne, exact, amount }) => ({
    to: fixture.devnet.contracts.pancakeswapV3.router,
    abi,
    functionName: 'quote',
    args: [pool.id, zeroForOne, exact === 'in' ? amount : -amount],
  }),
  answer: ({ zeroForOne, exact }, result) => {
    const [amount0, amount1] = result as readonly [bigint, bigint]
    const [paid, got] = zeroForOne ? [amount0, -amount1] : [amount1, -amount0]
    return exact === 'in' ? got : paid
  },
}

test('10,000 swaps are what the published pool says, to the unit, while real ones move it', async () => {
  const { usdt, wbtc } = fixture.devnet.contracts
  const { definition } = fixture.harbor
  let filled = 0
  for (const seed of [1, 2, 3, 4]) {
    filled += await compareSwaps(fixture, fixture.harbor, pools(), oracle, { count: 2_500, seed })
    const [tokenIn, tokenOut] = seed % 2 === 0 ? [usdt, wbtc] : [wbtc, usdt]
    const amount = ((await fixture.harbor.balance(tokenIn, user)) * BigInt(seed)) / 6n
    const leg: SwapLeg = { kind: 'swap', chainId: 31_337, tokenIn, tokenOut, amount, exact: 'in' }
    const quote = quoteSwap(sync, leg, { allow: [name], definition })
    const { paid, got } = await runQuote(fixture, fixture.harbor, user, leg, quote, user)
    expect([paid, got]).toEqual([quote.amountIn, quote.amountOut])
    await sync.caughtUp(fixture.harbor)
  }
  expect(filled).toBeGreaterThan(9_500)
})
