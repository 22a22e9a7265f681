import { LRUCache } from 'lru-cache'
import type { Route } from './exchange.ts'
import type { RawReply } from './handler.ts'

/**
 * Lasting replies by the bytes of their request, so that the same body is not parsed and checked again. All checks of
 * the caller still run.
 */
export type ReplyCache = {
  find(route: Route, body: Buffer): RawReply['raw'] | undefined
  keep(route: Route, body: Buffer, reply: RawReply['raw']): void
}

const bodyBytesMax = 2_048
const bodiesMax = 500
const repliesBytesMax = 32 * 1024 * 1024

export function createReplyCache(): ReplyCache {
  const byRoute = new Map<Route, LRUCache<string, RawReply['raw']>>()
  return {
    find: (route, body) => {
      const kept = byRoute.get(route)
      return kept && body.length <= bodyBytesMax ? kept.get(body.toString('latin1')) : undefined
    },
    keep: (route, body, reply) => {
      if (body.length > bodyBytesMax) return
      const kept = byRoute.get(route) ?? newCache()
      byRoute.set(route, kept)
      kept.set(body.toString('latin1'), reply)
    },
  }
}

function newCache(): LRUCache<string, RawReply['raw']> {
  return new LRUCache({
    max: bodiesMax,
    maxSize: repliesBytesMax,
    sizeCalculation: (reply, body) => reply.length + body.length,
  })
}
