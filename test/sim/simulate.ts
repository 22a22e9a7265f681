import { useKeccak } from '../../src/evm/keccak.ts'
import { wasmKeccak } from '../../src/evm/wasmKeccak.ts'
import { isFinalStep } from '../../src/intents/lifecycle.ts'
import type { Hex } from '../../src/interface/fields.ts'
import { isLive } from '../../src/stores/rules.ts'
import type { Fence } from '../../src/stores/store.ts'
import { tokenBalance } from '../engine/scripted/tokens.ts'
import { createMemory } from '../stores/memory/memory.ts'
import { type CallerState, drawScript, runCaller } from './callers.ts'
import { assets, definitions, furnish, relayers } from './economy.ts'
import { startFiller } from './filler.ts'
import { createHost, type Host, type HostTrouble } from './host.ts'
import { Broken, createOracles } from './oracles.ts'
import { createScheduler, type TraceLine } from './scheduler.ts'
import { type Service, startService } from './service.ts'
import { createSimChain, type SimChain } from './simChain.ts'
import { createSimNode, type SimNode } from './simNode.ts'
import { strangerActs } from './strangers.ts'
import { drawWeather, startWeather, type Weather } from './weather.ts'

export type RunOptions = {
  seed: number
  /** Virtual seconds with faults; then everything is well and every intent must come to its end. */
  seconds?: number
  intents?: number
  /** No faults at all. */
  calm?: boolean
  /** Kinds of faults that are left out: shrinking a failure. */
  without?: readonly string[]
  /** Callers that do nothing. */
  silent?: readonly number[]
  traceMax?: number
}

export type RunResult = {
  seed: number
  hash: string
  events: number
  virtualMs: number
  /** How many intents ended at each step. */
  ends: Record<string, number>
  /** How often a fault met an intent at a step. */
  coverage: Map<string, number>
  failure?: { rule: string; detail: string }
  trace: readonly TraceLine[]
  weather: Weather
}

const startMs = Date.UTC(2030, 0, 1)
const nodesPerChain = 2
const compiledKeccak = wasmKeccak()
/** After the last fault: refunds at six minutes, the other side's later, late deposits looked at every five, and ten for good measure. */
const calmMs = 45 * 60_000

export async function simulate(options: RunOptions): Promise<RunResult> {
  useKeccak(await compiledKeccak)
  const { seed, intents = 3, calm = false } = options
  const scheduler = createScheduler(seed, startMs, options.traceMax ?? 0)
  const drawnSeconds = calm ? 60 : scheduler.between(100, 420)
  const seconds = options.seconds ?? drawnSeconds
  const memory = createMemory()
  const coverage = new Map<string, number>()
  const chains = definitions.map((definition) => createSimChain(definition, scheduler))
  const chainOf = (chainId: number): SimChain => chains.find(({ definition }) => definition.id === chainId)!
  for (const chain of chains) {
    furnish(chain, intents)
    for (let i = 0; i < 10; i++) chain.mine()
  }
  const nodes = new Map<string, SimNode>()
  for (const chain of chains)
    for (let i = 0; i < nodesPerChain; i++) {
      const key = `http://${chain.definition.network}-${i}`
      nodes.set(key, createSimNode(key, chain))
    }
  const callers: CallerState[] = Array.from({ length: intents }, (_, index) => ({
    script: drawScript(scheduler, index, calm),
    committed: false,
    payments: [],
    paymentsToCome: 0,
    statuses: [],
    surprises: [],
    isDone: false,
  }))
  const names = new Map<string, string>()
  const nameOf = (intentId: string) => names.get(intentId) ?? intentId.slice(0, 8)
  const oracles = createOracles({ memory, chainOf, callers, nameOf, nowMs: scheduler.nowMs })
  const weather = drawWeather(scheduler, calm, options.without ?? [])
  const trouble: HostTrouble = { ...weather.trouble }
  let failure: RunResult['failure']
  let written = false
  let mined = false
  let isDirty = true

  function guard(check: () => void): void {
    try {
      check()
    } catch (error) {
      if (!(error instanceof Broken)) throw error
      failure ??= { rule: error.rule, detail: error.message }
      scheduler.note('oracle', error.message)
    }
  }

  function onFault(fault: string): void {
    for (const { record } of memory.intents.values()) {
      if (isFinalStep(record.step)) continue
      const key = `${fault} × ${record.step}`
      coverage.set(key, (coverage.get(key) ?? 0) + 1)
    }
  }

  const hasWebhooks = scheduler.chance(0.25)
  const services = new Map<string, Service>()
  const hosts = new Map<string, Host>()
  let generation = 0

  function boot(role: string): void {
    const host = createHost({
      name: `${role}.${++generation}`,
      scheduler,
      memory,
      nodes,
      trouble,
      onWrite: () => {
        written = true
      },
      onFault: (fault) => onFault(fault),
      onCall: (label, [fence]) => {
        if (label === 'intents.transition') guard(() => oracles.beforeTransition(fence as Fence))
      },
      onBroadcast: (hash) => guard(() => oracles.beforeBroadcast(hash)),
      onCrash: (call) => {
        onFault(`crash at ${call}`)
        scheduler.after(scheduler.between(500, 20_000), role, () => boot(role))
      },
    })
    hosts.set(role, host)
    const nodesOf = (chainId: number) =>
      [...nodes].filter(([, node]) => node.chain.definition.id === chainId).map(([key]) => key)
    const answerPost = () =>
      new Promise<{ statusCode: number }>((resolve) => void host.deliver(50, () => resolve({ statusCode: 200 })))
    const post = hasWebhooks ? answerPost : undefined
    startService({
      host,
      scheduler,
      nodesOf,
      quorum: nodesPerChain,
      works: role !== 'api',
      post,
      nameOf,
    }).then(
      (service) => {
        if (host.isAlive()) services.set(role, service)
      },
      (error: unknown) => host.crash(`while it starts: ${error}`),
    )
  }

  for (const role of scheduler.chance(0.3) ? ['one', 'two', 'api'] : ['one', 'two']) boot(role)
  const apis = (): Service[] => [...services.values()]
  for (const chain of chains)
    chain.onBlock(() => {
      mined = true
    })
  const endOfFaultsMs = startMs + seconds * 1_000
  startWeather({
    scheduler,
    weather,
    chains,
    nodes: [...nodes.values()],
    hosts,
    trouble,
    relayers,
    endMs: endOfFaultsMs,
    onFault,
    strangerActs: () => strangerActs(memory, chainOf, scheduler),
  })
  startFiller(chains, scheduler, weather.filler)
  scheduler.after(5_000, 'callers', () => {
    for (const state of callers) {
      if (options.silent?.includes(state.script.index)) state.isDone = true
      else
        void runCaller(state, {
          scheduler,
          apis,
          chainOf,
          onQuoted: ({ script, intent }) => names.set(intent!.intentId, `intent ${script.index}`),
        })
    }
  })
  scheduler.onEvent(() => {
    if (written) guard(oracles.afterWrite)
    if (mined) guard(oracles.afterBlock)
    if (written || mined) isDirty = true
    written = mined = false
  })

  const isEmpty = (chainId: number, address: Hex | undefined) =>
    !address || assets.every(({ address: token }) => tokenBalance(chainOf(chainId).state(), token, address) === 0n)
  function isSettled(): boolean {
    if (
      scheduler.nowMs() < endOfFaultsMs ||
      !callers.every(({ isDone, paymentsToCome }) => isDone && paymentsToCome === 0)
    )
      return false
    for (const { payments } of callers)
      for (const { chainId, hash } of payments) if (!chainOf(chainId).ledger.receipt(hash)) return false
    for (const { record } of memory.intents.values()) {
      const { step, intent } = record
      if (step !== 'quoted' && !isFinalStep(step)) return false
      if (!isEmpty(intent.originChainId, intent.originIntentAddress)) return false
      if (!isEmpty(intent.destinationChainId, intent.destinationIntentAddress)) return false
    }
    return ![...memory.attempts.values()].some(({ state }) => isLive(state))
  }

  /** Everything is where it belongs and the books say so: nothing is left to wait for. */
  const isOver = (): boolean => {
    if (failure) return true
    if (!isDirty || !isSettled()) return false
    isDirty = false
    try {
      oracles.atEnd()
      return true
    } catch (error) {
      if (error instanceof Broken) return false
      throw error
    }
  }
  await scheduler.run(endOfFaultsMs + calmMs, isOver)
  if (!failure && !isSettled()) {
    const open = [...memory.intents.values()].map(({ record }) => `${nameOf(record.intentId)} at ${record.step}`)
    failure = {
      rule: 'liveness',
      detail: `liveness: not settled ${calmMs / 60_000} minutes after the last fault: ${open.join(', ')}`,
    }
    scheduler.note('oracle', failure.detail)
  }
  if (!failure) guard(oracles.atEnd)
  for (const host of hosts.values()) host.retire()

  const ends: Record<string, number> = {}
  for (const { record } of memory.intents.values()) ends[record.step] = (ends[record.step] ?? 0) + 1
  return {
    seed,
    hash: scheduler.hash(),
    events: scheduler.events(),
    virtualMs: scheduler.nowMs() - startMs,
    ends,
    coverage,
    failure,
    trace: scheduler.trace,
    weather,
  }
}
