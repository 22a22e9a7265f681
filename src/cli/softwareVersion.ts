import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

/** Version of the package, and in a clone also the commit. */
export function softwareVersion(): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const commit = readCommit()
  return commit ? `${version}+${commit.slice(0, 8)}` : version
}

/** The branch that is checked out; undefined outside a clone and with a detached HEAD. */
export const softwareBranch = (): string | undefined => /^ref: refs\/heads\/(.+)$/.exec(read('HEAD') ?? '')?.[1]

/** Reads the files under .git: starting a git process would take longer than the rest of the command. */
function readCommit(): string | undefined {
  const head = read('HEAD')
  const ref = head?.startsWith('ref: ') ? head.slice(5) : undefined
  if (!ref) return head
  const packed = read('packed-refs')?.split('\n') ?? []
  return read(ref) ?? packed.find((line) => line.endsWith(` ${ref}`))?.split(' ')[0]
}

function read(name: string): string | undefined {
  const file = join(root, '.git', name)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}
