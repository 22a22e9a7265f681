import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { requireUnmodified } from '../../src/intents/requireUnmodified.ts'
import { commitMayOmit } from '../../src/interface/intentShapes.ts'
import { type JsonValue, parseJson, printJson } from '../../src/interface/json.ts'
import { forAll } from '../forAll.ts'
import { sampleIntent } from '../wire/samples.ts'

type Path = (string | number)[]
type Leaf = { path: Path; value: JsonValue }

/** As seen by a client with an exact parser. */
const exact = (): JsonValue => parseJson(printJson(sampleIntent))
/** As seen by a client whose parser rounds every number to a double. */
const rounded = (): JsonValue => JSON.parse(printJson(sampleIntent))

const isBranch = (value: JsonValue): value is JsonValue[] | { [name: string]: JsonValue } =>
  typeof value === 'object' && value !== null
const membersOf = (value: JsonValue): Leaf[] => {
  if (Array.isArray(value)) return value.map((one, i) => ({ path: [i], value: one }))
  return isBranch(value) ? Object.entries(value).map(([name, one]) => ({ path: [name], value: one })) : []
}
const nodesOf = (value: JsonValue, path: Path = []): Leaf[] => [
  { path, value },
  ...membersOf(value).flatMap((member) => nodesOf(member.value, [...path, ...member.path])),
]
/** The tree with one node replaced, or removed if the change returns undefined. */
function changed(tree: JsonValue, [at, ...rest]: Path, change: (old: JsonValue) => JsonValue | undefined): JsonValue {
  const members = membersOf(tree).flatMap(({ path: [key], value }) => {
    const next = key !== at ? value : rest.length > 0 ? changed(value, rest, change) : change(value)
    return next === undefined ? [] : [{ key: key!, next }]
  })
  return Array.isArray(tree)
    ? members.map(({ next }) => next)
    : Object.fromEntries(members.map(({ key, next }) => [key, next]))
}
const textOf = (path: Path) =>
  path.map((part, i) => (typeof part === 'number' ? `[${part}]` : i === 0 ? part : `.${part}`)).join('')
const mayOmit = (path: Path) => commitMayOmit.includes(textOf(path))

const nodes = nodesOf(exact()).slice(1)
const leaves = nodes.filter(({ value }) => !isBranch(value))
const runs = { numRuns: 500 }

/** Another value of the same type that still differs after rounding to a double and ignoring hex case. */
function modify(value: JsonValue, seed: number): JsonValue {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'bigint') return value + (value >> 40n) + BigInt(seed)
  if (typeof value === 'number') return value + value / 2 ** 40 + seed
  if (typeof value === 'string') {
    const at = value.startsWith('0x') && value.length > 2 ? 2 + (seed % (value.length - 2)) : seed % (value.length + 1)
    return `${value.slice(0, at)}${value[at] === '7' ? '8' : '7'}${value.slice(at + 1)}`
  }
  return 0
}

test('the sample has all kinds of leaves, among them integers beyond a double', () => {
  expect(leaves.length).toBeGreaterThan(100)
  const kinds = new Set(leaves.map(({ value }) => typeof value))
  expect([...kinds].toSorted()).toEqual(['bigint', 'boolean', 'number', 'string'])
})

describe('accepts', () => {
  test('the quote sent back, by an exact parser or by one that rounds to doubles', () => {
    requireUnmodified(sampleIntent, sampleIntent)
    requireUnmodified(exact(), sampleIntent)
    requireUnmodified(rounded(), sampleIntent)
    requireUnmodified(parseJson(JSON.stringify(rounded())), sampleIntent)
  })

  test('any choice of the fields that a commit may leave out', () => {
    const omittable = nodes.filter(({ path }) => mayOmit(path))
    expect(omittable.length).toBeGreaterThan(0)
    forAll({ numRuns: 100 }, fc.subarray(omittable), (omitted) => {
      // Deepest first, so that a path still exists when its turn comes.
      const sent = omitted
        .toSorted((a, b) => b.path.length - a.path.length)
        .reduce((tree, { path }) => changed(tree, path, () => undefined), exact())
      requireUnmodified(sent, sampleIntent)
    })
  })

  test('hex digits of either case', () => {
    const hex = leaves.filter(({ value }) => typeof value === 'string' && /^0x[0-9a-f]*[a-f]/i.test(value))
    for (const { path } of hex) {
      const upper = changed(exact(), path, (old) => `0x${String(old).slice(2).toUpperCase()}`)
      requireUnmodified(upper, sampleIntent)
    }
  })
})

describe('refuses, naming the place,', () => {
  test('any single leaf that was modified', () => {
    forAll(
      runs,
      fc.constantFrom(...leaves),
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.constantFrom(exact, rounded),
      ({ path }, seed, read) => {
        const sent = changed(read(), path, (old) => modify(old, seed))
        expect(() => requireUnmodified(sent, sampleIntent)).toThrow(`intent.${textOf(path)}`)
      },
    )
  })

  test('any single leaf of another type', () => {
    forAll(
      runs,
      fc.constantFrom(...leaves),
      fc.constantFrom<JsonValue>([], {}, '', 'x', true, 0.5),
      ({ path, value }, other) => {
        fc.pre(typeof other !== typeof value)
        const sent = changed(exact(), path, () => other)
        expect(() => requireUnmodified(sent, sampleIntent)).toThrow(`intent.${textOf(path)}`)
      },
    )
  })

  test('every node that is missing and may not be', () => {
    for (const { path } of nodes.filter((node) => !mayOmit(node.path))) {
      const sent = changed(exact(), path, () => undefined)
      // A missing element shows as its array's length.
      const place = textOf(typeof path.at(-1) === 'number' ? path.slice(0, -1) : path)
      expect(() => requireUnmodified(sent, sampleIntent), textOf(path)).toThrow(`intent.${place}`)
    }
  })

  test('anything that was added to any object or array', () => {
    for (const { path, value } of nodes.filter((node) => isBranch(node.value))) {
      const sent = changed(exact(), path, () => (Array.isArray(value) ? [...value, 1] : { ...Object(value), added: 1 }))
      expect(() => requireUnmodified(sent, sampleIntent), textOf(path)).toThrow(`intent.${textOf(path)}`)
    }
    expect(() => requireUnmodified({ ...sampleIntent, added: 1 }, sampleIntent)).toThrow('intent.added')
  })
})
