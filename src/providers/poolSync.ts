import type { Chain, Head } from '../chains/chain.ts'
import type { CallCost } from '../host/callCost.ts'
import type { Clock } from '../host/clock.ts'
import type { Address } from '../interface/fields.ts'
import type { Liquidity } from '../routing/graph.ts'
import { createChainPools, type PoolStep, type PoolSyncLimits, poolSyncLimits } from './chainPools.ts'

/** Events of the synchronisation. */
export type PoolSyncEvents = {
  advanced(event: PoolStep & { chainId: number; tookMs: number }): void
  /** A read failed; it is retried after `retryMs`, from the block reached. */
  failed(event: { chainId: number; error: unknown }): void
  /** Bitmap words far from the price that are not read yet. */
  scanned(event: { chainId: number; wordsLeft: number }): void
}

export type PoolSyncOptions = {
  chains: Iterable<Chain>
  /** Tokens between which pools are looked for; called again whenever a pool is created, because lists change. */
  tokens(chainId: number): readonly Address[]
  /** Whether the operator lists the token: routes of unlisted tokens pass through listed ones only. */
  isListed?(chainId: number, token: Address): boolean
  clock: Clock
  events?: Partial<PoolSyncEvents>
  limits?: Partial<PoolSyncLimits>
}

export type PoolSyncStatus = { ready: boolean; block: number; pools: number; behindMs: number; error?: string }

export type PoolSync = Liquidity & {
  /** Resolves once every chain has been read or has failed once; a chain that failed is read again every `retryMs`. */
  ready(): Promise<void>
  catchUp(chainId: number): Promise<void>
  /** Follows the pools of one more token; resolves once they have been read. */
  include(chainId: number, token: Address, cost?: CallCost): Promise<void>
  status(chainId: number): PoolSyncStatus | undefined
  stop(): Promise<void>
}

/** Follows the heads of every chain until stopped. A stopped one cannot go on; a new one reads everything afresh. */
export function startPoolSync(options: PoolSyncOptions): PoolSync {
  const limits = { ...poolSyncLimits, ...options.limits }
  const chains = new Map([...options.chains].map((chain) => [chain.id, followChain(chain, options, limits)]))
  return {
    graph: (chainId) => chains.get(chainId)?.graph(),
    block: (chainId) => chains.get(chainId)?.status().block,
    catchUp: async (chainId) => chains.get(chainId)?.catchUp(),
    ready: async () => void (await Promise.all([...chains.values()].map(({ tried }) => tried))),
    include: async (chainId, token, cost) => chains.get(chainId)?.include(token, cost),
    status: (chainId) => chains.get(chainId)?.status(),
    stop: async () => void (await Promise.all([...chains.values()].map(({ stop }) => stop()))),
  }
}

function followChain(
  chain: Chain,
  { tokens, isListed = () => true, clock, events }: PoolSyncOptions,
  limits: PoolSyncLimits,
) {
  const pools = createChainPools(
    chain,
    () => tokens(chain.id),
    (token) => isListed(chain.id, token),
    limits,
  )
  const stopping = new AbortController()
  let waiting: Head[] = []
  let last: PoolStep | undefined
  let problem: string | undefined
  let behindSinceMs: number | undefined
  let running: Promise<void> | undefined
  let activeUntilMs = Number.NEGATIVE_INFINITY
  let steppedAtMs = Number.NEGATIVE_INFINITY
  let wordsLeft = 0
  let triedOnce = () => {}
  const tried = new Promise<void>((resolve) => {
    triedOnce = resolve
  })

  const advance = async (): Promise<void> => {
    const startedMs = clock.monotonicMs()
    const heads = waiting
    waiting = []
    const step = await pools.step(heads)
    steppedAtMs = clock.monotonicMs()
    if (step) {
      last = step
      events?.advanced?.({ ...step, chainId: chain.id, tookMs: clock.monotonicMs() - startedMs })
    }
    problem = undefined
    if (waiting.length === 0) behindSinceMs = undefined
  }

  const scan = async (): Promise<void> => {
    if (limits.scanWordsPerHead === 0) return
    wordsLeft = await pools.scan()
    events?.scanned?.({ chainId: chain.id, wordsLeft })
    await advance()
  }

  const wanted: { token: Address; cost: CallCost | undefined; read(): void }[] = []

  /** A few tokens between two steps, never during one: heads are followed however many tokens callers name. */
  const includeWanted = async (): Promise<void> => {
    const taken = wanted.splice(0, limits.includedAtOnce)
    try {
      await pools.include(taken)
      await advance()
    } finally {
      // After a failed read the next step has the pools; waiters continue without them.
      for (const { read } of taken) read()
    }
  }

  const include = (token: Address, cost: CallCost | undefined): Promise<void> =>
    new Promise((read) => {
      if (stopping.signal.aborted || !last) return read()
      wanted.push({ token, cost, read })
      running ??= run()
    })

  const run = async (): Promise<void> => {
    for (
      let again = true;
      again && !stopping.signal.aborted;
      again = waiting.length > 0 || wanted.length > 0 || problem !== undefined
    ) {
      try {
        await advance()
        if (wanted.length > 0) await includeWanted()
        if (waiting.length === 0) await scan()
      } catch (error) {
        behindSinceMs ??= clock.nowMs()
        problem = error instanceof Error ? error.message : String(error)
        if (!stopping.signal.aborted) events?.failed?.({ chainId: chain.id, error })
      }
      triedOnce()
      if (problem !== undefined) await clock.sleep(limits.retryMs, stopping.signal)
    }
    running = undefined
  }

  const take = (head: Head): void => {
    if (stopping.signal.aborted) return
    // Dropping heads leaves a gap: the next one's parent is unknown, so everything is read again.
    if (waiting.length === limits.headsWaitingMax) waiting = []
    waiting.push(head)
    if (!isPutOff()) follow()
  }

  const follow = (): void => {
    behindSinceMs ??= clock.nowMs()
    running ??= run()
  }

  /** Whether the head may be deferred: all pools are read, and no quote was made lately. */
  const isPutOff = (): boolean => {
    const nowMs = clock.monotonicMs()
    const isCaughtUp = last !== undefined && problem === undefined && wordsLeft === 0
    return isCaughtUp && nowMs >= activeUntilMs && nowMs - steppedAtMs < limits.idleMs
  }

  const catchUp = async (): Promise<void> => {
    const mayLack = isPutOff() && waiting.length > 0
    activeUntilMs = clock.monotonicMs() + limits.activeMs
    if (!mayLack || stopping.signal.aborted) return
    follow()
    const caughtUp = new AbortController()
    await Promise.race([running, clock.sleep(limits.catchUpMsMax, caughtUp.signal)])
    caughtUp.abort()
  }

  const unsubscribe = chain.onHead(take)
  const start = async (): Promise<void> => {
    while (!stopping.signal.aborted && !last && waiting.length === 0) {
      try {
        take(await chain.head())
      } catch (error) {
        problem = error instanceof Error ? error.message : String(error)
        events?.failed?.({ chainId: chain.id, error })
        triedOnce()
        await clock.sleep(limits.retryMs, stopping.signal)
      }
    }
  }
  const started = start()
  const behindMs = () => (behindSinceMs === undefined ? 0 : clock.nowMs() - behindSinceMs)

  return {
    tried,
    include,
    catchUp,
    graph: () => (last && behindMs() <= limits.behindMsMax ? pools.graph : undefined),
    status: (): PoolSyncStatus => ({
      ready: last !== undefined && behindMs() <= limits.behindMsMax,
      block: last?.block ?? -1,
      pools: last?.pools ?? 0,
      behindMs: behindMs(),
      ...(problem !== undefined && { error: problem }),
    }),
    stop: async () => {
      stopping.abort()
      unsubscribe()
      await started
      await running
      for (const { read } of wanted) read()
      triedOnce()
    },
  }
}
