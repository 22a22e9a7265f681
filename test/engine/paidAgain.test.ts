import { expect, test } from 'vitest'
import type { Intent } from '../../src/interface/intentShapes.ts'
import { nativeToken } from '../../src/interface/limits.ts'
import { ends } from './books.ts'
import { giveBack } from './runAsStranger.ts'
import { type Bench, blockMs, relayer, usdc, useBench } from './setup.ts'
import { takeOut } from './takeOut.ts'

const bench = useBench()

/** Paid by its owner and by a stranger, both booked, while the batch is kept out of the blocks. */
async function startWithGift(gift: bigint, ask?: Parameters<Bench['start']>[0]): Promise<Intent> {
  bench.harbor.withhold(({ from }) => from === relayer)
  const intent = await bench.start(ask)
  bench.deposit(intent, gift)
  await bench.until(intent, 'awaitOrigin')
  await bench.pass(6 * blockMs)
  expect((await bench.ledger(intent)).reduce((sum, { amount }) => sum + amount, 0n)).toBe(
    intent.depositTransaction.amount + gift,
  )
  return intent
}

/** The owner takes everything out and pays once more; then the batch may run. */
async function payAgain(intent: Intent): Promise<void> {
  await takeOut(bench, intent, 'origin', { tokens: [intent.depositTransaction.tokenAddress] })
  bench.harbor.mine()
  bench.deposit(intent)
  bench.harbor.mine()
  bench.harbor.withhold(() => false)
}

const fromOrigin = async (intent: Intent) =>
  (await bench.ledger(intent))
    .filter(({ from, to }) => from === 'originIntent' && to === 'owner')
    .map(({ why, amount }) => [why, amount])

test('the owner takes the deposit and a gift out and pays again: the run ends with books that are empty', async () => {
  const intent = await startWithGift(usdc(15))
  await payAgain(intent)
  await ends(bench, intent, 'succeeded')
  expect(await fromOrigin(intent)).toEqual([['abort', usdc(215)]])
  const paid = (await bench.ledger(intent)).filter(({ to }) => to === 'originIntent')
  expect(paid.map(({ why, amount }) => [why, amount])).toEqual([
    ['deposit', usdc(200)],
    ['deposit', usdc(15)],
    ['late', usdc(200)],
  ])
  expect(new Set(paid.map(({ txnHash }) => txnHash)).size).toBe(3)
})

test('the same in native token: the run does not give back what is not there any more', async () => {
  const ask = { originTokenAddress: nativeToken, destinationTokenAddress: nativeToken, originTokenAmount: 10n ** 17n }
  const intent = await startWithGift(10n ** 15n, ask)
  await payAgain(intent)
  await ends(bench, intent, 'succeeded')
  expect(await fromOrigin(intent)).toEqual([['abort', 10n ** 17n + 10n ** 15n]])
})

test('the same for a bridge that gives its deposit back', async () => {
  const intent = await startWithGift(usdc(15))
  bench.setFilling(false)
  await payAgain(intent)
  await bench.until(intent, 'awaitBridge')
  const { plan } = await bench.record(intent)
  await bench.pass(plan.bridge!.fillDeadlineS! * 1_000 - bench.clock.nowMs() + 10 * blockMs)
  giveBack(bench, plan.bridge!.inputAmount)
  await ends(bench, intent, 'bridgeRefunded')
})

test('a node that does not tell what left is told to the operator, and asked again before the end', async () => {
  const intent = await startWithGift(usdc(15))
  await payAgain(intent)
  await bench.until(intent, 'awaitBridge')
  const { logs } = bench.harbor.chain
  bench.harbor.chain.logs = async () => {
    bench.harbor.chain.logs = logs
    throw new Error('no node tells its events')
  }
  await ends(bench, intent, 'succeeded')
  expect(bench.failures.map(String)).toEqual(['Error: no node tells its events'])
})
