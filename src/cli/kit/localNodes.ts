import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const fileName = 'local-nodes'

/** Writes the local nodes' URLs to a file in this folder, for other commands. Returns the function that removes it. */
export function keepLocalNodes(folder: string, chains: readonly { id: number; rpcUrl: string }[]): () => void {
  const file = join(resolve(folder), fileName)
  mkdirSync(resolve(folder), { recursive: true })
  writeFileSync(file, chains.map(({ id, rpcUrl }) => `${id}=${rpcUrl}\n`).join(''))
  return () => rmSync(file, { force: true })
}

export function readLocalNodes(folder: string): Map<number, string> {
  const file = join(resolve(folder), fileName)
  if (!existsSync(file)) return new Map()
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return new Map(lines.map((line) => [Number(line.slice(0, line.indexOf('='))), line.slice(line.indexOf('=') + 1)]))
}
