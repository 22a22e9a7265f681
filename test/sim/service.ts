import { pino } from 'pino'
import type { Chain } from '../../src/chains/chain.ts'
import { openChain } from '../../src/chains/openChain.ts'
import { createGrantKeepers } from '../../src/chains/send/grantKeeper.ts'
import { createGuestBundler } from '../../src/chains/send/guestBundler.ts'
import { createNeighbours } from '../../src/chains/send/neighbours.ts'
import { createSender, type Sender } from '../../src/chains/send/sender.ts'
import { createPrivateKeySigner } from '../../src/chains/send/signer.ts'
import { createEngine, type Engine } from '../../src/engine/engine.ts'
import { createSignerGasBalance } from '../../src/engine/execute/signerGasBalance.ts'
import { createQuoteCaches } from '../../src/engine/quote/quoteCaches.ts'
import { startWaiters } from '../../src/engine/read/waitReceipt.ts'
import { startLatePayments, startQuoteSweeper, startSweeper } from '../../src/engine/work/sweeper.ts'
import { createWorker } from '../../src/engine/work/worker.ts'
import type { World } from '../../src/engine/world.ts'
import { sameAddress } from '../../src/evm/address.ts'
import type { Contracts } from '../../src/intents/planBatches.ts'
import { createObserve, type Observe } from '../../src/observe/observe.ts'
import { createAcross } from '../../src/providers/across.ts'
import { createOft } from '../../src/providers/oft.ts'
import { createQuota, type Quota } from '../../src/server/access/quota.ts'
import type { PriceSource } from '../../src/tokens/priceSource.ts'
import { createWebhookWorker, type PostWebhook } from '../../src/webhooks/webhookWorker.ts'
import { grantSigner } from '../engine/scripted/grantSigner.ts'
import { createScriptedSwaps } from '../engine/scripted/scriptedProviders.ts'
import { type Attester, createMessageBridge } from './attester.ts'
import { addresses, assets, type DaiLimits, listed, rateOf, relayerKeys, rich, settings } from './economy.ts'
import type { Host } from './host.ts'
import type { Scheduler } from './scheduler.ts'
import type { SimWorld } from './worlds.ts'

export type Service = { readonly host: Host; readonly engine: Engine; quota(): Quota }

export type ServiceOptions = {
  host: Host
  scheduler: Scheduler
  /** Node keys of a chain, for `Host.openNode`. */
  nodesOf(chainId: number): string[]
  quorum: number
  attester: Attester
  daiLimits: DaiLimits
  world: SimWorld
  /** How many keys send in parallel. */
  signers: number
  /** False: an API process, which neither works nor sends. */
  works: boolean
  /** Named by its quotes; an earlier version names others. */
  contracts: Contracts
  /** Absent: no webhooks are delivered in this run. */
  post?: PostWebhook
  nameOf(intentId: string): string
}

/** Runs need few quotes; memory for the usual 10,000 took 10 % of the time. */
const quotesRemembered = 50
/** Stateless except for their keys, so all processes of all runs share them. */
const signers = relayerKeys.map(createPrivateKeySigner)
const daiOf = (whole: number): bigint => BigInt(whole) * 10n ** 18n
const silent = createObserve(pino({ level: 'silent' }))

/** A service process as shipped, assembled like `startEngine`, on a host's clock, store and nodes. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { host, scheduler } = options
  const { clock, random, store } = host
  const { actOnMinedBelowUsd, refundUsdMin } = options.world
  const observe = observing(host, scheduler, options.nameOf)
  const chains = new Map<number, Chain>()
  for (const definition of options.world.definitions) {
    const hasSockets = options.world.traits.includes('sockets')
    const endpoints = options.nodesOf(definition.id).map((url) => ({ url, ...(hasSockets && { socketUrl: url }) }))
    const limits = { pollMsMin: 5_500, pollMsMax: 5_500, chainCheckMs: 600_000 }
    const chain = await openChain({
      definition,
      endpoints,
      quorum: options.quorum,
      clock,
      limits,
      openNode: host.openNode,
      openSocket: host.openSocket,
    })
    chains.set(definition.id, chain)
  }
  const across = createAcross(
    chains,
    () => [
      { inputToken: addresses.usdc, outputToken: addresses.usdc, decimals: 6 },
      { inputToken: addresses.weth, outputToken: addresses.weth, decimals: 18 },
      { inputToken: addresses.dai, outputToken: addresses.dai, decimals: 18 },
    ],
    async ({ inputToken }) => {
      const max = inputToken === addresses.dai ? daiOf(options.daiLimits.ACROSS) : rich
      return { feeFraction: 4n * 10n ** 14n, fixed: 0n, min: 1n, max, fillS: 4 }
    },
    addresses.filler,
  )
  const quoteSwap = createScriptedSwaps({ pool: addresses.pool, rate: rateOf })
  const prices = pricesOf(host)
  const listedOn = (chainId: number) => listed(chainId, options.world.traits.includes('unpriced'))
  const message = createMessageBridge(options.attester, daiOf(options.daiLimits.CCTP))
  const world: World = {
    clock,
    random,
    observe,
    store,
    chains,
    tokens: {
      find: (chainId, wanted) => listedOn(chainId).find((token) => sameAddress(token.address, wanted)),
      listed: listedOn,
    },
    prices,
    signerGasBalance: createSignerGasBalance({ store, chains, clock }),
    providers: [across, message, createOft({ chains, quoteSwap, prices, clock })],
    liquidity: { graph: () => undefined },
    settings: {
      ...settings,
      contracts: options.contracts,
      brandContracts: options.world.brands,
      actOnMinedBelowUsd,
      refundUsdMin,
    },
  }
  const waiters = await startWaiters(world, quotesRemembered)
  const engine = createEngine(world, {
    quoteSwap,
    waiters,
    caches: createQuoteCaches(clock, quotesRemembered),
  })
  if (options.works) await startWork(options, world)
  let quota: Quota | undefined
  return {
    host,
    engine,
    // Most runs count no units; those that do have one project.
    quota: () => {
      quota ??= createQuota({ access: store.access, clock, random, projectsMax: 10 })
      return quota
    },
  }
}

async function startWork(options: ServiceOptions, world: World): Promise<void> {
  const { host, post, contracts } = options
  const { clock, random, store, chains, observe } = world
  const holder = `${host.name}-${random.hex(4)}`
  const senders = new Map<number, Sender>()
  const guests = options.world.brands.size > 0 ? options.world.brands : new Map([['', contracts]])
  for (const chain of chains.values()) {
    const sender = createSender({
      chain,
      signers: signers.slice(0, options.signers),
      attempts: store.attempts,
      bundler: createGuestBundler(contracts.guest, createNeighbours(chain.definition, contracts)),
      grants: createGrantKeepers({ chain, guests: [...guests.values()], grantSigner }),
      clock,
      random,
      observe,
      holder,
      settings: { idleMs: 6_000 },
    })
    await sender.start()
    senders.set(chain.id, sender)
  }
  await store.listen((note) => {
    if (note.kind === 'outbox') senders.get(note.chainId)?.kick()
    if (note.kind === 'missed') for (const sender of senders.values()) sender.kick()
  })
  await createWorker({ world, name: holder }).start()
  startSweeper(world)
  startQuoteSweeper(world)
  startLatePayments(world)
  const webhookSettings = {
    perEndpoint: 2,
    atOnce: 8,
    leaseMs: 30_000,
    attemptsMax: 1_000,
    firstRetryMs: 5_000,
    retryMsMax: 60_000,
    logKeptMs: 24 * 60 * 60_000,
  }
  if (post) await createWebhookWorker({ world, name: holder, post, settings: webhookSettings }).start()
}

function pricesOf({ clock }: Host): PriceSource {
  const price: PriceSource['price'] = async (_, token) => {
    const usd = assets.find(({ address }) => sameAddress(address, token))?.usd
    return !usd ? undefined : { usd, observedAtMs: clock.nowMs(), source: 'oracle' }
  }
  return { price, prices: (tokens) => Promise.all(tokens.map(({ chainId, token }) => price(chainId, token))) }
}

/** The process's operator events become the run's timeline. */
function observing(host: Host, scheduler: Scheduler, nameOf: (intentId: string) => string): Observe {
  const say = (text: string) => {
    if (host.isAlive()) scheduler.note(host.name, text)
  }
  return {
    ...silent,
    stepTaken: ({ intentId, from, to }) => say(`${nameOf(intentId)}: ${from} → ${to}`),
    stepFailed: ({ intentId, step, error }) =>
      say(`${intentId ? nameOf(intentId) : '-'}: ${step} threw: ${error instanceof Error ? error.message : error}`),
    stepLost: ({ intentId, step }) => say(`${nameOf(intentId)}: its ${step} was taken over`),
    attempt: ({ chainId, nonce, state, items, why, hash }) =>
      say(`chain ${chainId} nonce ${nonce} ${hash.slice(0, 10)} ${state}, ${items} items${why ? `: ${why}` : ''}`),
    laneTaken: ({ chainId, nextNonce }) => say(`takes the lane of chain ${chainId}, next nonce ${nextNonce}`),
    laneLost: ({ chainId, why }) => say(`loses the lane of chain ${chainId}: ${why}`),
    senderFault: ({ chainId, doing, error }) =>
      say(`sender of chain ${chainId} failed ${doing}: ${error instanceof Error ? error.message : error}`),
    orphansFound: ({ intentIds }) => say(`orphans: ${intentIds.map(nameOf).join()}`),
  }
}
