import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { SourceMutant } from './sourceMutants.ts'

/** A mutant written by hand: the file, a text that occurs once in it, and its replacement. */
export type NamedMutant = readonly [file: string, find: string, replace: string]

/** The mutants of a table file. Throws if one no longer fits the sources: it would have no valid verdict. */
export async function readMutantSet(path: string, root: string): Promise<SourceMutant[]> {
  const tables: Record<string, readonly NamedMutant[]> = await import(pathToFileURL(join(root, path)).href)
  const rows = Object.values(tables).flat()
  const misfits = rows.filter(([file, find]) => readFileSync(join(root, file), 'utf8').split(find).length !== 2)
  if (misfits.length > 0)
    throw new Error(`not found once in its file:\n${misfits.map(([file, find]) => `${file}: ${find}`).join('\n')}`)
  return rows.map(([file, from, to]) => {
    const text = readFileSync(join(root, file), 'utf8')
    const start = text.indexOf(from)
    const line = text.slice(0, start).split('\n').length
    return { file, line, start, from, to, source: text.replace(from, () => to) }
  })
}
