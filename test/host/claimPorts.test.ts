import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { claimPorts } from '../../src/host/claimPorts.ts'

/** Three ports of which the middle one is listened on, in a range that nothing uses by itself. */
const base = 21_545

test('ports are claimed in a row, by one process each, and the next row where one is taken', async () => {
  const first = await claimPorts(base, 3)
  const second = await claimPorts(base, 3)
  onTestFinished(() => second.release())
  // Nobody listens yet, as while a node starts.
  expect(new Set([...first.ports, ...second.ports]).size).toBe(6)
  first.release()

  const middle = createServer().listen(first.ports[1], '127.0.0.1')
  await new Promise((resolve) => middle.once('listening', resolve))
  onTestFinished(() => void middle.close())
  const third = await claimPorts(base, 3)
  onTestFinished(() => third.release())
  expect(third.ports).toEqual([0, 1, 2].map((index) => third.ports[0]! + index))
  expect([...first.ports, ...second.ports].some((port) => third.ports.includes(port))).toBe(false)
})
