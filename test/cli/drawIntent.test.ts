import { expect, test } from 'vitest'
import { drawIntent } from '../../src/cli/kit/drawIntent.ts'
import type { TransactionStatus } from '../../src/interface/enums.ts'
import type { IntentReceipt } from '../../src/interface/receiptShapes.ts'
import { sampleReceipt } from '../wire/samples.ts'

const chainName = (id: number) => ({ 1: 'Ethereum', 8453: 'Base' })[id] ?? String(id)

function at(deposit: TransactionStatus, origin: TransactionStatus, destination: TransactionStatus): IntentReceipt {
  const { refundTransaction, ...receipt } = sampleReceipt
  return {
    ...receipt,
    status: destination === 'SUCCEEDED' ? 'SUCCEEDED' : 'EXECUTING',
    depositTransaction: { ...receipt.depositTransaction, status: deposit },
    originTransaction: { ...receipt.originTransaction, status: origin },
    destinationTransaction: { ...receipt.destinationTransaction!, status: destination },
  }
}

const course: [TransactionStatus, TransactionStatus, TransactionStatus, string | undefined][] = [
  ['UNKNOWN', 'UNKNOWN', 'UNKNOWN', 'the deposit on Ethereum'],
  ['PENDING', 'UNKNOWN', 'UNKNOWN', 'Ethereum to mine the deposit transaction'],
  ['SUCCEEDED', 'UNKNOWN', 'UNKNOWN', 'the service to act on Ethereum'],
  ['SUCCEEDED', 'MINING', 'UNKNOWN', 'a block of Ethereum and its finality'],
  ['SUCCEEDED', 'SUCCEEDED', 'UNKNOWN', 'the bridge to pay on Base'],
  ['SUCCEEDED', 'SUCCEEDED', 'MINING', 'a block of Base and its finality'],
  ['SUCCEEDED', 'SUCCEEDED', 'SUCCEEDED', undefined],
]

test('the line fills from leg to leg, says what is waited for, and fits 80 columns', () => {
  let before = -1
  for (const [deposit, origin, destination, waits] of course) {
    const lines = drawIntent(at(deposit, origin, destination), { elapsedS: 3.21, frame: 7, chainName })
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80)
    const filled = [...lines[0]!].filter((char) => char === '━').length
    expect(filled).toBeGreaterThan(before)
    before = filled
    expect(lines[0]).toMatch(/^ {2}Ethereum [━╸┄]+ Base$/)
    expect(lines.at(-1)!.includes('waits for')).toBe(waits !== undefined)
    if (waits) expect(lines.at(-1)).toContain(`waits for ${waits}`)
  }
})

test('chains with long names fit too', () => {
  const lines = drawIntent(at('SUCCEEDED', 'MINING', 'UNKNOWN'), {
    elapsedS: 3,
    frame: 0,
    chainName: () => 'x'.repeat(64),
  })
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80)
})

test('a leg has its mark, its chain and its amount in the units of people', () => {
  const [, deposit, origin] = drawIntent(at('SUCCEEDED', 'MINING', 'UNKNOWN'), { elapsedS: 0, frame: 0, chainName })
  expect(deposit).toMatch(/^ {2}✓ deposit +Ethereum +SUCCEEDED [\d.,]+ \w+/)
  expect(origin).toMatch(/^ {2}⠋ origin +Ethereum +MINING /)
})
