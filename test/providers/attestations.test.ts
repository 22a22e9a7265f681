import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Attestations, createAttestations } from '../../src/providers/attestations.ts'
import { createVirtualClock } from '../engine/virtualClock.ts'
import { soon } from './providerContract.ts'

let server: Server
let reply: { status: number; body: unknown }
let asked: string[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url!)
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

let clock: ReturnType<typeof createVirtualClock>
let attestations: Attestations
beforeEach(() => {
  asked = []
  clock = createVirtualClock(1_000_000)
  attestations = createAttestations(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, clock)
})

const hash = (n: number) => `0x${n.toString(16).padStart(64, '0')}` as const
const message = (status: string) => ({ message: `0x${'00'.repeat(376)}`, attestation: '0x12', status })

test('many who wait for one transaction share a question every two seconds, until all is attested', async () => {
  reply = { status: 404, body: {} }
  const ask = () => attestations.messages(0, hash(1), soon())
  await Promise.all(Array.from({ length: 50 }, ask))
  await ask()
  expect(asked).toHaveLength(1)
  await clock.advance(1_900)
  await ask()
  expect(asked).toHaveLength(1)
  await clock.advance(100)
  reply = { status: 200, body: { messages: [message('complete'), message('pending_confirmations')] } }
  await ask()
  expect(asked).toHaveLength(2)
  await clock.advance(2_000)
  reply = { status: 200, body: { messages: [message('complete'), message('complete')] } }
  await ask()
  await clock.advance(60_000)
  expect(await ask()).toMatchObject({ messages: [{ status: 'complete' }, { status: 'complete' }] })
  expect(asked).toHaveLength(3)
})

test('all together ask at most ten times in any second, and those who were not asked for come later', async () => {
  reply = { status: 404, body: {} }
  const all = () => Promise.all(Array.from({ length: 30 }, (_, n) => attestations.messages(0, hash(n), soon())))
  const first = await all()
  expect(asked).toHaveLength(10)
  expect(first.filter((one) => 'notYet' in one && one.notYet.startsWith('other messages'))).toHaveLength(20)
  await clock.advance(500)
  await all()
  expect(asked).toHaveLength(10)
  await clock.advance(500)
  await all()
  expect(new Set(asked).size).toBe(20)
})

test('after a refusal for asking too often nothing is asked for five minutes', async () => {
  reply = { status: 429, body: {} }
  await attestations.messages(0, hash(1), soon())
  reply = { status: 404, body: {} }
  await clock.advance(299_000)
  await attestations.messages(0, hash(2), soon())
  expect(asked).toHaveLength(1)
  await clock.advance(1_000)
  await attestations.messages(0, hash(2), soon())
  expect(asked).toHaveLength(2)
})

test('fees and the allowance of fast transfers are read from the public shape and kept for a while', async () => {
  reply = {
    status: 200,
    body: [
      { finalityThreshold: 1_000, minimumFee: 1.3 },
      { finalityThreshold: 2_000, minimumFee: 0 },
    ],
  }
  expect(await attestations.fastFeePpm(0, 6, soon())).toBe(130n)
  expect(await attestations.fastFeePpm(0, 6, soon())).toBe(130n)
  expect(asked).toEqual(['/v2/burn/USDC/fees/0/6'])
  reply = { status: 200, body: [{ finalityThreshold: 2_000, minimumFee: 0 }] }
  expect(await attestations.fastFeePpm(7, 6, soon())).toBeUndefined()
  reply = { status: 200, body: { allowance: 123_999.999_999, lastUpdated: '2026-01-01T00:00:00Z' } }
  expect(await attestations.fastAllowance(soon())).toBe(123_999_999_999n)
  reply = { status: 500, body: {} }
  await expect(attestations.fastFeePpm(1, 6, soon())).rejects.toMatchObject({ reason: 'failed' })
})
