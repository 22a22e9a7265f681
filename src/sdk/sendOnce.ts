import type { z } from 'zod'
import { checkResult } from '../interface/check.ts'
import { ServiceError } from '../interface/errors.ts'
import { formatMs } from '../interface/formatMs.ts'
import { type JsonValue, parseJson, printJson } from '../interface/json.ts'
import { type OperationName, operations, type Response } from '../interface/operations.ts'
import { CausewayError, type ErrorContext, isErrorName } from './causewayError.ts'
import type { CallOptions, Transport } from './transport.ts'

/** One call of an operation. */
export function sendOnce<N extends OperationName>(
  transport: Transport,
  name: N,
  request: unknown,
  call: CallOptions & { timeoutMs: number },
): Promise<Response<N>> {
  const target = {
    path: transport.codec.path(name),
    response: operations[name].response,
    isLongPoll: name === 'WaitIntentReceipt',
  }
  return exchange(transport, target, request, call) as Promise<Response<N>>
}

/** Where a request goes and what it returns. `isLongPoll`: the server answers at a change or at its time limit. */
export type Target = { path: string; response: z.ZodType; isLongPoll?: boolean }

/** One request and its reply. Every failure becomes an error of the interface. */
export async function exchange(
  transport: Transport,
  target: Target,
  request: unknown,
  call: CallOptions & { timeoutMs: number },
): Promise<unknown> {
  const clock = new AbortController()
  const late = new DOMException(`no reply within ${formatMs(call.timeoutMs)}`, 'TimeoutError')
  const timer = setTimeout(() => clock.abort(late), call.timeoutMs)
  const stop = () => clock.abort()
  call.signal?.addEventListener('abort', stop, { once: true })
  if (call.signal?.aborted) stop()
  try {
    const reply = await fetchReply(transport, target, request, call, clock.signal)
    const text = await reply.text().catch((cause: unknown) => {
      throw lost('WebrpcStreamLost', 'the connection closed before the reply was complete', call, clock.signal, cause)
    })
    return readReply(transport, target, reply, text)
  } finally {
    clearTimeout(timer)
    call.signal?.removeEventListener('abort', stop)
  }
}

async function fetchReply(
  transport: Transport,
  { path, isLongPoll }: Target,
  request: unknown,
  call: CallOptions & { timeoutMs: number },
  signal: AbortSignal,
): Promise<globalThis.Response> {
  const headers: Record<string, string> = { ...transport.headers }
  if (call.idempotencyKey !== undefined) headers['Idempotency-Key'] = call.idempotencyKey
  const body = printJson(transport.codec.toWire(request))
  try {
    return await transport.fetch(transport.url + path, { method: 'POST', headers, body, signal, redirect: 'error' })
  } catch (cause) {
    throw isLongPoll && !refused(cause)
      ? lost('WebrpcStreamLost', 'the connection closed while the reply was held', call, signal, cause)
      : lost('WebrpcRequestFailed', isBlocked(cause) ? blockedPort : 'no reply from the server', call, signal, cause)
  }
}

const blockedPort = 'fetch refuses to call this port, whatever listens there'
const isBlocked = (cause: unknown): boolean =>
  (cause as { cause?: { message?: unknown } } | undefined)?.cause?.message === 'bad port'

/** Whether the connection was never made. Browsers do not report it: false there. */
function refused(cause: unknown): boolean {
  const inner = (cause as { cause?: { code?: unknown } } | undefined)?.cause?.code
  return (
    typeof inner === 'string' &&
    /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|ENETUNREACH|EHOSTUNREACH)$/.test(inner)
  )
}

function lost(
  error: 'WebrpcStreamLost' | 'WebrpcRequestFailed',
  detail: string,
  call: CallOptions & { timeoutMs: number },
  signal: AbortSignal,
  cause: unknown,
): CausewayError {
  if (call.signal?.aborted) return new CausewayError('WebrpcClientAborted', { cause: call.signal.reason })
  if (signal.aborted) {
    const late = `no reply within ${formatMs(call.timeoutMs)}`
    return new CausewayError('WebrpcRequestFailed', { detail: late, cause: signal.reason })
  }
  return new CausewayError(error, { detail, cause })
}

function readReply(transport: Transport, { response }: Target, reply: globalThis.Response, text: string): unknown {
  const context = replyContext(reply)
  const value = transport.codec.fromWire(parseReply(text, reply.status, context))
  if (!reply.ok) throw fromEnvelope(value, reply.status, context)
  try {
    return checkResult(response, value)
  } catch (cause) {
    if (!(cause instanceof ServiceError)) throw cause
    throw new CausewayError('WebrpcBadResponse', { ...context, detail: cause.detail, cause })
  }
}

function parseReply(text: string, status: number, context: ErrorContext): JsonValue {
  try {
    return parseJson(text)
  } catch (cause) {
    throw new CausewayError('WebrpcBadResponse', { ...context, detail: `status ${status}, not JSON`, cause })
  }
}

/** A body without the envelope comes from a proxy, not from the server. */
function fromEnvelope(value: JsonValue, status: number, context: ErrorContext): CausewayError {
  const { error, cause } = (value ?? {}) as { error?: unknown; cause?: unknown }
  if (!isErrorName(error)) return new CausewayError('WebrpcBadResponse', { ...context, detail: `status ${status}` })
  return new CausewayError(error, { ...context, ...(typeof cause === 'string' ? { detail: cause } : {}) })
}

function replyContext(reply: globalThis.Response): ErrorContext {
  const retryAfter = Number(reply.headers.get('retry-after') ?? Number.NaN)
  const requestId = reply.headers.get('x-request-id')
  return {
    ...(Number.isFinite(retryAfter) && retryAfter >= 0 ? { retryAfterSeconds: retryAfter } : {}),
    ...(requestId === null ? {} : { requestId }),
  }
}
