import { keccak256 } from 'viem'
import * as z from 'zod'
import { limits, nativeToken, uint256Max } from './limits.ts'
import { ownText } from './ownText.ts'

export type Address = `0x${string}`
export type Hex = `0x${string}`

/**
 * The kind of a field's value. The reference, the OpenAPI document and the suite of malformed requests are
 * generated from it, so that a new field is documented and tested without another line.
 */
export type FieldKind =
  | 'big'
  | 'int'
  | 'chainId'
  | 'float'
  | 'address'
  | 'hex'
  | 'hash'
  | 'text'
  | 'cursor'
  | 'time'
  | 'boolean'
  | 'choice'

/** `min` and `max` bound the value of a number, the characters of a text, the bytes of a hex string. */
export const fieldKinds = z.registry<{ kind: FieldKind; min?: number; max?: number }>()

export const listBounds = z.registry<{ min: number; max: number }>()

const decimal = /^(0|[1-9][0-9]*)$/
/** The address by which other services denote the native token. */
export const nativeAlias = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

function field<T extends z.ZodType>(kind: FieldKind, schema: T, bounds: { min?: number; max?: number } = {}): T {
  fieldKinds.add(schema, { kind, ...bounds })
  return schema
}

/**
 * Fields of one kind with the same bounds share one schema, which is never mutated: `describe` and `optional` copy it.
 * With a schema for each field, every command of the CLI took 0.1 s longer to start.
 */
function once<Bounds extends (number | undefined)[], T>(make: (...bounds: Bounds) => T): (...bounds: Bounds) => T {
  const made = new Map<string, T>()
  return (...bounds) => {
    const key = bounds.join()
    const known = made.get(key) ?? make(...bounds)
    made.set(key, known)
    return known
  }
}

/** A 256-bit unsigned integer: a JSON integer of any length or a decimal string in, a `bigint` inside. */
export const big = once(() =>
  field(
    'big',
    z.unknown().transform((value, ctx): bigint => {
      const parsed = toBig(value)
      if (typeof parsed === 'bigint') return parsed
      ctx.addIssue({ code: 'custom', message: parsed })
      return z.NEVER
    }),
  ),
)

/** Like `big`, but a string stays a string of the same digits. */
export const bigAsSent = once(() =>
  field(
    'big',
    z.unknown().transform((value, ctx): bigint | string => {
      const parsed = toBig(value)
      if (typeof parsed === 'bigint') return typeof value === 'string' ? value : parsed
      ctx.addIssue({ code: 'custom', message: parsed })
      return z.NEVER
    }),
  ),
)

function toBig(value: unknown): bigint | string {
  if (typeof value === 'string' && !decimal.test(value)) return 'must be a whole number in decimal digits, without sign'
  if (typeof value === 'string' && value.length > 78) return 'must be at most 2^256-1'
  // `json.ts` reads an integer with more digits than 2^256-1 as a double, so that case arrives here as a number.
  if (typeof value === 'number' && value > uint256Max) return 'must be at most 2^256-1'
  if (typeof value === 'number' && value < -uint256Max) return 'must not be negative'
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return 'must be a whole number'
  if (typeof value !== 'bigint' && typeof value !== 'number' && typeof value !== 'string') {
    return 'must be a whole number or a string of decimal digits'
  }
  const whole = BigInt(value)
  if (whole < 0n) return 'must not be negative'
  return whole > uint256Max ? 'must be at most 2^256-1' : whole
}

/** A whole number that fits any JSON parser: ids, chain ids, decimals, unix seconds. */
export const integer = once((min = 0, max: number = Number.MAX_SAFE_INTEGER) =>
  field(
    'int',
    z.int({ error: 'must be a whole number' }).min(min, `must be at least ${min}`).max(max, `must be at most ${max}`),
    { min, max },
  ),
)

/** Until the end of the year 9999, so that the milliseconds are still an exact number and a valid date. */
export const unixSeconds = () => integer(0, 253_402_300_799)

const chainIdMax = 2n ** 64n - 1n

/**
 * An unsigned 64-bit integer on the wire, a double inside. An id above 2^53 may lose its last digits. That is harmless:
 * no configurable chain has one, and the rounded value is too large to equal a known id.
 */
export const chainId = once(() =>
  field(
    'chainId',
    z.preprocess(
      (value) => (typeof value === 'bigint' ? (value <= chainIdMax ? Number(value) : Number.MAX_VALUE) : value),
      z
        .number({ error: 'must be a whole number' })
        .refine(Number.isInteger, { error: 'must be a whole number', abort: true })
        .refine((value) => value >= 1 && value <= Number(chainIdMax), { error: 'must be from 1 to 2^64-1' }),
    ),
  ),
)

/** `json.ts` reads a large integer as bigint; fields that are doubles convert it back. */
const double = (schema: z.ZodNumber) =>
  z.preprocess((value) => (typeof value === 'bigint' ? Number(value) : value), schema)

/** An ordinary JSON number: dollars, fractions, percents, seconds. */
export const float = once(() => field('float', double(z.number({ error: 'must be a number' }))))

const dollarsMax = 1_000_000_000

export const dollars = once(() =>
  field(
    'float',
    double(
      z
        .number({ error: 'must be a number' })
        .min(0, 'must be at least 0')
        .max(dollarsMax, `must be at most ${dollarsMax}`),
    ),
    { min: 0, max: dollarsMax },
  ),
)

export const fraction = once(() =>
  field(
    'float',
    double(z.number({ error: 'must be a number' }).min(0, 'must be at least 0').max(1, 'must be at most 1')),
    {
      min: 0,
      max: 1,
    },
  ),
)

export const bool = once(() => field('boolean', z.boolean({ error: 'must be true or false' })))

// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is what is looked for; no database stores it in a text
const unstorable = /[\u0000\p{Surrogate}]/u

export const text = once((max: number = limits.textCharsMax) =>
  field(
    'text',
    z
      .string({ error: 'must be a string' })
      .max(max, `must be at most ${max} characters`)
      .refine((value) => !unstorable.test(value), 'must not contain NUL or half a surrogate pair'),
    { max },
  ),
)

const cursorDigits = new RegExp(`^[0-9]{1,${limits.cursorCharsMax}}$`)

/** A page cursor: a number, for generated clients. Also accepts its digits as a string, as in earlier replies. */
export const cursor = once(() => {
  const error = 'is not a cursor of this service: send nextPage back unchanged'
  const toNumber = (value: unknown) => (typeof value === 'string' && cursorDigits.test(value) ? Number(value) : value)
  return field('cursor', z.preprocess(toNumber, z.int({ error }).min(0, error)))
})

/** A text of a given form; `must` completes the sentence "must be …". */
export const textLike = (form: RegExp, must: string, max: number = limits.textCharsMax) =>
  field('text', z.string({ error: 'must be a string' }).max(max).regex(form, `must be ${must}`), { max })

/** RFC 3339, UTC, milliseconds. */
export const time = once(() => field('time', z.string({ error: 'must be a string' })))

/** In: lower case, upper case or a correct checksum. Inside: checksummed, and the native alias becomes zero. */
export const address = once(() =>
  field(
    'address',
    z.string({ error: 'must be an address: 0x and 40 hex digits' }).transform((value, ctx): Address => {
      const parsed = toAddress(value)
      if (parsed.startsWith('0x')) return parsed as Address
      ctx.addIssue({ code: 'custom', message: parsed })
      return z.NEVER
    }),
  ),
)

function toAddress(value: string): string {
  const checksummed = checksumOf(value)
  if (!checksummed) return 'must be an address: 0x and 40 hex digits'
  if (checksummed === nativeAlias) return nativeToken
  if (checksummed === value) return checksummed
  const digits = value.slice(2)
  const oneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  return oneCase ? checksummed : `has a wrong checksum: use ${checksummed} if that is what you mean`
}

/** `0x` and whole bytes. */
export const hex = once((bytesMax: number = limits.callDataBytesMax) =>
  field(
    'hex',
    z
      .string({ error: 'must be a string of 0x and hex digits' })
      .regex(/^0x([0-9a-fA-F]{2})*$/, 'must be 0x and an even number of hex digits')
      .max(2 + 2 * bytesMax, `must be at most ${bytesMax} bytes`)
      .transform((value) => value as Hex),
    { max: bytesMax },
  ),
)

/**
 * Call data that this service wrote: a caller's data inside our batches. Four times the limit of a request, so that
 * every accepted request can be printed.
 */
export const writtenHex = () => hex(4 * limits.callDataBytesMax)

/** 32 bytes: intent ids and transaction hashes; lower case inside. */
export const hash = once(() =>
  field(
    'hash',
    z
      .string({ error: 'must be a string of 0x and 64 hex digits' })
      .regex(/^0x[0-9a-fA-F]{64}$/, 'must be 0x and 64 hex digits')
      .transform((value) => value.toLowerCase() as Hex),
  ),
)

export const choice = <const T extends readonly [string, ...string[]]>(values: T) =>
  field('choice', z.enum(values, { error: `must be one of ${values.join(', ')}` }))

export const list = <T extends z.ZodType>(item: T, max: number, min = 0) => {
  const items = z
    .array(item, { error: 'must be an array' })
    .min(min, `must have at least ${min} element${min === 1 ? '' : 's'}`)
    .max(max, `must have at most ${max} elements`)
  listBounds.add(items, { min, max })
  return items
}

/** A named resource of the interface. Unknown fields in a request are ignored. */
export const shape = <T extends z.ZodRawShape>(name: string, about: string, fields: T) =>
  z.object(fields, { error: 'must be an object' }).meta({ id: name, description: about })

const form = /^0x[0-9a-fA-F]{40}$/

/** Keyed by lower case. A service sees the same few thousand addresses repeatedly: tokens, contracts, owners. */
const known = new Map<string, Address>()
const knownMax = 10_000

let hashOf: (data: Hex) => Hex = (data) => keccak256(data)

/** Sets a faster Keccak-256: each quote has wallet addresses that are not in `known` yet. */
export function hashAddressesBy(keccak: typeof hashOf): void {
  hashOf = keccak
}

/** EIP-55: a letter is upper case if the hash of the lower-case digits, as text, is 8 or more at its position. */
function withChecksum(lower: string): Address {
  let text: Hex = '0x'
  for (let i = 2; i < lower.length; i++) text += lower.charCodeAt(i).toString(16)
  const hash = hashOf(text)
  let digits = ''
  for (let i = 2; i < lower.length; i++) digits += hash[i]! >= '8' ? lower[i]!.toUpperCase() : lower[i]
  return `0x${digits}`
}

/** The EIP-55 form of an address in any case; undefined if it is no address. */
export function checksumOf(value: string): Address | undefined {
  if (!form.test(value)) return undefined
  const lower = value.toLowerCase()
  const found = known.get(lower)
  if (found) return found
  const kept = ownText(lower)
  const checksummed = withChecksum(kept)
  if (known.size >= knownMax) known.clear()
  known.set(kept, checksummed)
  return checksummed
}
