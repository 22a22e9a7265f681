import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Account, canEnter, letPass, serverAccount } from './account.ts'
import { postgresNotStarted } from './postgresNotStarted.ts'

/** The files of one database. */
export type DatabaseHome = {
  folder: string
  dataFolder: string
  lockFile: string
  passwordFile: string
  logFile: string
  /** The server's account, if not ours. */
  account?: Account
}

/** For root: holds data and server programs where the account `postgres` can enter. */
export const sharedDir = '/var/lib/causeway'

/**
 * `<dataDir>/postgres`. If we are root and the server's account cannot enter it (a folder under /root): a folder under
 * /var/lib/causeway named by the data folder's hash, and a note `postgres.moved` in the data folder.
 */
export function chooseHome(dataDir: string, say: (what: string) => void): DatabaseHome {
  mkdirSync(dataDir, { recursive: true })
  const account = serverAccount()
  const usual = join(dataDir, 'postgres')
  if (!account) return homeIn(usual, 0o700)

  letPass(account, dataDir)
  if (canEnter(account, dataDir)) return homeIn(usual, 0o711, account)

  const name = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 16)
  const elsewhere = join(sharedDir, name)
  say(`Postgres does not run as root and its account cannot enter ${dataDir}: its data is in ${elsewhere}`)
  writeFileSync(join(dataDir, 'postgres.moved'), `The database of this folder is in ${elsewhere}\n`)
  return homeIn(elsewhere, 0o711, account)
}

/** Explains a copied folder: Postgres refuses another user's data. */
export function requireOwn({ dataFolder, account }: DatabaseHome): void {
  const found = statSync(dataFolder, { throwIfNoEntry: false })?.uid
  const owner = account?.uid ?? process.getuid?.()
  if (found !== undefined && owner !== undefined && found !== owner) throw notOwn(dataFolder, found, owner)
}

const notOwn = (path: string, found: number, owner: number) =>
  postgresNotStarted(
    `${path} belongs to user ${found} and not to ${owner}, as copied folders do. Run "sudo chown -R ${owner} ${path}", or set store.folder to another folder.`,
  )

function homeIn(folder: string, mode: number, account?: Account): DatabaseHome {
  mkdirSync(folder, { recursive: true })
  const [found, own] = [statSync(folder).uid, process.getuid?.() ?? 0]
  // Only root may change the mode of another user's folder.
  if (own !== 0 && found !== own) throw notOwn(folder, found, own)
  chmodSync(folder, mode)
  return {
    folder: realpathSync(folder),
    dataFolder: join(realpathSync(folder), 'data'),
    lockFile: join(folder, 'lock'),
    passwordFile: join(folder, 'password'),
    logFile: join(folder, 'postgres.log'),
    account,
  }
}
