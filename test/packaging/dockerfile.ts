import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const root = join(import.meta.dirname, '..', '..')

export type Step = { word: string; rest: string }
export type Stage = { name: string; steps: Step[] }

/** The instructions of a Dockerfile, by stage. */
export function readDockerfile(text: string): Stage[] {
  const stages: Stage[] = []
  const lines = text.replaceAll(/\\\n/g, ' ').split('\n')
  for (const line of lines.filter((one) => one.trim() !== '' && !one.startsWith('#'))) {
    const [, word = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? []
    if (word === 'FROM') stages.push({ name: / AS (\w+)$/.exec(rest)?.[1] ?? '', steps: [] })
    else stages.at(-1)?.steps.push({ word, rest })
  }
  return stages
}

/** What `.dockerignore` keeps out of the build, as far as it names whole entries of the clone. */
export const ignored = (): string[] =>
  readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .map((line) => line.trim().replace(/^\*\*\//, ''))
    .filter(Boolean)

/** Runs one stage in folders instead of images: each stage's `/app` is one. Returns environment and start command. */
export function runStage(stage: Stage, folder: string, folders: ReadonlyMap<string, string>) {
  const env: Record<string, string> = {}
  const starts: Record<string, string[]> = {}
  mkdirSync(folder, { recursive: true })
  for (const { word, rest } of stage.steps) {
    if (word === 'COPY') copy(rest, folder, folders)
    else if (word === 'RUN') run(rest, folder)
    else if (word === 'ENV') for (const pair of rest.split(' ')) env[pair.split('=')[0]!] = pair.split('=')[1]!
    else if (word === 'HEALTHCHECK') starts[word] = JSON.parse(rest.slice(rest.indexOf('CMD ') + 4))
    else if (word === 'ENTRYPOINT' || word === 'CMD') starts[word] = JSON.parse(rest)
  }
  return { env, entrypoint: starts.ENTRYPOINT ?? [], command: starts.CMD ?? [], health: starts.HEALTHCHECK ?? [] }
}

function copy(rest: string, folder: string, folders: ReadonlyMap<string, string>): void {
  const from = /^--from=(\w+) /.exec(rest)?.[1]
  const names = rest.replace(/^--from=\w+ /, '').split(' ')
  const target = names.pop()!
  for (const name of names) {
    const source = from ? join(folders.get(from)!, name.replace(/^\/app\//, '')) : join(root, name)
    if (!from && ignored().includes(name)) throw new Error(`${name} is copied and ignored`)
    if (!existsSync(source)) throw new Error(`${name} is copied and does not exist`)
    const to = target.endsWith('/') ? join(folder, target, name) : join(folder, target)
    mkdirSync(dirname(to), { recursive: true })
    cpSync(source, to, { recursive: true, verbatimSymlinks: true })
  }
}

/** As written; npm's cached packages are not fetched again. */
function run(command: string, folder: string): void {
  const env = { ...process.env, npm_config_prefer_offline: 'true' }
  execFileSync('sh', ['-c', command], { cwd: folder, env, stdio: 'pipe' })
}
