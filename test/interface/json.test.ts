import fc from 'fast-check'
import { expect, test } from 'vitest'
import { JsonError, type JsonValue, parseJson, printJson } from '../../src/interface/json.ts'
import { forAll } from '../forAll.ts'

const seed = 20_260_101
const runs = { seed, numRuns: 2_000 }

test.each<[string, JsonValue]>([
  ['9007199254740991', 9007199254740991],
  ['9007199254740992', 9007199254740992n],
  ['-9007199254740992', -9007199254740992n],
  ['1234567890123456789012345', 1234567890123456789012345n],
  ['1.2e+21', 1200000000000000000000n],
  ['5e30', 5n * 10n ** 30n],
  ['5E30', 5n * 10n ** 30n],
  ['123456789012345678901.0', 123456789012345678901n],
  ['12345678901234567890.5', 12345678901234567000],
  ['1200e-2', 12],
  ['-0', -0],
  ['1e400', Number.POSITIVE_INFINITY],
  ['-1e999999999', Number.NEGATIVE_INFINITY],
  ['1e-999999999', 0],
  [`1${'0'.repeat(77)}`, 10n ** 77n],
  [`1${'0'.repeat(78)}`, 1e78],
  [`-1${'0'.repeat(78)}`, -1e78],
  ['1e77', 10n ** 77n],
  ['1e78', 1e78],
  [`0.${'0'.repeat(20)}1e81`, 10n ** 60n],
  ['{"a":1,"b":2,"a":3}', { a: 3, b: 2 }],
  ['{"a":12345678901234567890,"b":2,"a":3}', { a: 3, b: 2 }],
  [' [ true , false , null , "x" ] ', [true, false, null, 'x']],
  ['["\\ud83d\\ude00\\n",99999999999999999999]', ['😀\n', 99999999999999999999n]],
])('%s is read exactly', (text, value) => {
  expect(parseJson(text)).toEqual(value)
})

test.each<[string, string]>([
  ['', 'the text ends where a value is expected (line 1, column 1)'],
  ['{', 'the text ends where a member name in double quotes is expected (line 1, column 2)'],
  ['{"a" 1}', 'unexpected "1" where ":" is expected (line 1, column 6)'],
  ['{"a":1,}', 'unexpected "}" where a member name in double quotes is expected (line 1, column 8)'],
  ['[1 2]', 'unexpected "2" where "," or "]" is expected (line 1, column 4)'],
  ['[1,]', 'unexpected "]" where a value is expected (line 1, column 4)'],
  ['{}x', 'unexpected "x" where the end is expected (line 1, column 3)'],
  ['{\n  "a": tru\n}', 'unexpected "t" where a value is expected (line 2, column 8)'],
  ['01', 'number with a leading zero (line 1, column 1)'],
  ['+1', 'unexpected "+" where a value is expected (line 1, column 1)'],
  ['1.', 'the text ends where a digit is expected (line 1, column 3)'],
  ['.5', 'unexpected "." where a value is expected (line 1, column 1)'],
  ['-', 'the text ends where a digit is expected (line 1, column 2)'],
  ['1e', 'the text ends where a digit is expected (line 1, column 3)'],
  ['0x10', 'unexpected "x" where the end is expected (line 1, column 2)'],
  ['NaN', 'unexpected "N" where a value is expected (line 1, column 1)'],
  ['"abc', 'string without its closing quote (line 1, column 2)'],
  ['"a\\', 'string without its closing quote (line 1, column 4)'],
  ['"\\x"', 'string with an escape that does not exist (line 1, column 1)'],
  ['"\\ud8"', 'string with an escape that does not exist (line 1, column 1)'],
  ['"a\nb"', 'control character in a string: write it as an escape (line 1, column 3)'],
  ["{'a':1}", 'unexpected "\'" where a member name in double quotes is expected (line 1, column 2)'],
  ['\ufeff{}', 'unexpected "\ufeff" where a value is expected (line 1, column 1)'],
  ['// x', 'unexpected "/" where a value is expected (line 1, column 1)'],
])('%j is refused, and the message says why and where', (text, message) => {
  expect(() => parseJson(text)).toThrow(new JsonError(message))
})

test('nesting is bounded, also in a bomb', () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  expect(() => parseJson(nested(64))).not.toThrow()
  for (const bomb of [nested(65), '['.repeat(1_000_000), '{"a":'.repeat(200_000), '[[1e400],'.repeat(100_000)]) {
    expect(() => parseJson(bomb)).toThrow(JsonError)
  }
  expect(() => parseJson(nested(65))).toThrow('nested deeper than 64 levels')
})

test('the number of members is bounded', () => {
  const members = (count: number) => `{${Array.from({ length: count }, (_, index) => `"k${index}":0`).join(',')}}`
  expect(() => parseJson(members(100), { keysMax: 100 })).not.toThrow()
  expect(() => parseJson(members(101), { keysMax: 100 })).toThrow('more than 100 object members')
  expect(() => parseJson(`{${'"":0,'.repeat(100)}"":0}`, { keysMax: 100 })).toThrow('more than 100')
  expect(() => parseJson(`[{"a":12345678901234567890},${members(100)}]`, { keysMax: 100 })).toThrow('more than 100')
})

test.each(['0', '12345678901234567890'])('__proto__ and constructor are ordinary members (beside %s)', (number) => {
  const parsed = parseJson(`{"__proto__":{"polluted":true},"constructor":{"prototype":1},"n":${number}}`) as object
  expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype)
  expect(Object.keys(parsed)).toEqual(['__proto__', 'constructor', 'n'])
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

test.each(['0', '12345678901234567890'])('nulls are left out of objects when asked (beside %s)', (number) => {
  const text = `{"a":null,"b":[null,{"c":null}],"d":1,"d":null,"n":${number}}`
  expect(Object.keys(parseJson(text) as object)).toEqual(['a', 'b', 'd', 'n'])
  expect(parseJson(text, { dropNulls: true })).toEqual({ b: [null, {}], n: parseJson(number) })
})

test.each<[unknown, string]>([
  [1e21, '1000000000000000000000'],
  [-0, '0'],
  [0.1, '0.1'],
  [1e-7, '1e-7'],
  [2n ** 256n - 1n, (2n ** 256n - 1n).toString()],
  [{ a: undefined, b: 1, c: [], d: {} }, '{"b":1,"c":[],"d":{}}'],
  ['a"\\\n\u2028\ud800😀', JSON.stringify('a"\\\n\u2028\ud800😀')],
])('%o prints as %s', (value, text) => {
  expect(printJson(value)).toBe(text)
})

test('big integers print as strings when asked, everything else as before', () => {
  expect(printJson({ amount: 5n, list: [2n ** 70n], id: 5 }, { bigAsString: true })).toBe(
    '{"amount":"5","list":["1180591620717411303424"],"id":5}',
  )
})

test.each([Number.NaN, Number.POSITIVE_INFINITY, [undefined], () => 1, Symbol('x')])(
  '%o cannot be printed',
  (value) => {
    expect(() => printJson(value)).toThrow(TypeError)
  },
)

/** Values as the parser returns them: bigint only where a double is not enough. */
const exactValue = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constant(null),
    fc.boolean(),
    fc.string({ unit: 'grapheme' }),
    fc.maxSafeInteger(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => !Number.isInteger(n)),
    fc
      .bigInt({ min: -(2n ** 256n), max: 2n ** 256n })
      .filter((n) => n > Number.MAX_SAFE_INTEGER || n < -Number.MAX_SAFE_INTEGER),
    fc.array(tie('value'), { maxLength: 6 }),
    fc.dictionary(fc.oneof(fc.string(), fc.constant('constructor')), tie('value'), {
      maxKeys: 6,
      noNullPrototype: true,
    }),
  ),
})).value

test('what is printed is read back, to the last digit', () => {
  forAll(runs, exactValue, (value) => {
    expect(parseJson(printJson(value))).toEqual(value)
  })
})

test('ordinary texts are read as JSON.parse reads them', () => {
  forAll(runs, fc.jsonValue(), fc.constantFrom(0, 2, '\t', '\n'), (value, space) => {
    const text = JSON.stringify(value, null, space)
    const asDoubles = (node: JsonValue): unknown => {
      if (typeof node === 'bigint') return Number(node)
      if (Array.isArray(node)) return node.map(asDoubles)
      if (typeof node !== 'object' || node === null) return node
      return Object.fromEntries(Object.entries(node).map(([name, member]) => [name, asDoubles(member)]))
    }
    expect(asDoubles(parseJson(text))).toEqual(JSON.parse(text))
    const beside = parseJson(`[12345678901234567890,${text}]`) as JsonValue[]
    expect(asDoubles(beside[1]!)).toEqual(JSON.parse(text))
  })
})

test('a damaged text is read as JSON.parse would or refused with a JsonError', () => {
  const alphabet = fc.constantFrom(...'{}[]:,"\\0123456789eE+-.truefalsn \n\u0000\u00e9\ud800')
  const damage = fc.record({ at: fc.nat(), drop: fc.nat(3), insert: fc.string({ unit: alphabet, maxLength: 3 }) })
  forAll({ seed, numRuns: 5_000 }, exactValue, fc.array(damage, { minLength: 1, maxLength: 3 }), (value, damages) => {
    let text = printJson(value)
    for (const { at, drop, insert } of damages) {
      const place = at % (text.length + 1)
      text = text.slice(0, place) + insert + text.slice(place + drop)
    }
    expect(accepts(() => parseJson(text))).toBe(accepts(() => JSON.parse(text)))
  })
})

function accepts(parse: () => unknown): boolean {
  try {
    parse()
    return true
  } catch (error) {
    if (error instanceof JsonError || error instanceof SyntaxError) return false
    throw error
  }
}
