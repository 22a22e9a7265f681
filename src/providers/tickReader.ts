import type { Chain } from '../chains/chain.ts'
import type { PoolV3, Tick } from '../routing/pool.ts'
import type { PoolV3Facts, SyncedTick, TickReads } from './poolProtocol.ts'

/** At the finest spacing the bitmap has 6,932 words, more than a node takes in one request. */
const wordsAtOnce = 1_000
const tickMax = 887_272
const wordTicks = 256
/** 10,000 ticks are a factor of e in price. Trades that move a pool so far are refused, so farther ticks can wait. */
export const nearTicks = 10_000

type Price = Pick<PoolV3, 'sqrtPriceX96' | 'tick' | 'liquidity'>

/** A pool at this price with its ticks: those near it and in `words`, or all if these do not match its liquidity. */
export async function readTicks(
  chain: Chain,
  reads: TickReads,
  facts: PoolV3Facts,
  price: Price,
  block: number,
  words: Iterable<number>,
): Promise<PoolV3> {
  const { tickSpacing } = facts
  const near = new Set([...nearWords(price.tick, tickSpacing), ...words])
  let ticks = await ticksIn(chain, reads, facts, block, near)
  // Some positions in range have ticks beyond the words read: read all words.
  if (!addsUp(ticks, price.tick, price.liquidity)) {
    ticks = await ticksIn(chain, reads, facts, block, new Set(allWords(tickSpacing)))
  }
  return { ...facts, ...price, ticks }
}

/** Which of these bitmap words hold a tick. */
export async function filledWords(
  chain: Chain,
  reads: TickReads,
  facts: PoolV3Facts,
  words: readonly number[],
  block: number,
): Promise<number[]> {
  const bitmaps = await Promise.all(words.map((word) => reads.bitmap(chain, facts, word, block)))
  return words.filter((_, index) => bitmaps[index] !== 0n)
}

export function wordOfTick(tick: number, tickSpacing: number): number {
  return Math.floor(Math.floor(tick / tickSpacing) / wordTicks)
}

export function allWords(tickSpacing: number): number[] {
  return wordsBetween(-tickMax, tickMax, tickSpacing)
}

/** The pool after a position between these ticks has grown, or shrunk, by `amount`. */
export function withPosition(pool: PoolV3, tickLower: number, tickUpper: number, amount: bigint): PoolV3 {
  // Moving a position by zero is how an owner makes a pool credit its fees; no liquidity moves.
  if (amount === 0n) return pool
  const inRange = tickLower <= pool.tick && pool.tick < tickUpper
  // Every pool of the graph was read here, so its ticks have `liquidityGross`, which routing's type omits.
  const lower = withTick(pool.ticks as readonly SyncedTick[], tickLower, amount, amount)
  const ticks = withTick(lower, tickUpper, amount, -amount)
  return { ...pool, liquidity: inRange ? pool.liquidity + amount : pool.liquidity, ticks }
}

function withTick(ticks: readonly SyncedTick[], index: number, gross: bigint, net: bigint): SyncedTick[] {
  const found = ticks.findIndex((tick) => tick.index >= index)
  const at = found < 0 ? ticks.length : found
  const old = ticks[at]?.index === index ? ticks[at] : undefined
  const liquidityGross = (old?.liquidityGross ?? 0n) + gross
  const tick = { index, liquidityGross, liquidityNet: (old?.liquidityNet ?? 0n) + net }
  return [...ticks.slice(0, at), ...(liquidityGross > 0n ? [tick] : []), ...ticks.slice(at + (old ? 1 : 0))]
}

async function ticksIn(
  chain: Chain,
  reads: TickReads,
  facts: PoolV3Facts,
  block: number,
  words: Set<number>,
): Promise<SyncedTick[]> {
  const bitmaps: { word: number; bits: bigint }[] = []
  for (const some of chunks([...words], wordsAtOnce)) {
    const read = some.map(async (word) => ({ word, bits: await reads.bitmap(chain, facts, word, block) }))
    bitmaps.push(...(await Promise.all(read)))
  }
  const indexes = bitmaps.flatMap(({ word, bits }) => ticksOfWord(word, bits, facts.tickSpacing))
  const ticks = await Promise.all(indexes.map((index) => reads.tick(chain, facts, index, block)))
  return ticks.toSorted((left, right) => left.index - right.index)
}

function ticksOfWord(word: number, bits: bigint, tickSpacing: number): number[] {
  const indexes: number[] = []
  for (let bit = 0, left = bits; left > 0n; bit++, left >>= 1n) {
    if (left & 1n) indexes.push((word * wordTicks + bit) * tickSpacing)
  }
  return indexes
}

/** Bitmap words around the price, and the first and last word, where full-range positions have their ticks. */
function nearWords(tick: number, tickSpacing: number): number[] {
  const from = Math.max(-tickMax, tick - nearTicks)
  const to = Math.min(tickMax, tick + nearTicks)
  return [...wordsBetween(from, to, tickSpacing), wordOfTick(-tickMax, tickSpacing), wordOfTick(tickMax, tickSpacing)]
}

function wordsBetween(from: number, to: number, tickSpacing: number): number[] {
  const first = wordOfTick(from, tickSpacing)
  return Array.from({ length: wordOfTick(to, tickSpacing) - first + 1 }, (_, index) => first + index)
}

/** Whether all ticks are there: nets up to the price sum to the liquidity in range, and all nets to zero. */
function addsUp(ticks: readonly Tick[], tick: number, liquidity: bigint): boolean {
  let below = 0n
  let total = 0n
  for (const { index, liquidityNet } of ticks) {
    if (index <= tick) below += liquidityNet
    total += liquidityNet
  }
  return below === liquidity && total === 0n
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}
