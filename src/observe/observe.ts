import { type Logger, symbols } from 'pino'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Budget } from '../interface/budgetOf.ts'
import type { ErrorName } from '../interface/errors.ts'
import type { Hex } from '../interface/fields.ts'
import { isStoreOutage } from '../stores/storeError.ts'
import { observeStreams, type StreamEvents } from './observeStreams.ts'
import { observeWork, type WorkEvents } from './observeWork.ts'
import { createOutages } from './outages.ts'
import { createRequestSeries, type ServedName } from './requestSeries.ts'

/** How one request ended. Holds no key, no body and no address of a node. */
export type RequestOutcome = {
  requestId: string
  /** Absent if the request named no operation of this service. */
  operation?: ServedName
  projectId?: number
  /** The intent of the request or its answer. */
  intentId?: Hex
  status: number
  error?: ErrorName
  cause?: string
  tookMs: number
  bytesIn: number
  bytesOut: number
  /** Absent if its handler did not begin. */
  cost?: Readonly<Budget>
}

/** The service's log and metrics: each event is one line and one number, named only here. */
export type Observe = WorkEvents &
  StreamEvents & {
    requestStarted(): void
    requestDone(outcome: RequestOutcome): void
    /** The bytes received were no HTTP request. */
    requestBroken(event: { requestId: string; status: number; error: ErrorName; cause: string | undefined }): void
    longPollStarted(): void
    longPollEnded(): void
    /** The event loop was blocked for `lateMs`. `name`: the operation that explains most of it. */
    loopHeld(event: { name?: string; lateMs: number }): void
    /** A handler's unexpected error: a defect, or an unreachable database (counted apart). Callers get no stack. */
    panic(event: { requestId: string; operation: ServedName | undefined; intentId?: Hex; error: unknown }): void
    /** A stored value did not fit into an answer: it was cut, or its row omitted. */
    answerChanged(event: { requestId: string; operation: ServedName; changes: string[] }): void
    /** Secrets are already masked. */
    configured(event: { file: string | undefined; config: unknown }): void
    /** The chains' nodes were reread. `needRestart` names changed settings that were not applied. */
    reread(event: { changed: number[]; kept: { chainId: number; why: string }[]; needRestart: string[] }): void
    /** The configuration could not be reread; nothing changes. */
    rereadFailed(event: { why: string }): void
    warmedUp(event: { quotes: number; tookMs: number }): void
    serverStarted(event: { url: string }): void
    drainStarted(event: { inFlight: number }): void
    drainDone(event: { tookMs: number; abandoned: number }): void
    /** The metrics in Prometheus text format. */
    metrics(): Promise<string>
  }

export function createObserve(log: Logger): Observe {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const lines = requestLines(log)
  const requests = createRequestSeries()
  let inFlight = 0
  new Gauge({
    name: 'causeway_requests_in_flight',
    help: 'Requests being answered',
    registers,
    collect() {
      this.set(inFlight)
    },
  })
  const longPolls = new Gauge({ name: 'causeway_long_polls', help: 'Calls of WaitIntentReceipt that wait', registers })
  const panics = new Counter({ name: 'causeway_panics_total', help: 'Unexpected throws in handlers', registers })
  const away = new Counter({
    name: 'causeway_database_away_total',
    help: 'Requests that failed because the database could not be reached',
    registers,
  })

  const changed = new Counter({
    name: 'causeway_answers_changed_total',
    help: 'Answers of which a stored value was cut or a row left out, because it did not fit',
    registers,
  })
  const held = new Counter({
    name: 'causeway_loop_held_total',
    help: 'Times that nothing else could run for 100 ms, by the operation that explains it',
    labelNames: ['operation'],
    registers,
  })
  const outages = createOutages()

  return {
    ...observeWork(log, registry),
    ...observeStreams(log, registry),
    requestStarted: () => {
      inFlight += 1
    },
    requestDone: (outcome) => {
      inFlight -= 1
      requests.answered(outcome.operation, outcome.error, outcome.tookMs / 1_000)
      requests.cost(outcome)
      if (outcome.status < 400 && outages.worked('database') > 0) log.info('requests are answered again')
      lines.add(outcome)
    },
    requestBroken: (event) => {
      requests.broken(event.error)
      lines.flush()
      log.info(event, 'request')
    },
    longPollStarted: () => longPolls.inc(),
    longPollEnded: () => longPolls.dec(),
    loopHeld: (event) => {
      held.inc({ operation: event.name ?? 'none' })
      // Without a name, another program may have taken the CPU: count it, log nothing.
      if (event.name) log.warn(event, 'the event loop was held')
    },
    panic: ({ error, ...request }) => {
      lines.flush()
      if (isStoreOutage(error)) {
        away.inc()
        // An unreachable database fails every request: log once, count each.
        const told = outages.failed('database', error)
        if (told) log.error({ ...request, ...told }, 'the database is away')
        return
      }
      panics.inc()
      log.error({ ...request, err: error }, 'panic')
    },
    answerChanged: (event) => {
      changed.inc()
      log.error(event, 'a stored value does not fit into an answer')
    },
    configured: (event) => log.debug(event, 'configuration'),
    reread: (event) => log[event.kept.length > 0 ? 'error' : 'info'](event, 'configuration read again'),
    rereadFailed: (event) => log.error(event, 'configuration read again'),
    warmedUp: (event) => log.info(event, 'warmed up'),
    serverStarted: (event) => log.info(event, 'server started'),
    drainStarted: (event) => log.info(event, 'drain started'),
    drainDone: (event) => {
      lines.flush() // the log may be closed before the next turn
      log.info(event, 'drain done')
    },
    metrics: async () => `${await registry.metrics()}\n${requests.text()}`,
  }
}

const infoLevel = 30

/** A pino logger's prepared prefix, and its stream. */
type LineParts = { level: string; bindings: string; time: () => string; stream: { write(line: string): void } }

type RequestLines = { add(outcome: RequestOutcome): void; flush(): void }

/**
 * Writes the line of `log.info(outcome, 'request')` from the logger's prepared parts: about 1 µs of CPU. Pino takes 4.5
 * to 6, a tenth of a Ping's cost (docs/decisions/wire-and-errors.md, 0022). A logger that does more than print (mixins,
 * formatters, redaction) writes the line itself.
 */
function requestLines(log: Logger): RequestLines {
  const parts = readParts(log)
  if (!parts) return { add: (outcome) => log.info(outcome, 'request'), flush: () => {} }
  const { level, bindings, time, stream } = parts
  // The lines of one turn of the loop share its time and go to the stream together: printing the time for each
  // took about 6 µs, writing each about 10 µs.
  let gathered = ''
  let now = ''
  const flush = () => {
    if (gathered === '') return
    const lines = gathered
    gathered = ''
    stream.write(lines)
  }
  const add = (outcome: RequestOutcome) => {
    if (log.levelVal > infoLevel) return
    if (gathered === '') {
      setImmediate(flush)
      now = time()
    }
    const { requestId, operation, projectId, intentId, status, error, cause, tookMs, bytesIn, bytesOut, cost } = outcome
    // No escaping needed: requestIds.ts checked or made `requestId`, `intentId` is hex, the names are from our tables.
    let line = `${level}${now}${bindings},"requestId":"${requestId}"`
    if (operation !== undefined) line += `,"operation":"${operation}"`
    if (projectId !== undefined) line += `,"projectId":${projectId}`
    if (intentId !== undefined) line += `,"intentId":"${intentId}"`
    line += `,"status":${status}`
    if (error !== undefined) line += `,"error":"${error}"`
    if (cause !== undefined) line += `,"cause":${JSON.stringify(cause)}`
    if (cost)
      line += `,"cost":{"chainReads":${cost.chainReads},"statements":${cost.statements},"threadMs":${Math.round(cost.threadMs)}}`
    gathered += `${line},"tookMs":${tookMs},"bytesIn":${bytesIn},"bytesOut":${bytesOut},"msg":"request"}\n`
  }
  return { add, flush }
}

/** Undefined if this logger's lines need more than prefix and fields: mixins, renamed, redacted or nested fields. */
function readParts(log: Logger): LineParts | undefined {
  const inside = (symbol: symbol, of: object = log): unknown => Reflect.get(of, symbol)
  const members = (symbol: symbol): Record<PropertyKey, unknown> => ({ ...Object(inside(symbol)) })
  const isPlain =
    inside(symbols.mixinSym) === undefined &&
    members(symbols.formattersSym).log === undefined &&
    Object.values(members(symbols.hooksSym)).every((hook) => hook === undefined) &&
    !inside(symbols.nestedKeySym) &&
    Reflect.ownKeys(members(symbols.stringifiersSym)).length === 0 &&
    inside(symbols.messageKeySym) === 'msg'
  const level = members(symbols.lsCacheSym)[infoLevel]
  const [bindings, time, stream] = [symbols.chindingsSym, symbols.timeSym, symbols.streamSym].map((part) =>
    inside(part),
  )
  if (!isPlain || typeof level !== 'string' || typeof bindings !== 'string' || !isTime(time) || !isStream(stream))
    return undefined
  return inside(symbols.needsMetadataGsym, stream) === true ? undefined : { level, bindings, time, stream }
}

const isTime = (value: unknown): value is LineParts['time'] => typeof value === 'function'

const isStream = (value: unknown): value is LineParts['stream'] =>
  typeof value === 'object' && value !== null && 'write' in value && typeof value.write === 'function'
