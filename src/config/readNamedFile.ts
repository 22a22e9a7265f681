import { readFile } from 'node:fs/promises'
import { ConfigError } from './config.ts'
import { secretIn } from './secretIn.ts'

/** The text of a file that a setting names. Errors name the setting and the file, never the content. */
export async function readNamedFile(setting: string, file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(`${setting}: cannot read ${file} (${error.code ?? error.message})`)
  })
}

/** The secret in a file, without the byte order mark or final line break that editors and `echo` add. */
export const readSecretFile = async (setting: string, file: string): Promise<string> =>
  secretIn(await readNamedFile(setting, file))
