import type { Hex } from './fields.ts'

const isIntentId = (value: unknown): value is Hex => typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value)

/** The intent of a request or an answer, from its `intentId` or the one inside its `intent`. */
export function intentIdIn(body: unknown): Hex | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  if ('intentId' in body && isIntentId(body.intentId)) return body.intentId
  return 'intent' in body ? intentIdIn(body.intent) : undefined
}

/** The same for the text of a webhook message, which is sent as stored and never parsed. */
export const intentIdInText = (body: string): Hex | undefined =>
  body.match(/"intentId":"(0x[0-9a-f]{64})"/)?.[1] as Hex | undefined
