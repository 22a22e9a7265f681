import { Agent, request } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { ConfigInput } from '../../src/config/config.ts'
import { systemClock } from '../../src/host/clock.ts'
import { createSystemRandom } from '../../src/host/random.ts'
import { ServiceError } from '../../src/interface/errors.ts'
import { openTokens } from '../../src/server/access/tokens.ts'
import type { NewKey, ProjectLimits } from '../../src/stores/accessStore.ts'
import { hashOf } from '../stores/sampleQuote.ts'
import { act, openAccessFixture } from './accessSetup.ts'
import { inFlight, post } from './serve.ts'

const operatorSecret = 'a secret that only these tests know'

const unitsMax = 10

/** What a call looks like, and what the fixture is like, before faults are added. */
type Case = {
  path: string
  method: string
  headers: Record<string, string>
  body: string
  config: ConfigInput
  limits: ProjectLimits
  rules: Partial<NewKey>
  sendKey: boolean
  expired?: boolean
  deleted?: boolean
  draining?: boolean
  /** Whose token to send, bound to which project. */
  token?: { account: string; bound?: 'other' }
  spendAll: ('address' | 'project' | 'units')[]
}

const good = (): Case => ({
  path: '/rpc/Svc/ExecuteIntent',
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ intentId: hashOf(1) }),
  config: { auth: { required: true }, callers: { trustedProxies: ['127.0.0.1'] } },
  limits: {},
  rules: {},
  sendKey: true,
  spendAll: [],
})

const switched = (call: Case, more: ConfigInput['switches']): Case => ({
  ...call,
  config: { ...call.config, switches: { ...call.config.switches, ...more } },
})
const headed = (call: Case, more: Record<string, string>): Case => ({ ...call, headers: { ...call.headers, ...more } })
const ruled = (call: Case, more: Case['rules']): Case => ({ ...call, rules: { ...call.rules, ...more } })
const limited = (call: Case, more: ProjectLimits, used: Case['spendAll'][number]): Case => ({
  ...call,
  limits: { ...call.limits, ...more },
  spendAll: [...call.spendAll, used],
})

type Fault = { check: string; error: string; add(call: Case): Case }

/** In the ruled order: how to fail at each check and at none before it. */
const faults: Fault[] = [
  { check: 'route', error: 'WebrpcBadRoute', add: (call) => ({ ...call, path: '/rpc/Svc/Nothing' }) },
  { check: 'method', error: 'WebrpcBadMethod', add: (call) => ({ ...call, method: 'PUT' }) },
  { check: 'draining', error: 'Aborted', add: (call) => ({ ...call, draining: true }) },
  {
    check: 'geoblock',
    error: 'Geoblocked',
    add: (call) => switched(call, { blockedRanges: ['127.0.0.0/8', '::1'] }),
  },
  {
    check: 'address limit',
    error: 'RateLimited',
    add: (call) => ({
      ...call,
      sendKey: false,
      config: { ...call.config, limits: { publicPerMinute: 1 } },
      spendAll: [...call.spendAll, 'address'],
    }),
  },
  { check: 'token', error: 'Unauthorized', add: (call) => headed(call, { authorization: 'Bearer a.b.c' }) },
  { check: 'key', error: 'AccessKeyNotFound', add: (call) => ({ ...call, expired: true }) },
  {
    check: 'mismatch',
    error: 'AccessKeyMismatch',
    add: (call) => ({ ...call, token: { account: 'member', bound: 'other' } }),
  },
  { check: 'project', error: 'ProjectNotFound', add: (call) => ({ ...call, deleted: true }) },
  { check: 'origin', error: 'InvalidOrigin', add: (call) => ruled(call, { origins: ['https://shop.example'] }) },
  { check: 'service', error: 'InvalidService', add: (call) => ruled(call, { services: ['Other'] }) },
  { check: 'membership', error: 'UnauthorizedUser', add: (call) => ({ ...call, token: { account: 'stranger' } }) },
  { check: 'enabled', error: 'MethodNotFound', add: (call) => switched(call, { operationsOff: ['ExecuteIntent'] }) },
  {
    check: 'client version',
    error: 'ClientOutdated',
    add: (call) => switched(headed(call, { 'x-client-version': '1.0.0' }), { clientVersionMin: { '*': '2.0.0' } }),
  },
  {
    check: 'project limit',
    error: 'QuotaRateLimit',
    add: (call) => limited(call, { requestsPerS: 0.01, burst: 1 }, 'project'),
  },
  { check: 'body', error: 'WebrpcBadRequest', add: (call) => headed(call, { 'content-type': 'text/plain' }) },
  { check: 'schema', error: 'InvalidArgument', add: (call) => ({ ...call, body: '{"intentId":"no"}' }) },
  { check: 'quota', error: 'QuotaExceeded', add: (call) => limited(call, { unitsPerCycle: unitsMax }, 'units') },
  { check: 'intents switch', error: 'IntentsDisabled', add: (call) => switched(call, { intents: false }) },
  { check: 'handler', error: 'NotFound', add: (call) => call },
]

describe('the first failure wins', () => {
  for (const [index, second] of faults.entries()) {
    const first = faults[index - 1]
    if (!first) continue
    test(`${first.check} before ${second.check}`, async () => {
      expect(await answerTo([second])).toBe(second.error)
      expect(await answerTo([second, first])).toBe(first.error)
    })
  }
})

/** Builds the fixture that the faults want, sends the call, and says what it was answered with. */
async function answerTo(added: Fault[]): Promise<unknown> {
  const call = added.reduce((before, { add }) => add(before), good())
  const fixture = await openAccessFixture()
  const { access } = fixture.store
  const projectId = await fixture.project(call.limits)
  const { text, record } = await fixture.key(projectId, call.rules)
  const spare = await fixture.key(projectId)
  let letGo = () => {}
  const held = new Promise<never>((_, reject) => {
    letGo = () => reject(new ServiceError('Aborted'))
  })
  const server = await fixture.server(
    { admin: { operatorSecret }, ...call.config },
    {
      ExecuteIntent: () => {
        throw new ServiceError('NotFound', 'there is no such intent')
      },
      GetChains: () => held,
    },
  )

  // Limits are used up through a server where nothing else is wrong.
  const plain = await fixture.server({ admin: { operatorSecret }, ...call.config, switches: {} })
  if (call.spendAll.includes('address')) await post(plain.url, 'Ping')
  if (call.spendAll.includes('project')) await post(plain.url, 'Ping', {}, { 'x-access-key': spare.text })
  if (call.spendAll.includes('units')) {
    const now = new Date()
    const cycleStartMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)
    await access.spend({ projectId, cycleStartMs, units: unitsMax, unitsMax })
  }
  if (call.token) {
    const other = await fixture.project()
    await access.addMember(projectId, 'member', act())
    const tokens = await openTokens({
      access,
      clock: systemClock,
      random: createSystemRandom(),
      secret: operatorSecret,
      lifeMsMax: 60_000,
    })
    const about = { subject: call.token.account, ...(call.token.bound && { projectId: other }) }
    call.headers.authorization ??= `Bearer ${tokens.issue({ role: 'account', ...about }, 60_000).token}`
  }
  if (call.expired) await access.updateKey(projectId, record.id, { expiresAtMs: Date.now() - 1_000 }, act())
  if (call.deleted) await access.deleteProject(projectId, act())
  if (call.sendKey) call.headers['x-access-key'] = text

  // One connection that is open before the server drains, as a caller that keeps its connection has.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  await send(agent, server.port, { ...good(), path: '/nothing' })
  if (call.draining) {
    // From elsewhere, so that no block keeps it out.
    const waiting = post(server.url, 'GetChains', {}, { 'x-forwarded-for': '203.0.113.7' }).catch(() => {})
    while (!(await inFlight(server.url))) {}
    void server.drain()
    onTestFinished(async () => {
      letGo()
      await waiting
    })
  }
  return (await send(agent, server.port, call)).error
}

function send(agent: Agent, port: number, { path, method, headers, body }: Case): Promise<{ error?: string }> {
  return new Promise((resolve, reject) => {
    const length = { 'content-length': String(Buffer.byteLength(body)) }
    const sent = request(
      { agent, port, host: '127.0.0.1', path, method, headers: { ...headers, ...length } },
      (answer) => {
        let got = ''
        answer.on('data', (chunk) => {
          got += chunk
        })
        answer.on('end', () => resolve(JSON.parse(got)))
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}
