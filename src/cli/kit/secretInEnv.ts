import { readFileSync } from 'node:fs'
import { secretIn } from '../../config/secretIn.ts'
import { usageError } from './cliError.ts'

/** A secret from the environment, or from the file named by the variable with `_FILE` appended. */
export function secretInEnv(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const fileName = `${name}_FILE`
  const [value, file] = [env[name], env[fileName]]
  if (!file) return value
  if (value) throw usageError(`${name} and ${fileName} are both set`, 'leave one of them out')
  const secret = secretIn(readText(fileName, file))
  if (secret === '') throw usageError(`${fileName}: ${file} is empty`)
  return secret
}

function readText(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw usageError(`${name}: cannot read ${file} (${(error as NodeJS.ErrnoException).code})`)
  }
}
