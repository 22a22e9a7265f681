import { hostname } from 'node:os'
import { resolve } from 'node:path'
import type { Chain } from '../chains/chain.ts'
import type { ChainDefinition } from '../chains/chainDefinition.ts'
import type { ChainLimits } from '../chains/chainLimits.ts'
import { type OpenedChain, openChain } from '../chains/openChain.ts'
import { createNode } from '../chains/read/node.ts'
import { nextCallable } from '../config/callablePort.ts'
import { type Config, ConfigError } from '../config/config.ts'
import type { World } from '../engine/world.ts'
import { useKeccak } from '../evm/keccak.ts'
import { wasmKeccak } from '../evm/wasmKeccak.ts'
import { type Clock, systemClock } from '../host/clock.ts'
import { createLoopWatch } from '../host/loopWatch.ts'
import { startEmbeddedPostgres } from '../host/postgres/embeddedPostgres.ts'
import { createSystemRandom, type Random } from '../host/random.ts'
import { limits } from '../interface/limits.ts'
import type { TokenInfo } from '../interface/tokenShapes.ts'
import type { Observe } from '../observe/observe.ts'
import { createTracing, type Tracing } from '../observe/tracing.ts'
import type { GuardedProvider } from '../providers/circuitBreaker.ts'
import { getJson } from '../providers/getJson.ts'
import { usePoolProtocols } from '../providers/poolProtocols.ts'
import { openAdmin } from '../server/admin/admin.ts'
import type { HealthCheck, ServerPorts } from '../server/http/serverPorts.ts'
import { startHealthServer } from '../server/http/startHealthServer.ts'
import { startServer } from '../server/http/startServer.ts'
import { createHandlers } from '../server/operations/createHandlers.ts'
import { openPostgresStore, type PostgresStore } from '../stores/postgres/postgresStore.ts'
import { whyUnusable } from '../stores/postgres/whyUnusable.ts'
import type { Store } from '../stores/store.ts'
import { isStoreFailure, StoreError } from '../stores/storeError.ts'
import { createFiatRates } from '../tokens/fiatRates.ts'
import { ownTokens } from '../tokens/ownTokens.ts'
import type { FiatRates } from '../tokens/priceSource.ts'
import { readExternalList } from '../tokens/readExternalList.ts'
import { createTokenLists } from '../tokens/tokenLists.ts'
import { createReplay } from './createReplay.ts'
import { readHosted } from './readHosted.ts'
import { acceptedOn, readIdentity } from './readIdentity.ts'
import { connectionName } from './readOperator.ts'
import { readPoolModules } from './readPoolModules.ts'
import { readSigners } from './readSigners.ts'
import { nodeSetOf, type Reread, rereadNodes } from './rereadNodes.ts'
import { startDatabaseClock } from './startDatabaseClock.ts'
import { type StartEngineOptions, startEngine } from './startEngine.ts'
import { startHourCounts } from './startHourCounts.ts'
import { loopHealth, startLoopWatchdog } from './watchLoops.ts'

export type AppOptions = {
  config: Config
  /** Facts of every chain that may be configured. */
  definitions: readonly ChainDefinition[]
  /** Tokens that chain files (`chains[].file`) list. */
  chainTokens?: readonly TokenInfo[]
  observe: Observe
  /** Version of the software. */
  version: string
  /** The git branch, if it runs from a clone. */
  branch?: string
  clock?: Clock
  random?: Random
  /** Other bounds on node requests, for tests on a busy machine. */
  chainLimits?: Partial<ChainLimits>
  onProgress?: (line: string) => void
  /** The operator secret that an earlier start left on this machine. */
  keptSecret?: string
  /** The folder of the built console, if not `dist/console`. */
  consoleFolder?: string
  /** How long to warm up with quotes before the first caller; absent: no warm-up. */
  warmUpMs?: number
  /** Called at named points between two effects. Tests end the process there. */
  crashPoint?: StartEngineOptions['crashPoint']
}

export type RunningApp = {
  /** Empty in a process without a port. */
  url: string
  world: World
  /** The URL of admin operations and metrics, if they have another port. */
  adminUrl?: string
  /** Only from the start that created the secret, so that it is shown once. */
  operatorSecret?: string
  /** Switches to the nodes of a reread configuration without interrupting the service. */
  reread(config: Config): Promise<Reread>
  /** Drains the server, then closes its parts. */
  stop(): Promise<void>
}

/** Builds all parts from the configuration, starts serving, and returns how to stop. */
export async function startApp(options: AppOptions): Promise<RunningApp> {
  const { config } = options
  const undo: (() => unknown)[] = []
  const stop = async () => {
    for (const step of undo.splice(0).toReversed()) await step()
  }
  try {
    useKeccak(await wasmKeccak())
    usePoolProtocols([])
    usePoolProtocols(await readPoolModules(config))
    const tracing = createTracing()
    const base = await buildBase(options, tracing, undo)
    const identity = config.roles.api
      ? await readIdentity(config, base.clock.nowMs(), acceptedOn(base.chains.values()))
      : undefined
    const store = await openStore(options, base.clock, tracing, undo)
    const databaseClock = await startDatabaseClock({ store, clock: base.clock })
    const { clock, isRight: isClockRight } = databaseClock
    undo.push(databaseClock.stop)
    databaseClock.requireRight()
    const timed = { ...base, clock }
    const loops = createLoopWatch(base.clock)
    const counts = startHourCounts({ board: store.board, clock: base.clock })
    undo.push(counts.stop)
    const reread = createReread(config, base)
    base.observe.chainsKnown({ chainIds: [...base.chains.keys()] })
    const { engine, world, providers, yields, follow, routeGraph } = await startEngine({
      ...timed,
      isClockRight,
      ownClock: base.clock,
      store,
      // If projects share the service, one of them cannot reserve all of it.
      engine: { reservedShareMax: config.auth.required ? limits.reservedShareMax : undefined, ...config.engine },
      signers: await readSigners(config.signers),
      operator: config.operator,
      brands: config.brands,
      roles: config.roles,
      cctpAttestationUrl: config.providers.cctpAttestationUrl,
      readsUnknown: config.tokens.readUnknown,
      cctpRequestsPerS: config.providers.cctpRequestsPerS,
      acrossFiller: config.providers.acrossFiller,
      acrossApiUrl: config.providers.acrossApiUrl,
      hosted: readHosted(config.providers),
      hostedTimeoutMs: config.providers.hostedTimeoutMs,
      providersOff: config.providers.off,
      version: options.version,
      warmUpMs: options.warmUpMs,
      waitHoldMs: config.http.waitHoldMs,
      webhooks: config.webhooks,
      crashPoint: options.crashPoint,
      onProviderAnswer: counts.provider,
      tracing,
      loops,
      undo,
    })
    undo.push(startLoopWatchdog({ ...base, loops }).stop)
    const health = [
      storeHealth(store),
      ...[...base.chains.values()].map(chainHealth),
      ...providers.map(providerHealth),
      ...loopHealth(loops),
    ]
    const served = {
      ...timed,
      store,
      readToken: world.readToken,
      providers: world.providers.filter(({ name }) => !config.providers.off.includes(name)),
      version: options.version,
      startedAtMs: clock.nowMs(),
      hostname: hostname(),
      branch: options.branch,
      health,
      countRequest: counts.request,
      traceRequest: tracing?.request,
      contracts: world.settings.contracts,
      routeGraph,
      identity,
    }
    if (!config.roles.api) {
      const { host, workerPort: port } = config.http
      if (port === undefined) return { url: '', world, reread, stop }
      const pages = await startHealthServer({ host, port, ports: served })
      undo.push(pages.stop)
      return { url: pages.url, world, reread, stop }
    }
    const admin = await openAdmin({
      ...timed,
      tokenLists: base.tokens,
      providerNames: served.providers.map(({ name }) => name),
      config,
      store,
      replay: createReplay({ store, chains: base.chains, liquidity: world.liquidity }),
      keptSecret: options.keptSecret,
    })
    const server = await startServer({
      config,
      ports: served,
      follow,
      admin,
      consoleFolder: options.consoleFolder,
      handlers: createHandlers(config, engine, yields, fiatRates(config, base.clock)),
    })
    undo.push(server.drain)
    const { url, adminUrl } = server
    return { url, adminUrl, world, operatorSecret: admin.freshSecret, reread, stop }
  } catch (error) {
    await stop()
    throw explainStore(explainListen(error, config), config)
  }
}

type Base = Pick<ServerPorts, 'clock' | 'random' | 'observe' | 'tokens'> & { chains: Map<number, OpenedChain> }

/** Chains and tokens: parts that need only the configuration. */
async function buildBase(options: AppOptions, tracing: Tracing | undefined, undo: (() => unknown)[]): Promise<Base> {
  const { config, clock = systemClock, random = createSystemRandom() } = options
  const observe = tracing?.observe(options.observe) ?? options.observe
  const chains = new Map<number, OpenedChain>()
  for (const chainConfig of config.chains) {
    const { id } = chainConfig
    const definition = options.definitions.find((one) => one.id === id)
    if (!definition)
      throw new ConfigError(
        `chain ${id} is not known: name a file with its facts beside its nodes (chains[].file), or serve one of ${knownIds(options.definitions)}`,
      )
    const chain = await openChain({
      definition,
      ...nodeSetOf(chainConfig),
      ...(tracing && { openNode: (endpoint) => tracing.node(createNode(endpoint), id) }),
      limits: options.chainLimits,
      clock,
      random,
      observe,
    })
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
    tokens: createTokenLists({
      chainIds,
      own: [...(options.chainTokens ?? []), ...ownTokens()],
      external: external.flat(),
    }),
  }
}

/** Rereads run one after another. Each compares with the configuration that the one before left in use. */
function createReread(config: Config, { chains, observe }: Base): RunningApp['reread'] {
  let inUse = config
  let last: Promise<unknown> = Promise.resolve()
  return (next) => {
    const done = last.then(async () => {
      const { config: now, reread } = await rereadNodes(chains, inUse, next)
      inUse = now
      observe.reread(reread)
      return reread
    })
    last = done.catch(() => undefined) // its caller gets the error
    return done
  }
}

const ratesTimeoutMs = 5_000

function fiatRates({ tokens }: Config, clock: Clock): FiatRates | undefined {
  const url = tokens.fiatRatesUrl
  if (!url) return undefined
  const read = async () => {
    const signal = AbortSignal.timeout(ratesTimeoutMs)
    return (await getJson(url, { atMs: clock.nowMs() + ratesTimeoutMs, signal }, { clock })).body
  }
  return createFiatRates({ read, clock })
}

/** The configured database, or an embedded one. */
async function openStore(
  { config, onProgress }: AppOptions,
  clock: Clock,
  tracing: Tracing | undefined,
  undo: (() => unknown)[],
): Promise<PostgresStore> {
  let url = config.store.databaseUrl
  if (!url) {
    const embedded = await startEmbeddedPostgres({ dataDir: resolve(config.store.folder), onProgress })
    undo.push(embedded.stop)
    url = embedded.url
  }
  const { statementTimeoutMs, listenUrl } = config.store
  const store = await openPostgresStore({
    ...{ url, listenUrl, clock, statementTimeoutMs, name: connectionName(config) },
    around: tracing?.statement,
  })
  undo.push(store.close)
  return store
}

function providerHealth({ name, health }: GuardedProvider): HealthCheck {
  const probe = async () => ({ healthy: health().inService, detail: health().detail })
  return { kind: 'provider', name, probe }
}

function storeHealth(store: Store): HealthCheck {
  return { kind: 'store', name: 'postgres', probe: () => store.ping().then(() => ({ healthy: true })) }
}

function chainHealth(chain: Chain): HealthCheck {
  return { kind: 'chain', name: chain.definition.network, probe: () => chain.health() }
}

/** Says why a database is unusable although it accepts connections: some fail only at the first LISTEN or write. */
function explainStore(error: unknown, { store: { databaseUrl, listenUrl } }: Config): unknown {
  if (!databaseUrl || error instanceof StoreError || !isStoreFailure(error)) return error
  const isListening = listenUrl !== undefined && /\bLISTEN\b/.test((error as Error).message)
  const why = whyUnusable(error, isListening ? listenUrl : databaseUrl)
  if (!why) return error
  const remedy = isListening ? why.remedy.replace('DATABASE_URL', 'DATABASE_LISTEN_URL') : why.remedy
  return new StoreError('unusable', `${why.what}; ${remedy}`, { cause: error })
}

const knownIds = (definitions: readonly ChainDefinition[]) => definitions.map(({ id }) => id).join(', ')

function explainListen(error: unknown, { http, roles }: Config): unknown {
  const code = (error as NodeJS.ErrnoException).code
  const port = roles.api ? http.port : (http.workerPort ?? 0)
  if (code === 'EADDRINUSE' && !roles.api)
    return new ConfigError(`port ${port} is taken; set http.workerPort to a free one, or leave it out`)
  if (code === 'EADDRINUSE' && (error as { port?: unknown }).port === http.adminPort)
    return new ConfigError(`port ${http.adminPort} is taken; set http.adminPort to a free one`)
  if (code === 'EADDRINUSE') return portTaken(port)
  if (code === 'EACCES') return new ConfigError(`this user may not listen on port ${port}; choose one above 1023`)
  if (code === 'EADDRNOTAVAIL')
    return new ConfigError(`this machine has no address ${http.host}; set HOST to one it has`)
  return error
}

export function portTaken(port: number): ConfigError {
  return new ConfigError(
    `port ${port} is taken. Stop what listens there, or choose another: PORT=${nextCallable(port)} in the environment, or http.port`,
  )
}
