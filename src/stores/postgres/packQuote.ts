import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliDecompressSync,
  constants,
  deflateRaw,
  inflateRawSync,
  type ZlibOptions,
} from 'node:zlib'
import type { Hex } from '../../interface/fields.ts'
import type { Pool, Tick } from '../../routing/pool.ts'
import { trimPool } from '../../routing/swapSnapshot.ts'
import type { LegSnapshot, QuoteSnapshot } from '../store.ts'
import { quoteDictionary } from './quoteDictionary.ts'

/**
 * A quote as bytes. An ordinary one is 25 kB of text: 1.7 kB deflated against a dictionary, in 0.4 ms off the event
 * loop. Deflate looks back 32 KB. An intent with 128 KiB of call data holds it four times (request, calls,
 * transactions): brotli looks back 4 MB and keeps one of them. The first byte names the format.
 */
const formats = { deflated: 1, brotli: 2 } as const
const brotliFromChars = 96 * 1_024

const dictionary = Buffer.from(quoteDictionary)
/** Half of zlib's tables: same size for a quote, with 0.05 ms of main-thread setup instead of 0.19. */
const deflation = { memLevel: 7, chunkSize: 8 * 1_024 }
const deflate = promisify<string, ZlibOptions, Buffer>(deflateRaw)
const compress = promisify<string, { params: Record<number, number> }, Buffer>(brotliCompress)
const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 22 }

/** JSON is printed on one line, so a line break separates the texts. */
const partsEnd = '\n'

export async function packQuote(parts: readonly string[]): Promise<Buffer> {
  const text = parts.join(partsEnd)
  return text.length < brotliFromChars
    ? Buffer.concat([Buffer.of(formats.deflated), await deflate(text, { ...deflation, dictionary })])
    : Buffer.concat([Buffer.of(formats.brotli), await compress(text, { params })])
}

export function unpackQuote(packed: Buffer): string[] {
  const content = packed.subarray(1)
  const text = packed[0] === formats.deflated ? inflateRawSync(content, { dictionary }) : brotliDecompressSync(content)
  return text.toString('utf8').split(partsEnd)
}

/** Amounts are written as digits with an n; no other text of a snapshot looks like that. */
const amountForm = /^-?\d+n$/

/** JSON is printed on one line: line breaks separate the terms and the pools, one per line, leg by leg. */
const linesEnd = '\n'

/**
 * What a quote saw, as bytes, deflated off the event loop. A swap among 1,000 pools takes 3.3 kB on average (at most
 * 6.9 kB in 300 measured) and 0.35 ms of CPU: half of it prints new pools, on the event loop.
 */
export function packSnapshot({ legs }: QuoteSnapshot): Promise<Buffer> {
  const pools = legs.flatMap(({ swap }) => swap?.pools ?? [])
  const terms = legs.map((leg) => (leg.swap ? { ...leg, swap: { ...leg.swap, pools: leg.swap.pools.length } } : leg))
  return deflate([print(terms), ...pools.map(printPool)].join(linesEnd), deflation)
}

export function unpackSnapshot(packed: Hex): QuoteSnapshot {
  const text = inflateRawSync(Buffer.from(packed.slice(2), 'hex')).toString()
  const [terms = '[]', ...pools] = text.split(linesEnd)
  const legs: PackedLeg[] = parse(terms)
  return {
    legs: legs.map(({ swap, ...leg }) =>
      swap ? { ...leg, swap: { ...swap, pools: pools.splice(0, swap.pools).map(parsePool) } } : leg,
    ),
  }
}

type SnapshotOfSwap = NonNullable<LegSnapshot['swap']>
type PackedLeg = Omit<LegSnapshot, 'swap'> & { swap?: Omit<SnapshotOfSwap, 'pools'> & { pools: number } }

const print = (value: unknown): string =>
  JSON.stringify(value, (_, field: unknown) => (typeof field === 'bigint' ? `${field}n` : field))

const parse = (text: string) =>
  JSON.parse(text, (_, field: unknown) =>
    typeof field === 'string' && amountForm.test(field) ? BigInt(field.slice(0, -1)) : field,
  )

/** Pools are replaced, never changed, and quotes of one block share them: each is printed once. */
const printed = new WeakMap<Pool, string>()

function printPool(pool: Pool): string {
  const known = printed.get(pool)
  if (known !== undefined) return known
  const kept = trimPool(pool)
  const text = print(kept.kind === 'v3' ? { ...kept, ticks: kept.ticks.map(printTick).join(' ') } : kept)
  printed.set(pool, text)
  return text
}

/** Ticks without field names, which would be half of all text. */
const printTick = ({ index, liquidityNet }: Tick): string => `${index}:${liquidityNet}`

function parsePool(text: string): Pool {
  const pool = parse(text)
  return pool.kind === 'v3' ? { ...pool, ticks: pool.ticks.split(' ').filter(Boolean).map(parseTick) } : pool
}

function parseTick(text: string): Tick {
  const [index = '', net = ''] = text.split(':')
  return { index: Number(index), liquidityNet: BigInt(net) }
}
