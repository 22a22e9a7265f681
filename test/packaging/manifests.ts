import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { root } from './dockerfile.ts'

/** A process that a manifest describes. */
export type Described = {
  name: string
  /** Behind the program. */
  args: string[]
  env: Record<string, string>
  /** Where it finds a secret, and which one. */
  files: Map<string, string>
  /** Whose files these are, and the bits of their mode. */
  user: number
  mode: number
  memoryMax?: number
  /** Ports and paths that are asked, or a command. */
  probes: { port: number; path: string }[]
  check?: string[]
  /** Seconds from SIGTERM to SIGKILL. */
  graceS?: number
}

/** What the operator writes into each kind: the settings that are not secret. */
export type Given = Record<string, string>

export const manifests = { compose: readCompose, kubernetes: readKubernetes, systemd: readSystemd }

type Service = {
  command?: string[]
  environment?: Record<string, string>
  secrets?: string[]
  depends_on?: Record<string, unknown>
  healthcheck?: { test: string[] }
}

/** In the order in which `depends_on` starts them; the database is another image. */
function readCompose(given: Given): Described[] {
  const { services } = parse(read('compose.yaml'), { merge: true }) as { services: Record<string, Service> }
  const own = Object.entries(services).filter(([name]) => name !== 'postgres')
  const waitsFor = ([, { depends_on = {} }]: (typeof own)[number]) => ('migrate' in depends_on ? 1 : 0)
  return own
    .toSorted((a, b) => waitsFor(a) - waitsFor(b))
    .map(([name, { command = [], environment = {}, secrets = [], healthcheck }]) => ({
      name,
      args: command,
      env: Object.fromEntries(Object.entries(environment).map(([key, text]) => [key, interpolate(text, given)])),
      files: new Map(secrets.map((secret) => [`/run/secrets/${secret}`, secret])),
      user: 1_000,
      mode: 0o600,
      probes: [],
      check: healthcheck?.test.slice(1),
    }))
}

const interpolate = (text: string, given: Given): string =>
  text.replace(/\$\{(\w+)(:[-?])([^}]*)\}/g, (_, name: string, kind: string, rest: string) => {
    if (given[name]) return given[name]
    if (kind === ':?') throw new Error(`${name}: ${rest}`)
    return rest
  })

type Probe = { httpGet: { port: string; path: string } }
type Container = {
  args: string[]
  envFrom?: { configMapRef: { name: string } }[]
  env?: { name: string; value: string }[]
  ports?: { name: string; containerPort: number }[]
  volumeMounts: { name: string; mountPath: string }[]
  resources: { limits: { memory: string } }
} & Partial<Record<'startupProbe' | 'livenessProbe' | 'readinessProbe', Probe>>
type Pod = {
  securityContext: { runAsUser: number }
  terminationGracePeriodSeconds?: number
  containers: Container[]
  volumes: { name: string; secret: { secretName: string; defaultMode: number } }[]
}
export type KubernetesObject = {
  kind: string
  metadata: { name: string; labels?: object }
  data?: Record<string, string>
  spec?: { template?: { spec: Pod } }
}

export const kubernetesObjects = (): KubernetesObject[] =>
  readdirSync(join(root, 'deploy/kubernetes')).flatMap((file) =>
    parseAllDocuments(read('deploy/kubernetes', file)).map((one) => one.toJS() as KubernetesObject),
  )

/** The two Secrets, as `settings.yaml` says to create them. */
function secretsOfSettings(): Map<string, string[]> {
  const made = read('deploy/kubernetes/settings.yaml').matchAll(/kubectl create secret generic (\S+)(.*)/g)
  return new Map(
    [...made].map(([, name, rest]) => [name!, [...rest!.matchAll(/--from-file=(\S+)/g)].map(([, file]) => file!)]),
  )
}

/** The migration first, as its file says. */
function readKubernetes(given: Given): Described[] {
  const objects = kubernetesObjects()
  const settings = { ...objects.find(({ kind }) => kind === 'ConfigMap')!.data, ...given }
  const secrets = secretsOfSettings()
  const order = (kind: string) => ['Job', 'Deployment'].indexOf(kind)
  return objects
    .filter(({ spec }) => spec?.template)
    .toSorted((a, b) => order(a.kind) - order(b.kind))
    .map(({ metadata, spec }) => {
      const pod = spec!.template!.spec
      const one = pod.containers[0]!
      const ports = new Map(one.ports?.map(({ name, containerPort }) => [name, containerPort]))
      const probes = [one.startupProbe, one.livenessProbe, one.readinessProbe].filter((probe) => probe !== undefined)
      const mounted = one.volumeMounts.flatMap(({ name, mountPath }) => {
        const { secretName } = pod.volumes.find((volume) => volume.name === name)!.secret
        return secrets.get(secretName)!.map((file) => [`${mountPath}/${file}`, file] as const)
      })
      return {
        name: metadata.name,
        args: one.args,
        env: {
          ...(one.envFrom && settings),
          ...Object.fromEntries(one.env?.map(({ name, value }) => [name, value]) ?? []),
        },
        files: new Map(mounted),
        user: pod.securityContext.runAsUser,
        mode: pod.volumes[0]!.secret.defaultMode,
        memoryMax: bytesOf(one.resources.limits.memory),
        probes: probes.map(({ httpGet }) => ({ port: ports.get(httpGet.port)!, path: httpGet.path })),
        graceS: pod.terminationGracePeriodSeconds,
      }
    })
}

function bytesOf(text: string): number {
  const [, count, unit] = /^(\d+)(Mi|Gi)$/.exec(text)!
  return Number(count) * 2 ** (unit === 'Gi' ? 30 : 20)
}

/** A dynamic user's number; `%i` of a template is 2, as its first line says. */
function readSystemd(given: Given): Described[] {
  return readdirSync(join(root, 'deploy/systemd'))
    .map((file) => join('deploy/systemd', file))
    .toSorted((a, b) => Number(b.includes('migrate')) - Number(a.includes('migrate')))
    .map((file) => {
      const text = read(file).replaceAll('%i', '2')
      const all = (name: string) => [...text.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value!)
      const pairs = all('Environment').map((one) => [one.split('=')[0]!, one.slice(one.indexOf('=') + 1)] as const)
      const isOwnUser = all('DynamicUser')[0] === 'yes'
      return {
        name: basename(file, '.service'),
        args: all('ExecStart')[0]!.replace('/usr/bin/node bin/causeway.mjs ', '').split(' '),
        env: { ...(all('EnvironmentFile').length > 0 && given), ...Object.fromEntries(pairs) },
        files: new Map(all('LoadCredential').map((one) => [`%d/${one.split(':')[0]}`, basename(one.split(':')[1]!)])),
        user: isOwnUser ? 61_184 : 0,
        mode: 0o400,
        probes: [],
        graceS: Number(all('TimeoutStopSec')[0] ?? 90),
      }
    })
}

const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8')
