import pg from 'pg'
import type { RunningApp } from '../../src/app/startApp.ts'
import { devnetKeys } from '../../src/chains/definitions/devnet/keys.ts'
import type { ConfigInput } from '../../src/config/config.ts'
import type { Devnet } from '../../src/devnet/devnet.ts'
import { systemClock } from '../../src/host/clock.ts'
import { createSystemRandom } from '../../src/host/random.ts'
import { type AdminClient, createAdminClient } from '../../src/sdk/adminClient.ts'
import { createClient } from '../../src/sdk/client.ts'
import { openTokens, type Tokens } from '../../src/server/access/tokens.ts'
import { type FaultProxy, startFaultProxy } from '../chains/faultProxy.ts'
import { resetDevnet } from '../devnet/setup.ts'
import { fromTo, harbor, island, native, startServiceOn, tokens } from '../e2e/setup.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { type CutProxy, startCutProxy } from './cutProxy.ts'

export type Got = { status: number; body: Record<string, unknown>; headers: Record<string, string> }

/** Everything that is needed to make a running service fail in every way it can. */
export type ErrorFixture = {
  devnet: Devnet
  /** The service under test: keys are required, two brands, a proxy in front is believed. */
  url: string
  app: RunningApp
  admin: AdminClient
  sql(text: string, values?: unknown[]): Promise<pg.QueryResult>
  /** A second process on the same database, over lines that can be cut; its quotes expire at once. */
  frail: { url: string; app: RunningApp; database: CutProxy; node: FaultProxy }
  /** A project with a key, made for one case. */
  project(limits?: object, key?: object): Promise<{ projectId: number; keyId: number; accessKey: string }>
  /** Tokens signed with the key of the service, at another time. */
  tokensAt(shiftMs: number): Promise<Tokens>
  post(path: string, body?: unknown, headers?: Record<string, string>, url?: string): Promise<Got>
  quote: typeof quoteRequest
  stop(): Promise<void>
}

export const operatorSecret = 'the secret of the conformance test'
const acme = { service: 'Acme', field: 'acme', wallet: 'acmeVault' }
const svc = { service: 'Svc', field: 'svc', wallet: 'svcWallet' }

export const publicPerMinute = 8

/** A swap over a bridge that works, for a case to spoil. */
function quoteRequest(devnet: Devnet, extra: object = {}): Record<string, unknown> {
  return {
    ownerAddress: devnet.accounts[0]!.address,
    ...fromTo([harbor, tokens.usdc, 200_000_000], [island, tokens.usdc]),
    ...extra,
  }
}

export { harbor, island, native, tokens }

export async function startErrorFixture(): Promise<ErrorFixture> {
  const undo: (() => unknown)[] = []
  const [devnet, database] = await Promise.all([resetDevnet(), freshDatabase()])
  undo.push(database.close, devnet.stop)
  const config: ConfigInput = {
    brands: [svc, acme],
    auth: { required: true },
    admin: { operatorSecret },
    callers: { trustedProxies: ['127.0.0.1'] },
    limits: { publicPerMinute },
    http: { port: 0, bodyTimeoutMs: 3_000 },
  }
  const app = await startServiceOn(devnet, database.url, config)
  undo.push(app.stop)
  const frail = await startFrail(devnet, database.url, config, undo)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  undo.push(() => client.end())
  const admin = createAdminClient({ url: app.url, secret: operatorSecret })
  return {
    devnet,
    url: app.url,
    app,
    admin,
    frail,
    sql: (text, values) => client.query(text, values),
    project: async (limits = {}, key = {}) => {
      const { project } = await admin.createProject({ name: 'case', limits })
      const made = await admin.createAccessKey({ projectId: project.id, name: 'case', ...key })
      return { projectId: project.id, keyId: made.key.id, accessKey: made.accessKey }
    },
    tokensAt: (shiftMs) =>
      openTokens({
        access: app.world.store.access,
        random: createSystemRandom(),
        secret: operatorSecret,
        lifeMsMax: 60 * 60_000,
        clock: { nowMs: () => systemClock.nowMs() + shiftMs },
      }),
    post: (path, body = {}, headers = {}, url = app.url) => post(url + path, body, headers),
    quote: quoteRequest,
    stop: async () => {
      for (const step of undo.toReversed()) await step()
    },
  }
}

async function startFrail(devnet: Devnet, databaseUrl: string, config: ConfigInput, undo: (() => unknown)[]) {
  const address = new URL(databaseUrl)
  const database = await startCutProxy(Number(address.port))
  undo.push(database.stop)
  address.port = String(database.port)
  const node = await startFaultProxy(devnet.chains.find(({ id }) => id === island)!.rpcUrl)
  undo.push(node.stop)
  const app = await startServiceOn(devnet, address.href, {
    ...config,
    http: { port: 0, drainMs: 5_000 },
    roles: { api: true, worker: false },
    chains: devnet.chains.map(({ id, rpcUrl }) => ({ id, rpcUrls: [id === island ? node.url : rpcUrl] })),
    engine: { quoteLifeMs: 1 },
    providers: { acrossFiller: devnetKeys().filler.address },
  })
  undo.push(app.stop)
  return { url: app.url, app, database, node }
}

// Every case calls from an address of its own, so that none uses up the public limit of another.
let callers = 0

async function post(url: string, body: unknown, headers: Record<string, string>): Promise<Got> {
  callers += 1
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-request-id': 'example',
      'x-forwarded-for': `198.51.${100 + (callers >> 8)}.${callers & 255}`,
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return {
    status: answer.status,
    body: (await answer.json()) as Record<string, unknown>,
    headers: Object.fromEntries(answer.headers),
  }
}

export const clientOf = (url: string, accessKey?: string) => createClient({ url, accessKey, retries: 0 })
