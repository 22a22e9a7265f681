import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { lockFolder } from '../host/folderLock.ts'

/** Allows one devnet per data folder: two would overwrite each other's saved states. Returns the release. */
export function lockDevnet(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true })
  return lockFolder(join(dataDir, 'devnet.lock'), ({ pid, howToStop }) => {
    const who = pid === undefined ? '' : ` (pid ${pid})`
    return `A devnet is already running on ${dataDir}${who}. Use it, ${howToStop}, or start another on a folder of its own: causeway devnet --data-dir <folder>, causeway serve --store.folder=<folder>.`
  })
}
