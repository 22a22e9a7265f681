import { legs } from '../../src/intents/intentRecord.ts'
import { isFinalStep, lifecycle, type Step } from '../../src/intents/lifecycle.ts'
import { transactionStatuses } from '../../src/interface/enums.ts'
import type { Hex } from '../../src/interface/fields.ts'
import { attemptStates, type IntentFilter, type Store } from '../../src/stores/store.ts'
import { addressOf, hashOf, sampleQuote } from './sampleQuote.ts'

export type Which = 'memory' | 'postgres'
export type Pair<T> = { [W in Which]: T }
/** One call for either store. `keep` gets both answers. `crashes`: its writes are visible, so it may be cut short. */
export type Call<T = never> = {
  ask(store: Store, which: Which): Promise<unknown>
  keep?(answer: Pair<T>): void
  crashes?: true
}

export type History = {
  seed: number
  below(count: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
  nowMs: number
  /** The intent's step in the memory store. */
  stepOf(intentId: Hex): Step
  intentIds: Hex[]
  attempts: Pair<number>[]
  leases: { intentId: Hex; token: string }[]
  hashes: number
}

export const chainId = 10
const owner = addressOf(1)
const signers = [addressOf(101), addressOf(102)]
const token = addressOf(4)
/** As few as a history leaves due: comparing others' long records repeatedly took most of the time. */
const few = 3
const most = 1_000
const steps = Object.keys(lifecycle) as Step[]
const dayMs = 24 * 60 * 60_000

export const own = ({ chance, intentIds, pick }: History): Hex => (chance(0.8) ? intentIds.at(-1)! : pick(intentIds))
const asks = <A>(args: A, ask: (store: Store, args: A) => Promise<unknown>): Call => ({
  ask: (store) => ask(store, args),
})

export function insertQuote(history: History, number: number): Call {
  // Ids are unique: a store caches quote bodies by them.
  const intentId = hashOf((history.seed % 1_000_000) * 64 + number, 'b')
  const { nowMs } = history
  history.intentIds.push(intentId)
  return { ask: (store) => store.intents.insertQuote(sampleQuote({ intentId, nowMs })), crashes: true }
}

function transition(history: History): Call<boolean> {
  const { below, chance, pick, nowMs } = history
  const intentId = own(history)
  const from = chance(0.9) ? history.stepOf(intentId) : pick(steps)
  const name = pick<string>(lifecycle[from].next)
  const named = steps.find((one) => one === name)
  // The service never writes to a quote without moving it on, and Postgres has no leg rows before that.
  const step = from === 'quoted' || chance(0.7) ? named : chance(0.1) ? pick(steps) : undefined
  const lease = history.leases.find((one) => one.intentId === intentId)
  const money = { chainId, token, amount: BigInt(below(100)) }
  const reserve = [
    { kind: pick(['gas', 'signed'] as const), ...money, token: signers[0]!, untilMs: nowMs + 3_000, most: 100n },
  ]
  const change = {
    nowMs,
    step,
    dueAtMs: chance(0.9) ? nowMs + below(5_000) : chance(0.5) ? null : undefined,
    ...(chance(0.3) && { legs: [{ leg: pick(legs), chainId, status: pick(transactionStatuses) }] }),
    ...(chance(0.3) && { ledger: [{ from: 'owner', to: 'originIntent', ...money, why: 'deposit' } as const] }),
    ...(chance(0.3) && {
      outbox: [
        {
          ...{ chainId, leg: pick(legs), to: addressOf(9), data: '0x' as const, value: 0n, gasLimit: 1n },
          ...(chance(0.3) && { lastAtMs: nowMs + below(5_000) }),
        },
      ],
    }),
    ...(chance(0.2) && { reserve }),
    ...(chance(0.1) && { release: true }),
    // Like the engine: an intent uses the budget once, when it starts.
    ...(from === 'committed' &&
      step === 'sendDeposit' &&
      chance(0.5) && { sponsor: { dayMs: dayMs * below(2), microUsd: BigInt(below(6)), mostMicroUsd: 10n } }),
    ...(chance(0.1) && { sponsoredMicroUsd: BigInt(below(8)) }),
    ...(chance(0.1) && { startedAtMs: nowMs, arrived: chance(0.5), arrivedAtMs: nowMs }),
    ...(step !== undefined && isFinalStep(step) && { finishedAtMs: nowMs }),
  }
  const fence = { intentId, step: from, leaseToken: lease && chance(0.5) ? lease.token : undefined }
  return { ask: (store) => store.intents.transition(fence, change), crashes: true }
}

function insertAttempt(history: History): Call<{ id: number } | undefined> {
  const { below, chance, pick, nowMs } = history
  const [count, signer, nonce, hash] = [below(3), pick(signers), below(4), hashOf(++history.hashes, 'c')]
  const replaced = chance(0.3) ? history.attempts.at(-1) : undefined
  const fees = { gasLimit: 1n, maxFeePerGas: 2n, maxPriorityFeePerGas: 1n }
  return {
    async ask({ attempts }, which) {
      const items = (await attempts.pending(chainId, most)).slice(0, count).map(({ id }) => id)
      const attempt = { chainId, signer, nonce, hash, raw: '0x02' as const, items, ...fees, holder: 'h1', nowMs }
      return attempts.insertAttempt({ ...attempt, ...(replaced && { replaces: replaced[which] }) })
    },
    keep: ({ memory, postgres }) => {
      if (memory && postgres) history.attempts.push({ memory: memory.id, postgres: postgres.id })
    },
    crashes: true,
  }
}

function recordAttempt({ attempts: known, pick, chance, nowMs }: History): Call | undefined {
  if (known.length === 0) return undefined
  const [ids, state, again] = [pick(known), pick(attemptStates), chance(0.3)]
  const report = {
    state,
    nowMs,
    ...(chance(0.5) && { legStatus: pick(['RELAYED', 'MINING'] as const), minedAtMs: nowMs }),
  }
  return {
    async ask({ attempts }, which) {
      const id = ids[which]
      const carried = again ? (await attempts.live(chainId)).find((one) => one.id === id)?.items : undefined
      await attempts.recordAttempt({ ...report, id, requeue: carried })
    },
    crashes: true,
  }
}

function lease(history: History): Call<{ intentId: Hex; leaseToken: string }[]> {
  const { pick, nowMs, chance } = history
  const worker = pick(['w1', 'w2'])
  const blind = chance(0.1) ? [chainId] : []
  return {
    ask: (store) => store.intents.lease({ worker, nowMs, leaseMs: 2_000, limit: few, blind }),
    keep({ memory }) {
      for (const { intentId, leaseToken } of memory) history.leases.unshift({ intentId, token: leaseToken })
    },
  }
}

type Draw = (history: History) => Call | undefined
const areas = ['intents', 'attempts', 'sponsors', 'events', 'idempotency', 'retention'] as const
type Area = (typeof areas)[number]

/** The calls of these store parts: how arguments are drawn, or why none is made. */
const drawn: { [A in Area]: Record<keyof Store[A], Draw | string> } = {
  intents: {
    insertQuote: 'begins histories',
    sizes: 'estimates of the database',
    ages: 'by the clock of the database',
    transition,
    lease,
    find: (h) => asks(own(h), ({ intents }, id) => intents.find(id)),
    snapshot: (h) => asks(own(h), ({ intents }, id) => intents.snapshot(id)),
    stepOf: (h) => asks(own(h), ({ intents }, id) => intents.stepOf(id)),
    ledger: (h) => asks(own(h), ({ intents }, id) => intents.ledger(id)),
    ledgers: (h) => asks([own(h), own(h)], ({ intents }, ids) => intents.ledgers(ids)),
    search: (h) => asks(filterOf(h), ({ intents }, filter) => intents.search(filter, { limit: few })),
    list: (h) => asks(filterOf(h), ({ intents }, filter) => intents.list(filter, { limit: few })),
    wake: (h) => asks({ id: own(h), nowMs: h.nowMs }, ({ intents }, { id, nowMs }) => intents.wake([id], nowMs)),
    nextDueMs: (h) => asks(h.chance(0.2) ? [chainId] : [], ({ intents }, blind) => intents.nextDueMs(blind)),
    orphans: () => asks(most, ({ intents }, limit) => intents.orphans(limit)),
    durations: () =>
      asks({ originChainId: chainId, destinationChainId: 8453, providers: [] }, ({ intents }, ends) =>
        intents.durations(ends),
      ),
    reserved: ({ nowMs, chance }) =>
      asks(chance(0.5) ? 1 : undefined, ({ intents }, project) =>
        intents.reserved(chainId, signers[0]!, nowMs, project),
      ),
    signedMined: ({ nowMs }) => asks(nowMs, ({ intents }) => intents.signedMined(chainId, signers[0]!, nowMs)),
    refundsSent: (h) => asks(sinceOf(h), ({ intents }, since) => intents.refundsSent({ projectId: 1, ...since })),
    refusedDeposits: (h) => asks(sinceOf(h), ({ intents }, since) => intents.refusedDeposits({ owner, ...since })),
    scheduled: () => asks(0, async ({ intents }) => sorted(await intents.scheduled(), ({ step }) => step)),
    archiveQuotes: ({ nowMs, below }) =>
      asks(nowMs + below(320_000), ({ intents }, expiredBeforeMs) =>
        intents.archiveQuotes({ expiredBeforeMs, limit: most }),
      ),
    forgetQuotes: (h) => (h.chance(0.2) ? asks([own(h)], ({ intents }, ids) => intents.forgetQuotes(ids)) : undefined),
    takeExpiredQuotes: ({ nowMs, below }) =>
      asks({ nowMs: nowMs + below(600_000), limit: most }, ({ intents }, due) => intents.takeExpiredQuotes(due)),
    latePayees: () =>
      asks(most, async ({ intents }, limit) =>
        sorted((await intents.latePayees(chainId, limit)) ?? [], (one) => `${one.address} ${one.token}`),
      ),
    pollNow: ({ nowMs, pick }) =>
      asks([addressOf(pick([2, 3, 77]))], ({ intents }, addresses) => intents.pollNow({ chainId, addresses, nowMs })),
    takePayments: ({ nowMs, pick }) =>
      asks(pick([10, 20]), ({ intents }, id) =>
        intents.takePayments({ chainId: id, nowMs, everyMs: 2_000, firstBlock: 5 }),
      ),
    advancePayments: ({ pick, below }) =>
      asks({ chainId: pick([10, 20]), from: 5 + below(3), to: 6 + below(3) }, ({ intents }, range) =>
        intents.advancePayments(range),
      ),
  },
  attempts: {
    insertAttempt,
    recordAttempt,
    pending: ({ nowMs, chance }) =>
      asks(chance(0.5) ? nowMs : undefined, ({ attempts }, at) => attempts.pending(chainId, few, at)),
    leaseLane: ({ nowMs, pick, chance }) =>
      asks(
        { chainId, signer: pick(signers), holder: chance(0.9) ? 'h1' : 'h2', nowMs, untilMs: nowMs + 10_000 },
        ({ attempts }, claim) => attempts.leaseLane(claim),
      ),
    retireLanes: ({ nowMs, chance }) =>
      chance(0.2)
        ? asks(signers.slice(0, 1), ({ attempts }, keep) => attempts.retireLanes({ chainId, keep, nowMs }))
        : undefined,
    signers: ({ nowMs, below }) =>
      asks(nowMs + below(12_000), async ({ attempts }, sinceMs) =>
        (await attempts.signers(chainId, sinceMs)).toSorted(),
      ),
    live: ({ pick }) => asks(pick([...signers, undefined]), ({ attempts }, signer) => attempts.live(chainId, signer)),
    atNonce: ({ pick, below }) =>
      asks({ signer: pick(signers), nonce: below(4) }, ({ attempts }, { signer, nonce }) =>
        attempts.atNonce(chainId, signer, nonce),
      ),
    ofLeg: (h) => asks({ id: own(h), leg: h.pick(legs) }, ({ attempts }, { id, leg }) => attempts.ofLeg(id, leg)),
    isInFlight: (h) =>
      asks({ id: own(h), leg: h.pick(legs) }, ({ attempts }, { id, leg }) => attempts.isInFlight(id, leg)),
    nextNonce: ({ pick }) => asks(pick(signers), ({ attempts }, signer) => attempts.nextNonce(chainId, signer)),
    minedBelow: ({ pick }) => asks(pick(signers), ({ attempts }, signer) => attempts.minedBelow(chainId, signer)),
    takeRequests: ({ pick }) => asks(pick(signers), ({ attempts }, signer) => attempts.takeRequests(chainId, signer)),
  },
  sponsors: {
    budget: ({ below }) => asks(below(2) * dayMs, ({ sponsors }, day) => sponsors.budget(1, day)),
    days: () => asks({ fromMs: 0, limit: few }, ({ sponsors }, page) => sponsors.days(1, page)),
    setBudget: ({ nowMs, pick }) => ({
      ...asks(pick([0, 0.000_01, 0.000_02]), ({ sponsors }, usd) =>
        sponsors.setBudget(1, usd, { actor: 'history', nowMs }),
      ),
      crashes: true,
    }),
  },
  events: {
    // A row that means nothing to readers may or may not be there.
    ofIntent: (h) =>
      asks({ intentId: own(h), afterId: 0, limit: most }, async ({ events }, page) =>
        (await events.ofIntent(page)).filter((row) => row.status || row.arrived !== undefined || row.legs.length > 0),
      ),
    ofProject: 'tells a row once every older transaction of the server has ended',
  },
  idempotency: {
    claim: ({ below, nowMs }) =>
      asks(
        { projectId: 1, operation: 'x', key: `${below(20)}`, bodyHash: hashOf(below(2)), nowMs },
        ({ idempotency }, claim) => idempotency.claim(claim),
      ),
    forget: ({ nowMs, below }) =>
      asks({ claimedBeforeMs: nowMs - below(20_000), limit: most }, ({ idempotency }, old) => idempotency.forget(old)),
  },
  retention: {
    // The memory store keeps all: no read of these histories misses what these delete.
    prune: ({ nowMs, pick }) =>
      asks(pick(['events', 'audit'] as const), async ({ retention }, what) => {
        await retention.prune(what, { beforeMs: nowMs, limit: most })
      }),
    closed: ({ pick, nowMs }) =>
      asks(pick(closedKinds), ({ retention }, kind) =>
        retention.closed(kind, { afterMs: 0, beforeMs: nowMs, limit: few }),
      ),
    forget: (h) =>
      asks({ kind: h.pick(closedKinds), ids: [own(h)], beforeMs: h.nowMs }, ({ retention }, { kind, ids, beforeMs }) =>
        retention.forget(kind, { beforeMs, intentIds: ids }),
      ),
  },
}

const closedKinds = ['lapsed', 'intents'] as const
const sinceOf = ({ nowMs, below }: History) => ({ sinceMs: nowMs - below(9_000), limit: few })
const filterOf = ({ pick, below }: History): IntentFilter => ({
  projectId: 1,
  ...pick<IntentFilter>([
    {},
    { owner },
    { onlyRecoverable: true },
    { statuses: ['FAILED'] },
    { fromMs: 1_000_000 + below(20_000) },
  ]),
})

const sorted = <T>(rows: readonly T[], key: (row: T) => string): T[] =>
  rows.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))

const weights: Record<string, number> = {
  'intents.transition': 12,
  'intents.lease': 3,
  'attempts.insertAttempt': 5,
  'attempts.recordAttempt': 4,
  'attempts.leaseLane': 3,
}

/** Calls that move an intent are a fifth of all: the others show the results. */
export const draws: readonly (readonly [name: string, draw: Draw])[] = areas
  .flatMap((area) =>
    Object.entries<Draw | string>(drawn[area]).map(([name, draw]) => [`${area}.${name}`, draw] as const),
  )
  .flatMap(([name, draw]) =>
    typeof draw === 'string' ? [] : Array.from({ length: weights[name] ?? 1 }, () => [name, draw] as const),
  )
