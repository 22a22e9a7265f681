import { isUtf8 } from 'node:buffer'
import { inSlices } from '../../host/inSlices.ts'
import { checkRequest } from '../../interface/check.ts'
import { ServiceError } from '../../interface/errors.ts'
import { JsonError, parseJson } from '../../interface/json.ts'
import { limits } from '../../interface/limits.ts'
import {
  addressLimit,
  enabled,
  geoblock,
  key,
  membership,
  mismatch,
  origin,
  project,
  projectLimit,
  service,
  token,
} from '../access/accessChecks.ts'
import { showQuota, spendUnits } from '../access/quotaCheck.ts'
import { declaredClient, isOlder, parseVersion } from './clientVersion.ts'
import type { Exchange, RpcExchange } from './exchange.ts'
import { requireBoundedJson } from './requireBoundedJson.ts'
import type { ServerContext } from './serverContext.ts'

/** Adds its findings to the exchange, or throws the error that ends it. */
export type Check = (exchange: RpcExchange, context: ServerContext) => void | Promise<void>

/**
 * The order of checks after the route is known; the first failure wins. Checks of the caller precede the body, so that
 * a caller without access cannot make the server read or parse one. Admin operations then check the permission of the
 * token, in `admin/addAdminRoutes.ts`.
 */
export const checkOrder = [
  'method',
  'draining',
  'geoblock',
  'addressLimit',
  'token',
  'key',
  'mismatch',
  'project',
  'origin',
  'service',
  'membership',
  'enabled',
  'clientVersion',
  'projectLimit',
  'body',
  'schema',
  'quota',
  'intentsSwitch',
] as const

export type CheckName = (typeof checkOrder)[number]

const checks: Record<CheckName, Check | Check[]> = {
  method,
  draining,
  geoblock,
  addressLimit,
  token,
  key: [key, showQuota],
  mismatch,
  project,
  origin,
  service,
  membership,
  enabled,
  clientVersion,
  projectLimit,
  body: [bodyKind, readBody, parseBody],
  schema,
  quota,
  intentsSwitch,
}

export const checksInOrder: readonly Check[] = checkOrder.flatMap((name) => checks[name])

/** The checks in order without those in `omitted`, for event streams. */
export const checksWithout = (...omitted: readonly CheckName[]): readonly Check[] =>
  checkOrder.filter((name) => !omitted.includes(name)).flatMap((name) => checks[name])

function method({ incoming, headers }: Exchange): void {
  if (incoming.method === 'POST') return
  headers.Allow = 'POST'
  throw new ServiceError('WebrpcBadMethod', 'operations are called with POST')
}

export function draining({ headers }: Exchange, context: ServerContext): void {
  if (!context.drain.aborted) return
  headers.Connection = 'close'
  throw new ServiceError('Aborted', 'the server is shutting down; try again, another one will answer')
}

function clientVersion({ incoming }: RpcExchange, { access }: ServerContext): void {
  const minimums = access.switches().clientVersionMin
  const client = declaredClient(incoming.headers)
  if (!client) return
  // The caller chooses the name: `constructor` must not find an inherited member.
  const own = client.name !== undefined && Object.hasOwn(minimums, client.name) ? minimums[client.name] : undefined
  const minimum = own || minimums['*']
  const least = minimum ? parseVersion(minimum) : undefined
  if (least && isOlder(client.version, least)) {
    throw new ServiceError(
      'ClientOutdated',
      `version ${client.version.join('.')} is below ${minimum}, the least accepted`,
    )
  }
}

const jsonType = /^application\/json\s*(?:;|$)/i
const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i

function isJsonInUtf8(type: string): boolean {
  if (type === 'application/json') return true
  return jsonType.test(type) && /^utf-?8$/i.test(charset.exec(type)?.[1] ?? 'utf-8')
}

export function bodyKind({ incoming, outgoing }: Exchange): void {
  if (!isJsonInUtf8(incoming.headers['content-type'] ?? '')) {
    throw new ServiceError('WebrpcBadRequest', 'the Content-Type must be application/json in UTF-8')
  }
  if (incoming.headers['content-encoding'] !== undefined && incoming.headers['content-encoding'] !== 'identity') {
    throw new ServiceError('WebrpcBadRequest', 'the body must not be compressed')
  }
  if (incoming.headers.expect !== undefined) outgoing.writeContinue()
}

function readBody(exchange: RpcExchange, context: ServerContext): Promise<void> {
  return context.readBody(exchange)
}

function parseBody(exchange: RpcExchange, { replyCache }: ServerContext): void | Promise<void> {
  exchange.known = replyCache.find(exchange.route, exchange.bytes)
  if (exchange.known !== undefined) return undefined
  return inTurn(exchange, () => {
    exchange.body = parseBytes(exchange.bytes)
  })
}

/** Longer bodies are parsed in slices: 24 bodies of 900 kB in one turn blocked the event loop for 56 ms. */
const longBytes = 64 * 1024

const inTurn = ({ bytes }: RpcExchange, work: () => void): void | Promise<void> =>
  bytes.length > longBytes ? inSlices(work) : work()

// `{}` is the whole body of every operation without fields.
const openBrace = 0x7b
const closeBrace = 0x7d

export function parseBytes(bytes: Buffer): unknown {
  if (bytes.length === 0) throw new ServiceError('WebrpcBadRequest', 'the body is empty; send {} for no fields')
  if (bytes.length === 2 && bytes[0] === openBrace && bytes[1] === closeBrace) return {}
  requireBoundedJson(bytes)
  const value = parseText(decode(bytes))
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new ServiceError('WebrpcBadRequest', 'the body must be a JSON object')
}

const byteOrderMark = '\ufeff'

function decode(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new ServiceError('WebrpcBadRequest', 'the body is not UTF-8')
  const text = bytes.toString('utf8')
  return text.startsWith(byteOrderMark) ? text.slice(1) : text
}

function parseText(text: string): unknown {
  try {
    return parseJson(text, { nestingMax: limits.nestingMax, keysMax: limits.objectKeysMax, dropNulls: true })
  } catch (error) {
    if (error instanceof JsonError) throw new ServiceError('WebrpcBadRequest', error.message)
    throw error
  }
}

function schema(exchange: RpcExchange): void | Promise<void> {
  if (exchange.known !== undefined) return undefined
  const { codec, name } = exchange.route
  return inTurn(exchange, () => {
    exchange.body = checkRequest(name, codec.fromWire(exchange.body))
  })
}

function quota(exchange: RpcExchange, context: ServerContext): void | Promise<void> {
  return spendUnits(exchange, context, switchedOff(exchange, context) !== undefined)
}

function intentsSwitch(exchange: RpcExchange, context: ServerContext): void {
  const refusal = switchedOff(exchange, context)
  if (refusal) throw refusal
}

/** Refuses to move value while intents are off, or a chain, project or provider of the call is paused. */
function switchedOff({ route, body, project }: RpcExchange, { access }: ServerContext): ServiceError | undefined {
  if (route.row.effect !== 'value') return undefined
  const { intents, chainsPaused, projectsPaused, providersPaused } = access.switches()
  if (!intents)
    return new ServiceError('IntentsDisabled', 'the operator has switched off new intents; running ones go on')
  if (chainsPaused.size + projectsPaused.size + providersPaused.size === 0) return undefined
  const chains = chainsOf(body)
  const chain = chains.find((one) => chainsPaused.has(one))
  const projectId = project?.id ?? keylessProjectId
  const provider = providersOf(body).find((one) => providersPaused.has(one))
  const paused =
    chain !== undefined
      ? `chain ${chain}`
      : chains.length > 0 && projectsPaused.has(projectId)
        ? `project ${projectId}`
        : provider
  if (paused === undefined) return undefined
  return new ServiceError('Unavailable', `${paused} is paused by the operator; running intents go on`)
}

/** Calls without a key belong to this project. */
const keylessProjectId = 1

/** Providers that a quote request names, or that a quote to commit uses. */
function providersOf(body: unknown): string[] {
  const { intent, options } = membersOf(body)
  const { swapProvider, bridgeProvider } = membersOf(options)
  const { routeProviders } = membersOf(membersOf(intent).quote)
  const named = [swapProvider, bridgeProvider, ...(Array.isArray(routeProviders) ? routeProviders : [])]
  return named.filter((one) => typeof one === 'string').map((one) => one.toUpperCase())
}

/** Chains of a quote or a commit. ExecuteIntent and RetryIntent name none and pass: a deposit may be under way. */
function chainsOf(body: unknown): number[] {
  const { originChainId, destinationChainId } = membersOf(membersOf(body).intent ?? body)
  return [originChainId, destinationChainId].filter((chain) => typeof chain === 'number')
}

const membersOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
