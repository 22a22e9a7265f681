import type { Address } from 'viem'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createQuoteCaches } from '../../src/engine/quote/quoteCaches.ts'
import { createSwapTrial } from '../../src/engine/quote/simulateBatch.ts'
import { systemClock } from '../../src/host/clock.ts'
import { createCircuitBreaker } from '../../src/providers/circuitBreaker.ts'
import { createHostedSwap, type HostedAggregator } from '../../src/providers/hostedSwap.ts'
import { lifi } from '../../src/providers/lifi.ts'
import type { SwapLeg, SwapProvider } from '../../src/providers/provider.ts'
import { zeroX } from '../../src/providers/zeroX.ts'
import { useForAll } from '../useParts.ts'
import { hostedLies, startHostedFront, thief } from './hostedFront.ts'
import { refusalOf, soon } from './providerContract.ts'
import { router, runQuote } from './runCalls.ts'
import { approveAll, sendAs, startFixture } from './setup.ts'

const front = useForAll(startHostedFront)
const fixture = useForAll(startFixture)
let user: Address
beforeAll(async () => {
  front.target = fixture.devnet.aggregatorsUrl
  user = fixture.devnet.accounts[1]!.address
  await approveAll(fixture, fixture.harbor, user, router)
})
beforeEach(() => {
  front.lie = undefined
  front.headers.length = 0
})

const rows = [
  { name: 'ZERO_X', field: 'zeroX', aggregator: zeroX },
  { name: 'LIFI', field: 'lifi', aggregator: lifi },
] as const

const open = (aggregator: HostedAggregator, key: string | undefined = 'key', timeoutMs = 60_000): SwapProvider =>
  createHostedSwap(aggregator, {
    chains: fixture.chains,
    clock: systemClock,
    access: { url: front.url, key },
    timeoutMs,
  })

const caches = createQuoteCaches(systemClock, 10)

const legOf = (tokenIn: Address, tokenOut: Address, amount: bigint, isListed = true): SwapLeg => {
  const pair = { chainId: 31_337, tokenIn, tokenOut, amount }
  const trial = createSwapTrial(pair, {
    chain: fixture.harbor,
    router,
    slippage: 0.005,
    balanceSlots: caches.balanceSlots,
    isListed,
  })
  return { ...pair, kind: 'swap', exact: 'in', trial }
}

test.each(rows)('$name: who lies five times in a row is asked no more for a while', async ({ aggregator, field }) => {
  const { usdc, dai } = fixture.devnet.contracts
  const guarded = createCircuitBreaker(open(aggregator), { clock: systemClock, chains: fixture.chains })
  const lies = hostedLies({ router, token: usdc }).slice(0, 5)
  for (const row of lies) {
    front.lie = row[field]
    expect((await refusalOf(guarded.quote(legOf(usdc, dai, 10n ** 9n), soon()))).reason).toBe('failed')
  }
  front.headers.length = 0
  expect((await refusalOf(guarded.quote(legOf(usdc, dai, 10n ** 9n), soon()))).reason).toBe('outOfService')
  expect(front.headers).toEqual([])
})

test.each(rows)(
  '$name: trials that fail with a token that a caller named do not make it rest for the others',
  async ({ aggregator, field }) => {
    const { usdc, dai } = fixture.devnet.contracts
    const guarded = createCircuitBreaker(open(aggregator), { clock: systemClock, chains: fixture.chains })
    front.lie = hostedLies({ router, token: usdc }).find(({ lie }) => lie === 'a call that reverts')![field]
    for (let times = 0; times < 8; times++) {
      const refusal = await refusalOf(guarded.quote(legOf(usdc, dai, 10n ** 9n, false), soon()))
      expect(refusal.reason).toBe('notSupported')
    }
    front.lie = undefined
    expect((await guarded.quote(legOf(usdc, dai, 10n ** 9n), soon())).amountOut).toBeGreaterThan(0n)
  },
)

test.each(rows)('$name: what was left at the router is not counted as an output', async ({ aggregator, field }) => {
  const { usdc, dai } = fixture.devnet.contracts
  const leg = legOf(usdc, dai, 10n ** 9n)
  const honest = await open(aggregator).quote(leg, soon())
  await sendAs(fixture, fixture.harbor, user, {
    to: dai,
    data: `0xa9059cbb${router.slice(2).padStart(64, '0')}${(10n ** 18n).toString(16).padStart(64, '0')}`,
  })
  expect((await open(aggregator).quote(leg, soon())).amountOut).toBe(honest.amountOut)
  front.lie = hostedLies({ router, token: usdc }).find(({ lie }) => lie === 'another recipient')![field]
  expect((await refusalOf(open(aggregator).quote(leg, soon()))).message).toMatch(/brings 0/)
  expect(await fixture.harbor.balance(dai, thief)).toBe(0n)
  // The next run takes what was left along.
  const { got } = await runQuote(fixture, fixture.harbor, user, leg, honest, user)
  expect(got).toBe(honest.amountOut + 10n ** 18n)
})

test.each(rows)('$name: who does not answer is waited for no longer than configured', async ({ aggregator }) => {
  front.lie = () => undefined
  const { usdc, dai } = fixture.devnet.contracts
  const silent = open(aggregator, 'key', 2_000)
  const refusal = await refusalOf(silent.quote(legOf(usdc, dai, 10n ** 9n), soon()))
  expect(refusal).toMatchObject({ reason: 'failed', message: 'the service did not answer within 2 seconds' })
  // The end of the caller's own time says nothing about the service.
  const over = { ...soon(), signal: AbortSignal.timeout(50) }
  const hurried = refusalOf(open(aggregator).quote(legOf(usdc, dai, 10n ** 9n), over))
  expect((await hurried).reason).toBe('timedOut')
})

test.each(rows)(
  '$name: its key goes along and is in no refusal; an exact output and a part of a way are refused',
  async ({ aggregator }) => {
    const { usdc, dai } = fixture.devnet.contracts
    const leg = legOf(usdc, dai, 10n ** 9n)
    await open(aggregator, 'a-secret').quote(leg, soon())
    expect(Object.values(front.headers[0]!)).toContain('a-secret')
    front.lie = () => '<html>'
    expect((await refusalOf(open(aggregator, 'a-secret').quote(leg, soon()))).message).not.toMatch(/a-secret|127/)
    const refused = async (asked: SwapLeg) => (await refusalOf(open(aggregator).quote(asked, soon()))).reason
    expect(await refused({ ...leg, exact: 'out' })).toBe('notSupported')
    expect(await refused({ ...leg, trial: undefined })).toBe('notSupported')
    expect(await refused({ ...leg, chainId: 1 })).toBe('notSupported')
    expect(await refused({ ...leg, amount: 0n })).toBe('tooSmall')
  },
)

test('0x: a missing key is said to be refused; a pair without pools is no failure', async () => {
  const { usdc, dai, feeOnTransfer } = fixture.devnet.contracts
  const keyless = createHostedSwap(zeroX, {
    chains: fixture.chains,
    clock: systemClock,
    access: { url: front.url },
    timeoutMs: 60_000,
  })
  const refusal = await refusalOf(keyless.quote(legOf(usdc, dai, 10n ** 9n), soon()))
  expect(refusal).toMatchObject({ reason: 'failed', message: expect.stringMatching(/refuses the key/) })
  for (const { aggregator } of rows)
    expect((await refusalOf(open(aggregator).quote(legOf(usdc, feeOnTransfer, 10n ** 9n), soon()))).reason).toBe(
      'noLiquidity',
    )
})
