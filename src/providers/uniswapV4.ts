import { decodeEventLog, encodeAbiParameters, encodeEventTopics, toEventSelector } from 'viem'
import type { Chain, ChainLog } from '../chains/chain.ts'
import type { ChainDefinition } from '../chains/chainDefinition.ts'
import { sameAddress } from '../evm/address.ts'
import { keccak256 } from '../evm/keccak.ts'
import { readContract } from '../evm/readContract.ts'
import type { Address, Hex } from '../interface/fields.ts'
import { nativeToken } from '../interface/limits.ts'
import type { PoolKey, PoolV3 } from '../routing/pool.ts'
import type { PoolProtocol, PoolV3Facts, TickReads } from './poolProtocol.ts'
import { uniswapV4Abi } from './protocolAbis.ts'
import { readTicks, withPosition } from './tickReader.ts'
import { universalRouterCalls } from './universalRouterCalls.ts'

const provider = 'UNISWAP_V4'
/** Gas of a swap by the router: the transfer to the universal router, its unlock, the hop, settling and taking. */
const gas = 190_000n
/** Usual fees and spacings, looked up for each pair; other pools are found by their creation logs. */
const usualTiers = [
  { fee: 100, tickSpacing: 1 },
  { fee: 500, tickSpacing: 10 },
  { fee: 3_000, tickSpacing: 60 },
  { fee: 10_000, tickSpacing: 200 },
] as const
/** A pool's fee field when its hook may set another fee per swap. */
const dynamicFee = 0x800000
/** Hook address permissions to act in a swap: before, after, and with its own amounts in either. */
const swapFlags = (1n << 7n) | (1n << 6n) | (1n << 3n) | (1n << 2n)
const feeWhole = 1_000_000

const ticks: TickReads = {
  bitmap: async (chain, { id }, word, block) => {
    const bits = await readContract(chain, viewOf(chain), uniswapV4Abi, 'getTickBitmap', [id, word], { block })
    if (bits === undefined) throw new Error(`pool ${id} does not tell its bitmap word ${word}`)
    return bits
  },
  tick: async (chain, { id }, index, block) => {
    const state = await readContract(chain, viewOf(chain), uniswapV4Abi, 'getTickLiquidity', [id, index], { block })
    if (!state) throw new Error(`pool ${id} does not tell its tick ${index}`)
    return { index, liquidityGross: state[0], liquidityNet: state[1] }
  },
  positionTopic: topicOf('ModifyLiquidity'),
  positionTicks: (log) => {
    const event = decode(log)
    if (event.eventName !== 'ModifyLiquidity') throw new Error('not a position')
    return [event.args.tickLower, event.args.tickUpper]
  },
}

/**
 * Pools of Uniswap v4's single manager, without a factory to ask. Skips pools whose hook's address claims a part in
 * swaps, and all with a dynamic fee: what such a hook does is not in the pool's state.
 */
export const uniswapV4: PoolProtocol = {
  provider,
  isOn: (definition) => definition.uniswapV4 !== undefined,
  creator: (definition) => definition.uniswapV4?.poolManager,
  topics: uniswapV4Abi.filter((entry) => entry.type === 'event').map((event) => toEventSelector(event)),
  poolIn: ({ topics }) => topics[1] ?? '0x',
  createdTopic: topicOf('Initialize'),
  discover: (chain, [token0, token1], block) =>
    currencyPairs(chain.definition, token0, token1).flatMap(([currency0, currency1]) =>
      usualTiers.map(async (tier) => {
        const facts = factsOf(chain.definition, { currency0, currency1, ...tier, hooks: nativeToken })
        const slot0 = await readContract(chain, viewOf(chain), uniswapV4Abi, 'getSlot0', [facts.id], { block })
        return slot0 && slot0[0] > 0n ? facts : undefined
      }),
    ),
  created: (definition, log) => {
    const event = decode(log)
    if (event.eventName !== 'Initialize') return undefined
    const { currency0, currency1, fee, tickSpacing, hooks } = event.args
    const plain = fee !== dynamicFee && (BigInt(hooks) & swapFlags) === 0n
    return plain ? factsOf(definition, { currency0, currency1, fee, tickSpacing, hooks }) : undefined
  },
  read: async (chain, facts, block, words) => {
    if (facts.kind !== 'v3') return undefined
    const [slot0, liquidity] = await Promise.all([
      readContract(chain, viewOf(chain), uniswapV4Abi, 'getSlot0', [facts.id], { block }),
      readContract(chain, viewOf(chain), uniswapV4Abi, 'getLiquidity', [facts.id], { block }),
    ])
    if (!slot0 || liquidity === undefined || slot0[0] === 0n) return undefined
    const price = { sqrtPriceX96: slot0[0], tick: slot0[1], liquidity }
    return readTicks(chain, ticks, { ...facts, ...feesOf(facts, slot0[2]) }, price, block, words)
  },
  applyLog: (pool, log) => (pool.kind === 'v3' ? afterLog(pool, log) : pool),
  ticks,
  calls: (hops, amount, definition, context) => universalRouterCalls(hops, amount, definition, context),
}

function afterLog(pool: PoolV3, log: ChainLog): PoolV3 {
  const event = decode(log)
  switch (event.eventName) {
    case 'Swap': {
      const { sqrtPriceX96, liquidity, tick } = event.args
      return { ...pool, sqrtPriceX96, liquidity, tick }
    }
    case 'ModifyLiquidity':
      return withPosition(pool, event.args.tickLower, event.args.tickUpper, event.args.liquidityDelta)
    case 'ProtocolFeeUpdated':
      return { ...pool, ...feesOf(pool, event.args.protocolFee) }
    default:
      return pool
  }
}

/** Fee per direction: the protocol's part first, then the pool's of the rest. 12 bits each, selling token0 first. */
function feesOf({ key }: Pick<PoolV3, 'key'>, protocolFee: number): { feePpm: number; feePpmBack: number } {
  const fee = key!.fee
  const both = (part: number) => part + fee - Math.floor((part * fee) / feeWhole)
  return { feePpm: both(protocolFee & 0xfff), feePpmBack: both(protocolFee >> 12) }
}

/** A native pool enters the graph as one of wrapped native; the universal router wraps and unwraps. */
function factsOf({ id: chainId, wrappedNative }: ChainDefinition, key: PoolKey): PoolV3Facts {
  const parameters = [
    { type: 'address' },
    { type: 'address' },
    { type: 'uint24' },
    { type: 'int24' },
    { type: 'address' },
  ] as const
  const { currency0, currency1, fee, tickSpacing, hooks } = key
  const id = keccak256(encodeAbiParameters(parameters, [currency0, currency1, fee, tickSpacing, hooks]))
  // A key is sorted, so only the first of the two can be the zero address.
  const token0 = sameAddress(currency0, nativeToken) ? wrappedNative : currency0
  return { kind: 'v3', id, chainId, provider, token0, token1: currency1, feePpm: fee, key, tickSpacing, gas }
}

/** The pair itself, and with the native currency where one of the two is its wrapped form. */
function currencyPairs(
  { wrappedNative }: ChainDefinition,
  token0: Address,
  token1: Address,
): (readonly [Address, Address])[] {
  const other = sameAddress(token0, wrappedNative) ? token1 : sameAddress(token1, wrappedNative) ? token0 : undefined
  return other
    ? [
        [token0, token1],
        [nativeToken, other],
      ]
    : [[token0, token1]]
}

const viewOf = ({ definition }: Chain): Address => definition.uniswapV4!.stateView

function topicOf(eventName: 'Initialize' | 'ModifyLiquidity'): Hex {
  return encodeEventTopics({ abi: uniswapV4Abi, eventName })[0]!
}

function decode({ topics: [signature, ...indexed], data }: ChainLog) {
  return decodeEventLog({ abi: uniswapV4Abi, topics: signature ? [signature, ...indexed] : [], data })
}
