import { expect, test } from 'vitest'
import { inSlices } from '../../src/host/inSlices.ts'

test('of many pieces that wait together each turn of the event loop runs one slice', async () => {
  let ran = 0
  let atOnceMax = 0
  const turn = () => {
    ran = 0
    next = setImmediate(turn)
  }
  let next = setImmediate(turn)
  const piece = () => {
    atOnceMax = Math.max(atOnceMax, ++ran)
    const untilMs = performance.now() + 9
    while (performance.now() < untilMs);
  }
  await Promise.all(Array.from({ length: 12 }, () => inSlices(piece)))
  clearImmediate(next)
  expect(atOnceMax).toBeLessThanOrEqual(2)
})
