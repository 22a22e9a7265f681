import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Account, canEnter, letPass, serverAccount } from './account.ts'

/** Where one database lives. */
export type Home = {
  folder: string
  dataFolder: string
  lockFile: string
  passwordFile: string
  logFile: string
  /** Who the server runs as, when that is not us. */
  account?: Account
}

/** For what root keeps outside of folders that only root can enter. */
export const sharedDir = '/var/lib/causeway'

/**
 * `<dataDir>/postgres`, unless we are root and the server's account cannot get there (a folder under /root): then a folder
 * under /var/lib/causeway named after the data folder, and a note beside the data folder's other files.
 */
export function chooseHome(dataDir: string, say: (what: string) => void): Home {
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

function homeIn(folder: string, mode: number, account?: Account): Home {
  mkdirSync(folder, { recursive: true })
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
