import { expect, test } from 'vitest'
import { nativeToken } from '../../src/interface/limits.ts'
import type { QuoteRequest } from '../../src/interface/quoteShapes.ts'
import { pauseSpokePool } from './scripted/markets.ts'
import { settingsDefault } from './settingsDefault.ts'
import { addresses, reopen, usdc, useBench } from './setup.ts'

const bench = useBench({ sender: false, worker: false })

/** The scripted CCTP is free and takes 60 s; the scripted Across takes a fee and 1 to 2 s. */
const providersOf = async (originTokenAmount: bigint, options: QuoteRequest['options']): Promise<string[]> =>
  (await bench.quote({ originTokenAmount, options })).quote.routeProviders

test('RECOMMENDED is worth the most, unless another is clearly faster and hardly worth less; by how much is a setting', async () => {
  expect(await providersOf(usdc(200), { preference: 'CHEAPEST' })).toEqual(['CCTP'])
  expect(await providersOf(usdc(200), { preference: 'RECOMMENDED' })).toEqual(['ACROSS'])
  expect(await providersOf(usdc(200), {})).toEqual(['ACROSS'])
  await reopen(bench, {
    sender: false,
    worker: false,
    settings: { recommended: { ...settingsDefault.recommended, fasterLoss: 0, fasterLossUsd: 0 } },
  })
  expect(await providersOf(usdc(200), { preference: 'RECOMMENDED' })).toEqual(['CCTP'])
  expect(await providersOf(usdc(200), { preference: 'FASTEST' })).toEqual(['ACROSS'])
})

test('callers who pay their own intents late do not make a route look slow to others', async () => {
  const { intents } = bench.store
  const measured = intents.durations
  intents.durations = async ({ providers }) =>
    providers.includes('ACROSS') ? { medianS: 900, p90S: 1_800 } : { medianS: 60, p90S: 60 }
  expect(await providersOf(usdc(200), { preference: 'FASTEST' })).toEqual(['ACROSS'])
  expect(await providersOf(usdc(200), {})).toEqual(['ACROSS'])
  intents.durations = measured
})

test('a route whose batch would fail makes way for the next best, and the answer says so', async () => {
  pauseSpokePool(bench.harbor.state(), addresses.spokePool, true)
  const { intent, offers } = await bench.quoteAnswer({ options: {} })
  expect(intent.quote.routeProviders).toEqual(['CCTP'])
  expect(offers?.[0]).toMatchObject({ route: 'CCTP over USDC', chosen: true })
  const failed = offers?.find(({ refused }) => refused === 'wouldFail')
  expect(failed).toMatchObject({ route: 'ACROSS over USDC', chosen: false })
  expect(failed?.detail).toMatch(/deposits are paused/)
})

test('the answer lists what was considered: amounts, crossing and providers of every offer', async () => {
  const { intent, offers } = await bench.quoteAnswer({ options: {} })
  const [chosen, other] = offers ?? []
  expect(chosen).toMatchObject({ chosen: true, routeProviders: ['ACROSS'], toAmountMin: intent.quote.toAmountMin })
  expect(other).toMatchObject({ chosen: false, routeProviders: ['CCTP'], crossingSeconds: 60 })
  expect(other!.toAmountMin).toBeGreaterThan(chosen!.toAmountMin!)
  expect(chosen!.routeAmount).toBe(intent.quote.fromAmount - intent.fees.feeTokenAmount)
})

test('bridge, token and both swaps are one choice: the best together is the best of neither side alone', async () => {
  const { dai, usdc: dollars, weth } = addresses
  // The best swap here leads to USDC, where the worst one there starts; ether is worth most there, and only its
  // wrapped form is cheap here.
  bench.setRate(dai, dollars, 1.02)
  bench.setRate(dollars, dai, 0.98)
  bench.setRate(dai, weth, 1.01)
  bench.setRate(dai, nativeToken, 0.98)
  bench.setRate(nativeToken, dai, 1.01)
  const { intent, offers } = await bench.quoteAnswer({
    originTokenAddress: dai,
    destinationTokenAddress: dai,
    originTokenAmount: 1_000n * 10n ** 18n,
    options: { preference: 'CHEAPEST' },
  })
  expect(intent.quote.routeProviders).toEqual(['POOL', 'ACROSS', 'POOL'])
  expect(offers?.map(({ route }) => route)).toEqual([
    'ACROSS over WETH',
    'CCTP over USDC',
    'ACROSS over USDC',
    'ACROSS over ETH',
  ])
  expect(offers?.[0]?.chosen).toBe(true)
})

test('what the legs of a way cost in gas counts against it: the larger output is not always the cheapest', async () => {
  const cheapest = () => providersOf(usdc(200), { preference: 'CHEAPEST' })
  expect(await cheapest()).toEqual(['CCTP'])
  // A burn takes 20,000 gas more than a deposit: 40 cents now, and the filler asks for 8.
  bench.harbor.setBaseFee(10n ** 10n)
  expect(await cheapest()).toEqual(['ACROSS'])
})
