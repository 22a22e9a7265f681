import type { ServiceError } from '../../interface/errors.ts'
import type { Exchange } from './exchange.ts'
import type { ServerContext } from './serverContext.ts'

/** Writes the one log line and the one count of a request that has been answered. */
export function reportExchange(
  exchange: Exchange,
  { ports: { observe, clock } }: ServerContext,
  { status, error, bytesOut }: { status: number; error?: ServiceError; bytesOut: number },
): void {
  observe.requestDone({
    requestId: exchange.id,
    operation: exchange.operation,
    projectId: exchange.project?.id,
    status,
    error: error?.error,
    cause: error?.detail,
    tookMs: Math.round((clock.monotonicMs() - exchange.startedMs) * 1_000) / 1_000,
    bytesIn: exchange.bytesIn,
    bytesOut,
  })
}
