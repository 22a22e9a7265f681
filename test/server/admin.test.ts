import { describe, expect, test } from 'vitest'
import { adminOperationNames, adminOperations } from '../../src/interface/adminOperations.ts'
import { errors } from '../../src/interface/errors.ts'
import { adminNames, exampleOf } from '../../src/interface/example.ts'
import { inspectObject } from '../../src/interface/inspect.ts'
import { createAdminClient } from '../../src/sdk/adminClient.ts'
import { type CausewayError, isError } from '../../src/sdk/causewayError.ts'
import { postJson } from '../postJson.ts'
import { bearer, operatorSecret, postAdmin, serveWithAdmin } from './adminSetup.ts'
import { parseRaw, post, sendRaw, serve } from './serve.ts'

const names = adminOperationNames
const refusedWith = (run: Promise<unknown>) =>
  run.then(
    () => 'nothing',
    (error: unknown) => (isError(error) ? error.error : String(error)),
  )

test('a project from its making to its end', async () => {
  const { operator, url } = await serveWithAdmin()
  const { project } = await operator.createProject({ name: 'Shop', anchorDay: 7, limits: { requestsPerS: 5 } })
  expect(project).toMatchObject({ name: 'Shop', anchorDay: 7, limits: { requestsPerS: 5 } })
  const { id: projectId } = project
  expect((await operator.listProjects()).projects.map(({ name }) => name)).toEqual(['default', 'Shop'])

  const renamed = await operator.updateProject({ projectId, name: 'Market', limits: { keysMax: 2 } })
  expect(renamed.project).toMatchObject({ name: 'Market', anchorDay: 7, limits: { keysMax: 2 } })
  expect(await refusedWith(operator.updateProject({ projectId }))).toBe('InvalidArgument')

  const made = await operator.createAccessKey({ projectId, name: 'web', origins: ['https://*.example.org'] })
  expect(made.accessKey).toMatch(/^cw_/)
  expect(made.key).toMatchObject({ projectId, name: 'web', active: true, isDefault: true })
  const { keys } = await operator.listAccessKeys({ projectId })
  expect(keys).toEqual([made.key])
  expect(JSON.stringify(keys)).not.toContain(made.accessKey)

  await operator.createAccessKey({ projectId, name: 'second' })
  expect(await refusedWith(operator.createAccessKey({ projectId, name: 'third' }))).toBe('MaxAccessKeys')

  expect(await operator.deleteProject({ projectId })).toEqual({ projectId })
  expect(await refusedWith(operator.getProject({ projectId }))).toBe('ProjectNotFound')
  expect((await operator.listAudit({ projectId })).entries[0]).toMatchObject({ act: 'project.delete' })
  expect(await operator.getHeldFunds({ projectId })).toEqual({ funds: [] })
  expect(await refusedWith(operator.deleteProject({ projectId: 1 }))).toBe('InvalidArgument')
  expect((await postAdmin(url, 'GetProject', { projectId: 99 })).body.error).toBe('Unauthorized')
})

test('a key is rotated, disabled, made default, and changed', async () => {
  const { operator } = await serveWithAdmin()
  const { project } = await operator.createProject({ name: 'Shop' })
  const { id: projectId } = project
  expect(await refusedWith(operator.getDefaultAccessKey({ projectId }))).toBe('NoDefaultKey')
  const first = await operator.createAccessKey({ projectId, name: 'one' })
  expect(await refusedWith(operator.disableAccessKey({ projectId, keyId: first.key.id }))).toBe('AtLeastOneKey')

  const rotated = await operator.rotateAccessKey({ projectId, keyId: first.key.id })
  expect(rotated.accessKey).not.toBe(first.accessKey)
  expect(rotated.key).toMatchObject({ name: 'one', isDefault: true, active: true })
  const old = (await operator.listAccessKeys({ projectId })).keys.find(({ id }) => id === first.key.id)!
  expect(old).toMatchObject({ active: true, isDefault: false })
  const graceMs = Date.parse(old.expiresAt!) - Date.now()
  expect(graceMs).toBeGreaterThan(86_300_000)
  expect(graceMs).toBeLessThan(86_500_000)
  expect(await refusedWith(operator.rotateAccessKey({ projectId, keyId: first.key.id }))).toBe('RequestConflict')

  const other = await operator.createAccessKey({ projectId, name: 'two', expiresInS: 3_600 })
  await operator.setDefaultAccessKey({ projectId, keyId: other.key.id })
  expect((await operator.getDefaultAccessKey({ projectId })).key.id).toBe(other.key.id)
  await operator.disableAccessKey({ projectId, keyId: other.key.id })
  expect((await operator.getDefaultAccessKey({ projectId })).key.id).toBe(rotated.key.id)

  const changed = await operator.updateAccessKey({
    projectId,
    keyId: rotated.key.id,
    name: 'renamed',
    operations: ['Ping'],
    services: ['Svc'],
    expiresInS: 60,
  })
  expect(changed.key).toMatchObject({ name: 'renamed', operations: ['Ping'], services: ['Svc'] })
  expect(changed.key.expiresAt).toBeTruthy()
  const forever = await operator.updateAccessKey({ projectId, keyId: rotated.key.id, neverExpires: true })
  expect(forever.key.expiresAt).toBeUndefined()
  expect(await refusedWith(operator.updateAccessKey({ projectId, keyId: 12_345, name: 'x' }))).toBe('AccessKeyNotFound')
})

test('members administer their own project and no other', async () => {
  const { operator, accountOf } = await serveWithAdmin()
  const shop = (await operator.createProject({ name: 'Shop' })).project.id
  const bank = (await operator.createProject({ name: 'Bank' })).project.id
  expect(await operator.addMember({ projectId: shop, account: 'bea' })).toEqual({ members: ['bea'] })
  const bea = await accountOf('bea')
  expect((await bea.listProjects()).projects.map(({ id }) => id)).toEqual([shop])
  expect((await bea.createAccessKey({ projectId: shop, name: 'hers' })).key.name).toBe('hers')
  expect(await refusedWith(bea.createAccessKey({ projectId: bank, name: 'not hers' }))).toBe('UnauthorizedUser')
  expect(await refusedWith(bea.getProject({ projectId: bank }))).toBe('UnauthorizedUser')
  expect(await refusedWith(bea.getProject({ projectId: 99 }))).toBe('ProjectNotFound')
  expect(await refusedWith(bea.updateProject({ projectId: shop, limits: {} }))).toBe('PermissionDenied')
  expect(await refusedWith(bea.listAudit())).toBe('PermissionDenied')
  expect((await bea.listAudit({ projectId: shop })).entries[0]).toMatchObject({
    actor: 'account:bea',
    act: 'key.create',
  })

  await operator.addMember({ projectId: bank, account: 'bea' })
  const bound = await accountOf('bea', shop)
  expect(await refusedWith(bound.getProject({ projectId: bank }))).toBe('PermissionDenied')
  expect((await bound.listProjects()).projects.map(({ id }) => id)).toEqual([shop])
  const toSecond = await accountOf('bea', bank)
  expect(await toSecond.listProjects({ limit: 1 })).toEqual({ projects: [expect.objectContaining({ id: bank })] })
  expect(await operator.removeMember({ projectId: shop, account: 'bea' })).toEqual({ members: [] })
  expect(await refusedWith(bound.getProject({ projectId: shop }))).toBe('UnauthorizedUser')
})

describe('who is let in', () => {
  test('every operation but the exchange of the secret wants a token, whatever the body says', async () => {
    const { url } = await serveWithAdmin()
    for (const name of names.filter((one) => adminOperations[one].access !== 'anyone')) {
      for (const headers of [{}, bearer('x.y.z'), { authorization: 'Basic b3A6cHc=' }]) {
        const { status, body } = await postAdmin(url, name, 'not even JSON', headers)
        expect([name, status, body.error]).toEqual([name, 401, 'Unauthorized'])
      }
      const key = await postAdmin(url, name, '{}', { 'x-access-key': 'cw_1_anything' })
      expect([name, key.status, key.body.error]).toEqual([name, 403, 'PermissionDenied'])
    }
    const wrong = await postAdmin(url, 'CreateOperatorToken', { secret: `${operatorSecret}.` })
    expect([wrong.status, wrong.body.error]).toEqual([401, 'Unauthorized'])
    expect(wrong.text).not.toContain(operatorSecret)
  })

  test('an account token opens nothing that is the operator’s', async () => {
    const { url, operator } = await serveWithAdmin()
    const { token } = await operator.createAccountToken({ account: 'bea' })
    for (const name of names) {
      const { access, request } = adminOperations[name]
      const { status, body } = await postAdmin(
        url,
        name,
        exampleOf(inspectObject(request), true, adminNames),
        bearer(token),
      )
      if (access === 'operator') expect([name, status, body.error]).toEqual([name, 403, 'PermissionDenied'])
      if (access === 'member') expect(name + body.error).toMatch(/(UnauthorizedUser|ProjectNotFound)$/)
    }
  })

  test('a page is refused, with a token too, and is told nothing it could read', async () => {
    const { url, operator } = await serveWithAdmin()
    const { token } = await operator.createAccountToken({ account: 'bea' })
    const { status, body, headers } = await postAdmin(
      url,
      'GetSession',
      {},
      { origin: 'https://x.org', ...bearer(token) },
    )
    expect([status, body.error]).toEqual([403, 'InvalidOrigin'])
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    // A page of another origin cannot write Sec-Fetch-Site, so an Origin alone is not believed, whatever it names.
    const own = { origin: url, ...bearer(token) }
    expect((await postAdmin(url, 'GetSession', {}, own)).body.error).toBe('InvalidOrigin')
    const cross = { ...own, 'sec-fetch-site': 'same-site' }
    expect((await postAdmin(url, 'GetSession', {}, cross)).body.error).toBe('InvalidOrigin')
    const rebound = { origin: 'http://evil.example', 'sec-fetch-site': 'same-origin', ...bearer(token) }
    expect((await postAdmin(url, 'GetSession', {}, rebound)).body.error).toBe('InvalidOrigin')
    const page = { ...own, 'sec-fetch-site': 'same-origin' }
    expect((await postAdmin(url, 'GetSession', {}, page)).status).toBe(200)
    const preflight = await fetch(`${url}/rpc/SvcAdmin/GetSession`, { method: 'OPTIONS' })
    expect(preflight.status).toBe(405)
    expect([...preflight.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  test('a token that would live longer than tokens may is refused', async () => {
    const { operator } = await serveWithAdmin()
    const long = operator.createOperatorToken({ secret: operatorSecret, lifeS: 7_200 })
    expect(await refusedWith(long)).toBe('InvalidArgument')
  })

  test('the envelope is the same, and what is wrong is named', async () => {
    const { url, operator } = await serveWithAdmin()
    const { token } = await operator.createOperatorToken({ secret: operatorSecret })
    const rows: [string, unknown, string, RegExp][] = [
      ['Nope', {}, 'WebrpcBadRoute', /operations are at/],
      ['CreateProject', '[]', 'WebrpcBadRequest', /JSON object/],
      ['CreateProject', {}, 'InvalidArgument', /^name: is required/],
      [
        'CreateAccessKey',
        { projectId: 1, name: 'x', origins: ['https://a.*.org'] },
        'InvalidArgument',
        /^origins\[0\]/,
      ],
      ['CreateAccessKey', { projectId: 1, name: 'x', services: ['Other'] }, 'InvalidArgument', /services\[0\].*Svc/],
      ['CreateAccessKey', { projectId: 1, name: 'x', operations: ['Fly'] }, 'InvalidArgument', /^operations\[0\]/],
      ['SetSwitches', { blockedRanges: ['10.0.0.0/33'] }, 'InvalidArgument', /^blockedRanges\[0\]/],
      ['SetSwitches', { blockedRanges: ['1.2.3'] }, 'InvalidArgument', /^blockedRanges\[0\]/],
      ['SetSwitches', { chainsPaused: [7] }, 'UnsupportedNetwork', /chain 7/],
      ['SetSwitches', { intents: false, reset: ['intents'] }, 'InvalidArgument', /^reset: intents/],
      ['SetSwitches', {}, 'InvalidArgument', /nothing to turn/],
    ]
    for (const [name, body, error, cause] of rows) {
      const answer = await postAdmin(url, name, body, bearer(token))
      const row = errors[error as keyof typeof errors]
      expect(answer.body).toEqual({
        error,
        code: row.code,
        msg: row.msg,
        status: row.status,
        cause: expect.stringMatching(cause),
      })
      expect(answer.status).toBe(row.status)
    }
  })

  test('under another brand the path has its name', async () => {
    const brands = [{ service: 'Acme', field: 'acme', wallet: 'acmeVault' }]
    const { url } = await serveWithAdmin({ config: { admin: { operatorSecret }, brands } })
    const answer = await postJson(`${url}/rpc/AcmeAdmin/CreateOperatorToken`, { secret: operatorSecret })
    expect(answer.status).toBe(200)
    expect((await postAdmin(url, 'CreateOperatorToken')).body.error).toBe('WebrpcBadRoute')
  })
})

test('switches are turned and follow the configuration again', async () => {
  const { operator } = await serveWithAdmin()
  expect((await operator.getSwitches()).turned).toEqual([])
  const set = await operator.setSwitches({
    intents: false,
    chainsPaused: [31338],
    blockedRanges: ['203.0.113.0/24', '2001:db8::/32'],
    clientVersionMin: [{ client: '*', version: '1.2' }],
  })
  expect(set.switches).toMatchObject({
    intents: false,
    operationsOff: [],
    chainsPaused: [31338],
    clientVersionMin: [{ client: '*', version: '1.2' }],
  })
  expect(set.turned).toEqual(['intents', 'chainsPaused', 'blockedRanges', 'clientVersionMin'])
  expect((await operator.setSwitches({ operationsOff: ['GetChains'] })).switches.intents).toBe(false)
  const back = await operator.setSwitches({ reset: ['intents', 'chainsPaused', 'blockedRanges', 'clientVersionMin'] })
  expect(back.turned).toEqual(['operationsOff'])
  expect(back.switches.intents).toBe(true)
})

test('every act is in the audit, once, with who did it, and no secret', async () => {
  const { operator, accountOf } = await serveWithAdmin()
  const projectId = (await operator.createProject({ name: 'Shop' })).project.id
  await operator.addMember({ projectId, account: 'bea' })
  const bea = await accountOf('bea')
  const made = await bea.createAccessKey({ projectId, name: 'web' })
  const next = await bea.rotateAccessKey({ projectId, keyId: made.key.id, graceS: 0 })
  await bea.updateAccessKey({ projectId, keyId: next.key.id, name: 'page' })
  await bea.createAccessKey({ projectId, name: 'other' })
  await bea.setDefaultAccessKey({ projectId, keyId: next.key.id })
  await bea.disableAccessKey({ projectId, keyId: next.key.id })
  await operator.setSwitches({ intents: true })
  await operator.updateProject({ projectId, name: 'Market' })
  await operator.removeMember({ projectId, account: 'bea' })
  await operator.deleteProject({ projectId })
  await refusedWith(operator.deleteProject({ projectId }))

  const { entries } = await operator.listAudit({ limit: 200 })
  expect(entries.map(({ actor, act }) => `${actor} ${act}`).toReversed()).toEqual([
    'operator:ada secret.use',
    'operator:ada project.create',
    'operator:ada member.add',
    'operator:ada token.issue',
    'account:bea key.create',
    'account:bea key.rotate',
    'account:bea key.update',
    'account:bea key.create',
    'account:bea key.default',
    'account:bea key.disable',
    'operator:ada switches.set',
    'operator:ada project.update',
    'operator:ada member.remove',
    'operator:ada project.delete',
  ])
  const text = JSON.stringify(entries)
  for (const secret of [made.accessKey, next.accessKey, operatorSecret]) expect(text).not.toContain(secret)

  const first = await operator.listAudit({ limit: 5 })
  const second = await operator.listAudit({ limit: 5, beforeId: first.nextBeforeId })
  expect([...first.entries, ...second.entries]).toEqual(entries.slice(0, 10))
})

test('secrets, keys and tokens are in no log line', async () => {
  const { operator, url, lines } = await serveWithAdmin()
  const { token } = await operator.createOperatorToken({ secret: operatorSecret })
  const { accessKey } = await operator.createAccessKey({ projectId: 1, name: 'web' })
  await postAdmin(url, 'GetSession', {}, bearer(`${token}x`))
  await postAdmin(url, 'GetSession', {}, { 'x-access-key': accessKey })
  await expect.poll(() => lines.filter(({ operation }) => operation === 'GetSession').length).toBe(2)
  const text = JSON.stringify(lines)
  for (const secret of [operatorSecret, token, accessKey]) expect(text).not.toContain(secret)
})

test('without a store the admin interface is not offered, and a broken request is told so', async () => {
  const { url, port } = await serve()
  expect((await postAdmin(url, 'CreateProject', { name: 'x' })).body.error).toBe('MethodNotFound')
  expect((await post(url, 'Ping')).status).toBe(200)
  const raw = parseRaw(
    await sendRaw(port, 'FETCH /rpc/SvcAdmin/GetSession HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
  )
  expect(raw.body.error).toBe('WebrpcBadMethod')
})

test('the client gets one token for many calls and a new one when it ends', async () => {
  const { url, operator } = await serveWithAdmin()
  const called: string[] = []
  const counting = (operatorName: string) =>
    createAdminClient({
      ...{ url, secret: operatorSecret, operator: operatorName },
      fetch: (input, init) => {
        called.push(String(input))
        return fetch(input, init)
      },
    })
  const ada = counting('ada')
  await Promise.all(Array.from({ length: 5 }, () => ada.getSwitches()))
  expect(called.filter((path) => path.endsWith('/CreateOperatorToken'))).toHaveLength(1)
  // Each command is a client of its own: the audit gets one line for the name, not one for each command.
  for (const name of ['ada', 'ada', 'bea']) await counting(name).getSwitches()
  const { entries } = await operator.listAudit()
  expect(entries.map(({ actor, act, detail }) => `${actor} ${act} ${detail}`)).toEqual([
    'operator:bea secret.use {"address":"127.0.0.1"}',
    'operator:ada secret.use {"address":"127.0.0.1"}',
  ])
  const failure = (await operator.getProject({ projectId: 99 }).catch((error: unknown) => error)) as CausewayError
  expect(failure).toMatchObject({ error: 'ProjectNotFound', status: 401, detail: 'there is no project 99' })
  expect(failure.requestId).toBeTruthy()
})
