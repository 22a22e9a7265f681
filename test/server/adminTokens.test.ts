import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { systemClock } from '../../src/host/clock.ts'
import { createSystemRandom } from '../../src/host/random.ts'
import type { ServiceError } from '../../src/interface/errors.ts'
import { openTokens, readToken, signToken, skewMs, type Token } from '../../src/server/access/tokens.ts'
import { openOperatorSecret } from '../../src/server/admin/operatorSecret.ts'

const key = Buffer.alloc(32, 7)
const nowMs = 1_800_000_000_000
const token: Token = {
  role: 'account',
  subject: 'ada@example.org',
  projectId: 3,
  issuedAtMs: nowMs,
  expiresAtMs: nowMs + 900_000,
}
const lifeMsMax = 60 * 60_000
const at = (ms = nowMs) => ({ key, nowMs: ms, lifeMsMax })
const read = (text: string, ms?: number) => readToken(`Bearer ${text}`, at(ms))

function refusal(run: () => unknown): string {
  try {
    run()
    return 'none'
  } catch (error) {
    return (error as ServiceError).error
  }
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
/** A token that is signed rightly, whatever it says. */
function forged(head: unknown, claims: unknown, algorithm = 'sha256'): string {
  const signed = `${encode(head)}.${encode(claims)}`
  return `${signed}.${createHmac(algorithm, key).update(signed).digest('base64url')}`
}

test('what is signed is read back', () => {
  expect(read(signToken(token, key))).toEqual(token)
  const { projectId: _, ...unbound } = token
  expect(read(signToken(unbound, key))).toEqual(unbound)
  expect(readToken(undefined, at())).toBeUndefined()
})

describe('what is not of this service is refused', () => {
  const right = signToken(token, key)
  const [head, body, signature] = right.split('.') as [string, string, string]
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
  const jwt = { alg: 'HS256', typ: 'JWT' }
  const rows: [string, string][] = [
    ['no scheme', right],
    ['another scheme', `Basic ${right}`],
    ['nothing', 'Bearer '],
    ['two parts', `Bearer ${head}.${body}`],
    ['four parts', `Bearer ${right}.${signature}`],
    ['no signature', `Bearer ${head}.${body}.`],
    ['another key', `Bearer ${signToken(token, Buffer.alloc(32, 8))}`],
    ['another body', `Bearer ${head}.${encode({ ...claims, role: 'operator' })}.${signature}`],
    ['alg none', `Bearer ${encode({ alg: 'none', typ: 'JWT' })}.${body}.`],
    ['another algorithm', `Bearer ${forged({ alg: 'HS512', typ: 'JWT' }, claims, 'sha512')}`],
    ['a header spelled otherwise', `Bearer ${forged({ typ: 'JWT', alg: 'HS256' }, claims)}`],
    ['the signature spelled otherwise', `Bearer ${head}.${body}.${otherSpelling(signature)}`],
    ['another issuer', `Bearer ${forged(jwt, { ...claims, iss: 'elsewhere' })}`],
    ['another audience', `Bearer ${forged(jwt, { ...claims, aud: 'elsewhere' })}`],
    ['a role that does not exist', `Bearer ${forged(jwt, { ...claims, role: 'root' })}`],
    ['nobody', `Bearer ${forged(jwt, { ...claims, sub: '' })}`],
    ['no end', `Bearer ${forged(jwt, { ...claims, exp: undefined })}`],
    ['an end that is a text', `Bearer ${forged(jwt, { ...claims, exp: '9999999999' })}`],
    ['a project that is no number', `Bearer ${forged(jwt, { ...claims, project: '3' })}`],
    ['claims that are a list', `Bearer ${forged(jwt, [claims])}`],
    ['from the future', `Bearer ${forged(jwt, { ...claims, iat: nowMs / 1_000 + 121 })}`],
    ['far too long', `Bearer ${'a'.repeat(10_000)}`],
  ]
  test.each(rows)('%s', (_name, header) => {
    expect(refusal(() => readToken(header, at()))).toBe('Unauthorized')
  })
})

/** Another text for the same bytes: the last character of 32 bytes in base64 carries two bits that say nothing. */
function otherSpelling(signature: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = letters.indexOf(signature.at(-1)!)
  return signature.slice(0, -1) + letters[last ^ 1]
}

test('a token is good until two minutes after its end, and then the session has expired', () => {
  const text = signToken(token, key)
  expect(read(text, token.expiresAtMs + skewMs)).toEqual(token)
  expect(refusal(() => read(text, token.expiresAtMs + skewMs + 1))).toBe('SessionExpired')
})

test('an expired token with a wrong signature is not ours, rather than expired', () => {
  const text = signToken(token, Buffer.alloc(32, 8))
  expect(refusal(() => read(text, token.expiresAtMs + skewMs + 1))).toBe('Unauthorized')
})

/** Keeps the first value under a name, as the store promises. */
function keeper() {
  const kept = new Map<string, string>()
  return {
    async keepSecret(name: string, value: string) {
      if (!kept.has(name)) kept.set(name, value)
      return kept.get(name)!
    },
    putSecret: async (name: string, value: string) => void kept.set(name, value),
    values: () => [...kept.values()],
  }
}

test('a copy of the database signs nothing, and only the secret opens a process that was started without it', async () => {
  const access = keeper()
  const parts = { access, clock: systemClock, random: createSystemRandom(), lifeMsMax }
  const given = await openTokens({ ...parts, secret: 'one for both' })
  const bearer = `Bearer ${given.issue({ role: 'operator', subject: 'ada' }, 60_000).token}`
  for (const value of access.values())
    for (const stolen of [Buffer.from(value, 'hex'), Buffer.from(value)])
      expect(refusal(() => readToken(bearer, { key: stolen, nowMs: systemClock.nowMs(), lifeMsMax }))).toBe(
        'Unauthorized',
      )
  const locked = await openTokens({ ...parts, secret: undefined })
  expect(refusal(() => locked.read(bearer))).toBe('Unauthorized')
  expect(refusal(() => locked.issue({ role: 'operator', subject: 'eve' }, 60_000))).toBe('Unauthorized')
  await locked.unlock('one for both')
  expect(locked.read(bearer)).toMatchObject({ subject: 'ada' })
})

test('the longest life holds when a token is used, whatever it says itself', () => {
  const long = signToken({ ...token, expiresAtMs: nowMs + 365 * 24 * 60 * 60_000 }, key)
  expect(read(long, nowMs + lifeMsMax + skewMs)).toMatchObject({ subject: token.subject })
  expect(refusal(() => read(long, nowMs + lifeMsMax + skewMs + 1))).toBe('SessionExpired')
})

test('of many first starts at once, one makes the secret and knows it', async () => {
  const access = keeper()
  const random = createSystemRandom()
  const opened = await Promise.all(
    Array.from({ length: 5 }, () => openOperatorSecret({ configured: undefined, access, random })),
  )
  const fresh = opened.flatMap((one) => one.fresh ?? [])
  expect(fresh).toHaveLength(1)
  for (const one of opened) {
    expect(one.matches(fresh[0]!)).toBe(true)
    expect(one.matches(`${fresh[0]}x`)).toBe(false)
  }
  const configured = await openOperatorSecret({ configured: 'said by the operator', access, random })
  expect(configured.fresh).toBeUndefined()
  expect(configured.matches('said by the operator')).toBe(true)
  expect(configured.matches(fresh[0]!)).toBe(false)
})
