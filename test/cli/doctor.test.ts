import { type AddressInfo, createServer } from 'node:net'
import { type Address, keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeAll, expect, test } from 'vitest'
import { definedContracts } from '../../src/app/checkAddresses.ts'
import { codeHashes } from '../../src/chains/contracts/codeHashes.ts'
import { contractStates, deployContracts } from '../../src/chains/contracts/deployContracts.ts'
import { localContracts, operatorContracts } from '../../src/chains/contracts/operator.ts'
import { mainnets } from '../../src/chains/definitions/mainnets.ts'
import { openTarget } from '../../src/cli/deploy.ts'
import { checkChain } from '../../src/cli/doctor/checkChain.ts'
import { checkHost } from '../../src/cli/doctor/checkHost.ts'
import { checkStore } from '../../src/cli/doctor/checkStore.ts'
import { clockFinding, type Finding } from '../../src/cli/doctor/finding.ts'
import { configSchema } from '../../src/config/config.ts'
import { openPostgresStore } from '../../src/stores/postgres/postgresStore.ts'
import { readMigrations } from '../../src/stores/postgres/readMigrations.ts'
import { keys, startAnvil } from '../chains/anvil.ts'
import { freshDatabase, query } from '../stores/freshDatabase.ts'
import { useForAll } from '../useParts.ts'
import { runCli } from './runCli.ts'

const database = useForAll(freshDatabase)
const anvil = useForAll(() => startAnvil({ chainId: 10, args: ['--block-time', '1'] }))
const [signer, payer] = [privateKeyToAccount(keys[0]!), privateKeyToAccount(keys[1]!)]
const operator = { name: 'Causeway', signer: privateKeyToAccount(keys[2]!).address }
const optimism = { id: 10, name: 'Optimism' }
const definition = (id: number) => mainnets.find((one) => one.id === id)!
const addresses = { tokens: { listed: () => [] } }

// Each command is a process of its own, and several of them start in one test.

beforeAll(async () => {
  // What the definition of the chain names is there, as on the chain itself.
  for (const [what, address] of definedContracts(definition(10)))
    if (what !== 'multicall3') await anvil.rpc('anvil_setCode', [address, '0x6000'])
})

const env = (more: Record<string, string> = {}) => ({
  DATABASE_URL: database.url,
  CAUSEWAY_CHAINS: JSON.stringify([{ id: 10, rpcUrls: [anvil.url] }]),
  CAUSEWAY_SIGNERS_PRIVATE_KEYS: keys[0]!,
  CAUSEWAY_OPERATOR_GRANT_KEY: keys[2]!,
  ...more,
})

const findings = async (more: Record<string, string> = {}, ...args: string[]) =>
  (await runCli(['doctor', ...args, '--json'], { env: env(more) })).json<{ findings: Finding[] }>().findings

test('doctor warns where public fillers are not asked and where CCTP has no attestation service', async () => {
  const nodes = [10, 8453].map((id) => ({ id, rpcUrls: [anvil.url] }))
  const about = async (more: Record<string, string>) => {
    const found = await findings({ CAUSEWAY_CHAINS: JSON.stringify(nodes), ...more })
    return found.filter(({ is }) => is === 'warn').map((one) => one.about)
  }
  expect(await about({})).toEqual(expect.arrayContaining(['Across', 'CCTP']))
  const urls = {
    CAUSEWAY_PROVIDERS_ACROSS_API_URL: 'https://across.example/api',
    CAUSEWAY_PROVIDERS_CCTP_ATTESTATION_URL: 'https://iris.example',
  }
  const left = await about(urls)
  expect(left).not.toContain('Across')
  expect(left).not.toContain('CCTP')
})

test('doctor looks at sockets: answered, of another chain, of nobody; and never shows where they are', async () => {
  const socket = anvil.url.replace('http', 'ws')
  const chains = [
    { id: 10, rpcUrls: [anvil.url], wsUrls: [socket] },
    { id: 8453, rpcUrls: [anvil.url, anvil.url], wsUrls: [socket, 'ws://127.0.0.1:1/key'] },
  ]
  const run = await runCli(['doctor', '--json'], { env: env({ CAUSEWAY_CHAINS: JSON.stringify(chains) }) })
  const { findings } = run.json<{ findings: Finding[] }>()
  expect(findings.filter(({ about }) => about.includes('socket'))).toMatchObject([
    { about: 'Optimism, socket 1', is: 'ok', detail: 'chain 10' },
    {
      about: 'Base, socket 1',
      is: 'bad',
      detail: 'is a socket of chain 10, not 8453',
      remedy: expect.stringContaining('wsUrls'),
    },
    { about: 'Base, socket 2', is: 'warn', detail: expect.stringMatching(/^does not answer: /) },
  ])
  expect(run.out).not.toContain('/key')
})

test('doctor says which hosted aggregators are asked, and warns where a key is wanted', async () => {
  const found = async (more: Record<string, string>) =>
    (await findings(more))
      .filter(({ about }) => about === '0x' || about === 'LI.FI')
      .map(({ is, detail }) => `${is} ${detail}`)
  expect(await found({})).toEqual([
    'ok is not asked for swaps: providers.zeroXApiUrl is not set',
    'ok is not asked for swaps: providers.lifiApiUrl is not set',
  ])
  const urls = {
    CAUSEWAY_PROVIDERS_ZERO_X_API_URL: 'https://zerox.example',
    CAUSEWAY_PROVIDERS_LIFI_API_URL: 'https://lifi.example',
  }
  expect(await found(urls)).toEqual([
    'warn is asked for swaps without a key, which its public service refuses',
    'ok is asked for swaps, without a key',
  ])
  expect(await found({ ...urls, CAUSEWAY_PROVIDERS_ZERO_X_API_KEY: 'a-key' })).toContain(
    'ok is asked for swaps, with a key',
  )
})

test('doctor says what is missing, deploy puts it there, doctor is content', async () => {
  const before = await runCli(['doctor', '--json'], { env: env() })
  expect(before.code).toBe(1)
  const { findings } = before.json<{ findings: Finding[] }>()
  expect(findings.filter(({ is }) => is === 'bad')).toMatchObject([
    { about: 'Optimism, contracts', detail: expect.stringContaining('router'), remedy: 'causeway deploy optimism' },
  ])

  // As on a chain where nobody deployed anything this way before.
  await anvil.rpc('anvil_setCode', ['0x4e59b44847b379578588920cA78FbF26c0B4956C', '0x'])
  const first = await runCli(['deploy', 'optimism'], { env: env({ CAUSEWAY_PRIVATE_KEY: keys[1]! }) })
  expect(first.code, first.err).toBe(0)
  expect(first.err.match(/ at 0x/g)).toHaveLength(8)
  expect(first.out).toContain('all there')

  const after = await runCli(['doctor'], { env: env() })
  expect(after.code, after.out).toBe(0)
  expect(after.out).toContain('all 7 there')
  expect(after.out).not.toContain(anvil.url)
})

test('doctor prints whose contracts callers name, and an API whose worker has another guest is not ready', async () => {
  const api = { CAUSEWAY_SIGNERS_PRIVATE_KEYS: '', CAUSEWAY_OPERATOR_GRANT_KEY: '', CAUSEWAY_HTTP_PORT: '0' }
  const settings = { ...api, CAUSEWAY_ENGINE_FEE_COLLECTOR: payer.address, CAUSEWAY_OPERATOR_SIGNER: operator.signer }
  const { guest } = operatorContracts(operator)
  const own = await openPostgresStore({ url: database.url, name: `causeway worker ${guest}` })
  const same = await runCli(['doctor', '--api'], { env: env(settings) })
  expect(same.code, same.out).toBe(0)
  expect(same.out).toContain(`operator: callers name it with --operator ${operator.signer}; guest ${guest}, `)
  await own.close()
  const other = await openPostgresStore({ url: database.url, name: `causeway worker ${localContracts.guest}` })
  const apart = await runCli(['doctor', '--api', '--json'], { env: env(settings) })
  expect(apart.code).toBe(1)
  expect(apart.json<{ findings: Finding[] }>().findings.filter(({ is }) => is === 'bad')).toMatchObject([
    {
      about: 'operator',
      detail: `a running worker works for the guest ${localContracts.guest}, these settings for ${guest}`,
    },
  ])
  await other.close()
})

test('what is there stays, and code of another kind is noticed', async () => {
  const ground = await openTarget(anvil.url, optimism, payer)
  await deployContracts(ground, () => {})
  const nonce = await anvil.rpc('eth_getTransactionCount', [payer.address, 'latest'])
  expect(await deployContracts(ground, () => {})).toEqual([])
  expect(await anvil.rpc('eth_getTransactionCount', [payer.address, 'latest'])).toBe(nonce)
  // The table is written by hand: where it is old, this shows what belongs there.
  const shared = (await contractStates(ground)).filter(({ name }) => name in codeHashes)
  const hashOf = async (address: Address) => keccak256((await ground.code(address)) ?? '0x')
  const codes = await Promise.all(shared.map(async ({ name, address }) => [name, await hashOf(address)]))
  expect(Object.fromEntries(codes)).toEqual(codeHashes)

  const snapshot = await anvil.rpc('evm_snapshot')
  const { address } = (await contractStates(ground)).find(({ name }) => name === 'wallet')!
  await anvil.rpc('anvil_setCode', [address, '0x6000'])
  await expect(deployContracts(ground, () => {})).rejects.toThrow(`wallet (${address})`)
  await anvil.rpc('evm_revert', [snapshot])
})

test('deploy wants a key that is no argument, and a node of the chain that was named', async () => {
  const none = await runCli(['deploy', 'optimism'], { env: env() })
  expect([none.code, none.err]).toEqual([2, expect.stringContaining('CAUSEWAY_PRIVATE_KEY')])
  await expect(openTarget(anvil.url, { id: 8453, name: 'Base' }, payer)).rejects.toThrow('one of chain 10')
  await expect(openTarget('http://127.0.0.1:1', optimism, payer)).rejects.toMatchObject({ exit: 'unreachable' })
})

test('doctor names what is amiss with a chain, a database or a clock, and what to do', async () => {
  const badOf = (findings: Finding[]) => findings.filter(({ is }) => is !== 'ok')
  const chain = (id: number, url: string, address = signer.address) =>
    checkChain({
      definition: definition(id),
      rpcUrls: [url],
      signers: [{ address }],
      operators: [operator],
      addresses,
    }).then(badOf)
  const poor = privateKeyToAccount(`0x${'77'.repeat(32)}`).address
  expect(await chain(10, anvil.url, poor)).toMatchObject([
    { is: 'bad', detail: 'has nothing to pay gas with', remedy: `send ETH to ${poor}` },
  ])
  await anvil.rpc('anvil_setBalance', [poor, '0x1'])
  expect(await chain(10, anvil.url, poor)).toMatchObject([
    { is: 'bad', detail: 'has less than 0.0001 ETH, which does not pay for one transaction' },
  ])
  await anvil.rpc('anvil_setBalance', [poor, `0x${(10n ** 16n).toString(16)}`])
  expect(await chain(10, anvil.url, poor)).toMatchObject([
    { is: 'warn', detail: 'has 0.01 ETH, little to pay gas with' },
  ])
  expect(await chain(8453, anvil.url)).toMatchObject([
    { about: 'Base, node 1', detail: 'is a node of chain 10, not 8453' },
  ])
  const [dead] = await chain(10, 'http://127.0.0.1:1/secret')
  expect(dead).toMatchObject({ is: 'bad', remedy: expect.stringContaining('rpcUrls') })
  expect(dead!.detail).not.toContain('secret')

  const folder = '.causeway'
  const gone = { databaseUrl: 'postgres://nobody@127.0.0.1:1/none', folder }
  expect(await checkStore(gone)).toMatchObject([{ is: 'bad', remedy: expect.stringContaining('DATABASE_URL') }])
  expect(badOf(await checkStore({ databaseUrl: database.url, folder }))).toEqual([])
  expect(clockFinding('node', 61_000)).toMatchObject([{ is: 'bad', detail: 'clock 61 s ahead of ours' }])
  expect(clockFinding('node', -2_000)).toMatchObject([{ is: 'ok' }])
})

test('doctor refuses addresses that a start refuses', async () => {
  const { wrappedNative } = definition(10)
  const amiss = async (more?: Record<string, string>) => (await findings(more)).filter(({ is }) => is === 'bad')
  expect(await amiss({ CAUSEWAY_ENGINE_FEE_COLLECTOR: wrappedNative })).toMatchObject([
    { about: 'engine.feeCollector', detail: expect.stringMatching(/^0x\w{40} is .* Optimism$/) },
  ])
  const stranger = privateKeyToAccount(`0x${'66'.repeat(32)}`).address
  const passes = await amiss({
    CAUSEWAY_OPERATOR_SIGNER: stranger,
    CAUSEWAY_OPERATOR_GRANT_KEY: `0x${'67'.repeat(32)}`,
  })
  expect(passes.find(({ about }) => about === 'operator.signer')?.detail).toContain(
    'is not the address of operator.grantKey',
  )
  await anvil.rpc('anvil_setCode', [wrappedNative, '0x'])
  expect(await amiss()).toMatchObject([
    { about: 'Optimism, contracts', detail: `there is no contract at ${wrappedNative}, its wrappedNative` },
  ])
  await anvil.rpc('anvil_setCode', [wrappedNative, '0x6000'])
})

test('migrate brings an empty database to this version, and says so when there is nothing to do', async () => {
  await query(database.url, 'create database empty_doctor')
  const url = new URL(database.url)
  url.pathname = '/empty_doctor'
  const ground = { env: env({ DATABASE_URL: url.href }) }
  expect(await checkStore({ databaseUrl: url.href, folder: '.' })).toMatchObject([
    { is: 'ok' },
    { is: 'warn', remedy: expect.stringContaining('causeway migrate') },
    { is: 'ok' },
  ])
  const first = await runCli(['migrate'], ground)
  expect([first.code, first.out]).toEqual([0, expect.stringMatching(/^\d+ of \d+ migrations applied\n$/)])
  const second = await runCli(['migrate', '--check', '--json'], ground)
  const known = readMigrations().length
  expect([second.code, second.json()]).toEqual([0, { applied: known, known, done: 0 }])
})

test('a port that is taken and the disk are told, and a process without signers is accepted as one', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const port = (taken.address() as AddressInfo).port
  const without = { CAUSEWAY_SIGNERS_PRIVATE_KEYS: '', PORT: String(port), HOST: '127.0.0.1' }
  try {
    const signers = { about: 'signers', is: 'bad', detail: 'no signer' }
    expect(await findings(without)).toContainEqual(expect.objectContaining(signers))
    const api = await findings(without, '--api')
    expect(api.filter(({ about }) => about === 'signers')).toEqual([])
    expect(api).toContainEqual({
      about: `port ${port}`,
      is: 'bad',
      detail: 'another program listens there on 127.0.0.1',
      remedy: 'stop it, or set http.port to a free port',
    })
  } finally {
    taken.close()
  }
  const own = configSchema.parse({ http: { port: 0 } })
  expect(await checkHost(own)).toEqual([
    { about: 'disk', is: 'ok', detail: expect.stringMatching(/^[\d,]+ MiB free for \.causeway$/) },
  ])
})
