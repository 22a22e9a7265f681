import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeErrorResult } from 'viem'
import { expect, test } from 'vitest'
import { explainRevert, knownErrors } from '../../src/intents/explainRevert.ts'

test('every error that a contract of ours declares is known by its name', () => {
  const folder = join(import.meta.dirname, '../../contracts/src')
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.sol'))
  const declared = sources.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/^\s*error (\w+)\(/gm)].map(([, name]) => name!),
  )
  expect(declared.length).toBeGreaterThan(20)
  const known = new Set<string>(knownErrors.map(({ name }) => name))
  expect(declared.filter((name) => !known.has(name))).toEqual([])
})

test('the innermost reason is told, with its numbers', () => {
  const token = '0x1111111111111111111111111111111111111111'
  const inner = encodeErrorResult({ abi: knownErrors, errorName: 'AmountTooLow', args: [token, 5n, 3n] })
  const step = encodeErrorResult({ abi: knownErrors, errorName: 'StepFailed', args: [2n, inner] })
  const call = encodeErrorResult({ abi: knownErrors, errorName: 'CallReverted', args: [0n, step] })
  expect(explainRevert(call)).toBe(`AmountTooLow(${token}, 5, 3)`)
})
