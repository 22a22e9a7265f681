import { expect, test } from 'vitest'
import { systemClock } from '../../src/host/clock.ts'
import { createWaker } from '../../src/host/waker.ts'

const day = 24 * 60 * 60_000

test('a wake ends the sleeps that are under way, and those that begin after it at once', async () => {
  const waker = createWaker()
  const asleep = [systemClock.sleep(day, waker.signal), systemClock.sleep(day, waker.signal)]
  expect(waker.signal.aborted).toBe(false)
  waker.wake()
  await Promise.all(asleep)
  await systemClock.sleep(day, waker.signal)
  expect(waker.signal.aborted).toBe(true)
})

test('each listener hears one wake, unless it was removed before', () => {
  const waker = createWaker()
  const heard: string[] = []
  const removed = () => void heard.push('removed')
  waker.signal.addEventListener('abort', removed)
  waker.signal.addEventListener('abort', () => void heard.push('kept'))
  waker.signal.removeEventListener('abort', removed)
  waker.wake()
  waker.wake()
  expect(heard).toEqual(['kept'])
})
