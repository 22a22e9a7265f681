import type { IncomingMessage, ServerResponse } from 'node:http'
import { ServiceError } from '../../interface/errors.ts'
import type { Hex } from '../../interface/fields.ts'
import { intentIdIn } from '../../interface/intentIdIn.ts'
import type { AdminRoute, Exchange, Route } from './exchange.ts'
import type { ServerContext } from './serverContext.ts'

/** Begins an exchange that counts as a running request until `reportExchange`. */
export function openExchange<R extends Route | AdminRoute | undefined>(
  context: ServerContext,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  route: R,
): Exchange & { route: R } {
  context.ports.observe.requestStarted()
  return createExchange(context, incoming, outgoing, route)
}

const noBytes = Buffer.alloc(0)

/** Begins an exchange that only a drain counts, such as an event stream, which has its own metrics. */
export function createExchange<R extends Route | AdminRoute | undefined>(
  { ports, requestIdOf, inFlight }: ServerContext,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  route: R,
): Exchange & { route: R } {
  inFlight.enter(outgoing)
  return {
    id: requestIdOf(incoming.headers),
    startedMs: ports.clock.monotonicMs(),
    incoming,
    outgoing,
    route,
    operation: route?.name,
    project: undefined,
    bytesIn: 0,
    bytes: noBytes,
    known: undefined,
    body: undefined,
    headers: {},
  }
}

/** Node's own check (`requireHostHeader`) is off, because it would answer without our envelope. */
export function requireHost({ incoming }: Exchange): void {
  if (incoming.httpVersion !== '1.1' || incoming.headers.host !== undefined) return
  throw new ServiceError('WebrpcBadRequest', 'an HTTP/1.1 request needs a Host header')
}

/** Undefined for a call that concerns no intent, or several. */
export const intentOf = ({ intentId, body }: Exchange): Hex | undefined => intentId ?? intentIdIn(body)

/** Logs and counts an answered request, once. */
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
