import type pg from 'pg'
import type { Clock } from '../../host/clock.ts'
import type { Hex } from '../../interface/fields.ts'
import type { StoreNote } from '../store.ts'
import { asStoreFailure } from '../storeError.ts'
import { channel, withSilenceMax } from './database.ts'

/**
 * A note is `<flags>,<intent id>,<intent id>,…`. The intents are those that moved. Flags: `d`, work is due; `s`, a
 * switch changed; `e`, the intents ended; `o<chain id>`, the chain has something to send. Postgres delivers a note when
 * the transaction that wrote it commits.
 */
export function noteText(note: {
  moved?: readonly Hex[]
  ended?: boolean
  due?: boolean
  switched?: boolean
  outbox?: Iterable<number>
}): string {
  const chains = [...(note.outbox ?? [])].map((chainId) => `o${chainId}`)
  const flags = [note.due && 'd', note.switched && 's', note.ended && 'e', ...chains].filter(Boolean).join('')
  return [flags, ...(note.moved ?? []).map((id) => id.slice(2))].join(',')
}

function readNotes(text: string): StoreNote[] {
  const [flags = '', ...moved] = text.split(',')
  const ended = flags.includes('e') && { ended: true as const }
  const notes: StoreNote[] = moved.map((id) => ({ kind: 'moved', intentId: `0x${id}`, ...ended }))
  if (flags.includes('d')) notes.push({ kind: 'due' })
  if (flags.includes('s')) notes.push({ kind: 'switched' })
  for (const [, chainId] of flags.matchAll(/o(\d+)/g)) notes.push({ kind: 'outbox', chainId: Number(chainId) })
  return notes
}

const reconnectMs = { first: 50, max: 5_000 }
/** A listener sends nothing by itself and would not notice a silent connection: query it this often. */
const heartbeat = { everyMs: 5_000, query: withSilenceMax({ text: 'select 1' }, 5_000) }

type Listener = (note: StoreNote) => void

export type Listening = {
  listen(listener: Listener): Promise<() => void>
  close(): Promise<void>
}

/** One listening connection for the process. If it breaks, listeners get `missed`: notes sent meanwhile are lost. */
export function openListening(pool: pg.Pool, clock: Clock): Listening {
  const listeners = new Set<Listener>()
  const closing = new AbortController()
  let connected: Promise<void> | undefined
  let client: pg.PoolClient | undefined

  const notify = (note: StoreNote) => {
    for (const listener of listeners) listener(note)
  }

  const connect = async (): Promise<void> => {
    const fresh = await pool.connect()
    const lost = new AbortController()
    const onNotification = ({ payload }: pg.Notification) => {
      for (const note of readNotes(payload ?? '')) notify(note)
    }
    /** Releases the connection once: when it emits an error, when `listen` or a heartbeat fails, or at `close`. */
    const drop = (error: unknown): void => {
      if (lost.signal.aborted) return
      lost.abort()
      fresh.off('notification', onNotification)
      fresh.release(error instanceof Error ? error : true)
      if (client !== fresh) return
      client = undefined
      if (!closing.signal.aborted) void reconnect()
    }
    fresh.on('notification', onNotification)
    fresh.once('error', drop)
    closing.signal.addEventListener('abort', () => drop(undefined), { once: true, signal: lost.signal })
    try {
      await fresh.query(`listen ${channel}`)
    } catch (error) {
      drop(error)
      throw asStoreFailure(error)
    }
    if (lost.signal.aborted) throw asStoreFailure(new Error('the connection was lost'))
    client = fresh
    void beat(fresh, lost.signal).catch(drop)
  }

  const beat = async (fresh: pg.PoolClient, lost: AbortSignal): Promise<void> => {
    for (;;) {
      await clock.sleep(heartbeat.everyMs, lost)
      if (lost.aborted) return
      await fresh.query(heartbeat.query)
    }
  }

  const reconnect = async (): Promise<void> => {
    for (let waitMs = reconnectMs.first; !closing.signal.aborted; waitMs = Math.min(waitMs * 2, reconnectMs.max)) {
      try {
        await connect()
        return notify({ kind: 'missed' })
      } catch {
        // The database is still away. Once connected, `missed` tells listeners that notes were lost.
        await clock.sleep(waitMs, closing.signal)
      }
    }
  }

  return {
    async listen(listener) {
      connected ??= connect().catch((error: unknown) => {
        connected = undefined
        throw error
      })
      await connected
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      closing.abort()
      listeners.clear()
    },
  }
}
