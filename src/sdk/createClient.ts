import { type Brand, brandCodec, defaultBrand } from '../interface/brand.ts'
import { isCostly } from '../interface/budgetOf.ts'
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
import { outageMsDefault, type RetryOptions, retry, type Waiting } from './retry.ts'
import { sendOnce } from './sendOnce.ts'
import type { CallOptions, Loose, Transport } from './transport.ts'

export type ClientOptions = {
  /** Where the server is, without the path: `https://intents.example.org` */
  url: string
  accessKey?: string | undefined
  /** Replaces the platform's `fetch`. */
  fetch?: typeof fetch | undefined
  timeoutMs?: number | undefined
  /** Retries of reads and of calls with an idempotency key. 0: no retry, and no wait during outages. */
  retries?: number | undefined
  /** How long such a call waits while the service or its database is unreachable. Default 45 s: outlasts a failover. */
  outageMs?: number | undefined
  /** Called before each such wait. */
  onWait?: ((waiting: Waiting) => void) | undefined
  brand?: Brand | undefined
  /** Sent to the server, which may refuse old clients. */
  clientVersion?: string | undefined
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

function timeoutMsOf(name: OperationName): number {
  if (name === 'WaitIntentReceipt') return limits.waitHoldMs + holdSlackMs
  // A costly call may queue for `costlyWaitMs` before its own time limit begins.
  return isCostly(name) ? timeoutMsDefault + limits.costlyWaitMs : timeoutMsDefault
}
const holdSlackMs = 7_000
const retriesDefault = 2

/** A typed client of one server. Amounts are bigint, exact both ways. Runs wherever there is `fetch`. */
export function createClient(options: ClientOptions): Client {
  const codec = brandCodec(options.brand ?? defaultBrand)
  let hasAnswered = false
  const transport: Transport = {
    codec,
    url: options.url.replace(/\/+$/, ''),
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      'X-Client-Version': options.clientVersion ?? interfaceVersion,
      ...(options.accessKey === undefined ? {} : { 'X-Access-Key': options.accessKey }),
    },
    fetch: async (input, init) => {
      const reply = await (options.fetch ?? fetch)(input, init)
      hasAnswered = true
      return reply
    },
  }
  const retries = options.retries ?? retriesDefault
  const method = (name: OperationName) => {
    const timeoutMs = timeoutMsOf(name)
    return (request: unknown = {}, call: CallOptions = {}) => {
      const isRepeatable = operations[name].effect === 'read' || call.idempotencyKey !== undefined
      const isPatient = isRepeatable && retries > 0
      const how: RetryOptions = {
        attempts: isRepeatable ? 1 + retries : 1,
        signal: call.signal,
        outageMs: isPatient ? (options.outageMs ?? outageMsDefault) : 0,
        hasAnswered: () => hasAnswered,
        onWait: options.onWait,
      }
      return retry(how, () =>
        sendOnce(transport, name, request, { ...call, timeoutMs: call.timeoutMs ?? options.timeoutMs ?? timeoutMs }),
      )
    }
  }
  const methods = operationNames.map((name) => [name[0]!.toLowerCase() + name.slice(1), method(name)])
  const follow: Client['followIntent'] = (intentId, how) => followIntent(transport, intentId, how)
  return { ...Object.fromEntries(methods), followIntent: follow } as Client
}
