import type { Chain } from '../chains/chain.ts'
import { addressKey } from '../evm/address.ts'
import { type CallCost, onAccount } from '../host/callCost.ts'
import { inSlices } from '../host/inSlices.ts'
import type { IntentRecord } from '../intents/intentRecord.ts'
import type { AdminRequest, AdminResponse } from '../interface/adminOperations.ts'
import type { ReplayedLeg } from '../interface/adminReplay.ts'
import { ServiceError } from '../interface/errors.ts'
import type { Hex } from '../interface/fields.ts'
import { poolProtocols } from '../providers/poolProtocols.ts'
import { restrictGraph } from '../providers/quoteSwap.ts'
import { wordOfTick } from '../providers/tickReader.ts'
import type { SwapRoute } from '../routing/findRoute.ts'
import type { Liquidity } from '../routing/graph.ts'
import type { Pool } from '../routing/pool.ts'
import { pathsSeen, poolsBetween, runSeen, type SwapSnapshot, searchAgain } from '../routing/swapSnapshot.ts'
import type { LegSnapshot, Store } from '../stores/store.ts'

type ReplayOptions = {
  store: { intents: Pick<Store['intents'], 'find' | 'snapshot'> }
  chains: ReadonlyMap<number, Chain>
  /** Pools known today; if absent, compares only those that the quote read. */
  liquidity?: Pick<Liquidity, 'graph'>
}

/** The most pools that a comparison reads, the quote's own first. */
const poolsMax = 64

/**
 * Repeats the searches of an intent's quote. Over the quote's snapshot, the result must be the same. Over all pools
 * between the route's tokens, as of the block before the swap, it is the best route at that moment. Old states come
 * from the nodes: full nodes keep about 128 blocks, archive nodes all.
 */
export function createReplay(options: ReplayOptions) {
  const { intents } = options.store
  return async (
    { intentId, projectId }: AdminRequest<'ReplayIntent'>,
    cost?: CallCost,
  ): Promise<AdminResponse<'ReplayIntent'>> => {
    const record = await intents.find(intentId)
    // Other projects' intents answer NotFound, so ids cannot be probed.
    if (!record || (projectId !== undefined && record.projectId !== projectId))
      throw new ServiceError(
        'NotFound',
        `there is no intent ${intentId}${projectId === undefined ? '' : ` in project ${projectId}`}: unpaid quotes are deleted once they have expired`,
      )
    const snapshot = await intents.snapshot(intentId)
    if (!snapshot)
      throw new ServiceError(
        'NotFound',
        `what the quote of ${intentId} saw is gone: it is deleted when a quote expires unpaid, and was not kept before migration 25; its terms are in its receipt`,
      )
    const legs = await Promise.all(snapshot.legs.map((leg) => replayLeg(leg, record, { ...options, cost })))
    return { legs, missedBps: missedByAll(legs) }
  }
}

/** Multiplies what the swaps kept: each swaps what the one before left. */
function missedByAll(legs: readonly ReplayedLeg[]): number | undefined {
  const swaps = legs.filter(({ pools }) => pools !== undefined)
  if (swaps.length === 0 || swaps.some(({ missedBps }) => missedBps === undefined)) return undefined
  const kept = swaps.reduce((part, { missedBps = 0 }) => part * (1 - missedBps / 10_000), 1)
  return Math.round((1 - kept) * 1_000_000) / 100
}

async function replayLeg(
  { provider, amountIn, amountOut, swap }: LegSnapshot,
  record: IntentRecord,
  { chains, liquidity, cost }: ReplayOptions & { cost?: CallCost },
): Promise<ReplayedLeg> {
  const quoted = { provider, amountIn, amountOut }
  if (!swap) return { ...quoted, note: 'its terms are the provider’s own: there was nothing to search' }
  const { chainId, tokenIn, tokenOut, block } = swap
  const found = await inSlices(() => searchAgain(swap), cost)
  const again = {
    ...quoted,
    chainId,
    tokenIn,
    tokenOut,
    ...(block !== undefined && { quotedAtBlock: block }),
    pools: swap.pools.length,
    foundAgain: found !== undefined && isSame(found, swap),
    ...(found && { foundAmountOut: found.amountOut }),
  }
  const ran = record.legs.find(
    ({ leg }) => leg === (chainId === record.intent.originChainId ? 'origin' : 'destination'),
  )
  const chain = chains.get(chainId)
  if (ran?.blockNumber === undefined || ran.status !== 'SUCCEEDED') return { ...again, note: 'it has not run' }
  const ranInBlock = ran.blockNumber
  if (!chain) return { ...again, ranInBlock, note: `chain ${chainId} is no longer configured: add it to compare` }
  const known = liquidity?.graph(chainId)
  const around = known ? poolsBetween(restrictGraph(known, new Set(swap.allow)), tokensOf(swap), poolsMax) : []
  return { ...again, ranInBlock, ...(await compareAt(onAccount(chain, cost), swap, around, ranInBlock - 1, cost)) }
}

/** The tokens of the route and its pools. */
function tokensOf({ tokenIn, tokenOut, paths, pools }: SwapSnapshot): Hex[] {
  const used = new Set(paths.flatMap((path) => path.pools.map(addressKey)))
  const passed = pools.filter(({ id }) => used.has(addressKey(id)))
  return [tokenIn, tokenOut, ...passed.flatMap(({ token0, token1 }) => [token0, token1])]
}

/** Compares outputs for the route's input, for exact-output quotes too. */
async function compareAt(
  chain: Chain,
  swap: SwapSnapshot,
  around: readonly Pool[],
  block: number,
  cost: CallCost | undefined,
): Promise<Partial<ReplayedLeg>> {
  const pools = [...new Map([...around, ...swap.pools].map((pool) => [addressKey(pool.id), pool])).values()]
  const used = new Set(swap.paths.flatMap((path) => path.pools.map(addressKey)))
  const read = await Promise.all(pools.map((pool) => readAt(chain, pool, block)))
  const lost = pools.find(({ id }, at) => used.has(addressKey(id)) && read[at] === undefined)
  const refused = pools.find(({ id }, at) => used.has(addressKey(id)) && read[at] === 'refused')
  if (refused)
    return { note: `no node has the state of block ${block} any more: add a node that keeps it to chain ${chain.id}` }
  if (lost) return { note: `pool ${lost.id} of the route cannot be read at block ${block}: nothing to compare with` }
  const then = read.filter((pool) => pool !== undefined && pool !== 'refused')
  const routeAmountOut = await inSlices(() => runSeen(swap, then), cost)
  if (routeAmountOut === undefined) return { note: 'the pools of the route could not fill it then' }
  const again = () => searchAgain({ ...swap, exact: 'in', amount: swap.amountIn }, then)?.amountOut ?? 0n
  const searched = await inSlices(again, cost)
  // The search may find less: it drops a path that brings less than its gas costs.
  const bestAmountOut = searched > routeAmountOut ? searched : routeAmountOut
  const missedBps = Number(((bestAmountOut - routeAmountOut) * 1_000_000n) / (bestAmountOut || 1n)) / 100
  const left = pools.length - then.length
  const note = left > 0 && {
    note: `${left} of ${pools.length} pools could not be read at block ${block} and are left out`,
  }
  return { routeAmountOut, bestAmountOut, missedBps, ...note }
}

/** The pool at a block; undefined if it did not exist or its kind is unknown, `refused` if no node answers. */
async function readAt(chain: Chain, pool: Pool, block: number): Promise<Pool | 'refused' | undefined> {
  const protocol = poolProtocols().find(({ provider }) => provider === pool.provider)
  if (!protocol?.isOn(chain.definition)) return undefined
  return protocol.read(chain, pool, block, wordsOf(pool)).catch(() => 'refused' as const)
}

/** Bitmap words with known ticks. */
const wordsOf = (pool: Pool): Set<number> =>
  new Set(pool.kind === 'v3' ? pool.ticks.map(({ index }) => wordOfTick(index, pool.tickSpacing)) : [])

const isSame = (found: SwapRoute, { amountIn, amountOut, paths }: SwapSnapshot): boolean =>
  found.amountIn === amountIn && found.amountOut === amountOut && pathsText(pathsSeen(found)) === pathsText(paths)

const pathsText = (paths: SwapSnapshot['paths']): string =>
  paths.map((path) => `${path.amountIn}:${path.pools.map(addressKey).join('>')}`).join(' ')
