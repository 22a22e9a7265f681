import type { Address } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stableSwapReferenceAbi as abi } from '../../src/devnet/artifacts/StableSwapReference.ts'
import type { SwapLeg } from '../../src/providers/provider.ts'
import { quoteSwap } from '../../src/providers/quoteSwap.ts'
import { curveOut, curvePrice } from '../../src/routing/curve.ts'
import { curveOf } from '../../src/routing/curveOf.ts'
import type { Pool } from '../../src/routing/pool.ts'
import { quotePool, quotePoolExactOut } from '../../src/routing/quotePool.ts'
import { type AskedSwap, compareSwaps, type SwapOracle } from './compareSwaps.ts'
import { router, runQuote } from './runCalls.ts'
import { approveAll, type DevnetFixture, type FollowedSync, followPools, startFixture } from './setup.ts'

const name = 'CURVE_STABLE'
let fixture: DevnetFixture
let sync: FollowedSync
let user: Address

beforeAll(async () => {
  fixture = await startFixture()
  user = fixture.devnet.accounts[6]!.address
  await approveAll(fixture, fixture.harbor, user, router)
  sync = followPools(fixture, [fixture.harbor])
  await sync.ready()
})
afterAll(async () => {
  await sync?.stop()
  await fixture?.stop()
})

const pool = (): Pool => sync.graph(fixture.harbor.id)!.pools.find((one) => one?.provider === name)!

const leastIn = ({ pool: asked, zeroForOne, amount }: AskedSwap) =>
  quotePoolExactOut(asked, zeroForOne ? asked.token1 : asked.token0, amount)?.amountIn
/** More than anybody has: where we say that no input is enough, this is none either. */
const absurd = 10n ** 33n

/** The reference has no exact output, so it is asked whether the input that we find is enough; that one unit less is not, we know by then. */
const oracle: SwapOracle = {
  call: (asked) => ({
    to: asked.pool.id,
    abi,
    functionName: 'get_dy',
    args: [
      asked.zeroForOne ? 0n : 1n,
      asked.zeroForOne ? 1n : 0n,
      asked.exact === 'in' ? asked.amount : (leastIn(asked) ?? absurd),
    ],
  }),
  answer: (asked, result) => {
    const given = result as bigint
    if (asked.exact === 'in') return given
    const least = leastIn(asked)
    expect(given >= asked.amount).toBe(least !== undefined)
    if (least === undefined) return undefined
    const tokenIn = asked.zeroForOne ? asked.pool.token0 : asked.pool.token1
    expect(quotePool(asked.pool, tokenIn, least - 1n)?.amountOut ?? 0n).toBeLessThan(asked.amount)
    return least
  },
}

test('10,000 swaps are what the reference says, to the unit, while real ones move it', async () => {
  const { usdt, dai } = fixture.devnet.contracts
  const { definition } = fixture.harbor
  let filled = 0
  for (const seed of [1, 2, 3, 4]) {
    filled += await compareSwaps(fixture, fixture.harbor, [pool()], oracle, { count: 2_500, seed })
    const [tokenIn, tokenOut] = seed % 2 === 0 ? [usdt, dai] : [dai, usdt]
    const amount = ((await fixture.harbor.balance(tokenIn, user)) * BigInt(seed)) / 6n
    const leg: SwapLeg = { kind: 'swap', chainId: 31_337, tokenIn, tokenOut, amount, exact: 'in' }
    const quote = quoteSwap(sync, leg, { allow: [name], definition })
    const { paid, got } = await runQuote(fixture, fixture.harbor, user, leg, quote, user)
    expect([paid, got]).toEqual([quote.amountIn, quote.amountOut])
    await sync.caughtUp(fixture.harbor)
  }
  expect(filled).toBeGreaterThan(9_000)
})

test('what the search believes of the pool is near what it does, and its price only falls', () => {
  for (const zeroForOne of [true, false]) {
    const one = pool()
    if (one.kind !== 'stable') throw new Error('not a stable pool')
    const curve = curveOf(one, zeroForOne)
    const reserve = zeroForOne ? one.reserve0 : one.reserve1
    let last = Number.POSITIVE_INFINITY
    for (const part of [1n, 10n, 50n, 200n, 450n, 750n, 990n, 1_500n, 4_000n]) {
      const amountIn = (reserve * part) / 1_000n
      const { amountOut } = quotePool(one, zeroForOne ? one.token0 : one.token1, amountIn)!
      expect(Math.abs(curveOut(curve, 0, Number(amountIn)) / Number(amountOut) - 1)).toBeLessThan(5e-3)
      const price = curvePrice(curve, Number(amountIn))
      expect(price).toBeLessThanOrEqual(last)
      last = price
    }
  }
})
