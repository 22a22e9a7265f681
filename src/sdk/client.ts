import { type Brand, type BrandCodec, brandCodec, defaultBrand } from '../interface/brand.ts'
import { limits } from '../interface/limits.ts'
import {
  interfaceVersion,
  type OperationName,
  operationNames,
  operations,
  type Request,
  type Response,
} from '../interface/operations.ts'
import { CausewayError, isError } from './causewayError.ts'
import { sendOnce } from './sendOnce.ts'

export { CausewayError, isError } from './causewayError.ts'
export { depositToMarket, withdrawFromMarket } from './depositToMarket.ts'

export type ClientOptions = {
  /** Where the server is, without the path: `https://intents.example.org` */
  url: string
  accessKey?: string
  /** In place of the platform's own. */
  fetch?: typeof fetch
  timeoutMs?: number
  /** Attempts after the first, of operations that only read. */
  retries?: number
  brand?: Brand
  /** Declared to the server, which may refuse what is too old. */
  clientVersion?: string
}

export type CallOptions = {
  signal?: AbortSignal
  timeoutMs?: number
  /** The server answers a repetition with the same key and body as it answered the first. */
  idempotencyKey?: string
}

/** A request as a caller may write it: whole numbers in any form, addresses as plain strings. */
export type Loose<T> = T extends bigint
  ? bigint | number | string
  : T extends string
    ? string extends T
      ? string
      : T extends `0x${string}`
        ? string
        : T
    : T extends readonly (infer E)[]
      ? readonly Loose<E>[]
      : T extends object
        ? { [K in keyof T]: Loose<T[K]> }
        : T

/** One method for each operation: `client.quoteIntent(request, options)`. */
export type Client = {
  [N in OperationName as Uncapitalize<N>]: (
    ...args: Record<never, never> extends Loose<Request<N>>
      ? [request?: Loose<Request<N>>, options?: CallOptions]
      : [request: Loose<Request<N>>, options?: CallOptions]
  ) => Promise<Response<N>>
}

/** Everything a call needs that does not change from call to call. */
export type Line = {
  codec: BrandCodec
  url: string
  headers: Readonly<Record<string, string>>
  fetch: typeof fetch
}

const timeoutMsDefault = limits.operationTimeoutMs + 5_000
const holdSlackMs = 7_000
const retriesDefault = 2
const backoffMs = [250, 1_000, 3_000] as const
const retryAfterMsMax = 10_000

/** A typed client of one server. Amounts are bigint, exact both ways. Runs wherever there is `fetch`. */
export function createClient(options: ClientOptions): Client {
  const codec = brandCodec(options.brand ?? defaultBrand)
  const line: Line = {
    codec,
    url: options.url.replace(/\/+$/, ''),
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      'X-Client-Version': options.clientVersion ?? interfaceVersion,
      ...(options.accessKey === undefined ? {} : { 'X-Access-Key': options.accessKey }),
    },
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
  }
  const retries = options.retries ?? retriesDefault
  const method = (name: OperationName) => {
    const timeoutMs = name === 'WaitIntentReceipt' ? limits.waitHoldMs + holdSlackMs : timeoutMsDefault
    const attempts = operations[name].effect === 'read' ? 1 + retries : 1
    return (request: unknown = {}, call: CallOptions = {}) =>
      callWithRetries(line, name, request, { timeoutMs: options.timeoutMs ?? timeoutMs, ...call }, attempts)
  }
  const methods = operationNames.map((name) => [name[0]!.toLowerCase() + name.slice(1), method(name)])
  return Object.fromEntries(methods) as Client
}

async function callWithRetries(
  line: Line,
  name: OperationName,
  request: unknown,
  call: CallOptions & { timeoutMs: number },
  attempts: number,
): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await sendOnce(line, name, request, call)
    } catch (error) {
      if (attempt >= attempts || !isError(error) || !worthRetrying(error)) throw error
      await pause(pauseMs(error, attempt), call.signal)
    }
  }
}

/** Errors that pass by themselves. A quota that is used up does not. */
const passing = new Set<string>([
  'WebrpcRequestFailed',
  'WebrpcStreamLost',
  'WebrpcInternalError',
  'Aborted',
  'RateLimited',
  'QuotaRateLimit',
  'ChainNodeHealth',
])

function worthRetrying(error: CausewayError): boolean {
  // a caller who set a time did not mean three times that
  if (error.cause instanceof DOMException && error.cause.name === 'TimeoutError') return false
  const askedMs = (error.retryAfterSeconds ?? 0) * 1_000
  return passing.has(error.error) && askedMs <= retryAfterMsMax
}

function pauseMs(error: CausewayError, attempt: number): number {
  if (error.retryAfterSeconds !== undefined) return error.retryAfterSeconds * 1_000
  return backoffMs[Math.min(attempt, backoffMs.length) - 1]!
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(new CausewayError('WebrpcClientAborted', { cause: signal?.reason }))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop, { once: true })
  })
}
