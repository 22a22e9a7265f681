import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useFolder } from '../useParts.ts'

const root = join(import.meta.dirname, '..', '..')
const run = promisify(execFile)
const clone = useFolder()

/** A clone of its own: sources are edited in it. Packages are the same ones, but for the folder of caches. */
beforeAll(async () => {
  for (const part of ['bin', 'scripts', 'src', 'package.json', 'package-lock.json'])
    await cp(join(root, part), join(clone, part), { recursive: true })
  await mkdir(join(clone, 'node_modules'))
  for (const name of await readdir(join(root, 'node_modules')))
    if (name !== '.cache') await symlink(join(root, 'node_modules', name), join(clone, 'node_modules', name))
})
afterAll(() => rm(clone, { recursive: true, force: true }))

const causeway = async (...args: string[]) =>
  (await run(process.execPath, [join(clone, 'bin/causeway.mjs'), ...args], { cwd: clone })).stdout
const copies = async () => (await readdir(join(clone, 'node_modules/.cache'))).filter((name) => name.includes('-cli-'))

test('a command runs from its source where no copy can be written', async () => {
  const cache = join(clone, 'node_modules/.cache')
  await writeFile(cache, 'not a folder')
  expect(await causeway('--help')).toContain('a self-hosted cross-chain intent service')
  await rm(cache)
})

test('the copy can be read by others than its owner', async () => {
  expect(await causeway('--help')).toContain('a self-hosted cross-chain intent service')
  const [copy] = await copies()
  expect((await stat(join(clone, 'node_modules/.cache', copy!))).mode & 0o777).toBe(0o755)
})

test('npm run build makes the copy, which users run who may not write one', async () => {
  const bin = join(clone, 'node_modules/.bin')
  await rm(bin)
  await mkdir(bin)
  // What else a build makes is tried elsewhere.
  for (const name of ['tsdown', 'vite', 'vitepress']) await symlink('/bin/true', join(bin, name))
  await writeFile(join(clone, 'scripts/writeSboms.ts'), '')
  for (const name of await copies()) await rm(join(clone, 'node_modules/.cache', name), { recursive: true })
  await run(process.execPath, [join(clone, 'scripts/run.mjs'), 'build', '--filter', 'service'], { cwd: clone })
  expect(await copies()).toHaveLength(1)
})

test('a command runs from a copy that is built once and follows every edit of a source', async () => {
  expect(await causeway('--help')).toContain('a self-hosted cross-chain intent service')
  expect(await causeway('quote', '--help')).toContain('Ask what a trade costs')
  expect(await copies()).toHaveLength(1)

  const main = join(clone, 'src/cli/main.ts')
  const text = await readFile(main, 'utf8')
  await writeFile(main, text.replace('a self-hosted cross-chain intent service', 'edited'))
  expect(await causeway('--help')).toContain('causeway: edited')
  expect(await copies()).toHaveLength(2)
})

test('a source that cannot be built says why in its own words', async () => {
  await writeFile(join(clone, 'src/cli/main.ts'), 'this is no program')
  await expect(causeway('--help')).rejects.toThrow(/Expected ";"|Unexpected|is not/)
})
