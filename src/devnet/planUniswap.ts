import { maxUint256 } from 'viem'
import type { DevnetContracts, DevnetToken } from '../chains/definitions/devnet/devnetContracts.ts'
import { tokenNames, unitsForUsd } from '../chains/definitions/devnet/facts.ts'
import type { DevnetKeys } from '../chains/definitions/devnet/keys.ts'
import { erc20Abi, uniswapV2SetupAbi, uniswapV3SetupAbi } from './abis.ts'
import type { DeploymentPlan } from './deploymentPlan.ts'
import { positionsAround, stableRanges, volatileRanges } from './positionsAround.ts'

type Tokens = Pick<DevnetContracts, DevnetToken>

const tickSpacings = { 100: 1, 500: 10, 3000: 60 } as const
type FeeTier = keyof typeof tickSpacings

/** `sideUsd`: dollars on each side of the price, in all ranges together. */
const v3Pools = [
  { pair: ['weth', 'usdc'], fee: 500, sideUsd: 60_000_000n, ranges: volatileRanges },
  { pair: ['weth', 'usdc'], fee: 3000, sideUsd: 30_000_000n, ranges: volatileRanges },
  { pair: ['weth', 'usdt'], fee: 500, sideUsd: 30_000_000n, ranges: volatileRanges },
  { pair: ['weth', 'usdt'], fee: 3000, sideUsd: 20_000_000n, ranges: volatileRanges },
  { pair: ['weth', 'dai'], fee: 3000, sideUsd: 20_000_000n, ranges: volatileRanges },
  { pair: ['wbtc', 'weth'], fee: 500, sideUsd: 40_000_000n, ranges: volatileRanges },
  { pair: ['wbtc', 'weth'], fee: 3000, sideUsd: 20_000_000n, ranges: volatileRanges },
  { pair: ['wbtc', 'usdc'], fee: 3000, sideUsd: 20_000_000n, ranges: volatileRanges },
  { pair: ['usdc', 'usdt'], fee: 100, sideUsd: 60_000_000n, ranges: stableRanges },
  { pair: ['usdc', 'usdt'], fee: 500, sideUsd: 10_000_000n, ranges: stableRanges },
  { pair: ['usdc', 'dai'], fee: 100, sideUsd: 50_000_000n, ranges: stableRanges },
  { pair: ['usdc', 'dai'], fee: 500, sideUsd: 10_000_000n, ranges: stableRanges },
  { pair: ['dai', 'usdt'], fee: 100, sideUsd: 20_000_000n, ranges: stableRanges },
] as const satisfies { pair: readonly [DevnetToken, DevnetToken]; fee: FeeTier; sideUsd: bigint; ranges: number[] }[]

const v2Pools = [
  { pair: ['weth', 'usdc'], sideUsd: 30_000_000n },
  { pair: ['weth', 'dai'], sideUsd: 15_000_000n },
  { pair: ['weth', 'usdt'], sideUsd: 15_000_000n },
  { pair: ['wbtc', 'weth'], sideUsd: 20_000_000n },
  { pair: ['usdc', 'dai'], sideUsd: 15_000_000n },
  { pair: ['usdc', 'usdt'], sideUsd: 15_000_000n },
] as const satisfies { pair: readonly [DevnetToken, DevnetToken]; sideUsd: bigint }[]

export function planUniswap(
  plan: DeploymentPlan,
  weth: Tokens['weth'],
): Pick<DevnetContracts, 'uniswapV2' | 'uniswapV3'> {
  const v2Factory = plan.createPublished('UniswapV2Factory', [weth])
  const v3Factory = plan.createPublished('UniswapV3Factory')
  const zero = '0x0000000000000000000000000000000000000000'
  return {
    uniswapV2: { factory: v2Factory, router: plan.createPublished('UniswapV2Router02', [v2Factory, weth]) },
    uniswapV3: {
      factory: v3Factory,
      router: plan.createPublished('SwapRouter', [v3Factory, weth]),
      quoter: plan.createPublished('QuoterV2', [v3Factory, weth]),
      // No descriptor is deployed: it only draws pictures of positions.
      positionManager: plan.createPublished('NonfungiblePositionManager', [v3Factory, weth, zero]),
      tickLens: plan.createPublished('TickLens'),
    },
  }
}

export function planLiquidity(
  plan: DeploymentPlan,
  contracts: Tokens & ReturnType<typeof planUniswap>,
  keys: DevnetKeys,
): void {
  const { uniswapV2, uniswapV3 } = contracts
  for (const name of tokenNames) {
    for (const spender of [uniswapV2.router, uniswapV3.positionManager]) {
      plan.call(`approve ${name}`, { to: contracts[name], abi: erc20Abi, fn: 'approve', args: [spender, maxUint256] })
    }
  }
  plan.call('0.01 % tier', { to: uniswapV3.factory, abi: uniswapV3SetupAbi, fn: 'enableFeeAmount', args: [100, 1] })
  for (const pool of v3Pools) planV3Pool(plan, contracts, keys, pool)
  for (const { pair, sideUsd } of v2Pools) {
    const [a, b] = pair
    const amounts = [unitsForUsd(a, sideUsd), unitsForUsd(b, sideUsd)]
    const args = [contracts[a], contracts[b], ...amounts, 0n, 0n, keys.deployer.address, maxUint256]
    plan.call(`v2 ${a}/${b}`, { to: uniswapV2.router, abi: uniswapV2SetupAbi, fn: 'addLiquidity', args })
  }
}

type V3Pool = { pair: readonly [DevnetToken, DevnetToken]; fee: FeeTier; sideUsd: bigint; ranges: readonly number[] }

function planV3Pool(
  plan: DeploymentPlan,
  contracts: Tokens & ReturnType<typeof planUniswap>,
  keys: DevnetKeys,
  pool: V3Pool,
): void {
  const { token0, token1, sqrtPriceX96, positions } = positionsAround(contracts, {
    ...pool,
    tickSpacing: tickSpacings[pool.fee],
  })
  const label = `v3 ${token0}/${token1} ${pool.fee}`
  const manager = contracts.uniswapV3.positionManager
  const pair = [contracts[token0], contracts[token1], pool.fee]
  const fn = 'createAndInitializePoolIfNecessary'
  plan.call(label, { to: manager, abi: uniswapV3SetupAbi, fn, args: [...pair, sqrtPriceX96] })
  for (const { halfWidth, tickLower, tickUpper, amount0, amount1 } of positions) {
    const [t0, t1, fee] = [contracts[token0], contracts[token1], pool.fee]
    const desired = { amount0Desired: amount0, amount1Desired: amount1 }
    const minimums = { amount0Min: 0n, amount1Min: 0n, recipient: keys.deployer.address, deadline: maxUint256 }
    const args = [{ token0: t0, token1: t1, fee, tickLower, tickUpper, ...desired, ...minimums }]
    plan.call(`${label} ±${halfWidth}`, { to: manager, abi: uniswapV3SetupAbi, fn: 'mint', args })
  }
}
