import { LRUCache } from 'lru-cache'
import { hexToBytes } from 'viem'
import { keccak256 } from '../../evm/keccak.ts'
import type { Hex } from '../../interface/fields.ts'
import type { LogFilter } from '../chain.ts'

export const isBloom = (value: unknown): value is Hex => typeof value === 'string' && /^0x[0-9a-f]{512}$/i.test(value)

/** Whether a block with this bloom filter may hold a log that matches. No false negatives. */
export function bloomTest({ address, topics = [] }: Pick<LogFilter, 'address' | 'topics'>): (bloom: Hex) => boolean {
  const anyOf = [address, ...topics]
    .filter((choice) => choice !== undefined && choice !== null)
    .map((choice) => (Array.isArray(choice) ? choice : [choice]).map(bloomBits))
    .filter((choices) => choices.length > 0)
  return (bloom) => {
    const bytes = hexToBytes(bloom)
    const has = (bits: number[]) => bits.every((bit) => (bytes[255 - (bit >> 3)]! >> (bit & 7)) & 1)
    return anyOf.every((choices) => choices.some(has))
  }
}

// Cached: the same few addresses and topics are tested against every block.
const bloomBitsCache = new LRUCache<Hex, number[]>({ max: 10_000 })

function bloomBits(value: Hex): number[] {
  const known = bloomBitsCache.get(value)
  if (known) return known
  const hash = hexToBytes(keccak256(value))
  const bits = [0, 2, 4].map((at) => ((hash[at]! << 8) | hash[at + 1]!) & 2047)
  bloomBitsCache.set(value, bits)
  return bits
}

/** Whether these logs set every bit of the block's bloom filter. A bit that no log sets means that a log is missing. */
export function bloomIsCovered(bloom: Hex, logs: readonly { address: Hex; topics: readonly Hex[] }[]): boolean {
  const bytes = hexToBytes(bloom)
  for (const bit of logs.flatMap(({ address, topics }) => [address, ...topics].flatMap(bloomBits)))
    bytes[255 - (bit >> 3)]! &= ~(1 << (bit & 7))
  return bytes.every((byte) => byte === 0)
}
