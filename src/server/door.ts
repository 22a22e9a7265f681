import type { IncomingMessage, ServerResponse } from 'node:http'
import { checkResult } from '../interface/check.ts'
import { ServiceError } from '../interface/errors.ts'
import { printJson } from '../interface/json.ts'
import { isStoreFailure } from '../stores/storeError.ts'
import { showLimits } from './access/accessChecks.ts'
import { giveBack } from './access/quotaCheck.ts'
import { type AdminVisit, isAdmin, serveAdmin } from './admin/serveAdmin.ts'
import type { RawReply } from './call.ts'
import { callHandler } from './callHandler.ts'
import { checksInOrder, type RoutedVisit } from './checks.ts'
import { preflightHeaders } from './cors.ts'
import type { House } from './house.ts'
import type { RouteTable } from './matchRoute.ts'
import { envelopeText, reply, replyEmpty } from './reply.ts'
import { requestIds } from './requestId.ts'
import type { Visit } from './visit.ts'

/** Answers one request for an operation, and everything that is no request for anything we have. Never rejects. */
export type Door = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>

export function openDoor(house: House, routeOf: RouteTable): Door {
  const { observe, clock, random } = house.world
  const idOf = requestIds(random)
  return async (incoming, outgoing) => {
    observe.requestStarted()
    house.inFlight.enter(outgoing)
    const visit: Visit = {
      id: idOf(incoming.headers),
      startedMs: clock.monotonicMs(),
      incoming,
      outgoing,
      route: undefined,
      project: undefined,
      bytesIn: 0,
      bytes: noBytes,
      known: undefined,
      body: undefined,
      headers: {},
    }
    let error: ServiceError | undefined
    let status = 200
    let bytesOut = 0
    try {
      const routed = route(visit, routeOf)
      if (isAdmin(routed)) {
        bytesOut = reply(visit, status, printChecked(await serveAdmin(routed, house), routed))
      } else if (incoming.method === 'OPTIONS') {
        status = 204
        Object.assign(visit.headers, preflightHeaders)
        bytesOut = replyEmpty(visit, status)
      } else {
        // Awaits only what has to be waited for, which for most operations is the body alone.
        for (const check of checksInOrder) {
          const pending = check(routed, house)
          if (pending) await pending
        }
        visit.handling = true
        const result = callHandler(routed, house)
        bytesOut = reply(visit, status, printResult(result instanceof Promise ? await result : result, routed, house))
      }
    } catch (thrown) {
      error = toServiceError(thrown, visit, house)
      status = error.status
      showLimits(visit, house)
      if (!outgoing.destroyed) bytesOut = reply(visit, status, envelopeText(error, visit))
    }
    observe.requestDone({
      requestId: visit.id,
      operation: visit.route?.name,
      projectId: visit.project?.id,
      status,
      error: error?.error,
      cause: error?.detail,
      tookMs: Math.round((clock.monotonicMs() - visit.startedMs) * 1_000) / 1_000,
      bytesIn: visit.bytesIn,
      bytesOut,
    })
  }
}

const noBytes = Buffer.alloc(0)

function route(visit: Visit, routeOf: RouteTable): RoutedVisit | AdminVisit {
  const { incoming } = visit
  if (incoming.httpVersion === '1.1' && incoming.headers.host === undefined) {
    throw new ServiceError('WebrpcBadRequest', 'an HTTP/1.1 request needs a Host header')
  }
  const found = routeOf(incoming.url ?? '')
  if (!found)
    throw new ServiceError('WebrpcBadRoute', 'operations are at /rpc/<service>/<operation>; see /openapi.json')
  visit.route = found
  const deprecated = found.admin ? undefined : found.row.deprecated
  if (deprecated) {
    visit.headers.Deprecation = 'true'
    visit.headers.Link = `<${found.codec.path(deprecated)}>; rel="successor-version"`
  }
  return visit as RoutedVisit | AdminVisit
}

function printResult(result: object | string, visit: RoutedVisit, { repeats }: House): Buffer | string {
  if (typeof result === 'string' || Buffer.isBuffer(result)) return result
  if (!isRaw(result)) return printChecked(result, visit)
  if (result.lasting) repeats.keep(visit.route, visit.bytes, result.raw)
  return result.raw
}

function printChecked(result: object, { route, incoming }: RoutedVisit | AdminVisit): string {
  const checked = checkResult(route.row.response, result)
  return printJson(route.codec.toWire(checked), { bigAsString: wantsStrings(incoming) })
}

function isRaw(result: object): result is RawReply {
  return 'raw' in result && (typeof result.raw === 'string' || Buffer.isBuffer(result.raw))
}

/** Generated RPC clients send `Webrpc`; they hold numbers as doubles, so big ones reach them as strings. */
function wantsStrings({ headers }: IncomingMessage): boolean {
  if (headers.webrpc !== undefined) return true
  const accept = headers.accept
  return (
    accept !== undefined && accept.length < 1_024 && /application\/json\s*;[^,]*\bbigint\s*=\s*"?string\b/i.test(accept)
  )
}

export function toServiceError(thrown: unknown, visit: Visit, house: House): ServiceError {
  const error = thrown instanceof ServiceError ? thrown : unexpected(thrown, visit, house)
  if (error.error !== 'WebrpcClientAborted') giveBack(visit, house)
  return error
}

/** What no check and no handler meant to throw: a database that fails, or a mistake of ours. */
function unexpected(thrown: unknown, visit: Visit, { world }: House): ServiceError {
  world.observe.panic({ requestId: visit.id, operation: visit.route?.name, error: thrown })
  const quote = `quote request id ${visit.id}`
  if (!isStoreFailure(thrown)) return new ServiceError('WebrpcServerPanic', `something unexpected happened; ${quote}`)
  return visit.handling
    ? new ServiceError('Unexpected', `the database failed in the middle of the operation; ${quote}`)
    : new ServiceError('WebrpcInternalError', `the database cannot be reached; ${quote}`)
}
