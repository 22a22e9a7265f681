import type { ServiceError } from '../../interface/errors.ts'
import type { Hex } from '../../interface/fields.ts'
import { intentIdIn } from '../../interface/intentIdIn.ts'
import type { Exchange } from './exchange.ts'
import type { ServerContext } from './serverContext.ts'

/** Undefined for a call that is about no intent, or about many. */
export const intentOf = ({ intentId, body }: Exchange): Hex | undefined => intentId ?? intentIdIn(body)

/** Writes the one log line and the one count of a request that has been answered. */
export function reportExchange(
  exchange: Exchange,
  { ports: { observe, clock, countRequest } }: ServerContext,
  { status, error, bytesOut }: { status: number; error?: ServiceError; bytesOut: number },
): void {
  const tookMs = Math.round((clock.monotonicMs() - exchange.startedMs) * 1_000) / 1_000
  if (exchange.operation && !exchange.route?.admin)
    countRequest?.({
      projectId: exchange.project?.id,
      operation: exchange.operation,
      outcome: error?.error ?? 'ok',
      units: exchange.charge?.units ?? 0,
      tookMs,
      requestId: exchange.id,
      status,
      bytesIn: exchange.bytesIn,
      bytesOut,
      cause: error?.detail ?? '',
    })
  observe.requestDone({
    requestId: exchange.id,
    operation: exchange.operation,
    projectId: exchange.project?.id,
    intentId: intentOf(exchange),
    status,
    error: error?.error,
    cause: error?.detail,
    tookMs,
    bytesIn: exchange.bytesIn,
    bytesOut,
    cost: exchange.cost?.spent,
  })
}
