import type { Address } from '../interface/fields.ts'
import { nativeToken } from '../interface/limits.ts'

/** A constant-product pool as its contract stores it. */
export type PoolV2 = {
  kind: 'v2'
  id: Address
  chainId: number
  provider: string
  token0: Address
  token1: Address
  reserve0: bigint
  reserve1: bigint
  feePpm: number
  /** Gas of one swap through this pool. */
  gas: bigint
}

export type Tick = { index: number; liquidityNet: bigint }

/** What names a v4 pool to its manager. A pool of the native currency has the zero address here, and its wrapped form as its token. */
export type PoolKey = { currency0: Address; currency1: Address; fee: number; tickSpacing: number; hooks: Address }

/** A concentrated-liquidity pool with all its initialised ticks, sorted by index. */
export type PoolV3 = {
  kind: 'v3'
  id: Address
  chainId: number
  provider: string
  token0: Address
  token1: Address
  feePpm: number
  /** The fee of selling token1, where it is another one: the protocol's part of a v4 pool's fee has two values. */
  feePpmBack?: number
  /** Of a v4 pool, whose `id` is a hash of it and no address. */
  key?: PoolKey
  tickSpacing: number
  sqrtPriceX96: bigint
  tick: number
  liquidity: bigint
  ticks: readonly Tick[]
  gas: bigint
}

/** A pool of two coins that are worth the same, as Curve's plain pools store it. */
export type PoolStable = {
  kind: 'stable'
  id: Address
  chainId: number
  provider: string
  token0: Address
  token1: Address
  reserve0: bigint
  reserve1: bigint
  /** 10 ** (36 - decimals): makes a balance one of 18 decimals, times 10 ** 18. */
  rate0: bigint
  rate1: bigint
  /** The amplification A, times 100. */
  amplification: bigint
  /** Of what comes out, in parts of 10 ** 10; `feePpm` is the same rounded. */
  fee: bigint
  feePpm: number
  gas: bigint
}

/** A pool of two coins that are worth the same, with the invariant of Solidly. */
export type PoolSolidly = {
  kind: 'solidly'
  id: Address
  chainId: number
  provider: string
  token0: Address
  token1: Address
  reserve0: bigint
  reserve1: bigint
  /** One whole token: 10 ** decimals. */
  unit0: bigint
  unit1: bigint
  /** Of what goes in, in parts of 10,000; `feePpm` is the same in millionths. */
  feeBps: bigint
  feePpm: number
  gas: bigint
}

/** Wrapping or unwrapping of the native token, one for one: a hop of a route like a pool, but not part of the graph. */
export type PoolWrap = {
  kind: 'wrap'
  /** The wrapped-native contract. */
  id: Address
  chainId: number
  provider: string
  token0: Address
  token1: Address
  gas: bigint
}

export type Pool = PoolV2 | PoolV3 | PoolStable | PoolSolidly
export type HopPool = Pool | PoolWrap

export const wrapProvider = 'WETH'
/** A deposit or a withdrawal of the canonical contract, rounded up. */
export const wrapGas = 45_000n
export const feePpmWhole = 1_000_000

/** What a pool keeps of its input, in millionths. */
export function feePpmOf(pool: Pool, zeroForOne: boolean): number {
  return !zeroForOne && pool.kind === 'v3' ? (pool.feePpmBack ?? pool.feePpm) : pool.feePpm
}

export function wrapPool(chainId: number, wrappedNative: Address): PoolWrap {
  return {
    kind: 'wrap',
    id: wrappedNative,
    chainId,
    provider: wrapProvider,
    token0: nativeToken,
    token1: wrappedNative,
    gas: wrapGas,
  }
}
