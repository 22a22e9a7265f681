import { newMemory } from '../../src/stores/memory/memory.ts'
import { memoryStore } from '../../src/stores/memory/memoryStore.ts'
import { storeContract } from './storeContract.ts'

storeContract('memory', async () => {
  const memory = newMemory()
  return { store: memoryStore(memory), another: async () => memoryStore(memory), close: async () => {} }
})
