import { promisify } from 'node:util'
import { deflateRaw, inflateRawSync } from 'node:zlib'
import type { Hex } from '../../interface/fields.ts'
import type { Pool, Tick } from '../../routing/pool.ts'
import { trimPool } from '../../routing/sight.ts'
import type { LegSight, QuoteSight } from '../store.ts'

/** As for quotes (packQuote): zlib's own tables take longer to set up than these to use. */
const deflation = { memLevel: 7, chunkSize: 8 * 1_024 }
const deflate = promisify<string, typeof deflation, Buffer>(deflateRaw)
/** Amounts are written as digits with an n; no other text of a sight looks like that. */
const amountForm = /^-?\d+n$/

/** JSON is printed on one line, so a line break parts the terms from the pools, one a line, leg by leg. */
const linesEnd = '\n'

/**
 * What a quote saw, as bytes, off the event loop. Of a market of 1,000 pools a swap's is 3.3 kB on average and 6.9 at the most of 300, and takes 0.35 ms
 * of CPU, about half of it printing on the event loop where its pools were not printed for another quote before.
 */
export function packSight({ legs }: QuoteSight): Promise<Buffer> {
  const pools = legs.flatMap(({ swap }) => swap?.pools ?? [])
  const terms = legs.map((leg) => (leg.swap ? { ...leg, swap: { ...leg.swap, pools: leg.swap.pools.length } } : leg))
  return deflate([print(terms), ...pools.map(printPool)].join(linesEnd), deflation)
}

export function unpackSight(packed: Hex): QuoteSight {
  const text = inflateRawSync(Buffer.from(packed.slice(2), 'hex')).toString()
  const [terms = '[]', ...pools] = text.split(linesEnd)
  const legs: PackedLeg[] = parse(terms)
  return {
    legs: legs.map(({ swap, ...leg }) =>
      swap ? { ...leg, swap: { ...swap, pools: pools.splice(0, swap.pools).map(parsePool) } } : leg,
    ),
  }
}

type SightOfSwap = NonNullable<LegSight['swap']>
type PackedLeg = Omit<LegSight, 'swap'> & { swap?: Omit<SightOfSwap, 'pools'> & { pools: number } }

const print = (value: unknown): string =>
  JSON.stringify(value, (_, field: unknown) => (typeof field === 'bigint' ? `${field}n` : field))

const parse = (text: string) =>
  JSON.parse(text, (_, field: unknown) =>
    typeof field === 'string' && amountForm.test(field) ? BigInt(field.slice(0, -1)) : field,
  )

/** Pools are replaced and never changed, and the quotes of a block see the same ones: each is printed once. */
const printed = new WeakMap<Pool, string>()

function printPool(pool: Pool): string {
  const known = printed.get(pool)
  if (known !== undefined) return known
  const kept = trimPool(pool)
  const text = print(kept.kind === 'v3' ? { ...kept, ticks: kept.ticks.map(printTick).join(' ') } : kept)
  printed.set(pool, text)
  return text
}

/** Ticks without the names of their fields, which would be half of all text. */
const printTick = ({ index, liquidityNet }: Tick): string => `${index}:${liquidityNet}`

function parsePool(text: string): Pool {
  const pool = parse(text)
  return pool.kind === 'v3' ? { ...pool, ticks: pool.ticks.split(' ').filter(Boolean).map(parseTick) } : pool
}

function parseTick(text: string): Tick {
  const [index = '', net = ''] = text.split(':')
  return { index: Number(index), liquidityNet: BigInt(net) }
}
