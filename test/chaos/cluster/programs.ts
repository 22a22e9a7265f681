import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Where the programs of the cluster are. */
export type Programs = { patroni: string; etcd: string; haproxy: string; postgresFolder: string }

const packages = ['patroni', 'etcd-server', 'haproxy', 'postgresql', 'python3-psycopg2', 'python3-etcd']
const folders = ['/usr/bin', '/usr/sbin', '/usr/local/bin', '/usr/local/sbin', ...(process.env.PATH ?? '').split(':')]
const debianPostgres = '/usr/lib/postgresql'
// Debian starts a server for each new package. Ours have other ports and folders, so prevent that.
const noServers = ['-c', 'printf "#!/bin/sh\\nexit 101\\n" > "$0" && chmod +x "$0"', '/usr/sbin/policy-rc.d']
export const installCommand = `apt-get update && apt-get install -y --no-install-recommends ${packages.join(' ')}`

/** The programs, installed first where this user may; else the error says what to run. */
export function requirePrograms(say: (line: string) => void): Programs {
  const found = findPrograms()
  if (found) return found
  const isAllowed = process.getuid?.() === 0 && find('apt-get') !== undefined
  if (!isAllowed) throw new Error(`the cluster needs Debian's ${packages.join(', ')}. As root: ${installCommand}`)
  say(`installing ${packages.join(', ')} (once, about half a minute)`)
  if (!existsSync('/usr/sbin/policy-rc.d')) {
    execFileSync('sh', noServers)
    try {
      install()
    } finally {
      execFileSync('rm', ['-f', '/usr/sbin/policy-rc.d'])
    }
  } else install()
  const installed = findPrograms()
  if (!installed) throw new Error(`installed, and still not found. As root: ${installCommand}`)
  return installed
}

function install(): void {
  try {
    execFileSync('sh', ['-c', installCommand], {
      stdio: 'pipe',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  } catch (error) {
    throw new Error(`could not be installed: ${(error as Error).message.slice(0, 600)}\nAs root: ${installCommand}`)
  }
}

export function findPrograms(): Programs | undefined {
  const [patroni, etcd, haproxy, postgresFolder] = [find('patroni'), find('etcd'), find('haproxy'), newestPostgres()]
  return patroni && etcd && haproxy && postgresFolder ? { patroni, etcd, haproxy, postgresFolder } : undefined
}

export const find = (name: string): string | undefined =>
  folders.map((folder) => join(folder, name)).find((file) => existsSync(file))

/** The folder with `postgres` and `pg_basebackup` of the newest version; the npm package has no pg_basebackup. */
function newestPostgres(): string | undefined {
  if (!existsSync(debianPostgres)) return undefined
  const versions = readdirSync(debianPostgres).toSorted((a, b) => Number(b) - Number(a))
  return versions
    .map((version) => join(debianPostgres, version, 'bin'))
    .find((folder) => ['postgres', 'pg_basebackup', 'pg_rewind'].every((name) => existsSync(join(folder, name))))
}
