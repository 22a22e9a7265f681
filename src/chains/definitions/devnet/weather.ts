import type { ChainDefinition } from '../../chainDefinition.ts'
import { mainnets } from '../mainnets.ts'

/**
 * How a public chain's nodes behave, one row per chain. Block time and finality follow from the chain's definition;
 * nobody publishes tag lag and provider limits. `tags`: blocks behind the head, at most 120: a local node keeps
 * only that many states.
 */
export type NodeWeather = {
  /** Name of the definition. */
  like: string
  tags: { safe: number; finalized: number }
  latencyMs: readonly [least: number, most: number]
  /** Refill per second and size (`burst`) of the rate limit's token bucket; each call of a batch counts as one. */
  callsPerS: number
  burst: number
  /** How calls above the rate are refused: HTTP 429 with Retry-After, or a JSON-RPC error in an HTTP 200. */
  refusesBy: 'http' | 'rpc'
  batchMax: number
  logBlocksMax: number
  /** The chain's endpoints: one for each habit. */
  nodes: readonly NodeHabit[]
  /** L1 data fee of an OP-stack rollup: the L1 fees it sees and its scalars (share per byte, in millionths). */
  l1Fee?: { baseFee: bigint; blobBaseFee: bigint; baseFeeScalar: bigint; blobBaseFeeScalar: bigint }
  /** Gas that a rollup of the Arbitrum kind adds for each byte of a transaction. */
  posterGasPerByte?: bigint
}

/** How a node misbehaves: not at all, it trails by `blocks`, or every `everyMs` it is away `forMs`. */
export type NodeHabit =
  | { is: 'well' }
  | { is: 'lags'; blocks: number }
  | { is: 'leaves'; forMs: number; everyMs: number }

/** Limits of a paid plan. */
const paid = { callsPerS: 200, burst: 400, batchMax: 100, logBlocksMax: 2_000, nodes: [{ is: 'well' }] } as const
/** Limits of public endpoints. */
const free = {
  callsPerS: 25,
  burst: 50,
  batchMax: 10,
  logBlocksMax: 500,
  nodes: [{ is: 'well' }, { is: 'lags', blocks: 2 }, { is: 'leaves', forMs: 15_000, everyMs: 60_000 }],
} as const

/** L1 fees of a quiet day. The scalars below are those that the rollups set after blobs; no package lists them. */
const l1Fees = { baseFee: 1_000_000_000n, blobBaseFee: 10_000_000n } as const

const tagBlocksMax = 120
const nodes = {
  Ethereum: { tags: { safe: 32, finalized: 64 }, latencyMs: [40, 120], refusesBy: 'http' },
  Optimism: {
    tags: { safe: 60, finalized: tagBlocksMax },
    latencyMs: [40, 120],
    refusesBy: 'rpc',
    l1Fee: { ...l1Fees, baseFeeScalar: 5_227n, blobBaseFeeScalar: 1_014_213n },
  },
  Base: {
    tags: { safe: 60, finalized: tagBlocksMax },
    latencyMs: [40, 120],
    refusesBy: 'http',
    l1Fee: { ...l1Fees, baseFeeScalar: 2_269n, blobBaseFeeScalar: 1_055_762n },
  },
  Arbitrum: {
    tags: { safe: tagBlocksMax, finalized: tagBlocksMax },
    latencyMs: [40, 120],
    refusesBy: 'rpc',
    posterGasPerByte: 20n,
  },
  Polygon: { tags: { safe: 16, finalized: 16 }, latencyMs: [60, 120], refusesBy: 'http' },
} as const satisfies Record<
  string,
  Pick<NodeWeather, 'tags' | 'latencyMs' | 'refusesBy' | 'l1Fee' | 'posterGasPerByte'>
>

const row = (like: keyof typeof nodes, plan: typeof paid | typeof free): NodeWeather => ({
  like,
  ...nodes[like],
  ...plan,
})

/** Weathers by name: the chains that Harbor, Island and Summit imitate, in this order. */
export const weathers = {
  mainnet: [row('Ethereum', paid), row('Base', paid), row('Arbitrum', paid)],
  sidechain: [row('Polygon', paid), row('Optimism', paid), row('Base', paid)],
  public: [row('Ethereum', free), row('Base', free), row('Arbitrum', free)],
} as const satisfies Record<string, readonly [NodeWeather, NodeWeather, NodeWeather]>

export type WeatherName = keyof typeof weathers
export const weatherNames = Object.keys(weathers) as [WeatherName, ...WeatherName[]]

/** The fields of a local chain's definition that its weather replaces. */
export function climateOf({ like }: NodeWeather): Pick<ChainDefinition, 'blockTimeMs' | 'finality' | 'l1Fee'> {
  const found = mainnets.find(({ name }) => name === like)
  if (!found) throw new Error(`no definition is named ${like}`)
  const { blockTimeMs, finality, l1Fee } = found
  return { blockTimeMs, finality, ...(l1Fee && { l1Fee }) }
}

/** Confirmations after which a transaction is final for `valueUsd`. */
export function blocksUntilFinal(weather: NodeWeather, valueUsd: number): number {
  const { finality } = climateOf(weather)
  const { depth } = finality.find(({ belowUsd }) => valueUsd < belowUsd) ?? finality.at(-1)!
  return typeof depth === 'number' ? depth : weather.tags[depth]
}
