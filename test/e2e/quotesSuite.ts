import { encodeFunctionData, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { batchDigest } from '../../src/intents/wallet.ts'
import type { Response } from '../../src/interface/operations.ts'
import { createAdminClient } from '../../src/sdk/adminClient.ts'
import { fromTo, harbor, island, native, type Service, summit, tokens } from './setup.ts'

/** Which way outbids which depends on the markets. */
export function quotesSuite(service: Service): void {
  type QuoteRequest = Parameters<Service['client']['quoteIntent']>[0]
  type Answer = Response<'QuoteIntent'>
  type Offer = NonNullable<Answer['offers']>[number]

  const usdc = (whole: bigint) => whole * 10n ** 6n
  const ether = (whole: bigint) => whole * 10n ** 18n

  function quote(ask: Partial<QuoteRequest>): Promise<Answer> {
    return service.client.quoteIntent({
      ownerAddress: service.devnet.accounts[0]!.address,
      ...fromTo([harbor, tokens.usdc], [island, native]),
      ...ask,
    } as QuoteRequest)
  }

  const asks: Record<string, Partial<QuoteRequest>> = {
    'same chain, exact in, to native': { destinationChainId: harbor, originTokenAmount: usdc(100n) },
    'same chain, exact out, from native': {
      originTokenAddress: native,
      destinationChainId: harbor,
      destinationTokenAddress: tokens.dai,
      destinationTokenAmount: ether(50n),
    },
    'same chain, token to token': {
      destinationChainId: harbor,
      destinationTokenAddress: tokens.wbtc,
      originTokenAmount: usdc(5_000n),
    },
    'across, no swap': { destinationTokenAddress: tokens.usdc, originTokenAmount: usdc(300n) },
    'across, swaps on both sides, exact in': {
      originTokenAddress: tokens.dai,
      destinationTokenAddress: tokens.wbtc,
      originTokenAmount: ether(2_000n),
    },
    'across, swaps on both sides, exact out': {
      originTokenAddress: tokens.wbtc,
      destinationTokenAddress: tokens.dai,
      destinationTokenAmount: ether(700n),
    },
    'across, native to native': {
      originTokenAddress: native,
      destinationChainId: summit,
      originTokenAmount: 10n ** 17n,
    },
    'across, exact out in native': { originTokenAddress: tokens.usdt, destinationTokenAmount: 10n ** 17n },
  }

  describe('every quote', () => {
    test.each(Object.entries(asks))('%s: amounts, fees and addresses add up', async (_name, ask) => {
      const { intent, gasFeeOptions } = await quote(ask)
      expectAmounts(ask, intent)
      expectFees(intent)
      expectAddresses(intent)
      expect(gasFeeOptions.feeOptions[0]).toMatchObject({ tokenAddress: native, is2612: false })
      expect(intent.quote.routeProviders.length).toBe(intent.quote.routeProvidersFeeUsd.length)
      expect(intent.quote.routeProviders.length).toBe(intent.quote.routeProvidersRequestIds.length)
    })
  })

  function expectAmounts(
    ask: Partial<QuoteRequest>,
    { quote: q, depositTransaction, originPrecondition }: Answer['intent'],
  ): void {
    expect(q.fromAmount).toBe(depositTransaction.amount)
    expect(originPrecondition.minAmount).toBe(depositTransaction.amount)
    if (ask.originTokenAmount !== undefined) expect(depositTransaction.amount).toBe(ask.originTokenAmount)
    if (ask.destinationTokenAmount !== undefined)
      expect(q.toAmountMin).toBeGreaterThanOrEqual(ask.destinationTokenAmount as bigint)
    const slippagePpm = BigInt(Math.ceil(q.maxSlippage * 1e6))
    expect(q.toAmountMin * 1_000_000n).toBeGreaterThanOrEqual(q.toAmount * (1_000_000n - slippagePpm))
    const {
      executionPriceImpact: e,
      marketPriceImpact: m,
      providerFeesPriceImpact: p,
      svcFeesPriceImpact: s,
      netPriceImpact: n,
    } = q.priceImpactDetails
    expect(m.priceImpactUsd + p.priceImpactUsd).toBeCloseTo(e.priceImpactUsd, 6)
    expect(e.priceImpactUsd + s.priceImpactUsd).toBeCloseTo(n.priceImpactUsd, 6)
    expect(q.priceImpact).toBe(n.priceImpact)
  }

  function expectFees({ fees, quoteRequest, originCalls, svcContracts }: Answer['intent']): void {
    expect(fees.feeTokenAddress).toBe(quoteRequest.originTokenAddress)
    expect(fees.feeTokenAmount).toBe(fees.gasFeeTotal + fees.svcFeeTotal + fees.collectorFeeTotal)
    expect(fees.totalFeeAmount).toBe(fees.feeTokenAmount + fees.providerFeeTotal)
    expect(fees.provider.quoteProviderWithSvcFee).toBe(fees.provider.quoteProviderFee + fees.provider.svcFee)
    // What is taken on chain is what is said, to the unit: the fee call of the batch carries that very amount.
    const word = fees.feeTokenAmount.toString(16).padStart(64, '0')
    const toRouter = originCalls.calls.filter(({ to }) => to === svcContracts.svcRouterAddress)
    expect(toRouter.some(({ data }) => data.includes(word))).toBe(true)
  }

  function expectAddresses(intent: Answer['intent']): void {
    const { contracts } = service.app.world.settings
    for (const side of ['origin', 'destination'] as const) {
      const calls = side === 'origin' ? intent.originCalls : intent.destinationCalls
      const meta = side === 'origin' ? intent.originMetaTxn : intent.destinationMetaTxn
      if (!calls || !meta) continue
      const digest = batchDigest(calls as never)
      expect(meta.input).toContain(digest.slice(2))
      expect(meta.contract).toBe(contracts.guest)
    }
  }

  describe('what the caller says about the route is kept', () => {
    test('a named bridge, a named swap provider, and slippage', async () => {
      const byCctp = await quote({
        originTokenAmount: usdc(100n),
        options: { bridgeProvider: 'CCTP', swapProvider: 'UNISWAP_V2', slippageTolerance: 0.02 },
      })
      expect(byCctp.intent.quote.routeProviders).toContain('CCTP')
      expect(byCctp.intent.quote.routeProviders).not.toContain('UNISWAP_V3')
      expect(byCctp.intent.quote.maxSlippage).toBe(0.02)
    })

    const crossings = Object.entries(asks).filter(([name]) => name.startsWith('across'))
    test.each(
      crossings.flatMap(([name, ask]) =>
        (['CHEAPEST', 'RECOMMENDED'] as const).map((one) => [name, one, ask] as const),
      ),
    )(
      '%s, %s: a way that is said to be outbid brings less than the offer that outbids it',
      async (name, preference, ask) => {
        const { offers: spared = [] } = await quote({ ...ask, options: { preference } })
        // The fastest way may be any, so all of them are searched.
        const { offers: whole = [] } = await quote({ ...ask, options: { preference: 'FASTEST' } })
        expect(whole.filter(({ refused }) => refused === 'outbid')).toEqual([])
        expect(spared.map(({ route }) => route).toSorted()).toEqual(whole.map(({ route }) => route).toSorted())
        const outbid = spared.filter(({ refused }) => refused === 'outbid')
        if (name === 'across, no swap' && preference === 'CHEAPEST') expect(outbid.length).toBeGreaterThan(0)
        for (const { route, detail = '' } of outbid) {
          const searched = whole.find((offer) => offer.route === route)!
          const better = spared.find((offer) => !offer.refused && detail.includes(`, ${offer.route} `))!
          if (searched.refused) continue
          const worth = ({ toAmountUsd = 0, routeAmountUsd = 0, expectedLeftovers = [] }: Offer) =>
            toAmountUsd - routeAmountUsd + expectedLeftovers.reduce((sum, { usd = 0 }) => sum + 0.98 * usd, 0)
          if ('originTokenAmount' in ask) expect(worth(searched)).toBeLessThan(worth(better))
          else expect(searched.routeAmount!).toBeGreaterThan(better.routeAmount!)
        }
      },
    )

    test.each(crossings)(
      '%s: the same request is answered with the same route, and what comes back is named',
      async (_name, ask) => {
        const answers = await Promise.all([1, 2, 3, 4].map(() => quote(ask)))
        const routes = answers.map(({ intent }) => intent.quote.routeProviders.join())
        expect(new Set(routes).size).toBe(1)
        for (const { intent, offers = [] } of answers) {
          const [chosen] = offers.filter((offer) => offer.chosen)
          expect(intent.expectedLeftovers).toEqual(chosen!.expectedLeftovers)
          expect(chosen).toMatchObject({ toAmountUsd: expect.any(Number), toAmountMinUsd: expect.any(Number) })
          for (const left of intent.expectedLeftovers ?? [])
            expect(left).toMatchObject({ amount: expect.any(BigInt), usd: expect.any(Number) })
        }
      },
    )

    test('the same token on the same chain needs a call, and is then a passthrough', async () => {
      const same = { destinationChainId: harbor, destinationTokenAddress: tokens.usdc, originTokenAmount: usdc(100n) }
      await expect(quote(same)).rejects.toMatchObject({ error: 'IntentsSkipped' })
      const vault = parseAbi(['function deposit(uint256 assets, address receiver)'])
      const destinationCallData = encodeFunctionData({
        abi: vault,
        functionName: 'deposit',
        args: [BigInt(`0x${'deadbeef'.repeat(8)}`), service.devnet.accounts[0]!.address],
      })
      const { intent, passthrough } = await quote({ ...same, destinationToAddress: tokens.vault, destinationCallData })
      expect(intent.passthrough).toBe(true)
      expect(passthrough?.passthroughTransaction?.data).toContain(usdc(100n).toString(16).padStart(64, '0'))
    })
  })

  describe('refused with the numbers', () => {
    /** What is said to an ask that no market can take. */
    const refusal = (ask: Partial<QuoteRequest>) =>
      quote(ask).then(
        () => expect.fail('so much is nowhere'),
        (error) => error as { error: string; detail: string },
      )

    test.each([
      ['10 billion across', 10n ** 10n, { destinationChainId: island, destinationTokenAddress: native }],
      ['a billion across', 10n ** 9n, { destinationChainId: island, destinationTokenAddress: native }],
      ['100 billion on one chain', 10n ** 11n, { destinationChainId: harbor, destinationTokenAddress: native }],
    ])('more than any market has, %s: the most that works, not which step fails', async (_, dollars, where) => {
      const { detail } = await refusal({ ...where, originTokenAmount: usdc(dollars) })
      expect(detail).toMatch(/about \d+ is the most that works now \([\d.]+ USDC\)/)
      expect(detail).not.toMatch(/StepFailed/)
    })

    test('a price impact above the limit, with the most that works', async () => {
      const refused = quote({
        destinationChainId: harbor,
        destinationTokenAddress: tokens.wbtc,
        originTokenAmount: usdc(60_000_000n),
      })
      await expect(refused).rejects.toMatchObject({
        error: 'HighPriceImpact',
        detail: expect.stringMatching(/about \d+ is the most that works now \([\d.]+ USDC\)/),
      })
    })

    test('an amount above all liquidity: why, provider by provider', async () => {
      const ask = { destinationTokenAddress: tokens.usdc, options: { bridgeProvider: 'ACROSS' } }
      const { error, detail } = await refusal({ ...ask, originTokenAmount: usdc(10n ** 15n) })
      expect(error).toBe('Unavailable')
      expect(detail).toMatch(/ACROSS.*(too large|no liquidity)/)
      const [, most, human] = /about (\d+) is the most that works now \(([\d.]+) USDC\)\. /.exec(detail)!
      expect(Number(human) * 1e6).toBeCloseTo(Number(most), -1)
      const taken = await quote({ ...ask, originTokenAmount: BigInt(most!) })
      expect(taken.intent.quote.fromAmount).toBe(BigInt(most!))
    })

    test('an output above all liquidity: the most that can arrive, in the token that arrives', async () => {
      const ask = { destinationTokenAddress: native, options: { bridgeProvider: 'ACROSS' } }
      const { detail } = await refusal({ ...ask, destinationTokenAmount: ether(10n ** 9n) })
      const [, most] = /about (\d+) is the most that works now \([\d.]+ ETH\)\. /.exec(detail)!
      const taken = await quote({ ...ask, destinationTokenAmount: BigInt(most!) })
      expect(taken.intent.quote.toAmountMin).toBe(BigInt(most!))
    })
  })

  describe('routes and prices', () => {
    test('origin tokens that can pay, with and without an owner', async () => {
      const all = await service.client.getExactOutputRoutes({
        destinationChainId: island,
        destinationTokenAddress: tokens.wbtc,
      })
      expect(new Set(all.tokens.map(({ chainId }) => chainId))).toEqual(new Set([harbor, island, summit]))
      const held = await service.client.getExactOutputRoutes({
        destinationChainId: island,
        destinationTokenAddress: tokens.wbtc,
        ownerAddress: '0x000000000000000000000000000000000000dEaD',
      })
      expect(held.tokens).toEqual([])
      const one = await service.client.getExactInputRoutes({ ...fromTo([harbor, native], [summit, tokens.dai]) })
      expect(one.tokens.map(({ symbol }) => symbol)).toEqual(['DAI'])
    })

    test('every route that is listed can be quoted now', async () => {
      const { client, devnet } = service
      const from = { originChainId: harbor, originTokenAddress: tokens.usdc }
      const { tokens: listed } = await client.getExactInputRoutes(from)
      expect(listed.length).toBeGreaterThan(10)
      const refused: string[] = []
      for (const { chainId, address, symbol } of listed) {
        const to = { destinationChainId: chainId, destinationTokenAddress: address }
        const ask = { ownerAddress: devnet.accounts[1]!.address, ...from, ...to, originTokenAmount: 100_000_000n }
        await client.quoteIntent(ask).catch((error: Error) => refused.push(`${symbol} on ${chainId}: ${error.message}`))
      }
      expect(refused).toEqual([])
    })

    test('a chain that the operator has paused is in no route, like in no quote', async () => {
      const { client, app } = service
      const operator = createAdminClient({ url: app.url, secret: app.operatorSecret!, operator: 'ada' })
      const chainsTo = async (originChainId: number) => {
        const { tokens: listed } = await client.getExactInputRoutes({ originChainId, originTokenAddress: tokens.usdc })
        return [...new Set(listed.map(({ chainId }) => chainId))]
      }
      const chainsFrom = async (destinationChainId: number) => {
        const to = { destinationChainId, destinationTokenAddress: tokens.usdc }
        return [...new Set((await client.getExactOutputRoutes(to)).tokens.map(({ chainId }) => chainId))]
      }
      await operator.setSwitches({ chainsPaused: [island] })
      await expect.poll(() => chainsTo(harbor)).toEqual([harbor, summit])
      expect([await chainsFrom(harbor), await chainsTo(island), await chainsFrom(island)]).toEqual([
        [harbor, summit],
        [],
        [],
      ])
      await operator.setSwitches({ reset: ['chainsPaused'] })
      await expect.poll(() => chainsTo(island)).toEqual([harbor, island, summit])
    })

    test('prices in the order asked; an unknown one is left out', async () => {
      const asked = [native, tokens.feeOnTransfer, tokens.wbtc].map((tokenAddress) => ({
        chainId: harbor,
        tokenAddress,
      }))
      const { tokenPrices } = await service.client.getTokenPrices({ tokens: asked })
      expect(tokenPrices.map(({ priceUsd }) => priceUsd !== undefined)).toEqual([true, false, true])
      expect(tokenPrices[0]?.priceUsd).toBeCloseTo(3_000, 0)
    })
  })
}
