import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LockedPackages, neededBelow } from './startPackages.mjs'

export type LockedDependency = {
  /** Where npm puts it: `node_modules/zod`. */
  path: string
  name: string
  version: string
  /** As its manifest states it, which the lock repeats. */
  licence: string
  /** What npm compares the tarball with. */
  integrity?: string
  /** One of a set of which each machine gets its own, such as `@esbuild/linux-x64`. */
  forOnePlatform: boolean
}

const lockFile = join(import.meta.dirname, '..', 'package-lock.json')

/** Everything that a package of this clone brings when it is installed, by what package-lock.json says; sorted by name. */
export function lockedDependencies(manifestFolder: string): LockedDependency[] {
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8')) as { packages: LockedPackages }
  return neededBelow(packages, manifestFolder === '.' ? '' : manifestFolder)
    .map((path) => describe(path, packages[path]!))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function describe(
  path: string,
  { version = '', license = 'not stated', integrity, os, cpu }: LockedPackages[string],
): LockedDependency {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  return { path, name, version, licence: license, integrity, forOnePlatform: os !== undefined || cpu !== undefined }
}
