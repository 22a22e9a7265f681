import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type LockEntry = {
  version?: string
  license?: string
  os?: string[]
  cpu?: string[]
  link?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

export type LockedDependency = {
  /** Where npm puts it: `node_modules/zod`. */
  path: string
  name: string
  version: string
  /** As its manifest states it, which the lock repeats. */
  licence: string
  /** One of a set of which each machine gets its own, such as `@esbuild/linux-x64`. */
  forOnePlatform: boolean
}

const lockFile = join(import.meta.dirname, '..', 'package-lock.json')

/** Everything that a package of this clone brings when it is installed, by what package-lock.json says; sorted by name. */
export function lockedDependencies(manifestFolder: string): LockedDependency[] {
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8')) as { packages: Record<string, LockEntry> }
  const start = manifestFolder === '.' ? '' : manifestFolder
  const seen = new Set([start])
  const queue = [start]
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    for (const name of neededBy(packages[path]!)) {
      const found = resolveFrom(packages, path, name)
      if (found === undefined || seen.has(found)) continue
      seen.add(found)
      queue.push(found)
    }
  }
  seen.delete(start)
  return [...seen].map((path) => describe(path, packages[path]!)).toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** A peer that is not optional is installed by npm like any other dependency. */
function neededBy(entry: LockEntry): string[] {
  const peers = Object.keys(entry.peerDependencies ?? {}).filter(
    (name) => !entry.peerDependenciesMeta?.[name]?.optional,
  )
  return [...Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }), ...peers]
}

/** Node's search: beside the package, then in each folder above it. A platform's package may be in no folder at all. */
function resolveFrom(packages: Record<string, LockEntry>, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))) {
    const path = `${folder ? `${folder}/` : ''}node_modules/${name}`
    if (packages[path] && !folder.endsWith('node_modules')) return path
    if (folder === '') return undefined
  }
}

function describe(path: string, { version = '', license = 'not stated', os, cpu }: LockEntry): LockedDependency {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  return { path, name, version, licence: license, forOnePlatform: os !== undefined || cpu !== undefined }
}
