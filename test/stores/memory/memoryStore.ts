import type { Store, StoreNote } from '../../../src/stores/store.ts'
import { createMemory, type Memory } from './memory.ts'
import { createMemoryAccess } from './memoryAccess.ts'
import { createMemoryAttempts } from './memoryAttempts.ts'
import { createMemoryEvents } from './memoryEvents.ts'
import { createMemoryIntents } from './memoryIntents.ts'
import { createMemoryRetention } from './memoryRetention.ts'
import { createMemorySponsors } from './memorySponsors.ts'
import { createMemoryWebhooks } from './memoryWebhooks.ts'

/** Passes the same contract suite as Postgres and keeps everything in `memory`. For tests that need no database. */
export function createMemoryStore(memory: Memory = createMemory()): Store {
  const listeners = new Set<(note: StoreNote) => void>()
  return {
    intents: createMemoryIntents(memory),
    attempts: createMemoryAttempts(memory),
    events: createMemoryEvents(memory),
    webhooks: createMemoryWebhooks(memory),
    sponsors: createMemorySponsors(memory),
    retention: createMemoryRetention(memory),
    idempotency: {
      async claim({ projectId, operation, key, bodyHash, nowMs }) {
        const name = JSON.stringify([projectId, operation, key])
        const kept = memory.claims.get(name) ?? { bodyHash, atMs: nowMs }
        memory.claims.set(name, kept)
        return { bodyHash: kept.bodyHash }
      },
      async forget({ claimedBeforeMs, limit }) {
        const old = [...memory.claims].filter(([, { atMs }]) => atMs < claimedBeforeMs).slice(0, limit)
        for (const [name] of old) memory.claims.delete(name)
        return old.length
      },
    },
    access: createMemoryAccess(memory),
    nowMs: async () => Date.now(),
    ping: async () => {},
    async listen(listener) {
      memory.listeners.add(listener)
      listeners.add(listener)
      return () => void memory.listeners.delete(listener)
    },
    async close() {
      for (const listener of listeners) memory.listeners.delete(listener)
    },
  }
}
