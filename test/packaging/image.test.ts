import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { lockedDependencies } from '../../scripts/lockedDependencies.ts'
import type { Devnet } from '../../src/devnet/devnet.ts'
import { rpc } from '../../src/devnet/rpc.ts'
import { startTestDevnet } from '../devnet/setup.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { useFolder } from '../useParts.ts'
import { readDockerfile, root, runStage } from './dockerfile.ts'
import { finished, start } from './installed.ts'
import { manifests } from './manifests.ts'
import { causewayIn, runManifest } from './runManifest.ts'
import { settleFour } from './settleFour.ts'

// Installing and building take half a minute of a free machine, and a busy one is slower.
vi.setConfig({ testTimeout: 900_000, hookTimeout: 900_000 })

const stages = readDockerfile(readFileSync(join(root, 'Dockerfile'), 'utf8'))
const scratch = useFolder()
let image: { folder: string; env: Record<string, string>; entrypoint: string[]; command: string[]; health: string[] }

/** The Dockerfile's steps, in folders. */
beforeAll(() => {
  const folders = new Map<string, string>()
  for (const [at, stage] of stages.entries()) {
    const folder = join(scratch, `stage${at}`)
    image = { folder, ...runStage(stage, folder, folders) }
    folders.set(stage.name, folder)
  }
})

test('the image holds the packages that the service needs to run, and no others', () => {
  const needed = new Set(lockedDependencies('.').map(({ path }) => path))
  const modules = join(image.folder, 'node_modules')
  const there = readdirSync(modules)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((one) => `${name}/${one}`) : [name],
    )
  expect(there.filter((name) => !needed.has(`node_modules/${name}`))).toEqual([])
  expect(there).toContain('fastify')
  expect(existsSync(join(image.folder, 'dist/devnet'))).toBe(false)
})

test('the image holds the pages that alerts and refusals lead to', () => {
  expect(existsSync(join(image.folder, 'dist/docs/reference/runbook.html'))).toBe(true)
  expect(existsSync(join(image.folder, 'dist/console/index.html'))).toBe(true)
})

test('the image runs as a user without rights', () => {
  const words = stages.at(-1)!.steps.map(({ word }) => word)
  const users = stages.at(-1)!.steps.filter(({ word }) => word === 'USER')
  expect(users.map(({ rest }) => rest)).toEqual(['node'])
  expect(words.indexOf('USER')).toBeLessThan(words.indexOf('ENTRYPOINT'))
})

test('the image reads a configuration in TypeScript', async () => {
  const file = join(image.folder, 'causeway.config.ts')
  writeFileSync(file, 'const config: { http: { port: number } } = { http: { port: 4999 } }\nexport default config\n')
  const env = { ...image.env, CAUSEWAY_CHAINS: '[{"id":10,"rpcUrls":["http://127.0.0.1:1"]}]' }
  const { out } = await finished(start(image.folder, [...image.entrypoint, 'doctor', '--json'], env))
  rmSync(file)
  expect(JSON.parse(out).findings[0]).toMatchObject({ about: 'configuration', is: 'ok' })
})

describe('what ships starts, and settles by an API without the grant key', () => {
  const folder = join(scratch, 'operator')
  const grantKey = generatePrivateKey()
  const operator = privateKeyToAddress(grantKey)
  let devnet: Devnet
  let secrets: Record<string, string>

  /** What the heads of the manifests tell an operator to do once. */
  beforeAll(async () => {
    for (const one of [scratch, image.folder]) chmodSync(one, 0o755)
    mkdirSync(folder)
    devnet = await startTestDevnet()
    const made = await causewayIn(image, folder, ['signers', 'create', 'signer.json', '--json'], {})
    const { address } = JSON.parse(made.out)
    const chains = devnet.chains.slice(0, 2)
    const settings = { CAUSEWAY_OPERATOR_GRANT_KEY: grantKey, CAUSEWAY_PRIVATE_KEY: devnet.accounts[0]!.privateKey }
    for (const { network, rpcUrl } of chains) {
      await rpc(rpcUrl, 'anvil_setBalance', [address, `0x${(10n ** 19n).toString(16)}`])
      const deployed = await causewayIn(image, folder, ['deploy', network, '--rpc', rpcUrl], settings)
      expect(deployed.code, deployed.err).toBe(0)
    }
    const read = (name: string) => readFileSync(join(folder, name), 'utf8').trim()
    secrets = {
      'operator-secret': 'of twenty-four characters or more',
      'grant-key': grantKey,
      chains: JSON.stringify(chains.map(({ id, rpcUrl }) => ({ id, rpcUrls: [rpcUrl] }))),
      'signer.json': read('signer.json'),
      'signer.json.password': read('signer.json.password'),
    }
  })
  afterAll(() => devnet?.stop())

  test.each(Object.entries(manifests))('%s', async (name, read) => {
    const database = await freshDatabase()
    onTestFinished(() => database.close())
    const given = { CAUSEWAY_OPERATOR_SIGNER: operator, CAUSEWAY_ENGINE_FEE_COLLECTOR: devnet.accounts[9]!.address }
    const parts = read({ ...given, CAUSEWAY_AUTH_REQUIRED: 'true' })
    for (const { args, env, files } of parts)
      if (args.includes('--api'))
        expect(`${Object.keys(env)} ${[...files.values()]}`).not.toMatch(/pass.?key|signer\.json/i)
    const running = await runManifest(parts, { image, secrets: { ...secrets, 'database-url': database.url }, scratch })
    onTestFinished(running.stop)
    const own = join(folder, name)
    mkdirSync(own)
    const admin = { CAUSEWAY_URL: running.admin, CAUSEWAY_OPERATOR_SECRET: secrets['operator-secret']! }
    const created = await causewayIn(image, own, ['keys', 'create', 'web', '--json'], admin)
    expect(created.code, created.err).toBe(0)
    const { accessKey } = JSON.parse(created.out)
    // One URL is enough for an operator, although chains are listed at the other port.
    for (const state of ['pause', 'resume']) {
      const switched = await causewayIn(image, own, ['switch', 'chain', 'harbor', state], admin)
      expect(switched.out, switched.err).toMatch(state === 'pause' ? /chains paused +31337/ : /chains paused +none/)
    }
    await settleFour({ url: running.api, key: accessKey, operator, devnet, image, folder: own })
  })
})
