import { beforeEach, describe, expect, test } from 'vitest'
import { encodeCall } from '../../src/evm/encodeCall.ts'
import { encodeDeployAndRefund } from '../../src/intents/wallet.ts'
import type { Intent } from '../../src/interface/intentShapes.ts'
import { nativeToken } from '../../src/interface/limits.ts'
import { ends, expectNothingLeft, resting, sumOf } from './books.ts'
import { giveBack, runAsStranger } from './runAsStranger.ts'
import { burnBridgeAbi } from './scripted/markets.ts'
import { fillDeposits } from './scripted/scriptedProviders.ts'
import { mintAbi } from './scripted/tokens.ts'
import { addresses, blockMs, harborId, islandId, owner, useBench } from './setup.ts'

const bench = useBench()

const bridgedOf = async (intent: Intent) => (await bench.record(intent)).plan.bridge!.inputAmount

describe('a filler brings it', () => {
  describe('it is booked under the transaction that brought it, though', () => {
    const expectProven = async (intent: Intent) => {
      await bench.until(intent, 'succeeded')
      const arrivals = (await bench.ledger(intent)).filter(({ to }) => to === 'destinationIntent')
      expect(arrivals).toMatchObject([{ from: 'bridge', txnHash: expect.stringMatching(/^0x/) }])
    }

    test('nodes tell the balances of a block before they have its events', async () => {
      bench.setFilling(false)
      const intent = await bench.startUntil('awaitBridge')
      bench.island.fail((method) => (method === 'balance' ? { is: 'ahead' } : undefined))
      bench.setFilling(true)
      await expectProven(intent)
    })

    test('no node answers for the events when it is first seen', async () => {
      const intent = await bench.startUntil('awaitBridge')
      let failures = 1
      bench.island.fail((method) => (method === 'logs' && failures-- > 0 ? { is: 'down' } : undefined))
      await expectProven(intent)
      expect(failures).toBeLessThanOrEqual(0)
    })
  })

  test('whoever fills may run the batch in the same block: nothing is missed', async () => {
    bench.setFilling(false)
    const intent = await bench.startUntil('awaitBridge')
    const { destination } = (await bench.record(intent)).plan
    await bench.pass(Number(destination!.openAt) * 1_000 - bench.clock.nowMs())
    fillDeposits(bench.harbor, bench.island, addresses.filler, new Set())
    const hash = await runAsStranger(bench, intent, 'destination')
    bench.island.mine(3)
    await ends(bench, intent, 'succeeded')
    expect((await bench.leg(intent, 'destination'))?.txnHash).toBe(hash)
    expect(await bench.store.attempts.ofLeg(intent.intentId, 'destination')).toEqual([])
  })
})

describe('nobody fills', () => {
  beforeEach(() => bench.setFilling(false))

  test('the money is on its way until the bridge has given it back', async () => {
    const intent = await bench.startUntil('awaitBridge')
    await bench.pass(bench.world.settings.refundAfterMs + 60_000)
    const waiting = await bench.receipt(intent)
    expect(waiting.status).toBe('EXECUTING')
    expect(waiting.destinationTransaction).toMatchObject({
      status: 'UNKNOWN',
      statusReason: expect.stringMatching(/^BRIDGE_EXPIRED: /),
    })
    giveBack(bench, await bridgedOf(intent))
    await ends(bench, intent, 'bridgeRefunded')
    expect(await bench.receipt(intent)).toMatchObject({
      status: 'FAILED',
      refundTransaction: {
        status: 'SUCCEEDED',
        chainId: harborId,
        tokenAmount: await bridgedOf(intent),
        txnHash: expect.any(String),
      },
    })
    expect(sumOf(await bench.ledger(intent), 'owner', 'refund')).toBe(await bridgedOf(intent))
  })

  test('a fill that nodes hid until its deadline had passed is delivered', async () => {
    const intent = await bench.startUntil('awaitBridge')
    const { plan } = await bench.record(intent)
    await bench.pass(plan.bridge!.fillDeadlineS! * 1_000 - bench.clock.nowMs() + 10 * blockMs)
    expect((await bench.leg(intent, 'destination'))?.statusReason).toMatch(/^BRIDGE_EXPIRED: /)
    fillDeposits(bench.harbor, bench.island, addresses.filler, new Set())
    await ends(bench, intent, 'succeeded')
    const { destinationTransaction } = await bench.receipt(intent)
    expect([destinationTransaction?.status, destinationTransaction?.statusReason]).toEqual(['SUCCEEDED', undefined])
  })

  test('after a reorg of the origin too it is booked once, however long the end is looked after', async () => {
    const intent = await bench.startUntil('awaitBridge')
    bench.harbor.reorg(1, 'pooled')
    await bench.pass(bench.world.settings.refundAfterMs + 60_000)
    giveBack(bench, await bridgedOf(intent))
    await bench.until(intent, 'bridgeRefunded')
    expect((await bench.record(intent)).progress.lateRefunds?.crossed).toBe(true)
    await bench.pass(60 * 60_000)
    expect(sumOf(await bench.ledger(intent), 'owner', 'refund')).toBe(await bridgedOf(intent))
    await expectNothingLeft(bench, intent)
  })

  test('native token comes back wrapped, and the receipt and the books say so', async () => {
    const ask = { originTokenAddress: nativeToken, originTokenAmount: 10n ** 17n, destinationTokenAddress: nativeToken }
    const intent = await bench.startUntil('awaitBridge', ask)
    await bench.pass(bench.world.settings.refundAfterMs + 60_000)
    const amount = await bridgedOf(intent)
    const before = bench.balance(bench.harbor, addresses.weth, owner)
    giveBack(bench, amount, { token: addresses.weth })
    await ends(bench, intent, 'bridgeRefunded')
    expect(bench.balance(bench.harbor, addresses.weth, owner) - before).toBe(amount)
    const { refundTransaction } = await bench.receipt(intent)
    expect(refundTransaction).toMatchObject({ tokenAddress: addresses.weth, tokenAmount: amount })
    const entries = await bench.ledger(intent)
    const toOwner = entries.filter(({ to, why }) => to === 'owner' && why === 'refund')
    expect(toOwner.map(({ token }) => token)).toEqual([addresses.weth])
    expect(Object.keys(resting(entries)).filter((place) => place.startsWith('bridge'))).toEqual([])
  })

  test('one refund is counted for one intent: the other goes on waiting', async () => {
    const [first, second] = [await bench.start(), await bench.start()]
    await bench.until(second, 'awaitBridge')
    await bench.pass(bench.world.settings.refundAfterMs + 60_000)
    giveBack(bench, await bridgedOf(first))
    await bench.pass(90_000)
    const ended = [await bench.record(first), await bench.record(second)].map(({ step }) => step)
    expect(ended.toSorted()).toEqual(['awaitBridge', 'bridgeRefunded'])
    giveBack(bench, await bridgedOf(second))
    await bench.pass(90_000)
    expect((await bench.record(first)).step).toBe('bridgeRefunded')
    expect((await bench.record(second)).step).toBe('bridgeRefunded')
  })

  test('nodes of the destination that do not answer do not make it expire', async () => {
    const intent = await bench.startUntil('awaitBridge')
    bench.island.fail(() => ({ is: 'down' }))
    await bench.pass(bench.world.settings.refundAfterMs + 60_000)
    expect(await bench.leg(intent, 'destination')).toMatchObject({ status: 'UNKNOWN' })
  })
})

describe('a message brings it', () => {
  const ask = { options: { bridgeProvider: 'CCTP' } }
  const messageFor = (intent: Intent, amount: bigint) => {
    const args = [addresses.usdc, amount, intent.destinationIntentAddress!, 1n] as const
    return {
      ready: true,
      to: addresses.burnBridge,
      data: encodeCall({ abi: burnBridgeAbi, functionName: 'mint', args }),
      context: 'CCTPV2_MESSAGE',
    } as const
  }

  test('one that the interface has no name for is nothing special', async () => {
    const intent = await bench.startUntil('awaitBridge', ask)
    bench.bridge.answer({ ...messageFor(intent, await bridgedOf(intent)), context: undefined })
    await bench.until(intent, 'succeeded')
    expect(await bench.leg(intent, 'destination')).toMatchObject({ status: 'SUCCEEDED', context: 'NONE' })
  })

  test('late: it is asked for until it is there, and delivered with the batch', async () => {
    const intent = await bench.startUntil('awaitBridge', ask)
    bench.bridge.answer(new Error('the attestation service is down'))
    await bench.pass(30_000)
    expect((await bench.record(intent)).step).toBe('awaitBridge')
    bench.bridge.answer(messageFor(intent, await bridgedOf(intent)))
    await ends(bench, intent, 'succeeded')
    expect(await bench.leg(intent, 'destination')).toMatchObject({ status: 'SUCCEEDED', context: 'CCTPV2_MESSAGE' })
    expect(sumOf(await bench.ledger(intent), 'destinationIntent', 'bridge')).toBe(await bridgedOf(intent))
  })

  test('not there yet: the next look is when the bridge may be asked again, and reads nothing before', async () => {
    const intent = await bench.startUntil('awaitBridge', ask)
    bench.bridge.answer({ ready: false, detail: 'pending', againMs: 20_000.25 })
    await bench.pass(10_000)
    const { dueAtMs } = await bench.record(intent)
    expect(dueAtMs).toSatisfy(Number.isInteger)
    await bench.pass(6_000)
    expect((await bench.record(intent)).dueAtMs).toBe(dueAtMs)
    bench.bridge.answer(messageFor(intent, await bridgedOf(intent)))
    await ends(bench, intent, 'succeeded')
  })

  test('delivered by somebody else: the money is there, and the batch runs alone', async () => {
    const intent = await bench.startUntil('awaitBridge', ask)
    const { to, data } = messageFor(intent, await bridgedOf(intent))
    bench.island.send({ from: addresses.stranger, to, data })
    await ends(bench, intent, 'succeeded')
    expect((await bench.leg(intent, 'destination'))?.context).toBe('NONE')
    expect(intent.destinationChainId).toBe(islandId)
  })

  test.each([
    ['it ends as refunded', 0n],
    ['a unit that was sent back before does not hide it', 1n],
  ])('after the time of refunds, and sent back by a stranger in the same block: %s', async (_what, before) => {
    const intent = await bench.start(ask)
    const { plan } = await bench.until(intent, 'awaitBridge')
    await bench.clock.leap(Number(plan.destination!.refundAt) * 1_000 - bench.clock.nowMs())
    await bench.pass(10_000)
    const refund = encodeDeployAndRefund(plan.destination!, [addresses.usdc])
    if (before > 0n) {
      const gift = encodeCall({ abi: mintAbi, functionName: 'mint', args: [intent.destinationIntentAddress!, before] })
      bench.island.send({ from: addresses.stranger, to: addresses.usdc, data: gift })
      bench.island.send({ from: addresses.stranger, to: plan.destination!.executor, data: refund })
      await bench.pass(10_000)
    }
    const { to, data } = messageFor(intent, await bridgedOf(intent))
    bench.island.send({ from: addresses.stranger, to, data })
    const txnHash = bench.island.send({ from: addresses.stranger, to: plan.destination!.executor, data: refund })
    await ends(bench, intent, 'refunded', 60_000)
    const { refundTransaction } = await bench.receipt(intent)
    expect(refundTransaction).toMatchObject({ txnHash, chainId: islandId, tokenAmount: await bridgedOf(intent) })
  })
})
