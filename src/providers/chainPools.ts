import type { Chain, ChainLog, Head } from '../chains/chain.ts'
import { addressKey, sameAddress } from '../evm/address.ts'
import { type CallCost, onAccount } from '../host/callCost.ts'
import type { Address, Hex } from '../interface/fields.ts'
import { createPoolGraph, dropPool, type PoolGraph, poolOf, setPool } from '../routing/graph.ts'
import type { Pool } from '../routing/pool.ts'
import type { PoolFacts } from './poolProtocol.ts'
import {
  applyLog,
  byPosition,
  createdPool,
  creatorsOn,
  emittersOf,
  poolIdOf,
  poolTopics,
  positionTicks,
  positionTopics,
  protocolOf,
  protocolsOn,
} from './poolProtocols.ts'
import { discoverPools, readPools } from './poolReader.ts'
import { allWords, filledWords, nearTicks, wordOfTick } from './tickReader.ts'

export const poolSyncLimits = {
  /** Most token pairs looked up at the factories; pairs with wrapped native or a priced token come first. */
  pairsMax: 5_000,
  /** The deepest reorg that the journal covers; a deeper one rereads everything. */
  journalBlocks: 128,
  /** Blocks whose logs are fetched to catch up; from further behind, reading everything again is cheaper. */
  catchUpBlocksMax: 256,
  headsWaitingMax: 1_024,
  /** Pools named in one filter of logs; with more, logs are filtered here instead. */
  filterAddressesMax: 500,
  /** On a chain no longer than this, the logs of all positions ever made name every tick: no bitmap scan. */
  historyBlocksMax: 50_000,
  /** Bitmap words far from the price that are read with each head. */
  scanWordsPerHead: 128,
  retryMs: 1_000,
  /** Empty slots that a graph may have beyond one per pool; with more, it is rebuilt. */
  slotsSpare: 64,
  /** Tokens whose pools are searched between two steps. */
  includedAtOnce: 8,
  /** A graph that is behind its chain for longer is not used. */
  behindMsMax: 60_000,
  /** Without quotes, logs are read once per this time: pools that trade in every block would cost a call per block. */
  idleMs: 30_000,
  /** After a quote every head is followed for this long: its caller may ask again. */
  activeMs: 60_000,
  /** A quote waits at most this long for deferred logs. */
  catchUpMsMax: 1_500,
}
export type PoolSyncLimits = typeof poolSyncLimits

/** The result of one step with new heads. */
export type PoolStep = {
  block: number
  hash: Hex
  pools: number
  logs: number
  reread: number
  reorgDepth: number
  full: boolean
}

/** A token that a call named; the call pays for finding its pools. */
type Named = { token: Address; cost: CallCost | undefined }

/**
 * The pools of one chain at its head. Their state comes from a fresh read of everything (at the start, after a gap),
 * from a pool's own logs block by block, and from a fresh read of one pool wherever there is doubt: blocks taken back
 * by a reorg, a new pool, a log of an unexpected block. The journal remembers which pools each recent block touched,
 * so that a reorg rereads exactly those.
 */
export type ChainPools = {
  /** May be replaced when tokens are forgotten: keep no reference. */
  readonly graph: PoolGraph
  /** Takes heads in the order of `Chain.onHead`. If it throws, do not repeat the heads: the next step catches up. */
  step(heads: readonly Head[]): Promise<PoolStep | undefined>
  /**
   * Finds pools of new tokens with the hub tokens; the next step reads them. Drops pools of tokens no longer known.
   */
  include(tokens: readonly Named[]): Promise<void>
  /** Reads ticks far from the price, a few words at a time. Resolves to the number of words left. */
  scan(): Promise<number>
}

type Block = { number: number; hash: Hex; touched: Set<string> }

export function createChainPools(
  chain: Chain,
  tokens: () => readonly Address[],
  isListed: (token: Address) => boolean,
  limits: PoolSyncLimits,
): ChainPools {
  const { definition } = chain
  const hubs = new Set(hubsOf(chain).map(addressKey))
  const isEnd = (token: Address) => !isListed(token) && !hubs.has(addressKey(token))
  const graphOf = (pools: readonly Pool[]) =>
    createPoolGraph({ chainId: chain.id, wrappedNative: definition.wrappedNative, pools, isEnd })
  let graph = graphOf([])
  const known = new Map<string, PoolFacts>()
  const farWords = new Map<string, Set<number>>()
  let journal: Block[] = []
  /** The pools in the graph are as the logs up to this block left them. */
  let applied = -1
  let full = true
  let stale = new Set<string>()
  let toScan: { key: string; words: number[] }[] = []

  /** Appends heads to the journal. Removes blocks of the same or a greater number; pools they touched become stale. */
  const link = (heads: readonly Head[]): number => {
    let depth = 0
    for (const { number, hash, parentHash, follows } of heads) {
      if (journal.at(-1)?.hash === hash) continue
      let displaced = 0
      for (let tip = journal.at(-1); tip && tip.number >= number; tip = journal.at(-1)) {
        for (const key of tip.touched) if (known.has(key)) stale.add(key)
        journal.pop()
        displaced++
      }
      depth = Math.max(depth, displaced)
      applied = Math.min(applied, number - 1)
      const parent = journal.at(-1)
      if (parent?.hash !== (follows ?? parentHash)) {
        full = true
        journal = []
      }
      journal.push({ number, hash, touched: new Set() })
      if (journal.length > limits.journalBlocks) journal.shift()
    }
    return depth
  }

  const readEverything = async (tip: Block): Promise<void> => {
    for (const facts of await discoverPools(chain, pairs(tokens(), chain, limits.pairsMax), tip.number)) {
      known.set(addressKey(facts.id), facts)
    }
    const short = tip.number <= limits.historyBlocksMax
    if (short) await findCreated(tip.number)
    const keys = [...known.keys()]
    const keysV3 = keys.filter((key) => known.get(key)!.kind === 'v3')
    if (short && keysV3.length > 0) await readHistory(keysV3, tip.number)
    put(keys, await read(keys, tip.number))
    tip.touched = new Set(keys)
    toScan = short ? [] : keysV3.map((key) => ({ key, words: farFrom(key) }))
  }

  /** Pools of protocols without a list of all pools. */
  const findCreated = async (toBlock: number): Promise<void> => {
    const asked = protocolsOn(definition).filter(({ createdTopic }) => createdTopic !== undefined)
    if (asked.length === 0) return
    const address = asked.map(({ creator }) => creator(definition)!)
    const topics = [asked.map(({ createdTopic }) => createdTopic!)]
    const logs = await chain.logs({ address, topics, fromBlock: 0, toBlock })
    const listed = new Set(tokens().map(addressKey))
    for (const log of logs) noteCreated(createdPool(definition, log), listed)
  }

  const noteCreated = (created: PoolFacts | undefined, listed: ReadonlySet<string>): void => {
    if (created && listed.has(addressKey(created.token0)) && listed.has(addressKey(created.token1))) {
      known.set(addressKey(created.id), created)
    }
  }

  const readHistory = async (keys: readonly string[], toBlock: number): Promise<void> => {
    const emitters = emittersOf(
      definition,
      keys.map((key) => known.get(key)!),
    )
    const address = emitters.length <= limits.filterAddressesMax ? emitters : undefined
    for (const log of await chain.logs({ address, topics: [[...positionTopics()]], fromBlock: 0, toBlock }))
      noteTicks(log)
  }

  const read = (keys: readonly string[], block: number): Promise<Map<string, Pool>> => {
    const facts = keys.map((key) => known.get(key)!)
    return readPools(chain, facts, block, (id) => wordsOf(addressKey(id)))
  }

  const put = (keys: Iterable<string>, pools: Map<string, Pool>): void => {
    for (const key of keys) {
      const pool = pools.get(key)
      if (pool) setPool(graph, pool)
      else dropPool(graph, known.get(key)!.id)
    }
  }

  const wordsOf = (key: string): number[] => {
    const pool = poolOf(graph, known.get(key)!.id)
    const ofTicks = pool?.kind === 'v3' ? pool.ticks.map(({ index }) => wordOfTick(index, pool.tickSpacing)) : []
    return [...ofTicks, ...(farWords.get(key) ?? [])]
  }

  const farFrom = (key: string): number[] => {
    const pool = poolOf(graph, known.get(key)!.id)
    if (pool?.kind !== 'v3') return []
    const first = wordOfTick(pool.tick - nearTicks, pool.tickSpacing)
    const last = wordOfTick(pool.tick + nearTicks, pool.tickSpacing)
    return allWords(pool.tickSpacing).filter((word) => word < first || word > last)
  }

  const noteTicks = (log: ChainLog): void => {
    const facts = known.get(addressKey(poolIdOf(definition, log)))
    if (facts?.kind !== 'v3') return
    for (const tick of positionTicks(facts, log)) addFarWord(addressKey(facts.id), wordOfTick(tick, facts.tickSpacing))
  }

  const addFarWord = (key: string, word: number): void => {
    const words = farWords.get(key) ?? new Set()
    farWords.set(key, words.add(word))
  }

  const fetchLogs = async (toBlock: number): Promise<ChainLog[]> => {
    const emitters = emittersOf(definition, known.values())
    const creators = creatorsOn(definition)
    const address = emitters.length <= limits.filterAddressesMax ? [...new Set([...emitters, ...creators])] : undefined
    const logs = await chain.logs({ address, topics: [[...poolTopics()]], fromBlock: applied + 1, toBlock })
    return logs.toSorted(byPosition)
  }

  /** The pools after these logs. Leaves out, and makes stale, new pools and those with a log of an unknown block. */
  const fold = (logs: readonly ChainLog[]): Map<string, Pool> => {
    const next = new Map<string, Pool>()
    const blocks = new Map(journal.map((block) => [block.number, block]))
    const listed = new Set(tokens().map(addressKey))
    for (const log of logs) {
      const created = createdPool(definition, log)
      const key = addressKey(created?.id ?? poolIdOf(definition, log))
      noteCreated(created, listed)
      const facts = known.get(key)
      if (!facts) continue
      const block = blocks.get(log.blockNumber)
      block?.touched.add(key)
      noteTicks(log)
      const pool = next.get(key) ?? poolOf(graph, facts.id)
      const after = pool && !created && block?.hash === log.blockHash ? applyLog(pool, log) : undefined
      if (after) next.set(key, after)
      else stale.add(key)
    }
    for (const key of stale) next.delete(key)
    return next
  }

  const step = async (heads: readonly Head[]): Promise<PoolStep | undefined> => {
    const reorgDepth = link(heads)
    const tip = journal.at(-1)
    if (!tip || (tip.number === applied && stale.size === 0 && !full)) return undefined
    if (full || tip.number - applied > limits.catchUpBlocksMax) {
      full = true
      await readEverything(tip)
      journal = [tip]
      stale = new Set()
      full = false
      applied = tip.number
      return {
        block: tip.number,
        hash: tip.hash,
        pools: known.size,
        logs: 0,
        reread: known.size,
        reorgDepth,
        full: true,
      }
    }
    const logs = tip.number > applied ? await fetchLogs(tip.number) : []
    const next = fold(logs)
    const doubted = [...stale]
    const fresh = await read(doubted, tip.number)
    // No await from here on: a quote runs between two awaits and must not see half a block.
    put(next.keys(), next)
    put(doubted, fresh)
    for (const key of doubted) tip.touched.add(key)
    stale = new Set()
    applied = tip.number
    return {
      block: tip.number,
      hash: tip.hash,
      pools: known.size,
      logs: logs.length,
      reread: doubted.length,
      reorgDepth,
      full: false,
    }
  }

  const scan = async (): Promise<number> => {
    const job = toScan.at(-1)
    if (!job) return 0
    const words = job.words.slice(-limits.scanWordsPerHead)
    const facts = known.get(job.key)!
    const { ticks } = protocolOf(facts)
    for (const word of ticks && facts.kind === 'v3' ? await filledWords(chain, ticks, facts, words, applied) : []) {
      addFarWord(job.key, word)
      stale.add(job.key)
    }
    job.words.length -= words.length
    if (job.words.length === 0) toScan.pop()
    return toScan.reduce((sum, { words: left }) => sum + left.length, 0)
  }

  /** Drops pools with a token that is neither known nor a hub: the token lists evict the oldest that callers named. */
  const forgetOthers = (): void => {
    const kept = new Set([...tokens(), ...hubsOf(chain)].map(addressKey))
    for (const [key, { id, token0, token1 }] of known) {
      if (kept.has(addressKey(token0)) && kept.has(addressKey(token1))) continue
      known.delete(key)
      farWords.delete(key)
      stale.delete(key)
      dropPool(graph, id)
    }
    toScan = toScan.filter(({ key }) => known.has(key))
    // Pools that are dropped leave their slots and their tokens behind.
    const live = graph.pools.filter((pool) => pool !== undefined)
    if (graph.pools.length > 2 * live.length + limits.slotsSpare) graph = graphOf(live)
  }

  const include = async (named: readonly Named[]): Promise<void> => {
    forgetOthers()
    const hubs = hubsOf(chain)
    const found = await Promise.all(
      named.map(({ token, cost }) => {
        const pairs = hubs.filter((hub) => !sameAddress(hub, token)).map((hub) => [token, hub] as const)
        return discoverPools(onAccount(chain, cost), pairs, applied)
      }),
    )
    for (const facts of found.flat()) {
      const key = addressKey(facts.id)
      if (known.has(key)) continue
      known.set(key, facts)
      stale.add(key)
      if (facts.kind === 'v3') toScan.push({ key, words: allWords(facts.tickSpacing) })
    }
  }

  return {
    get graph() {
      return graph
    },
    step,
    scan,
    include,
  }
}

/** Tokens that most pools have on one side: the wrapped native one and those with a price feed. */
const hubsOf = ({ definition }: Chain): Address[] =>
  [definition.wrappedNative, ...definition.feeds.map(({ token }) => token)].filter((token) => BigInt(token) !== 0n)

/** Pairs to look up at the factories, at most `pairsMax`. Hub tokens come first: most pools have one. */
function pairs(tokens: readonly Address[], chain: Chain, pairsMax: number): [Address, Address][] {
  const hubs = new Set(hubsOf(chain).map(addressKey))
  const listed = tokens.filter((token) => BigInt(token) !== 0n)
  const ordered = listed.toSorted((a, b) => Number(hubs.has(addressKey(b))) - Number(hubs.has(addressKey(a))))
  const found: [Address, Address][] = []
  for (const [index, a] of ordered.entries()) {
    for (const b of ordered.slice(index + 1)) {
      if (found.length === pairsMax) return found
      found.push([a, b])
    }
  }
  return found
}
