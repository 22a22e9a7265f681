import { encodeEventTopics, erc20Abi, pad } from 'viem'
import { describe, expect, test } from 'vitest'
import type { ChainLog, ChainReceipt } from '../../src/chains/chain.ts'
import { causewayContracts } from '../../src/chains/contracts/abi/addresses.ts'
import { intentGuestAbi } from '../../src/chains/contracts/abi/IntentGuest.ts'
import { foldWallet } from '../../src/engine/book/foldWallet.ts'
import { executedTopic } from '../../src/engine/books/batchReceipt.ts'
import { originWallet } from '../../src/engine/books/sideWallet.ts'
import { transferTopic } from '../../src/engine/books/transferEntries.ts'
import { chainOf } from '../../src/engine/chainOf.ts'
import { encodeCall } from '../../src/evm/encodeCall.ts'
import { type Batch, callSweep, encodeDeployAndRefund, encodeExecuteAsOwner } from '../../src/intents/wallet.ts'
import type { Hex } from '../../src/interface/fields.ts'
import type { Intent } from '../../src/interface/intentShapes.ts'
import { ends, expectNothingLeft, resting, sumOf } from './books.ts'
import { giveBack, refundAsStranger, runAsStranger } from './runAsStranger.ts'
import { burnBridgeAbi } from './scripted/markets.ts'
import { fillDeposits } from './scripted/scriptedProviders.ts'
import { addresses, harborId, islandId, owner, relayer, usdc, useBench } from './setup.ts'

/** Anyone may run a batch from `openAt` on, even one the service gave up: the receipt follows the chain. */
const bench = useBench()

const sameChain = { destinationChainId: harborId, destinationTokenAddress: addresses.dai, options: {} }

/** Too little came in time and goes back when refunds begin; then the rest comes. */
async function startTooLittle(ask: object = {}): Promise<Intent> {
  const intent = await bench.commit(ask)
  bench.deposit(intent, usdc(50))
  await bench.execute(intent)
  await bench.until(intent, 'refund')
  bench.deposit(intent, intent.depositTransaction.amount - usdc(50))
  return intent
}

test('whoever a run calls has the guest end an element, and lies of a transfer beyond any number: the books are the same', async () => {
  const intent = await bench.startUntil('succeeded', sameChain)
  const record = await bench.record(intent)
  const wallet = originWallet(record)
  const { txnHash } = (await bench.receipt(intent)).originTransaction
  const evidence = await chainOf(bench.world, harborId).receipt(txnHash!, { atOrBelow: bench.harbor.height() })
  const receipt = { ...(evidence as { value: ChainReceipt }).value, to: wallet.address }
  const ran = receipt.logs.findIndex(({ address, topics }) => address === wallet.address && topics[0] === executedTopic)
  const topics = encodeEventTopics({ abi: intentGuestAbi, eventName: 'ElementDone', args: { index: 0n } }) as Hex[]
  const ended = { ...receipt.logs[ran]!, address: wallet.config.executor, topics }
  const lies = [transferTopic, pad(wallet.address), pad(addresses.stranger)] as const
  const lied = { ...ended, address: addresses.stranger, topics: [...lies], data: `0x${'ff'.repeat(64)}` as const }
  const fold = (logs: ChainLog[]) =>
    foldWallet(
      record,
      wallet,
      { transactions: [{ receipt: { ...receipt, logs }, value: 0n, isBridge: false }], native: 0n },
      { wrapped: addresses.weth },
    )
  expect(fold(receipt.logs.toSpliced(ran, 0, lied, ended, lied))).toEqual(fold(receipt.logs))
})

describe('the service waits to send the deposit back, and a stranger runs the batch', () => {
  test('on one chain: the recipient has the money, and the intent succeeded', async () => {
    const intent = await startTooLittle(sameChain)
    const hash = await runAsStranger(bench, intent, 'origin')
    await ends(bench, intent, 'succeeded')
    const { status, depositTransaction, originTransaction, refundTransaction } = await bench.receipt(intent)
    expect(status).toBe('SUCCEEDED')
    expect(depositTransaction).toMatchObject({ status: 'SUCCEEDED', tokenAmount: intent.depositTransaction.amount })
    expect(originTransaction).toMatchObject({ status: 'SUCCEEDED', txnHash: hash })
    expect(refundTransaction).toBeUndefined()
    const got = bench.balance(bench.harbor, addresses.dai, addresses.recipient)
    expect(got).toBeGreaterThanOrEqual(intent.quote.toAmountMin)
    expect(sumOf(await bench.ledger(intent), 'originIntent')).toBeGreaterThanOrEqual(intent.depositTransaction.amount)
  })

  test('the rest was paid out by a contract: that is who paid, and not whoever sent its transaction', async () => {
    const intent = await bench.commit(sameChain)
    bench.deposit(intent, usdc(50))
    await bench.execute(intent)
    await bench.until(intent, 'refund')
    const rest = intent.depositTransaction.amount - usdc(50)
    const transfer = encodeCall({ abi: erc20Abi, functionName: 'transfer', args: [addresses.spokePool, rest] })
    bench.harbor.send({ from: addresses.stranger, to: addresses.usdc, data: transfer })
    giveBack(bench, rest, { to: intent.originIntentAddress })
    await runAsStranger(bench, intent, 'origin')
    await ends(bench, intent, 'succeeded')
    expect((await bench.receipt(intent)).depositTransaction.fromAddress).toBe(addresses.spokePool)
  })

  test('over a bridge: the service takes it up again and finishes it', async () => {
    const intent = await startTooLittle()
    await runAsStranger(bench, intent, 'origin')
    await ends(bench, intent, 'succeeded')
    expect(bench.balance(bench.island, addresses.usdc, addresses.recipient)).toBeGreaterThanOrEqual(
      intent.quote.toAmountMin,
    )
  })

  test('at the destination, in the last minute in which the service sends nothing any more', async () => {
    bench.setFilling(false)
    const intent = await bench.startUntil('awaitBridge', { options: { bridgeProvider: 'CCTP' } })
    bench.island.withhold(({ from }) => from === relayer)
    const { destination, bridge } = (await bench.record(intent)).plan
    await bench.pass(Number(destination!.refundAt) * 1_000 - bench.clock.nowMs() - 50_000)
    bench.island.send({
      from: addresses.stranger,
      to: addresses.burnBridge,
      data: encodeCall({
        abi: burnBridgeAbi,
        functionName: 'mint',
        args: [addresses.usdc, bridge!.inputAmount, intent.destinationIntentAddress!, 1n],
      }),
    })
    await bench.until(intent, 'refund')
    const hash = await runAsStranger(bench, intent, 'destination')
    await ends(bench, intent, 'succeeded')
    expect(await bench.leg(intent, 'destination')).toMatchObject({ status: 'SUCCEEDED', txnHash: hash })
  })

  test('a reorg takes the run back: the deposit goes back, once', async () => {
    const intent = await startTooLittle(sameChain)
    const { refundAtS } = (await bench.record(intent)).plan
    await bench.pass(refundAtS * 1_000 - bench.clock.nowMs() - 4_000)
    await runAsStranger(bench, intent, 'origin')
    bench.harbor.mine()
    bench.harbor.reorg(1)
    bench.harbor.withhold(({ from }) => from === addresses.stranger)
    await ends(bench, intent, 'refunded')
    expect(await bench.leg(intent, 'deposit')).toMatchObject({
      status: 'FAILED',
      statusReason: expect.stringMatching(/^TOO_LITTLE: /),
    })
    expect(resting(await bench.ledger(intent))).toEqual({})
  })

  test('over a bridge, a filler pays, and a reorg takes the run back unseen: what the filler paid goes to the owner', async () => {
    const intent = await startTooLittle()
    const { refundAtS } = (await bench.record(intent)).plan
    await bench.pass(refundAtS * 1_000 - bench.clock.nowMs() - 4_000)
    const before = bench.balance(bench.island, addresses.usdc, owner)
    await runAsStranger(bench, intent, 'origin')
    bench.harbor.mine()
    fillDeposits(bench.harbor, bench.island, addresses.filler, new Set())
    bench.harbor.reorg(1)
    bench.harbor.withhold(({ from }) => from === addresses.stranger)
    await bench.until(intent, 'refunded')
    await bench.pass(60 * 60_000)
    expect(bench.balance(bench.island, addresses.usdc, owner)).toBeGreaterThan(before)
    await expectNothingLeft(bench, intent)
  })
})

test('after it lapsed a stranger pays and runs it: the status stays, and receipt and books say where the money went', async () => {
  const intent = await bench.commit(sameChain)
  await bench.until(intent, 'lapsed')
  bench.deposit(intent)
  const hash = await runAsStranger(bench, intent, 'origin')
  await bench.pass(bench.world.settings.refundAfterMs)
  const { status, originTransaction, refundTransaction } = await bench.receipt(intent)
  expect(status).toBe('FAILED')
  expect(originTransaction).toMatchObject({ status: 'SUCCEEDED', txnHash: hash })
  expect(refundTransaction?.status).not.toBe('SUCCEEDED')
  const got = bench.balance(bench.harbor, addresses.dai, addresses.recipient)
  expect(sumOf(await bench.ledger(intent), 'recipient', 'delivery')).toBe(got)
  expect(await bench.store.attempts.ofLeg(intent.intentId, 'refund')).toEqual([])
  await expectNothingLeft(bench, intent)
})

test('after it lapsed a stranger runs the origin alone: what the bridge brings goes to the owner there', async () => {
  const intent = await bench.commit()
  await bench.until(intent, 'lapsed')
  const before = bench.balance(bench.island, addresses.usdc, owner)
  bench.deposit(intent)
  await runAsStranger(bench, intent, 'origin')
  await bench.pass(bench.world.settings.refundAfterMs + 10 * 60_000)
  const arrived = bench.balance(bench.island, addresses.usdc, owner) - before
  expect(arrived).toBeGreaterThan(0n)
  expect(await bench.receipt(intent)).toMatchObject({
    status: 'FAILED',
    refundTransaction: { status: 'SUCCEEDED', tokenAmount: arrived },
  })
  await expectNothingLeft(bench, intent)
})

test('after it lapsed a stranger runs the origin over a bridge by message: the service delivers that, and it goes to the owner there', async () => {
  const intent = await bench.commit({ options: { bridgeProvider: 'CCTP' } })
  await bench.until(intent, 'lapsed')
  const before = bench.balance(bench.island, addresses.usdc, owner)
  bench.deposit(intent)
  await runAsStranger(bench, intent, 'origin')
  const { outputAmountMin } = (await bench.record(intent)).plan.bridge!
  const args = [addresses.usdc, outputAmountMin, intent.destinationIntentAddress!, 1n] as const
  const data = encodeCall({ abi: burnBridgeAbi, functionName: 'mint', args })
  bench.bridge.answer({ ready: true, to: addresses.burnBridge, data, context: 'CCTPV2_MESSAGE' })
  await bench.pass(bench.world.settings.refundAfterMs + 30 * 60_000)
  expect(bench.balance(bench.island, addresses.usdc, owner) - before).toBe(outputAmountMin)
  expect(await bench.store.attempts.ofLeg(intent.intentId, 'destination')).toHaveLength(1)
  expect(await bench.receipt(intent)).toMatchObject({
    status: 'FAILED',
    refundTransaction: { status: 'SUCCEEDED', tokenAmount: outputAmountMin },
  })
  await expectNothingLeft(bench, intent)
})

test('after it lapsed a stranger runs the origin, and the bridge gives it back: receipt and books say that the owner has it', async () => {
  bench.setFilling(false)
  const intent = await bench.commit()
  await bench.until(intent, 'lapsed')
  bench.deposit(intent)
  await runAsStranger(bench, intent, 'origin')
  const { inputAmount } = (await bench.record(intent)).plan.bridge!
  await bench.pass(bench.world.settings.refundAfterMs + 60_000)
  giveBack(bench, inputAmount)
  await bench.pass(30 * 60_000)
  expect(sumOf(await bench.ledger(intent), 'owner', 'refund')).toBe(inputAmount)
  expect(await bench.receipt(intent)).toMatchObject({
    status: 'FAILED',
    refundTransaction: { status: 'SUCCEEDED', chainId: harborId, tokenAmount: inputAmount },
  })
  await expectNothingLeft(bench, intent)
})

test('a refund of ours that came after that of a stranger moved nothing: what the bridge gives back is booked all the same', async () => {
  bench.setFilling(false)
  const intent = await bench.commit()
  await bench.until(intent, 'lapsed')
  bench.deposit(intent)
  await runAsStranger(bench, intent, 'origin')
  const { inputAmount } = (await bench.record(intent)).plan.bridge!
  await bench.pass(60_000)
  bench.deposit(intent, usdc(5))
  bench.harbor.withhold(({ from }) => from === relayer)
  const attempts = () => bench.store.attempts.ofLeg(intent.intentId, 'refund')
  for (let minute = 0; minute < 30 && (await attempts()).length === 0; minute++) await bench.pass(60_000)
  await refundAsStranger(bench, intent)
  bench.harbor.mine()
  bench.harbor.withhold(() => false)
  await bench.pass(60_000)
  expect((await attempts()).filter(({ state }) => state === 'confirmed')).toHaveLength(1)
  giveBack(bench, inputAmount)
  await bench.pass(30 * 60_000)
  expect(sumOf(await bench.ledger(intent), 'owner', 'refund')).toBe(inputAmount)
  await expectNothingLeft(bench, intent)
})

test("after it lapsed a stranger runs the origin and a filler pays: what the bridge gives back to the owner is another intent's", async () => {
  const intent = await bench.commit()
  await bench.until(intent, 'lapsed')
  bench.deposit(intent)
  await runAsStranger(bench, intent, 'origin')
  const { inputAmount } = (await bench.record(intent)).plan.bridge!
  await bench.pass(60_000)
  giveBack(bench, inputAmount)
  await bench.pass(bench.world.settings.refundAfterMs + 30 * 60_000)
  expect(sumOf(await bench.ledger(intent), 'owner', 'refund')).toBe(0n)
  expect((await bench.receipt(intent)).refundTransaction).toMatchObject({ status: 'SUCCEEDED', chainId: islandId })
  await expectNothingLeft(bench, intent)
})

test('the owner runs something else under the nonce of the batch: it never can run, and the intent ends', async () => {
  bench.harbor.withhold(({ from }) => from === relayer)
  const intent = await bench.commit(sameChain)
  await bench.execute(intent, { depositTransactionHash: bench.deposit(intent) })
  await bench.until(intent, 'awaitOrigin')
  const { plan } = await bench.record(intent)
  const deploy = encodeDeployAndRefund(plan.origin, [])
  const untilRefundMs = plan.refundAtS * 1_000 - bench.clock.nowMs()
  const sweep = callSweep({ router: causewayContracts.router, token: addresses.dai, receiver: owner })
  const batch: Batch = { chainId: harborId, calls: [sweep], space: 0n, nonce: 0n }
  await bench.pass(untilRefundMs)
  bench.harbor.send({ from: addresses.stranger, to: causewayContracts.guest, data: deploy })
  bench.harbor.mine()
  bench.harbor.send({
    from: owner,
    to: intent.originIntentAddress,
    data: encodeExecuteAsOwner(plan.origin, batch, '0x'),
  })
  bench.harbor.mine(3)
  bench.harbor.withhold(() => false)
  await ends(bench, intent, 'refunded')
})
