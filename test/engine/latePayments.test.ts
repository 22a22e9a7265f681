import { afterEach, beforeEach, expect, test } from 'vitest'
import { nativeToken } from '../../src/interface/limits.ts'
import { expectNothingLeft } from './books.ts'
import { addresses, type Bench, openBench, usdc } from './setup.ts'

let bench: Bench
beforeEach(async () => {
  bench = await openBench()
})
afterEach(() => bench.close())

const hourMs = 60 * 60_000

/** Counts calls of a method of the origin chain. */
function counting(method: 'logs' | 'balance') {
  let count = 0
  bench.harbor.fail((called) => {
    if (called === method) count++
    return undefined
  })
  return () => count
}

/** Ended, and looked at once since. */
async function endedLongAgo(count: number) {
  const intents = await Promise.all(Array.from({ length: count }, () => bench.commit()))
  for (const intent of intents) await bench.until(intent, 'lapsed')
  await bench.clock.leap(bench.world.settings.refundAfterMs)
  await bench.pass(60_000)
  await bench.clock.leap(16 * hourMs)
  await bench.pass(60_000)
  return intents
}

test('a token that comes hours late goes back within minutes, without a look of its own being near', async () => {
  const [intent] = await endedLongAgo(1)
  expect((await bench.record(intent!)).dueAtMs).toBeGreaterThan(bench.clock.nowMs() + 10 * hourMs)
  bench.deposit(intent!, usdc(3))
  await bench.pass(5 * 60_000)
  expect((await bench.receipt(intent!)).refundTransaction).toMatchObject({ status: 'SUCCEEDED', tokenAmount: usdc(3) })
  await expectNothingLeft(bench, intent!)
})

test('another listed token, and one of many addresses', async () => {
  const intents = await endedLongAgo(12)
  bench.deposit(intents[7]!, 5n, addresses.dai)
  await bench.pass(5 * 60_000)
  expect((await bench.receipt(intents[7]!)).refundTransaction?.tokenAddress).toBe(addresses.dai)
  for (const intent of intents) await expectNothingLeft(bench, intent)
})

test('looking after a hundred ended intents costs as many log queries as looking after one, and no reads of balances', async () => {
  await endedLongAgo(100)
  const queries = counting('logs')
  await bench.pass(10 * 60_000)
  const asked = queries()
  expect(asked).toBeGreaterThan(5)
  expect(asked).toBeLessThanOrEqual(11)
  const balances = counting('balance')
  await bench.pass(10 * 60_000)
  // The sender looks at its own gas.
  expect(balances()).toBeLessThan(100)
})

test('where there are too many addresses to name, the transfers of listed tokens are read', async () => {
  const [intent] = await endedLongAgo(1)
  bench.world.store.intents.latePayees = async () => undefined
  bench.deposit(intent!, usdc(2))
  await bench.pass(5 * 60_000)
  expect((await bench.receipt(intent!)).refundTransaction?.tokenAmount).toBe(usdc(2))
})

test('nodes that refuse long ranges are asked for shorter ones until all is read', async () => {
  const [intent] = await endedLongAgo(1)
  bench.harbor.fail((method) => (method === 'logs' ? { is: 'down' } : undefined))
  bench.deposit(intent!, usdc(2))
  await bench.pass(3 * 60_000)
  bench.harbor.fail(() => undefined)
  await bench.pass(10 * 60_000)
  expect((await bench.receipt(intent!)).refundTransaction?.tokenAmount).toBe(usdc(2))
})

test('native token leaves no log: the looks of such an intent are as close as those of a quote', async () => {
  const intent = await bench.commit({ originTokenAddress: nativeToken, originTokenAmount: 10n ** 17n })
  await bench.until(intent, 'lapsed')
  await bench.clock.leap(bench.world.settings.refundAfterMs)
  await bench.pass(60_000)
  await bench.clock.leap(16 * hourMs)
  await bench.pass(60_000)
  const dueInMs = (await bench.record(intent)).dueAtMs! - bench.clock.nowMs()
  expect(dueInMs).toBeGreaterThan(3 * hourMs)
  expect(dueInMs).toBeLessThan(5 * hourMs)
})

test('looks that were put off together do not come together again', async () => {
  const dues = await Promise.all((await endedLongAgo(10)).map(async (intent) => (await bench.record(intent)).dueAtMs))
  expect(new Set(dues).size).toBeGreaterThan(8)
})
