import { onTestFinished } from 'vitest'
import { createReplay } from '../../src/app/createReplay.ts'
import { type ConfigInput, configSchema } from '../../src/config/config.ts'
import { type Clock, systemClock } from '../../src/host/clock.ts'
import { createSystemRandom } from '../../src/host/random.ts'
import type { AdminOperationName } from '../../src/interface/adminOperations.ts'
import { type AdminClient, createAdminClient } from '../../src/sdk/adminClient.ts'
import { openAdmin } from '../../src/server/admin/admin.ts'
import { openPostgresStore } from '../../src/stores/postgres/postgresStore.ts'
import type { Store } from '../../src/stores/store.ts'
import { ownTokens } from '../../src/tokens/ownTokens.ts'
import { createTokenLists } from '../../src/tokens/tokenLists.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { type Answer, type Served, serve, testChain } from './serve.ts'

export const operatorSecret = 'a secret that only these tests know'

export type AdminServer = Served & {
  store: Store
  databaseUrl: string
  /** A client with the operator secret. */
  operator: AdminClient
  /** A client with a token for an account. */
  accountOf(account: string, projectId?: number): Promise<AdminClient>
}

type OnEnd = (stop: () => Promise<void>) => void

/** A real server on a real, fresh database (or one that is there already), with the admin interface open. */
export async function serveWithAdmin(
  options: { config?: ConfigInput; clock?: Clock; databaseUrl?: string; onEnd?: OnEnd } = {},
): Promise<AdminServer> {
  const { clock = systemClock, onEnd = onTestFinished } = options
  const databaseUrl = options.databaseUrl ?? (await testDatabase())
  const store = await openPostgresStore({ url: databaseUrl, clock })
  onEnd(() => store.close())
  const input = { admin: { operatorSecret }, ...options.config }
  const config = configSchema.parse(input)
  const chains = new Map([31337, 31338].map((id) => [id, { id, definition: testChain(id, `net${id}`) }]))
  const tokenLists = createTokenLists({ chainIds: [...chains.keys()], own: ownTokens() })
  const replay = createReplay({ store, chains: new Map() })
  const providerNames = ['ACROSS', 'CCTP', 'UNISWAP_V3']
  const ports = { config, store, chains, tokenLists, providerNames, replay, clock, random: createSystemRandom() }
  const admin = await openAdmin(ports)
  const server = await serve(input, { admin, ports: { clock, store }, onEnd })
  const operator = createAdminClient({ url: server.url, secret: operatorSecret, operator: 'ada' })
  const accountOf = async (account: string, projectId?: number) => {
    const { token } = await operator.createAccountToken({ account, projectId })
    return createAdminClient({ url: server.url, token })
  }
  return { ...server, store, databaseUrl, operator, accountOf }
}

async function testDatabase(): Promise<string> {
  const database = await freshDatabase()
  onTestFinished(() => database.close())
  return database.url
}

export async function postAdmin(
  url: string,
  operation: AdminOperationName | string,
  body: unknown = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await fetch(`${url}/rpc/SvcAdmin/${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await answer.text()
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body: JSON.parse(text), text }
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
