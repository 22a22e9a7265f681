import { type ErrorName, errors } from '../interface/errors.ts'

/** What a call of the client throws: an error of the interface, from the server or made here. */
export class CausewayError extends Error {
  override readonly name = 'CausewayError'
  readonly error: ErrorName
  readonly code: number
  readonly status: number
  /** The envelope's `cause`: what went wrong, for people. It is also `cause`, unless another error caused this one. */
  readonly detail: string | undefined
  /** Seconds after which another attempt makes sense, if the server said so. */
  readonly retryAfterSeconds: number | undefined
  readonly requestId: string | undefined

  constructor(error: ErrorName, about: ErrorContext = {}) {
    const { code, status, msg } = errors[error]
    super(about.detail ? `${msg}: ${about.detail}` : msg, { cause: about.cause ?? about.detail })
    this.error = error
    this.code = code
    this.status = status
    this.detail = about.detail
    this.retryAfterSeconds = about.retryAfterSeconds
    this.requestId = about.requestId
  }
}

export type ErrorContext = { detail?: string; cause?: unknown; retryAfterSeconds?: number; requestId?: string }

/** `isError(e, 'QuoteExpired')`; without a name, whether it is an error of the interface at all. */
export function isError(value: unknown, error?: ErrorName): value is CausewayError {
  return value instanceof CausewayError && (error === undefined || value.error === error)
}

export function isErrorName(value: unknown): value is ErrorName {
  return typeof value === 'string' && Object.hasOwn(errors, value)
}
