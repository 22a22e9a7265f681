import { expect, test } from 'vitest'
import { ends } from './books.ts'
import { owner, reopen, useBench } from './setup.ts'

const bench = useBench()

test('the batch is handed to the sender in the write that books the deposit, once', async () => {
  await reopen(bench, { sender: false })
  const intent = await bench.startUntil('awaitOrigin')
  const { contract, input } = intent.originMetaTxn
  const { originGasLimit: gasLimit } = (await bench.record(intent)).plan
  const item = { intentId: intent.intentId, leg: 'origin', to: contract, data: input, value: 0n, gasLimit }
  expect(await bench.outbox(bench.harbor)).toMatchObject([item])
  expect(await bench.outbox(bench.island)).toEqual([])
  expect(await bench.leg(intent, 'origin')).toMatchObject({ status: 'PENDING' })
  await bench.pass(30_000)
  expect(await bench.outbox(bench.harbor)).toHaveLength(1)
})

test('a deposit that comes when the batch could no longer be mined in time goes back', async () => {
  const intent = await bench.commit()
  bench.harbor.withhold(({ from }) => from === owner)
  await bench.execute(intent, { depositTransactionHash: bench.deposit(intent) })
  const { refundAtS } = (await bench.record(intent)).plan
  await bench.pass(refundAtS * 1_000 - bench.clock.nowMs() - 40_000)
  bench.harbor.withhold(() => false)
  await ends(bench, intent, 'refunded')
  const { refundTransaction, originTransaction } = await bench.receipt(intent)
  expect(refundTransaction).toMatchObject({
    status: 'SUCCEEDED',
    tokenAmount: intent.depositTransaction.amount,
    statusReason: expect.stringMatching(/^LATE: /),
  })
  expect(originTransaction.txnHash).toBeUndefined()
})
