import { settings } from '../config/settings.ts'
import type { Flags } from './kit/flags.ts'

const short: Readonly<Record<string, string>> = { port: 'http.port', host: 'http.host' }
const roles = ['api', 'worker'] as const

/** Every setting is a flag under its path, `--http.port`. */
export const serveFlags: Flags = {
  config: { value: 'file', about: 'Configuration file; causeway.config.{ts,js,mjs,json} unless said' },
  api: { about: 'Only answer requests; with --worker too, as without either, one process does both' },
  worker: { about: 'Only carry out intents' },
  port: { value: 'port', about: 'Short for --http.port' },
  host: { value: 'host', about: 'Short for --http.host' },
  ...Object.fromEntries(
    settings.map(({ path, envNames, about }) => [path.join('.'), { value: 'value', about, env: envNames }]),
  ),
}

/** The configuration in the flags: text by setting path, and the configuration file. */
export function configOfFlags(flags: Readonly<Record<string, unknown>>): {
  settings: Record<string, string>
  file?: string
} {
  const { config, ...others } = flags
  const entries = Object.entries(others).flatMap(([name, value]) =>
    typeof value === 'string' ? [[short[name] ?? name, value] as const] : [],
  )
  // Naming one role switches the other off.
  const named = roles.some((role) => flags[role] === true)
  const chosen = named ? roles.map((role) => [`roles.${role}`, String(flags[role] === true)] as const) : []
  return { settings: Object.fromEntries([...entries, ...chosen]), ...(typeof config === 'string' && { file: config }) }
}
