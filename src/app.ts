import type { Chain } from './chains/chain.ts'
import type { ChainDefinition } from './chains/definition.ts'
import { createChain } from './chains/viemChain.ts'
import { type Clock, systemClock } from './clock.ts'
import { type Config, ConfigError } from './config.ts'
import type { Observe } from './observe.ts'
import { type Random, systemRandom } from './random.ts'
import { createHandlers } from './server/handlers.ts'
import type { HealthCheck, ServerWorld } from './server/serverWorld.ts'
import { startServer } from './server/startServer.ts'
import { ownTokens } from './tokens/ownTokens.ts'
import { readExternalList } from './tokens/readExternalList.ts'
import { tokenLists } from './tokens/tokenLists.ts'

export type AppOptions = {
  config: Config
  /** Facts of every chain that may be configured. */
  definitions: readonly ChainDefinition[]
  observe: Observe
  /** Version of the software. */
  version: string
  clock?: Clock
  random?: Random
}

export type App = {
  url: string
  /** Drains the server, then closes what it worked with. */
  stop(): Promise<void>
}

/** Builds the real world from configuration, starts serving it, and knows how to take it down again. */
export async function startApp(options: AppOptions): Promise<App> {
  const { config } = options
  const undo: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const step of undo.splice(0).toReversed()) await step()
  }
  try {
    const world = await buildWorld(options, undo)
    const server = await startServer({ config, world, handlers: createHandlers(config) })
    undo.push(server.drain)
    return { url: server.url, stop }
  } catch (error) {
    await stop()
    throw explainListen(error, config)
  }
}

async function buildWorld(options: AppOptions, undo: (() => Promise<void>)[]): Promise<ServerWorld> {
  const { config, observe, version, clock = systemClock, random = systemRandom() } = options
  const chains = new Map<number, Chain>()
  for (const { id, rpcUrls } of config.chains) {
    const definition = options.definitions.find((one) => one.id === id)
    if (!definition) throw new ConfigError(`chain ${id} has no definition; known: ${knownIds(options.definitions)}`)
    const chain = await createChain({ definition, endpoints: rpcUrls.map((url) => ({ url })), clock })
    chains.set(id, chain)
    undo.push(chain.close)
  }
  const chainIds = [...chains.keys()]
  const external = await Promise.all(config.tokens.externalLists.map((file) => readExternalList(file, chainIds)))
  return {
    clock,
    random,
    observe,
    chains,
    providers: [],
    tokens: tokenLists({ chainIds, own: ownTokens(), external: external.flat() }),
    version,
    startedAtMs: clock.nowMs(),
    health: [...chains.values()].map(chainHealth),
  }
}

function chainHealth(chain: Chain): HealthCheck {
  return { kind: 'chain', name: chain.definition.network, ask: () => chain.health() }
}

const knownIds = (definitions: readonly ChainDefinition[]) => definitions.map(({ id }) => id).join(', ')

function explainListen(error: unknown, { http }: Config): unknown {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'EADDRINUSE') return portTaken(http.port)
  if (code === 'EACCES') return new ConfigError(`this user may not listen on port ${http.port}; choose one above 1023`)
  if (code === 'EADDRNOTAVAIL')
    return new ConfigError(`this machine has no address ${http.host}; set HOST to one it has`)
  return error
}

export function portTaken(port: number): ConfigError {
  return new ConfigError(
    `port ${port} is taken. Stop what listens there, or choose another: PORT=${port + 1} npm start`,
  )
}
