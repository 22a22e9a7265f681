import { createHash, timingSafeEqual } from 'node:crypto'
import type { Random } from '../../host/random.ts'
import type { AccessStore } from '../../stores/accessStore.ts'

/** The operator's only secret. Exchanged for tokens; stored as its hash. */
export type OperatorSecret = {
  matches(secret: string): boolean
  /** Set only in the process that made it, to be shown once. */
  fresh?: string
  /** The secret itself, if this process was given or made it. */
  known?: string
}

export type OperatorSecretOptions = {
  configured: string | undefined
  /** A secret that an earlier start left on this machine; used if it matches the hash in this database. */
  kept?: string
  access: Pick<AccessStore, 'keepSecret'>
  random: Pick<Random, 'bytes'>
}

const secretBytes = 32

/** The configured secret, or the one made by the first start on this database. */
export async function openOperatorSecret(options: OperatorSecretOptions): Promise<OperatorSecret> {
  const { configured, kept: left, access, random } = options
  if (configured !== undefined) return { matches: matcher(hashOf(configured)), known: configured }
  const made = `cwop_${Buffer.from(random.bytes(secretBytes)).toString('base64url')}`
  const kept = await access.keepSecret('operatorSecretHash', hashOf(made).toString('hex'))
  const hash = Buffer.from(kept, 'hex')
  const matches = matcher(hash)
  if (matches(made)) return { matches, fresh: made, known: made }
  return left !== undefined && matches(left) ? { matches, known: left } : { matches }
}

function matcher(hash: Buffer): (secret: string) => boolean {
  return (secret) => timingSafeEqual(hashOf(secret), hash)
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
