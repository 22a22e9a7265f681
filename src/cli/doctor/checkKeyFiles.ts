import { readFile, stat } from 'node:fs/promises'
import { isWeakKeystore } from '../../chains/send/keystore.ts'
import type { SignersConfig } from '../../config/engineConfig.ts'
import { type Finding, warn } from './finding.ts'

const readByOthers = 0o004

/** Warns of key files that every user can read, and of weak encryption. `readSigners` reports unreadable files. */
export async function checkKeyFiles({ keystores, keystorePasswordFiles }: SignersConfig): Promise<Finding[]> {
  const open = await Promise.all([...keystores, ...keystorePasswordFiles].map(checkMode))
  const weak = await Promise.all(keystores.map(checkCost))
  return [...open, ...weak].flat()
}

async function checkMode(file: string): Promise<Finding[]> {
  const found = await stat(file).catch(() => undefined)
  if (!found || (found.mode & readByOthers) === 0) return []
  return [warn(`key file ${file}`, 'every user of this machine can read it', `chmod o= ${file}`)]
}

async function checkCost(file: string): Promise<Finding[]> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined || !isWeakKeystore(text)) return []
  const detail = 'is cheap to guess passwords for: its password delays an attacker only briefly'
  const remedy =
    'encrypt the key anew: CAUSEWAY_PRIVATE_KEY_FILE=… causeway signers create <file>, or make another signer'
  return [warn(`key file ${file}`, detail, remedy)]
}
