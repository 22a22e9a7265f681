import { type AbiParameter, checksumAddress, isAddress } from 'viem'
import type { Address, Hex } from '../../src/interface/fields.ts'

/** One type: how it is written and read. Digits are hexadecimal, without their prefix. */
type Codec = {
  isDynamic: boolean
  /** Bytes of its place among its neighbours. */
  headBytes: number
  encode(value: unknown): string
  /** `at` is the byte where its own data begins. */
  decode(data: string, at: number): unknown
}

/** What is not encoded or decoded here is left to viem, which does it or says what is wrong with it. */
class Unusual extends Error {}
const unusual = (): never => {
  throw new Unusual()
}

/** viem's `encodeAbiParameters` with what it finds out about types remembered; undefined where it must be asked. */
export function quickEncode(params: readonly AbiParameter[], values: readonly unknown[]): Hex | undefined {
  if (params.length !== values.length) return undefined
  try {
    return `0x${encodeAll(params.map(codecOf), values)}`
  } catch {
    return undefined
  }
}

/** The same for `decodeAbiParameters`. */
export function quickDecode(params: readonly AbiParameter[], data: unknown): unknown[] | undefined {
  if (typeof data !== 'string' || data.length < 66 || data.length % 2 !== 0) return undefined
  try {
    return decodeAll(params.map(codecOf), data.slice(2).toLowerCase(), 0)
  } catch {
    return undefined
  }
}

const word = (value: number | bigint): string => value.toString(16).padStart(64, '0')

function encodeAll(codecs: readonly Codec[], values: readonly unknown[]): string {
  let offset = 0
  for (const { headBytes } of codecs) offset += headBytes
  let head = ''
  let tail = ''
  for (let i = 0; i < codecs.length; i++) {
    const { isDynamic, encode } = codecs[i]!
    const digits = encode(values[i])
    if (!isDynamic) head += digits
    else {
      head += word(offset + tail.length / 2)
      tail += digits
    }
  }
  return head + tail
}

function decodeAll(codecs: readonly Codec[], data: string, base: number): unknown[] {
  let at = base
  return codecs.map(({ isDynamic, headBytes, decode }) => {
    const value = decode(data, isDynamic ? base + sizeAt(data, at) : at)
    at += headBytes
    return value
  })
}

function digitsAt(data: string, at: number, bytes: number): string {
  const end = 2 * (at + bytes)
  return end > data.length ? unusual() : data.slice(2 * at, end)
}

/** An offset or a length: nothing that is decoded here is longer than 32 bits tell. */
function sizeAt(data: string, at: number): number {
  const digits = digitsAt(data, at, 32)
  return digits.startsWith(noHigh) ? Number.parseInt(digits.slice(56), 16) : unusual()
}
const noHigh = '0'.repeat(56)

const made = new WeakMap<AbiParameter, Codec>()
const plain = new Map<string, Codec>()

function codecOf(param: AbiParameter): Codec {
  const isPlain = !('components' in param)
  const known = isPlain ? plain.get(param.type) : made.get(param)
  if (known) return known
  const codec = makeCodec(param)
  if (isPlain) plain.set(param.type, codec)
  else made.set(param, codec)
  return codec
}

function makeCodec(param: AbiParameter): Codec {
  const { type } = param
  if (type.endsWith('[]')) return listOf(codecOf({ ...param, type: type.slice(0, -2) } as AbiParameter))
  if (type === 'tuple' && 'components' in param) return tupleOf(param.components)
  if (type === 'address') return address
  if (type === 'bool') return bool
  if (type === 'bytes') return bytes
  const [, kind, size] = /^(uint|int|bytes)(\d+)$/.exec(type) ?? []
  if (kind === 'bytes') return fixedBytes(Number(size))
  return kind ? integer(kind === 'int', Number(size)) : unusual()
}

const ofWord = (encode: Codec['encode'], read: (digits: string) => unknown): Codec => ({
  isDynamic: false,
  headBytes: 32,
  encode,
  decode: (data, at) => read(digitsAt(data, at, 32)),
})

const lowered = new Map<unknown, string>()
const loweredMax = 10_000

const address = ofWord(
  (value) => {
    const known = lowered.get(value)
    if (known) return known
    if (typeof value !== 'string' || !isAddress(value)) return unusual()
    const digits = value.slice(2).toLowerCase().padStart(64, '0')
    if (lowered.size > loweredMax) lowered.clear()
    lowered.set(value, digits)
    return digits
  },
  (digits) => checksumAddress(`0x${digits.slice(24)}` as Address),
)

const bool = ofWord(
  (value) => (value === true ? word(1) : value === false ? word(0) : unusual()),
  (digits) => (digits === word(1) ? true : digits === word(0) ? false : unusual()),
)

function integer(isSigned: boolean, bits: number): Codec {
  const most = 2n ** BigInt(isSigned ? bits - 1 : bits) - 1n
  const least = isSigned ? -most - 1n : 0n
  return ofWord(
    (value) => {
      if (typeof value !== 'bigint' && !Number.isInteger(value)) return unusual()
      const whole = BigInt(value as bigint | number)
      if (whole > most || whole < least) return unusual()
      return word(whole < 0n ? BigInt.asUintN(256, whole) : whole)
    },
    (digits) => {
      const read = BigInt(`0x${digits}`)
      const value = isSigned ? BigInt.asIntN(bits, read) : read
      if (value > most) return unusual()
      return bits > 48 ? value : Number(value)
    },
  )
}

/** The digits of bytes as they were given, whole ones. */
const digitsOf = (value: unknown): string =>
  typeof value === 'string' && value.startsWith('0x') && value.length % 2 === 0 ? value.slice(2) : unusual()

const fixedBytes = (size: number): Codec =>
  ofWord(
    (value) => {
      const digits = digitsOf(value)
      return digits.length === 2 * size ? digits.padEnd(64, '0') : unusual()
    },
    (digits) => `0x${digits.slice(0, 2 * size)}`,
  )

const bytes: Codec = {
  isDynamic: true,
  headBytes: 32,
  encode: (value) => {
    const digits = digitsOf(value)
    return word(digits.length / 2) + digits.padEnd(Math.ceil(digits.length / 64) * 64, '0')
  },
  decode: (data, at) => `0x${digitsAt(data, at + 32, sizeAt(data, at))}`,
}

function listOf(item: Codec): Codec {
  return {
    isDynamic: true,
    headBytes: 32,
    encode: (value) => {
      if (!Array.isArray(value)) return unusual()
      return (
        word(value.length) +
        encodeAll(
          Array.from({ length: value.length }, () => item),
          value,
        )
      )
    },
    decode: (data, at) => {
      const length = sizeAt(data, at)
      if (32 * length > data.length) return unusual()
      return decodeAll(
        Array.from({ length }, () => item),
        data,
        at + 32,
      )
    },
  }
}

function tupleOf(components: readonly AbiParameter[]): Codec {
  const codecs = components.map(codecOf)
  const names = components.map(({ name }) => name)
  const isNamed = names.length > 0 && names.every((name) => name)
  const isDynamic = codecs.some((codec) => codec.isDynamic)
  return {
    isDynamic,
    headBytes: isDynamic ? 32 : codecs.reduce((sum, { headBytes }) => sum + headBytes, 0),
    encode: (value) => {
      if (Array.isArray(value)) return value.length === codecs.length ? encodeAll(codecs, value) : unusual()
      const record = value as Record<string, unknown>
      return encodeAll(
        codecs,
        names.map((name) => record[name ?? '']),
      )
    },
    decode: (data, at) => {
      const values = decodeAll(codecs, data, at)
      return isNamed ? Object.fromEntries(values.map((value, i) => [names[i], value])) : values
    },
  }
}
