import type { Clock } from '../../host/clock.ts'
import { createSystemRandom, type Random } from '../../host/random.ts'
import type { Hex } from '../../interface/fields.ts'
import type { ChainLimits } from '../chainLimits.ts'
import { classifyLimitError, type RpcFault, retryAfterMs } from './classifyLimitError.ts'
import { type HttpReply, openHttpTransport } from './httpTransport.ts'
import { createRateLimiter } from './rateLimiter.ts'
import { createSizeLimit, type SizeLimit } from './sizeLimit.ts'

export type RpcOptions = {
  timeoutMs?: number
  /**
   * While the node is at its rate limit. `wait`: the call waits, at most `timeoutMs` or else `queueMsMax`. `refuse`: it
   * fails at once with a `busy` error, for callers that have another node.
   */
  whenBusy?: 'wait' | 'refuse'
}

/** One JSON-RPC endpoint. Calls made in the same turn of the event loop share one HTTP request. */
export type Node = {
  /** `node 1`, `node 2`: the position in the configuration. The URL is a secret: it may contain an API key. */
  readonly name: string
  call<T>(method: string, params: readonly unknown[], options?: RpcOptions): Promise<T>
  /** Milliseconds until it takes calls again, after a rate refusal or once its rate is used up; else 0. */
  restMs(): number
  /** Blocks that one `eth_getLogs` may span. */
  readonly logBlocks: SizeLimit
  /** The node's clock minus ours, from the `Date` of its last reply; absent when it sends none. */
  clockSkewMs(): number | undefined
  close(): void
}

/**
 * `transport`: no usable reply; the call may have had an effect. `answer`: the node replied with this error. `busy`:
 * the node takes no calls now; another may.
 */
export class NodeError extends Error {
  override readonly name = 'NodeError'
  readonly kind: 'transport' | 'answer' | 'busy'
  readonly code: number | undefined
  readonly data: Hex | undefined

  constructor(kind: NodeError['kind'], message: string, answer: { code?: number; data?: Hex } = {}) {
    super(message)
    this.kind = kind
    this.code = answer.code
    this.data = answer.data
  }
}

type Waiting = {
  body: { jsonrpc: '2.0'; id: number; method: string; params: readonly unknown[] }
  timeoutMs: number
  /** When an unsent call fails (monotonic clock); 0: it does not wait. */
  waitsUntilMs: number
  resolve(result: unknown): void
  reject(error: NodeError): void
}

type Answer = { id: number; result?: unknown; error?: RpcFault }

export type NodeOptions = { url: string; name: string; clock: Clock; limits: ChainLimits; random?: Random }

export function createNode({ url, name, clock, limits, random = createSystemRandom() }: NodeOptions): Node {
  const transport = openHttpTransport(url, {
    socketsMax: limits.requestsInFlightMax,
    bytesMax: limits.responseBytesMax,
  })
  const limiter = createRateLimiter({ limits, clock, random })
  const batchCalls = createSizeLimit({ max: limits.callsPerRequestMax, growMs: limits.sizeGrowMs, clock })
  const waiting: Waiting[] = []
  const closing = new AbortController()
  let inFlight = 0
  let lastId = 0
  let flushing = false
  let resting = false
  let skewMs: number | undefined

  function call<T>(method: string, params: readonly unknown[], options: RpcOptions = {}): Promise<T> {
    if (closing.signal.aborted) return Promise.reject(new NodeError('transport', `${name} is closed`))
    if (waiting.length >= limits.callsWaitingMax) {
      return Promise.reject(new NodeError('transport', `${name} has too many calls waiting`))
    }
    const { timeoutMs = limits.callTimeoutMs, whenBusy = 'wait' } = options
    if (whenBusy === 'refuse' && limiter.restMs() > 0) return Promise.reject(busy())
    return new Promise<T>((resolve, reject) => {
      const body = { jsonrpc: '2.0' as const, id: ++lastId, method, params }
      const waitMs = options.timeoutMs ?? limits.queueMsMax
      const waitsUntilMs = whenBusy === 'refuse' ? 0 : clock.monotonicMs() + waitMs
      waiting.push({ body, timeoutMs, waitsUntilMs, resolve: (result) => resolve(result as T), reject })
      scheduleFlush()
    })
  }

  const busy = () => new NodeError('busy', `${name} takes no calls for ${limiter.restMs()} ms`)

  function scheduleFlush(): void {
    if (flushing) return
    flushing = true
    setImmediate(() => {
      flushing = false
      flush()
    })
  }

  function flush(): void {
    while (waiting.length > 0 && inFlight < limits.requestsInFlightMax) {
      const restMs = limiter.restMs()
      if (restMs > 0) {
        rest(restMs)
        return
      }
      void exchange(waiting.splice(0, Math.min(batchCalls.value(), limiter.room())))
    }
  }

  /** Rejects at once the calls that would wait too long: their callers may have another node. */
  function rest(restMs: number): void {
    const untilMs = clock.monotonicMs() + restMs
    for (const each of waiting.splice(0)) {
      if (each.waitsUntilMs < untilMs) each.reject(busy())
      else waiting.push(each)
    }
    if (resting || waiting.length === 0) return
    resting = true
    void clock.sleep(restMs, closing.signal).then(() => {
      resting = false
      scheduleFlush()
    })
  }

  async function exchange(batch: Waiting[]): Promise<void> {
    inFlight++
    limiter.sent(batch.length)
    try {
      const only = batch.length === 1 ? batch[0] : undefined
      const payload = JSON.stringify(only ? only.body : batch.map((each) => each.body))
      const reply = await transport.post(payload, Math.min(...batch.map((each) => each.timeoutMs)))
      noteClock(reply)
      resolveBatch(batch, reply)
    } catch (error) {
      const why = error instanceof Error ? error.message : 'did not answer'
      for (const each of batch) each.reject(new NodeError('transport', `${name} ${why}`))
    } finally {
      inFlight--
      if (waiting.length > 0) scheduleFlush()
    }
  }

  function noteClock({ headers }: HttpReply): void {
    const atMs = Date.parse(headers.date ?? '')
    if (Number.isFinite(atMs)) skewMs = atMs - clock.nowMs()
  }

  function resolveBatch(batch: Waiting[], reply: HttpReply): void {
    const answers = (Array.isArray(reply.body) ? reply.body : [reply.body]) as Answer[]
    const byId = new Map(answers.map((answer) => [answer?.id, answer]))
    // A node that rejects a whole batch replies with one error without an id, which holds for every call.
    const batchError =
      answers.length === 1 && answers[0]?.error && !byId.has(batch[0]!.body.id) ? answers[0] : undefined
    if (batch.length > 1 && isBatchRefused(batchError, answers, reply.status)) {
      batchCalls.refused(batch.length)
      waiting.unshift(...batch)
      return
    }
    batchCalls.taken(batch.length)
    const refused: { each: Waiting; data: unknown }[] = []
    for (const each of batch) {
      const answer = byId.get(each.body.id) ?? batchError
      const fault = answer?.error ?? (reply.status === 429 ? {} : undefined)
      const isRate = fault && (reply.status === 429 || classifyLimitError(fault, each.body.method) === 'rate')
      if (isRate) refused.push({ each, data: fault.data })
      else if (fault) each.reject(answerError(fault))
      else if (answer && answer.result !== undefined) each.resolve(answer.result)
      else each.reject(new NodeError('transport', `${name} left a call unanswered`))
    }
    if (refused.length === 0) {
      limiter.accepted()
      return
    }
    limiter.refused(retryAfterMs(reply.headers['retry-after'], refused[0]!.data, clock.nowMs()))
    for (const { each } of refused) if (each.waitsUntilMs === 0) each.reject(busy())
    waiting.unshift(...refused.map(({ each }) => each).filter(({ waitsUntilMs }) => waitsUntilMs > 0))
  }

  return {
    name,
    call,
    restMs: limiter.restMs,
    logBlocks: createSizeLimit({ max: limits.logBlocksPerCall, growMs: limits.sizeGrowMs, clock }),
    clockSkewMs: () => skewMs,
    close: () => {
      closing.abort()
      for (const each of waiting.splice(0)) each.reject(new NodeError('transport', `${name} is closed`))
      transport.close()
    },
  }
}

/** Whether the batch itself was refused: one error for all that is not about rate or key, or `batch` for each call. */
function isBatchRefused(batchError: Answer | undefined, answers: readonly Answer[], status: number): boolean {
  if (status === 413) return true
  if (status === 429 || status === 401 || status === 403) return false
  if (batchError?.error) return classifyLimitError(batchError.error) !== 'rate'
  return answers.every((answer) => answer?.error && classifyLimitError(answer.error) === 'batch')
}

function answerError(fault: RpcFault): NodeError {
  const data = typeof fault.data === 'string' && /^0x[0-9a-fA-F]*$/.test(fault.data) ? (fault.data as Hex) : undefined
  return new NodeError('answer', withoutAddresses(String(fault.message ?? 'error')), { code: fault.code, data })
}

/** Removes URLs: nodes quote their upstream's, API key included, in error messages, and these are logged. */
export function withoutAddresses(message: string): string {
  return message.replace(/\b(?:https?|wss?):\/\/[^\s"')]+/gi, '(address)').slice(0, 500)
}

const noWait = new WeakMap<Node, Node>()

/** The same node for a caller that can ask another: its calls fail as `busy` instead of waiting. */
export function withoutWaiting(node: Node): Node {
  const known = noWait.get(node)
  if (known) return known
  const made: Node = {
    ...node,
    call: (method, params, options) => node.call(method, params, { ...options, whenBusy: 'refuse' }),
  }
  noWait.set(node, made)
  return made
}
