import { describe, expect, test } from 'vitest'
import { createForgetClosed } from '../../src/engine/work/forgetClosed.ts'
import type { Intent } from '../../src/interface/intentShapes.ts'
import { owner, useBench } from './setup.ts'

const bench = useBench({ sender: false, worker: false })

describe('intents that lapsed long ago', () => {
  const forgetLapsed = () => createForgetClosed('lapsed', bench.world)(bench.clock.nowMs())
  const lapse = async (): Promise<Intent> => {
    const intent = await bench.commit()
    await bench.clock.advance(bench.world.settings.executeWithinMs + 1)
    const nowMs = bench.clock.nowMs()
    const fence = { intentId: intent.intentId, step: 'committed' as const }
    await bench.store.intents.transition(fence, { nowMs, step: 'lapsed', dueAtMs: null, finishedAtMs: nowMs })
    await bench.clock.advance(1_000)
    return intent
  }

  test('are deleted when their addresses are empty; what holds anything by the chain is kept and sent back', async () => {
    const [empty, paid] = [await lapse(), await lapse()]
    bench.deposit(paid)
    bench.harbor.mine()
    expect(await forgetLapsed()).toBe(1)
    expect(await bench.store.intents.find(empty.intentId)).toBeUndefined()
    expect((await bench.record(paid)).dueAtMs).toBe(bench.clock.nowMs())
  })

  test('are kept while their destination holds something, or a node does not answer', async () => {
    const [held, unread] = [await lapse(), await lapse()]
    bench.island.send({ from: owner, to: held.destinationIntentAddress!, value: 1n })
    bench.island.mine()
    bench.harbor.fail((method) => (method === 'balance' ? { is: 'down' } : undefined))
    expect(await forgetLapsed()).toBe(0)
    bench.harbor.fail(() => undefined)
    expect(await forgetLapsed()).toBe(1)
    expect(await bench.store.intents.find(unread.intentId)).toBeUndefined()
    expect((await bench.record(held)).dueAtMs).toBeUndefined()
  })
})
