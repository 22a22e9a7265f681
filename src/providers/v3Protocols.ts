import { concatHex, decodeEventLog, type Hex, numberToHex, toEventSelector } from 'viem'
import type { ChainLog } from '../chains/chain.ts'
import type { ChainDefinition } from '../chains/chainDefinition.ts'
import { encodeCall } from '../evm/encodeCall.ts'
import { readContract } from '../evm/readContract.ts'
import { placeholder } from '../intents/wallet.ts'
import { nativeToken } from '../interface/limits.ts'
import type { Hop } from '../routing/findRoute.ts'
import type { PoolV3 } from '../routing/pool.ts'
import type { PoolProtocol, PoolV3Facts, TickReads } from './poolProtocol.ts'
import { swapRouter02Abi, uniswapV3Abi } from './protocolAbis.ts'
import type { BatchContext } from './provider.ts'
import { readTicks, withPosition } from './tickReader.ts'

type V3ProtocolFacts = {
  provider: string
  /** Where the protocol is on a chain. */
  at(definition: ChainDefinition): ChainDefinition['uniswapV3']
  /** Fees that its factory may have pools for. */
  feeTiers: readonly number[]
}

/** Gas of a swap by the router: the hop itself, an exact approval and its reset. */
const gas = 145_000n
/** Offset of `amountIn`: a field of the routers' struct, which follows its own offset. */
const amountOffset = { withDeadline: 4 + 32 + 3 * 32, withoutDeadline: 4 + 32 + 2 * 32 } as const
const positionTopic = toEventSelector(uniswapV3Abi.find((entry) => entry.type === 'event' && entry.name === 'Mint')!)

const ticks: TickReads = {
  bitmap: async (chain, { id }, word, block) => {
    const bits = await readContract(chain, id, uniswapV3Abi, 'tickBitmap', [word], { block })
    // Assuming an empty word would drop its ticks from the pool.
    if (bits === undefined) throw new Error(`pool ${id} does not tell its bitmap word ${word}`)
    return bits
  },
  tick: async (chain, { id }, index, block) => {
    const state = await readContract(chain, id, uniswapV3Abi, 'ticks', [index], { block })
    if (!state) throw new Error(`pool ${id} does not tell its tick ${index}`)
    return { index, liquidityGross: state[0], liquidityNet: state[1] }
  },
  positionTopic,
  positionTicks: ({ topics }) => [tickIn(topics[2]!), tickIn(topics[3]!)],
}

/** Uniswap v3 and its forks: a factory with a pool per pair and fee, and a router that takes a path. */
function createV3Protocol({ provider, at, feeTiers }: V3ProtocolFacts): PoolProtocol {
  const factsOf = (
    chainId: number,
    pool: Pick<PoolV3, 'id' | 'token0' | 'token1' | 'feePpm' | 'tickSpacing'>,
  ): PoolV3Facts => ({ kind: 'v3', chainId, provider, gas, ...pool })
  return {
    provider,
    isOn: (definition) => at(definition) !== undefined,
    creator: (definition) => at(definition)?.factory,
    topics: uniswapV3Abi.filter((entry) => entry.type === 'event').map((event) => toEventSelector(event)),
    discover: (chain, [token0, token1], block) =>
      feeTiers.map(async (feePpm) => {
        const { factory } = at(chain.definition)!
        const id = await readContract(chain, factory, uniswapV3Abi, 'getPool', [token0, token1, feePpm], { block })
        if (!id || id === nativeToken) return undefined
        const tickSpacing = await readContract(chain, id, uniswapV3Abi, 'tickSpacing', [], { block })
        return tickSpacing ? factsOf(chain.id, { id, token0, token1, feePpm, tickSpacing }) : undefined
      }),
    created: ({ id }, log) => {
      const event = decode(log)
      if (event.eventName !== 'PoolCreated') return undefined
      const { pool, token0, token1, fee, tickSpacing } = event.args
      return factsOf(id, { id: pool, token0, token1, feePpm: fee, tickSpacing })
    },
    read: async (chain, facts, block, words) => {
      if (facts.kind !== 'v3') return undefined
      const [slot0, liquidity] = await Promise.all([
        readContract(chain, facts.id, uniswapV3Abi, 'slot0', [], { block }),
        readContract(chain, facts.id, uniswapV3Abi, 'liquidity', [], { block }),
      ])
      if (!slot0 || liquidity === undefined || slot0[0] === 0n) return undefined
      return readTicks(chain, ticks, facts, { sqrtPriceX96: slot0[0], tick: slot0[1], liquidity }, block, words)
    },
    applyLog: (pool, log) => (pool.kind === 'v3' ? afterLog(pool, log) : pool),
    ticks,
    calls: (hops, amount, definition, context) => {
      const token = hops[0]!.tokenIn
      const { router: to, routerTakesDeadline } = at(definition)!
      const data = swapData(hops, amount === 'balance' ? BigInt(placeholder) : amount, routerTakesDeadline, context)
      const call = { to, data, value: 0n, approve: { token, spender: to, amount } }
      const offset = amountOffset[routerTakesDeadline ? 'withDeadline' : 'withoutDeadline']
      return [amount === 'balance' ? { ...call, inject: { token, offset } } : call]
    },
  }
}

/** Ignores `Initialize`: a pool without a price is not in the graph, and is read whole once it has one. */
function afterLog(pool: PoolV3, log: ChainLog): PoolV3 {
  const event = decode(log)
  switch (event.eventName) {
    case 'Swap': {
      const { sqrtPriceX96, liquidity, tick } = event.args
      return { ...pool, sqrtPriceX96, liquidity, tick }
    }
    case 'Mint':
      return withPosition(pool, event.args.tickLower, event.args.tickUpper, event.args.amount)
    case 'Burn':
      return withPosition(pool, event.args.tickLower, event.args.tickUpper, -event.args.amount)
    default:
      return pool
  }
}

function swapData(
  hops: readonly Hop[],
  amountIn: bigint,
  takesDeadline: boolean,
  { router, deadlineS }: BatchContext,
): Hex {
  const params = { path: pathOf(hops), recipient: router, amountIn, amountOutMinimum: 0n }
  if (!takesDeadline) return encodeCall({ abi: swapRouter02Abi, functionName: 'exactInput', args: [params] })
  const args = [{ ...params, deadline: BigInt(deadlineS) }] as const
  return encodeCall({ abi: uniswapV3Abi, functionName: 'exactInput', args })
}

function pathOf(hops: readonly Hop[]): Hex {
  const feeOf = ({ pool }: Hop) => numberToHex(pool.kind === 'wrap' ? 0 : pool.feePpm, { size: 3 })
  return concatHex([hops[0]!.tokenIn, ...hops.flatMap((hop) => [feeOf(hop), hop.tokenOut])])
}

function decode({ topics: [signature, ...indexed], data }: ChainLog) {
  return decodeEventLog({ abi: uniswapV3Abi, topics: signature ? [signature, ...indexed] : [], data })
}

function tickIn(topic: Hex): number {
  return Number(BigInt.asIntN(24, BigInt(topic)))
}

export const uniswapV3 = createV3Protocol({
  provider: 'UNISWAP_V3',
  at: (definition) => definition.uniswapV3,
  feeTiers: [100, 500, 3_000, 10_000],
})

/** Unlike Uniswap's: one other fee tier, and `Swap` also carries the protocol's share of the fee. */
export const pancakeswapV3 = createV3Protocol({
  provider: 'PANCAKESWAP_V3',
  at: (definition) => definition.pancakeswapV3,
  feeTiers: [100, 500, 2_500, 10_000],
})
