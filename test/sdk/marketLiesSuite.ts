import { pad } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runIntent, verifyQuote } from '../../src/sdk/client.ts'
import { readMinBalance } from '../../src/sdk/readCalls.ts'
import { setBaseFee } from '../e2e/gasWeather.ts'
import { harbor, type Service, tokens } from '../e2e/setup.ts'
import { type Answer, rebuild, replaceInCalls } from './liar.ts'
import { acrossAbi, crossing, editBridge, sameChain, thief } from './lieTable.ts'
import { lyingServer, watchedWallet } from './lyingServer.ts'

/** Lies that need other market conditions than `lieSuite.test.ts`, or a caller's option. Raises gas for a while. */
export function marketLiesSuite(service: Service): void {
  beforeAll(async () => {
    // Both sides have equal pools, and the bridge carries all tokens: swaps go to the far side while gas is high here.
    await setBaseFee(service, harbor, 3n * 10n ** 9n)
  })
  afterAll(() => setBaseFee(service, harbor, 7n))

  const swapping = { ...crossing, destinationTokenAddress: tokens.dai, options: { bridgeProvider: 'ACROSS' } }

  test.each<
    [
      name: string,
      field: string,
      request: typeof crossing | typeof swapping | typeof sameChain,
      bounds: object,
      lie: (answer: Answer) => void,
    ]
  >([
    [
      'what arrives is to be swapped, and is worthless on both sides',
      'originCalls.calls[1].steps[0].outputToken',
      swapping,
      {},
      (answer) => {
        replaceInCalls(answer.intent.destinationCalls!.calls, tokens.usdc, thief)
        rebuild(answer.intent, 'destination')
        editBridge(answer, acrossAbi, (args) => args.with(3, pad(thief)))
      },
    ],
    [
      'what arrives is to be swapped, and almost all of it stays with the filler',
      'originCalls.calls[1].steps[0]',
      swapping,
      {},
      (answer) => {
        const calls = answer.intent.destinationCalls!.calls
        const word = (amount: bigint) => amount.toString(16).padStart(64, '0')
        const least = readMinBalance(calls[0]!.data)!.minAmount
        calls[0]!.data = calls[0]!.data.replace(word(least), word(1n)) as never
        rebuild(answer.intent, 'destination')
        editBridge(answer, acrossAbi, (args) => args.with(5, 1n))
      },
    ],
    [
      'less at least, everywhere; only a bound of the caller can tell',
      'quote.toAmountMin',
      sameChain,
      { toAmountMin: 6n * 10n ** 16n },
      ({ intent: { quote } }) => {
        quote.toAmount /= 2n
        quote.toAmountMin /= 2n
      },
    ],
    [
      'a fee of 9.9 percent of a hundred dollars, where the caller names no bound',
      'fees.feeTokenAmount',
      { ...sameChain, originTokenAmount: 100_000_000n },
      {},
      ({ intent: { fees } }) => {
        const more = 9_900_000n - fees.feeTokenAmount
        for (const name of ['feeTokenAmount', 'svcFeeTotal', 'totalFeeAmount'] as const) fees[name] += more
      },
    ],
  ])('%s', async (_name, field, request, bounds, lie) => {
    const { wallet, signed } = watchedWallet(service)
    const client = lyingServer(service).client(lie)
    const lied = runIntent({ client, wallet, request, bounds, deposit: 'receiveWithAuthorization' })
    await expect(lied).rejects.toMatchObject({ name: 'UntrustedQuote', field })
    expect(signed).toEqual([])
  })

  test('a swap on both sides needs a word about what crosses', async () => {
    const request = {
      ...crossing,
      ownerAddress: service.devnet.accounts[0]!.address,
      originTokenAddress: tokens.wbtc,
      destinationTokenAddress: tokens.dai,
      originTokenAmount: 1_000_000n,
      options: { bridgeProvider: 'CCTP' },
    }
    const { intent } = await service.client.quoteIntent(request)
    const asked = { intent, request, nowMs: Date.now() }
    const wordless = () => verifyQuote({ ...asked, bounds: {} })
    expect(wordless).toThrow(/bounds\.crossingMin/)
    expect(() => verifyQuote({ ...asked, bounds: { crossingMin: 10n ** 10n } })).toThrow(
      /lets \d+ \([\d.]+ USDC\) cross, less than/,
    )
    const { crossing: crosses } = verifyQuote({ ...asked, bounds: { crossingMin: 500_000_000n } })
    expect(crosses).toMatchObject({ token: tokens.usdc, isBound: true })
  })
}
