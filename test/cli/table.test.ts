import { expect, onTestFinished, test, vi } from 'vitest'
import { formatCount, formatPrice, formatUsd } from '../../src/cli/kit/amounts.ts'
import { hanging, wrapCommand } from '../../src/cli/kit/layout.ts'
import { formatPairs, table } from '../../src/cli/kit/table.ts'
import { formatAmount } from '../../src/intents/formatAmount.ts'

const hash = `0x${'ab'.repeat(32)}`

test('a table that fits stays one line a row', () => {
  const rows = [{ a: 'x', n: 1 }]
  const text = table(rows, [
    { title: 'NAME', value: ({ a }) => a },
    { title: 'N', value: ({ n }) => String(n), align: 'right' },
  ])
  expect(text).toBe('NAME  N\nx     1')
})

test('columns that do not fit stand beneath, whole; an empty one takes no line', () => {
  const rows = [{ id: hash }, { id: '' }]
  const text = table(rows, [
    { title: 'STATUS', value: () => 'SUCCEEDED' },
    { title: 'AMOUNT', value: () => '1 USDC', align: 'right' },
    { title: 'TRANSACTION', value: ({ id }) => id },
  ])
  expect(text).toBe(
    ['STATUS     AMOUNT', '  TRANSACTION', 'SUCCEEDED  1 USDC', `  ${hash}`, 'SUCCEEDED  1 USDC'].join('\n'),
  )
})

test('in a pipe a row is a line, unless COLUMNS says how wide the reader is', () => {
  vi.stubEnv('COLUMNS', undefined)
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  const text = table(
    [{ id: hash }],
    [
      { title: 'REASON', value: () => 'word '.repeat(20).trim() },
      { title: 'TRANSACTION', value: ({ id }) => id },
    ],
  )
  expect(text.split('\n')).toHaveLength(2)
  vi.stubEnv('COLUMNS', '80')
  expect(formatPairs([['money', 'word '.repeat(30)]]).split('\n').length).toBeGreaterThan(1)
})

test('a sentence goes on beneath itself, and a hash is never cut', () => {
  const text = formatPairs([['money', `${'word '.repeat(30)}${hash}`]])
  const lines = text.split('\n')
  expect(lines.every((line) => line.length <= 80)).toBe(true)
  expect(lines[1]).toMatch(/^ {7}word/)
  expect(text).toContain(hash)
  expect(hanging('  ', hash + hash)).toEqual([`  ${hash}${hash}`])
})

test('a command line that is too long goes on where the shell reads on', () => {
  const line = `causeway send 1 ETH@harbor USDC@summit --to ${'0x'.padEnd(42, '1')} --account 0 --yes`
  const wrapped = wrapCommand(line, '  ')
  expect(wrapped.every((one) => one.length <= 80)).toBe(true)
  expect(
    wrapped
      .join('\n')
      .replace(/ \\\n +/g, ' ')
      .trim(),
  ).toBe(line)
})

test.each([
  [formatAmount(1_234_567_890_123n, 6), '1,234,567.890123'],
  [formatAmount(-999_000_000n, 6), '-999'],
  [formatAmount(-1_000_000_000n, 6), '-1,000'],
  [formatUsd(1_234_567.891), '$1,234,567.89'],
  [formatUsd(-1234.5), '$-1,234.50'],
  [formatUsd(0.00123), '$0.0012'],
  [formatPrice(60_000.25), '60,000.25'],
  [formatPrice(1e-7), '1e-7'],
  [formatCount(5_000_000), '5,000,000'],
])('%s', (shown, expected) => expect(shown).toBe(expected))
