// Keeps a built copy of a clone's command line, rebuilt when its sources change: from source, a command spends 2 s on
// compiling and on finding a thousand modules one by one; from the copy it starts in a quarter of a second.
// Plain JavaScript: it runs before any code of the service is loaded.
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { bundledPackages, oneLanguage } from './bundledPackages.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const cache = join(root, 'node_modules', '.cache')

/** The URL of the copy's entry, rebuilt if a source is newer or gone; undefined if it cannot be built. */
export async function builtCopy() {
  const folder = join(cache, `causeway-cli-${stampOf()}`)
  const entry = join(folder, 'main.mjs')
  if (!existsSync(entry) && !(await build(folder))) return undefined
  return pathToFileURL(entry).href
}

/** Names, sizes and times of all sources and of the lock: reading them takes 10 ms, their contents 100 ms. */
function stampOf() {
  const sources = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map(({ parentPath, name }) => join(parentPath, name))
  const hash = createHash('sha256')
  for (const path of [...sources, join(root, 'package-lock.json')]) {
    const { mtimeMs, size } = statSync(path)
    hash.update(`${path} ${mtimeMs} ${size}\n`)
  }
  return hash.digest('hex').slice(0, 16)
}

/** Builds under another name first, so that concurrent commands never read half a copy. */
async function build(folder) {
  let draft
  try {
    mkdirSync(cache, { recursive: true })
    draft = mkdtempSync(join(cache, 'causeway-cli-draft-'))
    await bundleSource('src/cli/main.ts', draft)
    for (const name of readdirSync(cache).filter(isStale)) rmSync(join(cache, name), { recursive: true, force: true })
    // The draft is private to its owner; other readers of the clone run its commands too.
    chmodSync(draft, 0o755)
    renameSync(draft, folder)
    return true
  } catch {
    // The source runs instead, and reports its own errors.
    if (draft) rmSync(draft, { recursive: true, force: true })
    return existsSync(join(folder, 'main.mjs'))
  }
}

/** Bundles a program of the clone into a folder, where its name ends in `.mjs`. */
export async function bundleSource(entry, outdir) {
  const esbuild = await import('esbuild')
  await esbuild.build({
    entryPoints: [join(root, entry)],
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'silent',
    minifyWhitespace: true,
    minifySyntax: true,
    sourcemap: 'linked',
    plugins: [packagesOutside, placesOfSources, english],
  })
}

const staleMs = 24 * 60 * 60_000

/** Copies of other sources. A running command loads parts of its copy late, so keep recent ones. */
const isStale = (name) => name.startsWith('causeway-cli-') && Date.now() - statSync(join(cache, name)).mtimeMs > staleMs

const packagesOutside = {
  name: 'packages-outside',
  setup: (build) =>
    build.onResolve({ filter: /^[^./]/ }, ({ path }) =>
      bundledPackages.test(path) ? undefined : { path, external: true },
    ),
}

/** Code that looks for a file beside itself finds it beside its source. */
const placesOfSources = {
  name: 'places-of-sources',
  setup: (build) =>
    build.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
      if (path.includes('node_modules')) return undefined
      const contents = readFileSync(path, 'utf8')
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
        .replaceAll('import.meta.filename', JSON.stringify(path))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
      return { contents, loader: 'ts' }
    }),
}

const english = {
  name: 'english',
  setup: (build) =>
    build.onLoad({ filter: oneLanguage.file }, ({ path }) => ({
      contents: oneLanguage.text,
      resolveDir: dirname(path),
    })),
}
