import { ConfigError } from '../config/config.ts'
import { nearest } from '../config/nearest.ts'
import { settings } from '../config/settings.ts'

export type Flags = { settings: Record<string, string>; file?: string; help: boolean }

const short: Record<string, string> = { port: 'http.port', host: 'http.host' }

/** `--port 4181`, `--http.bodyTimeoutMs=5000`, `--config file`, `--worker`. Unknown flags are refused. */
export function readFlags(args: readonly string[]): Flags {
  const flags: Flags = { settings: {}, help: false }
  const rest = [...args]
  const roles = new Set<string>()
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const found = /^--([A-Za-z][A-Za-z0-9.]*)(?:=(.*))?$/s.exec(arg)
    if (arg === '-h' || found?.[1] === 'help') {
      flags.help = true
      continue
    }
    if (arg === '--api' || arg === '--worker') {
      roles.add(arg === '--api' ? 'api' : 'worker')
      continue
    }
    if (!found) throw new ConfigError(`"${arg}" is not a flag; see --help`)
    const [, name = '', inline] = found
    const path = short[name] ?? name
    if (path !== 'config' && !isSetting(path)) throw new ConfigError(`unknown flag --${name}${hint(path)}; see --help`)
    const value = inline ?? rest.shift()
    if (value === undefined) throw new ConfigError(`--${name} needs a value`)
    if (path === 'config') flags.file = value
    else flags.settings[path] = value
  }
  if (roles.size > 0) for (const role of ['api', 'worker']) flags.settings[`roles.${role}`] = String(roles.has(role))
  return flags
}

export function flagsHelp(): string {
  const rows = settings.map(
    ({ path, envNames, about }) => [`--${path.join('.')}`, envNames.join(' or '), about] as const,
  )
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]!.length)))
  return [
    'causeway serve: start the service, and three local chains if none are configured.',
    '',
    'Command line over environment over causeway.config.{ts,js,json} (or --config <file>) over defaults.',
    '--port and --host are short for --http.port and --http.host.',
    '--api only answers requests, --worker only carries out intents; without either, or with both, one process does both.',
    '',
    ...rows.map(([flag, env, about]) => `  ${flag.padEnd(widths[0]!)}  ${env.padEnd(widths[1]!)}  ${about}`.trimEnd()),
  ].join('\n')
}

const names = () => settings.map(({ path }) => path.join('.'))
const isSetting = (name: string) => names().includes(name)

function hint(name: string): string {
  const close = nearest(name, [...names(), 'port', 'host', 'config', 'help', 'api', 'worker'])
  return close ? `; did you mean --${close}?` : ''
}
