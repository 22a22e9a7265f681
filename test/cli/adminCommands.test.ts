import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { keepOperatorSecret } from '../../src/cli/adminSecret.ts'
import { keepServicePlace } from '../../src/cli/kit/servicePlace.ts'
import { operatorSecret, serveWithAdmin } from '../server/adminSetup.ts'
import { post } from '../server/serve.ts'
import { useFolder } from '../useParts.ts'
import { runCli } from './runCli.ts'
import { runInside } from './runInside.ts'

const folder = useFolder()

/** `causeway …` as a person types it, in a folder of its own. */
const causewayThere = (args: string[]) => runCli(args, { cwd: folder })

const causeway = (args: string[], env: Record<string, string> = {}) => runInside(args, { USER: 'ada', ...env })

test('projects, members and keys from the command line', async () => {
  const { url, operator } = await serveWithAdmin({ config: { auth: { required: true }, admin: { operatorSecret } } })
  const env = { CAUSEWAY_URL: url, CAUSEWAY_OPERATOR_SECRET: operatorSecret }

  const created = await causeway(['projects', 'create', 'Shop', '--units', '500', '--keys-max', '2'], env)
  expect(created).toMatchObject({ code: 0 })
  expect(created.out).toMatch(/^project {5}2\nname {8}Shop\nlimits {6}unitsPerCycle 500, keysMax 2\n/)
  const listed = await causeway(['projects', 'list'], env)
  expect(listed.out.split('\n').slice(0, 3)).toEqual([
    expect.stringMatching(/^ID {2}NAME +ANCHOR DAY {2}CREATED$/),
    expect.stringMatching(/^ 1 {2}default/),
    expect.stringMatching(/^ 2 {2}Shop/),
  ])
  const updated = await causeway(['projects', 'update', '2', '--requests-per-s', '9', '--json'], env)
  expect(JSON.parse(updated.out).project.limits).toEqual({ unitsPerCycle: 500, keysMax: 2, requestsPerS: 9 })
  const members = await causeway(['projects', 'members', '2', '--add', 'bea@example.org'], env)
  expect(members.out).toBe('bea@example.org\n')
  const unsponsored = await causeway(['projects', 'sponsor', '2'], env)
  expect(unsponsored.out).toBe('pays a day  nothing\n')
  const sponsored = await causeway(['projects', 'sponsor', '2', '--usd-per-day', '12.5'], env)
  expect(sponsored.out).toMatch(
    /^pays a day {2}\$12\.50\nleft today {2}\$12\.50, whole again at 20\d\d-.*T00:00:00\.000Z\n$/,
  )
  expect((await operator.getProject({ projectId: 2 })).project.limits).toMatchObject({
    sponsorUsdPerDay: 12.5,
    keysMax: 2,
  })
  const audited = (await operator.listAudit({ projectId: 2 })).entries.find(({ act }) => act === 'project.sponsor')
  expect(audited).toMatchObject({ actor: 'operator:ada', detail: '{"usdPerDay":12.5}' })
  const garbled = await causeway(['projects', 'sponsor', '2', '--usd-per-day', '-3'], env)
  expect(garbled).toMatchObject({ code: 2, err: expect.stringContaining('no amount of dollars') })

  const made = await causeway(['keys', 'create', '--project', '2', '--name', 'web', '--expires', '30d', '--json'], env)
  const { accessKey, key } = JSON.parse(made.out)
  expect((await post(url, 'GetIntentReceipt', { intentId: '0x' }, { 'x-access-key': accessKey })).body.error).toBe(
    'MethodNotFound', // past the key: this server has no engine
  )
  const gone = await causeway(['webhooks', 'delete', '99'], env)
  expect(gone).toMatchObject({ code: 4, err: expect.stringContaining('`causeway webhooks list` shows what exists') })
  const keys = await causeway(['keys', 'list', '--project', '2'], env)
  expect(keys.out).toMatch(/^ID {2}NAME {2}KEY +STATE +ORIGINS {2}ENDS\n/)
  expect(keys.out).toContain(key.hint)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * 86_400_000 })
  const later = await causeway(['keys', 'list', '--project', '2'], env)
  vi.useRealTimers()
  expect(later.out).toMatch(/web +\S+ +expired/)
  expect(keys.out).not.toContain(accessKey)
  const last = await causeway(['keys', 'disable', String(key.id), '--project', '2'], env)
  expect(last.code).toBe(4)
  expect(last.err).toMatch(/^causeway: You need at least one Access Key: make another key first/)

  const rotated = await causeway(['keys', 'rotate', String(key.id), '--project', '2', '--grace', '1h'], env)
  expect(rotated.out).toMatch(/\n\ncw_1_2_\w+\n$/)
  const standard = await causeway(['keys', 'default', '--project', '2', '--json'], env)
  expect(JSON.parse(standard.out).key.name).toBe('web')
  const renamed = await causeway(['keys', 'update', String(key.id + 1), '--project', '2', '--name', 'page'], env)
  expect(renamed.out).toMatch(/name +page/)

  const token = (await causeway(['projects', 'token', 'bea@example.org', '--expires', '5m'], env)).out.trim()
  const hers = await causeway(['projects', 'list', '--token', token, '--json'], { CAUSEWAY_URL: url })
  expect(JSON.parse(hers.out).projects.map(({ name }: { name: string }) => name)).toEqual(['Shop'])
  const foreign = await causeway(['keys', 'list', '--project', '1', '--token', token, '--json'], { CAUSEWAY_URL: url })
  expect([foreign.code, JSON.parse(foreign.err).error]).toEqual([4, 'UnauthorizedUser'])

  expect((await causeway(['projects', 'delete', '2'], env)).code).toBe(2)
  expect((await causeway(['projects', 'delete', '2', '--yes'], env)).out).toBe('project 2 is deleted\n')
  const { entries } = await operator.listAudit({ projectId: 2 })
  expect(entries[0]).toMatchObject({ actor: 'operator:ada', act: 'project.delete' })
})

test('the admin port is found by the folder, its absence explained, and the secret may be in a file', async () => {
  const config = { admin: { operatorSecret }, http: { port: 0, adminPort: 0 } }
  const { url, adminUrl } = await serveWithAdmin({ config })
  const secretFile = join(folder, 'secret')
  await writeFile(secretFile, `\uFEFF${operatorSecret}\r\n`)
  const env = { CAUSEWAY_OPERATOR_SECRET_FILE: secretFile }
  expect(await causeway(['keys', 'list'], { ...env, CAUSEWAY_URL: adminUrl! })).toMatchObject({ code: 0 })
  const wrong = await causeway(['keys', 'list'], { ...env, CAUSEWAY_URL: url })
  expect([wrong.code, wrong.err]).toEqual([4, expect.stringContaining('http.adminPort')])
  const forget = keepServicePlace(folder, { url, adminUrl })
  expect(await causeway(['keys', 'list'], { ...env, CAUSEWAY_STORE_FOLDER: folder })).toMatchObject({ code: 0 })
  forget()
  const twice = await causeway(['keys', 'list'], {
    ...env,
    CAUSEWAY_OPERATOR_SECRET: operatorSecret,
    CAUSEWAY_URL: url,
  })
  expect([twice.code, twice.err]).toEqual([2, expect.stringContaining('are both set')])
  const gone = await causeway(['keys', 'list'], { CAUSEWAY_OPERATOR_SECRET_FILE: '/gone/secret', CAUSEWAY_URL: url })
  expect([gone.code, gone.err]).toEqual([2, expect.stringMatching(/cannot read \/gone\/secret \(ENOENT\)/)])
})

test('a nonce at which nothing is stuck is not replaced', async () => {
  const { url } = await serveWithAdmin()
  const env = { CAUSEWAY_URL: url, CAUSEWAY_OPERATOR_SECRET: operatorSecret }
  expect((await causeway(['lanes', 'list'], env)).out).toMatch(/^CHAIN +SIGNER +GAS +NOT FINAL/)
  const none = await causeway(['lanes', 'replace', '31337', `0x${'12'.repeat(20)}`, '5', '--cancel'], env)
  expect(none).toMatchObject({ code: 4, err: expect.stringContaining('nothing is open under this nonce') })
})

test('a switch that is turned acts on the running service', async () => {
  const { url } = await serveWithAdmin()
  const env = { CAUSEWAY_URL: url, CAUSEWAY_OPERATOR_SECRET: operatorSecret }
  const answered = (operation: string, headers = {}) => post(url, operation, {}, headers).then(({ status }) => status)

  const off = await causeway(['switch', 'operation', 'getchains', 'off'], env)
  expect(off.out).toMatch(/^operations off {5}GetChains$/m)
  await expect.poll(() => answered('GetChains')).toBe(404)
  await causeway(['switch', 'operation', 'GetChains', 'on'], env)
  await expect.poll(() => answered('GetChains')).toBe(200)

  const paused = await causeway(['switch', 'chain', 'island', 'pause', '--json'], env)
  expect(JSON.parse(paused.out).switches.chainsPaused).toEqual([31338])
  expect((await causeway(['switch', 'chain', 'Island', 'resume'], env)).out).toMatch(/^chains paused {6}none$/m)
  expect((await causeway(['switch', 'project', '1', 'pause'], env)).out).toMatch(/^projects paused {4}1$/m)
  await causeway(['switch', 'project', '1', 'resume'], env)
  expect((await causeway(['switch', 'provider', 'across', 'pause'], env)).out).toMatch(/^providers paused {3}ACROSS$/m)
  const unknown = await causeway(['switch', 'provider', 'acros', 'pause'], env)
  expect([unknown.code, unknown.err]).toEqual([4, expect.stringContaining('must be one of ACROSS, CCTP, UNISWAP_V3')])
  expect((await causeway(['switch', 'project', '77', 'pause'], env)).err).toContain('there is no project 77')
  await causeway(['switch', 'provider', 'ACROSS', 'resume'], env)
  expect((await causeway(['switch', 'intents', 'off'], env)).out).toMatch(/^intents {12}off$/m)
  expect((await causeway(['switch', 'reset', 'intents'], env)).out).toMatch(/^intents {12}on {2}\(as configured\)$/m)
  await causeway(['switch', 'min-client', 'shop', '2.0.0'], env)
  await expect.poll(() => answered('Ping', { webrpc: 'a;b;shop@1.9.9' })).toBe(422)
  await causeway(['switch', 'min-client', 'shop', 'none'], env)
  await expect.poll(() => answered('Ping', { webrpc: 'a;b;shop@1.9.9' })).toBe(200)

  // Blocked everywhere: the service refuses, and the operator on its machine can still turn it back.
  await causeway(['switch', 'geoblock', 'add', '127.0.0.0/8'], env)
  await expect.poll(() => answered('Ping')).toBe(451)
  expect((await causeway(['switch', 'geoblock', 'remove', '127.0.0.0/8'], env)).code).toBe(0)
  await expect.poll(() => answered('Ping')).toBe(200)
  const country = await causeway(['switch', 'geoblock', 'add', 'xx'], env)
  expect([country.code, country.err]).toEqual([4, expect.stringContaining('callers.countriesFile')])
})

describe('how a command finds the service and the secret, and what its end says', () => {
  test('the secret that a service keeps in its folder is found, for this machine only', async () => {
    const { url } = await serveWithAdmin()
    const file = keepOperatorSecret(join(folder, '.causeway'), operatorSecret)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await readFile(file, 'utf8')).trim()).toBe(operatorSecret)
    expect((await causewayThere(['switch', 'list', '--url', url])).code).toBe(0)
    const elsewhere = await causewayThere(['switch', 'list', '--url', 'http://service.invalid'])
    expect([elsewhere.code, elsewhere.err]).toEqual([
      2,
      expect.stringContaining('needs the operator secret or a token'),
    ])
  })

  test('a wrong secret is refused, with what to do', async () => {
    const { url } = await serveWithAdmin()
    const { code, err } = await causeway(['projects', 'list', '--url', url, '--secret', 'another secret altogether'])
    expect(code).toBe(4)
    expect(err).toContain('this is not the operator secret')
    expect(err).toContain('CAUSEWAY_OPERATOR_SECRET')
    expect(err).not.toContain('another secret altogether')
  })

  const usage: [string, string[], RegExp][] = [
    ['a missing argument', ['projects', 'show'], /<project> is missing/],
    ['one too many', ['projects', 'show', '1', '2'], /"2" is one too many/],
    ['a name for a number', ['projects', 'show', 'Shop'], /<project> is a number, not "Shop"/],
    ['a time without a unit', ['keys', 'create', '--name', 'x', '--expires', '30'], /--expires is a time like/],
    ['an unknown flag', ['keys', 'create', '--nam', 'x'], /did you mean --name\?/],
    ['an unknown operation', ['switch', 'operation', 'GetChain', 'off'], /did you mean GetChains\?/],
    ['neither on nor off', ['switch', 'intents', 'maybe'], /"maybe" is none of on, off/],
  ]
  test.each(usage)('%s is not understood, and nothing is done', async (_name, args, says) => {
    const { code, err } = await causeway(args, { CAUSEWAY_URL: 'http://127.0.0.1:1', CAUSEWAY_OPERATOR_SECRET: 'x' })
    if (!says.test(err) || code !== 2) throw new Error(`ended with ${code}: ${err}`)
  })

  test('nobody there', async () => {
    const { code, err } = await causeway(['keys', 'list'], {
      CAUSEWAY_URL: 'http://127.0.0.1:1',
      CAUSEWAY_OPERATOR_SECRET: 'x',
    })
    expect([code, err]).toEqual([3, expect.stringContaining('no service answers at http://127.0.0.1:1')])
  })
})
