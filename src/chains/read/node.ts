import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { Clock } from '../../host/clock.ts'
import type { Hex } from '../../interface/fields.ts'
import type { ChainLimits } from '../chainLimits.ts'

/** One JSON-RPC endpoint. Calls made in the same turn of the event loop share one HTTP request. */
export type Node = {
  /** `node 1`, `node 2`: the position in the configuration. The URL is a secret, for it may contain an API key. */
  readonly name: string
  call<T>(method: string, params: readonly unknown[], timeoutMs?: number): Promise<T>
  /** The node's clock minus ours, from the `Date` of its last reply; absent when it sends none. */
  clockSkewMs(): number | undefined
  close(): void
}

/** `transport`: no usable reply, so the call may or may not have had an effect. `answer`: the node replied with this error. */
export class NodeError extends Error {
  override readonly name = 'NodeError'
  readonly kind: 'transport' | 'answer'
  readonly code: number | undefined
  readonly data: Hex | undefined

  constructor(kind: 'transport' | 'answer', message: string, answer: { code?: number; data?: Hex } = {}) {
    super(message)
    this.kind = kind
    this.code = answer.code
    this.data = answer.data
  }
}

type Waiting = {
  body: { jsonrpc: '2.0'; id: number; method: string; params: readonly unknown[] }
  timeoutMs: number
  resolve(result: unknown): void
  reject(error: NodeError): void
}

type Answer = { id: number; result?: unknown; error?: { code?: number; message?: string; data?: unknown } }

export function createNode(options: { url: string; name: string; clock: Clock; limits: ChainLimits }): Node {
  const { name, clock, limits } = options
  const url = new URL(options.url)
  const secure = url.protocol === 'https:'
  const agent = new (secure ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: limits.requestsInFlightMax })
  const send = secure ? httpsRequest : httpRequest
  const waiting: Waiting[] = []
  let inFlight = 0
  let lastId = 0
  let flushing = false
  let closed = false
  let skewMs: number | undefined

  function call<T>(method: string, params: readonly unknown[], timeoutMs = limits.callTimeoutMs): Promise<T> {
    if (closed) return Promise.reject(new NodeError('transport', `${name} is closed`))
    if (waiting.length >= limits.callsWaitingMax) {
      return Promise.reject(new NodeError('transport', `${name} has too many calls waiting`))
    }
    return new Promise<T>((resolve, reject) => {
      const body = { jsonrpc: '2.0' as const, id: ++lastId, method, params }
      waiting.push({ body, timeoutMs, resolve: (result) => resolve(result as T), reject })
      scheduleFlush()
    })
  }

  function scheduleFlush(): void {
    if (flushing) return
    flushing = true
    setImmediate(() => {
      flushing = false
      while (waiting.length > 0 && inFlight < limits.requestsInFlightMax) {
        void exchange(waiting.splice(0, limits.callsPerRequestMax))
      }
    })
  }

  async function exchange(batch: Waiting[]): Promise<void> {
    inFlight++
    try {
      const only = batch.length === 1 ? batch[0] : undefined
      const payload = JSON.stringify(only ? only.body : batch.map((each) => each.body))
      resolveBatch(batch, await post(payload, Math.min(...batch.map((each) => each.timeoutMs))))
    } catch (error) {
      const failure = error instanceof NodeError ? error : new NodeError('transport', `${name} did not answer`)
      for (const each of batch) each.reject(failure)
    } finally {
      inFlight--
      if (waiting.length > 0) scheduleFlush()
    }
  }

  function post(payload: string, timeoutMs: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const fail = (why: string) => reject(new NodeError('transport', `${name} ${why}`))
      const signal = AbortSignal.timeout(timeoutMs)
      const headers: Record<string, string | number> = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(payload),
      }
      const auth = url.username ? `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}` : undefined
      const request = send(
        {
          hostname: url.hostname.replace(/^\[|\]$/g, ''),
          port: url.port,
          path: url.pathname + url.search,
          method: 'POST',
          agent,
          signal,
          auth,
          headers,
        },
        (reply) => {
          noteClock(reply)
          readJson(reply, limits.responseBytesMax).then(resolve, (error: Error) => fail(error.message))
        },
      )
      request.on('error', () => fail(signal.aborted ? `did not answer within ${timeoutMs} ms` : 'cannot be reached'))
      request.end(payload)
    })
  }

  function noteClock(reply: IncomingMessage): void {
    const atMs = Date.parse(reply.headers.date ?? '')
    if (Number.isFinite(atMs)) skewMs = atMs - clock.nowMs()
  }

  function resolveBatch(batch: Waiting[], parsed: unknown): void {
    const answers = (Array.isArray(parsed) ? parsed : [parsed]) as Answer[]
    const byId = new Map(answers.map((answer) => [answer?.id, answer]))
    // A node that rejects a whole batch replies with one error without an id; it holds for every call.
    const batchError =
      answers.length === 1 && answers[0]?.error && !byId.has(batch[0]!.body.id) ? answers[0] : undefined
    for (const each of batch) {
      const answer = byId.get(each.body.id) ?? batchError
      if (answer?.error) each.reject(answerError(answer.error))
      else if (answer && answer.result !== undefined) each.resolve(answer.result)
      else each.reject(new NodeError('transport', `${name} left a call unanswered`))
    }
  }

  return {
    name,
    call,
    clockSkewMs: () => skewMs,
    close: () => {
      closed = true
      for (const each of waiting.splice(0)) each.reject(new NodeError('transport', `${name} is closed`))
      agent.destroy()
    },
  }
}

function answerError(error: NonNullable<Answer['error']>): NodeError {
  const data = typeof error.data === 'string' && /^0x[0-9a-fA-F]*$/.test(error.data) ? (error.data as Hex) : undefined
  return new NodeError('answer', withoutAddresses(String(error.message ?? 'error')), { code: error.code, data })
}

/** Removes URLs: nodes quote their upstream's, API key included, in error messages, and these are logged. */
export function withoutAddresses(message: string): string {
  return message.replace(/\b(?:https?|wss?):\/\/[^\s"')]+/gi, '(address)').slice(0, 500)
}

async function readJson(reply: IncomingMessage, bytesMax: number): Promise<unknown> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of reply as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > bytesMax) throw new Error(`sent more than ${bytesMax} bytes`)
    chunks.push(chunk)
  }
  const text = Buffer.concat(chunks).toString('utf8')
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`answered with status ${reply.statusCode} and no JSON`)
  }
}
