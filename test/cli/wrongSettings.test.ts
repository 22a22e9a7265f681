import { chmod, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Finding } from '../../src/cli/doctor/finding.ts'
import { keys } from '../chains/anvil.ts'
import { freshDatabase, query } from '../stores/freshDatabase.ts'
import { runCli } from './runCli.ts'
import { runInside } from './runInside.ts'

/** Wrong or malicious settings, as an operator sees them: each is named with a remedy, and no secret is shown. */
const folder = () => mkdtemp(join(tmpdir(), 'causeway-wrong-'))
const deadNode = { CAUSEWAY_CHAINS: '[{"id":31337,"rpcUrls":["http://127.0.0.1:1/k3y"]}]', PORT: '0' }
const gone = 'postgres://nobody@127.0.0.1:1/none'

const badOf = async (args: string[], env: Record<string, string>) => {
  const run = await runInside(['doctor', ...args, '--json'], { DATABASE_URL: gone, ...env })
  return run.json<{ findings: Finding[] }>().findings.filter(({ is }) => is === 'bad')
}

test('doctor refuses what a start would refuse', async () => {
  const at = await folder()
  await writeFile(join(at, 'boom.mjs'), `export function createPoolProtocol() { throw new Error('boom') }`)
  const env = {
    ...deadNode,
    CAUSEWAY_HTTP_HOST: '0.0.0.0',
    CAUSEWAY_PROVIDERS_MODULES: join(at, 'boom.mjs'),
    CAUSEWAY_TOKENS_EXTERNAL_LISTS: join(at, 'list.json'),
    CAUSEWAY_CALLERS_COUNTRIES_FILE: join(at, 'countries.mmdb'),
  }
  const found = await badOf(['--api'], env)
  const details = Object.fromEntries(found.map(({ about, detail }) => [about, detail]))
  expect(details).toMatchObject({
    callers: expect.stringContaining('auth.keylessOnNetwork'),
    fees: expect.stringContaining('no fee collector'),
    'pool modules': expect.stringMatching(/boom\.mjs failed in createPoolProtocol: boom$/),
    'token lists': expect.stringContaining('list.json'),
    countries: expect.stringContaining('countries.mmdb'),
  })
  expect(found.every(({ remedy }) => remedy)).toBe(true)
  const right = await badOf(['--api'], { ...deadNode, CAUSEWAY_ENGINE_FEE_COLLECTOR: `0x${'12'.repeat(20)}` })
  expect(right.map(({ about }) => about)).toEqual(['database', 'Harbor, node 1'])
})

test('doctor and a start say that a machine has no native curve, which signs slowly and not in constant time', async () => {
  const env = { DATABASE_URL: gone, ...deadNode, npm_config_arch: 'none' }
  const said = /no native library for this machine: signing takes 100 times longer and is not constant-time/
  const { findings } = (await runCli(['doctor', '--json'], { env })).json<{ findings: Finding[] }>()
  expect(findings.find(({ about }) => about === 'signing')).toMatchObject({
    is: 'warn',
    detail: expect.stringMatching(said),
  })
  const database = await freshDatabase()
  expect((await runCli(['serve', '--worker'], { env: { ...env, DATABASE_URL: database.url } })).err).toMatch(said)
  await database.close()
})

test('doctor looks at the nodes although a key file is missing and the grant key is', async () => {
  const chains = '[{"id":31337,"rpcUrls":["http://127.0.0.1:1/k3y"]},{"id":8453,"rpcUrls":["http://127.0.0.1:1/k3y"]}]'
  const found = await badOf([], { PORT: '0', CAUSEWAY_CHAINS: chains, CAUSEWAY_SIGNERS_KEYSTORES: 'gone.json' })
  const abouts = found.map(({ about }) => about)
  expect(abouts).toEqual(['database', 'signers', 'operator', 'Harbor, node 1', 'Base, node 1'])
  expect(JSON.stringify(found)).not.toContain('k3y')
})

test('a start without signers says that a signer or a fee collector is missing, and what to set', async () => {
  const database = await freshDatabase()
  const env = { ...deadNode, DATABASE_URL: database.url }
  const both = await runInside(['serve'], env)
  expect([both.code, both.err]).toEqual([
    1,
    expect.stringMatching(/no signer: give one in signers\.keystores, .*--api/),
  ])
  const api = await runInside(['serve', '--api'], env)
  expect([api.code, api.err]).toEqual([
    1,
    expect.stringMatching(/has no signers .* set it \(CAUSEWAY_ENGINE_FEE_COLLECTOR\)/),
  ])
  await database.close()
})

test('a file that is not JSON is refused by place, and nothing of it is quoted', async () => {
  const file = join(await folder(), 'broken.json')
  await writeFile(file, `{"signers":{"privateKeys":[${keys[0]!}]}}`)
  for (const command of ['doctor', 'serve']) {
    const { code, out, err } = await runInside([command, '--config', file], {})
    expect([code, out + err]).toEqual([1, expect.stringMatching(/broken\.json is not JSON: .*\d/)])
    expect(out + err).not.toContain(keys[0]!.slice(2, 6))
  }
  const garbled = await runInside(['doctor'], { CAUSEWAY_CHAINS: '[{"id":1,"rpcUrls":["https://n/s3cret"]' })
  expect(garbled.out).toMatch(/chains is not JSON: /)
  expect(garbled.out).not.toContain('s3cret')
})

test('addresses that are none say what to write instead', async () => {
  const why = async (env: Record<string, string>) => (await runInside(['doctor'], env)).out
  expect(await why({ DATABASE_URL: 'postgres://u:p/w#d@db/x' })).toMatch(/store\.databaseUrl: is no address: .*%23/)
  const scheme = await why({ CAUSEWAY_CHAINS: '[{"id":1,"rpcUrls":["htp://u:hunter2@h/key"]}]' })
  expect(scheme).toContain('chains.0.rpcUrls.0: must be an http:// or https:// address')
  expect(scheme).not.toContain('hunter2')
  const missing = await why({ DATABASE_URL_FILE: '/gone/url' })
  expect(missing).toContain('to do: name a file that is there and that the user of this process may read')
  expect(await why({ CAUSEWAY_OPERATOR_SECRT_FILE: 'x' })).toContain('did you mean CAUSEWAY_OPERATOR_SECRET_FILE?')
})

test('a key file that is weak or open to all is told of, and one with impossible parameters by its name', async () => {
  const at = await folder()
  const file = join(at, 'one.json')
  const env = { CAUSEWAY_SIGNERS_KEYSTORES: file, CAUSEWAY_SIGNERS_KEYSTORE_PASSWORD_FILES: `${file}.password` }
  await runInside(['signers', 'create', file], {})
  expect((await runInside(['signers', 'check'], env)).err).toBe('')
  await chmod(`${file}.password`, 0o644)
  const open = await runInside(['signers', 'check'], env)
  expect([open.code, open.err]).toEqual([0, expect.stringMatching(/one\.json\.password: every user of this machine/)])
  await writeFile(file, (await readFile(file, 'utf8')).replace('"n": 131072', '"n": 2'))
  const weak = await runInside(['signers', 'check'], env)
  expect(weak.err).toMatch(/signers\.keystores: .*one\.json: the password does not open the keystore/)
  const findings = (await runInside(['doctor', '--json'], { DATABASE_URL: gone, ...deadNode, ...env })).json<{
    findings: Finding[]
  }>().findings
  expect(findings).toContainEqual(
    expect.objectContaining({
      about: `key file ${file}`,
      is: 'warn',
      detail: expect.stringContaining('cheap to guess'),
    }),
  )
})

test('a password file may begin with a mark of its encoding and end as Windows ends a line', async () => {
  const file = join(await folder(), 'one.json')
  await runInside(['signers', 'create', file], {})
  const password = (await readFile(`${file}.password`, 'utf8')).trim()
  await writeFile(`${file}.password`, `\uFEFF${password}\r\n`)
  const env = { CAUSEWAY_SIGNERS_KEYSTORES: file, CAUSEWAY_SIGNERS_KEYSTORE_PASSWORD_FILES: `${file}.password` }
  expect((await runInside(['signers', 'check'], env)).code).toBe(0)
})

test('migrate and doctor say what a role lacks; one that only reads and writes rows is enough where all is migrated', async () => {
  const database = await freshDatabase()
  await query(database.url, `create role writer login password 'writes'`, 'create database unmigrated')
  const as = (name?: string) => {
    const url = new URL(database.url)
    Object.assign(url, { username: 'writer', password: 'writes', ...(name && { pathname: `/${name}` }) })
    return { DATABASE_URL: url.href }
  }
  const refused = await runInside(['migrate'], as('unmigrated'))
  expect([refused.code, refused.err]).toEqual([3, expect.stringMatching(/grant create on schema public to "writer"/)])
  const [bad] = await badOf([], { ...deadNode, ...as('unmigrated') })
  expect(bad).toMatchObject({ about: 'database', remedy: expect.stringContaining('grant create') })
  await query(database.url, 'grant select, insert, update, delete on all tables in schema public to writer')
  const enough = await runInside(['migrate'], as())
  expect([enough.code, enough.out]).toEqual([0, expect.stringMatching(/^nothing to do/)])
  await database.close()
})
