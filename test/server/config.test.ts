import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseFlags } from '../../src/cli/kit/flags.ts'
import { configOfFlags, serveFlags } from '../../src/cli/serveFlags.ts'
import { nextCallable } from '../../src/config/callablePort.ts'
import { configSchema } from '../../src/config/config.ts'
import { loadConfig } from '../../src/config/loadConfig.ts'
import { maskConfig, printConfig } from '../../src/config/printConfig.ts'
import { settings } from '../../src/config/settings.ts'

const emptyFolder = () => mkdtemp(join(tmpdir(), 'causeway-config-'))

test('command line over environment over file over defaults', async () => {
  const folder = await emptyFolder()
  await writeFile(join(folder, 'causeway.config.json'), JSON.stringify({ http: { port: 6, host: '::1', drainMs: 7 } }))
  const fromFile = await loadConfig({ folder, env: {} })
  expect(fromFile.config.http).toMatchObject({ port: 6, host: '::1', drainMs: 7, bodyTimeoutMs: 10_000 })
  const env = { PORT: '2', CAUSEWAY_LOG_LEVEL: 'debug' }
  const fromEnv = await loadConfig({ folder, env })
  expect(fromEnv.config).toMatchObject({ http: { port: 2, host: '::1' }, log: { level: 'debug' } })
  expect((await loadConfig({ folder, env: { ...env, CAUSEWAY_HTTP_PORT: '3' } })).config.http.port).toBe(3)
  expect((await loadConfig({ folder, env, flags: { 'http.port': '4' } })).config.http.port).toBe(4)
})

test('a port that no browser and no fetch would call is refused, and not proposed', async () => {
  const cause = (port: number) => fetch(`http://127.0.0.1:${port}/`).catch((error: Error) => error.cause)
  for (const port of [1, 4190, 6667, 10_080]) {
    expect(await cause(port)).toMatchObject({ message: 'bad port' })
    const refused = loadConfig({ folder: await emptyFolder(), env: { PORT: String(port) } })
    await expect(refused).rejects.toThrow(
      /http\.port.*\d is a port that browsers and fetch refuse to call; choose another/,
    )
  }
  expect([nextCallable(4180), nextCallable(4189)]).toEqual([4181, 4191])
})

test('a TypeScript file is read, and a file that is named must exist', async () => {
  const folder = await emptyFolder()
  await writeFile(join(folder, 'causeway.config.ts'), 'export default { http: { port: 5 as number } }\n')
  expect((await loadConfig({ folder, env: {} })).config.http.port).toBe(5)
  await expect(loadConfig({ folder, env: {}, file: 'other.ts' })).rejects.toThrow(
    'there is no configuration file other.ts',
  )
})

test('lists and objects can be given as text', async () => {
  const folder = await emptyFolder()
  const env = {
    CAUSEWAY_SWITCHES_OPERATIONS_OFF: 'GetChains, Ping',
    CAUSEWAY_CHAINS: '[{"id":31337,"rpcUrls":["http://127.0.0.1:8545"]}]',
    CAUSEWAY_SWITCHES_CLIENT_VERSION_MIN: '{"*":"1.0"}',
    CAUSEWAY_AUTH_REQUIRED: 'true',
  }
  const { config } = await loadConfig({ folder, env })
  expect(config.switches).toMatchObject({ operationsOff: ['GetChains', 'Ping'], clientVersionMin: { '*': '1.0' } })
  expect(config.chains[0]?.id).toBe(31337)
  expect(config.auth.required).toBe(true)
})

test('a setting may be in a file that its variable with _FILE names', async () => {
  const folder = await emptyFolder()
  await writeFile(join(folder, 'url'), 'postgres://u:p@db/x\n')
  await writeFile(join(folder, 'keys'), `0x${'11'.repeat(32)},0x${'22'.repeat(32)}\r\n`)
  const env = { DATABASE_URL_FILE: 'url', CAUSEWAY_SIGNERS_PRIVATE_KEYS_FILE: join(folder, 'keys') }
  const { config } = await loadConfig({ folder, env })
  expect(config.store.databaseUrl).toBe('postgres://u:p@db/x')
  expect(config.signers.privateKeys).toEqual([`0x${'11'.repeat(32)}`, `0x${'22'.repeat(32)}`])
})

test('a file of a setting that is missing, empty or beside its own value is refused by name', async () => {
  const folder = await emptyFolder()
  await writeFile(join(folder, 'empty'), '\n')
  const refused = (env: Record<string, string>) => loadConfig({ folder, env }).catch((error: Error) => error.message)
  expect(await refused({ CAUSEWAY_OPERATOR_SECRET_FILE: 'gone' })).toMatch(
    /^CAUSEWAY_OPERATOR_SECRET_FILE: cannot read .*gone \(ENOENT\)$/,
  )
  expect(await refused({ CAUSEWAY_OPERATOR_SECRET_FILE: 'empty' })).toMatch(/empty is empty$/)
  expect(await refused({ PORT: '1', CAUSEWAY_HTTP_PORT_FILE: 'empty' })).toBe(
    'PORT and CAUSEWAY_HTTP_PORT_FILE are both set; leave one of them out',
  )
})

describe('what is misspelt stops the start and says what was meant', () => {
  const rows: [string, object, RegExp][] = [
    ['a key in the file', { file: { http: { prot: 1 } } }, /unknown key "http\.prot"; did you mean http\.port\?/],
    [
      'a key of a chain',
      { file: { chains: [{ id: 1, rpcUrl: 'http://127.0.0.1:1' }] } },
      /unknown key "chains\.0\.rpcUrl"; did you mean chains\.0\.rpcUrls\?/,
    ],
    [
      'a key that is like none',
      { file: { chains: [{ ...chain(1), zzzzzzzzzzzzzzz: 1 }] } },
      /unknown key "chains\.0\.zzzzzzzzzzzzzzz"; known: chains\.0\.[\w., ]*chains\.0\.rpcUrls/,
    ],
    [
      'a section that is like none',
      { file: { zzzzzzzzzzzzzzz: {} } },
      /; known: (\w+(\.\w+)*, ){11}[\w.]+ and \d+ more/,
    ],
    ['a section', { file: { htpp: {} } }, /unknown key "htpp"; did you mean http/],
    [
      'a variable',
      { env: { CAUSEWAY_HTTP_PRT: '1', CAUSEWAY_OPERATOR: `0x${'12'.repeat(20)}`, CAUSEWAY_STORE_FOLDR: 'x' } },
      /^unknown environment variable CAUSEWAY_HTTP_PRT; did you mean CAUSEWAY_HTTP_PORT\?\nunknown .*STORE_FOLDR; did you mean CAUSEWAY_STORE_FOLDER\?$/,
    ],
    ['a value', { env: { PORT: 'many' } }, /http\.port: .*expected number/],
    ['a value out of range', { env: { PORT: '70000' } }, /http\.port: /],
    ['an operation', { env: { CAUSEWAY_SWITCHES_OPERATIONS_OFF: 'Pong' } }, /switches\.operationsOff\.0: /],
    ['a chain named twice', { file: { chains: [chain(1), chain(1)] } }, /chains: each chain may be listed once/],
    [
      'a brand that cannot be a path',
      { file: { brands: [{ service: 'a/b', field: 'x', wallet: 'y' }] } },
      /brands\.0\.service/,
    ],
  ]
  test.each(rows)('%s', async (_name, { file, env }: { file?: object; env?: Record<string, string> }, message) => {
    const folder = await emptyFolder()
    if (file) await writeFile(join(folder, 'causeway.config.json'), JSON.stringify(file))
    await expect(loadConfig({ folder, env: env ?? {} })).rejects.toThrow(message)
  })

  test('a flag', () => {
    const read = (args: string[]) => configOfFlags(parseFlags(args, serveFlags).flags)
    expect(() => read(['--prot', '1'])).toThrow(
      expect.objectContaining({ message: 'there is no flag --prot', remedy: 'did you mean --port?' }),
    )
    expect(() => read(['--port'])).toThrow('--port needs a value')
    expect(read(['--port', '1', '--http.drainMs=5', '--config', 'a.ts'])).toEqual({
      settings: { 'http.port': '1', 'http.drainMs': '5' },
      file: 'a.ts',
    })
    expect(read(['--worker'])).toEqual({ settings: { 'roles.api': 'false', 'roles.worker': 'true' } })
  })
})

test('what is printed holds no secret', () => {
  const config = configSchema.parse({
    admin: { operatorSecret: 'hunter2 is what only these tests know' },
    chains: [{ id: 1, rpcUrls: ['https://user:hunter2@node.example/v3/abcdef?key=abcdef'] }],
    store: { databaseUrl: 'postgres://me:hunter2@db.example/main' },
  })
  const printed = printConfig(config) + JSON.stringify(maskConfig(config))
  expect(printed).not.toMatch(/hunter2|abcdef|v3/)
  expect(printed).toContain('http.port = 4180')
  expect(printed).toContain('admin.operatorSecret = "***"')
  expect(printed).toContain('node.example')
})

test('every setting is described and has a name in the environment', () => {
  for (const { path, envNames, about } of settings) {
    expect(about, path.join('.')).not.toBe('')
    expect(envNames[0]).toMatch(/^CAUSEWAY_[A-Z_]+$/)
  }
})

test('the example is a valid configuration and says what the defaults are', async () => {
  const { config } = await loadConfig({ folder: process.cwd(), env: {}, file: 'causeway.config.example.ts' })
  const defaults = configSchema.parse({})
  expect({ ...config, switches: defaults.switches }).toEqual(defaults)
})

function chain(id: number) {
  return { id, rpcUrls: ['http://127.0.0.1:1'] }
}

test('a configured address with a wrong checksum, or of nobody, is refused', async () => {
  const folder = await emptyFolder()
  const collect = (address: string) => loadConfig({ folder, env: {}, flags: { 'engine.feeCollector': address } })
  const right = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
  expect((await collect(right)).config.engine.feeCollector).toBe(right)
  await collect(right.toLowerCase())
  await expect(collect(right.replace('d8dA', 'd8da'))).rejects.toThrow('wrong checksum')
  await expect(collect(`0x${'0'.repeat(40)}`)).rejects.toThrow('must not be the zero address')
})
