import {
  type Address,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseAbiParameters,
  sliceHex,
  zeroAddress,
} from 'viem'
import { expect, test } from 'vitest'
import type { ChainDefinition } from '../../src/chains/chainDefinition.ts'
import { devnetDefinitions } from '../../src/chains/definitions/devnet/devnetDefinitions.ts'
import { mainnets } from '../../src/chains/definitions/mainnets.ts'
import { routerSteps } from '../../src/intents/routerSteps.ts'
import { placeholder, type RouterStep } from '../../src/intents/wallet.ts'
import { swapCalls } from '../../src/providers/quoteSwap.ts'
import type { Hop, SwapRoute } from '../../src/routing/findRoute.ts'
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

const poolV3 = (definition: ChainDefinition): PoolV3 => ({
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
})

function routeOf(hops: Hop[], paths: number): SwapRoute {
  const path = { amountIn: 7n, amountOut: 6n, hops }
  return {
    tokenIn: hops[0]!.tokenIn,
    tokenOut: hops.at(-1)!.tokenOut,
    amountIn: 14n,
    amountOut: 12n,
    paths: Array.from({ length: paths }, () => path),
    gas: 1n,
    midAmountOut: 12n,
    considered: [],
  }
}

function swapOn(definition: ChainDefinition) {
  const hops = [{ pool: poolV3(definition), tokenIn: tokenA, tokenOut: tokenB }]
  return swapCalls(routeOf(hops, 2), definition, context)
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

const withV4 = [...mainnets, devnetDefinitions()[0]!].filter(({ uniswapV4 }) => uniswapV4 !== undefined)
test.each(withV4)(
  '$name: v4 pools are paid and swapped by the universal router, and the client reads both',
  (definition) => {
    const { universalRouter } = definition.uniswapV4!
    const wrapped = definition.wrappedNative
    const pool = (currency0: Address, currency1: Address): PoolV3 => ({
      ...poolV3(definition),
      provider: 'UNISWAP_V4',
      token0: currency0 === zeroAddress ? wrapped : currency0,
      token1: currency1,
      key: { currency0, currency1, fee: 500, tickSpacing: 10, hooks: zeroAddress },
    })
    // In by the native currency, out of it, and through it from a pool of the wrapped form.
    const routes = [
      [{ pool: pool(zeroAddress, tokenB), tokenIn: wrapped, tokenOut: tokenB }],
      [{ pool: pool(zeroAddress, tokenB), tokenIn: tokenB, tokenOut: wrapped }],
      [
        { pool: pool(tokenA, wrapped), tokenIn: tokenA, tokenOut: wrapped },
        { pool: pool(zeroAddress, tokenB), tokenIn: wrapped, tokenOut: tokenB },
      ],
    ]
    for (const hops of routes) {
      const route = routeOf(hops, 2)
      const calls = swapCalls(route, definition, context)
      expect(calls.map(({ to }) => to)).toEqual([route.tokenIn, universalRouter, route.tokenIn, universalRouter])
      expectPlaceholder(calls[2]!)
      const read = routerSteps(calls).map((step) => readStep(step))
      const both = [
        { kind: 'payment', receiver: universalRouter },
        { kind: 'swap', receiver: router },
      ]
      expect(read).toEqual([...both, ...both])
    }
  },
)

test('a call of the universal router that does anything else, or leaves something there, is not read as a swap', () => {
  const abi = parseAbi(['function execute(bytes commands, bytes[] inputs, uint256 deadline)'])
  const thief = '0x000000000000000000000000000000000000dEaD'
  const toThief = encodeAbiParameters(parseAbiParameters('address, uint256'), [thief, 0n])
  const toRouter = encodeAbiParameters(parseAbiParameters('address, uint256'), [router, 0n])
  const step = (commands: Hex, inputs: Hex[]): RouterStep => {
    const data = encodeFunctionData({ abi, functionName: 'execute', args: [commands, inputs, 1n] })
    return { target: thief, value: 0n, token: tokenA, spender: thief, amount: 0n, offsets: [], data }
  }
  expect(readStep(step('0x0b', [toThief]))).toEqual({ kind: 'swap', receiver: thief })
  expect(readStep(step('0x0b0b', [toThief, toRouter]))).toEqual({ kind: 'unknown' })
  expect(readStep(step('0x04', [toRouter]))).toEqual({ kind: 'unknown' })
  expect(readStep(step('0x0b0b', [toRouter]))).toEqual({ kind: 'unknown' })
})

/** The measured amount is written over exactly the word that holds the place for it. */
function expectPlaceholder({ data, inject }: ReturnType<typeof swapCalls>[number]): void {
  expect(sliceHex(data, inject!.offset, inject!.offset + 32)).toBe(placeholder)
}
