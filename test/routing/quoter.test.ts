import fc from 'fast-check'
import { createPublicClient, http, type PublicClient, parseAbi, parseAbiItem, zeroAddress } from 'viem'
import { beforeAll, expect, test } from 'vitest'
import type { Address } from '../../src/interface/fields.ts'
import type { Pool, PoolV3, Tick } from '../../src/routing/pool.ts'
import { quotePool, quotePoolExactOut } from '../../src/routing/split.ts'
import { sharedDevnet } from '../devnet/setup.ts'
import { forAllAwaited } from '../forAll.ts'
import { amountOf } from '../providers/compareSwaps.ts'
import { useForAll } from '../useParts.ts'

// Each run queries every pool on the chains; shrinking would do so hundreds of times.
const property = { seed: 20_263, numRuns: 8, endOnFailure: true }
const feeTiers = [100, 500, 3000, 10000] as const

const factoryV2 = parseAbi(['function getPair(address, address) view returns (address)'])
const factoryV3 = parseAbi(['function getPool(address, address, uint24) view returns (address)'])
const pairAbi = parseAbi(['function getReserves() view returns (uint112, uint112, uint32)'])
const poolAbi = parseAbi([
  'function tickSpacing() view returns (int24)',
  'function liquidity() view returns (uint128)',
  'function slot0() view returns (uint160 sqrtPriceX96, int24 tick, uint16, uint16, uint16, uint8, bool)',
  'function ticks(int24) view returns (uint128 gross, int128 net, uint256, uint256, int56, uint160, uint32, bool)',
])
const mintEvent = parseAbiItem(
  'event Mint(address sender, address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount, uint256 amount0, uint256 amount1)',
)
const routerAbi = parseAbi([
  'function getAmountsOut(uint256, address[]) view returns (uint256[])',
  'function getAmountsIn(uint256, address[]) view returns (uint256[])',
])
// The compiler does not see the quoter as a view; as a call it is one.
const quoterAbi = parseAbi([
  'struct In { address tokenIn; address tokenOut; uint256 amountIn; uint24 fee; uint160 limit; }',
  'struct Out { address tokenIn; address tokenOut; uint256 amount; uint24 fee; uint160 limit; }',
  'function quoteExactInputSingle(In) view returns (uint256 amount, uint160 sqrtPriceAfter, uint32, uint256)',
  'function quoteExactOutputSingle(Out) view returns (uint256 amount, uint160 sqrtPriceAfter, uint32, uint256)',
])

const devnet = useForAll(sharedDevnet)
const markets: { client: PublicClient; pools: Pool[] }[] = []

beforeAll(async () => {
  for (const { id, rpcUrl } of devnet.chains) {
    const client = createPublicClient({ transport: http(rpcUrl, { batch: true }) })
    markets.push({ client, pools: await discover(client, id) })
  }
})

/** The factories' pools of the devnet's tokens, with every tick that a position ever used. */
async function discover(client: PublicClient, chainId: number): Promise<Pool[]> {
  const { weth, usdc, usdt, dai, wbtc, uniswapV2, uniswapV3 } = devnet.contracts
  const tokens = [weth, usdc, usdt, dai, wbtc].toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
  const pools: Pool[] = []
  for (const [at, token0] of tokens.entries()) {
    for (const token1 of tokens.slice(at + 1)) {
      const pair = await client.readContract({
        address: uniswapV2.factory,
        abi: factoryV2,
        functionName: 'getPair',
        args: [token0, token1],
      })
      const common = { chainId, token0, token1, gas: 100_000n }
      if (pair !== zeroAddress) {
        const [reserve0, reserve1] = await client.readContract({
          address: pair,
          abi: pairAbi,
          functionName: 'getReserves',
        })
        pools.push({ ...common, kind: 'v2', id: pair, provider: 'UNISWAP_V2', feePpm: 3000, reserve0, reserve1 })
      }
      for (const feePpm of feeTiers) {
        const id = await client.readContract({
          address: uniswapV3.factory,
          abi: factoryV3,
          functionName: 'getPool',
          args: [token0, token1, feePpm],
        })
        if (id === zeroAddress) continue
        const state = await readV3(client, id)
        pools.push({ ...common, kind: 'v3', id, provider: 'UNISWAP_V3', feePpm, ...state })
      }
    }
  }
  return pools
}

type StateV3 = Pick<PoolV3, 'tickSpacing' | 'sqrtPriceX96' | 'tick' | 'liquidity' | 'ticks'>

/** Past positions name every possible tick; the pool says what is on each now. */
async function readV3(client: PublicClient, address: Address): Promise<StateV3> {
  const mints = await client.getLogs({ address, event: mintEvent, fromBlock: 0n, toBlock: 'latest' })
  const named = mints.flatMap(({ args }) => [args.tickLower!, args.tickUpper!])
  const indexes = [...new Set(named)].toSorted((left, right) => left - right)
  const [tickSpacing, liquidity, [sqrtPriceX96, tick]] = await client.multicall({
    ...multicall(),
    contracts: [
      { address, abi: poolAbi, functionName: 'tickSpacing' },
      { address, abi: poolAbi, functionName: 'liquidity' },
      { address, abi: poolAbi, functionName: 'slot0' },
    ],
  })
  const states = await client.multicall({
    ...multicall(),
    contracts: indexes.map((index) => ({ address, abi: poolAbi, functionName: 'ticks', args: [index] }) as const),
  })
  const ticks: Tick[] = indexes
    .map((index, at) => ({ index, liquidityNet: states[at]![1], initialised: states[at]![7] }))
    .filter(({ initialised }) => initialised)
    .map(({ index, liquidityNet }) => ({ index, liquidityNet }))
  const inRange = ticks.filter(({ index }) => index <= tick).reduce((sum, { liquidityNet }) => sum + liquidityNet, 0n)
  expect(inRange).toBe(liquidity)
  return { tickSpacing, sqrtPriceX96, tick, liquidity, ticks }
}

function multicall() {
  return { multicallAddress: devnet.contracts.multicall3, allowFailure: false } as const
}

type SwapRequest = { pool: Pool; zeroForOne: boolean; exact: 'in' | 'out'; amount: bigint }
type Told = { amount: bigint; sqrtPriceAfter?: bigint } | undefined

/** The contracts' answers in one call: the v2 router, or the v3 quoter with its end price. Undefined: reverted. */
async function askChain(client: PublicClient, asks: readonly SwapRequest[]): Promise<Told[]> {
  const { uniswapV2, uniswapV3 } = devnet.contracts
  const contracts = asks.map(({ pool, zeroForOne, exact, amount }) => {
    const [tokenIn, tokenOut] = zeroForOne ? [pool.token0, pool.token1] : [pool.token1, pool.token0]
    if (pool.kind === 'v2') {
      const functionName = exact === 'in' ? 'getAmountsOut' : 'getAmountsIn'
      return { address: uniswapV2.router, abi: routerAbi, functionName, args: [amount, [tokenIn, tokenOut]] }
    }
    const asked = { tokenIn, tokenOut, fee: pool.feePpm, limit: 0n }
    return exact === 'in'
      ? {
          address: uniswapV3.quoter,
          abi: quoterAbi,
          functionName: 'quoteExactInputSingle',
          args: [{ ...asked, amountIn: amount }],
        }
      : {
          address: uniswapV3.quoter,
          abi: quoterAbi,
          functionName: 'quoteExactOutputSingle',
          args: [{ ...asked, amount }],
        }
  })
  const answers = await client.multicall({ ...multicall(), allowFailure: true, batchSize: 0, contracts })
  return answers.map((answer, at): Told => {
    if (answer.status !== 'success') return undefined
    const result = answer.result as readonly bigint[]
    const { pool, exact } = asks[at]!
    if (pool.kind === 'v2') return { amount: result[exact === 'in' ? 1 : 0]! }
    return { amount: result[0]!, sqrtPriceAfter: result[1]! }
  })
}

test('every chain has pools of both kinds', () => {
  for (const { pools } of markets) {
    expect(pools.some((pool) => pool.kind === 'v2')).toBe(true)
    expect(pools.some((pool) => pool.kind === 'v3' && pool.ticks.length > 1)).toBe(true)
  }
})

test('our quotes are the chain’s to the unit: every pool, both directions, exact in and exact out, random sizes', async () => {
  const compared = { in: 0, out: 0 }
  const share = fc.double({ min: -12, max: 0, noNaN: true }).map((power) => 10 ** power)
  await forAllAwaited(property, share, share, fc.boolean(), async (shareIn, shareOut, zeroForOne) => {
    for (const { client, pools } of markets) {
      const asks = pools.flatMap((pool): [SwapRequest, SwapRequest] => [
        { pool, zeroForOne, exact: 'in', amount: amountOf(pool, zeroForOne, 'in', shareIn) },
        { pool, zeroForOne, exact: 'out', amount: amountOf(pool, zeroForOne, 'out', shareOut) },
      ])
      const answers = await askChain(client, asks)
      for (const [at, { pool, exact, amount }] of asks.entries()) {
        const [tokenIn, tokenOut] = zeroForOne ? [pool.token0, pool.token1] : [pool.token1, pool.token0]
        const there = answers[at]
        if (exact === 'in') {
          const sold = quotePool(pool, tokenIn, amount)
          expect(there?.amount, `${pool.id} sells ${amount} of ${tokenIn}`).toBe(sold?.amountOut)
          if (sold?.after.kind === 'v3') expect(there?.sqrtPriceAfter).toBe(sold.after.sqrtPriceX96)
          if (sold) compared.in++
        } else {
          const bought = quotePoolExactOut(pool, tokenOut, amount)
          expect(there?.amount, `${pool.id} buys ${amount} of ${tokenOut}`).toBe(bought)
          if (bought !== undefined) compared.out++
        }
      }
    }
  })
  const pools = markets.reduce((sum, market) => sum + market.pools.length, 0)
  expect(compared).toEqual({ in: pools * property.numRuns, out: pools * property.numRuns })
})
