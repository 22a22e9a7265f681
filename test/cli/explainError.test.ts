import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { explainError } from '../../src/cli/kit/explainError.ts'
import { resumeLine } from '../../src/cli/kit/resumeLine.ts'
import { CausewayError } from '../../src/sdk/causewayError.ts'
import { UntrustedQuote } from '../../src/sdk/untrustedQuote.ts'

test('a wait of days is said in days', () => {
  const refused = new CausewayError('QuotaExceeded', { retryAfterSeconds: 13 * 86_400 + 100 })
  expect(explainError(refused).remedy).toBe('try again in 13 d 1 h')
})

test('where providers were too slow, or the operator has paused, another amount is not what helps', () => {
  const paused = new CausewayError('Unavailable', {
    detail: 'chain 10 is paused by the operator; running intents go on',
  })
  expect(explainError(paused).remedy).toMatch(/try again later$/)
  const slow = new CausewayError('Unavailable', { detail: 'no route. ACROSS over USDC: timed out, it did not answer' })
  expect(explainError(slow).remedy).toMatch(/try again in a moment$/)
  expect(explainError(new CausewayError('Timeout', {})).remedy).toMatch(/try again in a moment$/)
  const none = new CausewayError('HighPriceImpact', {
    detail: '77 % is above 10 %; no smaller amount works now either',
  })
  expect(explainError(none).remedy).toMatch(/try another token or chain$/)
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

test('the line that goes on with an intent has the flags that it began with, and no secret', () => {
  const given = [
    '--account',
    '3',
    '--rpc',
    'harbor=http://127.0.0.1:9/k',
    '--url',
    'http://a.example:1',
    '--save',
    "my 'own",
  ]
  const operator = ['--operator', `0x${'12'.repeat(20)}`]
  const flags = { ...Object.fromEntries(pairs([...given, ...operator])), rpc: [given[3]!], 'chain-file': [] }
  const line = resumeLine('0xid', flags)
  expect(line.split(' ').slice(0, 4)).toEqual(['causeway', 'send', '--resume', '0xid'])
  const words = execFileSync('bash', ['-c', `printf '%s\\n' ${line}`], { encoding: 'utf8' })
    .trim()
    .split('\n')
  expect(pairs(words.slice(4)).toSorted()).toEqual(pairs([...given, ...operator]).toSorted())
})

const pairs = (words: readonly string[]) =>
  words.flatMap((word, at) => (at % 2 === 0 ? [[word.replace(/^--/, ''), words[at + 1]!] as [string, string]] : []))
