/**
 * Prints the packages and megabytes that npm installs into an empty folder for each of the three packages, packed by
 * `npm pack` from this clone.
 *   npx tsx scripts/installSizes.ts [--json] [--keep <folder>]
 */
import { execFileSync } from 'node:child_process'
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type PackageName, packageNames, packages, packPackages } from './packPackages.ts'

const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
  dependencies: { viem: string }
}
const { values: flags } = parseArgs({
  options: { json: { type: 'boolean', default: false }, keep: { type: 'string' } },
})
const folder = flags.keep ? resolve(flags.keep) : mkdtempSync(join(tmpdir(), 'causeway-sizes-'))
try {
  mkdirSync(folder, { recursive: true })
  const tarballs = packPackages(folder)
  const sizes = packageNames.map((name) => ({ package: packages[name].name, ...install(name, tarballs[name]) }))
  console.log(flags.json ? JSON.stringify(sizes) : sizes.map(line).join('\n'))
} finally {
  if (!flags.keep) rmSync(folder, { recursive: true, force: true })
}

/** The client uses its app's viem; npm would take the newest, whose dependencies a mirror may lack. */
function beside(name: PackageName): string[] {
  return name === 'client' ? [`viem@${manifest.dependencies.viem}`] : []
}

/** Installs like a user; packages in npm's cache are not fetched again. */
function install(name: PackageName, tarball: string): { packages: number; megabytes: number } {
  const project = join(folder, name)
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{"type":"module"}')
  const args = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error', tarball, ...beside(name)]
  execFileSync('npm', args, { cwd: project, stdio: ['ignore', 'ignore', 'inherit'] })
  const modules = join(project, 'node_modules')
  const lock = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')) as { packages: object }
  return { packages: Object.keys(lock.packages).length, megabytes: Math.round(bytesBelow(modules) / 1e5) / 10 }
}

/** The sum of file sizes: disk usage depends on the disk's blocks. */
function bytesBelow(path: string): number {
  return readdirSync(path, { withFileTypes: true }).reduce((sum, entry) => {
    const below = join(path, entry.name)
    return sum + (entry.isDirectory() ? bytesBelow(below) : entry.isFile() ? lstatSync(below).size : 0)
  }, 0)
}

function line(size: { package: string; packages: number; megabytes: number }): string {
  const { package: name, packages: count, megabytes } = size
  return `${name.padEnd(16)} ${String(count).padStart(4)} packages ${megabytes.toFixed(1).padStart(7)} MB`
}
