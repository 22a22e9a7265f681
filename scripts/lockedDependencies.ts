import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LockedPackages, neededBelow } from './startPackages.mjs'

export type LockedDependency = {
  /** Its path in npm's layout: `node_modules/zod`. */
  path: string
  name: string
  version: string
  /** From its manifest, repeated in the lock. */
  licence: string
  /** The hash that npm checks the tarball with. */
  integrity?: string
  /** One of a set of builds by platform, such as `@esbuild/linux-x64`. */
  forOnePlatform: boolean
}

const lockFile = join(import.meta.dirname, '..', 'package-lock.json')

/** All packages that installing a package of this clone brings, by package-lock.json; sorted by name. */
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
