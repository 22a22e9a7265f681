import type { Chain } from '../chains/chain.ts'
import { addressKey } from '../evm/address.ts'
import { readContract } from '../evm/readContract.ts'
import type { Address } from '../interface/fields.ts'
import { nativeToken } from '../interface/limits.ts'
import type { Pool, PoolV2, PoolV3, Tick } from '../routing/pool.ts'
import { uniswapV2Abi, uniswapV3Abi } from './protocolAbis.ts'

/** What never changes about a pool. */
export type PoolFacts = Omit<PoolV2, 'reserve0' | 'reserve1'> | PoolV3Facts
export type PoolV3Facts = Omit<PoolV3, 'sqrtPriceX96' | 'tick' | 'liquidity' | 'ticks'>

/** A tick with its gross liquidity, which is zero only once no position uses it; its net may be zero while positions meet on it. */
export type SyncedTick = Tick & { liquidityGross: bigint }

export const providerV2 = 'UNISWAP_V2'
export const providerV3 = 'UNISWAP_V3'
const feePpmV2 = 3_000
const feeTiersV3 = [100, 500, 3_000, 10_000] as const
/** Gas of a swap by the router: the hop itself, an exact approval and taking it back. */
const swapGas = { v2: 125_000n, v3: 145_000n } as const

/** The whole line of the finest spacing has 6,932 words, more than a node takes in one request. */
const wordsAtOnce = 1_000
const tickMax = 887_272
const wordTicks = 256
/** 10,000 ticks are a factor of e in price. A trade that moves a pool so far is refused by its price impact, so ticks beyond may be read later. */
export const nearTicks = 10_000

/** Pools of the factories between the given pairs. Uniswap orders a pair by address, so its two tokens may come either way. */
export async function discoverPools(
  chain: Chain,
  pairs: readonly (readonly [Address, Address])[],
  block: number,
): Promise<PoolFacts[]> {
  const { uniswapV2, uniswapV3 } = chain.definition
  const found: Promise<PoolFacts | undefined>[] = []
  for (const pair of pairs) {
    const [token0, token1] = sorted(pair)
    if (uniswapV2) {
      const pair = readContract(chain, uniswapV2.factory, uniswapV2Abi, 'getPair', [token0, token1], { block })
      found.push(pair.then((id) => (id && id !== nativeToken ? factsV2(chain.id, id, token0, token1) : undefined)))
    }
    for (const feePpm of uniswapV3 ? feeTiersV3 : []) {
      found.push(
        readContract(chain, uniswapV3!.factory, uniswapV3Abi, 'getPool', [token0, token1, feePpm], { block }).then(
          async (id) => {
            if (!id || id === nativeToken) return undefined
            const tickSpacing = await readContract(chain, id, uniswapV3Abi, 'tickSpacing', [], { block })
            return tickSpacing ? factsV3(chain.id, { id, token0, token1, feePpm, tickSpacing }) : undefined
          },
        ),
      )
    }
  }
  return (await Promise.all(found)).filter((facts) => facts !== undefined)
}

export function factsV2(chainId: number, id: Address, token0: Address, token1: Address): PoolFacts {
  return { kind: 'v2', id, chainId, provider: providerV2, token0, token1, feePpm: feePpmV2, gas: swapGas.v2 }
}

export function factsV3(
  chainId: number,
  pool: Pick<PoolV3, 'id' | 'token0' | 'token1' | 'feePpm' | 'tickSpacing'>,
): PoolV3Facts {
  return { kind: 'v3', chainId, provider: providerV3, gas: swapGas.v3, ...pool }
}

/**
 * The state of pools at one block, in three rounds of reads that each travel as one multicall: prices and reserves, the
 * bitmaps around the price, the ticks they name. `words` are bitmap words beyond the near ones to look at as well.
 * A pool that does not exist at that block, or has no price yet, is missing from the answer.
 */
export async function readPools(
  chain: Chain,
  pools: readonly PoolFacts[],
  block: number,
  words: (id: Address) => Iterable<number> = () => [],
): Promise<Map<string, Pool>> {
  const read = await Promise.all(
    pools.map((facts) =>
      facts.kind === 'v2' ? readV2(chain, facts, block) : readV3(chain, facts, block, words(facts.id)),
    ),
  )
  return new Map(read.filter((pool) => pool !== undefined).map((pool) => [addressKey(pool.id), pool]))
}

/** Which of these bitmap words hold a tick. */
export async function filledWords(
  chain: Chain,
  pool: Address,
  words: readonly number[],
  block: number,
): Promise<number[]> {
  const bitmaps = await Promise.all(words.map((word) => bitmapOf(chain, pool, word, block)))
  return words.filter((_, index) => bitmaps[index] !== 0n)
}

export function wordOfTick(tick: number, tickSpacing: number): number {
  return Math.floor(Math.floor(tick / tickSpacing) / wordTicks)
}

export function allWords(tickSpacing: number): number[] {
  return wordsBetween(-tickMax, tickMax, tickSpacing)
}

async function readV2(chain: Chain, facts: PoolFacts & { kind: 'v2' }, block: number): Promise<PoolV2 | undefined> {
  const reserves = await readContract(chain, facts.id, uniswapV2Abi, 'getReserves', [], { block })
  return reserves && { ...facts, reserve0: reserves[0], reserve1: reserves[1] }
}

async function readV3(
  chain: Chain,
  facts: PoolV3Facts,
  block: number,
  words: Iterable<number>,
): Promise<PoolV3 | undefined> {
  const { id, tickSpacing } = facts
  const [slot0, liquidity] = await Promise.all([
    readContract(chain, id, uniswapV3Abi, 'slot0', [], { block }),
    readContract(chain, id, uniswapV3Abi, 'liquidity', [], { block }),
  ])
  if (!slot0 || liquidity === undefined || slot0[0] === 0n) return undefined
  const [sqrtPriceX96, tick] = slot0
  const near = new Set([...nearWords(tick, tickSpacing), ...words])
  let ticks = await readTicks(chain, facts, block, near)
  // Some of the liquidity in range belongs to positions whose ticks lie beyond the words read: read all words.
  if (!addsUp(ticks, tick, liquidity)) ticks = await readTicks(chain, facts, block, new Set(allWords(tickSpacing)))
  return { ...facts, sqrtPriceX96, tick, liquidity, ticks }
}

async function readTicks(
  chain: Chain,
  { id, tickSpacing }: PoolV3Facts,
  block: number,
  words: Set<number>,
): Promise<SyncedTick[]> {
  const bitmaps: { word: number; bits: bigint }[] = []
  for (const some of chunks([...words], wordsAtOnce)) {
    const read = some.map(async (word) => ({ word, bits: await bitmapOf(chain, id, word, block) }))
    bitmaps.push(...(await Promise.all(read)))
  }
  const indexes = bitmaps.flatMap(({ word, bits }) => ticksOfWord(word, bits, tickSpacing))
  const ticks = await Promise.all(
    indexes.map(async (index) => {
      const state = await readContract(chain, id, uniswapV3Abi, 'ticks', [index], { block })
      if (!state) throw new Error(`pool ${id} does not tell its tick ${index}`)
      return { index, liquidityGross: state[0], liquidityNet: state[1] }
    }),
  )
  return ticks.toSorted((left, right) => left.index - right.index)
}

/** Throws where the word cannot be read: taken as empty, its ticks would be missing from the pool. */
async function bitmapOf(chain: Chain, pool: Address, word: number, block: number): Promise<bigint> {
  const bits = await readContract(chain, pool, uniswapV3Abi, 'tickBitmap', [word], { block })
  if (bits === undefined) throw new Error(`pool ${pool} does not tell its bitmap word ${word}`)
  return bits
}

function ticksOfWord(word: number, bits: bigint, tickSpacing: number): number[] {
  const indexes: number[] = []
  for (let bit = 0, left = bits; left > 0n; bit++, left >>= 1n) {
    if (left & 1n) indexes.push((word * wordTicks + bit) * tickSpacing)
  }
  return indexes
}

/** The bitmap words around the price, and the first and last word, where positions over the full range have their ticks. */
function nearWords(tick: number, tickSpacing: number): number[] {
  const from = Math.max(-tickMax, tick - nearTicks)
  const to = Math.min(tickMax, tick + nearTicks)
  return [...wordsBetween(from, to, tickSpacing), wordOfTick(-tickMax, tickSpacing), wordOfTick(tickMax, tickSpacing)]
}

function wordsBetween(from: number, to: number, tickSpacing: number): number[] {
  const first = wordOfTick(from, tickSpacing)
  return Array.from({ length: wordOfTick(to, tickSpacing) - first + 1 }, (_, index) => first + index)
}

/** Whether no tick is missing: the nets of the ticks up to the price add up to the liquidity in range, and those of all ticks to zero. */
function addsUp(ticks: readonly Tick[], tick: number, liquidity: bigint): boolean {
  let below = 0n
  let total = 0n
  for (const { index, liquidityNet } of ticks) {
    if (index <= tick) below += liquidityNet
    total += liquidityNet
  }
  return below === liquidity && total === 0n
}

function sorted([a, b]: readonly [Address, Address]): [Address, Address] {
  return addressKey(a) < addressKey(b) ? [a, b] : [b, a]
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}
