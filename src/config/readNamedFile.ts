import { readFile } from 'node:fs/promises'
import { ConfigError } from './config.ts'

/** The text of a file that a setting names. A refusal says which setting and which file, and nothing of the content. */
export async function readNamedFile(setting: string, file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(`${setting}: cannot read ${file} (${error.code ?? error.message})`)
  })
}

/** The same for a secret alone in its file, without the line end that editors and `echo` put behind it. */
export const readSecretFile = async (setting: string, file: string): Promise<string> =>
  (await readNamedFile(setting, file)).replace(/\r?\n$/, '')
