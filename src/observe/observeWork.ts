import type { Logger } from 'pino'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { ChainEvents } from '../chains/chainEvents.ts'
import { lifecycle, type Step } from '../intents/lifecycle.ts'
import type { BookedEntry } from '../intents/worthOf.ts'
import type { Address, Hex } from '../interface/fields.ts'
import type { ProviderRest } from '../providers/provider.ts'
import { type Prunable, prunables } from '../stores/retentionStore.ts'
import { attemptStates, type OpenSince, type Scheduled, type TableSize } from '../stores/store.ts'
import type { YieldEvents } from '../yields/yieldProtocol.ts'
import { createOutages } from './outages.ts'

/** An amount that a step found moved, as a decimal string of base units. A known token has symbol and decimals. */
export type MovedAmount = {
  moved: 'sent' | 'arrived' | 'refunded'
  chainId: number
  token: Address
  amount: string
  symbol?: string
  decimals?: number
}

/** Work that is retried until it succeeds. */
export type Tried = {
  intentId: Hex | undefined
  step: Step | 'lease' | 'wake' | 'sweep' | 'prove'
  /** The sweep's name, with its chain if it has one. */
  of?: string
}

const nameOf = ({ intentId, step, of }: Tried): string => `${step} ${of} ${intentId}`

/** Log and metrics of executing intents: transitions of the engine and events on chains. */
export type WorkEvents = ChainEvents &
  YieldEvents & {
    stepTaken(event: {
      intentId: Hex
      from: Step
      to: Step
      tookMs: number
      originChainId: number
      destinationChainId: number
      amounts: readonly MovedAmount[]
    }): void
    /** The payment to the recipient is in a block. `route`: the bridge, or the first provider without one. */
    arrived(event: { intentId: Hex; route: string; estimatedS: number; tookS: number }): void
    /** Ledger entries written. */
    booked(event: { entries: readonly BookedEntry[] }): void
    /** Another worker moved the intent first; nothing was written. */
    stepLost(event: { intentId: Hex; step: Step }): void
    /** A sponsored deposit: reserved, refused for lack of budget, spent, or returned unspent. */
    sponsored(event: { outcome: SponsoredOutcome; microUsd: bigint }): void
    /** A step threw and will be retried. Logged at the first failure, not each time. */
    stepFailed(event: Tried & { error: unknown }): void
    /** A step succeeded; logged only after a failure. */
    stepWorks(event: Tried): void
    /** The age of a loop of this process. */
    loopMeasured(event: { name: string; ageMs: number; ageMsMax: number }): void
    /** The workers' backlog. */
    workScheduled(event: { scheduled: readonly Scheduled[]; nowMs: number }): void
    /** Rows that a sweep deleted, by kind. `expired`: quotes of which the address and the packed quote stay. */
    forgotten(event: Partial<Record<'expired' | 'quotes' | 'lapsed' | 'claims' | Prunable, number>>): void
    /** Since when the oldest work of each kind is open, by the database's clock. `ownMs`: this process's clock. */
    openWorkMeasured(event: OpenSince & { ownMs: number }): void
    /** This process's chains, once at its start: creates their series, so that alerts see the first event. */
    chainsKnown(event: { chainIds: readonly number[] }): void
    /** Sizes of stored intents. */
    storeMeasured(sizes: readonly TableSize[]): void
    /** A provider's breaker on a corridor opens, stays open, or closes. */
    providerRest(event: ProviderRest): void
    /** Intents under way without a scheduled step: this must never happen. */
    orphansFound(event: { intentIds: readonly Hex[] }): void
  }

const sponsoredOutcomes = ['held', 'refused', 'spent', 'given_back'] as const
type SponsoredOutcome = (typeof sponsoredOutcomes)[number]

const openKinds = ['executing', 'outbox', 'attempt', 'event'] as const

const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

export function observeWork(log: Logger, registry: Registry): WorkEvents {
  const registers = [registry]
  const counter = (name: string, help: string, labelNames: string[] = []) =>
    new Counter({ name: `causeway_${name}`, help, labelNames, registers })
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `causeway_${name}`, help, labelNames, registers })
  const moves = counter('steps_total', 'Moves of intents, by step', ['from', 'to'])
  const failures = counter('step_failures_total', 'Steps that threw and will be tried again', ['step'])
  const orphans = counter('orphans_total', 'Intents for which nothing was scheduled')
  const lost = counter('steps_lost_total', 'Steps that another worker took first')
  const seconds = new Histogram({
    name: 'causeway_step_duration_seconds',
    help: 'Time from lease to written move',
    labelNames: ['from'],
    buckets: secondsBuckets,
    registers,
  })
  const durationRatio = new Histogram({
    name: 'causeway_duration_ratio',
    help: 'Time from the start of an intent to its arrival, divided by what was quoted',
    labelNames: ['route'],
    buckets: [0.1, 0.25, 0.5, 0.75, 0.9, 1.1, 1.25, 1.5, 2, 4, 10],
    registers,
  })
  const attempts = counter('attempts_total', 'Transactions by what became of them', ['chain', 'state'])
  const reorgs = counter('reorgs_total', 'Reorganisations seen', ['chain'])
  const broken = counter('finality_broken_total', 'Reorganisations below a block that was relied on', ['chain'])
  const disagreements = counter('nodes_disagree_total', 'Reads on which nodes did not agree', ['chain'])
  const faults = counter('sender_faults_total', 'Turns of a sender that failed', ['chain'])
  const gaps = counter('nonce_gaps_total', 'Unused nonces found below those of a signer', ['chain'])
  const signingPaused = gauge('fees_held', 'Whether nothing is signed because fees are beyond what may be paid', [
    'chain',
  ])
  const leftOut = counter('yield_markets_left_out_total', 'Markets left out of an answer', [
    'chain',
    'protocol',
    'reason',
  ])
  const yieldFailures = counter('yield_source_failures_total', 'Protocols that could not be asked', [
    'chain',
    'protocol',
  ])
  const healthy = gauge('node_healthy', 'Whether a node can be used', ['chain', 'node'])
  const blocks = gauge('chain_head_block', 'Newest block that a quorum of nodes has', ['chain'])
  const blockTimes = gauge('chain_head_timestamp_seconds', 'When that block was made, by its own clock', ['chain'])
  const loopAges = gauge('loop_age_seconds', 'Time since a loop of this process last finished a turn', ['loop'])
  const late = new Set<string>()
  const scheduled = gauge('intents_scheduled', 'Intents that a step is scheduled for', ['step'])
  const overdue = gauge('oldest_due_seconds', 'How long the intent that waits longest for a worker has been due')
  const sponsored = counter('sponsored_deposits_total', 'Deposits that projects pay for, by what became of it', [
    'outcome',
  ])
  const sponsoredUsd = counter('sponsored_usd_total', 'Dollars of the budgets of projects, by what became of them', [
    'outcome',
  ])
  const gone = counter('forgotten_total', 'Rows deleted because they were old, by what they were', ['what'])
  const openAge = gauge('oldest_open_seconds', 'How long the oldest work of a kind has been open: 0 if there is none', [
    'what',
  ])
  const damagedRows = gauge(
    'intents_damaged',
    'Intents and items of the outbox that cannot be read; no worker takes them',
  )
  const damagedNames = gauge('intent_damaged', 'The first of these intents by their ids', ['intent'])
  const clockAhead = gauge('database_clock_ahead_seconds', "The database's clock against that of this process")
  // Prometheus sees an increase only between two samples, so create each series before its first event.
  for (const [from, { next }] of Object.entries(lifecycle)) for (const to of next) moves.labels(from, to).inc(0)
  for (const step of [...Object.keys(lifecycle), 'lease', 'wake', 'sweep', 'prove']) failures.labels(step).inc(0)
  for (const outcome of sponsoredOutcomes)
    for (const counted of [sponsored, sponsoredUsd]) counted.labels(outcome).inc(0)
  for (const what of ['expired', 'quotes', 'lapsed', 'claims', ...prunables]) gone.labels(what).inc(0)
  for (const what of openKinds) openAge.labels(what).set(0)
  const storedBytes = gauge('store_bytes', 'Bytes of a table with its indexes', ['table'])
  const storedRows = gauge('store_rows', 'Rows of a table, as the database estimates them', ['table'])
  const gas = gauge('signer_gas_ether', 'Native balance of a signer', ['chain', 'signer'])
  const gasLow = gauge('signer_gas_low', 'Whether a signer has less than a few transactions of its chain may cost', [
    'chain',
    'signer',
  ])
  const stalled = gauge('lane_stalled_seconds', 'How long the first unmined transaction of a lane has been the first', [
    'chain',
    'signer',
  ])
  const earnedUsd = counter('earned_usd_total', 'Dollars of fees that were booked, by what for', ['chain', 'why'])
  const chargedUsd = counter('gas_charged_usd_total', 'Dollars of fees that were charged for gas', ['chain'])
  const spentUsd = counter('gas_spent_usd_total', 'Dollars of gas that intents cost', ['chain'])
  const spent = counter('gas_spent_native_total', 'Native token of gas that intents cost', ['chain'])
  const corridorLabels = ['provider', 'chain', 'destination']
  const resting = gauge('provider_resting', 'Tokens with which a provider is not asked on a corridor', corridorLabels)
  const rests = counter('provider_rests_total', 'Rests of a provider on a corridor that began', corridorLabels)
  const outages = createOutages()

  return {
    stepTaken: (event) => {
      moves.labels(event.from, event.to).inc()
      seconds.labels(event.from).observe(event.tookMs / 1_000)
      log.info(event, 'step')
    },
    arrived: (event) => {
      if (event.estimatedS > 0) durationRatio.labels(event.route).observe(event.tookS / event.estimatedS)
      log.info(event, 'arrived')
    },
    booked: ({ entries }) => {
      for (const { chainId, why, to, amount, microUsd = 0n, gasMicroUsd = 0n } of entries) {
        const chain = String(chainId)
        if (why === 'gas') {
          spent.labels(chain).inc(Number(amount) / 1e18)
          spentUsd.labels(chain).inc(Number(microUsd) / 1e6)
        } else if (to === 'collector') {
          earnedUsd.labels(chain, why).inc(Number(microUsd) / 1e6)
          chargedUsd.labels(chain).inc(Number(gasMicroUsd) / 1e6)
        }
      }
    },
    stepLost: (event) => {
      lost.inc()
      log.debug(event, 'step lost')
    },
    stepFailed: ({ error, ...tried }) => {
      failures.labels(tried.step).inc()
      const told = outages.failed(nameOf(tried), error)
      if (told) log.warn({ ...tried, ...told }, 'step failed')
    },
    stepWorks: (tried) => {
      const failed = outages.worked(nameOf(tried))
      if (failed > 0) log.info({ ...tried, failures: failed }, 'step works again')
    },
    sponsored: ({ outcome, microUsd }) => {
      sponsored.labels(outcome).inc()
      sponsoredUsd.labels(outcome).inc(Number(microUsd) / 1e6)
    },
    loopMeasured: ({ name, ageMs, ageMsMax }) => {
      loopAges.labels(name).set(ageMs / 1_000)
      const isLate = ageMs > ageMsMax
      if (isLate === late.has(name)) return
      if (isLate) late.add(name)
      else late.delete(name)
      log[isLate ? 'error' : 'info']({ loop: name, ageMs, ageMsMax }, isLate ? 'loop is late' : 'loop is back')
    },
    workScheduled: (event) => {
      scheduled.reset()
      for (const { step, count } of event.scheduled) scheduled.labels(step).set(count)
      const waitedMs = event.scheduled.map(({ readyAtMs }) => event.nowMs - readyAtMs)
      overdue.set(Math.max(0, ...waitedMs) / 1_000)
    },
    openWorkMeasured: ({ nowMs, ownMs, damaged, damagedIntents, ...since }) => {
      for (const what of openKinds) {
        const sinceMs = since[`${what}Ms`]
        openAge.labels(what).set(sinceMs === undefined ? 0 : Math.max(0, nowMs - sinceMs) / 1_000)
      }
      damagedRows.set(damaged)
      damagedNames.reset()
      for (const intentId of damagedIntents) damagedNames.labels(intentId).set(1)
      clockAhead.set((nowMs - ownMs) / 1_000)
    },
    chainsKnown: ({ chainIds }) => {
      for (const chain of chainIds.map(String)) {
        for (const counted of [reorgs, broken, disagreements, faults, gaps]) counted.labels(chain).inc(0)
        signingPaused.labels(chain).set(0)
        for (const counted of [spent, spentUsd, chargedUsd]) counted.labels(chain).inc(0)
        for (const why of ['fee', 'relayFee']) earnedUsd.labels(chain, why).inc(0)
        for (const state of attemptStates) attempts.labels(chain, state).inc(0)
      }
    },
    forgotten: (event) => {
      for (const [what, count] of Object.entries(event)) gone.labels(what).inc(count)
      if (Object.values(event).some((count) => count > 0)) log.info(event, 'forgotten')
    },
    storeMeasured: (sizes) => {
      for (const { table, bytes, rows } of sizes) {
        storedBytes.labels(table).set(bytes)
        storedRows.labels(table).set(rows)
      }
    },
    providerRest: ({ corridor, sinceMs, untilMs, ...event }) => {
      const { chainId, destinationChainId = '' } = corridor
      const labels = [event.provider, String(chainId), String(destinationChainId)]
      if (event.state === 'resting') rests.labels(...labels).inc()
      if (event.state !== 'restsOn') resting.labels(...labels).inc(event.state === 'resting' ? 1 : -1)
      const [since, until] = [sinceMs, untilMs].map((ms) => new Date(ms).toISOString())
      const line = { ...event, ...corridor, since, until }
      if (event.state === 'served') log.info(line, 'provider is asked again')
      else log.warn(line, 'provider rests')
    },
    orphansFound: (event) => {
      orphans.inc(event.intentIds.length)
      log.error(event, 'orphans found')
    },
    nodeHealth: (event) => {
      healthy.labels(String(event.chainId), event.node).set(event.healthy ? 1 : 0)
      log[event.healthy ? 'info' : 'warn'](event, 'node health')
    },
    nodesChanged: ({ chainId, before, nodes }) => {
      for (let place = 1; place <= before; place++) {
        healthy.remove(String(chainId), `socket ${place}`)
        if (place > nodes) healthy.remove(String(chainId), `node ${place}`)
      }
      log.info({ chainId, before, nodes }, 'nodes changed')
    },
    head: ({ chainId, number, timestampS }) => {
      blocks.labels(String(chainId)).set(number)
      blockTimes.labels(String(chainId)).set(timestampS)
    },
    nodesDisagree: (event) => {
      disagreements.labels(String(event.chainId)).inc()
      log.warn(event, 'nodes disagree')
    },
    reorg: (event) => {
      reorgs.labels(String(event.chainId)).inc()
      log.warn(event, 'reorg')
    },
    finalityBroken: (event) => {
      broken.labels(String(event.chainId)).inc()
      log.error(event, 'finality broken')
    },
    laneTaken: (event) => log.debug(event, 'lane taken'),
    laneLost: (event) => {
      // The lane's new holder reports these; this process would show its last values forever.
      gas.remove(String(event.chainId), event.signer)
      gasLow.remove(String(event.chainId), event.signer)
      stalled.remove(String(event.chainId), event.signer)
      log.warn(event, 'lane lost')
    },
    attempt: ({ signedAtMs: _, ...event }) => {
      attempts.labels(String(event.chainId), event.state).inc()
      log.info(event, 'attempt')
    },
    gasBalance: ({ balance, ...event }) => {
      gas.labels(String(event.chainId), event.signer).set(Number(balance) / 1e18)
      gasLow.labels(String(event.chainId), event.signer).set(event.low ? 1 : 0)
      if (event.low) log.warn({ ...event, balance: balance.toString() }, 'signer is low on gas')
    },
    signingPaused: (event) => {
      signingPaused.labels(String(event.chainId)).set(event.isPaused ? 1 : 0)
      log.warn(
        event,
        event.isPaused ? 'fees are beyond what may be paid; nothing is signed' : 'fees are within bounds again',
      )
    },
    nonceGap: (event) => {
      gaps.labels(String(event.chainId)).inc()
      log.error(event, 'unused nonces below ours: a node answered too high a count')
    },
    laneMeasured: ({ chainId, signer, stalledMs }) => stalled.labels(String(chainId), signer).set(stalledMs / 1_000),
    senderFault: ({ error, ...event }) => {
      faults.labels(String(event.chainId)).inc()
      const told = outages.failed(JSON.stringify(event), error)
      if (told) log.warn({ ...event, ...told }, 'sender fault')
    },
    senderWorks: (event) => {
      const failed = outages.worked(JSON.stringify(event))
      if (failed > 0) log.info({ ...event, failures: failed }, 'sender works again')
    },
    marketLeftOut: (event) => {
      leftOut.labels(String(event.chainId), event.protocol, event.reason).inc()
      log.info(event, 'market left out')
    },
    yieldSourceFailed: ({ chainId, protocol, error }) => {
      yieldFailures.labels(String(chainId), protocol).inc()
      log.warn({ chainId, protocol, err: error }, 'yield source failed')
    },
  }
}
