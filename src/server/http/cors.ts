import { quoteSignatureHeader } from '../../intents/deployment.ts'

/** Any page may call the service: access follows from the key in a header, and no cookie is read. */
const allowedHeaders = 'Content-Type, X-Access-Key, Authorization, Webrpc, Idempotency-Key, X-Client-Version'

export const exposedHeaders = [
  'X-Request-Id',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Quota-Limit',
  'Quota-Remaining',
  'Retry-After',
  'Deprecation',
  'Link',
  quoteSignatureHeader,
].join(', ')

export const preflightHeaders = {
  Allow: 'POST, OPTIONS',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers': allowedHeaders,
  'Access-Control-Max-Age': '7200',
}
