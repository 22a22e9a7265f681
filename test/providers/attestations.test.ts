import { beforeEach, expect, test } from 'vitest'
import { createAttestationGate } from '../../src/app/createAttestationGate.ts'
import { type Attestations, attestationDefaults, createAttestations } from '../../src/providers/attestations.ts'
import { createVirtualClock } from '../engine/virtualClock.ts'
import { serveHttp } from '../listen.ts'
import { createMemoryStore } from '../stores/memory/memoryStore.ts'
import { useForAll } from '../useParts.ts'
import { soon } from './providerContract.ts'

let reply: { status: number; body: unknown }
let asked: string[] = []
let posted: string[] = []
const server = useForAll(() =>
  serveHttp((request, response) => {
    if (request.method === 'POST') posted.push(request.url!)
    else asked.push(request.url!)
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body))
  }),
)

let clock: ReturnType<typeof createVirtualClock>
let attestations: Attestations
beforeEach(() => {
  asked = []
  posted = []
  clock = createVirtualClock(1_000_000)
  attestations = createAttestations(urlOf(), clock)
})
const urlOf = () => `${server.url}/`

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

test('everybody is told when the next question goes out; an answer that is the last one says nothing of it', async () => {
  reply = { status: 404, body: {} }
  const ask = () => attestations.messages(0, hash(7), soon())
  expect(await ask()).toMatchObject({ againMs: 2_000 })
  await clock.advance(1_500)
  expect(await ask()).toMatchObject({ againMs: 500 })
  await clock.advance(500)
  reply = { status: 200, body: { messages: [message('complete')] } }
  expect(await ask()).not.toHaveProperty('againMs')
  expect(await ask()).not.toHaveProperty('againMs')
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

test.each([1, 4, 10])('three processes over one store ask at most %i times in any second', async (perS) => {
  reply = { status: 404, body: {} }
  const memory = createMemoryStore()
  const settings = { ...attestationDefaults, requestsPerS: perS }
  const processes = [1, 2, 3].map(() =>
    createAttestations(urlOf(), clock, settings, createAttestationGate(memory, clock, perS)),
  )
  const askedAtMs: number[] = []
  for (let n = 0; n < 60; n++) {
    const before = asked.length
    await Promise.all(processes.map((one, index) => one.messages(0, hash(1_000 * index + n), soon())))
    for (let more = before; more < asked.length; more++) askedAtMs.push(clock.nowMs())
    await clock.advance(50)
  }
  const mostInASecond = Math.max(
    ...askedAtMs.map((fromMs) => askedAtMs.filter((atMs) => atMs >= fromMs && atMs < fromMs + 1_000).length),
  )
  expect(mostInASecond).toBeLessThanOrEqual(perS)
  // Three seconds: what is allowed is used.
  expect(askedAtMs.length).toBeGreaterThanOrEqual(2 * perS)
})

test('while the database that the share is in does not answer, nobody is asked', async () => {
  reply = { status: 404, body: {} }
  const lost = createAttestations(urlOf(), clock, attestationDefaults, () => Promise.reject(new Error('away')))
  expect(await lost.messages(0, hash(1), soon())).toEqual({ notYet: 'other messages are asked for first' })
  await expect(lost.fastAllowance(soon())).rejects.toMatchObject({ reason: 'timedOut' })
  expect(asked).toEqual([])
})

test('an expired message is attested again at most once a minute, and its transaction is asked about again', async () => {
  reply = { status: 200, body: { messages: [message('complete')] } }
  const ask = () => attestations.messages(0, hash(1), soon())
  await ask()
  await clock.advance(60_000)
  await ask()
  expect(asked).toHaveLength(1)
  const again = () => attestations.reattest(0, hash(1), hash(7), soon())
  await again()
  await again()
  expect(posted).toEqual([`/v2/reattest/${hash(7)}`])
  await ask()
  expect(asked).toHaveLength(2)
  await clock.advance(60_001)
  await again()
  expect(posted).toHaveLength(2)
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
