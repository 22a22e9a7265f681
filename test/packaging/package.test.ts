import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { getAddress } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { bundledPackages } from '../../scripts/bundledPackages.mjs'
import { lockedDependencies } from '../../scripts/lockedDependencies.ts'
import { contractPackages } from '../../scripts/noticeText.ts'
import { type PackageName, packageNames, packages, packPackages } from '../../scripts/packPackages.ts'
import { findAnvil } from '../../src/devnet/anvil.ts'
import { rpc } from '../../src/devnet/rpc.ts'
import { startTestDevnet } from '../devnet/setup.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { useFolder } from '../useParts.ts'
import { devnetBytecode, holdsAny, publishedBytecode } from './bytecode.ts'
import { causeway, expectServes, finished, settingsFor } from './installed.ts'
import { manifests } from './manifests.ts'
import { causewayIn, runManifest } from './runManifest.ts'
import { settleFour } from './settleFour.ts'

// Building and three installs take a minute of a free machine, and a busy one is slower.
vi.setConfig({ testTimeout: 900_000, hookTimeout: 900_000 })

const root = join(import.meta.dirname, '..', '..')
const scratch = useFolder()
let sizes: { package: string; packages: number; megabytes: number }[]
/** The empty project that a package was installed into. */
const projectOf = (name: PackageName) => join(scratch, name)

beforeAll(() => {
  const args = ['--import', 'tsx', 'scripts/installSizes.ts', '--json', '--keep', scratch]
  sizes = JSON.parse(execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' }))
})

/** Every file of the tarball, by its path in the package. */
function filesOf(name: PackageName): Map<string, string> {
  const folder = join(projectOf(name), 'node_modules', packages[name].name)
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    files
      .map(({ parentPath, name: file }) => join(parentPath, file))
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]),
  )
}

const tarballOf = (name: PackageName) => join(scratch, `${packages[name].name}-0.1.0.tgz`)

const installedIn = (name: PackageName): string[] =>
  Object.keys(JSON.parse(readFileSync(join(projectOf(name), 'node_modules/.package-lock.json'), 'utf8')).packages)

describe('what is packed', () => {
  const papers = ['LICENSE', 'NOTICE', 'README.md', 'package.json']

  test('the client is one file for browsers, its types, and what only the contracts of another operator need', () => {
    const files = [...filesOf('client').keys()].filter((file) => !/^dist\/(brand|operator)-[\w-]{8}\.js$/.test(file))
    expect(files.toSorted()).toEqual([...papers, 'dist/client.d.ts', 'dist/client.js', 'dist/sbom.cdx.json'].toSorted())
  })

  test.each([
    ['service', 'dist/commands/main.js', /^(bin|dist)\//],
    [
      'devnet',
      'dist/devnet/devnet.js',
      /^dist\/(sbom\.cdx\.json$|intents\/trusted(Chains|Ofts)\.js$|(devnet|chains|host|interface|licences|routing)\/)/,
    ],
  ] as const)('the %s holds what it needs to run and nothing of the workshop', (name, main, ours) => {
    const files = [...filesOf(name).keys()]
    expect(files).toEqual(expect.arrayContaining([...papers, main]))
    expect(files.filter((file) => !papers.includes(file) && !ours.test(file))).toEqual([])
  })

  test('a second build packs the same bytes', () => {
    const second = join(scratch, 'second')
    mkdirSync(second)
    const again = packPackages(second)
    for (const name of packageNames)
      expect(readFileSync(again[name]).equals(readFileSync(join(scratch, basename(again[name])))), name).toBe(true)
  })

  test('each lists what it brings, with licence and hash', () => {
    type Sbom = {
      components: { name: string; version: string; licenses: { expression: string }[]; hashes?: object[] }[]
    }
    for (const name of packageNames) {
      const { components } = JSON.parse(filesOf(name).get('dist/sbom.cdx.json')!) as Sbom
      const listed = new Set(components.map((component) => component.name))
      const brought = installedIn(name).map((path) => path.slice(path.lastIndexOf('node_modules/') + 13))
      expect(brought.filter((one) => !listed.has(one) && one !== packages[name].name)).toEqual([])
      for (const { name: one, licenses, hashes } of components)
        expect([licenses[0]!.expression, hashes?.length], one).toEqual([expect.stringMatching(/^(?!not stated)/), 1])
    }
  })

  test('the service holds every migration', () => {
    const migrations = readdirSync(join(root, 'src/stores/postgres/migrations'))
    expect(migrations).toContain('0001.sql')
    const packed = [...filesOf('service').keys()]
    for (const folder of ['dist/stores/postgres/migrations', 'dist/commands/migrations'])
      expect(packed).toEqual(expect.arrayContaining(migrations.map((file) => `${folder}/${file}`)))
  })

  test('a command finds what it needs in the bundle, and the licences of what is bundled are with it', () => {
    const files = filesOf('service')
    const commands = [...files].filter(([name]) => /^dist\/commands\/.*\.js$/.test(name))
    const imported = commands.flatMap(([, text]) => [...text.matchAll(/(?:from|import)\s*\(?["'`]([^"'`]+)["'`]/g)])
    const named = new Set(imported.map(([, name]) => name!).filter((name) => /^[@a-z]/.test(name)))
    expect([...named].filter((name) => bundledPackages.test(name))).toEqual([])
    const notice = files.get('NOTICE')!
    const bundled = lockedDependencies('.').filter(({ name }) => bundledPackages.test(name))
    expect(bundled.map(({ name }) => name)).toEqual(expect.arrayContaining(['viem', 'zod']))
    for (const { name, version, licence, path } of bundled) {
      expect(licence, name).toBe('MIT')
      expect(notice).toContain(`${name} ${version}:\n\n${readFileSync(join(root, path, 'LICENSE'), 'utf8').trim()}\n`)
    }
  })

  test('client and service hold no contract of the local chains: neither our stand-ins nor what others published', () => {
    // The search finds what is there: the stand-ins are in the devnet's package.
    expect(holdsAny(filesOf('devnet').values(), devnetBytecode())).not.toEqual([])
    for (const name of ['client', 'service'] as const) {
      const files = filesOf(name)
      expect(holdsAny(files.values(), [...devnetBytecode(), ...publishedBytecode()]), name).toEqual([])
      // causeway deploy --verify publishes the sources of our own contracts; none other is there.
      const own = name === 'service' ? 'dist/commands/contracts/src/' : undefined
      const others = [...files.keys()].filter((file) => !own || !file.startsWith(own))
      expect(others.filter((file) => /artifacts\/|dist\/devnet\/|\.sol\b/.test(file))).toEqual([])
    }
  })

  test('the devnet holds the built chains, with the contracts of others on them and the licences of these', () => {
    expect(holdsAny(filesOf('devnet').values(), publishedBytecode())).toEqual([])
    const packed = join(projectOf('devnet'), 'node_modules/causeway-devnet/dist/devnet/states.br')
    const states = brotliDecompressSync(readFileSync(packed)).toString()
    expect(holdsAny([states], publishedBytecode()).length).toBeGreaterThan(100)
    const licences = [...filesOf('devnet').keys()].filter((file) => file.startsWith('dist/licences/'))
    const withFile = contractPackages.filter(({ file }) => file !== undefined)
    for (const { name } of withFile)
      expect(licences.join('\n')).toContain(`dist/licences/${name.replaceAll('/', '_')}_LICENSE`)
  })
})

describe.each(Object.keys(packages) as PackageName[])('the packed %s, by the tools of the field', (name) => {
  test('publint finds nothing', async () => {
    const tarball = new Uint8Array(readFileSync(tarballOf(name))).buffer
    const { messages, pkg } = await publint({ pack: { tarball }, strict: true })
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([])
  })

  test('types are found and true wherever ES modules are; other packages of ours have none', async () => {
    const found = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(tarballOf(name)))))
    if (name !== 'client') return expect(found.types).toBe(false)
    if (!found.types) throw new Error('no types')
    const isOurs = (problem: object) => !('resolutionKind' in problem && /node10|cjs/.test(`${problem.resolutionKind}`))
    expect(found.problems.filter(isOurs)).toEqual([])
  })

  test('npm would publish it under a name that is free', () => {
    const args = ['publish', '--dry-run', '--ignore-scripts', '--loglevel=error', tarballOf(name)]
    const said = execFileSync('npm', args, { cwd: scratch, encoding: 'utf8' })
    expect(said.trim()).toBe(`+ ${packages[name].name}@0.1.0`)
  })
})

describe('what is installed', () => {
  test('the client brings at most 20 packages and 60 MB', () => {
    const [client] = sizes.filter((size) => size.package === 'causeway-client')
    expect(client!.packages).toBeLessThanOrEqual(20)
    expect(client!.megabytes).toBeLessThanOrEqual(60)
    expect(client!.packages).toBe(installedIn('client').length)
  })

  test('the service brings no devnet, and neither of them a contract package', () => {
    const contracts = /(@uniswap|@pancakeswap|@aave|@across-protocol|@openzeppelin)\/|canonical-weth/
    for (const name of ['service', 'devnet'] as const)
      expect(installedIn(name).filter((path) => contracts.test(path))).toEqual([])
    expect(installedIn('service').filter((path) => /@foundry-rs\/|causeway-devnet/.test(path))).toEqual([])
  })
})

describe('an installed package', () => {
  test('the command says how it is used, and reads a configuration in TypeScript', async () => {
    const project = projectOf('service')
    const help = await finished(causeway(project, ['--help']))
    expect(help).toMatchObject({ code: 0, out: expect.stringContaining('causeway <command>') })
    const config = 'const config: { http: { port: number } } = { http: { port: 4999 } }\nexport default config\n'
    writeFileSync(join(project, 'causeway.config.ts'), config)
    const env = { CAUSEWAY_CHAINS: '[{"id":10,"rpcUrls":["http://127.0.0.1:1"]}]' }
    const { out } = await finished(causeway(project, ['doctor', '--json'], env))
    rmSync(join(project, 'causeway.config.ts'))
    expect(JSON.parse(out).findings[0]).toMatchObject({
      about: 'configuration',
      is: 'ok',
      detail: expect.stringContaining('causeway.config.ts'),
    })
  })

  test('the client is imported by its name', () => {
    writeFileSync(
      join(projectOf('client'), 'use.mjs'),
      `import { createClient, isError } from 'causeway-client'
       const client = createClient({ url: 'http://127.0.0.1:1', retries: 0 })
       await client.ping().catch((error) => console.log(isError(error, 'WebrpcRequestFailed')))`,
    )
    const out = execFileSync(process.execPath, ['use.mjs'], { cwd: projectOf('client'), encoding: 'utf8' })
    expect(out.trim()).toBe('true')
  })

  test('the service answers for chains it is given, and stops when told', async () => {
    const [devnet, database] = await Promise.all([startTestDevnet(), freshDatabase()])
    onTestFinished(async () => {
      await devnet.stop()
      await database.close()
    })
    const env = { ...settingsFor(devnet, database.url), PORT: '0' }
    await expectServes(causeway(projectOf('service'), ['serve'], env))
  })

  test('started by the systemd units it settles with its own grant key, by an API without it', async () => {
    const [devnet, database] = await Promise.all([startTestDevnet(), freshDatabase()])
    onTestFinished(async () => {
      await devnet.stop()
      await database.close()
    })
    const folder = join(projectOf('service'), 'node_modules', packages.service.name)
    const image = { folder, env: {}, entrypoint: ['node', 'bin/causeway.mjs'], health: [] }
    const own = join(scratch, 'operator')
    mkdirSync(own)
    chmodSync(scratch, 0o755)
    const grantKey = generatePrivateKey()
    const operator = privateKeyToAddress(grantKey)
    await causewayIn(image, own, ['signers', 'create', 'signer.json'], {})
    const text = (name: string) => readFileSync(join(own, name), 'utf8').trim()
    const chains = devnet.chains.slice(0, 2)
    for (const { network, rpcUrl } of chains) {
      await rpc(rpcUrl, 'anvil_setBalance', [
        getAddress(`0x${JSON.parse(text('signer.json')).address}`),
        '0x8ac7230489e80000',
      ])
      const env = { CAUSEWAY_OPERATOR_GRANT_KEY: grantKey, CAUSEWAY_PRIVATE_KEY: devnet.accounts[0]!.privateKey }
      expect(await causewayIn(image, own, ['deploy', network, '--rpc', rpcUrl], env)).toMatchObject({ code: 0 })
    }
    const secrets = {
      'database-url': database.url,
      'operator-secret': 'of twenty-four characters or more',
      'grant-key': grantKey,
      chains: JSON.stringify(chains.map(({ id, rpcUrl }) => ({ id, rpcUrls: [rpcUrl] }))),
      'signer.json': text('signer.json'),
      'signer.json.password': text('signer.json.password'),
    }
    const given = { CAUSEWAY_OPERATOR_SIGNER: operator, CAUSEWAY_ENGINE_FEE_COLLECTOR: devnet.accounts[9]!.address }
    const parts = manifests.systemd({ ...given, CAUSEWAY_AUTH_REQUIRED: 'true' })
    const running = await runManifest(parts, { image, secrets, scratch })
    onTestFinished(running.stop)
    const admin = { CAUSEWAY_URL: running.admin, CAUSEWAY_OPERATOR_SECRET: secrets['operator-secret'] }
    const { out } = await causewayIn(image, own, ['keys', 'create', 'web', '--json'], admin)
    await settleFour({ url: running.api, key: JSON.parse(out).accessKey, operator, devnet, image, folder: own })
  })

  test.each(['serve', 'devnet'])('%s says how to get the local chains', async (command) => {
    const env = { PORT: '0', CAUSEWAY_LOG_LEVEL: 'silent' }
    const { code, err } = await finished(causeway(projectOf('service'), [command], env))
    expect(code).toBe(1)
    expect(err.trim()).toBe(
      'causeway: the local chains are a package of their own, which is not installed: npm install causeway-devnet, or configure chains',
    )
  })

  test('with the devnet beside it, the service starts the local chains', async () => {
    const project = projectOf('devnet')
    // Resolved from where it really lies, a link would find nothing of this project: the service is copied beside.
    for (const name of installedIn('service').filter((path) => !existsSync(join(project, path))))
      cpSync(join(projectOf('service'), name), join(project, name), { recursive: true, verbatimSymlinks: true })
    const database = await freshDatabase()
    onTestFinished(() => database.close())
    // For some processors npm has no anvil, and the message says to put one on the PATH: here the one of this clone.
    const PATH = [process.env.PATH, dirname(findAnvil(process.env.PATH ?? ''))].join(delimiter)
    await expectServes(causeway(project, ['serve'], { PATH, PORT: '0', DATABASE_URL: database.url }))
  })
})
