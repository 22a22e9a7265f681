import { maxUint256, zeroAddress, zeroHash } from 'viem'
import type { DevnetContracts, DevnetToken } from '../chains/definitions/devnet/devnetContracts.ts'
import type { DevnetKeys } from '../chains/definitions/devnet/keys.ts'
import { permit2Address } from '../interface/limits.ts'
import { erc20Abi, uniswapV4SetupAbi } from './abis.ts'
import type { DeploymentPlan } from './deploymentPlan.ts'
import { type PlannedPool, positionsAround, volatileRanges } from './positionsAround.ts'

type Tokens = Pick<DevnetContracts, DevnetToken>
type V4Pool = PlannedPool & { fee: number; native?: true }

/** Small pools, so that large trades keep their routes. `native`: holds ether instead of WETH. */
const v4Pools: readonly V4Pool[] = [
  { pair: ['weth', 'dai'], fee: 500, tickSpacing: 10, sideUsd: 1_000_000n, ranges: volatileRanges, native: true },
  { pair: ['wbtc', 'dai'], fee: 3_000, tickSpacing: 60, sideUsd: 1_000_000n, ranges: volatileRanges },
]

export function planUniswapV4(
  plan: DeploymentPlan,
  contracts: Tokens & Pick<DevnetContracts, 'uniswapV2' | 'uniswapV3' | 'spokePool'>,
  keys: DevnetKeys,
): Pick<DevnetContracts, 'uniswapV4'> {
  const poolManager = plan.createPublished('PoolManager', [keys.deployer.address])
  const universalRouter = plan.createPublished('UniversalRouter', [
    {
      permit2: permit2Address,
      weth9: contracts.weth,
      v2Factory: contracts.uniswapV2.factory,
      v3Factory: contracts.uniswapV3.factory,
      // The router needs these only for v2 and v3 pools; here it swaps through v4.
      pairInitCodeHash: zeroHash,
      poolInitCodeHash: zeroHash,
      v4PoolManager: poolManager,
      v3NFTPositionManager: contracts.uniswapV3.positionManager,
      v4PositionManager: zeroAddress,
      spokePool: contracts.spokePool,
    },
  ])
  const uniswapV4 = {
    poolManager,
    universalRouter,
    stateView: plan.createPublished('StateView', [poolManager]),
    quoter: plan.createPublished('V4Quoter', [poolManager]),
    // Uniswap's test contract: the position manager would need allowances at Permit2 and make positions NFTs.
    liquidityManager: plan.createPublished('PoolModifyLiquidityTest', [poolManager]),
  }
  for (const name of ['weth', 'dai', 'wbtc'] as const) {
    const args = [uniswapV4.liquidityManager, maxUint256]
    plan.call(`approve ${name}`, { to: contracts[name], abi: erc20Abi, fn: 'approve', args })
  }
  for (const pool of v4Pools) planPool(plan, contracts, uniswapV4, pool)
  return { uniswapV4 }
}

function planPool(
  plan: DeploymentPlan,
  contracts: Tokens,
  { poolManager, liquidityManager }: DevnetContracts['uniswapV4'],
  pool: V4Pool,
): void {
  // The native currency is the zero address, so it sorts first.
  const ordered = pool.native ? { ...contracts, weth: zeroAddress } : contracts
  const { token0, token1, sqrtPriceX96, positions } = positionsAround(ordered, pool)
  const { fee, tickSpacing } = pool
  const key = { currency0: ordered[token0], currency1: ordered[token1], fee, tickSpacing, hooks: zeroAddress }
  const label = `v4 ${token0}/${token1} ${fee}`
  plan.call(label, { to: poolManager, abi: uniswapV4SetupAbi, fn: 'initialize', args: [key, sqrtPriceX96] })
  for (const { halfWidth, tickLower, tickUpper, liquidity, amount0 } of positions) {
    plan.call(`${label} ±${halfWidth}`, {
      to: liquidityManager,
      abi: uniswapV4SetupAbi,
      fn: 'modifyLiquidity',
      args: [key, { tickLower, tickUpper, liquidityDelta: liquidity, salt: zeroHash }, '0x'],
      // The liquidity manager refunds the surplus.
      value: pool.native ? amount0 + 1n : 0n,
    })
  }
}
