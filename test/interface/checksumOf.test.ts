import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import { createSeededRandom } from '../../src/host/random.ts'
import { checksumOf } from '../../src/interface/fields.ts'
import { freshSeed } from '../freshSeed.ts'

const { seed, repeat } = freshSeed(import.meta.filename)
const random = createSeededRandom(seed)

test('an address in any case gets its checksum, again when it was met before', () => {
  for (let i = 0; i < 100; i++) {
    const lower = `0x${random.hex(20)}`
    const upper = `0x${lower.slice(2).toUpperCase()}`
    for (const value of [lower, upper, getAddress(lower)]) expect(checksumOf(value), repeat()).toBe(getAddress(lower))
  }
})

test.each([
  '',
  '0x',
  'ab'.repeat(20),
  `0X${'ab'.repeat(20)}`,
  `0x${'ab'.repeat(21)}`,
  `0x${'g'.repeat(40)}`,
  `0x${'ab'.repeat(20)}\n`,
])('%j is no address', (value) => expect(checksumOf(value)).toBeUndefined())
