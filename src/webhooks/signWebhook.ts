import { createHmac } from 'node:crypto'
import type { Random } from '../host/random.ts'

const secretPrefix = 'whsec_'
const secretBytes = 32

/** A secret in the form of Standard Webhooks: a prefix, and random bytes in base64. */
export const createWebhookSecret = (random: Random): string =>
  `${secretPrefix}${Buffer.from(random.bytes(secretBytes)).toString('base64')}`

export type SignedMessage = { id: string; timestampS: number; body: string }

/** Standard Webhooks headers: a signature over id, time and body per valid secret (two during a rotation). */
export function signWebhook({ id, timestampS, body }: SignedMessage, secrets: readonly string[]) {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestampS}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestampS),
    'webhook-signature': signatures.join(' '),
  }
}
