import type { ServerResponse } from 'node:http'
import type { Clock } from '../../host/clock.ts'
import { limits } from '../../interface/limits.ts'

/** Replies that wait for their reader, who may never take them: so long each, and so many bytes together. */
export type UnreadReplies = {
  /** Watches a reply from its end until its last byte is taken. */
  watch(outgoing: ServerResponse, callerOf: () => string): void
}

type Bounds = {
  /** Time that any reply has, besides what its length gives it. */
  graceMs: number
  bytesMax?: number
  onCut?(why: string): void
}
type Unread = { outgoing: ServerResponse; caller: string; dueMs: number }

const lookEveryMs = 500

export function createUnreadReplies(clock: Clock, bounds: Bounds): UnreadReplies {
  const { graceMs, bytesMax = limits.unreadBytesMax, onCut } = bounds
  const unread = new Set<Unread>()
  let isWatched = false

  const bytesOf = ({ outgoing }: Unread): number => outgoing.socket?.writableLength ?? 0
  const cut = (one: Unread, why: string): void => {
    unread.delete(one)
    onCut?.(`${why}: ${bytesOf(one)} bytes of an answer were not taken`)
    one.outgoing.destroy()
  }
  /** Past the maximum the longest reply of the caller who has most of it lying here is cut off. */
  const cutGreediest = (): void => {
    for (;;) {
      const byCaller = new Map<string, number>()
      let bytes = 0
      for (const one of unread) {
        bytes += bytesOf(one)
        byCaller.set(one.caller, (byCaller.get(one.caller) ?? 0) + bytesOf(one))
      }
      if (bytes <= bytesMax) return
      const [greediest] = [...byCaller].reduce((most, one) => (one[1] > most[1] ? one : most))
      const theirs = [...unread].filter(({ caller }) => caller === greediest)
      cut(
        theirs.reduce((longest, one) => (bytesOf(one) > bytesOf(longest) ? one : longest)),
        'too much lies unread',
      )
    }
  }
  const look = (): void => {
    isWatched = false
    const nowMs = clock.monotonicMs()
    for (const one of unread) if (nowMs > one.dueMs) cut(one, 'the caller reads too slowly')
    cutGreediest()
    if (unread.size > 0) lookLater()
  }
  const lookLater = (): void => {
    if (isWatched) return
    isWatched = true
    setTimeout(look, lookEveryMs).unref()
  }

  return {
    watch(outgoing, callerOf) {
      outgoing.on('prefinish', () => {
        const bytes = outgoing.socket?.writableLength ?? 0
        if (bytes === 0) return
        const readingMs = (1_000 * bytes) / limits.readerBytesPerSMin
        const one = { outgoing, caller: callerOf(), dueMs: clock.monotonicMs() + graceMs + readingMs }
        unread.add(one)
        outgoing.on('close', () => unread.delete(one))
        lookLater()
      })
    },
  }
}
