import type { IncomingMessage, ServerResponse } from 'node:http'
import { type CallCost, type Cost, onThread, openCost } from '../../host/callCost.ts'
import type { LoopWatchdog } from '../../host/watchLoop.ts'
import type { AdminOperationName } from '../../interface/adminOperations.ts'
import { budgetOf, isCostly } from '../../interface/budgetOf.ts'
import { ServiceError } from '../../interface/errors.ts'
import { formatMs } from '../../interface/formatMs.ts'
import { limits } from '../../interface/limits.ts'
import type { OperationName } from '../../interface/operations.ts'
import type { ProjectLimits } from '../../stores/accessStore.ts'
import { callerOf } from '../access/accessChecks.ts'
import { watchKey } from '../access/watchKey.ts'
import { draining } from './checks.ts'
import type { Exchange, RpcExchange } from './exchange.ts'
import type { CallContext } from './handler.ts'
import { refuseForNow } from './places.ts'
import type { ServerContext } from './serverContext.ts'

type Serve = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/** Requests that may wait on a connection behind the current one. */
const waitingMax = 16

/**
 * Serves a connection's requests one at a time: Node starts all of one packet in the same turn, and 3,000 (100 kB) held
 * the event loop for 70 to 600 ms. Browsers and our clients do not pipeline, so more waiting requests end a connection.
 */
export function oneAtATime(serve: Serve): Serve {
  const waiting = new WeakMap<IncomingMessage['socket'], (() => void)[]>()
  return (incoming, outgoing) => {
    const { socket } = incoming
    const before = waiting.get(socket)
    if (before && before.length >= waitingMax) return void socket.destroy()
    const line = before ?? []
    const next = () => {
      const following = line.shift()
      // A reply to a connection that is gone would never end.
      if (following && !socket.destroyed) following()
      else waiting.delete(socket)
    }
    const begin = () => {
      // In a later turn, because thousands of synchronous answers could otherwise run while one packet is parsed.
      outgoing.on('close', () => void setImmediate(next))
      serve(incoming, outgoing)
    }
    if (before) return void before.push(begin)
    waiting.set(socket, line)
    begin()
  }
}

/** The cached reply, or the handler's, unless the deadline passes or the caller hangs up. */
export function callHandler(exchange: RpcExchange, context: ServerContext): object | string | Promise<object> {
  const key = idempotencyKey(exchange)
  if (exchange.known !== undefined) return exchange.known
  const { name } = exchange.route
  if (name === 'WaitIntentReceipt') return held(exchange, context, key)
  return isCostly(name) ? inTurn(exchange, context, key) : startCall(exchange, context, key)
}

/** A long poll: bounded per caller, and ended if its key is revoked. */
async function held(exchange: RpcExchange, context: ServerContext, key: string | undefined): Promise<object> {
  const leave = context.longPolls.take(callerOf(exchange, context), exchange)
  const watch = watchKey(exchange, context)
  try {
    return await startCall(exchange, context, key, watch.revoked)
  } finally {
    watch.stop()
    leave()
  }
}

/** The time limit of a call starts with its turn. */
async function inTurn(exchange: RpcExchange, context: ServerContext, key: string | undefined): Promise<object> {
  const caller = { ...callerOf(exchange, context), project: (exchange.key ?? exchange.token)?.projectId }
  const leave = await context.workQueue.enter(caller, exchange.outgoing)
  if (!leave) draining(exchange, context)
  if (!leave) throw refuseForNow(exchange, busyRetryS, 'more is asked for than this service can answer')
  try {
    return await startCall(exchange, context, key)
  } finally {
    leave()
  }
}

const busyRetryS = 5

function startCall(
  exchange: RpcExchange,
  context: ServerContext,
  key: string | undefined,
  revoked?: AbortSignal,
): object | Promise<object> {
  const { ports, handlers, config, drain, access } = context
  const { name } = exchange.route
  const handler: AnyHandler | undefined = handlers[name]
  if (!handler) throw new ServiceError('MethodNotFound', `${name} is not offered by this server`)
  const timeoutMs = timeoutOf(name, config.http)
  const abort = lazyAbort()
  const cost = costOf(name, context.watchdog)
  exchange.cost = cost
  const call: CallContext = {
    project: { id: exchange.project?.id ?? 1, isSponsor: paysForUsers(exchange.project?.limits) },
    brand: exchange.route.codec.brand,
    requestId: exchange.id,
    get signal() {
      return abort.signal()
    },
    drain,
    deadlineMs: ports.clock.nowMs() + timeoutMs,
    idempotencyKey: key,
    cost,
    takesIntents(chainId) {
      const { intents, chainsPaused } = access.switches()
      return intents && !chainsPaused.has(chainId)
    },
    providersPaused: access.switches().providersPaused,
    ports,
  }
  const result = runHandler(handler, call, exchange)
  return result instanceof Promise ? bounded(result, exchange, timeoutMs, abort, revoked) : result
}

/** True also for a project whose limits are unknown here: then the quote looks the budget up. */
const paysForUsers = (limits: ProjectLimits | undefined): boolean =>
  limits === undefined || (limits.sponsorUsdPerDay ?? 0) > 0

type Result = Promise<object> | object

type AnyHandler = (request: never, call: CallContext) => Result

/** The check `schema` parsed the body for this handler; the types of the two tables cannot express that. */
const checked = (body: unknown): never => body as never

/** Outside `startCall`: a closure there would keep the exchange alive; half of all requests survived every scavenge. */
function runHandler(handler: AnyHandler, call: CallContext, { route: { name }, incoming, body }: RpcExchange): Result {
  const run = () => handler(checked(body), call)
  const { traceRequest: trace } = call.ports
  return onThread(call.cost, () => (trace ? trace({ operation: name, headers: incoming.headers, body }, run) : run()))
}

/** Opens a call's cost account, with its operation's budget; the watchdog hears of each piece of work. */
export const costOf = (name: OperationName | AdminOperationName, watchdog: LoopWatchdog): CallCost =>
  openCost(budgetOf(name), (tookMs) => watchdog.worked(name, tookMs))

/** Rejects and aborts the work at the deadline, at the budget's end, or if the caller hangs up or its key ends. */
export function bounded<T>(
  running: Promise<T>,
  { outgoing, cost }: Exchange,
  timeoutMs: number,
  abort: Abort,
  revoked?: AbortSignal,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (error: ServiceError) => {
      if (cost) cost.ended = error
      stopTiming()
      reject(error)
      abort.abort(error)
    }
    const onClose = () => stop(new ServiceError('WebrpcClientAborted', 'the caller hung up'))
    const onRevoked = () => stop(new ServiceError('AccessKeyNotFound', 'the key ended while the call was waiting'))
    const timer = setTimeout(
      () => stop(new ServiceError('Timeout', `the operation did not finish within ${formatMs(timeoutMs)}`)),
      timeoutMs,
    )
    const stopTiming = () => {
      clearTimeout(timer)
      outgoing.off('close', onClose)
      revoked?.removeEventListener('abort', onRevoked)
    }
    if (cost) cost.onOver = (what) => stop(overBudget(what))
    outgoing.on('close', onClose)
    revoked?.addEventListener('abort', onRevoked)
    running.then(resolve, reject).finally(stopTiming)
  })
}

const costWords: Record<keyof Cost, string> = {
  chainReads: 'reads of chains',
  statements: 'statements of the database',
  threadMs: 'milliseconds of computing',
}

const overBudget = (what: keyof Cost) =>
  new ServiceError('Timeout', `the call used up its budget of ${costWords[what]}; ask for less at once`)

/** WaitIntentReceipt answers after `waitHoldMs`; the margin covers reading the receipt. */
const waitMarginMs = 5_000

function timeoutOf(name: string, http: ServerContext['config']['http']): number {
  return name === 'WaitIntentReceipt' ? http.waitHoldMs + waitMarginMs : http.operationTimeoutMs
}

const { idempotencyKeyCharsMax } = limits

function idempotencyKey({ incoming }: RpcExchange): string | undefined {
  const key = incoming.headers['idempotency-key']
  if (typeof key !== 'string') return undefined
  if (key.length > 0 && key.length <= idempotencyKeyCharsMax) return key
  throw new ServiceError('InvalidArgument', `Idempotency-Key must have 1 to ${idempotencyKeyCharsMax} characters`)
}

type Abort = { abort(reason: unknown): void }
type LazyAbort = Abort & { signal(): AbortSignal }

/** Makes the signal on first read: most handlers never read it, and it costs more than a Ping. */
function lazyAbort(): LazyAbort {
  let controller: AbortController | undefined
  let ended: { reason: unknown } | undefined
  return {
    signal() {
      controller ??= new AbortController()
      if (ended) controller.abort(ended.reason)
      return controller.signal
    },
    abort(reason) {
      ended = { reason }
      controller?.abort(reason)
    },
  }
}
