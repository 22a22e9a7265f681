import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Config } from '../../config/config.ts'
import { isPortTaken } from '../../host/ports.ts'
import { bad, type Finding, ok, warn } from './finding.ts'

const mebibyte = 1024 * 1024
/** Postgres stops taking writes on a full disk, and recovers by itself only if there is room for its log. */
const room = { least: 200 * mebibyte, little: 2_048 * mebibyte }

/** This machine: the ports that the configured roles listen on, and the disk under what is kept. */
export async function checkHost(config: Pick<Config, 'http' | 'roles' | 'store'>): Promise<Finding[]> {
  const ports = await Promise.all(portsOf(config).map(([name, port, host]) => checkPort(name, port, host)))
  // A database of the operator's has a disk of its own, which is not seen from here.
  return [...ports, ...(config.store.databaseUrl ? [] : [await checkDisk(config.store.folder)])]
}

type Port = [setting: string, port: number, host: string]

function portsOf({ http, roles }: Pick<Config, 'http' | 'roles'>): Port[] {
  const { port, host, adminPort, adminHost, workerPort } = http
  const named: [string, number | undefined, string][] = roles.api
    ? [
        ['http.port', port, host],
        ['http.adminPort', adminPort, adminHost],
      ]
    : [['http.workerPort', workerPort, host]]
  return named.filter((one): one is Port => one[1] !== undefined && one[1] !== 0)
}

async function checkPort(setting: string, port: number, host: string): Promise<Finding> {
  const about = `port ${port}`
  return (await isPortTaken(port, host))
    ? warn(
        about,
        `somebody listens there on ${host}`,
        `stop it if it is not this service, or set ${setting} to another`,
      )
    : ok(about, `free on ${host}`)
}

async function checkDisk(folder: string): Promise<Finding> {
  let at = resolve(folder)
  while (!existsSync(at)) at = dirname(at)
  const { bavail, bsize } = await statfs(at)
  return diskFinding(bavail * bsize, folder)
}

export function diskFinding(free: number, folder: string): Finding {
  const about = 'disk'
  const shown = `${Math.floor(free / mebibyte).toLocaleString('en-US')} MiB free for ${folder}`
  const remedy = 'make room, or set store.folder to another disk'
  if (free < room.least) return bad(about, shown, remedy)
  return free < room.little ? warn(about, shown, remedy) : ok(about, shown)
}
