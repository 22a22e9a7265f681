import { expect, test } from 'vitest'
import { systemClock } from '../../src/host/clock.ts'
import { createHostedAcrossFees, inputFor, outputOf } from '../../src/providers/across.ts'
import { createCircuitBreaker } from '../../src/providers/circuitBreaker.ts'
import type { BridgeLeg, Deadline } from '../../src/providers/provider.ts'
import { deferred } from '../deferred.ts'
import { serveHttp } from '../listen.ts'
import { useForAll } from '../useParts.ts'
import { soon } from './providerContract.ts'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const leg: BridgeLeg = {
  kind: 'bridge',
  chainId: 1,
  destinationChainId: 10,
  tokenIn: usdc,
  tokenOut: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
  amount: 1_000_000_000n,
  exact: 'in',
}
const ask = { leg, inputToken: leg.tokenIn, outputToken: leg.tokenOut, decimals: 6 }

/** An answer of the shape that the service documents. */
const answer = {
  totalRelayFee: { pct: '378250000000000', total: '378250' },
  timestamp: '1763177000',
  isAmountTooLow: false,
  exclusiveRelayer: '0x0000000000000000000000000000000000000000',
  exclusivityDeadline: 0,
  estimatedFillTimeSec: 4,
  limits: { minDeposit: '1000000', maxDeposit: '1500000000000' },
}

let reply: { status: number; body: string }
let asked = ''
const server = useForAll(() =>
  serveHttp((request, response) => {
    asked = request.url!
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body)
  }),
)
const hosted = (url: string) => createHostedAcrossFees({ url, clock: systemClock, chains: new Map() })
const fees = () => hosted(`${server.url}/api/`)

test('hosted terms are read from the public shape', async () => {
  reply = { status: 200, body: JSON.stringify(answer) }
  expect(await fees()(ask, soon())).toMatchObject({
    feeFraction: 378_250_000_000_000n,
    fixed: 0n,
    min: 1_000_000n,
    max: 1_500_000_000_000n,
    quoteTimestampS: 1_763_177_000,
  })
  expect(asked).toBe(
    `/api/suggested-fees?inputToken=${usdc}&outputToken=${leg.tokenOut}&originChainId=1&destinationChainId=10&amount=1000000000`,
  )
})

test('a service that fails, answers nonsense or is not there is a reason without its address', async () => {
  for (const broken of [
    { status: 500, body: '{}' },
    { status: 200, body: '<html>' },
  ]) {
    reply = broken
    await expect(fees()(ask, soon())).rejects.toMatchObject({ name: 'ProviderRefusal', reason: 'failed' })
  }
  const gone = hosted('http://127.0.0.1:1')(ask, soon())
  await expect(gone).rejects.toMatchObject({ reason: 'failed', message: expect.not.stringContaining('127.0.0.1') })
})

test('an amount outside the limits is refused as such, and however often never opens the breaker', async () => {
  for (const [code, reason] of [
    ['AMOUNT_TOO_LOW', 'tooSmall'],
    ['AMOUNT_TOO_HIGH', 'tooLarge'],
  ]) {
    reply = { status: 400, body: JSON.stringify({ type: 'AcrossApiError', code, status: 400, message: 'Sent amount' }) }
    const terms = fees()
    const guarded = createCircuitBreaker(
      { name: 'ACROSS', quote: (_: BridgeLeg, deadline: Deadline) => terms(ask, deadline) },
      { clock: systemClock, chains: new Map() },
    )
    for (let times = 0; times < 7; times++) await expect(guarded.quote(leg, soon())).rejects.toMatchObject({ reason })
    expect(guarded.health().inService).toBe(true)
  }
  reply = { status: 400, body: JSON.stringify({ code: 'INVALID_PARAM' }) }
  await expect(fees()(ask, soon())).rejects.toMatchObject({ reason: 'failed' })
})

test('the gas of a fill is a fixed part, so that the fee is exact for other amounts too', async () => {
  const gas = { pct: '178250000000000', total: '178250' }
  reply = { status: 200, body: JSON.stringify({ ...answer, relayerGasFee: gas }) }
  const terms = await fees()(ask, soon())
  expect(terms).toMatchObject({ feeFraction: 200_000_000_000_000n, fixed: 178_250n })
  expect(outputOf(leg.amount, terms)).toBe(leg.amount - 378_250n)
})

test('amounts of about the same size share an answer for a while, and others ask', async () => {
  reply = { status: 200, body: JSON.stringify(answer) }
  const terms = fees()
  const askedFor = async (amount: bigint): Promise<boolean> => {
    asked = ''
    await terms({ ...ask, leg: { ...leg, amount } }, soon())
    return asked !== ''
  }
  expect(await askedFor(1_000_000_000n)).toBe(true)
  expect(await askedFor(1_000_400_000n)).toBe(false)
  expect(await askedFor(1_200_000_000n)).toBe(true)
  expect(await askedFor(100_000_000n)).toBe(true)
})

test("who hangs up while others wait for the same terms ends nobody else's", async () => {
  let letGo = () => {}
  const { promise: isAsked, resolve: arrived } = deferred()
  const { url, stop } = await serveHttp((_, response) => {
    letGo = () => response.end(JSON.stringify(answer))
    arrived()
  })
  const terms = hosted(url)
  const hangUp = new AbortController()
  const first = terms(ask, { ...soon(), signal: hangUp.signal })
  const second = terms(ask, soon())
  await isAsked
  hangUp.abort()
  letGo()
  expect(await second).toMatchObject({ fixed: 0n })
  expect(await first).toMatchObject({ fixed: 0n })
  await stop()
})

test('a service that was asked too often rests for nobody', async () => {
  reply = { status: 429, body: '{}' }
  await expect(fees()(ask, soon())).rejects.toMatchObject({ reason: 'timedOut' })
})

test('an amount that the service calls too low is refused with the least that works, and the next one asks again', async () => {
  reply = { status: 200, body: JSON.stringify({ ...answer, isAmountTooLow: true }) }
  const terms = fees()
  await expect(terms(ask, soon())).rejects.toMatchObject({ reason: 'tooSmall', nearest: 1_000_000n })
  reply = { status: 200, body: JSON.stringify(answer) }
  expect(await terms(ask, soon())).toMatchObject({ fixed: 0n })
})

test('the input for an output is the least that leaves it', () => {
  for (const [amountOut, feeFraction, fixed] of [
    [1n, 4n * 10n ** 14n, 0n],
    [10n ** 9n, 378_250_000_000_001n, 360_000n],
    [123_456_789n, 9_999n * 10n ** 14n, 1n],
  ] as const) {
    const terms = { feeFraction, fixed }
    const input = inputFor(amountOut, terms)
    expect(outputOf(input, terms)).toBeGreaterThanOrEqual(amountOut)
    expect(outputOf(input - 1n, terms)).toBeLessThan(amountOut)
  }
})
