import { readFile } from 'node:fs/promises'
import { ConfigError } from './config.ts'
import { secretIn } from './secretIn.ts'

/** The text of a file that a setting names. A refusal says which setting and which file, and nothing of the content. */
export async function readNamedFile(setting: string, file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(`${setting}: cannot read ${file} (${error.code ?? error.message})`)
  })
}

/** The same for a secret alone in its file, without what editors and `echo` put around it. */
export const readSecretFile = async (setting: string, file: string): Promise<string> =>
  secretIn(await readNamedFile(setting, file))
