import { encodeAbiParameters } from 'viem'
import { expect, test } from 'vitest'
import type { Chain } from '../../src/chains/chain.ts'
import type { Address } from '../../src/interface/fields.ts'
import type { Liquidity } from '../../src/routing/graph.ts'
import { createPoolGraph } from '../../src/routing/graph.ts'
import type { PoolV3 } from '../../src/routing/pool.ts'
import { createPoolPrices } from '../../src/tokens/poolPrices.ts'

const scam: Address = '0x1000000000000000000000000000000000000001'
const usdc: Address = '0x2000000000000000000000000000000000000002'

/** $1 a token, both of 6 decimals: so many dollars of USDC from the price down to `lower`, as much token above. */
function poolOf(realUsd: number, lower: number, upper: number): PoolV3 {
  const sqrtAt = (tick: number) => 1.0001 ** (tick / 2)
  const price = lower === 0 ? (sqrtAt(0) + sqrtAt(1)) / 2 : 1
  const liquidity = BigInt(Math.floor((realUsd * 1e6) / (price - sqrtAt(lower))))
  return {
    kind: 'v3',
    id: '0x3000000000000000000000000000000000000003',
    chainId: 1,
    provider: 'UNISWAP_V3',
    token0: scam,
    token1: usdc,
    feePpm: 100,
    tickSpacing: 1,
    sqrtPriceX96: BigInt(Math.floor(price * 2 ** 48)) * 2n ** 48n,
    tick: 0,
    liquidity,
    ticks: [
      { index: lower, liquidityNet: liquidity },
      { index: upper, liquidityNet: -liquidity },
    ],
    gas: 100_000n,
  }
}

test.each([
  ['five dollars in one tick', 5, 0, 1, false],
  ['a thousand dollars within a percent', 1_000, -100, 100, false],
  ['ten thousand dollars within a fifth', 10_000, -2_231, 2_231, true],
  ['a hundred thousand dollars over all prices', 100_000, -60_000, 60_000, true],
])('%s: says what a token is worth or says nothing', async (_, realUsd, lower, upper, isPriced) => {
  const chain = {
    id: 1,
    definition: { wrappedNative: usdc },
    head: async () => ({ number: 1, timestampS: 1 }),
    // `observe` of an idle pool: the tick does not move.
    read: async () => ({
      ok: true,
      data: encodeAbiParameters([{ type: 'int56[]' }, { type: 'uint160[]' }], [[0n, 0n] as never, [0n, 0n]]),
    }),
  } as unknown as Chain
  const graph = createPoolGraph({ chainId: 1, pools: [poolOf(realUsd, lower, upper)] })
  const prices = createPoolPrices({
    chains: new Map([[1, chain]]),
    liquidity: { graph: () => graph } as unknown as Liquidity,
    anchors: {
      price: async (_chainId, token) => (token === usdc ? { usd: 1, observedAtMs: 0, source: 'oracle' } : undefined),
      prices: async () => [],
    },
    decimals: () => 6,
  })
  const found = await prices.price(1, scam)
  if (isPriced) expect(found?.usd).toBeCloseTo(1, 3)
  else expect(found).toBeUndefined()
})
