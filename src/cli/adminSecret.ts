import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

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
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}
