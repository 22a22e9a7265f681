import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')
/** Tools write these per clone. */
const ownOfAClone = new Set(['.cache', '.vite', '.vite-temp', '.vitest'])

export type ScratchClone = { folder: string; scripts: string; remove(): void }

/** The current repository in its own folder, with installed packages by default: as after `npm ci`. */
export function scratchClone({ isInstalled = true } = {}): ScratchClone {
  const base = mkdtempSync(join(tmpdir(), 'causeway-docs-'))
  chmodSync(base, 0o711) // the database has an account of its own, which has to get in
  const folder = join(base, 'causeway')
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root })
  for (const file of listed.toString().split('\0').filter(Boolean)) {
    if (existsSync(join(root, file))) cpSync(join(root, file), join(folder, file))
  }
  if (isInstalled) linkEach(join(root, 'node_modules'), join(folder, 'node_modules'))
  const scripts = join(base, 'scripts')
  mkdirSync(scripts)
  return { folder, scripts, remove: () => rmSync(base, { recursive: true, force: true }) }
}

function linkEach(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from)) {
    if (ownOfAClone.has(name)) continue
    mkdirSync(dirname(join(to, name)), { recursive: true })
    // A link to a package of the clone stays relative, so that it leads to this clone's package.
    const link = lstatSync(join(from, name)).isSymbolicLink()
    symlinkSync(link ? readlinkSync(join(from, name)) : join(from, name), join(to, name))
  }
}
