import { createHmac, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Clock } from '../../host/clock.ts'
import type { Random } from '../../host/random.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { AccessStore, Act } from '../../stores/accessStore.ts'

/**
 * The acting party. `operator` runs the service; `account` is a person or program that is a member of projects. A call
 * with a token that is bound to one project and a key of another one is refused as a mismatch.
 */
export type Token = {
  role: TokenRole
  subject: string
  projectId?: number
  issuedAtMs: number
  expiresAtMs: number
}
const tokenRoles = ['operator', 'account'] as const
export type TokenRole = (typeof tokenRoles)[number]

export type Tokens = {
  /**
   * Reads `Authorization: Bearer …`; undefined without that header. Throws `Unauthorized` for anything that this
   * service did not sign, and `SessionExpired` for a token that has expired.
   */
  read(header: string | undefined): Token | undefined
  issue(about: Pick<Token, 'role' | 'subject' | 'projectId'>, lifeMs: number): { token: string; expiresAtMs: number }
  /** Gives a process started without the operator secret this secret, so that it can sign and read tokens. */
  unlock(secret: string): Promise<void>
  /** Voids every token issued so far, in all processes. */
  rotate(act: Act): Promise<void>
  /** Follows a rotation by another process. */
  refresh(): Promise<void>
}

/** Machines' clocks differ: a token is accepted from this long before its start until this long after its end. */
export const skewMs = 2 * 60_000

const keyBytes = 32
const saltBytes = 16
const saltName = 'tokenSalt'
const issuer = 'causeway'
const audience = 'causeway-admin'
const tokenCharsMax = 2_048
const subjectCharsMax = 128

/**
 * Tokens are signed with a key that is not stored: scrypt derives it from the operator secret and a salt in the
 * database. So all processes with the same secret sign alike, a copy of the database signs nothing, and a new salt is a
 * new key. A process without the secret refuses all tokens until the operator sends the secret for a token.
 */
export async function openTokens({ access, clock, random, secret, lifeMsMax }: OpenTokens): Promise<Tokens> {
  let known = secret
  let salt = await access.keepSecret(saltName, random.hex(saltBytes))
  let key = known === undefined ? undefined : await deriveKey(known, salt)

  const refresh = async (): Promise<void> => {
    const current = await access.keepSecret(saltName, salt)
    if (current === salt) return
    if (known !== undefined) key = await deriveKey(known, current)
    salt = current
  }
  const requireKey = (): Buffer => {
    if (key) return key
    throw bad('this process was not given the operator secret: set admin.operatorSecret, or ask it for a token first')
  }
  return {
    read: (header) =>
      header === undefined ? undefined : readToken(header, { key: requireKey(), nowMs: clock.nowMs(), lifeMsMax }),
    issue: (about, lifeMs) => {
      const nowMs = clock.nowMs()
      const token = { ...about, issuedAtMs: nowMs, expiresAtMs: nowMs + lifeMs }
      return { token: signToken(token, requireKey()), expiresAtMs: wholeSeconds(token.expiresAtMs) * 1_000 }
    },
    async unlock(secret) {
      if (known !== undefined) return
      key = await deriveKey(secret, salt)
      known = secret
    },
    async rotate(act) {
      await access.putSecret(saltName, random.hex(saltBytes), { ...act, act: 'tokens.rotate' })
      await refresh()
    },
    refresh,
  }
}

const scryptKey = promisify<string, string, number, Buffer>(scrypt)

/** Slow on purpose (40 ms off the event loop), because an operator may have chosen a secret that can be guessed. */
const deriveKey = (secret: string, salt: string): Promise<Buffer> =>
  scryptKey(secret, `causeway-tokens ${salt}`, keyBytes)

export type OpenTokens = {
  access: Pick<AccessStore, 'keepSecret' | 'putSecret'>
  clock: Pick<Clock, 'nowMs'>
  random: Pick<Random, 'hex'>
  /** The operator secret, if this process has it. */
  secret: string | undefined
  /** Maximum lifetime of a token, whatever it states. */
  lifeMsMax: number
}

// One header is written and accepted, byte for byte: no choice of algorithm, so no algorithm confusion.
const head = base64({ alg: 'HS256', typ: 'JWT' })

/** A JSON Web Token, signed with HMAC-SHA-256. */
export function signToken({ role, subject, projectId, issuedAtMs, expiresAtMs }: Token, key: Buffer): string {
  const claims = {
    iss: issuer,
    aud: audience,
    sub: subject,
    role,
    ...(projectId !== undefined && { project: projectId }),
    iat: wholeSeconds(issuedAtMs),
    exp: wholeSeconds(expiresAtMs),
  }
  const signed = `${head}.${base64(claims)}`
  return `${signed}.${signatureOf(signed, key).toString('base64url')}`
}

export function readToken(
  header: string | undefined,
  { key, nowMs, lifeMsMax }: { key: Buffer; nowMs: number; lifeMsMax: number },
): Token | undefined {
  if (header === undefined) return undefined
  const text = /^Bearer +([A-Za-z0-9._-]+)$/i.exec(header.trim())?.[1]
  if (text === undefined || text.length > tokenCharsMax) throw bad('Authorization must be "Bearer" and a token')
  const parts = text.split('.')
  const [first, body = '', signature = ''] = parts
  if (parts.length !== 3 || first !== head) throw bad('the token is not one of this service')
  if (!isSignature(signature, `${first}.${body}`, key)) throw bad('the token is not signed by this service')
  const token = readClaims(body)
  if (!token) throw bad('the token does not say who acts')
  if (token.issuedAtMs > nowMs + skewMs) throw bad('the token is from the future')
  if (nowMs > Math.min(token.expiresAtMs, token.issuedAtMs + lifeMsMax) + skewMs)
    throw new ServiceError('SessionExpired', 'the token has expired; get a new one')
  return token
}

function isSignature(text: string, signed: string, key: Buffer): boolean {
  const signature = Buffer.from(text, 'base64url')
  const expected = signatureOf(signed, key)
  // Compare the spelling too: base64 leaves two bits unused, which would allow four spellings of a signature.
  return (
    signature.length === expected.length &&
    timingSafeEqual(signature, expected) &&
    signature.toString('base64url') === text
  )
}

function readClaims(body: string): Token | undefined {
  const { iss, aud, sub, role, project, iat, exp } = parseClaims(body)
  if (iss !== issuer || aud !== audience) return undefined
  if (typeof sub !== 'string' || sub.length === 0 || sub.length > subjectCharsMax) return undefined
  const known = tokenRoles.find((one) => one === role)
  if (!known || !Number.isSafeInteger(iat) || !Number.isSafeInteger(exp)) return undefined
  if (project !== undefined && !Number.isSafeInteger(project)) return undefined
  return {
    role: known,
    subject: sub,
    ...(project !== undefined && { projectId: Number(project) }),
    issuedAtMs: Number(iat) * 1_000,
    expiresAtMs: Number(exp) * 1_000,
  }
}

function parseClaims(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(body, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {} // a token without claims fails every check of a claim
  }
}

const bad = (detail: string) => new ServiceError('Unauthorized', detail)
const wholeSeconds = (ms: number) => Math.floor(ms / 1_000)
const signatureOf = (text: string, key: Buffer) => createHmac('sha256', key).update(text).digest()

function base64(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
