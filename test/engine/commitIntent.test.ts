import { expect, test } from 'vitest'
import { setNativeBalance } from './scripted/state.ts'
import { relayer, useBench } from './setup.ts'

const bench = useBench()

test('a quote is committed once, and saying it again answers the same', async () => {
  const intent = await bench.quote()
  const answer = await bench.engine.CommitIntent({ intent }, bench.caller)
  expect(answer).toEqual({ intentId: intent.intentId })
  const committed = await bench.record(intent)
  expect(committed.step).toBe('committed')
  expect(committed.executeByMs).toBe(bench.clock.nowMs() + bench.world.settings.executeWithinMs)
  await bench.clock.advance(1_000)
  expect(await bench.engine.CommitIntent({ intent }, bench.caller)).toEqual(answer)
  expect((await bench.record(intent)).executeByMs).toBe(committed.executeByMs)
})

test('of two commits at once, one writes and both answer the same', async () => {
  const intent = await bench.quote()
  const commit = () => bench.engine.CommitIntent({ intent }, bench.caller)
  expect(await Promise.all([commit(), commit()])).toEqual([
    { intentId: intent.intentId },
    { intentId: intent.intentId },
  ])
})

test('a modified intent is refused', async () => {
  const intent = await bench.quote()
  const modified = { ...intent, quote: { ...intent.quote, toAmountMin: intent.quote.toAmountMin + 1n } }
  await expect(bench.engine.CommitIntent({ intent: modified }, bench.caller)).rejects.toMatchObject({
    error: 'InvalidArgument',
  })
  expect((await bench.record(intent)).step).toBe('quoted')
})

test('an expired quote is refused', async () => {
  const intent = await bench.quote()
  await bench.clock.advance(bench.world.settings.quoteLifeMs + 1)
  await expect(bench.engine.CommitIntent({ intent }, bench.caller)).rejects.toMatchObject({ error: 'QuoteExpired' })
})

test('no more is committed than the signers can pay the gas for', async () => {
  const [first, second] = [await bench.quote(), await bench.quote()]
  const gas = first.fees.originGas.totalFeeAmount
  await bench.pass(4_000) // until the relayer has paid for its grant
  setNativeBalance(bench.harbor.state(), relayer, gas + gas / 2n)
  await bench.engine.CommitIntent({ intent: first }, bench.caller)
  await expect(bench.engine.CommitIntent({ intent: second }, bench.caller)).rejects.toThrow(
    /signers have for gas is reserved/,
  )
  setNativeBalance(bench.harbor.state(), relayer, 0n)
  await bench.pass(10_000) // what signers hold is read so often
  await expect(bench.engine.CommitIntent({ intent: second }, bench.caller)).rejects.toThrow(
    /signers on Harbor are out of gas \(0 ETH left, .* needed\); the operator has to fund them/,
  )
  setNativeBalance(bench.harbor.state(), relayer, gas + gas / 2n)
  await bench.until(first, 'lapsed')
  await bench.engine.CommitIntent({ intent: second }, bench.caller)
})
