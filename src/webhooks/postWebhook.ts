import { lookup as systemLookup } from 'node:dns/promises'
import { request as httpRequest, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { formatMs } from '../interface/formatMs.ts'
import { isPublicAddress } from './isPublicAddress.ts'
import type { PostResult, PostWebhook } from './webhookWorker.ts'

export type PostSettings = {
  /** Permits plain http and private addresses, for endpoints on the same machine. */
  allowPrivate: boolean
  timeoutMs: number
  /** Replaces the system's DNS lookup in tests. */
  lookup?: (host: string) => Promise<{ address: string; family: number }[]>
}

const answerBytesMax = 16 * 1024
const errorCharsMax = 200

/** Why a URL is refused as an endpoint, judged without DNS; undefined if it is not. */
export function reasonToRefuseUrl(text: string, allowPrivate: boolean): string | undefined {
  if (!URL.canParse(text)) return 'must be an address like https://example.org/hooks'
  const { protocol, hostname, username, password } = new URL(text)
  if (protocol !== 'https:' && !(allowPrivate && protocol === 'http:')) return 'must begin with https://'
  if (username !== '' || password !== '') return 'must not hold a user or a password'
  const host = hostname.replace(/^\[|\]$/g, '')
  if (!allowPrivate && isIP(host) !== 0 && !isPublicAddress(host)) return 'must not be an address of a private network'
  return undefined
}

/**
 * Posts to a URL that a project chose, guarded against SSRF: the name is resolved once, every address must be public,
 * and the connection goes to the checked address. Follows no redirects and reads a bounded part of the reply.
 */
export function createPostWebhook({ allowPrivate, timeoutMs, lookup = lookupAll }: PostSettings): PostWebhook {
  return async ({ url, headers, body, signal }) => {
    const refused = reasonToRefuseUrl(url, allowPrivate)
    if (refused) return { error: `the address ${refused}` }
    const target = new URL(url)
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(), timeoutMs)
    const stop = () => timeout.abort()
    signal.addEventListener('abort', stop, { once: true })
    try {
      const resolved = await Promise.race([resolve(target.hostname, allowPrivate, lookup), rejectOn(timeout.signal)])
      if (typeof resolved === 'string') return { error: resolved }
      return await send(target, { ...resolved, headers, body, signal: timeout.signal })
    } catch (error) {
      return { error: timeout.signal.aborted ? `no answer within ${formatMs(timeoutMs)}` : describeError(error) }
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
    }
  }
}

/** Rejects when the signal aborts: the system's DNS lookup takes no timeout. */
const rejectOn = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('no answer')), { once: true }))

type Lookup = NonNullable<PostSettings['lookup']>

const lookupAll: Lookup = (host) => systemLookup(host, { all: true })

async function resolve(hostname: string, allowPrivate: boolean, lookup: Lookup) {
  const host = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  const found = family === 0 ? await lookup(host) : [{ address: host, family }]
  const first = found[0]
  if (!first) return 'the name has no address'
  if (!allowPrivate && !found.every(({ address }) => isPublicAddress(address)))
    return 'the name leads to a private network'
  return first
}

type Sending = {
  address: string
  family: number
  headers: Readonly<Record<string, string>>
  body: string
  signal: AbortSignal
}

function send(target: URL, { address, family, headers, body, signal }: Sending): Promise<PostResult> {
  const pinned: LookupFunction = (_host, options, done) => {
    if (options.all) done(null, [{ address, family }])
    else done(null, address, family)
  }
  const options: RequestOptions = {
    method: 'POST',
    lookup: pinned,
    agent: false, // a pooled connection could lead to an address that this call has not checked
    signal,
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'causeway-webhooks',
      connection: 'close',
    },
  }
  return new Promise((done, fail) => {
    const request = (target.protocol === 'https:' ? httpsRequest : httpRequest)(target, options, (answer) => {
      const { statusCode = 0 } = answer
      let bytes = 0
      const finish = () => {
        answer.destroy()
        done(statusCode >= 200 && statusCode < 300 ? { statusCode } : { statusCode, error: `answered ${statusCode}` })
      }
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > answerBytesMax) finish()
      })
      answer.once('end', finish)
      answer.once('error', fail)
    })
    request.once('error', fail)
    request.end(body)
  })
}

/** Error text for the delivery log, visible to projects: prefer the code, since system messages contain addresses. */
function describeError(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return (code ?? message ?? 'failed').slice(0, errorCharsMax)
}
