import type { Hex } from './fields.ts'

const isIntentId = (value: unknown): value is Hex => typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value)

/** The intent that a request or an answer is about: named by itself, or as the whole intent. */
export function intentIdIn(body: unknown): Hex | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  if ('intentId' in body && isIntentId(body.intentId)) return body.intentId
  return 'intent' in body ? intentIdIn(body.intent) : undefined
}

/** The same in a message to an endpoint, whose text is never read as JSON here: it goes out as it was written. */
export const intentIdInText = (body: string): Hex | undefined =>
  body.match(/"intentId":"(0x[0-9a-f]{64})"/)?.[1] as Hex | undefined
