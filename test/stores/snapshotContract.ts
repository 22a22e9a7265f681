import { expect, test } from 'vitest'
import type { QuoteSnapshot, Transition } from '../../src/stores/store.ts'
import { addressOf, bigAmount, hashOf, sampleQuote } from './sampleQuote.ts'
import type { Bench } from './storeContract.ts'

const facts = { chainId: 10, token0: addressOf(4), token1: addressOf(5), feePpm: 500, gas: 90_000n }
const reserves = { reserve0: bigAmount, reserve1: 7n }

/** One pool of each kind. */
const snapshot: QuoteSnapshot = {
  legs: [
    {
      provider: 'UNISWAP_V3',
      amountIn: bigAmount,
      amountOut: 5n,
      feeIn: 0n,
      swap: {
        chainId: 10,
        tokenIn: addressOf(4),
        tokenOut: addressOf(5),
        amount: bigAmount,
        exact: 'in',
        gasPriceInTokenOut: { numerator: 3n, denominator: bigAmount },
        pathsMax: 8,
        allow: ['UNISWAP_V3', 'UNISWAP_V2'],
        wrappedNative: addressOf(6),
        block: 77,
        amountIn: bigAmount,
        amountOut: 5n,
        paths: [{ amountIn: bigAmount, pools: [addressOf(21), addressOf(23)] }],
        pools: [
          {
            ...facts,
            kind: 'v3',
            id: addressOf(21),
            provider: 'UNISWAP_V3',
            tickSpacing: 10,
            sqrtPriceX96: 2n ** 96n,
            tick: -1,
            liquidity: bigAmount,
            ticks: [
              { index: -887_220, liquidityNet: bigAmount },
              { index: 0, liquidityNet: 0n },
              { index: 887_220, liquidityNet: -bigAmount },
            ],
          },
          {
            ...facts,
            kind: 'v3',
            id: hashOf(22),
            provider: 'UNISWAP_V4',
            feePpmBack: 3_000,
            key: { currency0: addressOf(0), currency1: addressOf(5), fee: 500, tickSpacing: 10, hooks: addressOf(0) },
            tickSpacing: 10,
            sqrtPriceX96: 2n ** 96n,
            tick: 0,
            liquidity: 0n,
            ticks: [],
          },
          { ...facts, ...reserves, kind: 'v2', id: addressOf(23), provider: 'UNISWAP_V2' },
        ],
      },
    },
    { provider: 'ACROSS', amountIn: 5n, amountOut: 4n, feeIn: 1n },
    {
      provider: 'CURVE_STABLE',
      amountIn: 4n,
      amountOut: 4n,
      feeIn: 0n,
      swap: {
        chainId: 8_453,
        tokenIn: addressOf(5),
        tokenOut: addressOf(4),
        amount: 4n,
        exact: 'out',
        pathsMax: 1,
        allow: [],
        amountIn: 4n,
        amountOut: 4n,
        paths: [],
        pools: [
          {
            ...{ ...facts, ...reserves, kind: 'stable', id: addressOf(24), provider: 'CURVE_STABLE' },
            ...{ rate0: 10n ** 18n, rate1: 10n ** 30n, amplification: 20_000n, fee: 4_000_000n },
          },
          {
            ...{ ...facts, ...reserves, kind: 'solidly', id: addressOf(25), provider: 'SOLIDLY_STABLE' },
            ...{ unit0: 10n ** 6n, unit1: 10n ** 18n, feeBps: 5n },
          },
        ],
      },
    },
  ],
}

/** What a quote saw lives as long as the intent that is made of it, and no longer than a quote that nobody paid. */
export function snapshotContract(bench: Bench): void {
  const quote = (n: number) => bench.store.intents.insertQuote({ ...sampleQuote({ intentId: hashOf(n) }), snapshot })

  test('what a quote saw is read back to the unit, by every process, also once it is committed and has ended', async () => {
    const { intentId } = await quote(1)
    expect(await (await bench.another()).intents.snapshot(intentId)).toEqual(snapshot)
    const { intents } = bench.store
    await intents.transition({ intentId, step: 'quoted' }, { step: 'committed', dueAtMs: 2_000, nowMs: 1_500 })
    const ended: Transition = { step: 'lapsed', nowMs: 3_000, finishedAtMs: 3_000, dueAtMs: null }
    await intents.transition({ intentId, step: 'committed' }, ended)
    expect(await intents.snapshot(intentId)).toEqual(snapshot)
  })

  test('a quote that saw nothing, and one that nobody knows, have none', async () => {
    const { intentId } = await bench.quote(1)
    expect(await bench.store.intents.snapshot(intentId)).toBeUndefined()
    expect(await bench.store.intents.snapshot(hashOf(2))).toBeUndefined()
  })

  test('it goes with its quote: deleted, set aside, and not back when a late payment makes an intent of it again', async () => {
    const { intents } = bench.store
    const [gone, old, kept] = [
      await quote(1),
      await quote(2),
      await bench.store.intents.insertQuote({
        ...sampleQuote({ intentId: hashOf(3), nowMs: 900_000 }),
        snapshot,
      }),
    ]
    expect(await intents.forgetQuotes([gone.intentId])).toBe(1)
    expect(await intents.snapshot(gone.intentId)).toBeUndefined()
    expect(await intents.archiveQuotes({ expiredBeforeMs: old.expiresAtMs + 1, limit: 10 })).toBe(1)
    expect(await intents.snapshot(old.intentId)).toBeUndefined()
    const paid: Transition = {
      step: 'refund',
      dueAtMs: 400_000,
      nowMs: 390_000,
      ledger: [{ from: 'owner', to: 'originIntent', chainId: 10, token: addressOf(4), amount: 1n, why: 'deposit' }],
    }
    expect(await intents.transition({ intentId: old.intentId, step: 'quoted' }, paid)).toBe(true)
    expect(await intents.find(old.intentId)).toBeDefined()
    expect(await intents.snapshot(old.intentId)).toBeUndefined()
    expect(await intents.snapshot(kept.intentId)).toEqual(snapshot)
  })
}
