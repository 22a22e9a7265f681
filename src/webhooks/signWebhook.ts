import { createHmac } from 'node:crypto'
import type { Random } from '../host/random.ts'

const secretPrefix = 'whsec_'
const secretBytes = 32

/** A secret in the form of Standard Webhooks: a prefix that tells what it is, and random bytes in base64. */
export const createWebhookSecret = (random: Random): string =>
  `${secretPrefix}${Buffer.from(random.bytes(secretBytes)).toString('base64')}`

export type SignedMessage = { id: string; timestampS: number; body: string }

/** The headers of Standard Webhooks: one signature per valid secret (two during a rotation), over id, time and the bytes of the body. */
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
