import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Devnet } from '../../src/devnet/devnet.ts'
import { startTestDevnet } from '../devnet/setup.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { linkProduction, readDockerfile, root, runStage } from './dockerfile.ts'

// The build takes a quarter of a minute of a free machine, and a busy one is slower.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 600_000 })

let scratch: string
let image: { folder: string; env: Record<string, string>; entrypoint: string[]; command: string[] }
/** Where the package is installed, as somebody else would. */
let elsewhere: string
let packed: string[]

/** The Dockerfile's steps in folders; then the package out of what they built, unpacked into an empty project. */
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'causeway-package-'))
  const folders = new Map<string, string>()
  for (const [at, stage] of readDockerfile(readFileSync(join(root, 'Dockerfile'), 'utf8')).entries()) {
    const folder = join(scratch, `stage${at}`)
    image = { folder, ...runStage(stage, folder, folders) }
    folders.set(stage.name, folder)
  }
  const clone = join(scratch, 'clone')
  for (const name of ['package.json', 'README.md', 'LICENSE', 'bin'])
    cpSync(join(root, name), join(clone, name), { recursive: true })
  cpSync(join(image.folder, 'dist'), join(clone, 'dist'), { recursive: true })
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', scratch], {
    cwd: clone,
    stdio: 'pipe',
  })
  const tarball = join(scratch, readdirSync(scratch).find((name) => name.endsWith('.tgz'))!)
  packed = execFileSync('tar', ['tzf', tarball], { encoding: 'utf8' }).trim().split('\n')

  elsewhere = join(scratch, 'elsewhere')
  const target = join(elsewhere, 'node_modules', 'causeway')
  mkdirSync(target, { recursive: true })
  execFileSync('tar', ['xzf', tarball, '-C', target, '--strip-components=1'])
  // `npm install` would fetch hundreds of megabytes: what it would bring is linked instead, and nothing of development.
  linkProduction(join(elsewhere, 'node_modules'))
  writeFileSync(join(elsewhere, 'package.json'), '{"type":"module"}')
})
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const causeway = (args: string[], env: Record<string, string> = {}) =>
  spawn(process.execPath, [join('node_modules', 'causeway', 'bin', 'causeway.mjs'), ...args], {
    cwd: elsewhere,
    env: { PATH: process.env.PATH, HOME: scratch, ...env },
  })

async function finished(child: ReturnType<typeof causeway>): Promise<{ code: number | null; out: string }> {
  let out = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      out += chunk
    })
  }
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out })))
}

/** Resolves with what was printed once it holds a line; rejects if the process ends before. */
function printed(child: ReturnType<typeof causeway>, line: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let out = ''
    let err = ''
    child.stdout.on('data', (chunk) => {
      out += chunk
      const found = line.exec(out)
      if (found) resolve(found)
    })
    child.stderr.on('data', (chunk) => {
      err = (err + chunk).slice(-4_000)
    })
    child.on('close', (code) => reject(new Error(`ended with ${code}: ${out}\n${err}`)))
  })
}

test('the package holds what it needs to run and nothing of the workshop', () => {
  expect(packed).toContain('package/bin/causeway.mjs')
  expect(packed).toContain('package/dist/cli/main.js')
  expect(packed).toContain('package/dist/client.js')
  expect(packed).toContain('package/dist/client.d.ts')
  const strange = packed.filter((name) => !/^package\/(bin\/|dist\/|package\.json$|README\.md$|LICENSE$)/.test(name))
  expect(strange).toEqual([])
})

test('the command of an installed package says how it is used, and reads a configuration in TypeScript', async () => {
  expect(await finished(causeway(['--help']))).toMatchObject({
    code: 0,
    out: expect.stringContaining('causeway <command>'),
  })
  const config = 'const config: { http: { port: number } } = { http: { port: 4999 } }\nexport default config\n'
  writeFileSync(join(elsewhere, 'causeway.config.ts'), config)
  const doctor = await finished(
    causeway(['doctor', '--json'], { CAUSEWAY_CHAINS: '[{"id":10,"rpcUrls":["http://127.0.0.1:1"]}]' }),
  )
  rmSync(join(elsewhere, 'causeway.config.ts'))
  const { findings } = JSON.parse(doctor.out) as { findings: { about: string; is: string; detail: string }[] }
  expect(findings[0]).toMatchObject({
    about: 'configuration',
    is: 'ok',
    detail: expect.stringContaining('causeway.config.ts'),
  })
})

test('the client of an installed package is imported by its name', async () => {
  writeFileSync(
    join(elsewhere, 'use.mjs'),
    `import { createClient, isError } from 'causeway/client'
     const client = createClient({ url: 'http://127.0.0.1:1', retries: 0 })
     await client.ping().catch((error) => console.log(isError(error, 'WebrpcRequestFailed')))`,
  )
  const out = execFileSync(process.execPath, ['use.mjs'], { cwd: elsewhere, encoding: 'utf8' })
  expect(out.trim()).toBe('true')
})

test('serve of an installed package, and of the image, answers for chains it is given, and stops when told', async () => {
  const [devnet, database] = await Promise.all([startTestDevnet(), freshDatabase()])
  try {
    await serves(devnet, database.url, (env) => causeway(['serve'], env))
    const { folder, env: imageEnv, entrypoint, command } = image
    const [file = '', ...args] = [...entrypoint, ...command]
    await serves(devnet, database.url, (env) =>
      spawn(file === 'node' ? process.execPath : file, args, {
        cwd: folder,
        env: { PATH: process.env.PATH, HOME: scratch, ...imageEnv, ...env },
      }),
    )
  } finally {
    await devnet.stop()
    await database.close()
  }
})

async function serves(
  devnet: Devnet,
  databaseUrl: string,
  start: (env: Record<string, string>) => ReturnType<typeof causeway>,
) {
  const child = start({
    DATABASE_URL: databaseUrl,
    PORT: '0',
    CAUSEWAY_CHAINS: JSON.stringify(devnet.chains.map(({ id, rpcUrl }) => ({ id, rpcUrls: [rpcUrl] }))),
    CAUSEWAY_SIGNERS_PRIVATE_KEYS: devnet.relayers.map(({ privateKey }) => privateKey).join(','),
  })
  const closed = finished(child)
  const [, url] = await printed(child, /^ready (http:\S+)$/m)
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${url}/rpc/Svc/GetChains`, { method: 'POST', headers, body: '{}' })
  const { chains } = (await reply.json()) as { chains: { id: number }[] }
  expect(chains.map(({ id }) => id)).toEqual([31337, 31338, 31339])
  child.kill('SIGTERM')
  expect((await closed).code).toBe(0)
}

test('compose starts what the image offers, and names every setting as the service does', async () => {
  const text = readFileSync(join(root, 'compose.yaml'), 'utf8')
  const { settings } = await import('../../src/config/settings.ts')
  const known = new Set([
    ...settings.flatMap(({ envNames }) => envNames),
    'POSTGRES_PASSWORD',
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
