import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { lockFolder } from '../host/folderLock.ts'

/** One devnet a data folder: two would write the same kept states. Returns what releases the folder. */
export function lockDevnet(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true })
  return lockFolder(join(dataDir, 'devnet.lock'), ({ pid, howToStop }) => {
    const who = pid === undefined ? '' : ` (pid ${pid})`
    return `A devnet is already running on ${dataDir}${who}. Use it, ${howToStop}, or start another with --data-dir <folder>.`
  })
}
