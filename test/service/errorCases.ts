import type { ErrorName } from '../../src/interface/errors.ts'
import { bearer } from '../server/adminSetup.ts'
import { keep, parseRaw, sendRaw } from '../server/serve.ts'
import { startCutProxy } from './cutProxy.ts'
import { clientOf, type ErrorFixture, type Got, harbor, publicPerMinute, tokens } from './errorSetup.ts'
import { damage, failureOf, freshQuote, gauge, gotOf, keyed, operator, quoted, until } from './provoke.ts'

export type Case = {
  /** For the reference: what was done. */
  how: string
  /** The cause has figures of the day, which no page should hold. */
  figures?: true
  run(fixture: ErrorFixture): Promise<Got>
}

const unknownId = `0x${'ab'.repeat(32)}`
const getIntent = '/rpc/Svc/GetIntent'

/** In the order in which they are run: what breaks something comes last. */
export const errorCases: { readonly [E in ErrorName]: Case } = {
  WebrpcBadRoute: { how: '`POST /rpc/Svc/Fly`', run: ({ post }) => post('/rpc/Svc/Fly') },
  WebrpcBadMethod: { how: '`GET /rpc/Svc/Ping`', run: async ({ url }) => gotOf(await fetch(`${url}/rpc/Svc/Ping`)) },
  WebrpcBadRequest: {
    how: 'a body that breaks off: `{"chainIds":[1`',
    run: ({ post }) => post('/rpc/Svc/GetTokenList', '{"chainIds":[1'),
  },
  InvalidArgument: {
    how: '`GetTokenList` with a chain id that is a text',
    run: ({ post }) => post('/rpc/Svc/GetTokenList', { chainIds: ['1'] }),
  },
  Unauthorized: {
    how: '`GetIntent` without a key, on a service that requires one',
    run: ({ post }) => post(getIntent, { intentId: unknownId }),
  },
  AccessKeyNotFound: {
    how: '`GetIntent` with a key that has a typo',
    run: async ({ post, project }) => {
      const { accessKey } = await project()
      return post(
        getIntent,
        { intentId: unknownId },
        keyed(`${accessKey.slice(0, -1)}${accessKey.endsWith('0') ? 1 : 0}`),
      )
    },
  },
  NotFound: {
    how: '`GetIntent` with an id that does not exist',
    run: async ({ post, project }) => post(getIntent, { intentId: unknownId }, keyed((await project()).accessKey)),
  },
  PermissionDenied: {
    how: '`SvcAdmin/ListProjects` with an access key',
    run: async ({ post, project }) => post('/rpc/SvcAdmin/ListProjects', {}, keyed((await project()).accessKey)),
  },
  SessionExpired: {
    how: '`SvcAdmin/GetSession` with a token that ended an hour ago',
    run: async ({ post, tokensAt }) => {
      const { token } = (await tokensAt(-3_660_000)).issue({ role: 'operator', subject: 'ada' }, 60_000)
      return post('/rpc/SvcAdmin/GetSession', {}, bearer(token))
    },
  },
  MethodNotFound: {
    how: '`GetEarnPools` after the operator switched it off',
    run: async ({ post, admin }) => {
      await admin.setSwitches({ operationsOff: ['GetEarnPools'] })
      const got = await until('MethodNotFound', () => post('/rpc/Svc/GetEarnPools'))
      await admin.setSwitches({ reset: ['operationsOff'] })
      return got
    },
  },
  RequestConflict: {
    how: '`ExecuteIntent` twice with the same `Idempotency-Key` and different bodies',
    run: async ({ post, project }) => {
      const headers = { ...keyed((await project()).accessKey), 'idempotency-key': 'order-7' }
      await post('/rpc/Svc/ExecuteIntent', { intentId: unknownId }, headers)
      return post('/rpc/Svc/ExecuteIntent', { intentId: `0x${'cd'.repeat(32)}` }, headers)
    },
  },
  Geoblocked: {
    how: '`Ping` from an address in a range that the operator blocked',
    run: async ({ post, admin }) => {
      await admin.setSwitches({ blockedRanges: ['203.0.113.0/24'] })
      const got = await until('Geoblocked', () => post('/rpc/Svc/Ping', {}, { 'x-forwarded-for': '203.0.113.9' }))
      await admin.setSwitches({ reset: ['blockedRanges'] })
      return got
    },
  },
  RateLimited: {
    how: '`Ping` without a key, once more than an address may in a minute',
    run: async ({ post }) => {
      const from = { 'x-forwarded-for': '192.0.2.1' }
      for (let call = 0; call < publicPerMinute; call++) await post('/rpc/Svc/Ping', {}, from)
      // Once more, unless a minute's share has come back meanwhile.
      return until('RateLimited', () => post('/rpc/Svc/Ping', {}, from))
    },
  },
  ProjectNotFound: {
    how: '`GetIntent` with a key whose project was deleted',
    run: async ({ post, project, admin }) => {
      const { projectId, accessKey } = await project()
      await admin.deleteProject({ projectId })
      return post(getIntent, { intentId: unknownId }, keyed(accessKey))
    },
  },
  AccessKeyMismatch: {
    how: '`GetIntent` with the key of one project and a token that is bound to another',
    run: async ({ post, project, admin }) => {
      const [one, other] = [await project(), await project()]
      await admin.addMember({ projectId: other.projectId, account: 'bea' })
      const { token } = await admin.createAccountToken({ account: 'bea', projectId: other.projectId })
      return post(getIntent, { intentId: unknownId }, { ...keyed(one.accessKey), ...bearer(token) })
    },
  },
  InvalidOrigin: {
    how: '`GetIntent` from a page that is not in the list of the key',
    run: async ({ post, project }) => {
      const { accessKey } = await project({}, { origins: ['https://app.example.org'] })
      return post(getIntent, { intentId: unknownId }, { ...keyed(accessKey), origin: 'https://elsewhere.example' })
    },
  },
  InvalidService: {
    how: '`GetIntent` under one name of the service, with a key for another',
    run: async ({ post, project }) => {
      const { accessKey } = await project({}, { services: ['Acme'] })
      return post(getIntent, { intentId: unknownId }, keyed(accessKey))
    },
  },
  UnauthorizedUser: {
    how: '`SvcAdmin/GetProject` with the token of an account that is not a member',
    run: async ({ post, project, admin }) => {
      const { projectId } = await project()
      const { token } = await admin.createAccountToken({ account: 'carl' })
      return post('/rpc/SvcAdmin/GetProject', { projectId }, bearer(token))
    },
  },
  QuotaExceeded: {
    how: '`GetIntent` of a project whose monthly units are used up',
    run: async ({ post, project }) => {
      const headers = keyed((await project({ unitsPerCycle: 1 })).accessKey)
      await post('/rpc/Svc/SearchIntents', { byIntentId: unknownId }, headers)
      return post(getIntent, { intentId: unknownId }, headers)
    },
  },
  QuotaRateLimit: {
    how: '`Ping` with a key, more often than the project may',
    run: async ({ post, project }) => {
      const headers = keyed((await project({ requestsPerS: 1, burst: 1 })).accessKey)
      return until('QuotaRateLimit', () => post('/rpc/Svc/Ping', {}, headers))
    },
  },
  NoDefaultKey: {
    how: '`SvcAdmin/GetDefaultAccessKey` of a project without keys',
    run: async ({ post, admin }) => {
      const { project } = await admin.createProject({ name: 'empty' })
      return post('/rpc/SvcAdmin/GetDefaultAccessKey', { projectId: project.id }, await operator(admin))
    },
  },
  MaxAccessKeys: {
    how: '`SvcAdmin/CreateAccessKey` for a project that may have one and has it',
    run: async ({ post, project, admin }) => {
      const { projectId } = await project({ keysMax: 1 })
      return post('/rpc/SvcAdmin/CreateAccessKey', { projectId, name: 'second' }, await operator(admin))
    },
  },
  AtLeastOneKey: {
    how: '`SvcAdmin/DisableAccessKey` of the last active key',
    run: async ({ post, project, admin }) => {
      const { projectId, keyId } = await project()
      return post('/rpc/SvcAdmin/DisableAccessKey', { projectId, keyId }, await operator(admin))
    },
  },
  ClientOutdated: {
    how: '`Ping` from a client that declares a version below the least',
    run: async ({ post, admin }) => {
      await admin.setSwitches({ clientVersionMin: [{ client: 'shop', version: '2.0.0' }] })
      const webrpc = 'webrpc@v0.31.2;gen-typescript@v0.23.1;shop@v1.9.0'
      const got = await until('ClientOutdated', () => post('/rpc/Svc/Ping', {}, { webrpc }))
      await admin.setSwitches({ reset: ['clientVersionMin'] })
      return got
    },
  },
  IntentsDisabled: {
    how: '`QuoteIntent` after the operator switched intents off',
    run: async ({ post, project, admin, quote, devnet }) => {
      const headers = keyed((await project()).accessKey)
      await admin.setSwitches({ intents: false })
      const got = await until('IntentsDisabled', () => post('/rpc/Svc/QuoteIntent', quote(devnet), headers))
      await admin.setSwitches({ reset: ['intents'] })
      return got
    },
  },
  UnsupportedNetwork: {
    how: '`QuoteIntent` from a chain that is not configured',
    run: (fixture) => quoted(fixture, { originChainId: 999_999 }),
  },
  IntentsSkipped: {
    how: '`QuoteIntent` for the same token on the same chain, without a call',
    run: (fixture) => quoted(fixture, { destinationChainId: harbor }),
  },
  HighPriceImpact: {
    how: '`QuoteIntent` for more than the pools can bear',
    figures: true,
    run: (fixture) =>
      quoted(fixture, {
        destinationChainId: harbor,
        destinationTokenAddress: tokens.wbtc,
        originTokenAmount: 60_000_000_000_000,
      }),
  },
  Unavailable: {
    how: '`QuoteIntent` for an amount that does not cover the fees',
    figures: true,
    run: (fixture) => quoted(fixture, { originTokenAmount: 1 }),
  },
  QueryFailed: {
    how: '`SearchIntents` with a query that means nothing',
    run: async ({ post, project }) =>
      post('/rpc/Svc/SearchIntents', { byQueryString: 'what?' }, keyed((await project()).accessKey)),
  },
  IntentStatus: {
    how: '`ExecuteIntent` of a quote that was not committed',
    run: async (fixture) => {
      const { headers, intentId } = await freshQuote(fixture)
      return fixture.post('/rpc/Svc/ExecuteIntent', { intentId }, headers)
    },
  },
  Timeout: {
    how: 'a head that announces a body which does not come',
    run: async ({ url }) => {
      const head =
        'POST /rpc/Svc/Ping HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.2\r\nX-Request-Id: example\r\nConnection: close\r\n'
      const type = 'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n'
      return parseRaw(await sendRaw(Number(new URL(url).port), head + type))
    },
  },
  WebrpcBadResponse: {
    how: '`GetIntent` of an intent whose record was damaged in the database, so that a field has the wrong type',
    run: async (fixture) => {
      const { headers, intentId } = await freshQuote(fixture)
      await damage(fixture, intentId, ([body = '', ...rest]) => [
        body.replace('"svcVersion":"', '"svcVersion":7,"was":"'),
        ...rest,
      ])
      return fixture.post(getIntent, { intentId }, headers)
    },
  },
  WebrpcServerPanic: {
    how: '`GetIntent` of an intent whose record was damaged in the database beyond reading',
    run: async (fixture) => {
      const { headers, intentId } = await freshQuote(fixture)
      await damage(fixture, intentId, ([, ...rest]) => ['nothing that was ever an intent', ...rest])
      return fixture.post(getIntent, { intentId }, headers)
    },
  },
  Unexpected: {
    how: '`GetIntent` while a table of the database is missing',
    run: async ({ sql, post, project }) => {
      const headers = keyed((await project()).accessKey)
      await sql('alter table intents rename to intents_elsewhere')
      try {
        return await post(getIntent, { intentId: unknownId }, headers)
      } finally {
        await sql('alter table intents_elsewhere rename to intents')
      }
    },
  },
  WebrpcRequestFailed: {
    how: 'the client library calls a port without a listener',
    run: () => failureOf(clientOf('http://127.0.0.1:2').ping()),
  },
  WebrpcClientAborted: {
    how: 'the caller of the client library aborts a call of `WaitIntentReceipt` that is held',
    run: async (fixture) => {
      const { accessKey, intentId } = await freshQuote(fixture)
      const stop = new AbortController()
      const call = clientOf(fixture.url, accessKey).waitIntentReceipt({ intentId }, { signal: stop.signal })
      const failure = failureOf(call)
      await gauge(fixture.url, 'causeway_long_polls')
      stop.abort()
      return failure
    },
  },
  WebrpcStreamLost: {
    how: 'the line is cut while `WaitIntentReceipt` is held',
    run: async (fixture) => {
      const { accessKey, intentId } = await freshQuote(fixture)
      const line = await startCutProxy(Number(new URL(fixture.url).port))
      const failure = failureOf(clientOf(`http://127.0.0.1:${line.port}`, accessKey).waitIntentReceipt({ intentId }))
      await gauge(fixture.url, 'causeway_long_polls')
      await line.stop()
      return failure
    },
  },
  QuoteExpired: {
    how: '`CommitIntent` of a quote whose time is over',
    figures: true,
    run: async (fixture) => {
      const { headers, intent } = await freshQuote(fixture, fixture.frail.url)
      return fixture.post('/rpc/Svc/CommitIntent', { intent }, headers, fixture.frail.url)
    },
  },
  WebrpcEndpoint: {
    how: '`QuoteIntent` over a bridge alone, whose contract on the destination answers with nonsense',
    run: async (fixture) => {
      const { node, url } = fixture.frail
      const { filler } = await import('../../src/chains/definitions/devnet/keys.ts').then(({ devnetKeys }) =>
        devnetKeys(),
      )
      const asked = filler.address.slice(2).toLowerCase()
      node.fault = ({ method, params }) =>
        method === 'eth_call' && JSON.stringify(params).toLowerCase().includes(asked)
          ? { is: 'answer', result: '0x' }
          : undefined
      const got = await quoted(fixture, { options: { bridgeProvider: 'ACROSS' } }, url)
      node.fault = undefined
      return got
    },
  },
  ChainNodeHealth: {
    how: '`QuoteIntent` to a chain whose only node answers nothing but errors',
    figures: true,
    run: async (fixture) => {
      fixture.frail.node.fault = () => ({ is: 'error', message: 'out of order' })
      const got = await until('ChainNodeHealth', () => quoted(fixture, {}, fixture.frail.url))
      fixture.frail.node.fault = undefined
      return got
    },
  },
  WebrpcInternalError: {
    how: '`GetIntent` while the database cannot be reached',
    run: async ({ post, project, frail }) => {
      const headers = keyed((await project()).accessKey)
      frail.database.cut()
      return post(getIntent, { intentId: unknownId }, headers, frail.url)
    },
  },
  Aborted: {
    how: '`Ping` on a kept connection to a server that is shutting down',
    run: async ({ frail }) => {
      const port = Number(new URL(frail.url).port)
      const head = 'POST /rpc/Svc/Ping HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.3\r\nX-Request-Id: example\r\n'
      const ask = `${head}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n`
      const [kept, slow] = [keep(port), keep(port)]
      kept.socket.write(`${ask}{}`)
      await kept.answer()
      slow.socket.write(`${ask}{`) // keeps the server busy until it is whole
      await gauge(frail.url, 'causeway_requests_in_flight')
      const stopped = frail.app.stop()
      kept.socket.write(`${ask}{}`)
      const got = parseRaw(await kept.answer())
      slow.socket.write('}')
      await slow.answer()
      slow.socket.destroy()
      await stopped
      return got
    },
  },
}
