import { lockFolder } from '../folderLock.ts'

/** Locks a database folder for this process. Returns a function that unlocks it. */
export function lockDatabase(file: string, dataDir: string): () => void {
  return lockFolder(file, ({ pid, howToStop }) => {
    const who = pid === undefined ? 'Another process' : `Process ${pid}`
    const stop = `${howToStop[0]?.toUpperCase()}${howToStop.slice(1)}`
    return `another process uses the data folder: ${who} has the database in ${dataDir} open. ${stop}, choose another data folder, or point several processes at one Postgres with DATABASE_URL.`
  })
}
