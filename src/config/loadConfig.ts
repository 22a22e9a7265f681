import { existsSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { isAbsolute, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { z } from 'zod'
import { parseJson } from '../interface/json.ts'
import { type Config, ConfigError, configSchema } from './config.ts'
import { nearest } from './nearest.ts'
import { readSecretFile } from './readNamedFile.ts'
import { withoutMark } from './secretIn.ts'
import { namesAt, type Setting, settingNames, settings } from './settings.ts'

export type ConfigSources = {
  /** From the command line: setting path (`http.port`) to text. */
  flags?: Record<string, string>
  env?: Record<string, string | undefined>
  /** The folder of `causeway.config.*`, and the base of relative paths. */
  folder: string
  /** A file named on the command line. */
  file?: string
  /** Reread a configuration module that this process has already imported, instead of using the cached one. */
  isAgain?: boolean
}

const fileNames = ['causeway.config.ts', 'causeway.config.js', 'causeway.config.mjs', 'causeway.config.json']

/** Precedence: command line, environment, file, defaults. */
export async function loadConfig(sources: ConfigSources): Promise<{ config: Config; file?: string }> {
  const env = sources.env ?? {}
  const file = findFile(sources.file ?? env.CAUSEWAY_CONFIG, sources.folder)
  const raw = file ? await readConfigFile(file, sources.isAgain) : {}
  refuseUnknownEnv(env)
  for (const setting of settings) {
    const text = await readEnv(env, setting, sources.folder)
    if (text !== undefined) put(raw, setting.path, read(text, setting))
  }
  for (const [path, text] of Object.entries(sources.flags ?? {})) {
    const setting = settings.find((one) => one.path.join('.') === path)
    if (!setting) throw new ConfigError(`unknown setting "${path}"${hint(path, settingNames())}`)
    put(raw, setting.path, read(text, setting))
  }
  const parsed = configSchema.safeParse(raw)
  if (!parsed.success) throw new ConfigError(explain(parsed.error, file))
  return { config: parsed.data, ...(file && { file }) }
}

function findFile(named: string | undefined, folder: string): string | undefined {
  if (named) {
    const file = isAbsolute(named) ? named : join(folder, named)
    if (!existsSync(file)) throw new ConfigError(`there is no configuration file ${named}`)
    return file
  }
  return fileNames.map((name) => join(folder, name)).find((file) => existsSync(file))
}

async function readConfigFile(file: string, isAgain = false): Promise<Record<string, unknown>> {
  // Node caches modules by URL: a new query loads the file again.
  const href = `${pathToFileURL(file).href}${isAgain ? `?again=${statSync(file).mtimeMs}` : ''}`
  const value: unknown = file.endsWith('.json')
    ? parseFile(await readFile(file, 'utf8'), file)
    : (await importFile(href)).default
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ConfigError(`${file} must export one object (export default { … })`)
  }
  return structuredClone(value) as Record<string, unknown>
}

/** Imports a module. If plain Node cannot load TypeScript (the built package), loads it with tsx. */
export async function importFile(href: string): Promise<Record<string, unknown>> {
  try {
    return await import(href)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_UNKNOWN_FILE_EXTENSION') throw error
    const { tsImport } = await import('tsx/esm/api')
    return tsImport(href, import.meta.url)
  }
}

function parseFile(text: string, file: string): unknown {
  try {
    return JSON.parse(withoutMark(text))
  } catch {
    throw new ConfigError(`${file} is not JSON: ${whyNotJson(withoutMark(text))}`)
  }
}

/** Our parser reports the error's place. V8's message quotes the text, which may contain a part of a key. */
function whyNotJson(text: string): string {
  try {
    parseJson(text)
    return 'it cannot be read'
  } catch (error) {
    return (error as Error).message
  }
}

/** For commands that call a service. Not settings, but allowed in the environment of a service too. */
const callersSecrets = [
  'CAUSEWAY_KEY',
  'CAUSEWAY_TOKEN',
  'CAUSEWAY_PRIVATE_KEY',
  'CAUSEWAY_KEYSTORE_PASSWORD',
  'CAUSEWAY_EXPLORER_KEY',
]
const callersNames = ['CAUSEWAY_URL', 'CAUSEWAY_OPERATOR', 'CAUSEWAY_RPC', 'CAUSEWAY_DEBUG', ...callersSecrets]

/** A misspelt variable stops the start instead of being ignored. */
function refuseUnknownEnv(env: Record<string, string | undefined>): void {
  const names = settings.flatMap(({ envNames }) => envNames)
  const known = new Set(['CAUSEWAY_CONFIG', ...callersNames, ...names])
  const files = new Set([...names, ...callersSecrets].map(fileName))
  const unknown = Object.keys(env).filter(
    (name) => name.startsWith('CAUSEWAY_') && !known.has(name) && !files.has(name),
  )
  const said = unknown.map(
    (name) => `unknown environment variable ${name}${hint(name, [...(name.endsWith('_FILE') ? files : known)])}`,
  )
  if (said.length > 0) throw new ConfigError(said.join('\n'))
}

function read(text: string, { kind, path }: Setting): unknown {
  if (kind === 'text') return text
  if (kind === 'list' && !text.trim().startsWith('[')) return text.split(',').map((part) => part.trim())
  try {
    return JSON.parse(text)
  } catch {
    if (/^\s*[[{]/.test(text)) throw new ConfigError(`${path.join('.')} is not JSON: ${whyNotJson(text)}`)
    return text // the schema says what it should have been
  }
}

/**
 * A setting's value from the environment, or from the file that the same name with suffix `_FILE` points to: containers
 * get secrets as files, and a file stays out of the environment.
 */
async function readEnv(
  env: Record<string, string | undefined>,
  { envNames }: Setting,
  folder: string,
): Promise<string | undefined> {
  const isSet = (name: string) => env[name] !== undefined && env[name] !== ''
  const named = envNames.find(isSet)
  const fileNamed = envNames.map(fileName).find(isSet)
  if (fileNamed === undefined) return named && env[named]
  if (named !== undefined) throw new ConfigError(`${named} and ${fileNamed} are both set; leave one of them out`)
  const file = resolve(folder, env[fileNamed]!)
  const value = await readSecretFile(fileNamed, file)
  if (value === '') throw new ConfigError(`${fileNamed}: ${file} is empty`)
  return value
}

const fileName = (name: string): string => `${name}_FILE`

function put(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let at = target
  for (const name of path.slice(0, -1)) {
    if (typeof at[name] !== 'object' || at[name] === null) at[name] = {}
    at = at[name] as Record<string, unknown>
  }
  at[path.at(-1)!] = value
}

function explain(error: z.ZodError, file: string | undefined): string {
  const lines = error.issues.map((issue) => {
    const where = issue.path.join('.')
    if (issue.code !== 'unrecognized_keys') return `  ${where || 'the configuration'}: ${issue.message}`
    return issue.keys
      .map((key) => {
        const full = [...issue.path, key].join('.')
        return `  unknown key "${full}"${hint(full, namesAt(issue.path))}`
      })
      .join('\n')
  })
  return `the configuration${file ? ` (${file} and the environment)` : ''} cannot be used:\n${lines.join('\n')}`
}

const namedMax = 12

function hint(name: string, known: readonly string[]): string {
  const close = nearest(name, known)
  if (close) return `; did you mean ${close}?`
  const sorted = known.toSorted()
  const more = sorted.length - namedMax
  return `; known: ${sorted.slice(0, namedMax).join(', ')}${more > 0 ? ` and ${more} more, see causeway serve --help` : ''}`
}
