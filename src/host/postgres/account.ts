import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { postgresNotStarted } from './postgresNotStarted.ts'

/** The server's account. Postgres refuses root, so root runs it as `postgres`. */
export type Account = { uid: number; gid: number }

const accountName = 'postgres'

/** Undefined if we are not root: the server then runs under our account. */
export function serverAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const found = findAccount()
  if (found) return found
  try {
    execFileSync('groupadd', ['--system', '--force', accountName], { stdio: 'pipe' })
    execFileSync('useradd', ['--system', '--gid', accountName, '--no-create-home', accountName], { stdio: 'pipe' })
  } catch (error) {
    throw postgresNotStarted(
      `Postgres does not run as root, and the account "${accountName}" could not be made. Make it, start as another user, or set DATABASE_URL.`,
      { cause: error },
    )
  }
  const made = findAccount()
  if (!made) throw postgresNotStarted(`the account "${accountName}" was made and cannot be found`)
  return made
}

function findAccount(): Account | undefined {
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [name, , uid, gid] = line.split(':')
    if (name === accountName) return { uid: Number(uid), gid: Number(gid) }
  }
  return undefined
}

/** Whether the account can enter the folder and all its parents. */
export function canEnter(account: Account, folder: string): boolean {
  for (let at = realpathSync(folder); ; at = dirname(at)) {
    if (!passes(account, at)) return false
    if (at === dirname(at)) return true
  }
}

function passes(account: Account, folder: string): boolean {
  const { uid, gid, mode } = statSync(folder)
  const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
  return (mode & bit) !== 0
}

/**
 * Lets this account too enter a private folder of ours, such as a fresh temporary one. Leaves a folder alone whose
 * group already has rights or is not root's.
 */
export function letPass(account: Account, folder: string): void {
  const { uid, gid, mode } = statSync(folder)
  if (passes(account, folder) || uid !== process.getuid?.() || gid !== 0 || (mode & 0o070) !== 0) return
  chownSync(folder, uid, account.gid)
  chmodSync(folder, (mode & 0o777) | 0o010)
}
