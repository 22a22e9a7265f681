import { createMemory } from './memory/memory.ts'
import { createMemoryStore } from './memory/memoryStore.ts'
import { storeContract } from './storeContract.ts'

storeContract('memory', async () => {
  const memory = createMemory()
  return { store: createMemoryStore(memory), another: async () => createMemoryStore(memory), close: async () => {} }
})
