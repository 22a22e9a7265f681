import { onTestFinished } from 'vitest'
import type { ConfigInput } from '../../src/config/config.ts'
import { createSystemRandom } from '../../src/host/random.ts'
import { hashKey, hintOf, mintKey } from '../../src/server/access/accessKey.ts'
import type { Handlers } from '../../src/server/http/handler.ts'
import type { ServerPorts } from '../../src/server/http/serverPorts.ts'
import type { KeyRecord, NewKey, ProjectLimits } from '../../src/stores/accessStore.ts'
import { openPostgresStore } from '../../src/stores/postgres/postgresStore.ts'
import type { Store } from '../../src/stores/store.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { type Served, serve } from './serve.ts'

export const act = () => ({ actor: 'test', nowMs: Date.now() })

export type AccessFixture = {
  store: Store
  databaseUrl: string
  /** Another server over a connection pool of its own, as another process has it. */
  server(config?: ConfigInput, handlers?: Handlers, ports?: Partial<ServerPorts>): Promise<Served & { store: Store }>
  project(limits?: ProjectLimits): Promise<number>
  key(projectId: number, rules?: Partial<NewKey>): Promise<{ text: string; record: KeyRecord }>
}

/** A fresh database with projects and keys, and as many servers on it as a test wants. */
export async function openAccessFixture(): Promise<AccessFixture> {
  const database = await freshDatabase()
  onTestFinished(() => database.close())
  const open = async () => {
    const store = await openPostgresStore({ url: database.url })
    let closed: Promise<void> | undefined
    const close = () => {
      closed ??= store.close() // a test may have closed it, to see what happens without
      return closed
    }
    onTestFinished(close)
    return { ...store, close }
  }
  const store = await open()
  const random = createSystemRandom()
  return {
    store,
    databaseUrl: database.url,
    async server(config = {}, handlers = {}, ports = {}) {
      const own = await open()
      return { ...(await serve(config, { handlers, ports: { ...ports, store: own } })), store: own }
    },
    project: async (limits = {}) => (await store.access.createProject({ name: 'p', anchorDay: 1, limits }, act())).id,
    async key(projectId, rules = {}) {
      const text = mintKey(random, projectId)
      const fresh = { projectId, keyHash: hashKey(text), hint: hintOf(text), name: 'k' }
      const empty = { origins: [], services: [], operations: [] }
      const record = await store.access.createKey({ ...fresh, ...empty, ...rules }, 1_000, act())
      if (typeof record === 'string') throw new Error(record)
      return { text, record }
    },
  }
}

export const withKey = (text: string, more: Record<string, string> = {}) => ({ 'x-access-key': text, ...more })
