import {
  type AdminOperationName,
  type AdminRequest,
  type AdminResponse,
  adminOperationNames,
  adminOperations,
} from '../interface/adminOperations.ts'
import { type Brand, brandCodec, defaultBrand } from '../interface/brand.ts'
import { limits } from '../interface/limits.ts'
import { exchange } from './sendOnce.ts'
import type { CallOptions, Loose, Transport } from './transport.ts'

export type AdminClientOptions = {
  /** Where the server is, without the path: `https://intents.example.org` */
  url: string
  /** The token of an operator or an account. Takes precedence over `secret`. */
  token?: string
  /** The operator secret, exchanged for tokens as needed. */
  secret?: string
  /** Name that the audit shows for acts under the secret. */
  operator?: string
  fetch?: typeof fetch
  timeoutMs?: number
  brand?: Brand
}

/** One method for each admin operation: `admin.createAccessKey(request, options)`. */
export type AdminClient = {
  [N in AdminOperationName as Uncapitalize<N>]: (
    ...args: Record<never, never> extends Loose<AdminRequest<N>>
      ? [request?: Loose<AdminRequest<N>>, options?: AdminCallOptions]
      : [request: Loose<AdminRequest<N>>, options?: AdminCallOptions]
  ) => Promise<AdminResponse<N>>
}

export type AdminCallOptions = Pick<CallOptions, 'signal' | 'timeoutMs'>

const timeoutMsDefault = limits.operationTimeoutMs + 5_000
// Renews a token 30 s before it expires, so that no call fails on an expired token.
const renewBeforeMs = 30_000

/** A typed client of one server's admin interface. Not for web pages: the server only admits its own console. */
export function createAdminClient(options: AdminClientOptions): AdminClient {
  const codec = brandCodec(options.brand ?? defaultBrand)
  const transport: Transport = {
    codec,
    url: options.url.replace(/\/+$/, ''),
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
  }
  const send = <N extends AdminOperationName>(name: N, request: unknown, call: AdminCallOptions, token?: string) => {
    const headers = token === undefined ? transport.headers : { ...transport.headers, Authorization: `Bearer ${token}` }
    const target = { path: codec.adminPath(name), response: adminOperations[name].response }
    const timed = { timeoutMs: options.timeoutMs ?? timeoutMsDefault, ...call }
    return exchange({ ...transport, headers }, target, request, timed) as Promise<AdminResponse<N>>
  }
  const tokenFor = tokens(options, (request) => send('CreateOperatorToken', request, {}))
  const methods = adminOperationNames.map((name) => [
    name[0]!.toLowerCase() + name.slice(1),
    async (request: unknown = {}, call: AdminCallOptions = {}) =>
      send(name, request, call, adminOperations[name].access === 'anyone' ? undefined : await tokenFor()),
  ])
  return Object.fromEntries(methods) as AdminClient
}

type Issued = AdminResponse<'CreateOperatorToken'>

/** The given token, or one issued for the secret. Concurrent calls share one token. */
function tokens(
  { token, secret, operator }: AdminClientOptions,
  issue: (request: AdminRequest<'CreateOperatorToken'>) => Promise<Issued>,
): () => Promise<string | undefined> {
  let current: Promise<Issued> | undefined
  let renewAtMs = 0
  return async () => {
    if (token !== undefined || secret === undefined) return token
    if (!current || Date.now() >= renewAtMs) {
      renewAtMs = Number.POSITIVE_INFINITY
      current = issue({ secret, operator }).then(
        (issued) => {
          renewAtMs = Date.parse(issued.expiresAt) - renewBeforeMs
          return issued
        },
        (error: unknown) => {
          current = undefined
          throw error
        },
      )
    }
    return (await current).token
  }
}
