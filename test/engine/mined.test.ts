import { describe, expect, test } from 'vitest'
import { foldEvents } from '../../src/intents/foldEvents.ts'
import type { Intent } from '../../src/interface/intentShapes.ts'
import { nativeToken } from '../../src/interface/limits.ts'
import { ends, expectNothingLeft, sumOf } from './books.ts'
import { addresses, blockMs, harborId, islandId, owner, relayer, reopen, usdc, useBench } from './setup.ts'

/** Worth so much that a block is final under four others. */
const deep = { originTokenAmount: usdc(2_000) }

const bench = useBench()

const recipientHas = () => bench.balance(bench.island, addresses.usdc, addresses.recipient)

/** Blocks that pass until something is so. */
async function blocksUntil(isSo: () => boolean | Promise<boolean>, most = 60): Promise<number> {
  for (let blocks = 0; blocks <= most; blocks++) {
    if (await isSo()) return blocks
    await bench.pass(blockMs)
  }
  throw new Error(`it is not so after ${most} blocks`)
}

async function endsPaidOnce(intent: Intent): Promise<void> {
  await bench.until(intent, 'succeeded')
  expect(recipientHas()).toBe(sumOf(await bench.ledger(intent), 'recipient', 'delivery'))
  expect(recipientHas()).toBeGreaterThanOrEqual(intent.quote.toAmountMin)
  await expectNothingLeft(bench, intent)
}

describe('progress needs a block, the end needs finality', () => {
  test('deposit, origin, fill and delivery follow each other block by block; the end waits for all of them', async () => {
    const intent = await bench.start(deep)
    const arrived = async () => (await bench.receipt(intent)).summary.arrived === true
    expect(await blocksUntil(arrived)).toBeLessThanOrEqual(6)
    expect(await bench.ledger(intent)).not.toContainEqual(expect.objectContaining({ to: 'recipient' }))
    expect((await bench.receipt(intent)).status).toBe('EXECUTING')
    const [deposit, origin, destination] = [
      await bench.leg(intent, 'deposit'),
      await bench.leg(intent, 'origin'),
      await bench.leg(intent, 'destination'),
    ]
    expect(destination).toMatchObject({ status: 'MINING', txnHash: expect.any(String) })
    await endsPaidOnce(intent)
    for (const leg of ['deposit', 'origin', 'destination'] as const)
      expect(await bench.leg(intent, leg)).toMatchObject({ status: 'SUCCEEDED', blockNumber: expect.any(Number) })
    expect((await bench.leg(intent, 'deposit'))?.txnHash).toBe(deposit?.txnHash)
    expect((await bench.leg(intent, 'origin'))?.txnHash).toBe(origin?.txnHash)
    expect((await bench.leg(intent, 'destination'))?.txnHash).toBe(destination?.txnHash)
  })

  test.each([islandId, harborId])('an arrival is told before the end on a chain that is final at once', async (to) => {
    for (const { chain } of [bench.harbor, bench.island]) chain.finalBlock = async () => (await chain.head()).number
    const intent = await bench.startUntil('succeeded', {
      destinationChainId: to,
      destinationTokenAddress: addresses.dai,
    })
    const rows = await bench.store.events.ofIntent({ intentId: intent.intentId, afterId: 0, limit: 100 })
    const kinds = rows.map(foldEvents(await bench.record(intent))).map((event) => event?.kind)
    expect(kinds.slice(-2)).toEqual(['intent.arrived', 'intent.succeeded'])
  })

  test('the end waits for a chain whose finality is late, and is one then', async () => {
    const intent = await bench.start(deep)
    await blocksUntil(async () => (await bench.record(intent)).step === 'awaitDestination')
    const { finalBlock } = bench.harbor.chain
    const stuckAt = await finalBlock(2_000)
    bench.harbor.chain.finalBlock = async () => stuckAt
    await bench.pass(60_000)
    expect((await bench.receipt(intent)).summary.arrived).toBe(true)
    expect((await bench.record(intent)).step).toBe('awaitDestination')
    expect(await bench.ledger(intent)).toEqual([])
    bench.harbor.chain.finalBlock = finalBlock
    await endsPaidOnce(intent)
  })

  test('what is worth more than the setting waits at each transaction until it is final', async () => {
    await reopen(bench, { settings: { actOnMinedBelowUsd: 1_000 } })
    const intent = await bench.start(deep)
    await bench.pass(2 * blockMs)
    expect((await bench.record(intent)).step).toBe('awaitDeposit')
    expect(await bench.leg(intent, 'deposit')).toMatchObject({ status: 'MINING' })
    await bench.until(intent, 'succeeded')
  })
})

describe('a reorganisation takes back', () => {
  test('the block of a deposit that is mined again: its leg is told with its new block, however late nodes tell of it', async () => {
    const intent = await bench.start(deep)
    const { hash } = (await bench.record(intent)).progress.deposit!
    const { receipt } = bench.harbor.chain
    bench.harbor.chain.receipt = async (asked, options) =>
      asked === hash ? { is: 'unknown', why: 'its block is not canonical' } : receipt(asked, options)
    await blocksUntil(async () => (await bench.record(intent)).progress.unproven !== undefined)
    bench.harbor.chain.receipt = receipt
    await endsPaidOnce(intent)
    const deposit = { status: 'SUCCEEDED', txnHash: hash, blockNumber: expect.any(Number), fromAddress: owner }
    expect(await bench.leg(intent, 'deposit')).toMatchObject(deposit)
  })

  test('the deposit for good: one run is paid for in vain, and the intent lapses', async () => {
    const intent = await bench.start(deep)
    bench.harbor.withhold(({ from }) => from === relayer)
    await bench.until(intent, 'awaitOrigin')
    bench.harbor.reorg(1)
    bench.harbor.withhold(() => false)
    await bench.until(intent, 'lapsed')
    expect(await bench.store.attempts.ofLeg(intent.intentId, 'origin')).toHaveLength(1)
    expect((await bench.ledger(intent)).filter(({ why }) => why !== 'gas')).toEqual([])
    expect((await bench.receipt(intent)).depositTransaction.txnHash).toBeUndefined()
    // A filler believed the run that is gone: what it paid goes to the owner.
    bench.island.send({ from: relayer, to: intent.destinationIntentAddress!, value: 7n })
    await bench.pass(2 * bench.world.settings.refundAfterMs)
    await expectNothingLeft(bench, intent)
    expect(sumOf(await bench.ledger(intent), 'owner', 'late')).toBe(7n)
  })

  test('the deposit for good, while nodes disagree about the run: the end waits until its gas can be booked', async () => {
    const intent = await bench.start(deep)
    bench.harbor.withhold(({ from }) => from === relayer)
    await bench.until(intent, 'awaitOrigin')
    bench.harbor.reorg(1)
    bench.harbor.withhold(() => false)
    const [run] = await bench.store.attempts.ofLeg(intent.intentId, 'origin')
    const { receipt } = bench.harbor.chain
    bench.harbor.chain.receipt = async (hash, options) =>
      hash === run?.hash && !options?.used ? { is: 'unknown', why: 'they disagree' } : receipt(hash, options)
    await blocksUntil(async () => (await bench.record(intent)).progress.unproven !== undefined, 300)
    bench.harbor.chain.receipt = receipt
    await bench.until(intent, 'lapsed')
    expect(await bench.ledger(intent)).toMatchObject([{ why: 'gas', txnHash: run?.hash }])
  })

  test('the deposit into a later block: it is waited for until it is final, and the batch runs once', async () => {
    const intent = await bench.startUntil('awaitOrigin', deep)
    bench.harbor.withhold(({ from }) => from === owner || from === relayer)
    bench.harbor.reorg(1, 'pooled')
    await bench.until(intent, 'awaitDeposit')
    bench.harbor.withhold(() => false)
    await endsPaidOnce(intent)
  })

  test('deposit and origin together, while the bridge is awaited: both come again', async () => {
    bench.setFilling(false)
    const intent = await bench.startUntil('awaitBridge', deep)
    bench.harbor.reorg(2, 'pooled')
    bench.setFilling(true)
    await endsPaidOnce(intent)
  })

  test('the origin alone, forgotten by every pool: the same bytes go out again', async () => {
    bench.setFilling(false)
    const intent = await bench.startUntil('awaitBridge', deep)
    bench.harbor.reorg(1)
    bench.setFilling(true)
    await endsPaidOnce(intent)
    expect(await bench.store.attempts.ofLeg(intent.intentId, 'origin')).toHaveLength(1)
  })

  test('the fill: the batch that was sent for it runs when it comes again', async () => {
    const intent = await bench.start(deep)
    bench.island.withhold(({ from }) => from === relayer)
    await bench.until(intent, 'awaitDestination')
    bench.island.withhold(({ from }) => from === relayer || from === addresses.filler)
    bench.island.reorg(1, 'pooled')
    await bench.until(intent, 'awaitBridge')
    bench.island.withhold(() => false)
    await endsPaidOnce(intent)
  })

  test('the origin under a delivery that is mined: it runs again, and the end waits for it', async () => {
    const intent = await bench.start(deep)
    await blocksUntil(async () => (await bench.receipt(intent)).summary.arrived === true)
    bench.harbor.withhold(({ from }) => from === relayer)
    bench.harbor.reorg(3, 'pooled')
    await bench.pass(60_000)
    expect((await bench.record(intent)).step).toBe('awaitOrigin')
    bench.harbor.withhold(() => false)
    await endsPaidOnce(intent)
  })

  test('the deposit for good, under a delivery: the filler has lost it, the recipient was paid, and the receipt says so', async () => {
    const intent = await bench.start(deep)
    await blocksUntil(async () => (await bench.receipt(intent)).summary.arrived === true)
    bench.harbor.reorg(4)
    await bench.until(intent, 'succeeded', 90 * 60_000)
    const { originTransaction, depositTransaction, destinationTransaction } = await bench.receipt(intent)
    for (const lost of [originTransaction, depositTransaction])
      expect(lost).toMatchObject({ status: 'FAILED', statusReason: expect.stringMatching(/^REORGED: /) })
    expect(destinationTransaction?.status).toBe('SUCCEEDED')
    expect(recipientHas()).toBe(sumOf(await bench.ledger(intent), 'recipient', 'delivery'))
  })

  test('a payment on one chain: it is told, taken back, and told again', async () => {
    const ask = { destinationChainId: harborId, destinationTokenAddress: addresses.dai, options: {} }
    const intent = await bench.start({ ...deep, ...ask })
    await blocksUntil(async () => (await bench.receipt(intent)).summary.arrived === true)
    bench.harbor.withhold(({ from }) => from === relayer)
    bench.harbor.reorg(1, 'pooled')
    await bench.pass(2 * blockMs)
    expect((await bench.receipt(intent)).summary.arrived).toBeUndefined()
    bench.harbor.withhold(() => false)
    await ends(bench, intent, 'succeeded')
  })

  test('fill and delivery together: the arrival is told, taken back, and told again', async () => {
    const intent = await bench.start(deep)
    const hasArrived = async () => (await bench.receipt(intent)).summary.arrived === true
    await blocksUntil(hasArrived)
    bench.island.withhold(({ from }) => from === relayer || from === addresses.filler)
    bench.island.reorg(2, 'pooled')
    await bench.until(intent, 'awaitBridge')
    expect((await bench.receipt(intent)).summary.arrived).toBeUndefined()
    bench.island.withhold(() => false)
    await blocksUntil(hasArrived)
    await endsPaidOnce(intent)
    const log = await bench.store.events.ofIntent({ intentId: intent.intentId, afterId: 0, limit: 100 })
    const kinds = log.map(foldEvents(await bench.record(intent))).flatMap((event) => (event ? [event.kind] : []))
    const turns = kinds.filter((kind) => kind !== 'intent.updated')
    expect(turns.slice(-4)).toEqual(['intent.arrived', 'intent.reorged', 'intent.arrived', 'intent.succeeded'])
  })

  test('the delivery alone: the arrival is taken back while the money waits at the destination', async () => {
    const intent = await bench.start(deep)
    const hasArrived = async () => (await bench.receipt(intent)).summary.arrived === true
    await blocksUntil(hasArrived)
    bench.island.withhold(({ from }) => from === relayer)
    bench.island.reorg(1, 'pooled')
    await bench.pass(2 * blockMs)
    expect(await hasArrived()).toBe(false)
    bench.island.withhold(() => false)
    await endsPaidOnce(intent)
  })
})

describe('nothing goes back on the destination while the origin may be reorganised away', () => {
  /** The origin stays without finality until the time of refunds has begun at the destination. */
  async function stuckOrigin(step: 'awaitBridge' | 'awaitDestination'): Promise<void> {
    bench.island.withhold(({ from }) => from === (step === 'awaitBridge' ? addresses.filler : relayer))
    const intent = await bench.start(deep)
    const { plan } = await bench.until(intent, step)
    const { finalBlock } = bench.harbor.chain
    const stuckAt = await finalBlock(2_000)
    bench.harbor.chain.finalBlock = async () => stuckAt
    await bench.clock.leap(Number(plan.destination!.refundAt) * 1_000 - bench.clock.nowMs())
    bench.island.withhold(({ from }) => from === relayer)
    await bench.pass(60_000)
    expect((await bench.record(intent)).step).toBe(step)
    bench.harbor.chain.finalBlock = finalBlock
    bench.island.withhold(() => false)
    await ends(bench, intent, 'refunded')
    expect((await bench.receipt(intent)).originTransaction.status).toBe('SUCCEEDED')
    expect(recipientHas()).toBe(0n)
  }

  test('a batch that was not mined in time', () => stuckOrigin('awaitDestination'))
  test('a fill that came too late for the batch', () => stuckOrigin('awaitBridge'))
})

test('nodes fail when an intent ends, and once more after that: what was delivered is booked all the same', async () => {
  const intent = await bench.startUntil('awaitDestination')
  const { balance } = bench.island.chain
  let readsAfter = 0
  bench.island.chain.balance = async (token, holder, options) => {
    if (token !== nativeToken || holder !== intent.destinationIntentAddress) return balance(token, holder, options)
    const { step } = await bench.record(intent)
    if (step === 'awaitDestination' || (step === 'succeeded' && ++readsAfter === 2)) throw new Error('no quorum')
    return balance(token, holder, options)
  }
  await bench.until(intent, 'succeeded')
  await bench.pass(5 * 60_000)
  expect(sumOf(await bench.ledger(intent), 'recipient', 'delivery')).toBe(recipientHas())
})
