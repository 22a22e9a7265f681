import { erc20Abi } from 'viem'
import { describe, expect, onTestFinished, test } from 'vitest'
import { encodeCall } from '../../src/evm/encodeCall.ts'
import { nativeToken } from '../../src/interface/limits.ts'
import { ends, resting, sumOf } from './books.ts'
import { setTokenFault } from './scripted/tokens.ts'
import { addresses, harborId, owner, reopen, usdc, useBench } from './setup.ts'

const bench = useBench()

const bookedDeposit = (amount: bigint) => ({
  from: 'owner',
  to: 'originIntent',
  chainId: harborId,
  amount,
  why: 'deposit',
})

test.each(['WALLET', 'DIRECT_TRANSFER'] as const)(
  'a short deposit is in the receipt from the block it is in, and booked when that is final: %s',
  async (fundMethod) => {
    const intent = await bench.commit({ fundMethod })
    if (fundMethod === 'WALLET') await bench.execute(intent)
    const txnHash = bench.deposit(intent, usdc(40))
    await bench.pass(2_000)
    const shown = [expect.objectContaining({ to: 'originIntent', why: 'deposit', amount: usdc(40), txnHash })]
    expect(await bench.receipt(intent)).toMatchObject({ moves: shown, summary: { originTokenAmount: usdc(40) } })
    expect(await bench.ledger(intent)).toEqual([])
    await bench.pass(10_000)
    expect(await bench.ledger(intent)).toEqual(shown)
    expect((await bench.receipt(intent)).moves).toEqual(shown)
    bench.deposit(intent, usdc(160))
    await ends(bench, intent, 'succeeded')
    expect(sumOf(await bench.ledger(intent), 'originIntent', 'deposit')).toBe(usdc(200))
  },
)

test('a short deposit that a reorganisation takes back is not in the receipt any more', async () => {
  const intent = await bench.commit()
  await bench.execute(intent)
  bench.deposit(intent, usdc(40))
  await bench.pass(2_000)
  expect((await bench.receipt(intent)).moves).toHaveLength(1)
  bench.harbor.reorg(1)
  await bench.pass(4_000)
  expect((await bench.receipt(intent)).moves).toEqual([])
})

describe('the deposit came', () => {
  test('under the hash that was told: it is booked once it is final, with its proof', async () => {
    const intent = await bench.commit()
    const hash = bench.deposit(intent)
    await bench.execute(intent, { depositTransactionHash: hash })
    await bench.pass(2_000)
    expect(await bench.leg(intent, 'deposit')).toMatchObject({ status: 'MINING', txnHash: hash })
    expect(await bench.ledger(intent)).toEqual([])
    await bench.until(intent, 'succeeded')
    const { amount } = intent.depositTransaction
    expect(await bench.leg(intent, 'deposit')).toMatchObject({
      status: 'SUCCEEDED',
      txnHash: hash,
      tokenAmount: amount,
    })
    expect((await bench.ledger(intent))[0]).toMatchObject({ ...bookedDeposit(amount), txnHash: hash })
  })

  test('under no hash: it is found by its event', async () => {
    const intent = await bench.commit()
    const hash = bench.deposit(intent)
    await bench.execute(intent)
    await bench.until(intent, 'awaitOrigin')
    expect(await bench.leg(intent, 'deposit')).toMatchObject({ status: 'MINING', txnHash: hash })
    await bench.until(intent, 'succeeded')
    expect(await bench.leg(intent, 'deposit')).toMatchObject({ status: 'SUCCEEDED', txnHash: hash })
  })

  test('in native token, which leaves no event: the block is found by halving', async () => {
    const intent = await bench.commit({ originTokenAddress: nativeToken, originTokenAmount: 10n ** 17n })
    await bench.pass(20_000)
    const hash = bench.deposit(intent)
    await bench.execute(intent)
    await bench.until(intent, 'succeeded')
    expect(await bench.leg(intent, 'deposit')).toMatchObject({ status: 'SUCCEEDED', txnHash: hash })
  })

  test('under a hash of something else: that is no proof, and the true one is found', async () => {
    const intent = await bench.commit()
    const data = encodeCall({ abi: erc20Abi, functionName: 'transfer', args: [addresses.stranger, 1n] })
    const other = bench.harbor.send({ from: addresses.stranger, to: addresses.usdc, data })
    const hash = bench.deposit(intent)
    await bench.execute(intent, { depositTransactionHash: other })
    await bench.until(intent, 'awaitOrigin')
    expect((await bench.leg(intent, 'deposit'))?.txnHash).toBe(hash)
  })

  test('twice: the second goes back with the batch and is booked as late', async () => {
    const intent = await bench.commit()
    const { amount } = intent.depositTransaction
    bench.deposit(intent)
    bench.harbor.withhold(({ to }) => to.toLowerCase() === bench.world.settings.contracts.guest.toLowerCase())
    await bench.execute(intent)
    await bench.until(intent, 'awaitOrigin')
    bench.deposit(intent)
    await bench.pass(4_000)
    bench.harbor.withhold(() => false)
    await ends(bench, intent, 'succeeded')
    expect(sumOf(await bench.ledger(intent), 'originIntent', 'late')).toBe(amount)
    expect(sumOf(await bench.ledger(intent), 'owner', 'leftover')).toBe(amount)
  })
})

describe('the deposit came wrong', () => {
  test('too little: it goes back when anyone may refund', async () => {
    const intent = await bench.commit()
    const before = bench.balance(bench.harbor, addresses.usdc, owner)
    bench.deposit(intent, usdc(50))
    await bench.execute(intent)
    await ends(bench, intent, 'refunded')
    const { depositTransaction, refundTransaction, status } = await bench.receipt(intent)
    expect(status).toBe('FAILED')
    expect(depositTransaction).toMatchObject({ status: 'FAILED', statusReason: expect.stringMatching(/^TOO_LITTLE: /) })
    expect(refundTransaction).toMatchObject({ status: 'SUCCEEDED', tokenAmount: usdc(50) })
    expect(bench.balance(bench.harbor, addresses.usdc, owner)).toBe(before)
    expect(resting(await bench.ledger(intent))).toEqual({})
  })

  test.each([
    ['announced', true],
    ['seen', false],
  ])('in another listed token, %s: that goes back when the time to pay is over', async (_, isAnnounced) => {
    const intent = await bench.commit()
    const depositTransactionHash = bench.deposit(intent, 5n * 10n ** 18n, addresses.dai)
    await bench.execute(intent, isAnnounced ? { depositTransactionHash } : {})
    // At the first look, and not when the time for the deposit is over.
    await bench.pass(4_000)
    expect((await bench.record(intent)).step).toBe('awaitDeposit')
    const { executeByMs, plan } = await bench.record(intent)
    const at = new Date(executeByMs!).toISOString()
    expect((await bench.receipt(intent)).depositTransaction).toMatchObject({
      status: 'PENDING',
      statusReason: expect.stringMatching(`^WRONG_TOKEN: .* \\(5 DAI\\) arrived instead; they go back at ${at}`),
    })
    await ends(bench, intent, 'refunded')
    const { refundTransaction } = await bench.receipt(intent)
    expect(refundTransaction).toMatchObject({
      tokenAddress: addresses.dai,
      tokenAmount: 5n * 10n ** 18n,
      statusReason: expect.stringMatching(/^WRONG_TOKEN: .* of DAI/),
    })
    expect(Date.parse(refundTransaction!.txnMinedAt!)).toBeLessThan(plan.refundAtS * 1_000 - 60_000)
    expect(resting(await bench.ledger(intent))).toEqual({})
  })

  test('a stranger names an unrelated transaction and sends dust of another token: the deposit is awaited as long', async () => {
    const intent = await bench.commit()
    const other = bench.harbor.send({ from: addresses.stranger, to: addresses.recipient, value: 1n })
    bench.deposit(intent, 1n, addresses.dai)
    await bench.execute(intent, { depositTransactionHash: other })
    await bench.pass(bench.world.settings.executeWithinMs + 30_000)
    expect((await bench.record(intent)).step).toBe('awaitDeposit')
    bench.deposit(intent)
    await ends(bench, intent, 'succeeded')
  })

  test('a listed token that does not answer keeps nobody from the end', async () => {
    const intent = await bench.commit()
    setTokenFault(bench.harbor.state(), addresses.dai, { silent: true })
    await bench.execute(intent)
    await bench.until(intent, 'lapsed')
  })

  test('its transaction reverted: the receipt says so', async () => {
    const intent = await bench.commit()
    setTokenFault(bench.harbor.state(), addresses.usdc, { refuses: intent.originIntentAddress })
    await bench.execute(intent, { depositTransactionHash: bench.deposit(intent) })
    await bench.until(intent, 'lapsed')
    expect((await bench.leg(intent, 'deposit'))?.statusReason).toMatch(/^DEPOSIT_REVERTED: /)
  })
})

describe('what is not known decides nothing', () => {
  test('a deposit that is mined and not final is waited for, also past its time', async () => {
    await reopen(bench, { settings: { actOnMinedBelowUsd: 0 } })
    const intent = await bench.commit()
    await bench.execute(intent)
    await bench.pass(bench.world.settings.executeWithinMs - 2_000)
    bench.deposit(intent)
    await bench.pass(2_000)
    await bench.clock.advance(10_000)
    expect((await bench.record(intent)).step).toBe('awaitDeposit')
    await bench.until(intent, 'succeeded')
  })

  test('a reorg before finality takes it back: nothing was booked, and nothing was sent for a value that waits', async () => {
    await reopen(bench, { settings: { actOnMinedBelowUsd: 100 } })
    const intent = await bench.commit()
    await bench.execute(intent, { depositTransactionHash: bench.deposit(intent) })
    await bench.pass(4_000)
    expect(await bench.leg(intent, 'deposit')).toMatchObject({ status: 'MINING' })
    bench.harbor.reorg(2)
    await bench.until(intent, 'lapsed')
    expect(await bench.ledger(intent)).toEqual([])
    expect(await bench.store.attempts.ofLeg(intent.intentId, 'origin')).toEqual([])
  })

  test('nodes that do not answer make it neither lapse nor go on', async () => {
    const intent = await bench.commit()
    await bench.execute(intent)
    bench.harbor.fail(() => ({ is: 'down' }))
    await bench.pass(bench.world.settings.executeWithinMs + 60_000)
    expect((await bench.record(intent)).step).toBe('awaitDeposit')
    bench.harbor.fail(() => undefined)
    await bench.until(intent, 'lapsed')
  })

  test('nodes that are behind show no deposit: it is waited for under its hash', async () => {
    const intent = await bench.start()
    bench.harbor.fail(() => ({ is: 'behind', blocks: 5 }))
    await bench.pass(8_000)
    expect((await bench.record(intent)).step).toBe('awaitDeposit')
    bench.harbor.fail(() => undefined)
    await bench.until(intent, 'succeeded')
  })

  test('a head from before the deadline proves nothing about it: the deposit behind it is carried out', async () => {
    bench.harbor.chain.definition.staleAfterMs = 180_000
    onTestFinished(async () => {
      delete bench.harbor.chain.definition.staleAfterMs
    })
    const intent = await bench.commit()
    const { number } = await bench.harbor.chain.head()
    bench.deposit(intent)
    await bench.pass(20_000)
    bench.harbor.fail(() => ({ is: 'behind', blocks: bench.harbor.height() - number }))
    await bench.pass(60_000)
    expect((await bench.record(intent)).step).not.toBe('lapsed')
    bench.harbor.fail(() => undefined)
    await bench.until(intent, 'succeeded')
  })

  test('a chain that is caught up with during the last look is looked at again: a payment on the way there is carried out', async () => {
    const intent = await bench.commit()
    bench.harbor.fail(() => ({ is: 'down' }))
    await bench.pass(bench.world.settings.executeWithinMs + 10_000)
    const seen = bench.harbor.height()
    bench.deposit(intent)
    bench.harbor.mine()
    await bench.pass(20_000)
    let isCaughtUp = false
    bench.harbor.fail((method) => {
      // The last that the look asks before it concludes.
      if (method === 'code') isCaughtUp = true
      return isCaughtUp ? undefined : { is: 'behind', blocks: bench.harbor.height() - seen }
    })
    await bench.until(intent, 'succeeded')
    expect(isCaughtUp).toBe(true)
  })

  test('one whose hash was told is waited for until the time of refunds', async () => {
    const intent = await bench.commit()
    bench.harbor.withhold(({ from }) => from === owner)
    await bench.execute(intent, { depositTransactionHash: bench.deposit(intent) })
    await bench.pass(bench.world.settings.executeWithinMs + 60_000)
    expect((await bench.record(intent)).step).toBe('awaitDeposit')
    bench.harbor.withhold(() => false)
    await bench.until(intent, 'succeeded')
  })
})
