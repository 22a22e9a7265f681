import type { IncomingMessage, ServerResponse } from 'node:http'
import { ServiceError } from '../../interface/errors.ts'
import type { AdminRoute, Exchange, Route } from './exchange.ts'
import type { ServerContext } from './serverContext.ts'

/** Begins an exchange that is counted as a request under way until `reportExchange`. */
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

/** Begins an exchange that counts for a drain alone: an event stream, which has counts of its own. */
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

/** Node would refuse without our envelope, so it is told not to look (`requireHostHeader`). */
export function requireHost({ incoming }: Exchange): void {
  if (incoming.httpVersion !== '1.1' || incoming.headers.host !== undefined) return
  throw new ServiceError('WebrpcBadRequest', 'an HTTP/1.1 request needs a Host header')
}
