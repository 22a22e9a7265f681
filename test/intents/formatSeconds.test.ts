import { expect, test } from 'vitest'
import { formatEstimate, formatMeasured, formatSeconds } from '../../src/intents/formatSeconds.ts'

test.each([
  [0, '0 s'],
  [0.2, '1 s'],
  [59.2, '1 min'],
  [202, '3 min 22 s'],
  [3_600, '1 h'],
  [3_599.5, '1 h'],
  [3_899, '1 h 5 min'],
  [86_399, '1 d'],
  [90_000, '1 d 1 h'],
  [7 * 86_400, '7 d'],
])('%d seconds are said as %s', (seconds, said) => expect(formatSeconds(seconds)).toBe(said))

test('an estimate is no finer than it is known, a measured time has its tenths', () => {
  expect([3.4, 60, 202].map(formatEstimate)).toEqual(['4 s', '1 min', '3 min 20 s'])
  expect([3.44, 59.99, 202].map(formatMeasured)).toEqual(['3.4 s', '1 min', '3 min 22 s'])
})
