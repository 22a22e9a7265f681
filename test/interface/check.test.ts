import { expect, test } from 'vitest'
import { checkRequest, checkResponse } from '../../src/interface/check.ts'
import { ServiceError } from '../../src/interface/errors.ts'
import { parseJson } from '../../src/interface/json.ts'
import { fromTo } from '../e2e/fromTo.ts'

const owner = '0x00000000000000000000000000000000000000aa'
const token = '0x00000000000000000000000000000000000000bb'
const intentId = `0x${'Ab'.repeat(32)}`
const ask = { ownerAddress: owner, ...fromTo([1, token], [10, '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE']) }

function causeOf(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (error instanceof ServiceError) return `${error.error}: ${error.detail}`
    throw error
  }
  return 'accepted'
}

test('a request comes out in the form the service works with', () => {
  const request = checkRequest('QuoteIntent', { ...ask, originTokenAmount: '12', destinationCallValue: 7, unknown: 1 })
  expect(request).toEqual({
    ownerAddress: '0x00000000000000000000000000000000000000AA',
    ...fromTo([1, '0x00000000000000000000000000000000000000bb'], [10, '0x0000000000000000000000000000000000000000']),
    originTokenAmount: 12n,
    destinationCallValue: 7n,
  })
  expect(checkRequest('GetIntent', { intentId })).toEqual({ intentId: intentId.toLowerCase() })
})

test.each<[string, string]>([
  ['1000000000000000000000', '1000000000000000000000'],
  ['1.2e+21', '1200000000000000000000'],
  ['"1000000000000000000000"', '1000000000000000000000'],
  ['115792089237316195423570985008687907853269984665640564039457584007913129639935', `${2n ** 256n - 1n}`],
  ['12.0', '12'],
  ['-0', '0'],
])('the amount %s is read as %s', (text, amount) => {
  const request = checkRequest('QuoteIntent', { ...ask, originTokenAmount: parseJson(text) })
  expect(request.originTokenAmount).toBe(BigInt(amount))
})

test.each<[string, string]>([
  ['1.5', 'must be a whole number'],
  ['-1', 'must not be negative'],
  ['1e400', 'must be at most 2^256-1'],
  ['-1e400', 'must not be negative'],
  ['"115792089237316195423570985008687907853269984665640564039457584007913129639936"', 'must be at most 2^256-1'],
  ['"+1"', 'must be a whole number in decimal digits, without sign'],
  ['true', 'must be a whole number or a string of decimal digits'],
])('the amount %s is refused: %s', (text, why) => {
  const cause = causeOf(() => checkRequest('QuoteIntent', { ...ask, originTokenAmount: parseJson(text) }))
  expect(cause).toBe(`InvalidArgument: originTokenAmount: ${why}`)
})

test('a large whole number where a double is meant is a double', () => {
  expect(checkRequest('GetEarnPools', { minTvl: parseJson('1e21') })).toEqual({ minTvl: 1e21 })
})

test.each<[string, () => unknown, string]>([
  ['missing', () => checkRequest('GetIntent', {}), 'intentId: is required'],
  ['missing amount', () => checkRequest('CommitIntent', { intent: {} }), 'intent.intentId: is required'],
  [
    'inside a list',
    () => checkRequest('GetTokenPrices', { tokens: [{ chainId: 1.5, tokenAddress: 5 }] }),
    'tokens[0].chainId: must be a whole number; tokens[0].tokenAddress: must be an address: 0x and 40 hex digits',
  ],
  [
    'many',
    () => checkRequest('QuoteIntent', {}),
    'ownerAddress: is required; originChainId: is required; originTokenAddress: is required; and 2 more',
  ],
  ['no object', () => checkRequest('Ping', 'x'), 'must be an object'],
  ['too few', () => checkRequest('GetTokenPrices', { tokens: [] }), 'tokens: must have at least 1 element'],
  [
    'a modified intent',
    () => checkRequest('CommitIntent', { intent: { intentId, quote: { bonus: 1 } } }),
    'intent.quote: unknown field bonus: not part of the quoted intent',
  ],
  [
    'a wrong checksum',
    () => checkRequest('QuoteIntent', { ...ask, ownerAddress: '0x00000000000000000000000000000000000000Aa' }),
    'ownerAddress: has a wrong checksum: use 0x00000000000000000000000000000000000000AA if that is what you mean',
  ],
  [
    'what no database stores',
    () => checkRequest('SearchIntents', { byQueryString: 'a\0' }),
    'byQueryString: must not contain NUL or half a surrogate pair',
  ],
])('the cause names the field: %s', (_, run, cause) => {
  expect(causeOf(run)).toBe(`InvalidArgument: ${cause}`)
})

test('the cause stays short, whatever was sent', () => {
  const intent = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`unknown${index}`, 1]))
  expect(causeOf(() => checkRequest('CommitIntent', { intent })).length).toBeLessThan(600)
})

test('a result that fails its schema is a bad response that names the place', () => {
  expect(causeOf(() => checkResponse('Ping', { version: 1 }))).toBe('WebrpcBadResponse: version: must be a string')
  expect(checkResponse('Ping', { version: '1', secret: 1 })).toEqual({ version: '1' })
})
