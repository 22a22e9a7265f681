import type { Store, StoreNote } from '../../../src/stores/store.ts'
import { memoryAccess } from './access.ts'
import { memoryAttempts } from './attempts.ts'
import { memoryEvents } from './events.ts'
import { memoryIntents } from './intents.ts'
import { type Memory, newMemory } from './memory.ts'
import { memoryWebhooks } from './webhooks.ts'

/** The store of simulations: the same promises as the database's, kept for as long as the process lives. */
export function createMemoryStore(memory: Memory = newMemory()): Store {
  const mine = new Set<(note: StoreNote) => void>()
  return {
    intents: memoryIntents(memory),
    attempts: memoryAttempts(memory),
    events: memoryEvents(memory),
    webhooks: memoryWebhooks(memory),
    cursors: {
      read: async (chainId, name) => memory.cursors.get(`${chainId} ${name}`),
      write: async (chainId, name, at) => void memory.cursors.set(`${chainId} ${name}`, { ...at }),
    },
    idempotency: {
      async claim({ projectId, operation, key, bodyHash }) {
        const name = JSON.stringify([projectId, operation, key])
        const kept = memory.claims.get(name) ?? bodyHash
        memory.claims.set(name, kept)
        return { bodyHash: kept }
      },
    },
    access: memoryAccess(memory),
    ping: async () => {},
    async listen(listener) {
      memory.listeners.add(listener)
      mine.add(listener)
      return () => void memory.listeners.delete(listener)
    },
    async close() {
      for (const listener of mine) memory.listeners.delete(listener)
    },
  }
}
