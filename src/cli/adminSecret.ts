import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Hex } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { CliError } from './kit/cliError.ts'

const secretName = 'operator-secret'
const identityName = 'identity-key'

/** Keeps the operator secret where only this user can read it, so that commands on this machine find it. */
export const keepOperatorSecret = (folder: string, secret: string): string => keep(folder, secretName, secret)

export const readOperatorSecret = (folder: string): string | undefined => readKept(folder, secretName)

/** Identity key of a service on local chains. The first start makes it; later starts read it. */
export function localIdentityKey(folder: string): Hex {
  const kept = readKept(folder, identityName)
  if (kept !== undefined) return kept as Hex
  const made = generatePrivateKey()
  keep(folder, identityName, made)
  return made
}

function keep(folder: string, name: string, secret: string): string {
  const file = join(resolve(folder), name)
  mkdirSync(resolve(folder), { recursive: true })
  rmSync(file, { force: true }) // overwriting would keep the mode of an existing file
  writeFileSync(file, `${secret}\n`, { mode: 0o600 })
  return file
}

function readKept(folder: string, name: string): string | undefined {
  const file = join(resolve(folder), name)
  try {
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
  } catch (error) {
    const remedy = `give the folder to this user (chown -R), name another in store.folder, or set CAUSEWAY_OPERATOR_SECRET`
    throw new CliError('usage', `this user may not read ${file} (${(error as NodeJS.ErrnoException).code})`, remedy)
  }
}
