import fc from 'fast-check'
import { pino } from 'pino'
import { formatUnits, parseUnits } from 'viem'
import { describe, expect, test } from 'vitest'
import { placeholder } from '../../src/intents/wallet.ts'
import { createObserve } from '../../src/observe/observe.ts'
import { amountPlaceholder, depositToMarket, withdrawFromMarket } from '../../src/sdk/depositToMarket.ts'
import { keepFresh } from '../../src/yields/keepFresh.ts'
import { marketIds } from '../../src/yields/marketIds.ts'
import { growthToApy, rayAprToApy } from '../../src/yields/rates.ts'
import { usdText } from '../../src/yields/usdText.ts'
import { forAll } from '../forAll.ts'
import { turnableClock, yearS } from './setup.ts'

const seed = 4_626

describe('rates', () => {
  test('a rate without compounding becomes what a year brings', () => {
    expect(rayAprToApy(0n)).toBe(0)
    expect(rayAprToApy(5n * 10n ** 25n)).toBeCloseTo(Math.exp(0.05) - 1, 9)
  })

  test('growth over any part of a year comes out as the yearly rate it was made with', () => {
    const [apys, spans] = [fc.double({ min: -0.5, max: 5, noNaN: true }), fc.integer({ min: 60, max: 3 * yearS })]
    forAll({ seed }, apys, spans, (apy, spanS) => {
      const before = 10n ** 24n
      const growth = Math.expm1((Math.log1p(apy) * spanS) / yearS)
      const after = before + BigInt(Math.round(growth * 1e15)) * 10n ** 9n
      expect(growthToApy(before, after, spanS)).toBeCloseTo(apy, 5)
    })
  })

  test('what cannot be said is not zero', () => {
    expect(growthToApy(0n, 5n, 10)).toBeUndefined()
    expect(growthToApy(5n, 5n, 0)).toBeUndefined()
    expect(growthToApy(5n, 5n, 10)).toBe(0)
  })
})

describe('names of markets', () => {
  const named = { network: 'base', protocol: 'aave-v3', type: 'lending' } as const
  const [first, second] = [`0x${'ab'.repeat(20)}`, `0x${'cd'.repeat(20)}`] as const

  test('say network, token, protocol and kind in lower case', () => {
    expect(marketIds(named, [{ symbol: 'USDbC', address: first }])).toEqual(['base-usdbc-aave-v3-lending'])
    expect(marketIds(named, [{ symbol: 'USD₮ 0', address: first }])).toEqual(['base-usd0-aave-v3-lending'])
  })

  test('a second market of the same symbol renames nothing', () => {
    const twice = [first, second].map((address) => ({ symbol: 'USDC', address }))
    expect(marketIds(named, twice)).toEqual(['base-usdc-aave-v3-lending', 'base-usdc-aave-v3-lending-cdcdcdcd'])
  })
})

describe('dollars as text', () => {
  test('are exact to eight digits', () => {
    expect(usdText(1_500_000n, 6, 1)).toBe('1.5')
    expect(usdText(1n, 18, 3_000)).toBe('0')
    expect(usdText(10n ** 18n, 18, 3_000.12345678)).toBe('3000.12345678')
    expect(usdText(123_456_789n, 8, 60_000)).toBe('74074.0734')
  })

  test('lose nothing of large amounts', () => {
    const amounts = fc.bigInt({ min: 0n, max: 10n ** 30n })
    forAll({ seed }, amounts, (amount) => {
      const exact = (amount * 125n) / 100n
      const said = parseUnits(usdText(amount, 6, 1.25), 6)
      expect(said - exact).toBeLessThanOrEqual(1n)
      expect(exact - said).toBeLessThanOrEqual(1n)
      expect(usdText(amount, 6, 1)).toBe(formatUnits(amount, 6))
    })
  })
})

describe('what is kept fresh', () => {
  const limits = { refreshMs: 15_000, staleAfterMs: 60_000, waitMs: 20, idleMs: 600_000 }

  function open(fetch: () => Promise<number>) {
    const { clock, turn } = turnableClock()
    const failures: unknown[] = []
    const keeper = keepFresh({ fetch, failed: (error) => failures.push(error), clock, limits })
    return { keeper, turn, failures }
  }

  test('is fetched once for all who ask at the same time, and then served from the cache', async () => {
    let fetches = 0
    const { keeper } = open(async () => ++fetches)
    const together = await Promise.all([keeper.get(), keeper.get(), keeper.get()])
    expect(together.map(({ value, cached, stale }) => ({ value, cached, stale }))).toEqual(
      Array(3).fill({ value: 1, cached: false, stale: false }),
    )
    expect(await keeper.get()).toMatchObject({ value: 1, cached: true, stale: false })
    await keeper.stop()
  })

  test('is fetched again before it is served when it grew old unasked', async () => {
    let fetches = 0
    const { keeper, turn } = open(async () => ++fetches)
    await keeper.get()
    turn(61_000)
    expect(await keeper.get()).toMatchObject({ value: 2, cached: false, stale: false })
    await keeper.stop()
  })

  test('is served stale and marked while its source is down, and fresh again afterwards', async () => {
    let answers: () => Promise<number> = async () => 1
    const { keeper, turn, failures } = open(() => answers())
    const { fetchedAtMs } = await keeper.get()
    answers = () => Promise.reject(new Error('down'))
    turn(61_000)
    expect(await keeper.get()).toMatchObject({ value: 1, cached: true, stale: true, fetchedAtMs })
    expect(await keeper.get()).toMatchObject({ value: 1, stale: true })
    expect(failures).toHaveLength(1)
    answers = async () => 2
    turn(16_000)
    expect(await keeper.get()).toMatchObject({ value: 2, cached: false, stale: false })
    await keeper.stop()
  })

  test('is not waited for longer than a caller has patience', async () => {
    let release: (value: number) => void = () => undefined
    let answers: () => Promise<number> = async () => 1
    const { keeper, turn } = open(() => answers())
    await keeper.get()
    answers = () =>
      new Promise((resolve) => {
        release = resolve
      })
    turn(61_000)
    expect(await keeper.get()).toMatchObject({ value: 1, stale: true })
    release(2)
    await keeper.stop()
    expect(await keeper.get()).toMatchObject({ value: 2, stale: false })
  })

  test('fails only where there is nothing to serve', async () => {
    const { keeper } = open(() => Promise.reject(new Error('never there')))
    await expect(keeper.get()).rejects.toThrow('never there')
    await keeper.stop()
  })
})

describe('calls of the client', () => {
  const market = {
    id: 'island-usdc-aave-v3-lending',
    providerId: 'aave-v3',
    chainId: '31338',
    token: { symbol: 'USDC', name: 'USD Coin', address: `0x${'11'.repeat(20)}`, decimals: 6 },
    depositAddress: `0x${'22'.repeat(20)}`,
    status: { enter: true, exit: true },
  } as const
  const owner = `0x${'33'.repeat(20)}` as const
  const from = { ownerAddress: owner, originChainId: 31_337, originTokenAddress: owner, originTokenAmount: 5n }

  test('name the amount as the contracts look for it', () => {
    const allow = [market.depositAddress, market.token.address]
    expect(() => depositToMarket(market, from)).toThrow(/is no (pool|token) of chain/)
    expect(amountPlaceholder).toBe(placeholder)
    for (const providerId of ['aave-v3', 'erc4626']) {
      const request = depositToMarket({ ...market, providerId }, from, { allow })
      expect(request.destinationCallData).toContain(placeholder.slice(2))
      expect(request.destinationCallData).toContain(owner.slice(2))
      expect(request).toMatchObject({
        ...from,
        destinationChainId: 31_338,
        destinationToAddress: market.depositAddress,
      })
    }
  })

  test('are refused where the market is closed or its protocol unknown', () => {
    const closed = { ...market, status: { enter: false, exit: false } }
    const out = { amount: 1n, ownerAddress: owner, receiver: owner }
    expect(() => depositToMarket(closed, from)).toThrow('takes no deposits now')
    expect(() => withdrawFromMarket(closed, out)).toThrow('pays nothing out now')
    expect(() => depositToMarket({ ...market, providerId: 'other' }, from)).toThrow('calls of other are not known')
  })
})

test('what is left out and what could not be asked are counted by chain, protocol and reason', async () => {
  const observe = createObserve(pino({ level: 'silent' }))
  const about = { chainId: 31_338, protocol: 'aave-v3' }
  const market = `0x${'11'.repeat(20)}` as const
  observe.marketLeftOut({ ...about, market, reason: 'priceUnknown' })
  observe.marketLeftOut({ ...about, market, reason: 'priceUnknown' })
  observe.yieldSourceFailed({ ...about, error: new Error('no node answered') })
  const text = await observe.metrics()
  expect(text).toContain(
    'causeway_yield_markets_left_out_total{chain="31338",protocol="aave-v3",reason="priceUnknown"} 2\n',
  )
  expect(text).toContain('causeway_yield_source_failures_total{chain="31338",protocol="aave-v3"} 1\n')
})
