import { afterEach } from 'vitest'
import type { Chain } from '../../src/chains/chain.ts'
import type { ChainDefinition } from '../../src/chains/chainDefinition.ts'
import type { ChainLimits } from '../../src/chains/chainLimits.ts'
import { openChain } from '../../src/chains/openChain.ts'
import { createSender, type Sender, type SenderOptions } from '../../src/chains/send/sender.ts'
import { createPrivateKeySigner } from '../../src/chains/send/signer.ts'
import { systemClock } from '../../src/host/clock.ts'
import { createSeededRandom } from '../../src/host/random.ts'
import type { Address, Hex } from '../../src/interface/fields.ts'
import { openPostgresStore, type PostgresStore } from '../../src/stores/postgres/postgresStore.ts'
import type { Attempt } from '../../src/stores/store.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { move } from '../stores/move.ts'
import { hashOf, sampleQuote } from '../stores/sampleQuote.ts'
import { useForAll } from '../useParts.ts'
import { keys, localDefinition, startAnvil, type TestAnvil, watchful } from './anvil.ts'
import { type FaultProxy, startFaultProxy } from './faultProxy.ts'
import { headWhere } from './headWhere.ts'
import { createRecorder, type Recorder } from './recorder.ts'

/** Emits its call data as a log, so that the chain itself counts how often an item was carried out. */
const impatient = { bumpAfterBlocks: 1_000, bumpAfterMs: 0, idleMs: 100, rebroadcastMs: 100, refusedRestMs: 200 }

export const echo: Address = '0x00000000000000000000000000000000000ec400'
export const reverter: Address = '0x0000000000000000000000000000000000dead00'
export const chainId = localDefinition.id
const blockPaceMs = 150

/** One for all tests of a file; what a test opened in it is closed behind the test. */
export function useHarness(): Harness {
  const harness = useForAll(startHarness)
  afterEach(() => harness.closeWorlds())
  return harness
}

export type Harness = Awaited<ReturnType<typeof startHarness>>

/** A node, a proxy in front of it, a database and everything that was started with them; all real. */
export async function startHarness() {
  const anvil = await startAnvil()
  await anvil.rpc('anvil_setCode', [echo, '0x365f5f37365fa000'])
  await anvil.rpc('anvil_setCode', [reverter, '0x5f5ffd'])
  const proxy = await startFaultProxy(anvil.url)
  let lastIntent = 0
  let lastPayload = 0
  /** A payload that no other test has. */
  const payload = (): Hex => `0x${(++lastPayload).toString(16).padStart(64, 'e')}`
  const closers: (() => Promise<void>)[] = []

  /** One test's world: own database and chain client; senders are made in it. `via` reroutes the database. */
  async function open(definition: Partial<ChainDefinition> = {}, via = async (url: string) => url) {
    const database = await freshDatabase()
    const store = await openPostgresStore({ url: await via(database.url) })
    const recorder = createRecorder()
    const openClient = (limits: Partial<ChainLimits> = {}) =>
      openChain({
        definition: { ...localDefinition, ...definition },
        endpoints: [{ url: proxy.url }],
        clock: systemClock,
        observe: recorder.observe,
        limits: { ...watchful, callTimeoutMs: 60_000, probeTimeoutMs: 60_000, ...limits },
      })
    const chain = await openClient()
    const senders: Sender[] = []
    const stoppable: Sender[] = []
    closers.push(async () => {
      await Promise.all(stoppable.map((each) => each.stop()))
      await chain.close()
      await store.close()
      await database.close()
    })
    const sender = (options: Partial<SenderOptions> & { observe?: Recorder['observe'] } = {}): Sender => {
      const made = createSender({
        chain,
        attempts: store.attempts,
        signers: [createPrivateKeySigner(keys[0]!)],
        clock: systemClock,
        random: createSeededRandom(7),
        observe: recorder.observe,
        holder: `holder ${senders.length + 1}`,
        ...options,
        settings: { ...impatient, ...options.settings },
      })
      senders.push(made)
      if (!options.crashPoint) stoppable.push(made) // one that froze cannot be stopped
      return made
    }
    return {
      data: payload(),
      store,
      chain,
      /** A client, as of a process that starts now, that knows no block below the newest. */
      freshClient: async () => {
        const fresh = await openClient({ primeBlocks: 0 })
        closers.push(() => fresh.close())
        return fresh
      },
      recorder,
      sender,
      enqueue: (items: Item[]) => enqueue(store, items, () => ++lastIntent),
      /** Handed to a sender that starts now. */
      send: async (data: Hex) => {
        await enqueue(store, [{ data }], () => ++lastIntent)
        await sender().start()
      },
      attempts: () => allAttempts(store),
      pendingCount: async () => (await store.attempts.pending(chainId, 1_000)).length,
      /** One statement: between two, an item can move from one list to the other. */
      allDone: async () => (await store.pool.query('select from outbox where not done')).rowCount === 0,
      /** Mines at a pace until something has happened. */
      mineUntil: (event: Promise<unknown>) => mineUntil(anvil, event),
    }
  }

  return {
    anvil,
    proxy,
    payload,
    open,
    closeWorlds: async () => {
      proxy.fault = undefined
      for (const close of closers.splice(0)) await close()
    },
    /** How often each payload was carried out on the canonical chain. */
    echoes: async (): Promise<Map<Hex, number>> => {
      const logs = await anvil.rpc<{ data: Hex }[]>('eth_getLogs', [
        { address: echo, fromBlock: '0x0', toBlock: 'latest' },
      ])
      const counts = new Map<Hex, number>()
      for (const { data } of logs) counts.set(data, (counts.get(data) ?? 0) + 1)
      return counts
    },
    stop: async () => {
      await proxy.stop()
      await anvil.stop()
    },
  }
}

export type Item = { to?: Address; data: Hex; gasLimit?: bigint; value?: bigint }

async function enqueue(store: PostgresStore, items: Item[], nextIntent: () => number): Promise<Hex[]> {
  const intentIds: Hex[] = []
  for (const { to = echo, data, gasLimit = 100_000n, value = 0n } of items) {
    const intentId = hashOf(nextIntent(), 'd')
    intentIds.push(intentId)
    const nowMs = Date.now()
    await store.intents.insertQuote(sampleQuote({ intentId, nowMs, originChainId: chainId }))
    const moved = await move(store, intentId, 'quoted', {
      step: 'committed',
      dueAtMs: nowMs + 600_000,
      outbox: [{ chainId, leg: 'origin', to, data, value, gasLimit }],
      nowMs,
    })
    if (!moved) throw new Error('the intent did not move')
  }
  return intentIds
}

async function allAttempts(store: PostgresStore): Promise<Pick<Attempt, 'id' | 'nonce' | 'state' | 'replaces'>[]> {
  const { rows } = await store.pool.query(
    'select id, nonce, state, replaces, max_fee_per_gas from attempts order by id',
  )
  return rows.map((row) => ({
    id: Number(row.id),
    nonce: Number(row.nonce),
    state: row.state,
    replaces: row.replaces ?? undefined,
  }))
}

async function mineUntil(anvil: TestAnvil, event: Promise<unknown>): Promise<void> {
  const happened = new AbortController()
  void event.then(() => happened.abort())
  while (!happened.signal.aborted) {
    await anvil.mine(1)
    await systemClock.sleep(blockPaceMs, happened.signal)
  }
}

/** The chain client has seen everything the node has mined. */
export const caughtUp = async (chain: Chain, anvil: TestAnvil): Promise<void> => {
  const number = Number(await anvil.rpc<Hex>('eth_blockNumber'))
  await headWhere(chain, (head) => head.number >= number)
}

/** Swallows transactions while reporting success, like a censoring node. */
export function censor(proxy: FaultProxy, hashOfRaw: (raw: Hex) => Hex, swallow: (raw: Hex) => boolean): void {
  proxy.fault = (call) => {
    if (call.method !== 'eth_sendRawTransaction') return undefined
    const raw = call.params[0] as Hex
    return swallow(raw) ? { is: 'answer', result: hashOfRaw(raw) } : undefined
  }
}

/** Looks at the books until they say what is expected: they have no event to wait for. */
export async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await systemClock.sleep(50)
}
