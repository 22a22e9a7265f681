import { expect, test } from 'vitest'
import { describeReceipt } from '../../src/cli/kit/describeReceipt.ts'
import { sampleReceipt } from '../wire/sampleReceipt.ts'

test('a failed intent brought nothing, and its reason fits 80 columns and is whole', () => {
  const to = `0x${'5a'.repeat(20)}`
  const statusReason = `DESTINATION_CALL: the destination call failed; the owner was paid on the destination chain (call 0x12345678 to ${to}: Error(the shop is closed))`
  const shown = describeReceipt(
    {
      ...sampleReceipt,
      status: 'FAILED',
      summary: { ...sampleReceipt.summary, destinationTokenAmount: 0n },
      destinationTransaction: { ...sampleReceipt.destinationTransaction!, status: 'FAILED', statusReason },
    },
    [],
  )
  expect(shown).toMatch(/^brought +nothing on \d+, to\s+0x/m)
  expect(shown.split('\n').filter((line) => line.length > 80)).toEqual([])
  expect(shown.replaceAll(/\s+/g, ' ')).toContain(`destination: ${statusReason}`)
})

test('one that runs brings about what was quoted', () => {
  expect(describeReceipt({ ...sampleReceipt, status: 'EXECUTING' }, [])).toMatch(/^brings +about [\d.,]+ \w+/m)
})
