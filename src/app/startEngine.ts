import type { Chain } from '../chains/chain.ts'
import { brandOperators, operatorContracts } from '../chains/contracts/operator.ts'
import { createGrantKeepers } from '../chains/send/grantKeeper.ts'
import { createGuestBundler } from '../chains/send/guestBundler.ts'
import { createNeighbours } from '../chains/send/neighbours.ts'
import { type CrashPoint, createSender, type Sender } from '../chains/send/sender.ts'
import type { Signer } from '../chains/send/signer.ts'
import { ConfigError } from '../config/config.ts'
import type { EngineConfig, OperatorConfig } from '../config/engineConfig.ts'
import type { WebhooksConfig } from '../config/eventsConfig.ts'
import { createEngine, type Engine } from '../engine/engine.ts'
import { createSignerGasBalance } from '../engine/execute/signerGasBalance.ts'
import { createQuoteCaches } from '../engine/quote/quoteCaches.ts'
import { createFollowIntent, type FollowIntent } from '../engine/read/followIntent.ts'
import { createRouteGraph } from '../engine/read/routeGraph.ts'
import { startWaiters } from '../engine/read/waitReceipt.ts'
import { startCounting, startLatePayments, startQuoteSweeper, startSweeper } from '../engine/work/sweeper.ts'
import { createWorker, type WorkerCrashPoint } from '../engine/work/worker.ts'
import type { EngineSettings, World } from '../engine/world.ts'
import type { CallCost } from '../host/callCost.ts'
import type { Clock } from '../host/clock.ts'
import type { LoopWatch } from '../host/loopWatch.ts'
import type { Random } from '../host/random.ts'
import type { Brand } from '../interface/brand.ts'
import type { Address } from '../interface/fields.ts'
import { nativeToken } from '../interface/limits.ts'
import type { RouteGraph } from '../interface/routeGraph.ts'
import type { Observe } from '../observe/observe.ts'
import type { Tracing } from '../observe/tracing.ts'
import type { GuardedProvider, ProviderAnswer } from '../providers/circuitBreaker.ts'
import { startPoolSync } from '../providers/poolSync.ts'
import { createProviders, type ProviderOptions } from '../providers/providers.ts'
import { createSwapQuoter, restrictGraph } from '../providers/quoteSwap.ts'
import type { Store } from '../stores/store.ts'
import { createAavePrices } from '../tokens/aavePrices.ts'
import { createMulticallBalances } from '../tokens/multicallBalances.ts'
import { createOraclePrices } from '../tokens/oraclePrices.ts'
import { createPoolPrices } from '../tokens/poolPrices.ts'
import { createPriceBook } from '../tokens/priceBook.ts'
import type { TokenLists } from '../tokens/tokenLists.ts'
import { createTokenReader } from '../tokens/tokenReader.ts'
import { createPostWebhook } from '../webhooks/postWebhook.ts'
import { createWebhookWorker } from '../webhooks/webhookWorker.ts'
import { startYields } from '../yields/startYields.ts'
import type { Yields } from '../yields/yieldProtocol.ts'
import { checkAddresses } from './checkAddresses.ts'
import { createAttestationGate } from './createAttestationGate.ts'
import { deployLocalBrands } from './deployLocalBrands.ts'
import { readOperator, signsGrants } from './readOperator.ts'
import { waitForHeads } from './waitForHeads.ts'
import { warmUp } from './warmUp.ts'

export type StartEngineOptions = {
  store: Store
  chains: ReadonlyMap<number, Chain>
  tokens: TokenLists
  /** Whether unlisted tokens are read from their contracts and quoted. */
  readsUnknown: boolean
  /** The database's time. */
  clock: Clock
  /** This machine's time, for comparison. */
  ownClock: Clock
  /** False: this process takes no lanes and leases no intents, because its own clock is wrong. */
  isClockRight(): boolean
  random: Random
  observe: Observe
  engine: EngineConfig
  signers: readonly Signer[]
  operator: OperatorConfig
  brands: readonly Brand[]
  roles: { api: boolean; worker: boolean }
  cctpAttestationUrl?: string
  cctpRequestsPerS?: number
  acrossFiller?: Address
  acrossApiUrl?: string
  /** Hosted aggregators in use, by name. */
  hosted?: ProviderOptions['hosted']
  hostedTimeoutMs?: number
  /** Names of disabled providers. */
  providersOff?: readonly string[]
  version: string
  /** How long to warm up with quotes before the first caller. Absent or 0: no warm-up. */
  warmUpMs?: number
  waitHoldMs: number
  webhooks: WebhooksConfig
  crashPoint?: (name: CrashPoint | WorkerCrashPoint) => void | Promise<void>
  tracing?: Tracing
  /** Watches every loop that starts. */
  loops: LoopWatch
  /** Called with every answer of a provider. */
  onProviderAnswer?: (answer: ProviderAnswer) => void
  /** Collects the stop functions in start order. */
  undo: (() => unknown)[]
}

export type RunningEngine = {
  engine: Engine
  world: World
  providers: readonly GuardedProvider[]
  yields: Yields
  follow: FollowIntent
  /** The data that the pages draw. */
  routeGraph: () => Promise<RouteGraph>
}

/** Starts the engine: live pools, providers, prices and, in a working process, a worker and a sender for each chain. */
export async function startEngine(options: StartEngineOptions): Promise<RunningEngine> {
  const { chains, tokens, clock, random, observe, roles, loops, tracing, undo } = options
  const store = tracing?.intents(options.store) ?? options.store
  const liquidity = startPoolSync({
    chains: chains.values(),
    tokens: (chainId) => erc20sOf(chains.get(chainId), tokens),
    isListed: tokens.isListed,
    clock,
  })
  undo.push(liquidity.stop)
  const onRead = ({ chainId, address }: { chainId: number; address: Address }, cost?: CallCost) =>
    liquidity.include(chainId, address, cost)
  const readToken = createTokenReader({ chains, tokens, clock, onRead })
  const oracle = createOraclePrices({ chains, clock })
  const decimals = (chainId: number, token: Address) => tokens.find(chainId, token)?.decimals
  const pools = createPoolPrices({ chains, liquidity, anchors: oracle, decimals })
  const prices = createPriceBook({ sources: [oracle, createAavePrices({ chains, clock }), pools], clock })
  const providers = createProviders({
    chains,
    liquidity,
    clock,
    prices,
    tokens,
    cctpAttestationUrl: options.cctpAttestationUrl,
    cctpRequestsPerS: options.cctpRequestsPerS,
    isAttestationShareLeft: createAttestationGate(store, clock, options.cctpRequestsPerS),
    acrossApiUrl: options.acrossApiUrl,
    hosted: options.hosted,
    hostedTimeoutMs: options.hostedTimeoutMs,
    off: options.providersOff,
    onAnswer: options.onProviderAnswer,
    onRest: observe.providerRest,
    ...(options.acrossFiller && { acrossFees: { filler: options.acrossFiller } }),
  })
  const yields = startYields({ chains, prices, tokens, clock, observe })
  undo.push(yields.stop)
  const world: World = {
    clock,
    random,
    observe,
    store,
    chains,
    tokens,
    ...(options.readsUnknown && { readToken }),
    prices,
    balances: createMulticallBalances(chains),
    signerGasBalance: createSignerGasBalance({ store, chains, clock }),
    providers,
    liquidity,
    settings: settingsOf(options),
  }
  const waiters = await startWaiters(world)
  undo.push(waiters.stop)
  undo.push(startCounting(world, loops.add('counting', loopMsMax.counting), options.ownClock).stop)
  const swapNames = providers
    .filter(({ name }) => !options.providersOff?.includes(name))
    .filter(({ kind }) => kind === 'swap')
    .map(({ name }) => name)
  // Disabled providers are not quoted; intents under way still need them.
  const quoted: World = {
    ...world,
    providers: providers.filter(({ name }) => !options.providersOff?.includes(name)),
    liquidity: {
      ...liquidity,
      graph: (chainId) => {
        const graph = liquidity.graph(chainId)
        return graph && restrictGraph(graph, new Set(swapNames))
      },
    },
  }
  const quoteSwap = createSwapQuoter({ chains, liquidity, prices, tokens, names: swapNames })
  const caches = createQuoteCaches(clock)
  const engine = createEngine(quoted, { quoteSwap, waiters, caches })
  await waitForHeads(chains.values(), clock)
  const { feeCollector } = world.settings
  await checkAddresses({ chains: chains.values(), tokens, feeCollector, ...signsGrants(options.operator) })
  if (roles.worker) await startWork(options, world, undo)
  await liquidity.ready()
  if (roles.api && options.warmUpMs) {
    await warmUp({ world: { ...quoted, quoteSwap }, caches, forMs: options.warmUpMs })
  }
  return {
    engine,
    world,
    providers,
    yields,
    follow: createFollowIntent(world, waiters),
    routeGraph: createRouteGraph(quoted),
  }
}

/**
 * The age at which /ready reports a loop. Loops of one second allow for two statements without an answer (20 s each); a
 * sender's turn also calls nodes; sweeps run every minute and delete in batches.
 */
const loopMsMax = { counting: 60_000, steps: 60_000, webhooks: 60_000, sender: 120_000, sweeper: 5 * 60_000 }

async function startWork(options: StartEngineOptions, world: World, undo: (() => unknown)[]): Promise<void> {
  const { store, clock, random, observe, signers, loops, crashPoint } = options
  if (signers.length === 0) throw noSigner()
  const holder = `worker-${random.hex(8)}`
  const senders = new Map<number, Sender>()
  const { grantSigner, operator } = readOperator(options.operator, world.chains.keys())
  await deployLocalBrands(world.chains.values(), [...brandOperators(operator, options.brands).values()], clock)
  for (const chain of world.chains.values()) {
    // Only the first brand's batches are bundled: a bundle is one call of one guest.
    const bundler = createGuestBundler(
      world.settings.contracts.guest,
      createNeighbours(chain.definition, world.settings.contracts),
    )
    const guests = [...world.settings.brandContracts.values()]
    const sender = createSender({
      chain,
      signers,
      attempts: store.attempts,
      bundler,
      ...(grantSigner && { grants: createGrantKeepers({ chain, guests, grantSigner }) }),
      clock,
      random,
      observe,
      holder,
      settings: { laneLeaseMs: options.engine.laneLeaseMs },
      crashPoint,
      mayLease: options.isClockRight,
      onTurn: loops.add(`sender of ${chain.definition.network}`, loopMsMax.sender),
    })
    await sender.start()
    undo.push(sender.stop)
    senders.set(chain.id, sender)
  }
  undo.push(
    await store.listen((note) => {
      if (note.kind === 'outbox') senders.get(note.chainId)?.kick()
      if (note.kind === 'missed') for (const sender of senders.values()) sender.kick()
    }),
  )
  const worker = createWorker({
    world,
    name: holder,
    leaseMs: options.engine.leaseMs,
    crashPoint,
    mayLease: options.isClockRight,
    around: options.tracing?.step,
    onTurn: loops.add('steps', loopMsMax.steps),
  })
  await worker.start()
  undo.push(worker.stop)
  undo.push(startSweeper(world, loops.add('sweeper', loopMsMax.sweeper)).stop)
  undo.push(startQuoteSweeper(world, loops.add('expired quotes', loopMsMax.sweeper)).stop)
  undo.push(startLatePayments(world, loops.add('late payments', loopMsMax.sweeper)).stop)
  const { allowPrivate = false, timeoutMs, ...settings } = options.webhooks
  const post = createPostWebhook({ allowPrivate, timeoutMs })
  const webhookWorker = createWebhookWorker({
    world,
    name: holder,
    post: options.tracing?.post(post) ?? post,
    settings,
    onTurn: loops.add('webhooks', loopMsMax.webhooks),
  })
  await webhookWorker.start()
  undo.push(webhookWorker.stop)
}

const noSigner = () =>
  new ConfigError(
    'no signer: give one in signers.keystores, signers.privateKeys or signers.external, or run with --api where another process signs',
  )

const noFeeCollector = () =>
  new ConfigError(
    'engine.feeCollector: this process has no signers and is not told who collects fees; set it (CAUSEWAY_ENGINE_FEE_COLLECTOR) to the address that the workers have',
  )

function settingsOf({
  engine,
  signers,
  roles,
  operator,
  brands,
  chains,
  version,
  waitHoldMs,
}: StartEngineOptions): EngineSettings {
  const feeCollector = engine.feeCollector ?? signers[0]?.address
  if (!feeCollector) throw roles.worker ? noSigner() : noFeeCollector()
  const operators = brandOperators(readOperator(operator, chains.keys()).operator, brands)
  const brandContracts = new Map([...operators].map(([service, one]) => [service, operatorContracts(one)]))
  const [contracts] = brandContracts.values()
  if (!contracts) throw new ConfigError('brands: at least one is needed')
  const { eventsKeptMs: events, transactionsKeptMs: transactions, intentsKeptMs: intents, auditKeptMs: audit } = engine
  return {
    ...engine,
    contracts,
    brandContracts,
    version,
    waitHoldMs,
    // Keep the batch closed for at least half of the time, so that a payer does not find it open to everyone.
    openForMs: Math.min(engine.openForMs, Math.floor(engine.refundAfterMs / 2)),
    feeCollector,
    keptMs: { events, transactions, intents, audit },
    reservedShareMax: engine.reservedShareMax ?? 1,
  }
}

/** Pools hold the wrapped token where the list says native. */
function erc20sOf(chain: Chain | undefined, tokens: TokenLists): Address[] {
  if (!chain) return []
  const listed = tokens.known(chain.id).map(({ address }) => address)
  return [...new Set([...listed.filter((token) => token !== nativeToken), chain.definition.wrappedNative])]
}
