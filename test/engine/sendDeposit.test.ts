import { privateKeyToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, test } from 'vitest'
import { causewayContracts } from '../../src/chains/contracts/abi/addresses.ts'
import { intentEntrypointAbi } from '../../src/chains/contracts/abi/IntentEntrypoint.ts'
import { encodeCall } from '../../src/evm/encodeCall.ts'
import { depositTypedData } from '../../src/intents/signedDeposit.ts'
import type { Intent } from '../../src/interface/intentShapes.ts'
import { limits } from '../../src/interface/limits.ts'
import { ends, expectNothingLeft, sumOf } from './books.ts'
import { refundAsStranger } from './runAsStranger.ts'
import { plainCodes } from './scripted/plainCodes.ts'
import { setCode } from './scripted/state.ts'
import { setAllowance, setTokenBalance } from './scripted/tokens.ts'
import { addresses, harborId, owner, ownerKey, relayer, usdc, useBench } from './setup.ts'
import { takeOut } from './takeOut.ts'

const bench = useBench()
beforeEach(() => allow(2n ** 255n))

const allow = (amount: bigint): void =>
  setAllowance(bench.harbor.state(), addresses.usdc, owner, causewayContracts.entrypoint, amount)

/** What the owner signs so that the service relays the deposit. */
async function signed(intent: Intent, change: { deadline?: number; key?: `0x${string}`; nonce?: bigint } = {}) {
  const { plan } = await bench.record(intent)
  const option = plan.feeOptions.find(({ tokenAddress }) => tokenAddress === addresses.usdc)!
  const { nonce = 5n } = change
  const deadline = change.deadline ?? Math.floor(bench.clock.nowMs() / 1_000) + 3_600
  const deposit = {
    user: owner,
    token: addresses.usdc,
    amount: intent.depositTransaction.amount,
    intentAddress: intent.originIntentAddress,
    deadline: BigInt(deadline),
    nonce,
    feeAmount: option.amount,
    feeCollector: option.feeCollectorAddress,
  }
  const typed = depositTypedData(deposit, harborId, bench.world.settings.contracts)
  const intentSignature = await privateKeyToAccount(change.key ?? ownerKey).signTypedData(typed)
  return { depositSignature: { intentSignature, selectedGasFeeOption: option, userNonce: nonce, deadline } }
}

test('the deposit and the batch travel in one transaction, and the books show both', async () => {
  const intent = await bench.commit()
  await bench.execute(intent, await signed(intent))
  await ends(bench, intent, 'succeeded')
  const { depositTransaction, originTransaction } = await bench.receipt(intent)
  expect(depositTransaction).toMatchObject({ status: 'SUCCEEDED', txnHash: originTransaction.txnHash })
  expect(depositTransaction.depositIntentEntry?.userNonce).toBe(5n)
  expect(sumOf(await bench.ledger(intent), 'originIntent', 'deposit')).toBe(intent.depositTransaction.amount)
})

test.each(['signed', 'paid by a transfer'])(
  'a stranger deposits a unit to the address of an intent that is %s, with a fee to itself: the books earn none of it',
  async (how) => {
    const stranger = privateKeyToAccount(`0x${'0c'.repeat(32)}`)
    const most = 10n ** 40n
    setTokenBalance(bench.harbor.state(), addresses.usdc, stranger.address, most)
    setAllowance(bench.harbor.state(), addresses.usdc, stranger.address, causewayContracts.entrypoint, most)
    const intent = await bench.commit()
    const deposit = {
      ...{ user: stranger.address, token: addresses.usdc, amount: 1n, intentAddress: intent.originIntentAddress },
      ...{ deadline: 2n ** 40n, nonce: 5n, feeAmount: most - 1n, feeCollector: stranger.address },
    }
    const { contracts } = bench.world.settings
    const signature = await stranger.signTypedData(depositTypedData(deposit, harborId, contracts))
    const data = encodeCall({ abi: intentEntrypointAbi, functionName: 'depositToIntent', args: [deposit, signature] })
    bench.harbor.send({ from: addresses.stranger, to: causewayContracts.entrypoint, data })
    bench.harbor.mine()
    const signs = how === 'signed' ? await signed(intent) : undefined
    if (!signs) bench.deposit(intent)
    await bench.execute(intent, signs)
    await ends(bench, intent, 'succeeded')
    const earned = (await bench.ledger(intent)).filter(({ why }) => why === 'relayFee').map(({ amount }) => amount)
    expect(earned).toEqual(signs ? [signs.depositSignature.selectedGasFeeOption.amount] : [])
  },
)

test('a signature that the chain would refuse is refused at once', async () => {
  const intent = await bench.commit()
  const near = Math.floor(bench.clock.nowMs() / 1_000) + 10
  await expect(bench.execute(intent, await signed(intent, { deadline: near }))).rejects.toThrow(/is too near/)
  const foreign = await signed(intent, { key: `0x${'0c'.repeat(32)}` })
  await expect(bench.execute(intent, foreign)).rejects.toThrow(/is not by ownerAddress/)
  allow(0n)
  await expect(bench.execute(intent, await signed(intent))).rejects.toThrow(/would fail on chain now/)
  expect((await bench.record(intent)).step).toBe('committed')
})

test('an owner with code signs where no way was offered: the fee pays for asking it all the same', async () => {
  for (const chain of [bench.harbor, bench.island]) setCode(chain.state(), owner, plainCodes.seven)
  const intent = await bench.commit({ fundMethod: 'DIRECT_TRANSFER' })
  const own = await signed(intent)
  const { amount } = own.depositSignature.selectedGasFeeOption
  await expect(bench.execute(intent, own)).rejects.toMatchObject({
    error: 'InvalidArgument',
    message: expect.stringMatching(/uses 300000 gas, of which the offered fee pays for 40000; sign an amount of at/),
  })
  const asked = /at least (\d+)/.exec(String(await bench.execute(intent, own).catch((error: Error) => error.message)))
  expect(BigInt(asked![1]!)).toBe((amount * (105_000n + 300_000n)) / (105_000n + 40_000n) + 1n)
})

test.each([
  { field: 'permitNonce', over: 2n ** 48n },
  { field: 'permitAmount', over: 2n ** 160n },
])('a number that Permit2 cannot hold is refused by its name: $field', async ({ field, over }) => {
  const intent = await bench.commit()
  const { depositSignature } = await signed(intent)
  const permit = { way: 'permit2Allowance' as const, permitSignature: '0x11' as const, [field]: over }
  await expect(bench.execute(intent, { depositSignature: { ...depositSignature, ...permit } })).rejects.toMatchObject({
    error: 'InvalidArgument',
    message: expect.stringContaining(`depositSignature.${field}: must be at most ${over - 1n}`),
  })
  expect((await bench.record(intent)).step).toBe('committed')
})

test('the allowance was taken back before it was mined: nothing moved, so it lapses', async () => {
  const intent = await bench.commit()
  await bench.execute(intent, await signed(intent))
  allow(0n)
  await bench.until(intent, 'lapsed')
  const { depositTransaction, originTransaction } = await bench.receipt(intent)
  expect(depositTransaction).toMatchObject({
    status: 'FAILED',
    statusReason: expect.stringMatching(/^DEPOSIT_REFUSED: /),
  })
  expect(originTransaction.status).toBe('FAILED')
  // Nothing of the owner's; what we sent in vain cost us gas.
  expect(await bench.ledger(intent)).toMatchObject([{ from: 'relayer', to: 'network', why: 'gas' }])
})

test('the same with a unit of dust at the address, which anyone may pay: it ends all the same, and the dust goes back', async () => {
  const intent = await bench.commit()
  await bench.execute(intent, await signed(intent))
  allow(0n)
  bench.deposit(intent, 1n)
  await bench.until(intent, 'lapsed')
  expect((await bench.receipt(intent)).depositTransaction.statusReason).toMatch(/^DEPOSIT_REFUSED: /)
  await bench.pass(bench.world.settings.refundAfterMs + 60_000)
  await expectNothingLeft(bench, intent)
})

test('it lapsed, and a filler had paid for a run that a reorganisation took: what is at the destination goes to the owner', async () => {
  const intent = await bench.commit()
  await bench.execute(intent, await signed(intent))
  allow(0n)
  await bench.until(intent, 'lapsed')
  bench.island.send({ from: relayer, to: intent.destinationIntentAddress!, value: 7n })
  await bench.pass(2 * bench.world.settings.refundAfterMs)
  await expectNothingLeft(bench, intent)
  expect(sumOf(await bench.ledger(intent), 'owner', 'late')).toBe(7n)
})

test('it was paid by a transfer too, which its owner took out: no abort while the signed deposit may still pay', async () => {
  const intent = await bench.commit()
  bench.deposit(intent)
  await bench.execute(intent, await signed(intent))
  bench.harbor.withhold(({ from }) => from === relayer)
  bench.harbor.mine()
  const abortTransactionHash = await takeOut(bench, intent, 'origin')
  await bench.pass(10_000)
  const abort = { intentId: intent.intentId, chainId: harborId, abortTransactionHash }
  await expect(bench.engine.AbortIntent(abort, bench.caller)).rejects.toMatchObject({ error: 'IntentStatus' })
  bench.harbor.withhold(() => false)
  await ends(bench, intent, 'succeeded')
  await expectNothingLeft(bench, intent)
})

test('it was paid by a transfer instead, which a stranger sends back as soon as anyone may: it is refunded, not lapsed', async () => {
  const intent = await bench.commit()
  await bench.execute(intent, await signed(intent))
  bench.harbor.withhold(({ from }) => from === relayer)
  bench.deposit(intent)
  const { plan } = await bench.record(intent)
  await bench.pass(plan.refundAtS * 1_000 - bench.clock.nowMs())
  expect((await bench.record(intent)).step).toBe('awaitOrigin')
  const txnHash = await refundAsStranger(bench, intent)
  await ends(bench, intent, 'refunded')
  const { amount: tokenAmount } = intent.depositTransaction
  expect(await bench.leg(intent, 'deposit')).toMatchObject({ status: 'SUCCEEDED', tokenAmount })
  const statusReason = expect.stringMatching(/^REFUND_TIME/)
  expect(await bench.leg(intent, 'refund')).toMatchObject({ status: 'SUCCEEDED', txnHash, tokenAmount, statusReason })
})

test('the quote offers a signed deposit while the allowance stands, after the transfer that costs less', async () => {
  const waysOf = async () => {
    const request = { ...(await bench.quote()).quoteRequest }
    const { depositWays = [] } = await bench.engine.QuoteIntent(request, bench.caller)
    return depositWays.map(({ way }) => way)
  }
  expect(await waysOf()).toEqual(['transfer', 'allowance'])
  allow(0n)
  expect(await waysOf()).toEqual(['transfer'])
})

test('a way that nobody offered is refused before it is sent', async () => {
  const intent = await bench.commit()
  const { depositSignature } = await signed(intent)
  const by = (way: 'transfer' | 'permit2') => bench.execute(intent, { depositSignature: { ...depositSignature, way } })
  await expect(by('transfer')).rejects.toThrow(/a transfer is not signed for us/)
  await expect(by('permit2')).rejects.toThrow(/is not by ownerAddress/)
  expect((await bench.record(intent)).step).toBe('committed')
})

describe('an owner signs more deposits than it holds', () => {
  const hold = (amount: bigint): void => setTokenBalance(bench.harbor.state(), addresses.usdc, owner, amount)
  const sign = async (intent: Intent, nonce: bigint) => bench.execute(intent, await signed(intent, { nonce }))

  test('one balance backs one of them; the others are refused before anybody pays gas, and start once it is mined and more is there', async () => {
    const intents = await Promise.all(Array.from({ length: 5 }, () => bench.commit()))
    hold(usdc(250))
    bench.harbor.withhold(({ from }) => from === relayer)
    const outcomes = await Promise.allSettled(intents.map((intent, at) => sign(intent, BigInt(at))))
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused).toHaveLength(4)
    expect(refused[0]?.reason).toMatchObject({ error: 'Unavailable', message: expect.stringMatching(/unbacked/) })
    const started = outcomes.findIndex(({ status }) => status === 'fulfilled')
    const [other] = intents.filter((_, at) => at !== started)
    expect((await bench.record(other!)).step).toBe('committed')
    bench.harbor.withhold(() => false)
    bench.setFilling(false)
    await bench.until(intents[started]!, 'awaitBridge')
    await expect(sign(other!, 9n)).rejects.toThrow(/would fail on chain now/)
    hold(usdc(250))
    expect((await sign(other!, 9n)).intentStatus).toBe('EXECUTING')
    bench.setFilling(true)
    await bench.until(other!, 'succeeded')
  })

  test('a commit that nobody executed takes nothing of the balance from a deposit that is signed', async () => {
    hold(usdc(250))
    await bench.commit()
    const intent = await bench.commit()
    expect((await sign(intent, 1n)).intentStatus).toBe('EXECUTING')
    await bench.until(intent, 'succeeded')
  })
})

describe('an owner signs deposits of which the service would pay for the failures', () => {
  const sign = async (intent: Intent, nonce: bigint) => bench.execute(intent, await signed(intent, { nonce }))
  const commit = (many: number) => Promise.all(Array.from({ length: many }, () => bench.commit()))
  beforeEach(() => {
    setTokenBalance(bench.harbor.state(), addresses.usdc, owner, usdc(100_000))
    bench.harbor.withhold(({ from }) => from === relayer)
  })

  test('more at once than may be unmined: the next is taken when one of them is', async () => {
    const intents = await commit(limits.signedDepositsMax + 2)
    const outcomes = await Promise.allSettled(intents.map((intent, at) => sign(intent, BigInt(at))))
    const left = intents.filter((_, at) => outcomes[at]?.status === 'rejected')
    expect(left).toHaveLength(2)
    await expect(sign(left[0]!, 20n)).rejects.toMatchObject({
      error: 'Unavailable',
      message: expect.stringMatching(
        /depositSignature: 8 deposits that .* signed are not mined yet, and at most 8 may/,
      ),
    })
    bench.harbor.withhold(() => false)
    bench.setFilling(false)
    await Promise.all(intents.filter((one) => !left.includes(one)).map((one) => bench.until(one, 'awaitBridge')))
    for (const [at, one] of left.entries()) expect((await sign(one, 30n + BigInt(at))).intentStatus).toBe('EXECUTING')
  })

  test('with bytes behind a signature that nobody reads: an account without code signs 65', async () => {
    const [intent] = await commit(1)
    const { depositSignature } = await signed(intent!)
    const long = { ...depositSignature, permitSignature: `0x${'11'.repeat(8_192)}` as const }
    await expect(bench.execute(intent!, { depositSignature: long })).rejects.toMatchObject({
      error: 'InvalidArgument',
      message: expect.stringMatching(/depositSignature.permitSignature: is 8192 bytes long; ownerAddress .* signs 65/),
    })
  })
})

describe('a stranger who knows the id has executed the intent before its owner does', () => {
  const madeUp = { depositTransactionHash: `0x${'11'.repeat(32)}` } as const
  const conflict = { error: 'RequestConflict' }

  test.each([
    ['a hash that nobody mined', madeUp],
    ['nothing', {}],
  ])('with %s: the signature of the owner counts, and the stranger is the one in conflict', async (_name, said) => {
    const intent = await bench.commit()
    await bench.execute(intent, said)
    const own = await signed(intent)
    const started = { intentId: intent.intentId, intentStatus: 'EXECUTING' }
    expect(await bench.execute(intent, own)).toEqual(started)
    expect(await bench.execute(intent, own)).toEqual(started)
    await expect(bench.execute(intent, said)).rejects.toMatchObject(conflict)
    await ends(bench, intent, 'succeeded')
    const { depositTransaction, originTransaction } = await bench.receipt(intent)
    expect(depositTransaction).toMatchObject({ status: 'SUCCEEDED', txnHash: originTransaction.txnHash })
  })

  test('with a unit of dust: the signature of the owner counts', async () => {
    const intent = await bench.commit()
    const hash = bench.deposit(intent, 1n)
    bench.harbor.mine()
    await bench.execute(intent, { depositTransactionHash: hash })
    await bench.execute(intent, await signed(intent))
    await ends(bench, intent, 'succeeded')
  })

  test('a hash that pays takes the place of one that does not, whatever is said after it', async () => {
    const intent = await bench.commit()
    await bench.execute(intent, madeUp)
    const hash = bench.deposit(intent)
    // Nobody has mined it either: one word against another.
    await expect(bench.execute(intent, { depositTransactionHash: hash })).rejects.toMatchObject(conflict)
    bench.harbor.mine()
    await bench.execute(intent, { depositTransactionHash: hash })
    await expect(bench.execute(intent, madeUp)).rejects.toMatchObject(conflict)
    await bench.until(intent, 'succeeded')
    expect((await bench.receipt(intent)).depositTransaction).toMatchObject({ status: 'SUCCEEDED', txnHash: hash })
  })

  test('a signature does not pay what is paid already, and a bad one is refused as such', async () => {
    const intent = await bench.commit()
    await bench.execute(intent, madeUp)
    const bad = await signed(intent, { key: `0x${'22'.repeat(32)}` })
    await expect(bench.execute(intent, bad)).rejects.toMatchObject({ error: 'InvalidArgument' })
    const own = await signed(intent)
    bench.deposit(intent)
    bench.harbor.mine()
    await expect(bench.execute(intent, own)).rejects.toMatchObject(conflict)
    await bench.until(intent, 'succeeded')
  })

  test('a signature after a reorganisation that took the deposit back queues no second origin: the first batch still waits', async () => {
    const intent = await bench.start({ originTokenAmount: usdc(2_000) })
    bench.harbor.withhold(({ from }) => from === relayer)
    await bench.until(intent, 'awaitOrigin')
    bench.harbor.withhold(({ from }) => from === owner || from === relayer)
    bench.harbor.reorg(1, 'pooled')
    await bench.until(intent, 'awaitDeposit')
    await expect(bench.execute(intent, await signed(intent))).rejects.toMatchObject(conflict)
    expect((await bench.record(intent)).progress).toMatchObject({
      deposit: { reorged: true },
      origin: { handedOver: true },
    })
    bench.harbor.withhold(() => false)
    await ends(bench, intent, 'succeeded')
    expect(sumOf(await bench.ledger(intent), 'originIntent', 'deposit')).toBe(intent.depositTransaction.amount)
  })
})
