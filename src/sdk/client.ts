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
import { type FollowOptions, followIntent, type IntentEvent } from './followIntent.ts'
import { retry } from './retry.ts'
import { sendOnce } from './sendOnce.ts'

export type { Bounds } from './bounds.ts'
export { CausewayError, isError } from './causewayError.ts'
export { depositToMarket, withdrawFromMarket } from './depositToMarket.ts'
export type { FollowOptions, IntentEvent } from './followIntent.ts'
export { IntentInterrupted } from './intentInterrupted.ts'
export type { Progress } from './intentRun.ts'
export { executeAlone, recoverDeposit } from './recoverDeposit.ts'
export { resumeIntent } from './resumeIntent.ts'
export { NotEnoughFunds, QuoteDeclined, runIntent } from './runIntent.ts'
export { UntrustedQuote } from './untrustedQuote.ts'
export { verifyQuote } from './verifyQuote.ts'
export { waitIntent } from './waitIntent.ts'

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
} & {
  /** The events of an intent as they happen, each once and in order, until it is final. */
  followIntent(intentId: string, options?: FollowOptions): AsyncGenerator<IntentEvent, void, void>
}

/** Everything a call needs that does not change from call to call. */
export type Transport = {
  codec: BrandCodec
  url: string
  headers: Readonly<Record<string, string>>
  fetch: typeof fetch
}

const timeoutMsDefault = limits.operationTimeoutMs + 5_000
const holdSlackMs = 7_000
const retriesDefault = 2

/** A typed client of one server. Amounts are bigint, exact both ways. Runs wherever there is `fetch`. */
export function createClient(options: ClientOptions): Client {
  const codec = brandCodec(options.brand ?? defaultBrand)
  const transport: Transport = {
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
      retry(
        attempts,
        () => sendOnce(transport, name, request, { timeoutMs: options.timeoutMs ?? timeoutMs, ...call }),
        call.signal,
      )
  }
  const methods = operationNames.map((name) => [name[0]!.toLowerCase() + name.slice(1), method(name)])
  const follow: Client['followIntent'] = (intentId, how) => followIntent(transport, intentId, how)
  return { ...Object.fromEntries(methods), followIntent: follow } as Client
}
