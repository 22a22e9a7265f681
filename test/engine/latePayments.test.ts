import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import { encodeCall } from '../../src/evm/encodeCall.ts'
import type { Intent } from '../../src/interface/intentShapes.ts'
import { nativeToken } from '../../src/interface/limits.ts'
import { expectNothingLeft } from './books.ts'
import { setCode } from './scripted/state.ts'
import { mintAbi, tokenCode } from './scripted/tokens.ts'
import { addresses, usdc, useBench } from './setup.ts'

const bench = useBench()

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

test('looking after forty ended intents costs as many log queries as looking after one, and no reads of balances', async () => {
  await endedLongAgo(40)
  const queries = counting('logs')
  await bench.pass(10 * 60_000)
  const asked = queries()
  expect(asked).toBeGreaterThan(5)
  expect(asked).toBeLessThanOrEqual(11)
  const balances = counting('balance')
  await bench.pass(10 * 60_000)
  // The sender looks at its own gas.
  expect(balances()).toBeLessThan(50)
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
  expect(new Set(await dues(await endedLongAgo(10))).size).toBeGreaterThan(8)
})

/** A contract that is in no list and says what it likes; so do the events of `mint`. */
const fake = getAddress(`0x${'fa4e'.padStart(40, '0')}`)

function claimPaid(intents: readonly Intent[], amount: bigint): void {
  setCode(bench.harbor.state(), fake, tokenCode)
  for (const { originIntentAddress: to } of intents) {
    const data = encodeCall({ abi: mintAbi, functionName: 'mint', args: [to, amount] })
    bench.harbor.send({ from: addresses.stranger, to: fake, data })
  }
}

/** The nodes refuse a query with more logs than this in its answer, whatever its range. */
function boundAnswers(most: number): void {
  const { logs } = bench.harbor.chain
  bench.harbor.chain.logs = async (filter) => {
    const found = await logs(filter)
    if (found.length > most) throw new Error(`query returned more than ${most} results`)
    return found
  }
}

const dues = (intents: readonly Intent[]) =>
  Promise.all(intents.map(async (intent) => (await bench.record(intent)).dueAtMs))

test('events of a contract that is no token of the service wake nobody', async () => {
  const intents = await endedLongAgo(3)
  const before = await dues(intents)
  claimPaid(intents, usdc(100))
  await bench.pass(5 * 60_000)
  expect(await dues(intents)).toEqual(before)
})

test('transfers of nothing, which anyone may make of anybody, wake nobody', async () => {
  const intents = await endedLongAgo(3)
  for (const named of [true, false]) {
    if (!named) bench.world.store.intents.latePayees = async () => undefined
    const before = await dues(intents)
    for (const intent of intents) bench.deposit(intent, 0n)
    await bench.pass(5 * 60_000)
    expect(await dues(intents)).toEqual(before)
  }
})

test('a flood of such events does not make the nodes refuse what is asked for', async () => {
  const [intent, ...others] = await endedLongAgo(9)
  boundAnswers(4)
  claimPaid(others, usdc(100))
  bench.deposit(intent!, usdc(3))
  await bench.pass(5 * 60_000)
  expect((await bench.receipt(intent!)).refundTransaction?.tokenAmount).toBe(usdc(3))
  expect(bench.failures).toEqual([])
})

test('a block whose transfers are always refused is stepped over and told once; what comes after it is found', async () => {
  const [intent, ...others] = await endedLongAgo(9)
  boundAnswers(4)
  for (const other of others) bench.deposit(other, 0n)
  await bench.pass(4 * 60_000)
  bench.deposit(intent!, usdc(3))
  await bench.pass(10 * 60_000)
  expect((await bench.receipt(intent!)).refundTransaction?.tokenAmount).toBe(usdc(3))
  expect(bench.failures.filter((error) => /not looked for/.test(String(error)))).toHaveLength(1)
})

test('the own token of an intent is looked for when no list holds it any more', async () => {
  const [intent] = await endedLongAgo(1)
  const { listed } = bench.world.tokens
  bench.world.tokens.listed = (chainId) => listed(chainId).filter(({ symbol }) => symbol !== 'USDC')
  bench.deposit(intent!, usdc(3))
  await bench.pass(5 * 60_000)
  expect((await bench.receipt(intent!)).refundTransaction?.tokenAmount).toBe(usdc(3))
})
