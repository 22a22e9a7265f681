import { openPostgresStore } from '../../src/stores/postgres/postgresStore.ts'
import type { Store } from '../../src/stores/store.ts'
import { freshDatabase } from './freshDatabase.ts'
import { storeContract } from './storeContract.ts'

storeContract('postgres', async () => {
  const database = await freshDatabase()
  const open: Store[] = []
  const another = async () => {
    const store = await openPostgresStore({ url: database.url })
    open.push(store)
    return store
  }
  return {
    store: await another(),
    another,
    close: async () => {
      for (const store of open) await store.close()
      await database.close()
    },
  }
})
