import fc from 'fast-check'
import type { Field, ObjectShape, Shape } from '../../src/interface/inspect.ts'
import { printJson } from '../../src/interface/json.ts'

/** Values that work, by the name of their field: a request of extremes alone is refused at the first one. */
export type Honest = { readonly [field: string]: readonly unknown[] }

const hexOf = (bytes: number, digit = 'f') => `0x${digit.repeat(2 * bytes)}`

/** The ends of what a field of a kind may hold, and a step beyond them. */
function extremesOf({ kind, min = 0, max, values }: Extract<Shape, { type: 'value' }>): readonly unknown[] {
  const long = max ?? 256
  switch (kind) {
    case 'big':
      return [0n, 1n, 2n ** 63n, 2n ** 128n, 2n ** 256n - 1n, 2n ** 256n, '0', '7', String(2n ** 255n), -1, 1.5]
    case 'int':
      return [min, max ?? Number.MAX_SAFE_INTEGER, min - 1, 2 ** 31, 2 ** 32, 2 ** 53 - 1, '1', 0.5]
    case 'chainId':
      return [1, 0, 2 ** 31, 2 ** 53, 2n ** 64n - 1n, 2n ** 64n, -1]
    case 'float':
      return [0, -0, 1, -1, 5e-324, 1e308, 1e-9, 0.499999, 0.5, 2n ** 70n]
    case 'address':
      return [
        hexOf(20, '0'),
        hexOf(20),
        '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
        '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
        hexOf(19, '0').concat('01'),
        '0x000000000022D473030F116dDEE9F6B43aC78BA3',
        '0xcA11bde05977b3631167028862bE2a173976CA11',
        '0x',
      ]
    case 'hex':
      return ['0x', '0x00', hexOf(4), hexOf(32), `0x${'deadbeef'.repeat(8)}`, hexOf(Math.min(long, 4_096)), '0x0']
    case 'hash':
      return [hexOf(32, '0'), hexOf(32), hexOf(31)]
    case 'text':
      return [
        '',
        ' ',
        '0',
        'a'.repeat(long),
        'a'.repeat(long + 1),
        '__proto__',
        '\u202e',
        '😀',
        '%_\\',
        "'",
        '[]',
        '{}',
        '-1',
      ]
    case 'cursor':
      return [0, 1, 2 ** 31, 2 ** 53 - 1, '0', '9999999999999999']
    case 'time':
      return ['', '2026-01-01', '2026-01-01T00:00:00.000Z', '+275760-09-13T00:00:00.001Z']
    case 'boolean':
      return [true, false]
    case 'choice':
      return [...values, 'NONE_OF_THESE']
  }
}

const pick = (values: readonly unknown[]) => fc.constantFrom(...values)

function anyValueOf({ name, shape }: Pick<Field, 'name' | 'shape'>, honest: Honest): fc.Arbitrary<unknown> {
  if (shape.type === 'object') return objectOf(shape, honest)
  if (shape.type === 'array') {
    const items = anyValueOf({ name, shape: shape.item }, honest)
    return fc.oneof(
      { weight: 4, arbitrary: fc.array(items, { maxLength: 3 }) },
      { weight: 1, arbitrary: items.map((item) => Array(Math.min(1_001, (shape.max ?? 100) + 1)).fill(item)) },
    )
  }
  const known = honest[name]
  const extremes = pick(extremesOf(shape))
  return known ? fc.oneof({ weight: 3, arbitrary: pick(known) }, { weight: 1, arbitrary: extremes }) : extremes
}

/** Random requests of a shape: mostly working values where known, sometimes an extreme or a missing field. */
export function objectOf({ fields }: ObjectShape, honest: Honest): fc.Arbitrary<Record<string, unknown>> {
  const members = fields.map((field) => {
    const value = anyValueOf(field, honest)
    if (!field.optional) return fc.option(value, { freq: 40, nil: undefined })
    return fc.oneof(
      { weight: field.name in honest ? 2 : 6, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: value },
    )
  })
  return fc
    .tuple(...members)
    .map((values) =>
      Object.fromEntries(fields.flatMap(({ name }, at) => (values[at] === undefined ? [] : [[name, values[at]]]))),
    )
}

/** Both spellings: whole numbers as JSON integers, or as strings of digits; addresses as they are, or in lower case. */
export const spelled = (request: unknown, isOther: boolean): string =>
  isOther
    ? printJson(request, { bigAsString: true }).replace(/"0x([0-9a-fA-F]{40})"/g, (text) => text.toLowerCase())
    : printJson(request)
