import { expect, test } from 'vitest'
import { solidlyPoolReferenceAbi as abi } from '../../src/devnet/artifacts/SolidlyPoolReference.ts'
import { compareWhileMoved, exactInOracle, expectCurveNear, openPoolSuite } from './poolSuite.ts'

const name = 'SOLIDLY_STABLE'
const suite = openPoolSuite(name, 7)

const oracle = exactInOracle(({ pool, zeroForOne }, amountIn) => ({
  to: pool.id,
  abi,
  functionName: 'getAmountOut',
  args: [amountIn, zeroForOne ? pool.token0 : pool.token1],
}))

test('10,000 swaps are what the reference says, to the unit, while real ones move it', async () => {
  const { usdc, dai } = suite.fixture.devnet.contracts
  expect(await compareWhileMoved(suite, name, oracle, [usdc, dai])).toBeGreaterThan(9_000)
})

test('what the search believes of the pool is near what it does, and its price only falls', () => {
  expectCurveNear(suite.pools()[0]!)
})
