import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CliError } from './kit/cliError.ts'

const fileName = 'operator-secret'

/** Keeps the operator secret where only this user can read it, so that commands on this machine find it. */
export function keepOperatorSecret(folder: string, secret: string): string {
  const file = join(resolve(folder), fileName)
  mkdirSync(resolve(folder), { recursive: true })
  rmSync(file, { force: true }) // overwriting would keep the mode of an existing file
  writeFileSync(file, `${secret}\n`, { mode: 0o600 })
  return file
}

export function readOperatorSecret(folder: string): string | undefined {
  const file = join(resolve(folder), fileName)
  try {
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
  } catch (error) {
    const remedy = `give the folder to this user (chown -R), name another in store.folder, or set CAUSEWAY_OPERATOR_SECRET`
    throw new CliError('usage', `this user may not read ${file} (${(error as NodeJS.ErrnoException).code})`, remedy)
  }
}
