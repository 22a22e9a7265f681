import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { platform } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

const pollMs = 10

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it lives, as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * A process's start time, which tells it from a later process with its pid: in a container every start uses the same
 * few pids. Undefined if there is no such process.
 */
export function birthOf(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined
  try {
    if (platform() !== 'linux') return ps(pid, 'lstart=')
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command's name may contain spaces and brackets; the fields after it do not.
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (state === 'Z') return undefined
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot}/${rest[18]}`
  } catch {
    return undefined // /proc has no such process
  }
}

/** Whether the process is the Postgres server of that folder: a server works inside its data folder. */
export function servesFolder(pid: number, dataFolder: string): boolean {
  try {
    if (platform() === 'linux') return birthOf(pid) !== undefined && readlinkSync(`/proc/${pid}/cwd`) === dataFolder
    return ps(pid, 'command=').includes(dataFolder)
  } catch {
    return false // ended, or another user's: not the server that we started
  }
}

const ps = (pid: number, format: string): string =>
  execFileSync('ps', ['-o', format, '-p', String(pid)], { encoding: 'utf8' }).trim()

/** Polls a condition of another process; false on a timeout. */
export async function until(condition: () => boolean, timeoutMs: number): Promise<boolean> {
  for (let left = timeoutMs; left > 0; left -= pollMs) {
    if (condition()) return true
    await sleep(pollMs)
  }
  return condition()
}
