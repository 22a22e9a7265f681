import { expect, test } from 'vitest'
import { inSlices } from '../../src/host/inSlices.ts'

test('of many pieces that wait together each turn of the event loop runs one slice', async () => {
  let [turns, ran] = [0, 0]
  const ranByTurn: number[] = []
  let isOver = false
  const turn = () => {
    ranByTurn[turns++] = ran
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const piece = () => {
    ran++
    const untilMs = performance.now() + 9
    while (performance.now() < untilMs);
  }
  await Promise.all(Array.from({ length: 12 }, () => inSlices(piece)))
  isOver = true
  for (let at = 1; at < turns; at++) expect(ranByTurn[at]! - ranByTurn[at - 1]!).toBeLessThanOrEqual(2)
})
