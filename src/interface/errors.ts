import { formatMs } from './formatMs.ts'
import { limits } from './limits.ts'

type Row = { code: number; status: number; msg: string; when: string }

/** Every error for callers. Code, status and msg are the specification's, verbatim; `when` is our documentation. */
export const errors = {
  WebrpcEndpoint: {
    code: 0,
    status: 400,
    msg: 'endpoint error',
    when: 'a provider fails in a way that maps to nothing else',
  },
  WebrpcRequestFailed: { code: -1, status: 400, msg: 'request failed', when: 'the client library got no reply at all' },
  WebrpcBadRoute: { code: -2, status: 404, msg: 'bad route', when: 'there is no such path or operation' },
  WebrpcBadMethod: { code: -3, status: 405, msg: 'bad method', when: 'the method is not POST' },
  WebrpcBadRequest: {
    code: -4,
    status: 400,
    msg: 'bad request',
    when: 'content type, JSON syntax, body size, nesting or HTTP framing is wrong',
  },
  WebrpcBadResponse: { code: -5, status: 500, msg: 'bad response', when: 'a result fails its own schema' },
  WebrpcServerPanic: {
    code: -6,
    status: 500,
    msg: 'server panic',
    when: 'a handler threw something unexpected; the process lives on',
  },
  WebrpcInternalError: {
    code: -7,
    status: 500,
    msg: 'internal error',
    when: 'the store cannot be reached before the handler ran',
  },
  WebrpcClientAborted: {
    code: -8,
    status: 400,
    msg: 'request aborted by client',
    when: 'the caller of the client library aborted',
  },
  WebrpcStreamLost: { code: -9, status: 400, msg: 'stream lost', when: 'the connection died while a reply was held' },
  Unauthorized: {
    code: 1000,
    status: 401,
    msg: 'Unauthorized access',
    when: 'a key is needed and none was sent, or the token is bad',
  },
  PermissionDenied: {
    code: 1001,
    status: 403,
    msg: 'Permission denied',
    when: 'an access key on an admin operation, or a foreign byProjectId',
  },
  SessionExpired: {
    code: 1002,
    status: 403,
    msg: 'Session expired',
    when: 'an admin token past its exp (two minutes of skew allowed)',
  },
  MethodNotFound: {
    code: 1003,
    status: 404,
    msg: 'Method not found',
    when: 'the operation is switched off on this server',
  },
  RequestConflict: {
    code: 1004,
    status: 409,
    msg: 'Conflict with target resource',
    when: 'an Idempotency-Key is used again with another body, or execute is repeated with other arguments',
  },
  Aborted: { code: 1005, status: 400, msg: 'Request aborted', when: 'the server is draining' },
  Geoblocked: {
    code: 1006,
    status: 451,
    msg: 'Geoblocked region',
    when: 'the client address is in a blocked range or country',
  },
  RateLimited: {
    code: 1007,
    status: 429,
    msg: 'Rate-limited. Please slow down.',
    when: 'too many requests from one address without a key, too many held by one caller, or more quotes than the service can make',
  },
  ProjectNotFound: {
    code: 1008,
    status: 401,
    msg: 'Project not found',
    when: 'the project of the key or token is deleted or unknown',
  },
  AccessKeyNotFound: {
    code: 1101,
    status: 401,
    msg: 'Access key not found',
    when: 'the key is malformed, unknown, inactive or expired',
  },
  AccessKeyMismatch: {
    code: 1102,
    status: 409,
    msg: 'Access key mismatch',
    when: 'key and token belong to different projects',
  },
  InvalidOrigin: {
    code: 1103,
    status: 403,
    msg: 'Invalid origin for Access Key',
    when: 'the Origin is not in the list of the key, or is missing where the key requires one',
  },
  InvalidService: {
    code: 1104,
    status: 403,
    msg: 'Service not enabled for Access key',
    when: 'the key is not enabled for this service',
  },
  UnauthorizedUser: {
    code: 1105,
    status: 403,
    msg: 'Unauthorized user',
    when: 'the token belongs to an account that is not a member of the project',
  },
  QuotaExceeded: { code: 1200, status: 429, msg: 'Quota request exceeded', when: 'the units of the cycle are used up' },
  QuotaRateLimit: {
    code: 1201,
    status: 429,
    msg: 'Quota rate limit exceeded',
    when: 'too many requests of one project',
  },
  NoDefaultKey: {
    code: 1300,
    status: 403,
    msg: 'No default access key found',
    when: 'the project has no active default key',
  },
  MaxAccessKeys: {
    code: 1301,
    status: 403,
    msg: 'Access keys limit reached',
    when: 'the project holds as many keys as its plan allows',
  },
  AtLeastOneKey: {
    code: 1302,
    status: 403,
    msg: 'You need at least one Access Key',
    when: 'the last active key would be disabled',
  },
  Timeout: {
    code: 1900,
    status: 408,
    msg: 'Request timed out',
    when: 'the deadline of the operation passed, its budget was used up, or the body did not arrive in time',
  },
  InvalidArgument: {
    code: 2000,
    status: 400,
    msg: 'Invalid argument',
    when: 'the JSON is well formed but a value is not acceptable; a modified intent',
  },
  Unexpected: {
    code: 2001,
    status: 500,
    msg: 'Unexpected server error',
    when: 'an impossible state, or a database error inside a handler',
  },
  Unavailable: {
    code: 2002,
    status: 400,
    msg: 'Unavailable resource',
    when: 'a capability is not configured, or there is no liquidity now',
  },
  QueryFailed: {
    code: 2003,
    status: 400,
    msg: 'Query failed',
    when: 'a data source failed, or a query string cannot be understood',
  },
  IntentStatus: {
    code: 2004,
    status: 422,
    msg: 'Invalid intent status',
    when: 'the operation is not allowed in the state of the intent',
  },
  IntentsSkipped: {
    code: 7000,
    status: 400,
    msg: 'Intents skipped because the client attempts a transaction that does not require intents',
    when: 'same chain, same token and no call data',
  },
  QuoteExpired: {
    code: 7001,
    status: 400,
    msg: 'Intent quote has expired. Please try again.',
    when: `commit arrives after expiresAt, or execute more than ${formatMs(limits.executeWithinMs)} after commit (the operator may set another time)`,
  },
  HighPriceImpact: {
    code: 7002,
    status: 422,
    msg: 'Quote unavailable due to high price impact',
    when: 'the net price impact is above the limit',
  },
  NotFound: {
    code: 8000,
    status: 400,
    msg: 'Resource not found',
    when: 'the id is unknown or belongs to another project',
  },
  UnsupportedNetwork: {
    code: 8008,
    status: 422,
    msg: 'Unsupported network',
    when: 'the chain or network is not configured',
  },
  ClientOutdated: {
    code: 8009,
    status: 422,
    msg: 'Client is outdated',
    when: 'the declared client version is below the minimum of the operator',
  },
  IntentsDisabled: {
    code: 9000,
    status: 400,
    msg: 'Intents service is currently unavailable',
    when: 'the operator switched intents off',
  },
  ChainNodeHealth: {
    code: 9001,
    status: 503,
    msg: 'Intent quote is unavailable due to interrupted chain node access',
    when: 'too few healthy nodes for a chain that is needed',
  },
} as const satisfies Record<string, Row>

export type ErrorName = keyof typeof errors

/** The body of every failed call: exactly these fields. */
export type ErrorEnvelope = { error: ErrorName; code: number; msg: string; cause?: string; status: number }

/** An error for the caller. Its cause is for people and never holds a secret, a path or a stack. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly error: ErrorName
  readonly detail: string | undefined

  constructor(error: ErrorName, detail?: string) {
    super(detail ? `${errors[error].msg}: ${detail}` : errors[error].msg)
    this.error = error
    this.detail = detail
  }

  get code(): number {
    return errors[this.error].code
  }

  get status(): number {
    return errors[this.error].status
  }

  toEnvelope(): ErrorEnvelope {
    const { code, msg, status } = errors[this.error]
    return this.detail === undefined
      ? { error: this.error, code, msg, status }
      : { error: this.error, code, msg, cause: this.detail, status }
  }
}
