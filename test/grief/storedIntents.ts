import { randomBytes } from 'node:crypto'
import { randomQueries } from '../../bench/routing/queries.ts'
import { randomPools } from '../../bench/routing/randomPools.ts'
import type { IntentRecord } from '../../src/intents/intentRecord.ts'
import type { Hex } from '../../src/interface/fields.ts'
import { limits } from '../../src/interface/limits.ts'
import { findRoute } from '../../src/routing/findRoute.ts'
import { createPoolGraph } from '../../src/routing/graph.ts'
import { pathsSeen } from '../../src/routing/swapSnapshot.ts'
import type { LegSnapshot, NewQuote } from '../../src/stores/store.ts'
import { openBench } from '../engine/setup.ts'

/** An intent over a bridge with a swap on each side, as the engine quotes it. */
export async function ordinaryIntent(): Promise<IntentRecord> {
  const bench = await openBench({ sender: false, worker: false })
  try {
    return await bench.record(await bench.quote())
  } finally {
    await bench.close()
  }
}

/** The same with as much call data as a request may have, of bytes that cannot be compressed. */
export function largestIntent({ intent, legs, ...record }: IntentRecord): IntentRecord {
  const data: Hex = `0x${randomBytes(limits.callDataBytesMax).toString('hex')}`
  const { destinationCalls, destinationMetaTxn } = intent
  if (!destinationCalls || !destinationMetaTxn) throw new Error('an intent over a bridge has a destination')
  const input: Hex = `${destinationMetaTxn.input}${data.slice(2)}`
  return {
    ...record,
    intent: {
      ...intent,
      quoteRequest: { ...intent.quoteRequest, destinationCallData: data },
      destinationCalls: { ...destinationCalls, calls: destinationCalls.calls.map((call) => ({ ...call, data })) },
      destinationMetaTxn: { ...destinationMetaTxn, input },
    },
    legs: legs.map((leg) => (leg.leg === 'destination' ? { ...leg, calldata: input } : leg)),
  }
}

/** A quote of the same content under another id. */
export function quoteOf({ intent, plan, legs, projectId, ...record }: IntentRecord, intentId: Hex): NewQuote {
  return {
    projectId,
    intentId,
    build: (id) => ({ ...intent, id, intentId }),
    plan,
    legs: legs.map(({ id: _, createdAtMs: __, updatedAtMs: ___, ...leg }) => leg),
    nowMs: record.createdAtMs,
    expiresAtMs: record.expiresAtMs,
  }
}

/** What searches on a market of 1,000 pools, at an ordinary price of gas, look at. */
export function largeMarketSnapshots(): LegSnapshot[] {
  const market = randomPools(77, 200, 1_000)
  const graph = createPoolGraph({ chainId: 1, pools: market.pools })
  return randomQueries(market, 78, 20).flatMap(({ tokenIn, tokenOut, amount }) => {
    const asked = { tokenIn, tokenOut, amount, exact: 'in' as const }
    const route = findRoute({ graph, ...asked, limits: { pathsMax: 8 } })
    if (!route) return []
    const { amountIn, amountOut, considered: pools } = route
    const swap = { ...asked, chainId: 1, pathsMax: 8, allow: [], amountIn, amountOut, paths: pathsSeen(route), pools }
    return [{ provider: 'UNISWAP_V3', amountIn, amountOut, feeIn: 0n, swap }]
  })
}
