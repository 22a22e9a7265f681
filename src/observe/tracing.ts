import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Attributes,
  type Context,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { LRUCache } from 'lru-cache'
import type { IntentRecord } from '../intents/intentRecord.ts'
import { isFinalStep } from '../intents/lifecycle.ts'
import { ServiceError } from '../interface/errors.ts'
import type { Hex } from '../interface/fields.ts'
import { intentIdIn, intentIdInText } from '../interface/intentIdIn.ts'
import type { IntentStore, Store } from '../stores/store.ts'
import type { Observe } from './observe.ts'

/** A delivery to a project's endpoint. */
type Message = { url: string; headers: Readonly<Record<string, string>>; body: string; signal: AbortSignal }
type Posted = { statusCode?: number; error?: string }

/** One JSON-RPC endpoint. */
type Callable<Options> = {
  readonly name: string
  call<T>(method: string, params: readonly unknown[], options?: Options): Promise<T>
}

/** A call of an operation, before its handler runs. */
export type TracedCall = { operation: string; headers: Record<string, unknown>; body: unknown }

/**
 * OpenTelemetry spans, wrapped around the service's parts from outside. All spans of an intent share one trace in every
 * process: the trace id is the first half of the intent id. `docs/reference/spans.md` lists them. No span holds a key,
 * a body, or the address of a node or an endpoint.
 */
export type Tracing = {
  /** A caller's operation. */
  request<T>(call: TracedCall, run: () => T): T
  /** A worker's turn with an open intent. */
  step<T>(record: IntentRecord, run: () => Promise<T>): Promise<T>
  statement<T>(name: string, run: () => Promise<T>): Promise<T>
  node<Options, N extends Callable<Options>>(node: N & Callable<Options>, chainId: number): N
  /** Adds legs with new hashes to the span that wrote them; a final step ends the intent's own span. */
  intents(store: Store): Store
  post(send: (message: Message) => Promise<Posted>): (message: Message) => Promise<Posted>
  /** Spans of finished transactions. */
  observe(observe: Observe): Observe
}

/** Most transactions whose earlier states are kept until they are final. */
const attemptsMax = 10_000

/** The active span. */
type Active = {
  span: Span
  /** The intent that the worker processes. */
  record?: IntentRecord
  /** What a request wrote, for its mirrored span in the intent's trace. */
  written?: Attributes
}

/**
 * Carries the active span across awaits. Node 20 tracks every promise of the process while an AsyncLocalStorage is in
 * use, so disable it while nothing is recorded (at 1 % sampling, nearly always). The SDK's own would stay enabled.
 */
function createActiveSpan() {
  const storage = new AsyncLocalStorage<Active>()
  let inUse = 0
  const leave = () => {
    inUse -= 1
    if (inUse === 0) storage.disable()
  }
  return {
    get: () => (inUse === 0 ? undefined : storage.getStore()),
    run<T>(active: Active, work: () => T): T {
      inUse += 1
      let isPending = false
      try {
        const result = storage.run(active, work)
        isPending = result instanceof Promise
        if (result instanceof Promise) result.then(leave, leave)
        return result
      } finally {
        if (!isPending) leave()
      }
    },
  }
}

/** Undefined without a registered SDK (`node --import`): then nothing is wrapped, at no cost. */
export function createTracing(): Tracing | undefined {
  const tracer = trace.getTracer('causeway')
  // Without an SDK, spans have no valid id. The probe is never ended, so nothing is exported.
  if (!isSpanContextValid(tracer.startSpan('probe', { root: true }).spanContext())) return undefined

  const active = createActiveSpan()
  const start = (name: string, kind: SpanKind, attributes: Attributes, parent: Context) =>
    tracer.startSpan(name, { kind, attributes }, parent)

  /** Runs in a child of the active span, or without a span if nothing is recorded. */
  function leaf<T>(name: string, attributes: Attributes, run: () => Promise<T>): Promise<T> {
    const parent = active.get()?.span
    if (!parent?.isRecording()) return run()
    return ending(start(name, SpanKind.CLIENT, attributes, trace.setSpan(ROOT_CONTEXT, parent)), run())
  }

  /** Repeats the request's span, with the same times, in the intent's trace. Each links to the other. */
  function mirror(operation: string, intentId: Hex, request: Span, startTime: number, written: Attributes): void {
    const links = [{ context: request.spanContext() }]
    const attributes = { ...aboutIntent(intentId), ...written }
    const span = tracer.startSpan(operation, { links, startTime, attributes }, traceOf(intentId))
    request.addLink({ context: span.spanContext() })
    span.end()
  }

  return {
    request({ operation, headers, body }, run) {
      const caller = propagation.extract(ROOT_CONTEXT, headers)
      const known = intentIdIn(body)
      const isCalled = isSpanContextValid(trace.getSpanContext(caller) ?? noSpan)
      const parent = isCalled || !known ? caller : traceOf(known)
      const span = start(operation, SpanKind.SERVER, { 'rpc.method': operation }, parent)
      const startTime = performance.timeOrigin + performance.now()
      const written: Attributes = {}
      const end = (result: unknown) => {
        const intentId = known ?? intentIdIn(result)
        if (intentId) span.setAttributes(aboutIntent(intentId))
        if (intentId && (isCalled || !known)) mirror(operation, intentId, span, startTime, written)
        span.end()
      }
      const fail = (error: unknown) => {
        markFailed(span, error)
        end(undefined)
      }
      try {
        // WaitIntentReceipt (30 s) would keep the storage in use, so its reads are not traced.
        const follows = (span.isRecording() || isCalled) && operation !== 'WaitIntentReceipt'
        const result = follows ? active.run({ span, written }, run) : run()
        if (result instanceof Promise) result.then(end, fail)
        else end(result)
        return result
      } catch (error) {
        fail(error)
        throw error
      }
    },

    step(record, run) {
      if (isFinalStep(record.step)) return run()
      const parent = traceOf(record.intentId)
      const attributes = { ...aboutIntent(record.intentId), 'causeway.step': record.step }
      const span = start(`step ${record.step}`, SpanKind.INTERNAL, attributes, parent)
      if (!span.isRecording()) return run()
      return ending(span, active.run({ span, record }, run))
    },

    statement: (name, run) =>
      leaf(`statement ${name}`, { 'db.system.name': 'postgresql', 'db.query.summary': name }, run),

    node: (node, chainId) => ({
      ...node,
      call: (method, params, options) =>
        leaf(`node ${method}`, { 'rpc.method': method, 'causeway.chain_id': chainId, 'causeway.node': node.name }, () =>
          node.call(method, params, options),
        ),
    }),

    intents(store) {
      const transition: IntentStore['transition'] = async (fence, change) => {
        const isWritten = await store.intents.transition(fence, change)
        const now = active.get()
        if (!isWritten || !now) return isWritten
        const written: Attributes = change.step ? { 'causeway.next_step': change.step } : {}
        for (const { leg, txnHash } of change.legs ?? []) if (txnHash) written[`causeway.leg.${leg}`] = txnHash
        now.span.setAttributes(written)
        Object.assign(now.written ?? {}, written)
        const { record } = now
        if (record && change.step && isFinalStep(change.step)) {
          const { intent, projectId, createdAtMs: startTime } = record
          const attributes = {
            ...aboutIntent(record.intentId),
            'causeway.end': change.step,
            'causeway.project_id': projectId,
            'causeway.origin_chain_id': intent.originChainId,
            'causeway.destination_chain_id': intent.destinationChainId,
          }
          tracer.startSpan('intent', { startTime, attributes }, traceOf(record.intentId)).end(change.nowMs)
        }
        return isWritten
      }
      return { ...store, intents: { ...store.intents, transition } }
    },

    post: (send) => async (message) => {
      const intentId = intentIdInText(message.body)
      const parent = intentId ? traceOf(intentId) : ROOT_CONTEXT
      const span = start('webhook', SpanKind.CLIENT, intentId ? aboutIntent(intentId) : {}, parent)
      const headers = { ...message.headers }
      propagation.inject(trace.setSpan(parent, span), headers)
      const posted = await ending(span, send({ ...message, headers }), false)
      if (posted.statusCode !== undefined) span.setAttribute('http.response.status_code', posted.statusCode)
      if (posted.error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
      return posted
    },

    observe(observe) {
      const earlier = new LRUCache<Hex, { state: string; atMs: number }[]>({ max: attemptsMax })
      return {
        ...observe,
        attempt(event) {
          observe.attempt(event)
          const { chainId, signer, nonce, hash, state, signedAtMs, intentIds } = event
          const atMs = performance.timeOrigin + performance.now()
          if (signedAtMs === undefined) return void earlier.set(hash, [...(earlier.get(hash) ?? []), { state, atMs }])
          const states = earlier.get(hash) ?? []
          earlier.delete(hash)
          for (const intentId of intentIds) {
            const attributes = {
              ...aboutIntent(intentId),
              'causeway.chain_id': chainId,
              'causeway.signer': signer,
              'causeway.nonce': nonce,
              'causeway.transaction': hash,
              'causeway.state': state,
            }
            const startTime = Math.min(signedAtMs, atMs)
            const span = tracer.startSpan('transaction', { startTime, attributes }, traceOf(intentId))
            for (const one of states) span.addEvent(one.state, one.atMs)
            span.end(atMs)
          }
        },
      }
    },
  }
}

const noSpan: SpanContext = { traceId: '', spanId: '', traceFlags: TraceFlags.NONE }

/**
 * An intent's trace, under a root span derived from the intent id, so that every process gets the same trace. The root
 * counts as sampled. A sampler by trace id (`traceidratio`) decides the same in every process.
 */
const traceOf = (intentId: Hex): Context =>
  trace.setSpanContext(ROOT_CONTEXT, {
    traceId: intentId.slice(2, 34),
    spanId: intentId.slice(34, 50),
    traceFlags: TraceFlags.SAMPLED,
    isRemote: true,
  })

const aboutIntent = (intentId: Hex): Attributes => ({ 'causeway.intent_id': intentId })

/** Ends the span with the work, unless the caller does (`ends`). */
function ending<T>(span: Span, work: Promise<T>, ends = true): Promise<T> {
  return work.then(
    (result) => {
      if (ends) span.end()
      return result
    },
    (error) => {
      markFailed(span, error)
      span.end()
      throw error
    },
  )
}

/** Records only the error's kind: its message may hold a caller's input. A 4xx error does not fail the span. */
function markFailed(span: Span, error: unknown): void {
  const isOurs = !(error instanceof ServiceError) || error.status >= 500
  span.setAttribute('error.type', error instanceof ServiceError ? error.error : (error as Error).name)
  if (isOurs) span.setStatus({ code: SpanStatusCode.ERROR })
}
