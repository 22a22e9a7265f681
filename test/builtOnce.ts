import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')
const cache = join(root, 'node_modules', '.cache')
const keptMs = 24 * 60 * 60_000

/**
 * A folder that `build` fills once per content of the sources: later calls, test files and runs reuse it. Several
 * processes may ask at once; the first to finish wins.
 */
export async function builtOnce(
  name: string,
  sources: readonly string[],
  build: (folder: string) => unknown,
): Promise<string> {
  const folder = builtFolder(name, sources)
  if (existsSync(folder)) return folder
  const prefix = prefixOf(name)
  mkdirSync(cache, { recursive: true })
  const draft = mkdtempSync(join(cache, prefix))
  try {
    await build(draft)
    for (const old of readdirSync(cache).filter((one) => one.startsWith(prefix)))
      if (Date.now() - statSync(join(cache, old)).mtimeMs > keptMs)
        rmSync(join(cache, old), { recursive: true, force: true })
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
  return folder
}

const prefixOf = (name: string) => `causeway-${name}-`

/** Where it is once it is built. */
const builtFolder = (name: string, sources: readonly string[]) => join(cache, prefixOf(name) + hashOf(sources))

const pages = ['pages', ['src', 'vite.config.ts']] as const

/** The folder of the console's pages as the sources are now, if they have been built. */
export function pagesIfBuilt(): string | undefined {
  const folder = builtFolder(...pages)
  return existsSync(folder) ? folder : undefined
}

/** The same; builds them first. */
export const builtPages = (): Promise<string> =>
  builtOnce(...pages, (folder) => {
    const args = ['build', '--logLevel', 'error', '--outDir', folder, '--emptyOutDir']
    execFileSync(join(root, 'node_modules/.bin/vite'), args, { cwd: root })
  })

/** Names and contents of the files, and of all files below the folders. */
function hashOf(sources: readonly string[]): string {
  const hash = createHash('sha256')
  for (const source of [...sources, 'package-lock.json']) {
    const path = join(root, source)
    const below = statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ parentPath, name }) => join(parentPath, name))
      : [path]
    for (const file of below.toSorted()) hash.update(`${file}\n`).update(readFileSync(file))
  }
  return hash.digest('hex').slice(0, 16)
}
