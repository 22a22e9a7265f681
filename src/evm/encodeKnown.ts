import type { AbiParameter } from 'viem'
import { checksumOf, type Hex } from '../interface/fields.ts'
import { createAbiKinds } from './abiKinds.ts'

/** ABI encoding of values of fixed size: each is padded to one 32-byte word. */
export function words(...values: readonly (Hex | bigint | number | boolean)[]): Hex {
  let digits = ''
  for (const value of values) digits += (typeof value === 'string' ? value.slice(2) : hexOf(value)).padStart(64, '0')
  return `0x${digits}`
}

function hexOf(value: bigint | number | boolean): string {
  const whole = BigInt(value)
  if (whole < 0n) throw new RangeError(`${whole} is negative`)
  return whole.toString(16)
}

/** Encodes the values of one type as hexadecimal digits without `0x`. */
type Encoder = {
  isDynamic: boolean
  /** Bytes of its head. */
  headBytes: number
  encode(value: unknown): string
}

/** Thrown for what this file does not encode: viem encodes it, or reports the error. */
class Unusual extends Error {}
const unusual = (): never => {
  throw new Unusual()
}

/**
 * viem's `encodeAbiParameters` with the type analysis cached; uncached, encoding call data took a tenth of a quote's
 * CPU time. Undefined for types and values that viem must handle.
 */
export function encodeKnown(params: readonly AbiParameter[], values: readonly unknown[]): Hex | undefined {
  if (params.length !== values.length) return undefined
  try {
    return `0x${encodeAll(params.map(encoderOf), values)}`
  } catch {
    return undefined
  }
}

const word = (value: number | bigint): string => value.toString(16).padStart(64, '0')

function encodeAll(encoders: readonly Encoder[], values: readonly unknown[]): string {
  let offset = 0
  for (const { headBytes } of encoders) offset += headBytes
  let head = ''
  let tail = ''
  for (let i = 0; i < encoders.length; i++) {
    const { isDynamic, encode } = encoders[i]!
    const digits = encode(values[i])
    if (!isDynamic) head += digits
    else {
      head += word(offset + tail.length / 2)
      tail += digits
    }
  }
  return head + tail
}

const ofWord = (encode: Encoder['encode']): Encoder => ({ isDynamic: false, headBytes: 32, encode })

const lowered = new Map<unknown, string>()
const loweredMax = 10_000

function addressDigits(value: unknown): string {
  const known = lowered.get(value)
  if (known) return known
  if (typeof value !== 'string') return unusual()
  const lower = value.toLowerCase()
  const checksummed = checksumOf(value)
  if (!checksummed || (value !== lower && value !== checksummed)) return unusual()
  const digits = lower.slice(2).padStart(64, '0')
  if (lowered.size > loweredMax) lowered.clear()
  lowered.set(value, digits)
  return digits
}

function integer(isSigned: boolean, bits: number): Encoder {
  const most = 2n ** BigInt(isSigned ? bits - 1 : bits) - 1n
  const least = isSigned ? -most - 1n : 0n
  return ofWord((value) => {
    if (typeof value !== 'bigint' && !Number.isInteger(value)) return unusual()
    const whole = BigInt(value as bigint | number)
    if (whole > most || whole < least) return unusual()
    return word(whole < 0n ? BigInt.asUintN(256, whole) : whole)
  })
}

/** The hex digits of whole bytes; does not check the digits. */
const digitsOf = (value: unknown): string =>
  typeof value === 'string' && value.startsWith('0x') && value.length % 2 === 0 ? value.slice(2) : unusual()

function fixedDigits(value: unknown, size: number): string {
  const digits = digitsOf(value)
  return digits.length === 2 * size ? digits.padEnd(64, '0') : unusual()
}

const bytes: Encoder = {
  isDynamic: true,
  headBytes: 32,
  encode: (value) => {
    const digits = digitsOf(value)
    return word(digits.length / 2) + digits.padEnd(Math.ceil(digits.length / 64) * 64, '0')
  },
}

function listOf(item: Encoder): Encoder {
  const items = (length: number) => Array.from({ length }, () => item)
  return {
    isDynamic: true,
    headBytes: 32,
    encode: (value) => (Array.isArray(value) ? word(value.length) + encodeAll(items(value.length), value) : unusual()),
  }
}

function tupleOf(components: readonly AbiParameter[]): Encoder {
  const encoders = components.map(encoderOf)
  const isDynamic = encoders.some((encoder) => encoder.isDynamic)
  return {
    isDynamic,
    headBytes: isDynamic ? 32 : encoders.reduce((sum, { headBytes }) => sum + headBytes, 0),
    encode: (value) => {
      if (Array.isArray(value)) return value.length === encoders.length ? encodeAll(encoders, value) : unusual()
      const record = value as Record<string, unknown>
      return encodeAll(
        encoders,
        components.map(({ name }) => record[name ?? '']),
      )
    },
  }
}

const encoderOf = createAbiKinds<Encoder>({
  address: ofWord(addressDigits),
  bool: ofWord((value) => (typeof value === 'boolean' ? word(value ? 1 : 0) : unusual())),
  bytes,
  fixedBytes: (size) => ofWord((value) => fixedDigits(value, size)),
  integer,
  listOf,
  tupleOf,
})
