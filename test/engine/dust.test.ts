import { describe, expect, test } from 'vitest'
import { refundQuotes } from '../../src/engine/work/refundQuotes.ts'
import type { Intent } from '../../src/interface/intentShapes.ts'
import { nativeToken } from '../../src/interface/limits.ts'
import { expectNothingLeft } from './books.ts'
import { refundAsStranger } from './runAsStranger.ts'
import { setTokenFault } from './scripted/tokens.ts'
import { addresses, harborId, owner, relayer, reopen, usdc, useBench } from './setup.ts'
import { takeOut } from './takeOut.ts'

const refundAfterMs = 10 * 60_000
const bench = useBench({ settings: { refundAfterMs, refundUsdMin: undefined } })
const recoverable = async (): Promise<string[]> => {
  const { intents } = await bench.engine.GetIntentHistory({ onlyRecoverable: true }, bench.caller)
  return intents.map(({ intentId }) => intentId)
}
const refundsOf = async ({ intentId }: Intent) => (await bench.store.attempts.ofLeg(intentId, 'refund')).length
/** Quotes that nobody committed are over, and what was paid for them is looked for. */
const quotesExpire = async () => {
  await bench.pass(bench.world.settings.quoteLifeMs + 10_000)
  await refundQuotes(bench.world)
}
const gasOfRelayer = () => bench.balance(bench.harbor, nativeToken, relayer)

test('dust at the addresses of free quotes starts no transaction, is told and listed, and the owner can take it out', async () => {
  const intents: Intent[] = []
  for (let count = 0; count < 20; count++) intents.push(await bench.quote({ ownerAddress: owner }))
  for (const [at, intent] of intents.entries()) bench.deposit(intent, 1n, at % 2 ? addresses.dai : undefined)
  await bench.pass(bench.world.settings.quoteLifeMs + 10_000)
  // After what the relayer pays for its grant when it starts.
  const gas = gasOfRelayer()
  await refundQuotes(bench.world)
  for (const intent of intents) expect((await bench.record(intent)).step).toBe('dust')
  await bench.pass(bench.world.settings.refundAfterMs + 60_000)
  await refundQuotes(bench.world)
  expect(gasOfRelayer()).toBe(gas)
  expect((await recoverable()).toSorted()).toEqual(intents.map(({ intentId }) => intentId).toSorted())
  const receipt = await bench.receipt(intents[0]!)
  expect(receipt).toMatchObject({
    status: 'FAILED',
    depositTransaction: {
      status: 'FAILED',
      statusReason: expect.stringMatching(/^DUST: what came is worth less than /),
    },
  })
  const recovery = await bench.engine.PrepareIntentRecovery({ intentId: intents[0]!.intentId }, bench.caller)
  expect(recovery.recoveryTokens).toMatchObject([{ tokenAddress: addresses.usdc, amount: 1n }])
})

test.each([
  ['a stranger sends it back', (intent: Intent) => refundAsStranger(bench, intent)],
  ['its owner takes it out', (intent: Intent) => takeOut(bench, intent, 'origin')],
])('dust leaves its address because %s: the books say so, and it is listed no more', async (_, leave) => {
  const intent = await bench.quote({ ownerAddress: owner })
  bench.deposit(intent, 1n)
  await quotesExpire()
  await bench.pass(bench.world.settings.refundAfterMs + 60_000)
  expect(await recoverable()).toEqual([intent.intentId])
  const txnHash = await leave(intent)
  await bench.pass(10 * 60_000)
  expect(await recoverable()).toEqual([])
  const out = { from: 'originIntent', to: 'owner', amount: 1n, txnHash }
  expect(await bench.ledger(intent)).toContainEqual(expect.objectContaining(out))
  await expectNothingLeft(bench, intent)
})

test('a payment that comes after dust goes back with it', async () => {
  const intent = await bench.quote({ ownerAddress: owner })
  const before = bench.balance(bench.harbor, addresses.usdc, owner)
  bench.deposit(intent, 1n)
  await quotesExpire()
  expect((await bench.record(intent)).step).toBe('dust')
  bench.deposit(intent)
  await bench.pass(bench.world.settings.refundAfterMs + 5 * 60_000)
  expect(bench.balance(bench.harbor, addresses.usdc, owner)).toBe(before)
  await expectNothingLeft(bench, intent)
  expect(await recoverable()).toEqual([])
})

test('a committed intent that gets dust ends without a transaction; a real part of it goes back', async () => {
  const [dusted, paid] = [await bench.commit(), await bench.commit()]
  for (const intent of [dusted, paid]) await bench.execute(intent)
  bench.deposit(dusted, 1n)
  bench.deposit(paid, usdc(100))
  await bench.until(dusted, 'dust')
  await bench.until(paid, 'refunded')
  expect([await refundsOf(dusted), await refundsOf(paid)]).toEqual([0, 1])
  expect((await bench.receipt(dusted)).refundTransaction).toMatchObject({
    status: 'FAILED',
    statusReason: expect.stringMatching(/^DUST:/),
  })
  expect(await recoverable()).toEqual([dusted.intentId])
})

test('dust that comes after the end is listed and moves nothing', async () => {
  const intent = await bench.startUntil('succeeded')
  bench.deposit(intent, 3n)
  await bench.pass(bench.world.settings.refundAfterMs + 60_000)
  await bench.clock.leap(2 * 60 * 60_000)
  await bench.pass(60_000)
  expect(await refundsOf(intent)).toBe(0)
  expect(await recoverable()).toEqual([intent.intentId])
  const late = (await bench.ledger(intent)).filter(({ why }) => why === 'late')
  expect(late.map(({ amount }) => amount)).toEqual([3n])
})

test('money that comes after the end and that its token does not pay to the owner is told and listed', async () => {
  const intent = await bench.startUntil('succeeded')
  setTokenFault(bench.harbor.state(), addresses.usdc, { refuses: owner })
  bench.deposit(intent)
  await bench.pass(bench.world.settings.refundAfterMs + 10 * 60_000)
  expect(await recoverable()).toEqual([intent.intentId])
  expect((await bench.ledger(intent)).filter(({ why }) => why === 'late')).toMatchObject([{ to: 'originIntent' }])
})

test('dust that comes to the destination after the end is listed and moves nothing, however often it comes', async () => {
  const intent = await bench.commit()
  bench.deposit(intent, usdc(100))
  await bench.until(intent, 'refunded')
  const wallet = intent.destinationIntentAddress!
  for (let came = 1n; came <= 3n; came++) {
    bench.island.send({ from: addresses.stranger, to: wallet, value: 1n })
    await bench.clock.leap(12 * 60 * 60_000)
    await bench.pass(60_000)
    expect(bench.balance(bench.island, nativeToken, wallet)).toBe(came)
  }
  expect(await refundsOf(intent)).toBe(1)
  expect(await recoverable()).toEqual([intent.intentId])
})

test('the operator says in dollars from which worth on it is sent back; without a price everything is', async () => {
  await reopen(bench, { settings: { refundAfterMs, refundUsdMin: 50 } })
  const [less, more, unpriced] = [await bench.quote(), await bench.quote(), await bench.quote()]
  bench.deposit(less, usdc(49))
  bench.deposit(more, usdc(51))
  bench.deposit(unpriced, 1n, addresses.dai)
  bench.setPrice(addresses.dai, undefined)
  await quotesExpire()
  const steps = await Promise.all([less, more, unpriced].map(async (intent) => (await bench.record(intent)).step))
  expect(steps).toEqual(['dust', 'refund', 'refund'])
})

test('refunds of quotes that nobody committed take at most half of the gas, and the rest waits its turn', async () => {
  const { gasPrice } = await bench.harbor.chain.fees()
  const cost = 105_000n * gasPrice
  bench.world.signerGasBalance = async () => 8n * cost
  const intents: Intent[] = []
  for (let count = 0; count < 7; count++) intents.push(await bench.quote({ ownerAddress: owner }))
  for (const intent of intents) bench.deposit(intent)
  await quotesExpire()
  const steps = async () => Promise.all(intents.map(async (intent) => (await bench.record(intent)).step))
  expect((await steps()).filter((step) => step === 'refund')).toHaveLength(4)
  expect(await bench.store.intents.reserved(harborId, nativeToken, bench.clock.nowMs())).toBe(4n * cost)
  await bench.pass(bench.world.settings.refundAfterMs)
  await bench.clock.leap(60 * 60_000)
  await refundQuotes(bench.world)
  for (const intent of intents)
    if ((await bench.record(intent)).step !== 'refunded') await bench.until(intent, 'refunded')
})

describe('a listed token without a price', () => {
  const pay = (intent: Intent) => bench.deposit(intent, 1n, addresses.dai)

  test('goes back a few times, and is then left at the address and told, however often a stranger pays', async () => {
    bench.setPrice(addresses.dai, undefined)
    const intent = await bench.quote({ ownerAddress: owner })
    pay(intent)
    await quotesExpire()
    await bench.pass(bench.world.settings.refundAfterMs + 2 * 60_000)
    expect(await refundsOf(intent)).toBe(1)
    for (const minutes of [4, 6, 12]) {
      pay(intent)
      await bench.pass(minutes * 60_000)
    }
    expect(await refundsOf(intent)).toBe(3)
    expect(await recoverable()).toEqual([intent.intentId])
  })

  test('stays where it is once the project had its refunds of the day', async () => {
    bench.setPrice(addresses.dai, undefined)
    bench.store.intents.refundsSent = async ({ limit }) => limit
    const intents: Intent[] = []
    for (let count = 0; count < 3; count++) intents.push(await bench.quote({ ownerAddress: owner }))
    for (const intent of intents) pay(intent)
    await quotesExpire()
    await bench.pass(bench.world.settings.refundAfterMs + 5 * 60_000)
    expect(await Promise.all(intents.map(refundsOf))).toEqual(intents.map(() => 0))
    expect(await recoverable()).toHaveLength(intents.length)
  })
})
