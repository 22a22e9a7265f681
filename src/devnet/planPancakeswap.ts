import {
  type Address,
  concatHex,
  encodeAbiParameters,
  getContractAddress,
  type Hex,
  keccak256,
  maxUint256,
  numberToHex,
  size,
} from 'viem'
import type { DevnetContracts, DevnetToken } from '../chains/definitions/devnet/devnetContracts.ts'
import { erc20Abi, pancakeswapV3Abi } from './abis.ts'
import { pancakeV3PoolDeployerAbi, pancakeV3PoolDeployerBytecode } from './artifacts/PancakeV3PoolDeployer.ts'
import { pancakeV3RouterAbi, pancakeV3RouterBytecode } from './artifacts/PancakeV3Router.ts'
import type { DeploymentPlan } from './deploymentPlan.ts'
import { readPublishedArtifact } from './packages.ts'
import { positionsAround, volatileRanges } from './positionsAround.ts'

type Tokens = Pick<DevnetContracts, DevnetToken>

/** A pair without a local Uniswap pool, and a small pool, so that large trades keep their routes. */
const pool = { pair: ['wbtc', 'usdt'], tickSpacing: 50, sideUsd: 1_000_000n, ranges: volatileRanges } as const
const fee = 2_500

/** Factory and pool as published; deployer and router are stand-ins, because no package has their bytecode. */
export function planPancakeswap(plan: DeploymentPlan, tokens: Tokens): Pick<DevnetContracts, 'pancakeswapV3'> {
  const poolCode = plan.create('code of PancakeV3Pool', returning(readPublishedArtifact('PancakeV3Pool').bytecode))
  const deployer = plan.createOwn('PancakeV3PoolDeployer', pancakeV3PoolDeployerAbi, pancakeV3PoolDeployerBytecode, [
    poolCode,
  ])
  const factory = plan.createPublished('PancakeV3Factory', [deployer])
  const router = plan.createOwn('PancakeV3Router', pancakeV3RouterAbi, pancakeV3RouterBytecode, [factory])
  plan.call('factory of the deployer', {
    to: deployer,
    abi: pancakeV3PoolDeployerAbi,
    fn: 'setFactoryAddress',
    args: [factory],
  })
  const { token0, token1, sqrtPriceX96, positions } = positionsAround(tokens, pool)
  for (const name of [token0, token1]) {
    plan.call(`approve ${name}`, { to: tokens[name], abi: erc20Abi, fn: 'approve', args: [router, maxUint256] })
  }
  const label = `pancake ${token0}/${token1} ${fee}`
  const key = [tokens[token0], tokens[token1], fee]
  plan.call(label, { to: factory, abi: pancakeswapV3Abi, fn: 'createPool', args: key })
  const id = poolAddress(deployer, [tokens[token0], tokens[token1]])
  plan.call(`${label} price`, { to: id, abi: pancakeswapV3Abi, fn: 'initialize', args: [sqrtPriceX96] })
  for (const { halfWidth, tickLower, tickUpper, liquidity } of positions) {
    const args = [id, tickLower, tickUpper, liquidity]
    plan.call(`${label} ±${halfWidth}`, { to: router, abi: pancakeV3RouterAbi, fn: 'mint', args })
  }
  return { pancakeswapV3: { factory, router } }
}

/** Where the deployer creates the pool of a pair: CREATE2 with the pair and the fee as salt. */
function poolAddress(deployer: Address, [token0, token1]: readonly [Address, Address]): Address {
  const parameters = [{ type: 'address' }, { type: 'address' }, { type: 'uint24' }] as const
  const salt = keccak256(encodeAbiParameters(parameters, [token0, token1, fee]))
  const { bytecode } = readPublishedArtifact('PancakeV3Pool')
  return getContractAddress({ opcode: 'CREATE2', from: deployer, salt, bytecode })
}

/** Creation code that deploys exactly this runtime code. */
function returning(code: Hex): Hex {
  // PUSH3 size, DUP1, PUSH1 11, PUSH0, CODECOPY, PUSH0, RETURN: returns the code after these eleven bytes.
  return concatHex(['0x62', numberToHex(size(code), { size: 3 }), '0x80600b5f395ff3', code])
}
