import { ServiceError } from '../../interface/errors.ts'
import { isStoreFailure } from '../../stores/storeError.ts'
import { giveBack } from '../access/quotaCheck.ts'
import type { Exchange } from './exchange.ts'
import { intentOf } from './openExchange.ts'
import type { ServerContext } from './serverContext.ts'

/** The caller's error for anything thrown. Returns the failed call's units, unless the work was done anyway. */
export function toServiceError(thrown: unknown, exchange: Exchange, context: ServerContext): ServiceError {
  const error = thrown instanceof ServiceError ? thrown : unexpected(thrown, exchange, context)
  if (!isPaidFor(error, exchange)) giveBack(exchange, context)
  return error
}

const serverErrorMin = 500
const ourFault: readonly string[] = ['Unexpected', 'Timeout', 'ChainNodeHealth']

/** Charges hang-ups, and quotes that fail because of their request: both have used providers and nodes. */
function isPaidFor({ error, status }: ServiceError, { handling, route }: Exchange): boolean {
  if (error === 'WebrpcClientAborted') return true
  return handling === true && route?.name === 'QuoteIntent' && status < serverErrorMin && !ourFault.includes(error)
}

/** In seconds. Reconnecting to the database takes less, a failover about ten times as long. */
const storeRetryS = '2'

/** Reports what is not a ServiceError: a failing database, or a defect of ours. */
function unexpected(thrown: unknown, exchange: Exchange, { ports }: ServerContext): ServiceError {
  const { id: requestId, route } = exchange
  ports.observe.panic({ requestId, operation: route?.name, intentId: intentOf(exchange), error: thrown })
  const quote = `quote request id ${exchange.id}`
  if (!isStoreFailure(thrown)) return new ServiceError('WebrpcServerPanic', `something unexpected happened; ${quote}`)
  exchange.headers['Retry-After'] = storeRetryS
  return exchange.handling
    ? new ServiceError('Unexpected', `the database failed in the middle of the operation; ${quote}`)
    : new ServiceError('WebrpcInternalError', `the database cannot be reached; ${quote}`)
}
