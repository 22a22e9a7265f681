import { expect, test } from 'vitest'
import { stableSwapReferenceAbi as abi } from '../../src/devnet/artifacts/StableSwapReference.ts'
import { compareWhileMoved, exactInOracle, expectCurveNear, openPoolSuite } from './poolSuite.ts'

const name = 'CURVE_STABLE'
const suite = openPoolSuite(name, 6)

const oracle = exactInOracle(({ pool, zeroForOne }, amountIn) => ({
  to: pool.id,
  abi,
  functionName: 'get_dy',
  args: [zeroForOne ? 0n : 1n, zeroForOne ? 1n : 0n, amountIn],
}))

test('10,000 swaps are what the reference says, to the unit, while real ones move it', async () => {
  const { usdt, dai } = suite.fixture.devnet.contracts
  expect(await compareWhileMoved(suite, name, oracle, [usdt, dai])).toBeGreaterThan(9_000)
})

test('what the search believes of the pool is near what it does, and its price only falls', () => {
  expectCurveNear(suite.pools()[0]!)
})
