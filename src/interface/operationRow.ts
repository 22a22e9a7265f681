import type { z } from 'zod'
import type { ErrorName } from './errors.ts'

export type OperationRow = {
  summary: string
  area: 'Routes' | 'Tokens' | 'Intents' | 'Receipts' | 'Earn' | 'Service'
  /** `public`: works without a key under the public limit. `project`: belongs to a project. */
  access: 'public' | 'project'
  /** `read`: a client may retry it. `value`: moves money; refused while the operator has switched intents off. */
  effect: 'read' | 'value'
  request: z.ZodObject
  response: z.ZodObject
  /** Errors beyond `commonErrors` that this operation can answer with. */
  errors: readonly ErrorName[]
  /** The operation that replaces this one. */
  deprecated?: string
}

/** Errors of every operation: from the checks before its handler, or from a failure of the handler. */
export const commonErrors = [
  'WebrpcBadRoute',
  'WebrpcBadMethod',
  'WebrpcBadRequest',
  'WebrpcBadResponse',
  'WebrpcServerPanic',
  'WebrpcInternalError',
  'Unauthorized',
  'SessionExpired',
  'MethodNotFound',
  'Aborted',
  'Geoblocked',
  'RateLimited',
  'ProjectNotFound',
  'AccessKeyNotFound',
  'AccessKeyMismatch',
  'InvalidOrigin',
  'InvalidService',
  'UnauthorizedUser',
  'PermissionDenied',
  'QuotaExceeded',
  'QuotaRateLimit',
  'Timeout',
  'InvalidArgument',
  'Unexpected',
  'ClientOutdated',
] as const satisfies readonly ErrorName[]
