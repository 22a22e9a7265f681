import type { Address, Hex } from '../../interface/fields.ts'

/** Everything a lane signs is one of these: a type-2 transaction. */
export type UnsignedTransaction = {
  chainId: number
  nonce: number
  to: Address
  data: Hex
  value: bigint
  gas: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
}

export type Signature = { r: Buffer; s: Buffer; yParity: number }

/**
 * A type-2 transaction as bytes. viem encodes a long bundle twice, digit by digit. Here the fields are encoded once:
 * the signed form has another head and three more fields.
 */
export function encodeTransaction(tx: UnsignedTransaction): { unsigned: Hex; signed(signature: Signature): Hex } {
  const fields = Buffer.concat([
    encodeNumber(BigInt(tx.chainId)),
    encodeNumber(BigInt(tx.nonce)),
    encodeNumber(tx.maxPriorityFeePerGas),
    encodeNumber(tx.maxFeePerGas),
    encodeNumber(tx.gas),
    encodeBytes(Buffer.from(tx.to.slice(2), 'hex')),
    encodeNumber(tx.value),
    encodeBytes(Buffer.from(tx.data.slice(2), 'hex')),
    Buffer.of(emptyList), // no access list
  ])
  return {
    unsigned: asTransaction([fields]),
    signed: ({ r, s, yParity }) => {
      const signature = [encodeNumber(BigInt(yParity)), encodeBytes(withoutZeros(r)), encodeBytes(withoutZeros(s))]
      return asTransaction([fields, ...signature])
    },
  }
}

const emptyList = 0xc0
const emptyBytes = 0x80
/** Up to this many bytes, the head's first byte contains the length (RLP). */
const shortMax = 55

const asTransaction = (fields: Buffer[]): Hex => {
  const length = fields.reduce((sum, field) => sum + field.length, 0)
  return `0x${Buffer.concat([Buffer.of(2), head(emptyList, length), ...fields]).toString('hex')}`
}

function encodeBytes(bytes: Buffer): Buffer {
  const isItsOwnCode = bytes.length === 1 && bytes[0]! < emptyBytes
  return isItsOwnCode ? bytes : Buffer.concat([head(emptyBytes, bytes.length), bytes])
}

function head(offset: number, length: number): Buffer {
  if (length <= shortMax) return Buffer.of(offset + length)
  const size = bytesOf(BigInt(length))
  return Buffer.concat([Buffer.of(offset + shortMax + size.length), size])
}

const encodeNumber = (value: bigint): Buffer => encodeBytes(value === 0n ? Buffer.alloc(0) : bytesOf(value))

function bytesOf(value: bigint): Buffer {
  const hex = value.toString(16)
  return Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')
}

const withoutZeros = (bytes: Buffer): Buffer => {
  const first = bytes.findIndex((byte) => byte !== 0)
  return first < 0 ? Buffer.alloc(0) : bytes.subarray(first)
}
