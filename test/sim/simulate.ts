import { localContracts } from '../../src/chains/contracts/operator.ts'
import { sameAddress } from '../../src/evm/address.ts'
import { useKeccak } from '../../src/evm/keccak.ts'
import { wasmKeccak } from '../../src/evm/wasmKeccak.ts'
import { stopSliceClock } from '../../src/host/inSlices.ts'
import { isFinalStep } from '../../src/intents/lifecycle.ts'
import type { Address, Hex } from '../../src/interface/fields.ts'
import type { Fence, Transition } from '../../src/stores/store.ts'
import { isLiveState } from '../../src/stores/transitionRules.ts'
import { earlierContracts } from '../engine/scripted/contractSets.ts'
import { tokenBalance } from '../engine/scripted/tokens.ts'
import { createMemory } from '../stores/memory/memory.ts'
import { createAttester } from './attester.ts'
import { createBookOracle } from './bookOracle.ts'
import { Broken } from './broken.ts'
import { newCaller, runCaller } from './callers.ts'
import { assets, drawPurses, furnish, relayers, worth } from './economy.ts'
import { startFiller } from './filler.ts'
import { createHost, type Host, type HostTrouble } from './host.ts'
import { drawInvention } from './invent.ts'
import { startMessenger } from './messenger.ts'
import { createMeter } from './meter.ts'
import { createOracles } from './oracles.ts'
import { createReceiptOracle, type GivenBack } from './receiptOracle.ts'
import { startRefusals } from './refusals.ts'
import { rememberHashes } from './rememberHashes.ts'
import { isRefusedAt, unrested } from './rest.ts'
import type { RunOptions, RunResult } from './run.ts'
import { createScheduler } from './scheduler.ts'
import { drawScript } from './scripts.ts'
import { createSendOracle } from './sendOracle.ts'
import { type Service, startService } from './service.ts'
import { createSimChain, type SimChain } from './simChain.ts'
import { createSimNode, type SimNode } from './simNode.ts'
import { calmMs, quotas, sizes, smallShare } from './sizes.ts'
import { createSponsorOracle, drawBudgets } from './sponsorOracle.ts'
import { createStillOracle } from './stillOracle.ts'
import { strangerActs } from './strangers.ts'
import { count, createTally, pairOf } from './tally.ts'
import { drawWeather, type FaultKind, startWeather } from './weather.ts'
import { openEndpoint } from './webhookEndpoint.ts'
import { drawWorld } from './worlds.ts'

const startMs = Date.UTC(2030, 0, 1)
const compiledKeccak = wasmKeccak().then((hash) => useKeccak(rememberHashes(hash)))
const lookEveryMs = 1_000
/** An intent due within this time is active. */
const soonMs = 20_000

export async function simulate(options: RunOptions): Promise<RunResult> {
  await compiledKeccak
  const restartClock = stopSliceClock()
  try {
    return await runSeed(options)
  } finally {
    restartClock()
  }
}

async function runSeed(options: RunOptions): Promise<RunResult> {
  const startedAt = process.cpuUsage()
  const { seed, calm = false } = options
  const scheduler = createScheduler(seed, startMs, options.traceMax ?? 0)
  const size = sizes[scheduler.chance(smallShare) ? 'small' : 'large']
  const drawnIntents = scheduler.pick<number>(size.intents)
  const intents = options.intents ?? drawnIntents
  const drawnSeconds = calm ? 60 : scheduler.between(60, 240)
  const seconds = options.seconds ?? drawnSeconds
  const memory = createMemory()
  const tally = createTally()
  const struck = new Set<FaultKind>()
  const world = drawWorld(scheduler, calm, options)
  const chains = world.definitions.map((definition) => createSimChain(definition, scheduler))
  const chainOf = (chainId: number): SimChain => chains.find(({ definition }) => definition.id === chainId)!
  const purses = drawPurses(scheduler, intents, world.traits.includes('codeOwners'))
  const { daiLimits } = purses
  for (const chain of chains) {
    furnish(chain, intents, purses)
    for (let i = 0; i < 10; i++) chain.mine()
  }
  const { nodes: nodesPerChain, quorum } = scheduler.pick<{ nodes: number; quorum: number }>(size.nodes)
  const signers = scheduler.pick([1, 1, 2])
  const listsAccess = scheduler.chance(0.9)
  const nodes = new Map<string, SimNode>()
  for (const chain of chains)
    for (let i = 0; i < nodesPerChain; i++) {
      const key = `http://${chain.definition.network}-${i}`
      nodes.set(key, createSimNode(key, chain, { listsAccess, logBlocksMax: world.logBlocksMax }))
    }
  const callers = Array.from({ length: intents }, (_, index) => newCaller(drawScript(scheduler, index, calm, world)))
  /** By the waiting address at the other end of a bridge. */
  const givenBack = new Map<Address, GivenBack[]>()
  const names = new Map<string, string>()
  const nameOf = (intentId: string) => names.get(intentId) ?? intentId.slice(0, 8)
  const mostMicroUsd = drawBudgets(memory, scheduler, world)
  const unitsMax = scheduler.pick(quotas)
  const meter = unitsMax === undefined ? undefined : createMeter({ memory, scheduler, unitsMax })
  const more = [
    createSponsorOracle({ memory, chainOf, nameOf, mostMicroUsd }),
    createBookOracle({ memory, chains, nameOf, strict: options.strict ?? false }),
    ...(meter ? [meter] : []),
    createSendOracle({ memory, chainOf, nameOf, world }),
    createReceiptOracle({ memory, chains, nameOf, givenBack, strict: options.strict ?? false }),
  ]
  const endOfFaultsMs = startMs + seconds * 1_000
  const { lift, wasRefused } = startRefusals({ scheduler, world, chains, intents, endMs: endOfFaultsMs })
  // A single node is always believed: a liar could not be found out.
  const left = [...(options.without ?? []), ...(nodesPerChain === 1 ? ['nodeLies', 'nodeInvents'] : [])]
  const weather = drawWeather(scheduler, calm, left)
  if (options.wide && weather.kinds.length === 0)
    more.push(createStillOracle({ memory, world, callers, nameOf, nowMs: scheduler.nowMs }))
  const oracles = createOracles({
    memory,
    world,
    wasRefused,
    chainOf,
    callers,
    nameOf,
    nowMs: scheduler.nowMs,
    givenBack,
    more,
  })
  const trouble: HostTrouble = { ...weather.trouble }
  let failure: RunResult['failure']
  let [written, mined] = [false, false]
  /** Something was mined, removed or written since the last check. */
  let moved = false
  let [isDirty, isQuiet] = [true, false]
  let lookAtMs = 0

  function guard(check: () => void): void {
    try {
      check()
    } catch (error) {
      if (!(error instanceof Broken)) throw error
      failure ??= { rule: error.rule, detail: error.message }
      scheduler.note('oracle', error.message)
    }
  }

  function onFault(fault: FaultKind): void {
    count(tally.faults, fault)
    for (const { record } of memory.intents.values())
      if (!isFinalStep(record.step)) count(tally.met, `${fault} × ${record.step}`)
    if (struck.has(fault)) return
    for (const other of struck) count(tally.pairs, pairOf(fault, other))
    for (const trait of world.traits) count(tally.worlds, `${trait} + ${fault}`)
    struck.add(fault)
  }

  const attester = createAttester(chainOf, scheduler, weather.filler, () => onFault('filler'))
  const endpoint = scheduler.chance(0.25)
    ? openEndpoint({ memory, scheduler, projectId: 1, nameOf, guard, fails: () => endpointFails() })
    : undefined
  const endpointFails = (): boolean => {
    const isFailing = scheduler.chance(trouble.webhook)
    if (isFailing) onFault('webhook')
    return isFailing
  }
  const services = new Map<string, Service>()
  const hosts = new Map<string, Host>()
  let generation = 0
  const upgradeAtMs = startMs + world.upgradeAtS * 1_000

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
      onFault,
      onCall: (label, [fence, change]) => {
        count(tally.calls, label)
        if (label !== 'intents.transition') return
        const { step } = change as Transition
        for (const trait of world.traits) if (step) count(tally.worlds, `${trait} × ${step}`)
        guard(() => oracles.beforeTransition(fence as Fence, change as Transition))
      },
      isQuiet: () => isQuiet,
      onBroadcast: (hash) => guard(() => oracles.beforeBroadcast(hash)),
      onCrash: (call) => {
        onFault('crash')
        count(tally.crashes, call)
        scheduler.after(scheduler.between(500, 20_000), role, () => boot(role))
      },
    })
    hosts.set(role, host)
    const untilUpgradeMs = upgradeAtMs - scheduler.nowMs()
    // One by one, so that both versions run for a while.
    if (untilUpgradeMs > 0)
      scheduler.after(untilUpgradeMs + scheduler.between(0, 30_000), role, () => {
        if (host.isAlive()) host.crash('for an upgrade')
      })
    const nodesOf = (chainId: number) =>
      [...nodes].filter(([, node]) => node.chain.definition.id === chainId).map(([key]) => key)
    startService({
      host,
      scheduler,
      nodesOf,
      quorum,
      signers,
      attester,
      daiLimits,
      world,
      works: role !== 'api',
      contracts: untilUpgradeMs > 0 ? earlierContracts : localContracts,
      post: endpoint?.postFrom(host),
      nameOf,
    }).then(
      (service) => {
        if (host.isAlive()) services.set(role, service)
      },
      (error: unknown) => host.crash(`while it starts: ${error}`),
    )
  }

  for (const role of scheduler.pick<readonly string[]>(size.fleets)) boot(role)
  const apis = (): Service[] => [...services.values()]
  for (const chain of chains)
    chain.onBlock((isEmpty) => {
      mined = true
      if (!isEmpty) moved = true
    })
  startWeather({
    scheduler,
    weather,
    chains,
    nodes: [...nodes.values()],
    hosts,
    trouble,
    relayers,
    reorgDepthMax: world.reorgDepthMax,
    endMs: endOfFaultsMs,
    onFault,
    isQuiet: () => isQuiet,
    callsSeen: () => Object.keys(tally.calls),
    inventionFor: (chain) => drawInvention(chain, memory, scheduler),
    strangerActs: () => strangerActs({ memory, world, chainOf, scheduler, onGift }),
    onForgotten: (hashes) => {
      for (const { payments } of callers)
        for (let at = payments.length - 1; at >= 0; at--)
          if (hashes.includes(payments[at]!.hash)) payments.splice(at, 1)
    },
  })
  /** A stranger's gift to an address exceeds what its owner paid. */
  function onGift(wallet: Address, token: Address, amount: bigint): void {
    for (const { record } of memory.intents.values()) {
      const { originIntentAddress, destinationIntentAddress: other, ownerAddress } = record.intent
      if (!sameAddress(originIntentAddress, wallet) && !(other && sameAddress(other, wallet))) continue
      const of = callers.find(({ ask }) => ask && sameAddress(ask.ownerAddress as Address, ownerAddress))
      if (of) of.gifts += worth(token, amount) + 1n
      return
    }
  }
  const isEmpty = (chainId: number, address: Hex | undefined) =>
    !address || assets.every(({ address: token }) => tokenBalance(chainOf(chainId).state(), token, address) === 0n)
  const onGivenBack = (wallet: Address, back: GivenBack): void =>
    void givenBack.set(wallet, [...(givenBack.get(wallet) ?? []), back])
  startFiller({ chains, scheduler, mood: weather.filler, onFault: () => onFault('filler'), onGift, onGivenBack, lift })
  startMessenger({ chains, scheduler, mood: weather.filler, onFault: () => onFault('filler') })
  scheduler.after(1_000, 'callers', () => {
    for (const state of callers) {
      if (options.silent?.includes(state.script.index)) state.isDone = true
      else
        void runCaller(state, {
          scheduler,
          world,
          callers,
          isRefused: (chainId, token, receiver) => isRefusedAt(chainOf(chainId).state(), token, receiver),
          apis,
          chainOf,
          isEmpty,
          meter,
          daiLimits,
          chainIds: chains.map(({ definition }) => definition.id),
          firstAsk: () => callers[0]!.ask,
          planOf: (intentId) => memory.intents.get(intentId)!.record.plan,
          onQuoted: ({ script, intent }) => names.set(intent!.intentId, `intent ${script.index}`),
        })
    }
  })
  scheduler.onEvent(() => {
    if (written) guard(oracles.afterWrite)
    if (written) moved = true
    if (mined && moved) {
      moved = false
      guard(oracles.afterBlock)
    }
    if (written || mined) isDirty = true
    written = mined = false
  })

  /** What is not settled yet, if anything. */
  function unsettled(): string | undefined {
    if (callers.some(({ paymentsAtMs }) => paymentsAtMs.length > 0)) return 'a caller is about to pay'
    if (callers.some(({ isDone }) => !isDone)) return 'a caller has not seen its end'
    for (const { payments } of callers)
      for (const { chainId, hash } of payments)
        if (!chainOf(chainId).ledger.receipt(hash)) return `the payment ${hash.slice(0, 10)} is in no block`
    for (const { record } of memory.intents.values()) {
      const left = unrested(record, { world, chainOf })
      if (left) return `${nameOf(record.intentId)} has ${left}`
    }
    return endpoint?.isOwed() ? 'an event was not delivered' : undefined
  }

  /** Who acts, which intent is active or what waits to be sent; else only polls for late payments remain. */
  function moving(): string | undefined {
    const soon = scheduler.nowMs() + soonMs
    for (const { isWatching, isDone, paymentsAtMs, script } of callers)
      if ((!isDone && !isWatching) || paymentsAtMs.some((atMs) => atMs < soon))
        return `caller ${script.index} is not done`
    for (const { record } of memory.intents.values()) {
      const { step, dueAtMs, intentId } = record
      if (step === 'quoted') continue
      if (!isFinalStep(step) || (dueAtMs !== undefined && dueAtMs < soon)) return `${nameOf(intentId)} is due`
    }
    for (const { done, item } of memory.outbox.values())
      if (!done) return `a ${item.leg} of ${nameOf(item.intentId)} is not sent`
    for (const { state, nonce, chainId } of memory.attempts.values())
      if (isLiveState(state)) return `nonce ${nonce} of chain ${chainId} is ${state}`
    return undefined
  }

  /** Everything is settled, also in the books: nothing left to wait for. */
  const isOver = (): boolean => {
    if (failure) return true
    if (!isDirty || scheduler.nowMs() < lookAtMs) return false
    lookAtMs = scheduler.nowMs() + lookEveryMs
    isQuiet = moving() === undefined
    const lost = isQuiet ? endpoint?.lost() : undefined
    if (lost)
      guard(() => {
        throw new Broken('webhook is not lost', lost)
      })
    if (!isQuiet || unsettled()) return false
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
  // The books explain more than "it never ends".
  if (!failure && !unsettled()) guard(oracles.atEnd)
  const rest = unsettled() ?? moving()
  if (!failure && rest) {
    const open = [...memory.intents.values()].map(({ record }) => `${nameOf(record.intentId)} at ${record.step}`)
    failure = {
      rule: 'liveness',
      detail: `liveness: not settled ${calmMs / 60_000} minutes after the last fault, ${rest}: ${open.join(', ')}`,
    }
    scheduler.note('oracle', failure.detail)
  }
  for (const host of hosts.values()) host.retire()

  const used = process.cpuUsage(startedAt)
  const ends: Record<string, number> = {}
  for (const { record } of memory.intents.values()) ends[record.step] = (ends[record.step] ?? 0) + 1
  return {
    seed,
    intents,
    seconds,
    hash: scheduler.hash(),
    events: scheduler.events(),
    virtualMs: scheduler.nowMs() - startMs,
    ends,
    tally,
    cpuMs: (used.user + used.system) / 1_000,
    failure,
    trace: scheduler.trace,
    weather,
  }
}
