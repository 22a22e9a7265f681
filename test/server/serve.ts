import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { ChainDefinition } from '../../src/chains/chainDefinition.ts'
import { type ConfigInput, configSchema } from '../../src/config/config.ts'
import { createFollowIntent, type FollowIntent } from '../../src/engine/read/followIntent.ts'
import type { Waiters } from '../../src/engine/read/waitReceipt.ts'
import type { World } from '../../src/engine/world.ts'
import { systemClock } from '../../src/host/clock.ts'
import { createSystemRandom } from '../../src/host/random.ts'
import type { Address } from '../../src/interface/fields.ts'
import { createObserve } from '../../src/observe/observe.ts'
import type { Admin } from '../../src/server/admin/admin.ts'
import type { Handlers } from '../../src/server/http/handler.ts'
import type { ServerPorts } from '../../src/server/http/serverPorts.ts'
import { type RunningServer, startServer } from '../../src/server/http/startServer.ts'
import { createHandlers } from '../../src/server/operations/createHandlers.ts'
import type { Store } from '../../src/stores/store.ts'
import { ownTokens } from '../../src/tokens/ownTokens.ts'
import { createTokenLists } from '../../src/tokens/tokenLists.ts'
import { keptLog } from '../keptLog.ts'

export type Served = RunningServer & { lines: Record<string, unknown>[]; ports: ServerPorts }

export const testChain = (id: number, network: string): ChainDefinition => ({
  id,
  name: network[0]!.toUpperCase() + network.slice(1),
  network,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  wrappedNative: `0x${'11'.repeat(20)}` as Address,
  blockTimeMs: 1_000,
  finality: [],
  multicall3: `0x${'22'.repeat(20)}` as Address,
  feeds: [],
})

/** The streams of a store without an engine, which answers no call. */
export const streamsOf = (store: Store, waiters: Waiters) => ({
  handlers: { GetIntentReceipt: () => Promise.reject(new Error('not called here')) },
  follow: createFollowIntent({ store } as unknown as World, waiters),
})

/** A real server on a free port, stopped when the test ends (or whatever `onEnd` waits for). */
export async function serve(
  input: ConfigInput = {},
  extra: {
    handlers?: Handlers
    admin?: Admin
    ports?: Partial<ServerPorts>
    follow?: FollowIntent
    consoleFolder?: string
    docsFolder?: string
    onEnd?: (stop: () => Promise<void>) => void
  } = {},
): Promise<Served> {
  // All tests call from one address: the public limit is for those that are about it.
  const limits = { publicPerMinute: 0, ...input.limits }
  const config = configSchema.parse({ ...input, limits, http: { port: 0, ...input.http } })
  const lines: Record<string, unknown>[] = []
  const definitions = [testChain(31337, 'harbor'), testChain(31338, 'island')]
  const ports: ServerPorts = {
    clock: systemClock,
    random: createSystemRandom(),
    observe: createObserve(keptLog((line: Record<string, unknown>) => void lines.push(line))),
    chains: new Map(definitions.map((definition) => [definition.id, { id: definition.id, definition }])),
    providers: [],
    tokens: createTokenLists({ chainIds: definitions.map(({ id }) => id), own: ownTokens() }),
    version: '0.1.0+test',
    startedAtMs: systemClock.nowMs(),
    hostname: 'test',
    health: [],
    ...extra.ports,
  }
  const handlers = { ...createHandlers(config), ...extra.handlers }
  const server = await startServer({
    config,
    ports,
    handlers,
    admin: extra.admin,
    follow: extra.follow,
    consoleFolder: extra.consoleFolder,
    docsFolder: extra.docsFolder,
  })
  const { onEnd = onTestFinished } = extra
  onEnd(() => server.drain())
  return { ...server, lines, ports }
}

export type Answer = { status: number; headers: Record<string, string>; body: Record<string, unknown>; text: string }

export async function post(
  url: string,
  operation: string,
  body: unknown = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await fetch(`${url}/rpc/Svc/${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await answer.text()
  return {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: text ? JSON.parse(text) : {},
    text,
  }
}

/** Sends bytes as they are and returns everything that comes back until the other side closes. */
export function sendRaw(port: number, ...parts: (string | Buffer)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let got = ''
    socket.on('connect', () => {
      for (const part of parts) socket.write(part)
    })
    socket.on('data', (chunk) => {
      got += chunk.toString('latin1')
    })
    socket.on('close', () => resolve(got))
    socket.on('error', reject)
  })
}

/** A kept connection whose answers are read one by one. */
export function keep(port: number): { socket: Socket; answer(): Promise<string>; closed: Promise<void> } {
  const socket = connect(port, '127.0.0.1')
  let wake = () => {}
  let text = ''
  let isClosed = false
  socket.on('data', (chunk) => {
    text += chunk
    wake()
  })
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve())).then(() => {
    isClosed = true
    wake()
  })
  const answer = async () => {
    while (!text.includes('}')) {
      if (isClosed) throw new Error('the connection was closed without an answer')
      await new Promise<void>((resolve) => (wake = resolve))
    }
    const got = text
    text = ''
    return got
  }
  return { socket, answer, closed }
}

export const metricsOf = async (url: string): Promise<string> => (await fetch(`${url}/metrics`)).text()

/** Calls that a server is answering, by its own count. */
export const inFlight = async (url: string): Promise<number> =>
  Number(/requests_in_flight (\d+)/.exec(await metricsOf(url))?.[1])

/** The last reply in what came over a raw connection. */
export function parseRaw(text: string): Answer {
  const at = [...text.matchAll(/HTTP\/1\.1 \d{3} /g)].at(-1)?.index ?? 0
  const [head = '', body = ''] = text.slice(at).split('\r\n\r\n', 2)
  const [line = '', ...fields] = head.split('\r\n')
  const headers = Object.fromEntries(
    fields.map((field) => [field.slice(0, field.indexOf(':')).toLowerCase(), field.slice(field.indexOf(':') + 2)]),
  )
  return { status: Number(line.split(' ')[1]), headers, body: body ? JSON.parse(body) : {}, text: body }
}
