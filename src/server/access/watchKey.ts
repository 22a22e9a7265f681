import type { Exchange } from '../http/exchange.ts'
import type { ServerContext } from '../http/serverContext.ts'
import { isKeyOpen } from './accessChecks.ts'

/** Rechecks the caller's key whenever keys change: a stream or long poll may outlive the key that admitted it. */
export function watchKey(
  { incoming }: Pick<Exchange, 'incoming'>,
  context: ServerContext,
): { revoked: AbortSignal; stop(): void } {
  const ended = new AbortController()
  const text = incoming.headers['x-access-key']
  if (text === undefined) return { revoked: ended.signal, stop: () => {} }
  const look = async () => {
    const found = await context.access.findKey(String(text))
    if (!isKeyOpen(found, context)) ended.abort()
  }
  const stop = context.access.onChange(() => {
    look().catch(() => {}) // the store is down: the stream or poll goes on until its own time limit
  })
  return { revoked: ended.signal, stop }
}
