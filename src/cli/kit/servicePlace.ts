import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const fileName = 'service-url'

/** Writes the address of a service into its folder, where commands of the same folder find it. Returns the function that removes it. */
export function keepServicePlace(folder: string, url: string): () => void {
  const file = join(resolve(folder), fileName)
  mkdirSync(resolve(folder), { recursive: true })
  writeFileSync(file, `${url}\n`)
  return () => {
    // Another service may have been started in the folder since: its address stays.
    if (readServicePlace(folder) === url) rmSync(file, { force: true })
  }
}

export function readServicePlace(folder: string): string | undefined {
  const file = join(resolve(folder), fileName)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() || undefined : undefined
}
