import type { Hex } from './fields.ts'

const isIntentId = (value: unknown): value is Hex => typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value)

/** The intent of a request or an answer: its id field, or inside the whole intent. */
export function intentIdIn(body: unknown): Hex | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  if ('intentId' in body && isIntentId(body.intentId)) return body.intentId
  return 'intent' in body ? intentIdIn(body.intent) : undefined
}

/** The same in a message to an endpoint, whose JSON is not parsed here: it is sent as stored. */
export const intentIdInText = (body: string): Hex | undefined =>
  body.match(/"intentId":"(0x[0-9a-f]{64})"/)?.[1] as Hex | undefined
