import * as z from 'zod'
import { checksumOf, type FieldKind, fieldKinds, listBounds, nativeAlias } from './fields.ts'
import { printJson } from './json.ts'
import { nativeToken, uint256Max } from './limits.ts'

/**
 * Checks a value against a schema and prints its JSON in one walk: for a quote of 40 kB in a third of the time of zod
 * and `printJson`. Undefined if the value does not fit. `around` is written before and after a `bigint`.
 */
export type Printer = (value: unknown, around: string) => string | undefined

/** Member names on the wire: the codec of a brand. */
type Naming = { toWire<T>(value: T): T }
export const asSpecified = <T>(value: T): T => value

/** By shape: objects whose text is kept from the first print (into a row) to the second (into the answer). */
const printedTwice = new WeakMap<object, WeakMap<object, string>>()
export const printTwice = ({ shape }: z.ZodObject): unknown => printedTwice.set(shape, new WeakMap())
/** Surrounds bigints in a kept text, for the second print to replace; never occurs in JSON text. */
const mark = '\u0001'

const printers = new WeakMap<Naming, WeakMap<z.ZodType, Printer>>()

/** The printer of a schema, with members named as on the wire; made once. */
export function printerOf(schema: z.ZodType, codec: Naming): Printer {
  const known = printers.get(codec) ?? new WeakMap<z.ZodType, Printer>()
  printers.set(codec, known)
  const before = known.get(schema)
  if (before) return before
  const made = makePrinter(schema, codec)
  known.set(schema, made)
  return made
}

function makePrinter(schema: z.ZodType, codec: Naming): Printer {
  if (schema instanceof z.ZodObject && isPlain(schema)) return objectPrinter(schema, codec)
  const bounds = listBounds.get(schema)
  if (schema instanceof z.ZodArray && bounds) return listPrinter(printerOf(schema.element as z.ZodType, codec), bounds)
  const field = fieldKinds.get(schema)
  const parsed = parsedPrinter(schema, codec)
  const quick = field && quickKinds[field.kind]
  if (!quick) return parsed
  const least = field.min ?? Number.NEGATIVE_INFINITY
  const most = field.max ?? Number.POSITIVE_INFINITY
  // `quick` prints the usual values of this kind; the schema decides about others.
  return (value, around) => quick(value, least, most, around) ?? parsed(value, around)
}

/** The object has no checks beyond its members, and drops unknown ones. */
const isPlain = ({ def }: z.ZodObject): boolean => !def.checks?.length && !def.catchall

const parsedPrinter =
  (schema: z.ZodType, codec: Naming): Printer =>
  (value, around) => {
    const parsed = schema.safeParse(value)
    return parsed.success ? printJson(codec.toWire(parsed.data), { around }) : undefined
  }

function objectPrinter(schema: z.ZodObject, codec: Naming): Printer {
  const members = Object.entries(schema.shape).map(([name, member]) => {
    const isOptional = member instanceof z.ZodOptional
    const print = printerOf((isOptional ? member.unwrap() : member) as z.ZodType, codec)
    const [wireName = name] = Object.keys(codec.toWire({ [name]: 0 }))
    return { name, head: `${JSON.stringify(wireName)}:`, isOptional, print }
  })
  const texts = codec.toWire === asSpecified ? printedTwice.get(schema.shape) : undefined
  const print: Printer = (value, around) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    let out = ''
    for (const { name, head, isOptional, print } of members) {
      const member = (value as Record<string, unknown>)[name]
      if (member === undefined && isOptional) continue
      const text = print(member, around)
      if (text === undefined) return undefined
      out += out === '' ? head + text : `,${head}${text}`
    }
    return `{${out}}`
  }
  if (!texts) return print
  return (value, around) => {
    const object = Object(value)
    const known = texts.get(object)
    const text = known ?? print(value, mark)
    if (known) texts.delete(object)
    else if (text) texts.set(object, text)
    return text?.replaceAll(mark, around)
  }
}

const listPrinter =
  (print: Printer, { min, max }: { min: number; max: number }): Printer =>
  (value, around) => {
    if (!Array.isArray(value) || value.length < min || value.length > max) return undefined
    let out = ''
    for (const item of value) {
      const text = print(item, around)
      if (text === undefined) return undefined
      out += out === '' ? text : `,${text}`
    }
    return `[${out}]`
  }

type QuickPrinter = (value: unknown, least: number, most: number, around: string) => string | undefined

const hexDigits = /^0x(?:[0-9a-fA-F]{2})*$/
const lowerHash = /^0x[0-9a-f]{64}$/
/** Larger doubles may print with an exponent or inexact digits. */
const plainMax = 1e15

/** The most common kinds of field in quotes. Texts and choices keep their schema's own check. */
const quickKinds: Partial<Record<FieldKind, QuickPrinter>> = {
  big: (value, _least, _most, around) =>
    typeof value === 'bigint' && value >= 0n && value <= uint256Max ? around + value + around : undefined,
  int: wholeNumber,
  chainId: (value) => wholeNumber(value, 1, plainMax),
  float: (value, least, most) =>
    typeof value === 'number' && value >= least && value <= most && Math.abs(value) < plainMax
      ? String(value)
      : undefined,
  address: (value) =>
    typeof value === 'string' && (value === nativeToken || (checksumOf(value) === value && value !== nativeAlias))
      ? `"${value}"`
      : undefined,
  hex: (value, _least, most) =>
    typeof value === 'string' && value.length <= 2 + 2 * most && hexDigits.test(value) ? `"${value}"` : undefined,
  hash: (value) => (typeof value === 'string' && lowerHash.test(value) ? `"${value}"` : undefined),
}

function wholeNumber(value: unknown, least: number, most: number): string | undefined {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= Math.min(most, plainMax)
    ? String(value)
    : undefined
}
