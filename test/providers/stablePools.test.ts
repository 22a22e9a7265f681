import type { Abi } from 'viem'
import { describe, expect, test } from 'vitest'
import { solidlyPoolReferenceAbi } from '../../src/devnet/artifacts/SolidlyPoolReference.ts'
import { stableSwapReferenceAbi } from '../../src/devnet/artifacts/StableSwapReference.ts'
import type { AskedSwap } from './compareSwaps.ts'
import { compareWhileMoved, exactInOracle, expectCurveNear, openPoolSuite } from './poolSuite.ts'

type Pools = { name: string; account: number; pair: readonly ['usdc' | 'usdt', 'dai']; abi: Abi; functionName: string }
type Args = { argsOf(asked: AskedSwap, amountIn: bigint): unknown[] }

describe.each<Pools & Args>([
  {
    name: 'SOLIDLY_STABLE',
    account: 7,
    pair: ['usdc', 'dai'],
    abi: solidlyPoolReferenceAbi,
    functionName: 'getAmountOut',
    argsOf: ({ pool, zeroForOne }, amountIn) => [amountIn, zeroForOne ? pool.token0 : pool.token1],
  },
  {
    name: 'CURVE_STABLE',
    account: 6,
    pair: ['usdt', 'dai'],
    abi: stableSwapReferenceAbi,
    functionName: 'get_dy',
    argsOf: ({ zeroForOne }, amountIn) => [zeroForOne ? 0n : 1n, zeroForOne ? 1n : 0n, amountIn],
  },
])('$name', ({ name, account, pair: [a, b], abi, functionName, argsOf }) => {
  const suite = openPoolSuite(name, account)
  const oracle = exactInOracle((asked, amountIn) => ({
    to: asked.pool.id,
    abi,
    functionName,
    args: argsOf(asked, amountIn),
  }))

  test('10,000 swaps are what the reference says, to the unit, while real ones move it', async () => {
    const { contracts } = suite.fixture.devnet
    expect(await compareWhileMoved(suite, name, oracle, [contracts[a], contracts[b]])).toBeGreaterThan(9_000)
  })

  test('what the search believes of the pool is near what it does, and its price only falls', () => {
    expectCurveNear(suite.pools()[0]!)
  })
})
