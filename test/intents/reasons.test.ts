import { expect, test } from 'vitest'
import { reason } from '../../src/intents/reasons.ts'

test('a reason that a stranger wrote fits a line, a receipt and a database', () => {
  expect(reason('EXECUTION', 'a\u0000b\r\nc')).toBe('EXECUTION: a b c')
  const long = reason('DESTINATION_CALL', '😀'.repeat(1_000))
  expect(long.length).toBeLessThan(530)
  expect(long).not.toMatch(/\p{Cs}/u)
})
