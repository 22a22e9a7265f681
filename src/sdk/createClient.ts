import { type Brand, brandCodec, defaultBrand } from '../interface/brand.ts'
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
import type { CallOptions, Loose, Transport } from './transport.ts'

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
