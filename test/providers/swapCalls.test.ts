import { decodeFunctionData, parseAbi, sliceHex } from 'viem'
import { expect, test } from 'vitest'
import type { ChainDefinition } from '../../src/chains/chainDefinition.ts'
import { devnetDefinitions } from '../../src/chains/definitions/devnet/devnetDefinitions.ts'
import { mainnets } from '../../src/chains/definitions/mainnets.ts'
import { placeholder, type RouterStep } from '../../src/intents/wallet.ts'
import { swapCalls } from '../../src/providers/swapCalls.ts'
import type { SwapRoute } from '../../src/routing/findRoute.ts'
import type { PoolV3 } from '../../src/routing/pool.ts'
import { readStep } from '../../src/sdk/readStep.ts'

/** As the two routers declare it: SwapRouter of v3-periphery 1.4.4 and SwapRouter02 of swap-router-contracts 1.3.1. */
const structs = {
  withDeadline: parseAbi([
    'function exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum) params)',
  ]),
  without: parseAbi([
    'function exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum) params)',
  ]),
}
const router = '0x1111111111111111111111111111111111111111'
const context = { router, recipient: router, owner: router, nowS: 1_000, deadlineS: 2_000 } as const
const [tokenA, tokenB] = [
  '0x000000000000000000000000000000000000000A',
  '0x000000000000000000000000000000000000000b',
] as const

function swapOn(definition: ChainDefinition) {
  const pool: PoolV3 = {
    kind: 'v3',
    id: '0x2222222222222222222222222222222222222222',
    chainId: definition.id,
    provider: 'UNISWAP_V3',
    token0: tokenA,
    token1: tokenB,
    feePpm: 500,
    tickSpacing: 10,
    sqrtPriceX96: 1n << 96n,
    tick: 0,
    liquidity: 1n,
    ticks: [],
    gas: 100_000n,
  }
  const path = { amountIn: 7n, amountOut: 6n, hops: [{ pool, tokenIn: tokenA, tokenOut: tokenB }] }
  const route: SwapRoute = {
    tokenIn: tokenA,
    tokenOut: tokenB,
    amountIn: 14n,
    amountOut: 12n,
    paths: [path, path],
    gas: 1n,
    midAmountOut: 12n,
  }
  return swapCalls(route, definition, context)
}

const swapping = mainnets.filter(({ uniswapV3 }) => uniswapV3 !== undefined)
test.each(swapping)('$name: SwapRouter02 is called in its own shape, and the client reads it', (definition) => {
  const calls = swapOn(definition)
  const params = calls.map(({ data }) => decodeFunctionData({ abi: structs.without, data }).args[0])
  expect(params.map(({ recipient, amountIn }) => [recipient, amountIn])).toEqual([
    [router, 7n],
    [router, BigInt(placeholder)],
  ])
  expectPlaceholder(calls[1]!)
  for (const { to, data } of calls) {
    expect(to).toBe(definition.uniswapV3!.router)
    const step: RouterStep = { target: to, value: 0n, token: tokenA, spender: to, amount: 0n, offsets: [], data }
    expect(readStep(step)).toEqual({ kind: 'swap', receiver: router })
  }
})

test('SwapRouter, as on the local chains, is given the deadline of the batch', () => {
  const calls = swapOn(devnetDefinitions()[0]!)
  const params = calls.map(({ data }) => decodeFunctionData({ abi: structs.withDeadline, data }).args[0])
  expect(params.map(({ deadline }) => deadline)).toEqual([2_000n, 2_000n])
  expectPlaceholder(calls[1]!)
})

/** The measured amount is written over exactly the word that holds the place for it. */
function expectPlaceholder({ data, inject }: ReturnType<typeof swapCalls>[number]): void {
  expect(sliceHex(data, inject!.offset, inject!.offset + 32)).toBe(placeholder)
}
