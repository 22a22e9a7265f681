import { beforeEach, describe, expect, test, vi } from 'vitest'
import { encodeCall } from '../../src/evm/encodeCall.ts'
import { bridgeParts } from '../../src/intents/intentRecord.ts'
import type { Hex } from '../../src/interface/fields.ts'
import type { Intent } from '../../src/interface/intentShapes.ts'
import { type BridgeProvider, ProviderRefusal } from '../../src/providers/provider.ts'
import { ends, expectNothingLeft, resting, sumOf } from './books.ts'
import { giveBack, refundAsStranger } from './runAsStranger.ts'
import { burnBridgeAbi, fillAbi } from './scripted/markets.ts'
import { addresses, harborId, islandId, reopen, usdc, useBench } from './setup.ts'
import { takeOut } from './takeOut.ts'

const bench = useBench()
beforeEach(() => limitBoth())

/** No bridge carries an order of 200 alone: messages up to 100, fillers up to 120. */
const [messagesMax, fillersMax] = [usdc(100), usdc(120)]

function limitBoth(): void {
  bench.setFilling(false)
  limit(bench.bridge, messagesMax)
  limit(across(), fillersMax)
}

function across(): BridgeProvider {
  const found = bench.world.providers.find(({ name }) => name === 'ACROSS')
  if (found?.kind !== 'bridge') throw new Error('there is no ACROSS')
  return found
}

/** The fillers' minimum. */
let fillersMin = 0n

function limit(provider: BridgeProvider, max: bigint): void {
  const { quote, name } = provider
  fillersMin = 0n
  vi.spyOn(provider, 'quote').mockImplementation(async (leg, deadline) => {
    if (name === 'ACROSS' && leg.amount < fillersMin)
      throw new ProviderRefusal('tooSmall', `takes no less than ${fillersMin}`, fillersMin)
    if (leg.amount > max) throw new ProviderRefusal('tooLarge', `takes no more than ${max}`, max)
    return quote(leg, deadline)
  })
}

const any = { options: {} }
const partsOf = async (intent: Intent) => bridgeParts((await bench.record(intent)).plan.bridge!)
const partBy = async (intent: Intent, name: string) =>
  (await partsOf(intent)).find(({ provider }) => provider === name)!

async function start(): Promise<Intent> {
  const intent = await bench.startUntil('awaitBridge', any)
  return intent
}

/** A filler pays the promised amount by a call of the spoke pool. */
async function fill(intent: Intent): Promise<Hex> {
  const { outputAmountMin } = await partBy(intent, 'ACROSS')
  const args = [addresses.usdc, intent.destinationIntentAddress!, outputAmountMin] as const
  const data = encodeCall({ abi: fillAbi, functionName: 'fill', args })
  return bench.island.send({ from: addresses.filler, to: addresses.spokePool, data })
}

/** The attestation service answers from now on. */
async function attest(intent: Intent): Promise<{ to: `0x${string}`; data: Hex }> {
  const { outputAmountMin } = await partBy(intent, 'CCTP')
  const args = [addresses.usdc, outputAmountMin, intent.destinationIntentAddress!, 1n] as const
  const data = encodeCall({ abi: burnBridgeAbi, functionName: 'mint', args })
  bench.bridge.answer({ ready: true, to: addresses.burnBridge, data, context: 'CCTPV2_MESSAGE' })
  return { to: addresses.burnBridge, data }
}

const untilExpired = async (intent: Intent): Promise<void> => {
  const { fillDeadlineS = 0 } = await partBy(intent, 'ACROSS')
  await bench.pass(fillDeadlineS * 1_000 - bench.clock.nowMs() + 60_000)
}

const untilRefundTime = async (intent: Intent): Promise<void> => {
  const { destination } = (await bench.record(intent)).plan
  await bench.pass(Number(destination!.refundAt) * 1_000 - bench.clock.nowMs() + 60_000)
}

const arrivals = async (intent: Intent) =>
  (await bench.ledger(intent)).filter(({ to, why }) => to === 'destinationIntent' && why === 'bridge')

const messagesSent = async ({ intentId }: Intent): Promise<number> =>
  (await bench.store.attempts.ofLeg(intentId, 'destination')).length

/** The owner has the whole deposit back except fees of service and bridges; books and receipt agree. */
async function expectGivenBack(intent: Intent): Promise<void> {
  const [filler, message] = [await partBy(intent, 'ACROSS'), await partBy(intent, 'CCTP')]
  const entries = await bench.ledger(intent)
  const back = entries.filter(({ to, why }) => to === 'owner' && why === 'refund')
  expect(back.map(({ chainId, amount }) => [chainId, amount])).toEqual(
    expect.arrayContaining([
      [harborId, filler.inputAmount],
      [islandId, message.outputAmountMin],
    ]),
  )
  expect(back).toHaveLength(2)
  expect(Object.keys(resting(entries)).filter((place) => place.startsWith(`bridge ${harborId}`))).toHaveLength(1)
  const { status, destinationTransaction, refundTransaction } = await bench.receipt(intent)
  expect(status).toBe('FAILED')
  expect(destinationTransaction).toMatchObject({
    status: 'FAILED',
    statusReason: expect.stringMatching(/^PART_EXPIRED: /),
  })
  expect(refundTransaction).toMatchObject({ status: 'SUCCEEDED', chainId: harborId, tokenAmount: filler.inputAmount })
  await expectNothingLeft(bench, intent)
}

describe('the quote', () => {
  test('one bridge is filled up to what it takes, the other carries the rest, to the unit; the answer names both', async () => {
    const { intent, offers = [] } = await bench.quoteAnswer(any)
    const [first, second] = await partsOf(intent)
    expect([first?.provider, second?.provider]).toEqual(['CCTP', 'ACROSS'])
    expect(first?.inputAmount).toBe(messagesMax)
    expect(first!.inputAmount + second!.inputAmount).toBe(usdc(200) - intent.fees.feeTokenAmount)
    expect(intent.quote.toAmountMin).toBe(first!.outputAmountMin + second!.outputAmountMin)
    expect(intent.quote.routeProviders).toEqual(['CCTP', 'ACROSS'])
    expect(offers[0]).toMatchObject({
      chosen: true,
      route: 'CCTP and ACROSS over USDC',
      routeProviders: ['CCTP', 'ACROSS'],
    })
    const overUsdc = offers.filter(({ route }) => route.endsWith('over USDC'))
    expect(overUsdc.map(({ refused }) => refused)).toEqual([undefined, 'tooLarge', 'tooLarge'])
  })

  test('where one bridge carries all of it, nothing is shared', async () => {
    const { offers = [] } = await bench.quoteAnswer({ ...any, originTokenAmount: usdc(119) })
    expect(offers.map(({ route }) => route)).toContain('ACROSS over USDC')
    expect(offers.filter(({ route }) => route.includes(' and '))).toEqual([])
  })

  test('more than both carry together is refused, and so is an exact output and what only one bridge may carry', async () => {
    await expect(bench.quote({ ...any, originTokenAmount: usdc(230) })).rejects.toThrow('about')
    await expect(bench.quote({ ...any, destinationTokenAmount: usdc(190) })).rejects.toThrow('too large')
    await expect(bench.quote({ options: { bridgeProvider: 'ACROSS' } })).rejects.toThrow('too large')
  })

  test('the rest is never less than what the other bridge takes', async () => {
    fillersMin = usdc(40)
    const intent = await bench.quote({ ...any, originTokenAmount: usdc(125) })
    expect((await partBy(intent, 'ACROSS')).inputAmount).toBe(usdc(40))
  })

  test('what its fillers hold is set aside for the part that they are to fill', async () => {
    await reopen(bench, { knownFiller: true })
    limitBoth()
    const intent = await bench.commit(any)
    const reserved = await bench.store.intents.reserved(islandId, addresses.usdc, bench.clock.nowMs())
    expect(reserved).toBe((await partBy(intent, 'ACROSS')).outputAmountMin)
  })
})

describe('both arrive', () => {
  test('the batch runs with both, and each is booked under its transaction', async () => {
    const intent = await start()
    const filled = await fill(intent)
    await attest(intent)
    await ends(bench, intent, 'succeeded')
    const parts = await partsOf(intent)
    const came = await arrivals(intent)
    expect(came.map(({ from, amount }) => [from, amount]).toSorted()).toEqual(
      parts.map(({ outputAmountMin }) => ['bridge', outputAmountMin]).toSorted(),
    )
    expect(came.map(({ txnHash }) => txnHash)).toContain(filled)
    expect(new Set(came.map(({ txnHash }) => txnHash)).size).toBe(2)
    expect(bench.balance(bench.island, addresses.usdc, addresses.recipient)).toBe(intent.quote.toAmountMin)
    expect(await messagesSent(intent)).toBe(2)
  })

  test('the message first: it is delivered once, and the filler waited for', async () => {
    const intent = await start()
    await attest(intent)
    await bench.pass(5 * 60_000)
    expect((await bench.record(intent)).step).toBe('awaitBridge')
    expect(await messagesSent(intent)).toBe(1)
    await fill(intent)
    await ends(bench, intent, 'succeeded')
  })

  test('the filler first, the message long after the time to fill: what came is not taken for expired, nor another refund for its own', async () => {
    const intent = await start()
    await fill(intent)
    await untilExpired(intent)
    giveBack(bench, (await partBy(intent, 'ACROSS')).inputAmount)
    await bench.pass(2 * 60_000)
    expect((await bench.record(intent)).progress.bridge?.returned).toBeUndefined()
    expect(await bench.leg(intent, 'refund')).toBeUndefined()
    await attest(intent)
    await ends(bench, intent, 'succeeded')
    expect(sumOf(await arrivals(intent), 'destinationIntent')).toBe(intent.quote.toAmountMin)
  })
})

describe('one is not filled, and given back', () => {
  test('after the other has come: that goes back on its side, and every unit is at rest', async () => {
    const intent = await start()
    await attest(intent)
    await untilExpired(intent)
    expect((await bench.record(intent)).step).toBe('awaitBridge')
    giveBack(bench, (await partBy(intent, 'ACROSS')).inputAmount)
    await bench.until(intent, 'refunded')
    await expectGivenBack(intent)
  })

  test('before the other has come', async () => {
    const intent = await start()
    await untilExpired(intent)
    giveBack(bench, (await partBy(intent, 'ACROSS')).inputAmount)
    await bench.pass(2 * 60_000)
    expect((await bench.record(intent)).step).toBe('awaitBridge')
    expect((await bench.receipt(intent)).status).toBe('EXECUTING')
    await attest(intent)
    await bench.until(intent, 'refunded')
    await expectGivenBack(intent)
  })

  test('the refund is counted for one intent: another that expired waits for its own', async () => {
    const intent = await start()
    const single = await bench.start({ originTokenAmount: usdc(110) })
    await attest(intent)
    await untilExpired(single)
    await untilExpired(intent)
    giveBack(bench, (await partBy(intent, 'ACROSS')).inputAmount)
    await bench.pass(3 * 60_000)
    expect((await bench.record(single)).step).toBe('awaitBridge')
    giveBack(bench, (await partsOf(single))[0]!.inputAmount)
    await bench.until(single, 'bridgeRefunded')
    await bench.until(intent, 'refunded')
    await expectGivenBack(intent)
  })
})

describe('one never comes', () => {
  test('the intent is not over while money is on its way; what comes after the time of refunds goes back with the rest', async () => {
    const intent = await start()
    await fill(intent)
    await untilRefundTime(intent)
    expect((await bench.receipt(intent)).status).toBe('EXECUTING')
    await attest(intent)
    await ends(bench, intent, 'refunded')
    expect(sumOf(await bench.ledger(intent), 'owner', 'refund')).toBe(intent.quote.toAmountMin)
  })

  test('a stranger sent the first part back before the other came: both are booked', async () => {
    const intent = await start()
    await fill(intent)
    await untilRefundTime(intent)
    await refundAsStranger(bench, intent, addresses.usdc, 'destination')
    await bench.pass(60_000)
    expect((await bench.record(intent)).step).toBe('awaitBridge')
    await attest(intent)
    await ends(bench, intent, 'refunded')
    const back = (await bench.ledger(intent)).filter(({ to, why }) => to === 'owner' && why === 'refund')
    expect(new Set(back.map(({ txnHash }) => txnHash)).size).toBe(2)
    expect(sumOf(back, 'owner')).toBe(intent.quote.toAmountMin)
  })

  test('the owner took the first part out: that is the end, and the other goes to the owner when it comes', async () => {
    const intent = await start()
    await fill(intent)
    await bench.pass(10_000)
    await takeOut(bench, intent, 'destination')
    await bench.until(intent, 'aborted')
    const { to, data } = await attest(intent)
    bench.island.send({ from: addresses.stranger, to, data })
    await untilRefundTime(intent)
    await bench.pass(10 * 60_000)
    expect((await bench.receipt(intent)).status).toBe('FAILED')
    expect(sumOf(await bench.ledger(intent), 'owner', 'late')).toBe((await partBy(intent, 'CCTP')).outputAmountMin)
    await expectNothingLeft(bench, intent)
  })
})
