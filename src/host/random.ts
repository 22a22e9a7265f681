import { randomFillSync } from 'node:crypto'

/** Randomness as an argument, so that a seed can replay it. */
export type Random = {
  /** At least 0, less than 1. */
  next(): number
  /** Unguessable when the source is the system's. */
  bytes(count: number): Uint8Array
  hex(byteCount: number): string
}

// A call to the system's source costs about 2 µs, so bytes are read in bulk.
const poolBytes = 4_096

export function createSystemRandom(): Random {
  const pool = Buffer.alloc(poolBytes)
  let used = poolBytes
  const take = (count: number): Buffer => {
    if (count > poolBytes) return randomFillSync(Buffer.alloc(count))
    if (used + count > poolBytes) {
      randomFillSync(pool)
      used = 0
    }
    used += count
    return pool.subarray(used - count, used)
  }
  return {
    next: () => take(6).readUIntBE(0, 6) / 2 ** 48,
    bytes: (count) => Uint8Array.from(take(count)),
    hex: (byteCount) => take(byteCount).toString('hex'),
  }
}

/** The same numbers for the same seed (xoshiro128**). Never for keys or ids that must not be guessed. */
export function createSeededRandom(seed: number): Random {
  const state = new Uint32Array(4)
  let mixed = seed >>> 0
  for (let index = 0; index < 4; index++) {
    mixed = (mixed + 0x9e3779b9) >>> 0
    let word = mixed
    word = Math.imul(word ^ (word >>> 16), 0x85ebca6b)
    word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35)
    state[index] = (word ^ (word >>> 16)) >>> 0
  }
  const rotate = (word: number, by: number) => ((word << by) | (word >>> (32 - by))) >>> 0
  const word = (): number => {
    // By index: destructuring runs an iterator, which costs more than the arithmetic.
    const a = state[0]!
    const b = state[1]!
    const c = state[2]!
    const d = state[3]!
    const result = Math.imul(rotate(Math.imul(b, 5) >>> 0, 7), 9) >>> 0
    const mixedC = c ^ a
    const mixedD = d ^ b
    state[1] = b ^ mixedC
    state[0] = a ^ mixedD
    state[2] = mixedC ^ (b << 9)
    state[3] = rotate(mixedD >>> 0, 11)
    return result
  }
  const bytes = (count: number) => {
    const made = Buffer.allocUnsafe(count)
    for (let index = 0; index < count; index++) made[index] = word() >>> 24
    return made
  }
  return { next: () => word() / 2 ** 32, bytes, hex: (byteCount) => bytes(byteCount).toString('hex') }
}
