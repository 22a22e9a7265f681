import { Agent, request } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { ConfigInput } from '../../src/config/config.ts'
import { systemClock } from '../../src/host/clock.ts'
import { createSystemRandom } from '../../src/host/random.ts'
import { ServiceError } from '../../src/interface/errors.ts'
import { openTokens } from '../../src/server/access/tokens.ts'
import type { NewKey, ProjectLimits } from '../../src/stores/accessStore.ts'
import { hashOf } from '../stores/sampleQuote.ts'
import { accessWorld, act } from './accessSetup.ts'
import { post } from './serve.ts'

const operatorSecret = 'a secret that only these tests know'

const unitsMax = 10

/** What a call looks like, and what the world is like, before faults are added. */
type Plan = {
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

const good = (): Plan => ({
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

const switched = (plan: Plan, more: ConfigInput['switches']): Plan => ({
  ...plan,
  config: { ...plan.config, switches: { ...plan.config.switches, ...more } },
})
const headed = (plan: Plan, more: Record<string, string>): Plan => ({ ...plan, headers: { ...plan.headers, ...more } })
const ruled = (plan: Plan, more: Plan['rules']): Plan => ({ ...plan, rules: { ...plan.rules, ...more } })
const limited = (plan: Plan, more: ProjectLimits, used: Plan['spendAll'][number]): Plan => ({
  ...plan,
  limits: { ...plan.limits, ...more },
  spendAll: [...plan.spendAll, used],
})

type Fault = { check: string; error: string; add(plan: Plan): Plan }

/** In the ruled order: how to fail at each check and at none before it. */
const faults: Fault[] = [
  { check: 'route', error: 'WebrpcBadRoute', add: (plan) => ({ ...plan, path: '/rpc/Svc/Nothing' }) },
  { check: 'method', error: 'WebrpcBadMethod', add: (plan) => ({ ...plan, method: 'PUT' }) },
  { check: 'draining', error: 'Aborted', add: (plan) => ({ ...plan, draining: true }) },
  {
    check: 'geoblock',
    error: 'Geoblocked',
    add: (plan) => switched(plan, { blockedRanges: ['127.0.0.0/8', '::1'] }),
  },
  {
    check: 'address limit',
    error: 'RateLimited',
    add: (plan) => ({
      ...plan,
      sendKey: false,
      config: { ...plan.config, limits: { publicPerMinute: 1 } },
      spendAll: [...plan.spendAll, 'address'],
    }),
  },
  { check: 'token', error: 'Unauthorized', add: (plan) => headed(plan, { authorization: 'Bearer a.b.c' }) },
  { check: 'key', error: 'AccessKeyNotFound', add: (plan) => ({ ...plan, expired: true }) },
  {
    check: 'mismatch',
    error: 'AccessKeyMismatch',
    add: (plan) => ({ ...plan, token: { account: 'member', bound: 'other' } }),
  },
  { check: 'project', error: 'ProjectNotFound', add: (plan) => ({ ...plan, deleted: true }) },
  { check: 'origin', error: 'InvalidOrigin', add: (plan) => ruled(plan, { origins: ['https://shop.example'] }) },
  { check: 'service', error: 'InvalidService', add: (plan) => ruled(plan, { services: ['Other'] }) },
  { check: 'membership', error: 'UnauthorizedUser', add: (plan) => ({ ...plan, token: { account: 'stranger' } }) },
  { check: 'enabled', error: 'MethodNotFound', add: (plan) => switched(plan, { operationsOff: ['ExecuteIntent'] }) },
  {
    check: 'client version',
    error: 'ClientOutdated',
    add: (plan) => switched(headed(plan, { 'x-client-version': '1.0.0' }), { clientVersionMin: { '*': '2.0.0' } }),
  },
  {
    check: 'project limit',
    error: 'QuotaRateLimit',
    add: (plan) => limited(plan, { requestsPerS: 0.01, burst: 1 }, 'project'),
  },
  { check: 'body', error: 'WebrpcBadRequest', add: (plan) => headed(plan, { 'content-type': 'text/plain' }) },
  { check: 'schema', error: 'InvalidArgument', add: (plan) => ({ ...plan, body: '{"intentId":"no"}' }) },
  { check: 'quota', error: 'QuotaExceeded', add: (plan) => limited(plan, { unitsPerCycle: unitsMax }, 'units') },
  { check: 'intents switch', error: 'IntentsDisabled', add: (plan) => switched(plan, { intents: false }) },
  { check: 'handler', error: 'NotFound', add: (plan) => plan },
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

/** Builds the world that the faults want, sends the call, and says what it was answered with. */
async function answerTo(added: Fault[]): Promise<unknown> {
  const plan = added.reduce((before, { add }) => add(before), good())
  const world = await accessWorld()
  const { access } = world.store
  const projectId = await world.project(plan.limits)
  const { text, record } = await world.key(projectId, plan.rules)
  const spare = await world.key(projectId)
  let letGo = () => {}
  const held = new Promise<never>((_, reject) => {
    letGo = () => reject(new ServiceError('Aborted'))
  })
  const server = await world.server(
    { admin: { operatorSecret }, ...plan.config },
    {
      ExecuteIntent: () => {
        throw new ServiceError('NotFound', 'there is no such intent')
      },
      GetChains: () => held,
    },
  )

  // Limits are used up through a server where nothing else is wrong.
  const plain = await world.server({ admin: { operatorSecret }, ...plan.config, switches: {} })
  if (plan.spendAll.includes('address')) await post(plain.url, 'Ping')
  if (plan.spendAll.includes('project')) await post(plain.url, 'Ping', {}, { 'x-access-key': spare.text })
  if (plan.spendAll.includes('units')) {
    const now = new Date()
    const cycleStartMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)
    await access.spend({ projectId, cycleStartMs, units: unitsMax, unitsMax })
  }
  if (plan.token) {
    const other = await world.project()
    await access.addMember(projectId, 'member', act())
    const tokens = await openTokens({
      access,
      clock: systemClock,
      random: createSystemRandom(),
      secret: operatorSecret,
      lifeMsMax: 60_000,
    })
    const about = { subject: plan.token.account, ...(plan.token.bound && { projectId: other }) }
    plan.headers.authorization ??= `Bearer ${tokens.issue({ role: 'account', ...about }, 60_000).token}`
  }
  if (plan.expired) await access.updateKey(projectId, record.id, { expiresAtMs: Date.now() - 1_000 }, act())
  if (plan.deleted) await access.deleteProject(projectId, act())
  if (plan.sendKey) plan.headers['x-access-key'] = text

  // One connection that is open before the server drains, as a caller that keeps its connection has.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  await send(agent, server.port, { ...good(), path: '/nothing' })
  if (plan.draining) {
    // From elsewhere, so that no block keeps it out.
    const waiting = post(server.url, 'GetChains', {}, { 'x-forwarded-for': '203.0.113.7' }).catch(() => {})
    await inside(server.url)
    void server.drain()
    onTestFinished(async () => {
      letGo()
      await waiting
    })
  }
  return (await send(agent, server.port, plan)).error
}

/** Resolves when the held call is inside: the server counts it. */
async function inside(url: string): Promise<void> {
  for (;;) {
    const metrics = await (await fetch(`${url}/metrics`)).text()
    if (/causeway_requests_in_flight [1-9]/.test(metrics)) return
  }
}

function send(agent: Agent, port: number, { path, method, headers, body }: Plan): Promise<{ error?: string }> {
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
