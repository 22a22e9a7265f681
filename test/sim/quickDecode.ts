import { type AbiParameter, checksumAddress } from 'viem'
import { createAbiKinds } from '../../src/evm/abiKinds.ts'
import type { Address } from '../../src/interface/fields.ts'

/** One type: how to read its values from hex digits without prefix. */
type Decoder = {
  isDynamic: boolean
  /** Bytes it takes among its neighbours. */
  headBytes: number
  /** `at`: byte offset of its own data. */
  decode(data: string, at: number): unknown
}

/** Thrown for what is left to viem, which decodes it or reports the fault. */
class Unusual extends Error {}
const unusual = (): never => {
  throw new Unusual()
}

/** viem's `decodeAbiParameters` with cached type facts; undefined: ask viem. Trusts its data: nesting is unbounded. */
export function quickDecode(params: readonly AbiParameter[], data: unknown): unknown[] | undefined {
  if (typeof data !== 'string' || data.length < 66 || data.length % 2 !== 0) return undefined
  try {
    return decodeAll(params.map(decoderOf), data.slice(2).toLowerCase(), 0)
  } catch {
    return undefined
  }
}

const word = (value: number | bigint): string => value.toString(16).padStart(64, '0')

function decodeAll(decoders: readonly Decoder[], data: string, base: number): unknown[] {
  let at = base
  return decoders.map(({ isDynamic, headBytes, decode }) => {
    const value = decode(data, isDynamic ? base + sizeAt(data, at) : at)
    at += headBytes
    return value
  })
}

function digitsAt(data: string, at: number, bytes: number): string {
  const end = 2 * (at + bytes)
  return end > data.length ? unusual() : data.slice(2 * at, end)
}

/** An offset or length: nothing decoded here exceeds 32 bits. */
function sizeAt(data: string, at: number): number {
  const digits = digitsAt(data, at, 32)
  return digits.startsWith(noHigh) ? Number.parseInt(digits.slice(56), 16) : unusual()
}
const noHigh = '0'.repeat(56)

const ofWord = (read: (digits: string) => unknown): Decoder => ({
  isDynamic: false,
  headBytes: 32,
  decode: (data, at) => read(digitsAt(data, at, 32)),
})

const address = ofWord((digits) => checksumAddress(`0x${digits.slice(24)}` as Address))
const bool = ofWord((digits) => (digits === word(1) ? true : digits === word(0) ? false : unusual()))

function integer(isSigned: boolean, bits: number): Decoder {
  const most = 2n ** BigInt(isSigned ? bits - 1 : bits) - 1n
  return ofWord((digits) => {
    const read = BigInt(`0x${digits}`)
    const value = isSigned ? BigInt.asIntN(bits, read) : read
    if (value > most) return unusual()
    return bits > 48 ? value : Number(value)
  })
}

const fixedBytes = (size: number): Decoder => ofWord((digits) => `0x${digits.slice(0, 2 * size)}`)

const bytes: Decoder = {
  isDynamic: true,
  headBytes: 32,
  decode: (data, at) => `0x${digitsAt(data, at + 32, sizeAt(data, at))}`,
}

function listOf(item: Decoder): Decoder {
  return {
    isDynamic: true,
    headBytes: 32,
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

function tupleOf(components: readonly AbiParameter[]): Decoder {
  const decoders = components.map(decoderOf)
  const names = components.map(({ name }) => name)
  const isNamed = names.length > 0 && names.every((name) => name)
  const isDynamic = decoders.some((decoder) => decoder.isDynamic)
  return {
    isDynamic,
    headBytes: isDynamic ? 32 : decoders.reduce((sum, { headBytes }) => sum + headBytes, 0),
    decode: (data, at) => {
      const values = decodeAll(decoders, data, at)
      return isNamed ? Object.fromEntries(values.map((value, i) => [names[i], value])) : values
    },
  }
}

const decoderOf = createAbiKinds<Decoder>({ address, bool, bytes, fixedBytes, integer, listOf, tupleOf })
