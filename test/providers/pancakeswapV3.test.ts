import { expect, test } from 'vitest'
import { pancakeV3RouterAbi as abi } from '../../src/devnet/artifacts/PancakeV3Router.ts'
import type { SwapOracle } from './compareSwaps.ts'
import { compareWhileMoved, openPoolSuite } from './poolSuite.ts'

const name = 'PANCAKESWAP_V3'
const suite = openPoolSuite(name, 4)

/** The published pool itself, asked by a contract that takes nothing and reverts with the amount to pay. */
const oracle: SwapOracle = {
  call: ({ pool, zeroForOne, exact, amount }) => ({
    to: suite.fixture.devnet.contracts.pancakeswapV3.router,
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
  const { usdt, wbtc } = suite.fixture.devnet.contracts
  expect(await compareWhileMoved(suite, name, oracle, [usdt, wbtc])).toBeGreaterThan(9_500)
})
