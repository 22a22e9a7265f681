import { type AbiParameter, decodeAbiParameters, encodeAbiParameters, getAddress, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { encodeKnown } from '../../src/evm/encodeKnown.ts'
import { createSeededRandom } from '../../src/host/random.ts'
import { freshSeed } from '../freshSeed.ts'
import { quickDecode } from '../sim/quickDecode.ts'

const { seed, repeat } = freshSeed(import.meta.filename)
const random = createSeededRandom(seed)
const upTo = (max: number) => Math.floor(random.next() * (max + 1))
const hex = (bytes: number): Hex => (bytes === 0 ? '0x' : `0x${random.hex(bytes)}`)

type Drawn = { param: AbiParameter; value: unknown }

function drawPlain(type: string): unknown {
  if (type === 'address') return getAddress(hex(20))
  if (type === 'bool') return random.next() < 0.5
  if (type === 'bytes') return hex(upTo(70))
  if (type === 'bytes32') return hex(32)
  if (type === 'bytes4') return hex(4)
  if (type === 'int64') return BigInt.asIntN(64, BigInt(hex(8)))
  if (type === 'uint256') return BigInt(hex(1 + upTo(31)))
  if (type === 'uint64') return BigInt(hex(8))
  return upTo(200)
}

const plain = [
  'address',
  'bool',
  'bytes',
  'bytes32',
  'bytes4',
  'int64',
  'uint256',
  'uint64',
  'uint32',
  'uint8',
] as const

function draw(name: string, depth: number): Drawn {
  const kind = depth === 0 ? 'plain' : (['plain', 'tuple', 'list'] as const)[upTo(2)]
  if (kind === 'tuple') {
    const parts = Array.from({ length: 1 + upTo(3) }, (_, at) => draw(`p${at}`, depth - 1))
    const components = parts.map(({ param }) => param)
    const value = Object.fromEntries(parts.map((part, at) => [`p${at}`, part.value]))
    return { param: { name, type: 'tuple', components }, value }
  }
  if (kind === 'list') {
    const { param, value } = draw(name, depth - 1)
    return { param: { ...param, type: `${param.type}[]` }, value: Array.from({ length: upTo(3) }, () => value) }
  }
  const type = plain[upTo(plain.length - 1)]!
  return { param: { name, type }, value: drawPlain(type) }
}

test('call data is written and read as by viem', () => {
  for (let i = 0; i < 500; i++) {
    const drawn = Array.from({ length: 1 + upTo(3) }, (_, at) => draw(`a${at}`, 3))
    const params = drawn.map(({ param }) => param)
    const values = drawn.map(({ value }) => value)
    const encoded = encodeAbiParameters(params, values)
    expect(encodeKnown(params, values), repeat()).toBe(encoded)
    expect(quickDecode(params, encoded), repeat()).toEqual(decodeAbiParameters(params, encoded))
  }
})

test.each<[string, AbiParameter[], unknown[]]>([
  ['an address with a wrong checksum', [{ type: 'address' }], ['0xA0Cf798816D4b9b9866b5330EEa46a18382f251E']],
  ['a number that is too large', [{ type: 'uint8' }], [256]],
  ['too few bytes', [{ type: 'bytes32' }], ['0x01']],
  ['too few values', [{ type: 'bool' }], []],
  ['text', [{ type: 'string' }], ['text']],
])('%s is left to viem', (_, params, values) => {
  expect(encodeKnown(params, values)).toBeUndefined()
})

test('data that ends too early is left to viem', () => {
  const params = [{ type: 'bytes' }, { type: 'uint256[]' }] as const
  const whole = encodeAbiParameters(params, ['0x1234', [1n, 2n]])
  for (let length = 2; length < whole.length; length += 2)
    expect(quickDecode(params, whole.slice(0, length))).toBeUndefined()
})
