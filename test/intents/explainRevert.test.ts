import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Abi, type AbiParameter, encodeErrorResult, type Hex, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { intentEntrypointAbi } from '../../src/chains/contracts/abi/IntentEntrypoint.ts'
import { intentGuestAbi } from '../../src/chains/contracts/abi/IntentGuest.ts'
import { intentRouterAbi } from '../../src/chains/contracts/abi/IntentRouter.ts'
import { intentRouterShimAbi } from '../../src/chains/contracts/abi/IntentRouterShim.ts'
import { intentUtilsAbi } from '../../src/chains/contracts/abi/IntentUtils.ts'
import { intentWalletAbi } from '../../src/chains/contracts/abi/IntentWallet.ts'
import { intentWalletFactoryAbi } from '../../src/chains/contracts/abi/IntentWalletFactory.ts'
import { explainRevert, knownErrors, nameRevert } from '../../src/intents/explainRevert.ts'

type AbiError = Extract<Abi[number], { type: 'error' }>

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

const compilerAbi = parseAbi(['error Error(string)', 'error Panic(uint256)'])
const step = (reason: Hex) => encodeErrorResult({ abi: knownErrors, errorName: 'StepFailed', args: [2n, reason] })

test.each([
  ['the shop is closed', 'Error(the shop is closed)'],
  ['a\0b\nc', 'Error(a b c)'],
  ['z'.repeat(100_000), `Error(${'z'.repeat(512)})`],
  [`${'z'.repeat(511)}😀`, `Error(${'z'.repeat(511)}\ufffd)`],
])('words of a contract are one line that fits: %#', (words, told) => {
  const data = encodeErrorResult({ abi: compilerAbi, errorName: 'Error', args: [words] })
  expect(explainRevert(data)).toBe(told)
  expect(explainRevert(step(data))).toBe(told)
  expect(nameRevert(step(data))).toBe('StepFailed(2)')
  expect(nameRevert(data)).toBe('reverted')
})

test('a panic says what it is, and bytes that are no error only their beginning', () => {
  expect(explainRevert(encodeErrorResult({ abi: compilerAbi, errorName: 'Panic', args: [17n] }))).toBe(
    'Panic(17, an arithmetic overflow)',
  )
  expect(explainRevert(step('0x12345678aa'))).toBe('reverted with 0x12345678')
  expect(explainRevert('0x08c379a0')).toBe('reverted with 0x08c379a0')
})

const abis: Record<string, Abi> = {
  IntentEntrypoint: intentEntrypointAbi,
  IntentGuest: intentGuestAbi,
  IntentRouter: intentRouterAbi,
  IntentRouterShim: intentRouterShimAbi,
  IntentUtils: intentUtilsAbi,
  IntentWallet: intentWalletAbi,
  IntentWalletFactory: intentWalletFactoryAbi,
}
const errorsOf = (abi: Abi): AbiError[] => abi.filter((item) => item.type === 'error')
const every = Object.entries(abis).flatMap(([name, abi]) =>
  errorsOf(abi).map((error): [string, AbiError] => [`${name}.${error.name}`, error]),
)

/** A value that is told apart from the others: its place among the arguments. */
function sample({ type }: AbiParameter, index: number): unknown {
  if (type === 'address') return `0x${'00'.repeat(19)}a${index}`
  if (type === 'bytes') return '0x'
  if (type.startsWith('bytes')) return `0x${'b'.repeat(2 * Number(type.slice(5)) - 1)}${index}`
  const small = /^uint(8|16|32)$/.test(type)
  return small ? 70 + index : BigInt(70_000 + index)
}

test('the compiled contracts have errors, and the same folder has no contract beside them', () => {
  const folder = join(import.meta.dirname, '../../src/chains/contracts/abi')
  const files = readdirSync(folder).filter((file) => file.startsWith('Intent'))
  expect(files.map((file) => file.slice(0, -'.ts'.length)).toSorted()).toEqual(Object.keys(abis).toSorted())
  expect(every.length).toBeGreaterThan(50)
})

test.each(every)('%s reaches people decoded, alone and inside of others', (_name, error) => {
  const args = error.inputs.map(sample)
  const data = encodeErrorResult({ abi: [error] as Abi, errorName: error.name, args })
  const shown = args.filter((_, index) => error.inputs[index]?.type !== 'bytes')
  const said = explainRevert(data)
  expect(said.startsWith(`${error.name}(`)).toBe(true)
  for (const value of shown) expect(said.toLowerCase()).toContain(String(value))
  const within = encodeErrorResult({ abi: knownErrors, errorName: 'CallReverted', args: [3n, data] })
  expect(explainRevert(within)).toBe(said)
})
