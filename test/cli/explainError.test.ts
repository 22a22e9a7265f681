import { expect, test } from 'vitest'
import { explainError } from '../../src/cli/kit/explainError.ts'
import { CausewayError } from '../../src/sdk/causewayError.ts'
import { UntrustedQuote } from '../../src/sdk/untrustedQuote.ts'

test('a wait of days is said in days', () => {
  const refused = new CausewayError('QuotaExceeded', { retryAfterSeconds: 13 * 86_400 + 100 })
  expect(explainError(refused).remedy).toBe('try again in 13 d 1 h')
})

test('where providers were too slow, another amount is not what helps', () => {
  const slow = new CausewayError('Unavailable', { detail: 'no route. ACROSS over USDC: timed out, it did not answer' })
  expect(explainError(slow).remedy).toMatch(/try again in a moment$/)
  const large = new CausewayError('Unavailable', { detail: 'no route. ACROSS over USDC: too large' })
  expect(explainError(large).remedy).toMatch(/^try another amount/)
})

test.each([
  ['is 9, more than the 8 allowed; raise bounds.maxFee if that is what you want', '--max-fee'],
  ['say it in bounds.crossingMin, or pass `accept` and look', 'leave --yes away and look'],
  ['the bridges of chain 7 are not known; name them in bounds.ownChains', 'a --chain-file'],
])('options of the library are told as flags: %s', (said, flag) => {
  const { message, remedy } = explainError(new UntrustedQuote('fees', said))
  expect(message).toContain(flag)
  expect(message).not.toContain('bounds.')
  expect(remedy).toBe('nothing was signed and nothing sent')
})
