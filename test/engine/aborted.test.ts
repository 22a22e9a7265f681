import { describe, expect, test } from 'vitest'
import { encodeExecuteAsOwner } from '../../src/intents/wallet.ts'
import type { Hex } from '../../src/interface/fields.ts'
import type { Intent } from '../../src/interface/intentShapes.ts'
import { nativeToken } from '../../src/interface/limits.ts'
import { ends, expectNothingLeft, sumOf } from './books.ts'
import { fillDeposits } from './scripted/scriptedProviders.ts'
import { setTokenBalance } from './scripted/tokens.ts'
import { addresses, blockMs, harborId, islandId, owner, relayer, usdc, useBench } from './setup.ts'
import { takeOut as takeOutOf } from './takeOut.ts'

const bench = useBench()

/** The owner creates its wallet and sends what is in it to wherever it likes, without a word to the service. */
async function takeOut(intent: Intent): Promise<Hex> {
  const hash = await takeOutOf(bench, intent, 'origin', { receiver: addresses.recipient })
  bench.harbor.mine()
  expect(bench.balance(bench.harbor, addresses.usdc, intent.originIntentAddress)).toBe(0n)
  return hash
}

async function expectAborted(intent: Intent, txnHash: Hex): Promise<void> {
  await ends(bench, intent, 'aborted')
  expect(await bench.receipt(intent)).toMatchObject({
    status: 'FAILED',
    refundTransaction: {
      status: 'SUCCEEDED',
      statusReason: 'ABORTED: the owner took the money out of the intent address',
      toAddress: addresses.recipient,
      tokenAmount: usdc(200),
      txnHash,
    },
  })
}

test('paid and taken out before anything was executed: it does not lapse as if nothing had come', async () => {
  const intent = await bench.commit()
  bench.deposit(intent)
  bench.harbor.mine()
  await expectAborted(intent, await takeOut(intent))
})

test('paid, announced and taken out before a worker saw it: it ends at once, not at the time of refunds', async () => {
  const intent = await bench.commit()
  const depositTransactionHash = bench.deposit(intent)
  const txnHash = await takeOutOf(bench, intent, 'origin')
  bench.harbor.mine()
  await bench.execute(intent, { depositTransactionHash })
  await ends(bench, intent, 'aborted', 30_000)
  expect((await bench.receipt(intent)).refundTransaction).toMatchObject({ tokenAmount: usdc(200), txnHash })
})

test('an abort while nodes do not tell what moved is booked later', async () => {
  const intent = await bench.commit()
  bench.deposit(intent)
  bench.harbor.mine()
  const abortTransactionHash = await takeOut(intent)
  bench.harbor.mine(2)
  const { finalBlock } = bench.island.chain
  bench.island.chain.finalBlock = async () => Promise.reject(new Error('too few healthy nodes'))
  await bench.engine.AbortIntent({ intentId: intent.intentId, chainId: harborId, abortTransactionHash }, bench.caller)
  bench.island.chain.finalBlock = finalBlock
  await bench.pass(3 * bench.world.settings.refundAfterMs)
  expect(sumOf(await bench.ledger(intent), 'owner', 'abort')).toBe(usdc(200))
})

test('native token that was paid twice and taken out with the second payment in one block: all of it is shown', async () => {
  const amount = 10n ** 17n
  const intent = await bench.commit({ originTokenAddress: nativeToken, originTokenAmount: amount })
  bench.deposit(intent)
  bench.harbor.mine()
  bench.deposit(intent, 2n * amount)
  await takeOutOf(bench, intent, 'origin', { tokens: [nativeToken] })
  bench.harbor.mine()
  await ends(bench, intent, 'aborted')
  expect(await bench.receipt(intent)).toMatchObject({ refundTransaction: { tokenAmount: 3n * amount } })
})

test('a node that says there is no wallet is one of several: what was taken out is found all the same', async () => {
  const intent = await bench.commit()
  const { code } = bench.harbor.chain
  bench.harbor.chain.code = async (address, at) => (at?.quorum ? code(address, at) : '0x')
  bench.deposit(intent)
  bench.harbor.mine()
  await expectAborted(intent, await takeOut(intent))
})

test('a short deposit that is taken out while its refund waits: it ends at once', async () => {
  const intent = await bench.commit()
  bench.deposit(intent, usdc(120))
  await bench.execute(intent)
  const { plan } = await bench.until(intent, 'refund')
  const txnHash = await takeOut(intent)
  await ends(bench, intent, 'aborted')
  const { finishedAtMs = 0 } = await bench.record(intent)
  expect(finishedAtMs).toBeLessThan(plan.refundAtS * 1_000)
  expect((await bench.receipt(intent)).refundTransaction).toMatchObject({ tokenAmount: usdc(120), txnHash })
})

test('taken out while the batch waits for a block: it ends without waiting for the time of refunds', async () => {
  bench.harbor.withhold(({ from }) => from === relayer)
  const intent = await bench.startUntil('awaitOrigin')
  const hash = await takeOut(intent)
  bench.harbor.withhold(() => false)
  await expectAborted(intent, hash)
  const { finishedAtMs = 0, plan } = await bench.record(intent)
  expect(finishedAtMs).toBeLessThan(plan.refundAtS * 1_000)
})

test('an abort is not believed before its transaction is final', async () => {
  const intent = await bench.commit()
  bench.deposit(intent)
  bench.harbor.mine()
  const abortTransactionHash = await takeOut(intent)
  const abort = { intentId: intent.intentId, chainId: harborId, abortTransactionHash }
  await expect(bench.engine.AbortIntent(abort, bench.caller)).rejects.toMatchObject({
    error: 'InvalidArgument',
    detail: expect.stringMatching(/is mined but not final; say it again after 2 more blocks$/),
  })
  bench.harbor.mine(2)
  expect(await bench.engine.AbortIntent(abort, bench.caller)).toEqual({ intentId: intent.intentId, status: 'FAILED' })
  await expectAborted(intent, abortTransactionHash)
})

test('what a bridge has not brought yet cannot have been taken out: dust that the owner moved there is no abort', async () => {
  bench.setFilling(false)
  const intent = await bench.startUntil('awaitBridge')
  setTokenBalance(bench.island.state(), addresses.dai, intent.destinationIntentAddress!, 1n)
  const abortTransactionHash = await takeOutOf(bench, intent, 'destination', { tokens: [addresses.dai] })
  bench.island.mine(5)
  const abort = { intentId: intent.intentId, chainId: islandId, abortTransactionHash }
  await expect(bench.engine.AbortIntent(abort, bench.caller)).rejects.toMatchObject({
    error: 'IntentStatus',
    detail: expect.stringMatching(/the bridge has not brought/),
  })
  bench.setFilling(true)
  await bench.until(intent, 'succeeded')
})

test('taken out on the other side together with a token that a stranger sent: the receipt names what the bridge brought', async () => {
  bench.island.withhold(({ from }) => from === relayer)
  const intent = await bench.startUntil('awaitDestination')
  const { plan } = await bench.record(intent)
  const there = intent.destinationIntentAddress!
  setTokenBalance(bench.island.state(), addresses.dai, there, 7n)
  const brought = bench.balance(bench.island, plan.bridge!.outputToken, there)
  const tokens = [addresses.dai, plan.bridge!.outputToken]
  const txnHash = await takeOutOf(bench, intent, 'destination', { tokens })
  bench.island.mine(5)
  await bench.until(intent, 'aborted')
  expect((await bench.receipt(intent)).refundTransaction).toMatchObject({
    chainId: islandId,
    tokenAddress: plan.bridge!.outputToken,
    tokenAmount: brought,
    txnHash,
  })
})

test('a batch that ran in a block that is not final is no abort, though the owner took dust out before it', async () => {
  bench.harbor.withhold(({ from }) => from === relayer)
  const intent = await bench.startUntil('awaitOrigin')
  const { plan } = await bench.record(intent)
  setTokenBalance(bench.harbor.state(), addresses.dai, intent.originIntentAddress, 1n)
  const abortTransactionHash = await takeOutOf(bench, intent, 'origin', { tokens: [addresses.dai] })
  bench.harbor.mine(5)
  const run = encodeExecuteAsOwner(plan.origin, intent.originCalls, '0x')
  bench.harbor.send({ from: owner, to: intent.originIntentAddress, data: run })
  bench.harbor.mine()
  expect(bench.balance(bench.harbor, addresses.usdc, intent.originIntentAddress)).toBe(0n)
  const abort = { intentId: intent.intentId, chainId: harborId, abortTransactionHash }
  await expect(bench.engine.AbortIntent(abort, bench.caller)).rejects.toMatchObject({
    error: 'InvalidArgument',
    detail: expect.stringMatching(/is being mined/),
  })
  await bench.until(intent, 'succeeded')
})

describe('taken out at the destination before any look saw it arrive', () => {
  /** The fill and the owner's transactions wait for the same block. */
  async function takeOutWithFill(intent: Intent): Promise<Hex> {
    await bench.until(intent, 'awaitBridge')
    await bench.pass(6 * blockMs)
    fillDeposits(bench.harbor, bench.island, addresses.filler, new Set())
    return takeOutOf(bench, intent, 'destination')
  }

  test('in the block of the fill: the intent ends, and the books have both', async () => {
    bench.setFilling(false)
    const intent = await bench.start()
    const before = bench.balance(bench.island, addresses.usdc, owner)
    const txnHash = await takeOutWithFill(intent)
    const { plan } = await ends(bench, intent, 'aborted', 60_000)
    const { outputAmountMin: brought } = plan.bridge!
    expect(bench.balance(bench.island, addresses.usdc, owner) - before).toBe(brought)
    expect((await bench.receipt(intent)).refundTransaction).toMatchObject({
      chainId: islandId,
      status: 'SUCCEEDED',
      tokenAmount: brought,
      txnHash,
    })
    expect(sumOf(await bench.ledger(intent), 'destinationIntent', 'bridge')).toBe(brought)
  })

  test('not while the origin may still be reorganised away', async () => {
    bench.setFilling(false)
    const intent = await bench.startUntil('awaitBridge', { originTokenAmount: usdc(2_000) })
    const { finalBlock } = bench.harbor.chain
    const stuckAt = await finalBlock(2_000)
    bench.harbor.chain.finalBlock = async () => stuckAt
    await takeOutWithFill(intent)
    await bench.pass(60_000)
    expect((await bench.receipt(intent)).status).toBe('EXECUTING')
    bench.harbor.chain.finalBlock = finalBlock
    await ends(bench, intent, 'aborted', 60_000)
  })

  test('a second fill goes back to the owner', async () => {
    bench.setFilling(false)
    const intent = await bench.start()
    await takeOutWithFill(intent)
    const { plan } = await bench.until(intent, 'aborted', 60_000)
    fillDeposits(bench.harbor, bench.island, addresses.filler, new Set())
    await bench.pass(blockMs)
    await bench.clock.leap(Number(plan.destination!.refundAt) * 1_000 - bench.clock.nowMs())
    await bench.pass(3 * 60_000)
    expect(sumOf(await bench.ledger(intent), 'owner', 'late')).toBe(plan.bridge!.outputAmountMin)
    await expectNothingLeft(bench, intent)
  })
})
