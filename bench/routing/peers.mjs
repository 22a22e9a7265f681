// Runs one opponent in its own thread, so that one that never answers can be stopped. Plain JavaScript: the opponents
// are installed only in this folder, and the product's type checker does not see them.
import { createRequire } from 'node:module'
import { performance } from 'node:perf_hooks'
import { parentPort, workerData } from 'node:worker_threads'

// The Uniswap libraries warn about every address without a checksum.
console.warn = () => {}
const require = createRequire(import.meta.url)
const { peer, pools, tokens, gas = { usd: 0, gwei: 0, nativeUsd: 1 } } = workerData
/** Gas of a hop through each pool, the same for all routers. */
const gasOf = new Map(pools.map((pool) => [pool.id, Number(pool.gas)]))
const gasOfKind = {
  v2: Number(pools.find(({ kind }) => kind === 'v2').gas),
  v3: Number(pools.find(({ kind }) => kind === 'v3').gas),
}
const usdOf = new Map(tokens.map((one) => [one.address, one.priceUsd]))

const builders = { tines, uniswapV2, uniswapV3, pancake }
const answer = await builders[peer]()
parentPort.postMessage({ ready: true })
parentPort.on('message', async ({ query, exact }) => {
  const from = performance.now()
  try {
    const { amount, gas: spent } = (await answer(query, exact)) ?? {}
    const ms = performance.now() - from
    parentPort.postMessage({ ms, amount: amount === undefined ? undefined : Number(amount), gas: spent })
  } catch (error) {
    parentPort.postMessage({ ms: performance.now() - from, error: String(error?.message ?? error).slice(0, 120) })
  }
})

function tines() {
  const lib = require('@sushiswap/tines')
  const token = new Map(
    tokens.map((one) => [
      one.address,
      { address: one.address, name: one.address, symbol: one.address, decimals: one.decimals, chainId: 1 },
    ]),
  )
  const made = pools.map((pool) => {
    const [a, b] = [token.get(pool.token0), token.get(pool.token1)]
    return pool.kind === 'v2'
      ? new lib.ConstantProductRPool(pool.id, a, b, pool.feePpm / 1e6, pool.reserve0, pool.reserve1)
      : new lib.UniV3Pool(
          pool.id,
          a,
          b,
          pool.feePpm / 1e6,
          pool.held0,
          pool.held1,
          pool.tick,
          pool.liquidity,
          pool.sqrtPriceX96,
          pool.ticks.map(({ index, liquidityNet }) => ({ index, DLiquidity: liquidityNet })),
        )
  })
  for (const pool of made) pool.swapGasCost = gasOf.get(pool.address)
  const base = token.get(tokens[0].address)
  const gasPrice = (gas.usd / tokens[0].priceUsd) * 10 ** tokens[0].decimals
  return ({ tokenIn, tokenOut, amount }, exact) => {
    const find = exact === 'in' ? lib.findMultiRouteExactIn : lib.findMultiRouteExactOut
    const route = find(token.get(tokenIn), token.get(tokenOut), amount, made, base, gasPrice, 10)
    if (route.status !== 'Success') return undefined
    const spent = route.legs.reduce((sum, { poolAddress }) => sum + gasOf.get(poolAddress), 0)
    return { amount: exact === 'in' ? route.amountOutBI : route.amountInBI, gas: spent }
  }
}

function uniswapV2() {
  const { CurrencyAmount, Token } = require('@uniswap/sdk-core')
  const { Pair, Trade } = require('@uniswap/v2-sdk')
  const token = new Map(tokens.map((one) => [one.address, new Token(1, one.address, one.decimals)]))
  const amountOf = (address, amount) => CurrencyAmount.fromRawAmount(token.get(address), amount.toString())
  const pairs = pools
    .filter((pool) => pool.kind === 'v2')
    .map((pool) => new Pair(amountOf(pool.token0, pool.reserve0), amountOf(pool.token1, pool.reserve1)))
  return ({ tokenIn, tokenOut, amount }, exact) => {
    const options = { maxHops: 3, maxNumResults: 1 }
    const [trade] =
      exact === 'in'
        ? Trade.bestTradeExactIn(pairs, amountOf(tokenIn, amount), token.get(tokenOut), options)
        : Trade.bestTradeExactOut(pairs, token.get(tokenIn), amountOf(tokenOut, amount), options)
    return trade && { amount: amountOfTrade(trade, exact), gas: trade.route.pairs.length * gasOfKind.v2 }
  }
}

function uniswapV3() {
  const { CurrencyAmount, Token } = require('@uniswap/sdk-core')
  const { Pool, Trade } = require('@uniswap/v3-sdk')
  const token = new Map(tokens.map((one) => [one.address, new Token(1, one.address, one.decimals)]))
  const made = pools
    .filter((pool) => pool.kind === 'v3')
    .map((pool) => {
      const ticks = pool.ticks.map(({ index, liquidityNet }) => ({
        index,
        liquidityNet: liquidityNet.toString(),
        liquidityGross: (liquidityNet < 0n ? -liquidityNet : liquidityNet).toString(),
      }))
      const [a, b] = [token.get(pool.token0), token.get(pool.token1)]
      return new Pool(a, b, pool.feePpm, pool.sqrtPriceX96.toString(), pool.liquidity.toString(), pool.tick, ticks)
    })
  const amountOf = (address, amount) => CurrencyAmount.fromRawAmount(token.get(address), amount.toString())
  return async ({ tokenIn, tokenOut, amount }, exact) => {
    const options = { maxHops: 3, maxNumResults: 1 }
    const [trade] =
      exact === 'in'
        ? await Trade.bestTradeExactIn(made, amountOf(tokenIn, amount), token.get(tokenOut), options)
        : await Trade.bestTradeExactOut(made, token.get(tokenIn), amountOf(tokenOut, amount), options)
    return trade && { amount: amountOfTrade(trade, exact), gas: trade.swaps[0].route.pools.length * gasOfKind.v3 }
  }
}

function amountOfTrade({ outputAmount, inputAmount }, exact) {
  return (exact === 'in' ? outputAmount : inputAmount).quotient
}

async function pancake() {
  const { CurrencyAmount, ERC20Token, Percent, TradeType } = await import('@pancakeswap/sdk')
  const { SmartRouter, PoolType } = await import('@pancakeswap/smart-router')
  const token = new Map(tokens.map((one) => [one.address, new ERC20Token(56, one.address, one.decimals, one.address)]))
  const amountOf = (address, amount) => CurrencyAmount.fromRawAmount(token.get(address), amount)
  const none = new Percent(0, 1)
  const made = pools.map((pool) =>
    pool.kind === 'v2'
      ? {
          type: PoolType.V2,
          reserve0: amountOf(pool.token0, pool.reserve0),
          reserve1: amountOf(pool.token1, pool.reserve1),
        }
      : {
          type: PoolType.V3,
          token0: token.get(pool.token0),
          token1: token.get(pool.token1),
          fee: pool.feePpm,
          liquidity: pool.liquidity,
          sqrtRatioX96: pool.sqrtPriceX96,
          tick: pool.tick,
          address: pool.id,
          token0ProtocolFee: none,
          token1ProtocolFee: none,
          ticks: pool.ticks.map(({ index, liquidityNet }) => ({
            index,
            liquidityNet,
            liquidityGross: liquidityNet < 0n ? -liquidityNet : liquidityNet,
          })),
        },
  )
  const config = {
    gasPriceWei: BigInt(Math.round(gas.gwei * 1e9)),
    maxHops: 3,
    maxSplits: 4,
    poolProvider: SmartRouter.createStaticPoolProvider(made),
    quoteProvider: SmartRouter.createOffChainQuoteProvider(),
    quoterOptimization: false,
  }
  return async ({ tokenIn, tokenOut, amount }, exact) => {
    const [fixed, other, type] =
      exact === 'in' ? [tokenIn, tokenOut, TradeType.EXACT_INPUT] : [tokenOut, tokenIn, TradeType.EXACT_OUTPUT]
    const prices = { quoteCurrencyUsdPrice: usdOf.get(other), nativeCurrencyUsdPrice: gas.nativeUsd }
    const trade = await SmartRouter.getBestTrade(amountOf(fixed, amount), token.get(other), type, {
      ...config,
      ...prices,
    })
    const spent = trade?.routes
      .flatMap((route) => route.pools)
      .reduce((sum, pool) => sum + (pool.type === PoolType.V2 ? gasOfKind.v2 : gasOfKind.v3), 0)
    return trade && { amount: amountOfTrade(trade, exact), gas: spent }
  }
}
