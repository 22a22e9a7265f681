import type { FieldKind } from '../../src/interface/fields.ts'
import type { Shape } from '../../src/interface/inspect.ts'
import type { Repeat } from './badInput.ts'

/** A value that a field must refuse, as JSON text. */
export type BadValue = { label: string; json: string | Repeat }

const row = (label: string, json: string | Repeat): BadValue => ({ label, json })
const text = (label: string, value: string): BadValue => row(label, JSON.stringify(value))

const tooBig = (2n ** 256n).toString()
const digits40 = '52908400098527886e0f7030069857d2e4169ee7'
const digits64 = 'ab'.repeat(32)

const byKind: { [K in FieldKind]: readonly BadValue[] } = {
  big: [
    row('fraction', '1.5'),
    row('negative', '-1'),
    row('2^256', tooBig),
    text('words', 'ten'),
    row('small fraction', '1e-7'),
    row('large fraction', '12345678901234567890.5'),
    row('large negative', `-${tooBig}`),
    row('1e400', '1e400'),
    row('1e999999999', '1e999999999'),
    row('a thousand digits', '9'.repeat(1_000)),
    text('2^256 as text', tooBig),
    text('signed text', '+1'),
    text('negative text', '-1'),
    text('hex text', '0x10'),
    text('leading space', ' 1'),
    text('trailing space', '1 '),
    text('leading zero', '01'),
    text('fraction text', '1.0'),
    text('exponent text', '1e3'),
    text('empty text', ''),
    text('digits of another script', '١٢'),
    text('separated digits', '1_000'),
    row('boolean', 'true'),
    row('array', '[1]'),
    row('object', '{}'),
  ],
  int: [
    text('text', '1'),
    row('fraction', '1.5'),
    row('negative', '-1'),
    row('2^53', '9007199254740992'),
    row('1e400', '1e400'),
    row('boolean', 'true'),
    row('array', '[1]'),
    row('object', '{}'),
  ],
  chainId: [
    text('text', '1'),
    row('zero', '0'),
    row('fraction', '1.5'),
    row('negative', '-1'),
    row('2^64', (2n ** 64n).toString()),
    row('1e400', '1e400'),
    row('a thousand digits', '9'.repeat(1_000)),
    row('boolean', 'true'),
    row('array', '[1]'),
    row('object', '{}'),
  ],
  float: [
    text('text', '0.5'),
    row('boolean', 'true'),
    row('1e400', '1e400'),
    row('array', '[0.5]'),
    row('object', '{}'),
  ],
  boolean: [text('text', 'true'), row('one', '1'), row('zero', '0'), row('array', '[]'), row('object', '{}')],
  time: [row('number', '1767614400'), row('boolean', 'true'), row('array', '[]'), row('object', '{}')],
  address: [
    text('wrong checksum', `0x${digits40.replace('e0f', 'E0f')}`),
    text('39 digits', `0x${digits40.slice(1)}`),
    text('41 digits', `0x${digits40}0`),
    row('number', '1'),
    text('without 0x', digits40),
    text('0X', `0X${digits40}`),
    text('not hex', `0x${digits40.slice(1)}g`),
    text('trailing space', `0x${digits40} `),
    text('line break', `0x${digits40}\n`),
    text('only 0x', '0x'),
    text('empty', ''),
    text('a name', 'vitalik.eth'),
    row('boolean', 'true'),
    row('array', '[]'),
    row('object', '{}'),
  ],
  hash: [
    text('63 digits', `0x${digits64.slice(1)}`),
    text('65 digits', `0x${digits64}a`),
    row('number', '1'),
    text('without 0x', digits64),
    text('0X', `0X${digits64}`),
    text('not hex', `0x${digits64.slice(1)}g`),
    text('line break', `0x${digits64}\n`),
    text('empty', ''),
    text('a query', "' or 1=1 --"),
    row('boolean', 'true'),
    row('array', '[]'),
    row('object', '{}'),
  ],
  hex: [
    text('odd', '0x123'),
    text('without 0x', '1234'),
    row('number', '1'),
    text('not hex', '0x12zz'),
    text('line break', '0x12\n'),
    text('empty', ''),
    row('boolean', 'true'),
    row('array', '[]'),
    row('object', '{}'),
  ],
  text: [
    row('number', '1'),
    row('NUL', '"a\\u0000b"'),
    row('half a surrogate pair', '"\\ud83d"'),
    row('boolean', 'true'),
    row('array', '[]'),
    row('object', '{}'),
  ],
  cursor: [
    row('fraction', '1.5'),
    row('boolean', 'true'),
    row('array', '[]'),
    row('object', '{}'),
    text('too long', '9'.repeat(65)),
    text('a word', 'x'),
    row('negative', '-1'),
    row('2^53', '9007199254740992'),
  ],
  choice: [
    text('another word', 'NOPE'),
    text('empty', ''),
    row('number', '1'),
    row('array', '[]'),
    row('object', '{}'),
  ],
}

const hexTextBytesMax = 128 * 1024
const noObject = [text('text', 'x'), row('number', '1'), row('array', '[]'), row('boolean', 'true')]
const noArray = [text('text', 'x'), row('number', '1'), row('object', '{}'), row('boolean', 'true')]

export function badValues(shape: Shape): readonly BadValue[] {
  if (shape.type === 'object') return noObject
  if (shape.type === 'array') return [...noArray, ...badLengths(shape)]
  return [...byKind[shape.kind], ...outOfBounds(shape)]
}

function badLengths({ item, min, max }: Extract<Shape, { type: 'array' }>): BadValue[] {
  const one = item.type === 'value' && (item.kind === 'int' || item.kind === 'chainId') ? '1' : '""'
  const tooMany = { before: '[', unit: `${one},`, times: max ?? 0, after: `${one}]` }
  return [...(min > 0 ? [row('too few', '[]')] : []), ...(max === undefined ? [] : [row('too many', tooMany)])]
}

function outOfBounds({ kind, min, max, values }: Extract<Shape, { type: 'value' }>): BadValue[] {
  const bad: BadValue[] = []
  if (kind === 'int' && min !== undefined && min > 0) bad.push(row('below the least', String(min - 1)))
  const bounded = max !== undefined && max !== Number.MAX_SAFE_INTEGER
  if (kind === 'int' && bounded) bad.push(row('above the most', String(max + 1)))
  if (kind === 'float' && min !== undefined) bad.push(row('below the least', String(min - 0.001)))
  if (kind === 'float' && bounded) bad.push(row('above the most', String(max + 0.001)))
  if (kind === 'text' && bounded) bad.push(row('too long', { before: '"', unit: 'x', times: max + 1, after: '"' }))
  if (kind === 'hex' && bounded && max <= hexTextBytesMax) {
    bad.push(row('too long', { before: '"0x', unit: '00', times: max + 1, after: '"' }))
  }
  const [first] = values
  if (first !== undefined && first !== first.toLowerCase()) bad.push(text('lower case', first.toLowerCase()))
  return bad
}
