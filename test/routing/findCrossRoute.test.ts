import { expect, test } from 'vitest'
import { randomPools } from '../../bench/routing/randomPools.ts'
import { type BridgeOption, findCrossRoute, rankCrossRoutes } from '../../src/routing/findCrossRoute.ts'
import { findRoute } from '../../src/routing/findRoute.ts'
import { buildGraph } from '../../src/routing/graph.ts'

const origin = randomPools(21, 30, 120)
const destination = randomPools(22, 30, 120)
const originGraph = buildGraph({ chainId: 1, pools: origin.pools })
const destinationGraph = buildGraph({ chainId: 1, pools: destination.pools })

/** Moves the value of one hub into the value of another, less a fee. */
function bridge(provider: string, from: number, to: number, feePpm: bigint): BridgeOption {
  const rate = (index: number, tokens: typeof origin.tokens) => {
    const token = tokens[index]!
    return BigInt(Math.round((10 ** token.decimals / token.priceUsd) * 1_000))
  }
  const rateIn = rate(from, origin.tokens)
  const rateOut = rate(to, destination.tokens)
  return {
    provider,
    originToken: origin.tokens[from]!.address,
    destinationToken: destination.tokens[to]!.address,
    quoteOut: (amountIn) => (amountIn * rateOut * (1_000_000n - feePpm)) / (rateIn * 1_000_000n),
    quoteIn: (amountOut) => (amountOut * rateIn * 1_000_000n) / (rateOut * (1_000_000n - feePpm)) + 1n,
  }
}

const bridges = [bridge('DEAR', 0, 0, 20_000n), bridge('FAIR', 1, 1, 400n), bridge('ROUND', 2, 0, 3_000n)]
const tokenIn = origin.tokens[12]!
const tokenOut = destination.tokens[15]!
const amount = BigInt(Math.round((2_000 / tokenIn.priceUsd) * 10 ** tokenIn.decimals))
const ask = {
  origin: originGraph,
  destination: destinationGraph,
  tokenIn: tokenIn.address,
  tokenOut: tokenOut.address,
  bridges,
}

test('the bridge is chosen by what arrives at the very end', () => {
  const best = findCrossRoute({ ...ask, amount, exact: 'in' })!
  const each = bridges.map((one) => findCrossRoute({ ...ask, bridges: [one], amount, exact: 'in' })?.amountOut ?? 0n)
  expect(best.amountOut).toBe(each.reduce((most, out) => (out > most ? out : most)))
  expect(best.originSwap!.amountOut).toBe(best.bridgeAmountIn)
  expect(best.bridge.quoteOut(best.bridgeAmountIn)).toBe(best.bridgeAmountOut)
  expect(best.destinationSwap!.amountIn).toBe(best.bridgeAmountOut)
  expect(rankCrossRoutes({ ...ask, amount, exact: 'in' }).map(({ amountOut }) => amountOut)).toEqual(
    each.filter((out) => out > 0n).sort((left, right) => (left > right ? -1 : 1)),
  )
})

test('exact out: the chain of legs delivers at least what was asked, for about the input of exact in', () => {
  const forward = findCrossRoute({ ...ask, amount, exact: 'in' })!
  const back = findCrossRoute({ ...ask, amount: forward.amountOut, exact: 'out' })!
  expect(back.amountOut).toBeGreaterThanOrEqual(forward.amountOut)
  expect(back.bridge.quoteOut(back.bridgeAmountIn)).toBeGreaterThanOrEqual(back.bridgeAmountOut)
  expect(back.originSwap!.amountOut).toBeGreaterThanOrEqual(back.bridgeAmountIn)
  expect(Number(back.amountIn) / Number(amount)).toBeLessThan(1.001)
})

test('no swap where the token is the bridge’s own, and the cost of a route counts', () => {
  const direct = bridges[1]!
  const own = { ...ask, tokenIn: direct.originToken, tokenOut: direct.destinationToken, bridges: [direct] }
  const route = findCrossRoute({ ...own, amount: 10n ** 20n, exact: 'in' })!
  expect(route.originSwap).toBeUndefined()
  expect(route.destinationSwap).toBeUndefined()
  expect(route.amountOut).toBe(direct.quoteOut(10n ** 20n))

  const ranked = rankCrossRoutes({ ...ask, amount, exact: 'in' })
  const punished = findCrossRoute({
    ...ask,
    amount,
    exact: 'in',
    costOf: ({ bridge: { provider } }) => (provider === ranked[0]!.bridge.provider ? ranked[0]!.amountOut : 0n),
  })!
  expect(punished.bridge.provider).toBe(ranked[1]!.bridge.provider)
})

test('a bridge that refuses the amount is left out', () => {
  const closed = { ...bridges[1]!, quoteOut: () => undefined, quoteIn: () => undefined }
  expect(findCrossRoute({ ...ask, bridges: [closed], amount, exact: 'in' })).toBeUndefined()
  expect(findCrossRoute({ ...ask, bridges: [closed], amount, exact: 'out' })).toBeUndefined()
  expect(
    findRoute({ graph: originGraph, tokenIn: tokenIn.address, tokenOut: closed.originToken, amount, exact: 'in' }),
  ).toBeDefined()
})
