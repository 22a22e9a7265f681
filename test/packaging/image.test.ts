import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { lockedDependencies } from '../../scripts/lockedDependencies.ts'
import { startTestDevnet } from '../devnet/setup.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { useFolder } from '../useParts.ts'
import { readDockerfile, root, runStage } from './dockerfile.ts'
import { expectServes, finished, settingsFor, start } from './installed.ts'

// Installing and building take half a minute of a free machine, and a busy one is slower.
vi.setConfig({ testTimeout: 900_000, hookTimeout: 900_000 })

const stages = readDockerfile(readFileSync(join(root, 'Dockerfile'), 'utf8'))
const scratch = useFolder()
let image: { folder: string; env: Record<string, string>; entrypoint: string[]; command: string[] }

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

test('the image serves chains it is given, and stops when told', async () => {
  const [devnet, database] = await Promise.all([startTestDevnet(), freshDatabase()])
  onTestFinished(async () => {
    await devnet.stop()
    await database.close()
  })
  // The image listens on every address, where calls without a key have to be asked for by name.
  const open = { CAUSEWAY_AUTH_KEYLESS_ON_NETWORK: 'true' }
  const env = { ...image.env, ...settingsFor(devnet, database.url), ...open, PORT: '0' }
  await expectServes(start(image.folder, [...image.entrypoint, ...image.command], env))
})

test('compose starts what the image offers, and names every setting as the service does', async () => {
  const text = readFileSync(join(root, 'compose.yaml'), 'utf8')
  const { settings } = await import('../../src/config/settings.ts')
  const known = new Set([
    ...settings.flatMap(({ envNames }) => envNames.flatMap((name) => [name, `${name}_FILE`])),
    'POSTGRES_PASSWORD_FILE',
    'POSTGRES_USER',
    'POSTGRES_DB',
  ])
  const named = [...text.matchAll(/^\s+([A-Z][A-Z_]+):/gm)].map(([, name]) => name!)
  expect(named.filter((name) => !known.has(name))).toEqual([])
  const { commands } = await import('../../src/cli/commands.ts')
  const started = [...text.matchAll(/command: (\[.*\])/g)].map(([, list]) => (JSON.parse(list!) as string[])[0]!)
  expect(started.toSorted()).toEqual(['migrate', 'serve', 'serve'])
  for (const name of started) expect(commands).toHaveProperty(name)
})
