import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { rangesOf } from '../../src/config/accessConfig.ts'
import { createSeededRandom } from '../../src/host/random.ts'
import { hashKey, hintOf, mintKey, readKey } from '../../src/server/access/accessKey.ts'
import { allowsOrigin } from '../../src/server/access/allowsOrigin.ts'
import { callerAddress, networkOf, plainAddress } from '../../src/server/access/callerAddress.ts'
import { openCountries } from '../../src/server/access/countries.ts'
import { createLimiter, type Limit, prefetchOf } from '../../src/server/access/limiter.ts'
import { cycleEndMs, cycleStartMs } from '../../src/server/access/quota.ts'
import { forAllAwaited } from '../forAll.ts'
import { createMemory } from '../stores/memory/memory.ts'
import { createMemoryStore } from '../stores/memory/memoryStore.ts'
import { post, serve } from './serve.ts'
import { writeCountryFile } from './writeCountryFile.ts'

const seed = 20261115

describe('keys', () => {
  const random = createSeededRandom(seed)
  test('say their project and survive no typo', () => {
    const key = mintKey(random, 4711)
    expect(readKey(key)).toEqual({ text: key, projectId: 4711 })
    expect(key).toMatch(/^cw_1_4711_[0-9a-z]{32}_[0-9a-z]{6}$/)
    expect(hintOf(key)).toBe(`cw_1…${key.slice(-4)}`)
    expect(hashKey(key)).toMatch(/^0x[0-9a-f]{64}$/)
    const typos = fc.property(
      fc.nat(key.length - 1),
      fc.constantFrom(...'0123456789abcdefghjkmnpqrstvwxyz_'),
      (at, other) => {
        fc.pre(key[at] !== other)
        return readKey(key.slice(0, at) + other + key.slice(at + 1)) === undefined
      },
    )
    fc.assert(typos, { seed, numRuns: 2_000 })
    for (const wrong of ['', 'cw', key.slice(1), `${key}0`, key.toUpperCase(), ` ${key}`])
      expect(readKey(wrong)).toBeUndefined()
  })
  test('of a thousand no two are alike', () => {
    expect(new Set(Array.from({ length: 1_000 }, () => mintKey(random, 1))).size).toBe(1_000)
  })
})

test('a month of a quota begins on the anchor day and ends where the next one begins', () => {
  const fromMs = Date.UTC(2020, 0, 1)
  const untilMs = Date.UTC(2060, 0, 1)
  const months = fc.property(
    fc.integer({ min: fromMs, max: untilMs }),
    fc.integer({ min: 1, max: 28 }),
    (nowMs, day) => {
      const startMs = cycleStartMs(nowMs, day)
      const endMs = cycleEndMs(startMs)
      expect(new Date(startMs).getUTCDate()).toBe(day)
      expect(startMs % 86_400_000).toBe(0)
      expect(startMs).toBeLessThanOrEqual(nowMs)
      expect(endMs).toBeGreaterThan(nowMs)
      expect(cycleStartMs(endMs, day)).toBe(endMs)
      expect(cycleStartMs(endMs - 1, day)).toBe(startMs)
      const days = (endMs - startMs) / 86_400_000
      expect(days >= 28 && days <= 31).toBe(true)
    },
  )
  fc.assert(months, { seed, numRuns: 2_000 })
})

describe('who calls', () => {
  const trusted = rangesOf(['10.0.0.0/8', '192.0.2.1', 'fd00::/8'])
  const from = (remoteAddress: string, forwarded?: string) =>
    callerAddress({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } } as never, trusted)

  test('is the right-most hop that no trusted proxy is', () => {
    expect(from('203.0.113.9', '198.51.100.1')).toBe('203.0.113.9')
    expect(from('10.0.0.1', '198.51.100.1')).toBe('198.51.100.1')
    expect(from('10.0.0.1', '1.1.1.1, 198.51.100.1, 10.2.3.4')).toBe('198.51.100.1')
    expect(from('::ffff:10.0.0.1', '198.51.100.1:4711')).toBe('198.51.100.1')
    expect(from('fd00::1', '[2001:db8::7]:443')).toBe('2001:db8::7')
    expect(from('10.0.0.1', '198.51.100.1, nonsense')).toBe('10.0.0.1')
    expect(from('10.0.0.1', '10.0.0.2')).toBe('10.0.0.2')
    expect(from('10.0.0.1')).toBe('10.0.0.1')
  })
  test('shares a limit with its own network', () => {
    expect(networkOf('203.0.113.9')).toBe('203.0.113.9')
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
    expect(networkOf('2001:db8::6')).toBe('2001:db8:0:0::/64')
    expect(networkOf('::1')).toBe('0:0:0:0::/64')
    expect(plainAddress('fe80::1%eth0')).toBe('fe80::1')
    expect(plainAddress('not an address')).toBeUndefined()
  })
})

test('a star stands for one label', () => {
  const rules = ['https://shop.example', 'https://*.example.com', 'http://localhost:3000']
  const yes = ['https://shop.example', 'https://a.example.com', 'HTTPS://B.Example.com', 'http://localhost:3000']
  const no = [
    'https://example.com',
    'https://a.b.example.com',
    'http://a.example.com',
    'https://xexample.com',
    'null',
    undefined,
  ]
  expect(yes.filter((origin) => !allowsOrigin(rules, origin))).toEqual([])
  expect(no.filter((origin) => allowsOrigin(rules, origin))).toEqual([])
  expect(allowsOrigin([], undefined)).toBe(true)
})

describe('countries', () => {
  const fileOf = (write: (file: string) => void) => {
    const folder = mkdtempSync(join(tmpdir(), 'causeway-countries-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'countries.mmdb')
    write(file)
    return file
  }
  const country = (code: string) => ({ country: { iso_code: code } })
  const ranges = {
    '203.0.113.0/25': country('XA'),
    '198.51.100.0/24': { registered_country: { iso_code: 'XB' } },
    '2001:db8::/32': { ...country('XC'), registered_country: { iso_code: 'XD' } },
  }

  test('are found by range, in both families, by where a network is registered if nothing else is known', async () => {
    const countries = await openCountries(fileOf((file) => writeCountryFile(file, ranges)))
    const asked = [
      '203.0.113.0',
      '203.0.113.127',
      '203.0.113.128',
      '198.51.100.9',
      '2001:db8:9::1',
      '2001:db9::1',
      '1.1.1.1',
      'unknown',
    ]
    expect(asked.map(countries.of)).toEqual(['XA', 'XA', undefined, 'XB', 'XC', undefined, undefined, undefined])
  })
  test('a file that cannot be used is refused with what to do', async () => {
    const remedy = /callers\.countriesFile: .*; give a database of countries or cities in MaxMind DB format/
    const failures = await Promise.all(
      [
        '/nowhere/countries.mmdb',
        tmpdir(),
        fileOf((file) => writeFileSync(file, '1.0.0.0,1.0.0.255,XA\n')),
        fileOf((file) => writeFileSync(file, gzipSync('packed'))),
        fileOf((file) => writeCountryFile(file, ranges, 'Test-ASN')),
      ].map((file) => openCountries(file).then(String, (error: Error) => error.message)),
    )
    expect(failures.filter((message) => !remedy.test(message))).toEqual([])
    expect(
      failures.map((message) => /there is no file|cannot be read|is not a MaxMind DB|Test-ASN/.exec(message)?.[0]),
    ).toEqual(['there is no file', 'cannot be read', 'is not a MaxMind DB', 'is not a MaxMind DB', 'Test-ASN'])
  })
  test('a start with blocked countries refuses their addresses, and without a database fails', async () => {
    const countriesFile = fileOf((file) => writeCountryFile(file, ranges))
    const blocked = { switches: { blockedCountries: ['XA'] } }
    const { url } = await serve({ ...blocked, callers: { countriesFile, trustedProxies: ['127.0.0.1'] } })
    const from = async (address: string) => (await post(url, 'Ping', {}, { 'x-forwarded-for': address })).status
    expect([await from('203.0.113.9'), await from('198.51.100.9'), await from('1.1.1.1')]).toEqual([451, 200, 200])
    await expect(serve(blocked)).rejects.toThrow('needs callers.countriesFile')
  })
})

describe('the limiter', () => {
  const limits = fc.record({
    ratePerS: fc.integer({ min: 1, max: 20_000 }),
    burst: fc.integer({ min: 1, max: 40_000 }),
  })

  test('over any stretch of time, processes together let in no more than burst and rate allow', async () => {
    const calls = fc.array(
      fc.record({ process: fc.nat(2), waitMs: fc.nat(40), count: fc.integer({ min: 1, max: 300 }) }),
      {
        minLength: 5,
        maxLength: 25,
      },
    )
    await forAllAwaited({ seed, numRuns: 60 }, limits, calls, async (limit, plan) => {
      const letIn = await simulate(limit, plan)
      for (const [index, from] of letIn.entries()) {
        let count = 0
        for (const to of letIn.slice(index)) {
          count += to.count
          const most = limit.burst + (limit.ratePerS * (to.atMs - from.atMs)) / 1_000
          expect(count).toBeLessThanOrEqual(most + 1e-6)
        }
      }
    })
  })

  test('holds nothing back of small buckets, so that a burst is whole', () => {
    expect(prefetchOf({ ratePerS: 50, burst: 100 })).toEqual({ prefetchMax: 0, prefetchMs: 0 })
    const { prefetchMax, prefetchMs } = prefetchOf({ ratePerS: 10_000, burst: 20_000 })
    expect([prefetchMax, prefetchMs]).toEqual([400, 40])
  })

  /** Three processes on one store, with a clock that is turned by hand. */
  async function simulate(limit: Limit, plan: { process: number; waitMs: number; count: number }[]) {
    let nowMs = 1_000
    const clock = { nowMs: () => nowMs, monotonicMs: () => nowMs, sleep: () => new Promise<void>(() => {}) }
    const memory = createMemory()
    const processes = [0, 1, 2].map(() => createLimiter({ access: createMemoryStore(memory).access, clock }))
    const letIn: { atMs: number; count: number }[] = []
    for (const { process, waitMs, count } of plan) {
      nowMs += waitMs
      const verdicts = await Promise.all(Array.from({ length: count }, () => processes[process]!.take('p', limit)))
      const wrong = verdicts.filter(
        ({ allowed, retryAfterS, remaining }) => allowed !== (retryAfterS === 0) || remaining > limit.burst,
      )
      expect(wrong).toEqual([])
      letIn.push({ atMs: nowMs, count: verdicts.filter(({ allowed }) => allowed).length })
    }
    return letIn
  }
})
