import { ownText } from './ownText.ts'

/**
 * Exact JSON. `JSON.parse` rounds integers beyond 2^53 and `JSON.stringify` refuses `bigint`; money survives neither.
 *
 * Reading: a whole number within ±(2^53-1) is a `number`, a larger one a `bigint`, also when it is written with an
 * exponent (`1.2e+21` is how JavaScript prints it). Fractions are `number`. A whole number of more than
 * `wholeDigitsMax` digits becomes a double, as in `JSON.parse`, so that a schema refuses it by its field's name. Of two
 * members with the same name the last one counts. `__proto__` is a member like any other.
 */
export type JsonValue = null | boolean | number | bigint | string | JsonValue[] | { [name: string]: JsonValue }

export type JsonBounds = {
  /** Levels of arrays and objects inside each other. */
  nestingMax?: number
  /** Members of all objects of the text together. */
  keysMax?: number
  /** Leave out object members that are null: in a request, null means not given. */
  dropNulls?: boolean
}

/** The text is not acceptable JSON. The message says what and where, and quotes at most one character of the text. */
export class JsonError extends Error {
  override readonly name = 'JsonError'
}

const nestingMaxDefault = 64
/** 2^256-1 has 78 digits. No field accepts more, and converting longer ones to bigint takes quadratic time. */
const wholeDigitsMax = 78

/**
 * Texts without a number that could need `bigint` go through `JSON.parse` and one walk over the result. For 6 KB of an
 * intent that takes 36 µs, twice `JSON.parse` alone; the scanner below takes 64 µs. Passing large numbers to
 * `JSON.parse` as marked strings took 76 µs. A match inside a string is a false alarm that costs the difference.
 */
const needsExact = /(?:^|[:,[\s])-?[0-9]+(?:[0-9]{15}|\.?[0-9]*[eE])/

// `"":0,` is the shortest member: a text below so many characters cannot have too many of them.
const memberCharsMin = 5

export function parseJson(text: string, bounds: JsonBounds = {}): JsonValue {
  const fewMembers = bounds.keysMax === undefined || text.length < memberCharsMin * bounds.keysMax
  if (fewMembers && !needsExact.test(text)) {
    const plain = tryPlain(text)
    if (plain !== undefined && withinBounds(plain, bounds)) return plain
  }
  return scan(text, bounds)
}

function tryPlain(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // the scanner says what is wrong and where
  }
}

/** Checks the nesting and drops nulls in place. If false, the scanner runs to find the position for the message. */
function withinBounds(value: JsonValue, { nestingMax = nestingMaxDefault, dropNulls = false }: JsonBounds): boolean {
  return walk(value, nestingMax, dropNulls)
}

function walk(node: JsonValue, levelsLeft: number, dropNulls: boolean): boolean {
  if (typeof node !== 'object' || node === null) return true
  if (levelsLeft <= 0) return false
  if (Array.isArray(node)) {
    for (const item of node) if (typeof item === 'object' && !walk(item, levelsLeft - 1, dropNulls)) return false
    return true
  }
  for (const name in node) {
    const member = node[name] as JsonValue
    if (typeof member !== 'object') continue
    if (member === null) {
      if (dropNulls) delete node[name]
    } else if (!walk(member, levelsLeft - 1, dropNulls)) return false
  }
  return true
}

const quote = 0x22
const backslash = 0x5c
const minus = 0x2d
const zero = 0x30
const nine = 0x39
const comma = 0x2c
const colon = 0x3a
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them in strings, so they are looked for
const needsCare = /[\\\u0000-\u001f]/

/** Scans in one pass; `nestingMax` bounds the recursion. */
function scan(text: string, bounds: JsonBounds): JsonValue {
  const nestingMax = bounds.nestingMax ?? nestingMaxDefault
  const dropNulls = bounds.dropNulls ?? false
  // In a text without backslashes and control characters a string ends at the next quote, so `indexOf` replaces a loop.
  const simpleStrings = !needsCare.test(text)
  let keysLeft = bounds.keysMax ?? Number.POSITIVE_INFINITY
  let at = 0

  const value = readValue(0)
  skipSpace()
  if (at < text.length) throw unexpected('the end')
  return value

  function readValue(depth: number): JsonValue {
    const code = skipSpace()
    if (code === quote) return readString()
    if (code === openBrace) return readObject(depth)
    if (code === openBracket) return readArray(depth)
    if (code === minus || (code >= zero && code <= nine)) return readNumber()
    if (text.startsWith('true', at)) return word(4, true)
    if (text.startsWith('false', at)) return word(5, false)
    if (text.startsWith('null', at)) return word(4, null)
    throw unexpected('a value')
  }

  function word<T>(length: number, meaning: T): T {
    at += length
    return meaning
  }

  /** Moves to the next character that is not space and returns it; NaN at the end of the text. */
  function skipSpace(): number {
    for (;;) {
      const code = text.charCodeAt(at)
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return code
      at++
    }
  }

  function readObject(depth: number): JsonValue {
    if (depth >= nestingMax) throw failure(`nested deeper than ${nestingMax} levels`)
    const object: { [name: string]: JsonValue } = {}
    at++
    if (skipSpace() === closeBrace) return word(1, object)
    for (;;) {
      if (skipSpace() !== quote) throw unexpected('a member name in double quotes')
      if (--keysLeft < 0) throw failure(`more than ${bounds.keysMax} object members`)
      const name = readString()
      if (skipSpace() !== colon) throw unexpected('":"')
      at++
      setMember(object, name, readValue(depth + 1))
      const code = skipSpace()
      if (code === closeBrace) return word(1, object)
      if (code !== comma) throw unexpected('"," or "}"')
      at++
    }
  }

  function setMember(object: { [name: string]: JsonValue }, name: string, member: JsonValue): void {
    if (member === null && dropNulls) delete object[name]
    else if (name === '__proto__') {
      Object.defineProperty(object, name, { value: member, enumerable: true, configurable: true, writable: true })
    } else object[name] = member
  }

  function readArray(depth: number): JsonValue {
    if (depth >= nestingMax) throw failure(`nested deeper than ${nestingMax} levels`)
    const array: JsonValue[] = []
    at++
    if (skipSpace() === closeBracket) return word(1, array)
    for (;;) {
      array.push(readValue(depth + 1))
      const code = skipSpace()
      if (code === closeBracket) return word(1, array)
      if (code !== comma) throw unexpected('"," or "]"')
      at++
    }
  }

  function readString(): string {
    const start = at++
    if (simpleStrings) {
      const end = text.indexOf('"', at)
      if (end < 0) throw failure('string without its closing quote')
      at = end + 1
      return ownText(text.slice(start + 1, end))
    }
    let escaped = false
    for (;;) {
      const code = text.charCodeAt(at)
      if (code === quote) break
      if (code < 0x20) throw failure('control character in a string: write it as an escape')
      if (code === backslash) {
        escaped = true
        at++
      }
      if (at >= text.length) throw failure('string without its closing quote')
      at++
    }
    at++
    if (!escaped) return ownText(text.slice(start + 1, at - 1))
    try {
      return JSON.parse(text.slice(start, at))
    } catch {
      at = start
      throw failure('string with an escape that does not exist')
    }
  }

  function readNumber(): number | bigint {
    const start = at
    if (text.charCodeAt(at) === minus) at++
    const leading = text.charCodeAt(at)
    const wholeDigits = digits()
    if (leading === zero && wholeDigits > 1) {
      at = start
      throw failure('number with a leading zero')
    }
    if (text.charCodeAt(at) === 0x2e) {
      at++
      digits()
    }
    if ((text.charCodeAt(at) | 0x20) === 0x65) {
      at++
      const sign = text.charCodeAt(at)
      if (sign === minus || sign === 0x2b) at++
      digits()
    }
    return readNumberToken(text.slice(start, at))
  }

  function digits(): number {
    const start = at
    for (;;) {
      const code = text.charCodeAt(at)
      if (!(code >= zero && code <= nine)) break
      at++
    }
    if (at === start) throw unexpected('a digit')
    return at - start
  }

  function unexpected(wanted: string): JsonError {
    const code = text.codePointAt(at)
    if (code === undefined) return failure(`the text ends where ${wanted} is expected`)
    return failure(`unexpected ${JSON.stringify(String.fromCodePoint(code))} where ${wanted} is expected`)
  }

  function failure(what: string): JsonError {
    let line = 1
    let lineStart = 0
    for (let end = text.indexOf('\n'); end >= 0 && end < at; end = text.indexOf('\n', end + 1)) {
      line++
      lineStart = end + 1
    }
    return new JsonError(`${what} (line ${line}, column ${at - lineStart + 1})`)
  }
}

const plainDigits = /^-?[0-9]+$/

/** Precomputed: raising ten to the 77th takes 7 µs, and a request may hold thousands of such numbers. */
const powersOfTen = Array.from({ length: 2 * wholeDigitsMax + 1 }, (_, exponent) => 10n ** BigInt(exponent))

/** A bigint for a large whole number, otherwise a double. */
function readNumberToken(token: string): number | bigint {
  const rounded = Number(token)
  if (Math.abs(rounded) <= Number.MAX_SAFE_INTEGER) return rounded
  if (token.length <= wholeDigitsMax && plainDigits.test(token)) return BigInt(token)
  if (Math.abs(rounded) >= 10 ** wholeDigitsMax) return rounded
  const [mantissa = '', exponent = '0'] = token.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const shift = Number(exponent) - fraction.length
  if (whole.length + fraction.length + Math.max(shift, 0) > 2 * wholeDigitsMax) return rounded
  const unscaled = BigInt(whole + fraction)
  if (shift >= 0) return unscaled * powersOfTen[shift]!
  const scale = powersOfTen[-shift]
  if (scale === undefined) return rounded
  return unscaled % scale === 0n ? unscaled / scale : rounded
}

export type PrintOptions = {
  /** Print every bigint as a string of its digits, for callers whose numbers are doubles. */
  bigAsString?: boolean
  /** Text before and after every bigint; overrides `bigAsString`. */
  around?: string
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON wants them escaped
const needsEscape = /["\\\u0000-\u001f\ud800-\udfff]/

/** Prints all digits of a whole number, leaves undefined members out, keeps the order of the members. */
export function printJson(value: unknown, options: PrintOptions = {}): string {
  return print(value, options.around ?? (options.bigAsString ? '"' : ''))
}

/** `around` is written before and after a bigint: a quote for `bigAsString`, else nothing. */
function print(node: unknown, around: string): string {
  switch (typeof node) {
    case 'string':
      return needsEscape.test(node) ? JSON.stringify(node) : `"${node}"`
    case 'number':
      return printNumber(node)
    case 'bigint':
      return around + node + around
    case 'boolean':
      return node ? 'true' : 'false'
    case 'object':
      if (node === null) return 'null'
      return Array.isArray(node) ? printArray(node, around) : printObject(node as Record<string, unknown>, around)
    default:
      throw new TypeError(`JSON has no ${typeof node}`)
  }
}

function printArray(items: unknown[], around: string): string {
  let out = '['
  for (let index = 0; index < items.length; index++) out += (index === 0 ? '' : ',') + print(items[index], around)
  return `${out}]`
}

function printObject(object: Record<string, unknown>, around: string): string {
  let out = ''
  for (const name of Object.keys(object)) {
    const member = object[name]
    if (member === undefined) continue
    out += `${out === '' ? '' : ','}${print(name, around)}:${print(member, around)}`
  }
  return `{${out}}`
}

function printNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`JSON has no ${value}`)
  return Number.isInteger(value) ? BigInt(value).toString() : String(value)
}
