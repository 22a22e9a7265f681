import { expect, test } from 'vitest'
import { refundQuotes } from '../../src/engine/work/refundQuotes.ts'
import { ends } from './books.ts'
import { runAsStranger } from './runAsStranger.ts'
import { addresses, owner, usdc, useBench } from './setup.ts'

const bench = useBench({ settings: { refundAfterMs: 10 * 60_000 } })

const dayMs = 24 * 60 * 60_000
const recoverable = async (): Promise<string[]> => {
  const asked = { onlyRecoverable: true, includeBalances: true }
  const { intents } = await bench.engine.GetIntentHistory(asked, bench.caller)
  return intents.filter(({ hasBalance }) => hasBalance).map(({ intentId }) => intentId)
}

test('paid and never committed: found, listed as recoverable, and sent back when the contract allows it', async () => {
  const intent = await bench.quote({ ownerAddress: owner })
  const before = bench.balance(bench.harbor, addresses.usdc, owner)
  const hash = bench.deposit(intent)
  await bench.pass(bench.world.settings.quoteLifeMs - 20_000)
  await refundQuotes(bench.world)
  expect((await bench.record(intent)).step).toBe('quoted')
  await bench.pass(30_000)
  await refundQuotes(bench.world)
  expect((await bench.record(intent)).step).toBe('refund')
  expect(await recoverable()).toEqual([intent.intentId])
  const waiting = await bench.receipt(intent)
  expect(waiting.depositTransaction).toMatchObject({
    status: 'MINING',
    statusReason: 'LATE: the quote was paid and never committed; the money goes back',
    txnHash: hash,
    fromAddress: owner,
  })
  await ends(bench, intent, 'refunded')
  expect(await recoverable()).toEqual([])
  expect(bench.balance(bench.harbor, addresses.usdc, owner)).toBe(before)
  const receipt = await bench.receipt(intent)
  expect(receipt).toMatchObject({
    status: 'FAILED',
    depositTransaction: { status: 'FAILED' },
    refundTransaction: { status: 'SUCCEEDED', tokenAmount: usdc(200) },
  })
})

test('a commit of it is refused, and the cause says what goes back', async () => {
  const intent = await bench.quote()
  bench.deposit(intent)
  await bench.pass(bench.world.settings.quoteLifeMs + 10_000)
  const cause = expect.stringContaining(`${usdc(200)} base units of ${addresses.usdc} (200 USDC) are at`)
  const refused = { error: 'QuoteExpired', detail: cause }
  await expect(bench.engine.CommitIntent({ intent }, bench.caller)).rejects.toMatchObject(refused)
  await refundQuotes(bench.world)
  await bench.until(intent, 'refunded')
  await expect(bench.engine.CommitIntent({ intent }, bench.caller)).rejects.toMatchObject({ error: 'QuoteExpired' })
  await expect(bench.execute(intent)).rejects.toMatchObject({ error: 'QuoteExpired' })
})

test('a stranger runs the batch of a quote that was paid and never committed: it is delivered', async () => {
  const intent = await bench.quote({ ownerAddress: owner })
  const hash = bench.deposit(intent)
  await runAsStranger(bench, intent, 'origin')
  await bench.pass(30_000)
  await refundQuotes(bench.world)
  await ends(bench, intent, 'succeeded')
  expect(await bench.receipt(intent)).toMatchObject({
    status: 'SUCCEEDED',
    depositTransaction: { status: 'SUCCEEDED', txnHash: hash },
    destinationTransaction: { status: 'SUCCEEDED' },
  })
})

test('another listed token than the quoted one is found and sent back too', async () => {
  const intent = await bench.quote({ ownerAddress: owner })
  const before = bench.balance(bench.harbor, addresses.dai, owner)
  bench.deposit(intent, 7n, addresses.dai)
  await bench.pass(bench.world.settings.quoteLifeMs + 10_000)
  await refundQuotes(bench.world)
  expect((await bench.record(intent)).step).toBe('refund')
  const { intents } = await bench.engine.GetIntentHistory({ onlyRecoverable: true }, bench.caller)
  expect(intents.map(({ intentId }) => intentId)).toEqual([intent.intentId])
  await ends(bench, intent, 'refunded')
  expect(bench.balance(bench.harbor, addresses.dai, owner)).toBe(before)
  expect((await bench.receipt(intent)).refundTransaction?.statusReason).toMatch(
    /^WRONG_TOKEN: 7 base units of DAI \(0\.0+7 DAI\) /,
  )
})

/** One look after this long, without waking all that runs in between. */
async function latePollSchedule(ms: number): Promise<void> {
  await bench.clock.leap(ms)
  await refundQuotes(bench.world)
}

test('what nobody paid is forgotten after the window, and not before', async () => {
  const intent = await bench.quote()
  await latePollSchedule(bench.world.settings.quoteLifeMs + dayMs)
  expect(await bench.store.intents.find(intent.intentId)).toBeDefined()
  await latePollSchedule(2 * dayMs)
  expect(await bench.store.intents.find(intent.intentId)).toBeUndefined()
})

test('while no node answers, nothing is forgotten, however old', async () => {
  const intent = await bench.quote()
  bench.harbor.fail((method) => (method === 'balance' ? { is: 'down' } : undefined))
  await latePollSchedule(4 * dayMs)
  expect(await bench.store.intents.find(intent.intentId)).toBeDefined()
})

test('paid after the first looks: a later one finds it, even the one that would have forgotten it', async () => {
  const intent = await bench.quote()
  await latePollSchedule(dayMs)
  bench.deposit(intent)
  await bench.pass(20_000)
  await latePollSchedule(3 * dayMs)
  await bench.until(intent, 'refunded')
})

test('a quote is not forgotten on the word of one node that nothing is there', async () => {
  const intent = await bench.quote()
  bench.deposit(intent)
  await bench.pass(20_000)
  const { balance } = bench.harbor.chain
  bench.harbor.chain.balance = async (token, holder, at) => (at?.quorum ? balance(token, holder, at) : 0n)
  await latePollSchedule(4 * dayMs)
  expect(await bench.store.intents.find(intent.intentId)).toBeDefined()
  bench.harbor.chain.balance = balance
  await latePollSchedule(dayMs)
  await ends(bench, intent, 'refunded')
})
