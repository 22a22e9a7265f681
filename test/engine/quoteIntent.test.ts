import { describe, expect, test } from 'vitest'
import { describeMostAmount } from '../../src/engine/quote/nearestAmount.ts'
import type { QuoteContext, QuoteWorld } from '../../src/engine/quote/quoteContext.ts'
import { nativeToken } from '../../src/interface/limits.ts'
import { pauseSpokePool } from './scripted/markets.ts'
import { setTokenFault } from './scripted/tokens.ts'
import { addresses, type Bench, harborId, usdc, useBench } from './setup.ts'

const bench = useBench({ sender: false, worker: false })

const swap = { destinationChainId: harborId, destinationTokenAddress: addresses.dai, options: {} }

describe('a quote', () => {
  test('exact in: deposits what was offered, promises what its parts leave, and reserves nothing', async () => {
    const intent = await bench.quote()
    const { plan, step, legs } = await bench.record(intent)
    expect(step).toBe('quoted')
    expect(intent.depositTransaction.amount).toBe(usdc(200))
    expect(plan.feeAmount).toBe(intent.fees.feeTokenAmount)
    expect(plan.bridge?.inputAmount).toBe(usdc(200) - plan.feeAmount)
    expect(intent.quote.toAmountMin).toBe(plan.bridge?.outputAmountMin)
    expect(intent.quote.routeProviders).toEqual(['ACROSS'])
    expect(legs.map(({ leg, status }) => [leg, status])).toEqual([
      ['deposit', 'UNKNOWN'],
      ['origin', 'UNKNOWN'],
      ['destination', 'UNKNOWN'],
    ])
    expect(await bench.store.intents.scheduled()).toEqual([])
  })

  test('exact out: the deposit grows until the output is covered', async () => {
    const intent = await bench.quote({ destinationTokenAmount: usdc(100) })
    expect(intent.quote.toAmountMin).toBe(usdc(100))
    expect(intent.depositTransaction.amount).toBeGreaterThan(usdc(100))
    await expect(
      bench.quote({ destinationTokenAmount: usdc(100), originTokenAmount: usdc(100), tradeType: 'EXACT_OUTPUT' }),
    ).rejects.toThrow(/more than originTokenAmount/)
  })

  test('two quotes of the same request have addresses of their own', async () => {
    const [first, second] = [await bench.quote(), await bench.quote()]
    expect(first.originIntentAddress).not.toBe(second.originIntentAddress)
    expect(first.intentId).not.toBe(second.intentId)
  })

  test('a swap on either side is part of the route', async () => {
    const intent = await bench.quote({ originTokenAddress: addresses.dai, originTokenAmount: 200n * 10n ** 18n })
    expect(intent.quote.routeProviders).toEqual(['POOL', 'ACROSS'])
    expect(intent.quote.toAmountMin).toBeLessThan(intent.quote.toAmount + 1n)
  })
})

describe('is refused', () => {
  const refused: [why: string, ask: Parameters<Bench['quote']>[0], error: string, says: RegExp][] = [
    ['an unknown chain', { destinationChainId: 9 }, 'UnsupportedNetwork', /configured: 1001, 1002/],
    ['an unlisted token', { originTokenAddress: addresses.stranger }, 'Unavailable', /is in no token list/],
    [
      'nothing to do',
      { destinationChainId: harborId, destinationTokenAddress: addresses.usdc, options: {} },
      'IntentsSkipped',
      /plain transfer/,
    ],
    ['nothing offered', { originTokenAmount: 0n }, 'InvalidArgument', /must be more than 0/],
    ['less than the fees', { originTokenAmount: 10n }, 'Unavailable', /does not cover the fees/],
    [
      'the zero address as owner',
      { ownerAddress: nativeToken },
      'InvalidArgument',
      /ownerAddress: is the zero address/,
    ],
    [
      'the zero address as recipient',
      { destinationToAddress: nativeToken },
      'InvalidArgument',
      /destinationToAddress: is the zero address/,
    ],
    [
      'a call to an address without code',
      { destinationToAddress: `0x${'ab'.repeat(20)}`, destinationCallData: '0x12345678' },
      'InvalidArgument',
      /destinationToAddress: 0x[0-9a-fA-F]{40} has no code on chain 1002/,
    ],
    [
      'a slippage of one half',
      { options: { slippageTolerance: 0.5 } },
      'InvalidArgument',
      /options.slippageTolerance: 0.5 allows to lose 50 %.* 0.005 is 0.5 %/,
    ],
    [
      'a bridge that has to be trusted, when none may be',
      { options: { preference: 'TRUSTLESS' } },
      'Unavailable',
      /ACROSS, CCTP: excluded, options.preference TRUSTLESS leaves out/,
    ],
    ['an unknown bridge', { options: { bridgeProvider: 'ROCKET' } }, 'InvalidArgument', /one of ACROSS, CCTP/],
  ]
  test.each(refused)('%s', async (_, ask, error, says) => {
    const failure = bench.quote(ask)
    await expect(failure).rejects.toMatchObject({ error })
    await expect(failure).rejects.toThrow(says)
  })

  test('a token that keeps a share of transfers', async () => {
    setTokenFault(bench.harbor.state(), addresses.usdc, { feeBps: 100 })
    await expect(bench.quote()).rejects.toThrow(/takes a fee on transfer: of 1000000 sent only 990000 arrive/)
  })

  test('a token without a price', async () => {
    bench.setPrice(addresses.usdc, undefined)
    await expect(bench.quote()).rejects.toMatchObject({ error: 'QueryFailed' })
  })

  test('for two reasons at once: the same one is told, whichever is found out first', async () => {
    setTokenFault(bench.harbor.state(), addresses.usdc, { feeBps: 100 })
    bench.setPrice(addresses.usdc, undefined)
    // The second time what is wrong with the token is remembered, and known before any price.
    for (let asking = 1; asking <= 2; asking++) await expect(bench.quote()).rejects.toThrow(/takes a fee on transfer/)
  })

  test('a batch that would fail now, with the reason of the chain', async () => {
    pauseSpokePool(bench.harbor.state(), addresses.spokePool, true)
    await expect(bench.quote()).rejects.toThrow(
      /the origin batch over ACROSS would fail on chain now: .*deposits are paused/,
    )
  })

  test('a pool whose price stands far from the oracle', async () => {
    bench.setRate(addresses.usdc, addresses.dai, 1.2)
    await expect(bench.quote(swap)).rejects.toThrow(/away from the oracle/)
  })

  test('a price impact beyond the limit, with the nearest amount that works', async () => {
    await expect(bench.quote({ originTokenAmount: usdc(3) })).rejects.toMatchObject({ error: 'HighPriceImpact' })
  })

  test('a pair that nobody trades', async () => {
    bench.setRate(addresses.usdc, addresses.dai, 0)
    await expect(bench.quote(swap)).rejects.toThrow(
      /no route from USDC on Harbor to DAI on Harbor; .*now.*\. swap: no liquidity/,
    )
  })

  test('chains whose nodes do not answer', async () => {
    bench.island.fail(() => ({ is: 'down' }))
    await expect(bench.quote()).rejects.toMatchObject({ error: 'ChainNodeHealth' })
  })
})

test('a high slippage is quoted for whoever says that it is meant', async () => {
  const intent = await bench.quote({ options: { slippageTolerance: 0.5, allowHighSlippage: true } })
  expect(intent.quoteRequest.options).toMatchObject({ slippageTolerance: 0.5, allowHighSlippage: true })
})

test('the gas fee follows from the fields beside it', async () => {
  const { fees } = await bench.quote()
  for (const gas of [fees.originGas, fees.destinationGas!]) {
    const uplifted = (gas.totalGasLimit * gas.gasPrice * (10_000n + BigInt(gas.upliftBps!))) / 10_000n
    expect(gas.totalFeeAmount).toBe(uplifted)
    expect(gas.totalFeeAmount).toBeGreaterThan(gas.totalGasLimit * gas.gasPrice)
  }
})

test('native token is quoted without trying a transfer of it', async () => {
  const intent = await bench.quote({
    originTokenAddress: nativeToken,
    originTokenAmount: 10n ** 17n,
    destinationTokenAddress: nativeToken,
  })
  expect(intent.depositTransaction).toMatchObject({ to: intent.originIntentAddress, value: 10n ** 17n, data: '0x' })
})

test('a smaller amount is not called impossible where there was no time to look for it', async () => {
  const input = { isSameChain: false, amount: 1n, origin: { chain: {} }, destination: { chain: {} } }
  const asked = (signal: AbortSignal) => ({ input, deadline: { signal } }) as unknown as QuoteContext
  const world = { providers: [] as unknown } as QuoteWorld
  expect(await describeMostAmount(asked(AbortSignal.abort()), world)).toBe('a much smaller amount may work now')
  expect(await describeMostAmount(asked(new AbortController().signal), world)).toBe(
    'no smaller amount works now either',
  )
})
