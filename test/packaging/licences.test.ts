import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { lockedDependencies } from '../../scripts/lockedDependencies.ts'
import { contractPackages } from '../../scripts/noticeText.ts'
import { packageNames, packages } from '../../scripts/packPackages.ts'
import { devnetBytecode, publishedBytecode } from './bytecode.ts'

const root = join(import.meta.dirname, '..', '..')
const manifestOf = (folder: string) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))

/** Licences that only require passing on their text. */
const permissive = /^(MIT|ISC|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0)$/
/** How a stricter licence file begins, whatever the manifest says. */
const strict = /GNU (AFFERO |LESSER )?GENERAL PUBLIC LICENSE|Business Source License/i

// Reads package-lock.json (dependencies, and each manifest's licence), and the manifest, LICENSE and COPYING files of
// the installed packages.
describe.each(['client', 'service'] as const)('the %s', (name) => {
  const needed = lockedDependencies(packages[name].folder)

  test('depends on packages under permissive licences alone, by manifest and by licence file', () => {
    expect(needed.length).toBeGreaterThan(10)
    expect(needed.filter(({ licence }) => !permissive.test(licence))).toEqual([])
    const installed = needed.filter(({ path }) => existsSync(join(root, path)))
    expect(installed.length).toBeGreaterThan(10)
    for (const { path, licence } of installed) {
      const manifest = manifestOf(path)
      expect(manifest.license ?? manifest.licenses?.[0]?.type, path).toBe(licence)
      for (const file of licenceFiles(path)) expect(readFileSync(file, 'utf8'), file).not.toMatch(strict)
    }
  })
})

function licenceFiles(path: string): string[] {
  const folder = join(root, path)
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[cs]e|copying)/i.test(entry.name))
    .map(({ name }) => join(folder, name))
}

test('NOTICE says of each contract package what its manifest and its licence file say', () => {
  const { devDependencies } = manifestOf('packages/devnet')
  expect(contractPackages.map(({ name }) => name)).toEqual(Object.keys(devDependencies))
  for (const { name, manifest, file } of contractPackages) {
    const path = `node_modules/${name}`
    expect(manifestOf(path).license, name).toBe(manifest)
    const [licence] = licenceFiles(path)
    const text = licence && readFileSync(licence, 'utf8').trimStart()
    if (file === undefined) expect(text, name).toBeUndefined()
    else expect(text?.startsWith(file), licence).toBe(true)
  }
})

test('there is bytecode to look for in what is packed', () => {
  expect(devnetBytecode().length).toBeGreaterThan(30)
  expect(publishedBytecode().length).toBeGreaterThan(150)
})

describe('manifests', () => {
  const manifests = packageNames.map((name) => manifestOf(packages[name].folder))

  test('of one house have one version, and ask for the same version of a package', () => {
    expect(new Set(manifests.map(({ version }) => version)).size).toBe(1)
    expect(manifestOf('.').peerDependencies).toEqual({ 'causeway-devnet': manifestOf('.').version })
    const versions = new Map<string, string>(Object.entries(manifestOf('.').dependencies))
    for (const { dependencies } of manifests)
      for (const [name, version] of Object.entries(dependencies)) expect(versions.get(name) ?? version).toBe(version)
  })

  test('name every package that the source imports, and no other', () => {
    const rooms: Record<string, (room: string) => boolean> = {
      '.': (room) => room !== 'devnet',
      'packages/client': (room) => ['sdk', 'intents', 'interface', 'evm'].includes(room),
      'packages/devnet': (room) => room === 'devnet',
    }
    for (const [folder, has] of Object.entries(rooms)) {
      const imported = importedBy(has)
      expect(
        Object.keys(manifestOf(folder).dependencies).filter((name) => !imported.has(name)),
        folder,
      ).toEqual([])
    }
    const service = Object.keys(manifestOf('.').dependencies)
    expect([...importedBy((room) => room !== 'devnet')].filter((name) => !service.includes(name))).toEqual([])
  })

  test('of the service leave the devnet out: commands reach it by a dynamic import, others not at all', () => {
    const wrong = sourceFiles()
      .filter((file) => !file.startsWith('src/devnet/'))
      .filter((file) => {
        const text = readFileSync(join(root, file), 'utf8')
        const found = text.match(/^import (?!type )[^']*? from '(\.\.\/)+devnet\/|import\('(\.\.\/)+devnet\//gm) ?? []
        return found.some((one) => one.startsWith('import ') || !file.startsWith('src/cli/'))
      })
    expect(wrong, 'loadDevnet(() => import(…)) from src/cli').toEqual([])
  })
})

const sourceFiles = (): string[] =>
  readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join('src', file))

/** Packages that some rooms' files name in quotes: in an import, or as a file read from one. */
function importedBy(has: (room: string) => boolean): Set<string> {
  const texts = sourceFiles()
    .filter((file) => has(file.split('/')[1]!))
    .map((file) => readFileSync(join(root, file), 'utf8'))
  const pattern = /(?:from |import\(|resolve\(|: |`|^ +)['`]?((?:@[\w-]+\/)?[a-z][\w.-]*)(?:\/[^'`\n]*)?['`]/gm
  const known = new Set(packageNames.flatMap((name) => Object.keys(manifestOf(packages[name].folder).dependencies)))
  return new Set(
    texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name!)).filter((name) => known.has(name)),
  )
}

test('the devnet exports every module that a command imports of it', () => {
  const imported = sourceFiles()
    .filter((file) => file.startsWith('src/cli/'))
    .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(/import\('\.\.\/devnet\/(\w+)\.ts'\)/g)])
    .map(([, module]) => `./${module}`)
  const exported = Object.keys(manifestOf('packages/devnet').exports).filter((name) => name !== './package.json')
  expect([...new Set(imported)].toSorted()).toEqual(exported.toSorted())
})
