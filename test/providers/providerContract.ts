import type { Address } from 'viem'
import { expect, test } from 'vitest'
import type { Chain } from '../../src/chains/chain.ts'
import {
  type Deadline,
  type LegProvider,
  type LegQuote,
  ProviderRefusal,
  type RouteLeg,
} from '../../src/providers/provider.ts'
import { router, runQuote } from './runCalls.ts'
import type { DevnetFixture } from './setup.ts'

export type Subject<L extends RouteLeg> = {
  fixture: DevnetFixture
  provider: LegProvider<L, LegQuote>
  user: Address
  /** Legs it serves, with amounts that work. */
  legs: L[]
  /** Does not exist on chain before the test; receives on the other side of a bridge. */
  recipient: Address
  /** It takes exact inputs alone, and cannot tell which amount would fit. */
  exactInOnly?: boolean
  /** Resolves once the pools are as the newest block left them, so that a quote and its calls see the same chain. */
  caughtUp(): Promise<void>
}

export const soon = (): Deadline => {
  const timeoutMs = 120_000
  return { atMs: performance.timeOrigin + performance.now() + timeoutMs, signal: AbortSignal.timeout(timeoutMs) }
}

export async function refusalOf(asked: Promise<LegQuote>): Promise<ProviderRefusal> {
  const error = await asked.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ProviderRefusal)
  return error as ProviderRefusal
}

/** The promise of the port. Every provider in the list signs it. */
export function providerContract<L extends RouteLeg>(name: string, open: () => Subject<L>): void {
  const withAmount = (leg: L, amount: bigint, exact: 'in' | 'out' = 'in'): L => ({ ...leg, amount, exact })

  test(`${name}: supports what it quotes, without being asked twice`, async () => {
    const { provider, legs } = open()
    expect(provider.name).toBe(name)
    for (const leg of legs) {
      expect(provider.supports(leg)).toBe(true)
      const quote = await provider.quote(leg, soon())
      expect(quote.requestId()).not.toBe('')
      expect(quote.gas).toBeGreaterThan(0n)
      expect(quote.feeIn).toBeGreaterThanOrEqual(0n)
      expect(quote.feeIn).toBeLessThan(quote.amountIn)
      expect((await provider.quote(leg, soon())).amountOut).toBe(quote.amountOut)
    }
  })

  test(`${name}: refuses what it does not support, for that reason`, async () => {
    const { provider, legs } = open()
    const leg = legs[0]!
    const foreign: L[] = [
      { ...leg, chainId: 999_999 },
      { ...leg, tokenOut: leg.tokenIn, ...(leg.kind === 'bridge' && { destinationChainId: leg.chainId }) },
    ]
    for (const one of foreign) {
      expect(provider.supports(one)).toBe(false)
      expect((await refusalOf(provider.quote(one, soon()))).reason).toBe('notSupported')
    }
    const otherKind: RouteLeg =
      leg.kind === 'swap' ? { ...leg, kind: 'bridge', destinationChainId: 31_338 } : { ...leg, kind: 'swap' }
    expect(provider.supports(otherKind)).toBe(false)
  })

  test(`${name}: exact in spends what it says, exact out gets at least what was asked`, async () => {
    const { provider, legs, exactInOnly } = open()
    for (const leg of legs) {
      const given = await provider.quote(withAmount(leg, leg.amount, 'in'), soon())
      expect(given.amountIn).toBe(leg.amount)
      if (exactInOnly) {
        expect((await refusalOf(provider.quote(withAmount(leg, given.amountOut, 'out'), soon()))).reason).toBe(
          'notSupported',
        )
        continue
      }
      const wanted = await provider.quote(withAmount(leg, given.amountOut, 'out'), soon())
      expect(wanted.amountOut).toBeGreaterThanOrEqual(given.amountOut)
      // Both directions search for the best split, and neither may be much worse at it.
      expect(wanted.amountIn).toBeLessThanOrEqual(given.amountIn + given.amountIn / 10_000n)
    }
  })

  test(`${name}: an amount it cannot take is refused, with the nearest that it can`, async () => {
    const { provider, legs, exactInOnly } = open()
    for (const leg of legs) {
      const nothing = await refusalOf(provider.quote(withAmount(leg, 0n), soon()))
      expect(nothing.reason).toBe('tooSmall')
      for (const exact of exactInOnly ? [] : (['in', 'out'] as const)) {
        const much = withAmount(leg, 10n ** 40n, exact)
        const quote = await provider.quote(much, soon()).catch((error: unknown) => error)
        if (!(quote instanceof ProviderRefusal)) continue
        expect(quote.reason).toBe('tooLarge')
        const nearest = await provider.quote(withAmount(leg, quote.nearest!, exact), soon())
        expect(nearest.amountOut).toBeGreaterThan(0n)
      }
    }
  })

  test(`${name}: its calls do on chain what the quote says, and leave nothing behind`, async () => {
    const { fixture, provider, legs, user, recipient, caughtUp } = open()
    for (const leg of legs) {
      await caughtUp()
      const chain = fixture.chains.get(leg.chainId) as Chain
      const quote = await provider.quote(leg, soon())
      const { paid, got } = await runQuote(fixture, chain, user, leg, quote, recipient)
      expect(paid).toBe(quote.amountIn)
      if (leg.kind === 'swap') expect(got).toBe(quote.amountOut)
      for (const token of quote.touches) expect(await chain.balance(token, router)).toBe(0n)
    }
  })

  test(`${name}: a deadline that has passed is a reason`, async () => {
    const { provider, legs } = open()
    const passed: Deadline = { atMs: 0, signal: AbortSignal.abort() }
    const refusal = await refusalOf(provider.quote(legs[0]!, passed))
    expect(refusal.reason).toBe('timedOut')
  })
}
