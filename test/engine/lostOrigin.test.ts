import { erc20Abi } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { encodeCall } from '../../src/evm/encodeCall.ts'
import type { Intent } from '../../src/interface/intentShapes.ts'
import { ends, expectNothingLeft, sumOf } from './books.ts'
import { runAsStranger } from './runAsStranger.ts'
import { fillDeposits } from './scripted/scriptedProviders.ts'
import { addresses, blockMs, harborId, islandId, owner, relayer, usdc, useBench } from './setup.ts'
import { takeOut } from './takeOut.ts'

/** Large enough that a block is final only under four others. */
const deep = { originTokenAmount: usdc(2_000) }
const hourMs = 60 * 60_000

const bench = useBench()
beforeEach(() => bench.setFilling(false))

const recipientHas = () => bench.balance(bench.island, addresses.usdc, addresses.recipient)

/** A filler pays for an origin run that a reorg then removes; the relayer's bytes stay unmined until released. */
async function fillAndLose(fill: 'mined' | 'withheld' = 'mined'): Promise<Intent> {
  const intent = await bench.startUntil('awaitBridge', deep)
  if (fill === 'withheld') bench.island.withhold(({ from }) => from === addresses.filler)
  fillDeposits(bench.harbor, bench.island, addresses.filler, new Set())
  bench.harbor.withhold(({ from }) => from === relayer)
  bench.harbor.reorg(1)
  return intent
}

/** Refunds have begun on both sides, and everything due was processed. */
async function passRefundTime(intent: Intent): Promise<void> {
  const { plan } = await bench.record(intent)
  await bench.clock.leap(Math.max(0, Number(plan.destination!.refundAt) * 1_000 - bench.clock.nowMs()))
  await bench.pass(3 * 60_000)
}

/** The worker skips steps on the destination, so none runs between two blocks of a test. */
const blindAtIsland = (isBlind: boolean) =>
  bench.island.fail((method) => (isBlind && method === 'health' ? { is: 'down' } : undefined))

describe('what a filler paid out for a run that is gone goes on to the recipient', () => {
  async function expectDelivered(intent: Intent, txnHash: string): Promise<void> {
    await ends(bench, intent, 'succeeded', 2 * hourMs)
    const { originTransaction, destinationTransaction, refundTransaction } = await bench.receipt(intent)
    expect(originTransaction).toMatchObject({ status: 'FAILED', statusReason: expect.stringMatching(/^REORGED: /) })
    expect(destinationTransaction?.status).toBe('SUCCEEDED')
    const { amount: tokenAmount } = intent.depositTransaction
    const statusReason = expect.stringMatching(/^ABORTED: /)
    expect(refundTransaction).toMatchObject({
      chainId: harborId,
      status: 'SUCCEEDED',
      txnHash,
      tokenAmount,
      statusReason,
    })
    const entries = await bench.ledger(intent)
    expect(sumOf(entries, 'owner', 'abort')).toBe(tokenAmount)
    expect(sumOf(entries, 'recipient', 'delivery')).toBe(recipientHas())
    expect(recipientHas()).toBeGreaterThanOrEqual(intent.quote.toAmountMin)
  }

  test('the owner has used the nonce of the batch: it never runs again, and what the owner took out is booked', async () => {
    const intent = await fillAndLose()
    const hash = await takeOut(bench, intent, 'origin', { nonce: 0n })
    await expectDelivered(intent, hash)
    const { finishedAtMs = 0, plan } = await bench.record(intent)
    expect(finishedAtMs).toBeLessThan(plan.refundAtS * 1_000)
  })

  test('the owner took the deposit out otherwise: the run is lost when its time is over', async () => {
    const intent = await fillAndLose()
    const hash = await takeOut(bench, intent, 'origin')
    await bench.pass(blockMs)
    bench.harbor.withhold(() => false)
    await expectDelivered(intent, hash)
    const { finishedAtMs = 0, plan } = await bench.record(intent)
    expect(finishedAtMs).toBeGreaterThanOrEqual(plan.refundAtS * 1_000)
  })

  test('the deposit comes again before that: the batch runs, and its leg says so', async () => {
    const intent = await fillAndLose()
    await takeOut(bench, intent, 'origin')
    await bench.pass(blockMs)
    bench.harbor.withhold(() => false)
    await bench.pass(2 * 60_000)
    expect((await bench.receipt(intent)).status).toBe('EXECUTING')
    bench.deposit(intent)
    await ends(bench, intent, 'succeeded')
    expect((await bench.receipt(intent)).originTransaction).toMatchObject({ status: 'SUCCEEDED' })
    expect(sumOf(await bench.ledger(intent), 'bridge', 'bridge')).toBeGreaterThan(0n)
  })

  test('a fill that is in a block and not final puts the end off', async () => {
    const intent = await fillAndLose('withheld')
    await takeOut(bench, intent, 'origin', { nonce: 0n })
    const { finalBlock } = bench.harbor.chain
    const stuckAt = await finalBlock(2_000)
    bench.harbor.chain.finalBlock = async () => stuckAt
    await bench.pass(6 * blockMs)
    bench.island.withhold(() => false)
    await bench.pass(blockMs)
    bench.harbor.chain.finalBlock = finalBlock
    await bench.until(intent, 'succeeded')
    expect(recipientHas()).toBeGreaterThanOrEqual(intent.quote.toAmountMin)
  })
})

describe('what a filler paid out is looked for after the end', () => {
  /** The owner aborts before the worker sees the reorg; the fill comes after that. */
  async function abortUnseen(): Promise<Intent> {
    const intent = await fillAndLose('withheld')
    blindAtIsland(true)
    const abortTransactionHash = await takeOut(bench, intent, 'origin')
    await bench.pass(8 * blockMs)
    const abort = { intentId: intent.intentId, chainId: harborId, abortTransactionHash }
    expect(await bench.engine.AbortIntent(abort, bench.caller)).toMatchObject({ status: 'FAILED' })
    blindAtIsland(false)
    bench.island.withhold(() => false)
    await bench.pass(blockMs)
    return intent
  }

  test('AbortIntent ended it: what arrives goes back to the owner, and the receipt tells it', async () => {
    const intent = await abortUnseen()
    const { plan } = await bench.record(intent)
    const before = bench.balance(bench.island, addresses.usdc, owner)
    await passRefundTime(intent)
    expect(bench.balance(bench.island, addresses.usdc, owner) - before).toBe(plan.bridge!.outputAmountMin)
    const { moves = [], status } = await bench.receipt(intent)
    expect(status).toBe('FAILED')
    expect(moves).toContainEqual(expect.objectContaining({ to: 'owner', chainId: islandId, why: 'late' }))
    await expectNothingLeft(bench, intent)
  })

  test('AbortIntent ended it, and a stranger ran the destination batch: that is booked under its leg', async () => {
    const intent = await abortUnseen()
    const txnHash = await runAsStranger(bench, intent, 'destination')
    await bench.pass(blockMs)
    await passRefundTime(intent)
    const { destinationTransaction, summary } = await bench.receipt(intent)
    expect(destinationTransaction).toMatchObject({ status: 'SUCCEEDED', txnHash })
    expect(summary.destinationTokenAmount).toBe(recipientHas())
    await expectNothingLeft(bench, intent)
  })

  test('AbortIntent is refused while the fill is there: it goes on to the recipient', async () => {
    const intent = await fillAndLose()
    blindAtIsland(true)
    const abortTransactionHash = await takeOut(bench, intent, 'origin')
    await bench.pass(8 * blockMs)
    const abort = { intentId: intent.intentId, chainId: harborId, abortTransactionHash }
    await expect(bench.engine.AbortIntent(abort, bench.caller)).rejects.toMatchObject({
      error: 'IntentStatus',
      detail: expect.stringContaining('goes on to the recipient'),
    })
  })

  test('a run that was taken back and mined again between two looks: a second fill goes back', async () => {
    const intent = await bench.startUntil('awaitBridge', deep)
    fillDeposits(bench.harbor, bench.island, addresses.filler, new Set())
    blindAtIsland(true)
    bench.harbor.reorg(1, 'pooled')
    await bench.pass(blockMs)
    blindAtIsland(false)
    const { plan } = await bench.until(intent, 'succeeded')
    const { outputToken, outputAmountMin } = plan.bridge!
    const again = [intent.destinationIntentAddress!, outputAmountMin] as const
    const data = encodeCall({ abi: erc20Abi, functionName: 'transfer', args: again })
    bench.island.send({ from: addresses.filler, to: outputToken, data })
    await passRefundTime(intent)
    expect(sumOf(await bench.ledger(intent), 'owner', 'late')).toBe(outputAmountMin)
    await expectNothingLeft(bench, intent)
  })

  test('paid again after an abort and run by a stranger: the ledger has the run, and what the bridge brought goes back', async () => {
    const intent = await bench.commit(deep)
    bench.deposit(intent)
    bench.harbor.mine()
    await takeOut(bench, intent, 'origin')
    const { plan } = await bench.until(intent, 'aborted')
    bench.deposit(intent)
    await runAsStranger(bench, intent, 'origin')
    bench.setFilling(true)
    const before = bench.balance(bench.island, addresses.usdc, owner)
    await bench.pass(4 * blockMs)
    await passRefundTime(intent)
    expect(bench.balance(bench.island, addresses.usdc, owner) - before).toBe(plan.bridge!.outputAmountMin)
    expect((await bench.receipt(intent)).originTransaction.status).toBe('FAILED')
    expect(sumOf(await bench.ledger(intent), 'bridge')).toBe(plan.bridge!.inputAmount)
    await expectNothingLeft(bench, intent)
  })
})
