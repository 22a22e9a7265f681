import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { holderOf, lockFolder } from '../../../src/host/folderLock.ts'
import { isAlive } from '../../../src/host/processes.ts'

export type ScratchFolder = { path: string; remove(): void }

const lockName = 'holder'

/**
 * A temporary folder of this run, with its owner's process id: the next run cleans up after a killed one, including
 * its tmpfs (768 MB per Postgres) and servers that outlived their Patroni.
 */
export function openScratchFolder(prefix: string, say: (line: string) => void = () => {}): ScratchFolder {
  for (const left of leftBehind(prefix)) {
    clearFolder(left)
    say(`removed what a run that was killed had left in ${left}`)
  }
  const path = mkdtempSync(join(tmpdir(), prefix))
  chmodSync(path, 0o711)
  lockFolder(join(path, lockName), () => `${path} is taken`)
  return { path, remove: () => clearFolder(path) }
}

/** Folders whose process is gone. One without a lock is just being made, or not ours. */
function leftBehind(prefix: string): string[] {
  return readdirSync(tmpdir())
    .filter((name) => name.startsWith(prefix))
    .map((name) => join(tmpdir(), name))
    .filter((folder) => existsSync(join(folder, lockName)) && holderOf(join(folder, lockName)) === undefined)
}

function clearFolder(folder: string): void {
  for (const pid of serversIn(folder)) process.kill(pid, 'SIGKILL')
  for (const mount of mountsIn(folder)) execFileSync('umount', ['-l', mount])
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}

/** Postgres servers with their data here: each names itself in `postmaster.pid`, and its command names the folder. */
function serversIn(folder: string): number[] {
  const files = readdirSync(folder).map((name) => join(folder, name, 'data', 'postmaster.pid'))
  return files
    .filter((file) => existsSync(file))
    .map((file) => Number(readFileSync(file, 'utf8').split('\n', 1)[0]))
    .filter((pid) => pid > 1 && isAlive(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder))
}

/** If the mount list is unreadable, nothing was mounted. */
function mountsIn(folder: string): string[] {
  if (!existsSync('/proc/mounts')) return []
  const points = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .flatMap((line) => line.split(' ')[1] ?? [])
  return points.filter((point) => point.startsWith(`${folder}/`))
}
