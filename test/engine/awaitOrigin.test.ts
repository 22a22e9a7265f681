import { hexToBigInt } from 'viem'
import { describe, expect, test } from 'vitest'
import { encodeCall } from '../../src/evm/encodeCall.ts'
import { placeholder } from '../../src/intents/wallet.ts'
import { nativeToken } from '../../src/interface/limits.ts'
import { ends, resting, sumOf } from './books.ts'
import { runAsStranger } from './runAsStranger.ts'
import { pauseSpokePool, setSlip, setVaultAsset, vaultAbi } from './scripted/markets.ts'
import { setNativeBalance } from './scripted/state.ts'
import { addresses, harborId, owner, relayer, usdc, useBench } from './setup.ts'

const bench = useBench()

const sameChain = { destinationChainId: harborId, destinationTokenAddress: addresses.dai, options: {} }

describe('the batch ran', () => {
  test('into the bridge: fee and bridge are booked from its events', async () => {
    bench.setFilling(false)
    const intent = await bench.start()
    const record = await bench.until(intent, 'awaitBridge')
    await bench.pass(6_000)
    const entries = await bench.ledger(intent)
    expect(sumOf(entries, 'collector', 'fee')).toBe(record.plan.feeAmount)
    expect(sumOf(entries, 'bridge', 'bridge')).toBe(intent.depositTransaction.amount - record.plan.feeAmount)
    expect(await bench.leg(intent, 'origin')).toMatchObject({ status: 'SUCCEEDED', txnHash: expect.any(String) })
    expect(bench.balance(bench.harbor, addresses.usdc, addresses.collector)).toBe(record.plan.feeAmount)
  })

  test('into the bridge behind a swap: what went into the market, what came out of it and crossed', async () => {
    bench.setFilling(false)
    const amount = 200n * 10n ** 18n
    const intent = await bench.start({ originTokenAddress: addresses.dai, originTokenAmount: amount })
    const { plan } = await bench.until(intent, 'awaitBridge')
    await bench.pass(6_000)
    const crossed = bench.balance(bench.harbor, addresses.usdc, addresses.spokePool)
    expect(crossed).toBeGreaterThan(usdc(190))
    const moves = (await bench.ledger(intent)).filter(({ to }) => to === 'market' || to === 'bridge')
    expect(moves).toMatchObject([
      { from: 'originIntent', to: 'market', token: addresses.dai, amount: amount - plan.feeAmount, why: 'swap' },
      { from: 'market', to: 'bridge', token: addresses.usdc, amount: crossed, why: 'bridge' },
    ])
  })

  test('by a stranger, before ours: its events count, and ours does nothing', async () => {
    const intent = await bench.commit()
    bench.harbor.withhold(({ from }) => from === relayer)
    await bench.execute(intent, { depositTransactionHash: bench.deposit(intent) })
    await bench.until(intent, 'awaitOrigin')
    const hash = await runAsStranger(bench, intent, 'origin')
    await bench.pass(2_000)
    bench.harbor.withhold(() => false)
    await ends(bench, intent, 'succeeded')
    expect(await bench.leg(intent, 'origin')).toMatchObject({ status: 'SUCCEEDED', txnHash: hash })
  })
})

describe('the batch failed and gave the deposit back', () => {
  test('the bridge refused: the owner has all of it, and no fee was taken', async () => {
    const before = bench.balance(bench.harbor, addresses.usdc, owner)
    const intent = await bench.commit()
    pauseSpokePool(bench.harbor.state(), addresses.spokePool, true)
    await bench.execute(intent, { depositTransactionHash: bench.deposit(intent) })
    await ends(bench, intent, 'refunded')
    const { status, originTransaction, refundTransaction } = await bench.receipt(intent)
    expect(status).toBe('FAILED')
    expect(originTransaction).toMatchObject({
      status: 'FAILED',
      statusReason: expect.stringMatching(/^EXECUTION: .*deposits are paused/),
    })
    expect(refundTransaction).toMatchObject({ status: 'SUCCEEDED', tokenAmount: intent.depositTransaction.amount })
    expect(bench.balance(bench.harbor, addresses.usdc, owner)).toBe(before)
    expect(resting(await bench.ledger(intent))).toEqual({})
  })

  test('the price moved beyond the slippage', async () => {
    const intent = await bench.commit(sameChain)
    setSlip(bench.harbor.state(), addresses.pool, 3_000)
    await bench.execute(intent, { depositTransactionHash: bench.deposit(intent) })
    await ends(bench, intent, 'refunded')
    expect((await bench.leg(intent, 'origin'))?.statusReason).toMatch(
      /^SLIPPAGE: the swap would have brought [\d.]+ DAI, less than the minimum of [\d.]+ DAI \(AmountTooLow\(/,
    )
  })

  test('a call on the same chain failed: the owner has what was swapped', async () => {
    const call = encodeCall({ abi: vaultAbi, functionName: 'deposit', args: [hexToBigInt(placeholder), owner] })
    setVaultAsset(bench.harbor.state(), addresses.vault, addresses.dai)
    const intent = await bench.commit({
      ...sameChain,
      destinationToAddress: addresses.vault,
      destinationCallData: call,
    })
    setVaultAsset(bench.harbor.state(), addresses.vault, nativeToken)
    const before = bench.balance(bench.harbor, addresses.dai, owner)
    await bench.execute(intent, { depositTransactionHash: bench.deposit(intent) })
    await ends(bench, intent, 'paidOnDestination')
    const paid = bench.balance(bench.harbor, addresses.dai, owner) - before
    expect(paid).toBeGreaterThanOrEqual(intent.quote.toAmountMin)
    expect(await bench.leg(intent, 'origin')).toMatchObject({
      status: 'FAILED',
      statusReason: expect.stringMatching(/^DESTINATION_CALL: .*the vault is closed/),
    })
    expect(await bench.leg(intent, 'refund')).toMatchObject({ status: 'SUCCEEDED', tokenAmount: paid })
  })
})

describe('what is not known decides nothing', () => {
  test('receipts that nobody answers are waited for', async () => {
    const intent = await bench.startUntil('awaitOrigin')
    bench.harbor.fail((method) => (method === 'receipt' ? { is: 'down' } : undefined))
    await bench.pass(120_000)
    expect((await bench.record(intent)).step).toBe('awaitOrigin')
    bench.harbor.fail(() => undefined)
    await bench.until(intent, 'succeeded')
  })
})

test('it fails in a bundle whose other element goes through: it is sent again once, tolerantly, and by nobody else', async () => {
  const [failing, other] = [await bench.commit(sameChain), await bench.commit()]
  setSlip(bench.harbor.state(), addresses.pool, 3_000)
  const hashes = [failing, other].map((intent) => bench.deposit(intent))
  await bench.execute(failing, { depositTransactionHash: hashes[0] })
  await bench.execute(other, { depositTransactionHash: hashes[1] })
  await bench.until(other, 'succeeded')
  await bench.until(failing, 'refunded')
  await bench.pass(3 * 60_000)
  const [ofFailing, ofOther] = await Promise.all(
    [failing, other].map(({ intentId }) => bench.store.attempts.ofLeg(intentId, 'origin')),
  )
  expect(ofOther).toHaveLength(1)
  expect(ofFailing!.at(-1)!.hash).toBe(ofOther![0]!.hash)
  expect(ofFailing).toHaveLength(2)
  expect((await bench.leg(failing, 'origin'))?.txnHash).toBe(ofFailing![0]!.hash)
})

test('our signers cannot pay until it is too late: the batch comes to nothing, and the deposit goes back', async () => {
  const intent = await bench.start()
  setNativeBalance(bench.harbor.state(), relayer, 0n)
  await bench.until(intent, 'awaitOrigin')
  await bench.pass(bench.world.settings.refundAfterMs + 12_000)
  expect((await bench.record(intent)).step).toBe('awaitRefund')
  setNativeBalance(bench.harbor.state(), relayer, 10n ** 20n)
  await ends(bench, intent, 'refunded')
  expect(await bench.leg(intent, 'refund')).toMatchObject({
    status: 'SUCCEEDED',
    tokenAmount: intent.depositTransaction.amount,
    statusReason: expect.stringMatching(/^REFUND_TIME: /),
  })
})

test('a part that was booked while the rest was missing is booked once, when a stranger pays the rest and runs the batch', async () => {
  const intent = await bench.commit()
  const { amount } = intent.depositTransaction
  bench.deposit(intent, amount - usdc(50))
  await bench.until(intent, 'refund')
  expect(sumOf(await bench.ledger(intent), 'originIntent', 'deposit')).toBe(amount - usdc(50))
  bench.deposit(intent, usdc(50))
  bench.harbor.mine()
  await runAsStranger(bench, intent, 'origin')
  await ends(bench, intent, 'succeeded')
  expect(sumOf(await bench.ledger(intent), 'originIntent')).toBe(amount)
})
