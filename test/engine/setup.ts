import { pino } from 'pino'
import { erc20Abi } from 'viem'
import type { ChainDefinition } from '../../src/chains/chainDefinition.ts'
import { localContracts } from '../../src/chains/contracts/operator.ts'
import { createGrantKeepers } from '../../src/chains/send/grantKeeper.ts'
import { createGuestBundler } from '../../src/chains/send/guestBundler.ts'
import { createSender, type Sender } from '../../src/chains/send/sender.ts'
import { createPrivateKeySigner } from '../../src/chains/send/signer.ts'
import { type Caller, createEngine, type Engine } from '../../src/engine/engine.ts'
import { createSignerGasBalance } from '../../src/engine/execute/signerGasBalance.ts'
import { createQuoteCaches } from '../../src/engine/quote/quoteCaches.ts'
import { startWaiters, type Waiters } from '../../src/engine/read/waitReceipt.ts'
import { startLatePayments } from '../../src/engine/work/sweeper.ts'
import { createWorker, type WorkerOptions } from '../../src/engine/work/worker.ts'
import type { EngineSettings, World } from '../../src/engine/world.ts'
import { sameAddress } from '../../src/evm/address.ts'
import { encodeCall } from '../../src/evm/encodeCall.ts'
import { createSeededRandom } from '../../src/host/random.ts'
import type { IntentRecord, Leg, LegRecord } from '../../src/intents/intentRecord.ts'
import type { LedgerEntry } from '../../src/intents/ledger.ts'
import { isFinalStep, type Step } from '../../src/intents/lifecycle.ts'
import { receiptOf } from '../../src/intents/receipt.ts'
import type { Address, Hex } from '../../src/interface/fields.ts'
import type { Intent } from '../../src/interface/intentShapes.ts'
import { nativeToken } from '../../src/interface/limits.ts'
import type { Request, Response } from '../../src/interface/operations.ts'
import type { QuoteRequest } from '../../src/interface/quoteShapes.ts'
import { createObserve, type Observe } from '../../src/observe/observe.ts'
import { createAcross } from '../../src/providers/across.ts'
import type { OutboxItem, Store } from '../../src/stores/store.ts'
import type { PriceSource } from '../../src/tokens/priceSource.ts'
import { createMemory } from '../stores/memory/memory.ts'
import { createMemoryStore } from '../stores/memory/memoryStore.ts'
import { useForEach } from '../useParts.ts'
import { auditBench } from './auditBench.ts'
import { address, assets, commonAddresses, definitionOf, listOf } from './scripted/assets.ts'
import { grantSigner } from './scripted/grantSigner.ts'
import { burnBridgeCode, poolCode, spokePoolCode, vaultCode } from './scripted/markets.ts'
import { createScriptedChain, type ScriptedChain } from './scripted/scriptedChain.ts'
import {
  createScriptedBridge,
  createScriptedSwaps,
  fillDeposits,
  type ScriptedBridge,
} from './scripted/scriptedProviders.ts'
import { setCode, setNativeBalance } from './scripted/state.ts'
import { setTokenBalance, tokenBalance, tokenCode } from './scripted/tokens.ts'
import { settingsDefault } from './settingsDefault.ts'
import { createVirtualClock, type VirtualClock } from './virtualClock.ts'

const startMs = Date.UTC(2030, 0, 1)
export const blockMs = 2_000
/** Block time in the middle of a long wait: every block wakes all that watch the chain. */
const slowBlockMs = 10_000

export const addresses = {
  ...commonAddresses,
  vault: address('7a07'),
  recipient: address('4ec1'),
} as const satisfies Record<string, Address>

/** Tests need few quotes; memory for the usual 10,000 took 10 % of all test time. */
const quotesRemembered = 50
/** Shared: each would watch the garbage collector for the life of the process. */
const silent = createObserve(pino({ level: 'silent' }))

/** Worthless everywhere but here. */
export const ownerKey: Hex = `0x${'0b'.repeat(32)}`
const relayerKey: Hex = `0x${'0e'.repeat(32)}`
export const owner = createPrivateKeySigner(ownerKey).address
export const relayer = createPrivateKeySigner(relayerKey).address

export const [harborId, islandId] = [1_001, 1_002] as const
const rich = 10n ** 24n
export const usdc = (amount: number): bigint => BigInt(Math.round(amount * 1e6))

export const harborDefinition = definitionOf(harborId, 'Harbor', blockMs)

export type SetupOptions = {
  settings?: Partial<EngineSettings>
  /** Without it nothing leaves the outbox: a test plays the sender. */
  sender?: boolean
  worker?: boolean
  /** Whether Across quotes from the filler's balance alone, which commits reserve; otherwise anyone may fill. */
  knownFiller?: boolean
  crashPoint?: WorkerOptions['crashPoint']
}

/** The engine with worker and senders, on two scripted chains and the memory store, by the test's clock. */
export type Bench = {
  readonly world: World
  readonly store: Store
  readonly clock: VirtualClock
  readonly engine: Engine
  readonly waiters: Waiters
  readonly harbor: ScriptedChain
  readonly island: ScriptedChain
  readonly bridge: ScriptedBridge
  readonly caller: Caller
  /** Errors of steps; the worker itself only reports them. */
  readonly failures: unknown[]
  /** Whether relayers fill the spoke pool's deposits, one block later. */
  setFilling(filling: boolean): void
  setPrice(token: Address, usd: number | undefined): void
  setRate(tokenIn: Address, tokenOut: Address, factor: number): void
  quote(ask?: Partial<QuoteRequest>): Promise<Intent>
  quoteAnswer(ask?: Partial<QuoteRequest>): Promise<Response<'QuoteIntent'>>
  /** Quoted and committed. */
  commit(ask?: Partial<QuoteRequest>): Promise<Intent>
  execute(intent: Intent, given?: Omit<Request<'ExecuteIntent'>, 'intentId'>): Promise<Response<'ExecuteIntent'>>
  /** Committed, the deposit sent, and executed with its hash. */
  start(ask?: Partial<QuoteRequest>): Promise<Intent>
  /** The same, and time passes until it is there. */
  startUntil(step: Step, ask?: Partial<QuoteRequest>): Promise<Intent>
  /** Sends a deposit, by default the quoted amount; it waits for the next block. */
  deposit(intent: Intent, amount?: bigint, token?: Address): Hex
  /** Passes time: both chains make a block every 2 s, or 10 s when over a minute from begin and end. */
  pass(ms: number): Promise<void>
  /** Passes time until the intent is at the step; throws after `ms`. */
  until(intent: Intent, step: Step, ms?: number): Promise<IntentRecord>
  record(intent: Intent): Promise<IntentRecord>
  leg(intent: Intent, leg: Leg): Promise<LegRecord | undefined>
  /** What waits for a sender. */
  outbox(chain: ScriptedChain): Promise<OutboxItem[]>
  ledger(intent: Intent): Promise<LedgerEntry[]>
  receipt(intent: Intent): Promise<ReturnType<typeof receiptOf>>
  balance(chain: ScriptedChain, token: Address, holder: Address): bigint
  close(): Promise<void>
}

export async function openBench(options: SetupOptions = {}): Promise<Bench> {
  const clock = createVirtualClock(startMs)
  const random = createSeededRandom(20)
  const [harbor, island] = [chainOf(harborDefinition), chainOf(definitionOf(islandId, 'Island', blockMs))] as const
  const chains = new Map([harbor, island].map(({ chain }) => [chain.id, chain]))
  const memory = createMemory()
  const store = createMemoryStore(memory)
  const failures: unknown[] = []
  const prices = new Map<string, number>(assets.map(({ address, usd }) => [address, usd]))
  const rates = new Map<string, number>()
  let filling = true
  const bridge = createScriptedBridge({
    contract: addresses.burnBridge,
    pairs: (from, to) => (from === to ? [] : [{ tokenIn: addresses.usdc, tokenOut: addresses.usdc }]),
  })
  const across = createAcross(
    chains,
    () => [
      { inputToken: addresses.usdc, outputToken: addresses.usdc, decimals: 6 },
      { inputToken: addresses.weth, outputToken: addresses.weth, decimals: 18 },
    ],
    async () => ({ feeFraction: 4n * 10n ** 14n, fixed: 0n, min: 1n, max: rich, fillS: 4 }),
    options.knownFiller ? addresses.filler : undefined,
  )
  const world: World = {
    clock,
    random,
    observe: observing(failures),
    store,
    chains,
    tokens: {
      find: (chainId, wanted) => listOf(chainId).find((token) => sameAddress(token.address, wanted)),
      listed: listOf,
    },
    prices: priceSource(prices, clock),
    signerGasBalance: createSignerGasBalance({ store, chains, clock }),
    providers: [across, bridge],
    liquidity: { graph: () => undefined },
    settings: { ...settingsDefault, feeCollector: addresses.collector, ...options.settings },
  }
  const waiters = await startWaiters(world)
  const engine = createEngine(world, {
    quoteSwap: createScriptedSwaps({ pool: addresses.pool, rate: (a, b) => rateOf(a, b, rates) }),
    waiters,
    caches: createQuoteCaches(clock, quotesRemembered),
  })
  const caller: Caller = { projectId: 7, signal: new AbortController().signal }
  const worker = createWorker({ world, name: 'worker', crashPoint: options.crashPoint })
  const senders = options.sender === false ? [] : await startSenders()
  if (options.worker !== false) await worker.start()
  const late = options.worker === false ? [] : [startLatePayments(world)]

  function chainOf(definition: ChainDefinition): ScriptedChain {
    const scripted = createScriptedChain({ definition, clock, random })
    furnish(scripted)
    scripted.mine(10)
    return scripted
  }

  async function startSenders(): Promise<Sender[]> {
    const made = new Map<number, Sender>()
    for (const chain of chains.values()) {
      const { guest } = localContracts
      const sender = createSender({
        chain,
        signers: [createPrivateKeySigner(relayerKey)],
        attempts: store.attempts,
        bundler: createGuestBundler(guest),
        grants: createGrantKeepers({ chain, guests: [localContracts], grantSigner }),
        clock,
        random,
        holder: 'sender',
      })
      await sender.start()
      made.set(chain.id, sender)
    }
    await store.listen((note) => note.kind === 'outbox' && made.get(note.chainId)?.kick())
    return [...made.values()]
  }

  const record = async ({ intentId }: Intent): Promise<IntentRecord> => {
    const found = await store.intents.find(intentId)
    if (!found) throw new Error(`there is no intent ${intentId}`)
    return found
  }

  const filled = new Set<string>()
  async function pass(ms: number): Promise<void> {
    const sinceMs = clock.nowMs()
    const untilMs = sinceMs + ms
    while (clock.nowMs() < untilMs) {
      const isFarOff = Math.min(clock.nowMs() - sinceMs, untilMs - clock.nowMs()) > 60_000
      const everyMs = isFarOff ? slowBlockMs : blockMs
      await clock.advance(Math.min(everyMs, untilMs - clock.nowMs()))
      if (filling) {
        fillDeposits(harbor, island, addresses.filler, filled)
        fillDeposits(island, harbor, addresses.filler, filled)
      }
      for (const chain of [harbor, island]) chain.mine()
      await clock.settle()
    }
  }

  const quoteAnswer: Bench['quoteAnswer'] = async (ask = {}) => {
    const request: QuoteRequest = {
      ownerAddress: owner,
      originChainId: harborId,
      originTokenAddress: addresses.usdc,
      destinationChainId: islandId,
      destinationTokenAddress: addresses.usdc,
      originTokenAmount: ask.destinationTokenAmount === undefined ? usdc(200) : undefined,
      destinationToAddress: addresses.recipient,
      options: { bridgeProvider: 'ACROSS' },
      ...ask,
    }
    return engine.QuoteIntent(request, caller)
  }

  const quote: Bench['quote'] = async (ask) => (await quoteAnswer(ask)).intent

  const commit = async (ask?: Partial<QuoteRequest>): Promise<Intent> => {
    const intent = await quote(ask)
    await engine.CommitIntent({ intent }, caller)
    return intent
  }

  const execute: Bench['execute'] = ({ intentId }, given = {}) => engine.ExecuteIntent({ intentId, ...given }, caller)

  const deposit: Bench['deposit'] = (intent, amount, token) => {
    const { tokenAddress, amount: quoted } = intent.depositTransaction
    const chain = intent.originChainId === harborId ? harbor : island
    return payInto(chain, intent.originIntentAddress, token ?? tokenAddress, amount ?? quoted)
  }

  const start: Bench['start'] = async (ask) => {
    const intent = await commit(ask)
    await execute(intent, { depositTransactionHash: deposit(intent) })
    return intent
  }

  const until: Bench['until'] = async (intent, step, ms = 30 * 60_000) => {
    const untilMs = clock.nowMs() + ms
    for (let found = await record(intent); ; found = await record(intent)) {
      if (found.step === step) return found
      if (clock.nowMs() >= untilMs || isFinalStep(found.step)) {
        throw new Error(`expected ${step}, but the intent is at ${found.step}; steps threw: ${failures.join('; ')}`)
      }
      await pass(blockMs)
    }
  }

  return {
    world,
    store,
    clock,
    engine,
    waiters,
    harbor,
    island,
    bridge,
    caller,
    failures,
    setFilling: (on) => {
      filling = on
    },
    setPrice: (token, usd) => {
      if (usd === undefined) prices.delete(token)
      else prices.set(token, usd)
    },
    setRate: (tokenIn, tokenOut, factor) => void rates.set(`${tokenIn} ${tokenOut}`, factor),
    quote,
    quoteAnswer,
    commit,
    execute,
    start,
    startUntil: async (step, ask) => {
      const intent = await start(ask)
      await until(intent, step)
      return intent
    },
    deposit,
    pass,
    until,
    record,
    leg: async (intent, leg) => (await record(intent)).legs.find((one) => one.leg === leg),
    outbox: ({ chain }) => store.attempts.pending(chain.id, 100),
    ledger: ({ intentId }) => store.intents.ledger(intentId),
    receipt: async (intent) => receiptOf(await record(intent), await store.intents.ledger(intent.intentId)),
    balance: (chain, token, holder) => tokenBalance(chain.state(), token, holder),
    close: async () => {
      await Promise.all([worker, ...senders, ...late].map((one) => one.stop()))
      waiters.stop()
      auditBench(memory, [harbor, island])
    },
  }
}

/** A bench for each test of a file, closed behind it. */
export const useBench = (options?: SetupOptions): Bench => useForEach(() => openBench(options))

/** Replaces it for a test with other needs. */
export async function reopen(bench: Bench, options: SetupOptions): Promise<void> {
  await bench.close()
  Object.assign(bench, await openBench(options))
}

/** The owner sends something to an address. */
function payInto(chain: ScriptedChain, to: Address, token: Address, amount: bigint): Hex {
  if (token === nativeToken) return chain.send({ from: owner, to, value: amount })
  const data = encodeCall({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
  return chain.send({ from: owner, to: token, data })
}

/** Tokens, markets and balances of a chain. */
function furnish(scripted: ScriptedChain): void {
  const state = scripted.state()
  for (const token of [addresses.usdc, addresses.dai]) setCode(state, token, tokenCode)
  setCode(state, addresses.pool, poolCode)
  setCode(state, addresses.spokePool, spokePoolCode)
  setCode(state, addresses.burnBridge, burnBridgeCode)
  setCode(state, addresses.vault, vaultCode)
  for (const holder of [owner, relayer, addresses.filler, addresses.stranger, addresses.pool, addresses.weth]) {
    setNativeBalance(state, holder, rich)
    for (const token of [addresses.usdc, addresses.dai, addresses.weth]) setTokenBalance(state, token, holder, rich)
  }
}

function priceSource(prices: ReadonlyMap<string, number>, clock: VirtualClock): PriceSource {
  const price: PriceSource['price'] = async (_, token) => {
    const usd = prices.get(token)
    return usd === undefined ? undefined : { usd, observedAtMs: clock.nowMs(), source: 'oracle' }
  }
  return { price, prices: (tokens) => Promise.all(tokens.map(({ chainId, token }) => price(chainId, token))) }
}

/** The tokens' dollar prices, times the test's factor. */
function rateOf(tokenIn: Address, tokenOut: Address, rates: ReadonlyMap<string, number>) {
  const [from, to] = [tokenIn, tokenOut].map((token) => assets.find(({ address }) => sameAddress(address, token)))
  const factor = rates.get(`${tokenIn} ${tokenOut}`) ?? 1
  if (!from || !to || factor === 0) return undefined
  const precision = 1_000_000
  return {
    numerator: BigInt(Math.round(from.usd * factor * precision)) * 10n ** BigInt(to.decimals),
    denominator: BigInt(Math.round(to.usd * precision)) * 10n ** BigInt(from.decimals),
  }
}

function observing(failures: unknown[]): Observe {
  return { ...silent, stepFailed: ({ error }) => void failures.push(error) }
}
