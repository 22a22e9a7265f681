import type { Address } from 'viem'
import { expect } from 'vitest'
import { quoteSwap } from '../../src/providers/quoteSwap.ts'
import { curveOf, curveOut, curvePrice } from '../../src/routing/curve.ts'
import type { Pool } from '../../src/routing/pool.ts'
import { quotePool, quotePoolExactOut } from '../../src/routing/split.ts'
import { useForAll } from '../useParts.ts'
import { type AskedSwap, compareSwaps, type SwapOracle } from './compareSwaps.ts'
import { router, runQuote } from './runCalls.ts'
import { approveAll, type DevnetFixture, type FollowedSync, followPools, startFixture, swap } from './setup.ts'

export type PoolSuite = {
  readonly fixture: DevnetFixture
  readonly sync: FollowedSync
  readonly user: Address
  /** The provider's pools as synchronised. */
  pools(): Pool[]
}

/** A chain with synchronised pools, for one kind of pool; no other test uses `account` on it. */
export const openPoolSuite = (provider: string, account: number): PoolSuite =>
  useForAll(async () => {
    const fixture = await startFixture()
    const user = fixture.devnet.accounts[account]!.address
    const sync = followPools(fixture, [fixture.harbor])
    await approveAll(fixture, fixture.harbor, user, router)
    await sync.ready()
    const pools = () =>
      sync.graph(fixture.harbor.id)!.pools.flatMap((pool) => (pool?.provider === provider ? [pool] : []))
    const stop = async () => {
      await sync.stop()
      await fixture.stop()
    }
    return { fixture, sync, user, pools, stop }
  })

/** Compares 10,000 swaps with the contract while four real ones move its pools; resolves to how many were filled. */
export async function compareWhileMoved(
  { fixture, sync, user, pools }: PoolSuite,
  provider: string,
  oracle: SwapOracle,
  [a, b]: readonly [Address, Address],
): Promise<number> {
  const { definition } = fixture.harbor
  let filled = 0
  for (const seed of [1, 2, 3, 4]) {
    filled += await compareSwaps(fixture, fixture.harbor, pools(), oracle, { count: 2_500, seed })
    const [tokenIn, tokenOut] = seed % 2 === 0 ? [a, b] : [b, a]
    const amount = ((await fixture.harbor.balance(tokenIn, user)) * BigInt(seed)) / 6n
    const leg = swap(tokenIn, tokenOut, amount)
    const quote = quoteSwap(sync, leg, { allow: [provider], definition })
    const { paid, got } = await runQuote(fixture, fixture.harbor, user, leg, quote, user)
    expect([paid, got]).toEqual([quote.amountIn, quote.amountOut])
    await sync.caughtUp(fixture.harbor)
  }
  return filled
}

const leastIn = ({ pool, zeroForOne, amount }: AskedSwap) =>
  quotePoolExactOut(pool, zeroForOne ? pool.token1 : pool.token0, amount)
/** Above any balance: if we say that no input is enough, this is not enough either. */
const absurd = 10n ** 33n

/**
 * For a contract that only quotes outputs: for an exact output, it is asked whether our input is enough; our own
 * arithmetic says that one unit less is not. `call` asks it for an amount's output.
 */
export function exactInOracle(call: (swap: AskedSwap, amountIn: bigint) => ReturnType<SwapOracle['call']>): SwapOracle {
  return {
    call: (asked) => call(asked, asked.exact === 'in' ? asked.amount : (leastIn(asked) ?? absurd)),
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
}

/** The search's estimate of a two-reserve pool is near the real output, and its price only falls. */
export function expectCurveNear(pool: Pool): void {
  if (pool.kind === 'v3') throw new Error('not a pool of two reserves')
  for (const zeroForOne of [true, false]) {
    const curve = curveOf(pool, zeroForOne)
    const reserve = zeroForOne ? pool.reserve0 : pool.reserve1
    let last = Number.POSITIVE_INFINITY
    for (const part of [1n, 10n, 50n, 200n, 450n, 750n, 990n, 1_500n, 4_000n]) {
      const amountIn = (reserve * part) / 1_000n
      const { amountOut } = quotePool(pool, zeroForOne ? pool.token0 : pool.token1, amountIn)!
      expect(Math.abs(curveOut(curve, 0, Number(amountIn)) / Number(amountOut) - 1)).toBeLessThan(5e-3)
      const price = curvePrice(curve, Number(amountIn))
      expect(price).toBeLessThanOrEqual(last)
      last = price
    }
  }
}
