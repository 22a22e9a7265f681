import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Charge, chargeOf, feesOf, type GasUse, type PricedToken } from '../../src/intents/fees.ts'
import { forAll } from '../forAll.ts'

const runs = { numRuns: 300 }
const priced = fc.record<PricedToken>({
  address: fc.constant('0x00000000000000000000000000000000000000a1'),
  symbol: fc.constant('TOKEN'),
  decimals: fc.integer({ min: 0, max: 18 }),
  priceUsd: fc.integer({ min: 1, max: 10 ** 11 }).map((microUsd) => microUsd / 1e6),
})
const gasUse = fc.record<GasUse>({
  chainId: fc.constantFrom(1, 10),
  gas: fc.bigInt({ min: 21_000n, max: 30_000_000n }),
  gasPrice: fc.bigInt({ min: 1n, max: 10n ** 12n }),
  usage: fc.constant('NORMAL'),
  native: priced.map((token) => ({ ...token, decimals: 18 })),
})
const request = fc.record({
  token: priced,
  amount: fc.bigInt({ min: 0n, max: 10n ** 30n }),
  gas: fc.array(gasUse, { minLength: 1, maxLength: 2 }),
  serviceFeeBps: fc.integer({ min: 0, max: 1_000 }),
  collectorFeeBps: fc.integer({ min: 0, max: 1_000 }),
})
/** Exact: a price of whole micro-dollars, in the unit of a micro-dollar times 1e-18 of a token. */
const worthOf = (units: bigint, { decimals, priceUsd }: PricedToken): bigint =>
  units * BigInt(Math.round(priceUsd * 1e6)) * 10n ** BigInt(18 - decimals)

describe('what is taken from the deposit', () => {
  test('is the sum of gas, service and collector, to the unit, and nothing is negative', () => {
    forAll(runs, request, (given) => {
      const { gas, service, collector, total } = chargeOf(given)
      expect(gas + service + collector).toBe(total)
      for (const part of [gas, service, collector]) expect(part).toBeGreaterThanOrEqual(0n)
    })
  })

  test('shares of the amount round up and never exceed the amount', () => {
    forAll(runs, request, (given) => {
      const { service, collector } = chargeOf(given)
      for (const [fee, bps] of [
        [service, given.serviceFeeBps],
        [collector, given.collectorFeeBps],
      ] as const) {
        expect(fee * 10_000n).toBeGreaterThanOrEqual(given.amount * BigInt(bps))
        expect(fee).toBeLessThanOrEqual(given.amount)
      }
    })
  })

  test('covers the gas of every chain with its margin, at the prices of the quote, for at most one unit more a chain', () => {
    forAll(runs, request, (given) => {
      const { gas } = chargeOf(given)
      const cost = given.gas.reduce((sum, use) => sum + worthOf((use.gas * use.gasPrice * 105n) / 100n, use.native), 0n)
      expect(worthOf(gas, given.token)).toBeGreaterThanOrEqual(cost)
      expect(worthOf(gas - BigInt(given.gas.length), given.token)).toBeLessThan(cost)
    })
  })

  test('does not depend on the amount where only gas is charged', () => {
    forAll(runs, request, fc.bigInt({ min: 0n, max: 10n ** 30n }), (given, other) => {
      const free = { ...given, serviceFeeBps: 0, collectorFeeBps: 0 }
      expect(chargeOf({ ...free, amount: other })).toEqual(chargeOf(free))
    })
  })
})

describe('the breakdown', () => {
  const metaTxnId = `0x${'ab'.repeat(32)}` as const
  const breakdown = fc.record({
    token: priced,
    charge: fc
      .tuple(
        fc.bigInt({ min: 0n, max: 10n ** 24n }),
        fc.bigInt({ min: 0n, max: 10n ** 24n }),
        fc.bigInt({ min: 0n, max: 10n ** 24n }),
      )
      .map(([gas, service, collector]): Charge => ({ gas, service, collector, total: gas + service + collector })),
    origin: gasUse.map((use) => ({ ...use, metaTxnId })),
    destination: fc.option(
      gasUse.map((use) => ({ ...use, metaTxnId })),
      { nil: undefined },
    ),
    provider: fc.record({ name: fc.constant('ACROSS'), fee: fc.bigInt({ min: 0n, max: 10n ** 24n }) }),
  })

  test('adds up to the unit, at every level', () => {
    forAll(runs, breakdown, (given) => {
      const fees = feesOf(given)
      expect(fees.feeTokenTotal).toBe(fees.gasFeeTotal + fees.svcFeeTotal + fees.collectorFeeTotal)
      expect(fees.feeTokenAmount).toBe(given.charge.total)
      expect(fees.totalFeeAmount).toBe(fees.feeTokenTotal + fees.providerFeeTotal)
      expect(fees.provider.totalFeeAmount).toBe(fees.provider.quoteProviderFee + fees.provider.svcFee)
      expect(fees.provider.quoteProviderWithSvcFee).toBe(fees.provider.totalFeeAmount)
    })
  })

  test('tells the gas of each chain where a batch runs, with what it may cost there at least', () => {
    forAll(runs, breakdown, (given) => {
      const fees = feesOf(given)
      expect(fees.destinationGas === undefined).toBe(given.destination === undefined)
      for (const [told, use] of [
        [fees.originGas, given.origin],
        [fees.destinationGas, given.destination],
      ] as const) {
        if (!told || !use) continue
        expect(told.totalFeeAmount).toBeGreaterThanOrEqual(use.gas * use.gasPrice)
        expect(told.metaTxnFeeDetails).toEqual({
          metaTxnId,
          estimatedGasLimit: use.gas,
          feeNative: told.totalFeeAmount,
        })
        expect(BigInt(told.metaTxnGasQuote ?? '')).toBe(told.totalFeeAmount)
      }
    })
  })
})
