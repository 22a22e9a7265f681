import { expect, test } from 'vitest'
import { post, serve } from './serve.ts'

test('Clock answers with the time, UTC, to the millisecond', async () => {
  const { url, ports } = await serve()
  const before = ports.clock.nowMs()
  const { body } = await post(url, 'Clock')
  expect(body.serverTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(Date.parse(body.serverTime as string)).toBeGreaterThanOrEqual(before)
})

test('RuntimeStatus tells what is unwell and goes on answering', async () => {
  const health = [
    { kind: 'store' as const, name: 'postgres', probe: async () => ({ healthy: true }) },
    { kind: 'chain' as const, name: 'harbor', probe: async () => ({ healthy: false, detail: 'no node answers' }) },
    { kind: 'worker' as const, name: 'steps', probe: () => Promise.reject(new Error('secret at 10.0.0.1')) },
  ]
  const { url } = await serve({}, { ports: { health } })
  const { status, body, text } = await post(url, 'RuntimeStatus')
  expect(status).toBe(200)
  expect(body.status).toMatchObject({
    healthy: false,
    checks: [
      { kind: 'store', name: 'postgres', healthy: true },
      { kind: 'chain', name: 'harbor', healthy: false, detail: 'no node answers' },
      { kind: 'worker', name: 'steps', healthy: false },
    ],
  })
  expect(text).not.toContain('10.0.0.1')
})
