import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { hasNativeCurve, slowCurve } from '../../chains/send/hasNativeCurve.ts'
import type { Config } from '../../config/config.ts'
import { callableHost, isPortTaken } from '../../host/ports.ts'
import { nodeFetch } from '../kit/nodeFetch.ts'
import { readServicePlace } from '../kit/servicePlace.ts'
import { bad, type Finding, ok, warn } from './finding.ts'

const mebibyte = 1024 * 1024
/** On a full disk, Postgres stops accepting writes; it recovers by itself only with room for its log. */
const room = { least: 200 * mebibyte, little: 2_048 * mebibyte }

/** Checks this machine: the ports of the configured roles, the signing speed, and the data folder and its disk. */
export async function checkHost(config: Pick<Config, 'chains' | 'http' | 'roles' | 'store'>): Promise<Finding[]> {
  const ports = await Promise.all(portsOf(config).map(([name, port, host]) => checkPort(name, port, host)))
  const curve = config.roles.worker && !hasNativeCurve() ? [warn('signing', slowCurve.what, slowCurve.remedy)] : []
  return [...ports, ...curve, ...(await checkRunning(config)), ...(await checkKept(config))]
}

/** Warns if the service of this folder listens on another port: it may have other settings than those checked. */
async function checkRunning({ http, roles, store }: Pick<Config, 'http' | 'roles' | 'store'>): Promise<Finding[]> {
  const url = readServicePlace(store.folder)?.url
  const port = url && Number(new URL(url).port)
  if (!roles.api || !port || port === http.port || http.port === 0 || !(await isCauseway(url))) return []
  const remedy = `look with the settings of its start (PORT=${port} causeway doctor), or stop it before another starts here`
  return [warn(`port ${http.port}`, `the service of this folder does not listen there, but at ${url}`, remedy)]
}

async function checkKept({ chains, roles, store }: Pick<Config, 'chains' | 'roles' | 'store'>): Promise<Finding[]> {
  const { databaseUrl, folder } = store
  // A worker with an external database and configured chains writes no file; its file system is often read-only.
  if (databaseUrl && chains.length > 0 && !roles.api) return []
  const unwritable = await checkFolder(folder)
  if (unwritable) return [unwritable]
  // An external database has its own disk, which is not visible from here.
  return [databaseUrl ? ok('folder', `${folder} can be written`) : await checkDisk(folder)]
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

/** A taken port stops a start. Any Causeway service that answers there counts as this one, already running. */
async function checkPort(setting: string, port: number, host: string): Promise<Finding> {
  const about = `port ${port}`
  if (!(await isPortTaken(port, host))) return ok(about, `free on ${host}`)
  return (await isCauseway(`http://${host.includes(':') ? `[${host}]` : host}:${port}`))
    ? ok(about, `a Causeway service answers there on ${host}`)
    : bad(about, `another program listens there on ${host}`, `stop it, or set ${setting} to a free port`)
}

const answerMsMax = 3_000

/** Whether a Causeway process answers: each one replies `{"status":"alive"}` at /health. */
async function isCauseway(url: string): Promise<boolean> {
  try {
    const reply = await nodeFetch(callableHost(`${url}/health`), {
      signal: AbortSignal.timeout(answerMsMax),
      redirect: 'error',
    })
    return reply.ok && ((await reply.json()) as { status?: unknown } | null)?.status === 'alive'
  } catch {
    return false
  }
}

const probeBytes = 4_096

/** Writes and removes a file, since a mode shows no full or read-only disk. Tries the parent of a missing folder. */
async function checkFolder(folder: string): Promise<Finding | undefined> {
  const at = existingPart(folder)
  const probe = join(at, `.causeway-doctor-${randomBytes(6).toString('hex')}`)
  try {
    await writeFile(probe, Buffer.alloc(probeBytes), { flag: 'wx' })
    return undefined
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return folderFinding(code, folder, at)
  } finally {
    await rm(probe, { force: true }).catch(() => {}) // on a read-only disk, removing fails too
  }
}

export function folderFinding(code: string | undefined, folder: string, at: string): Finding {
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return bad('folder', `the disk of ${folder} is full`, 'make room, or set store.folder to another disk')
  return bad(
    'folder',
    `${folder} cannot be written (${code}, at ${at})`,
    'let the user of this process write there, or set store.folder to a folder that it may write',
  )
}

async function checkDisk(folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(existingPart(folder))
  return diskFinding(bavail * bsize, folder)
}

function existingPart(folder: string): string {
  let at = resolve(folder)
  while (!existsSync(at)) at = dirname(at)
  return at
}

export function diskFinding(free: number, folder: string): Finding {
  const about = 'disk'
  const shown = `${Math.floor(free / mebibyte).toLocaleString('en-US')} MiB free for ${folder}`
  const remedy = 'make room, or set store.folder to another disk'
  if (free < room.least) return bad(about, shown, remedy)
  return free < room.little ? warn(about, shown, remedy) : ok(about, shown)
}
