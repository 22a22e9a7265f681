import { type AdminClient, createAdminClient } from '../sdk/adminClient.ts'
import { readOperatorSecret } from './adminSecret.ts'
import { CliError, usageError } from './kit/cliError.ts'
import { type ClientCommandSpec, type ClientContext, createClientCommand } from './kit/clientCommand.ts'
import type { Command } from './kit/command.ts'
import type { ExitName } from './kit/exits.ts'
import { findAdmin } from './kit/findService.ts'
import { type Flags, requireForm } from './kit/flags.ts'
import { nodeFetch } from './kit/nodeFetch.ts'
import { secretInEnv } from './kit/secretInEnv.ts'

const adminFlags = {
  secret: {
    value: 'secret',
    about: 'Operator secret; CAUSEWAY_OPERATOR_SECRET, else the one of a service in this folder',
  },
  token: { value: 'token', about: 'Token of an operator or account, instead of the secret; CAUSEWAY_TOKEN' },
} as const satisfies Flags

type AdminFlags<F extends Flags> = F & typeof adminFlags
export type AdminContext<F extends Flags> = ClientContext<AdminFlags<F>> & { admin: AdminClient }

export type AdminSpec<F extends Flags> = Omit<ClientCommandSpec<F>, 'run'> & {
  /** Names of the arguments that must follow, in order. */
  takes?: readonly string[]
  /** Name of one optional argument after them. */
  mayTake?: string
  run(context: AdminContext<F>): Promise<ExitName | undefined> | Promise<void>
}

/** A command that calls the admin interface. */
export function createAdminCommand<const F extends Flags>({
  takes = [],
  mayTake,
  run,
  ...spec
}: AdminSpec<F>): Command {
  const flags: AdminFlags<F> = { ...spec.flags, ...adminFlags }
  const named = [...takes.map((name) => `<${name}>`), ...(mayTake ? [`[${mayTake}]`] : [])]
  const args = spec.args ?? (named.length > 0 ? named.join(' ') : undefined)
  return createClientCommand<AdminFlags<F>>({
    ...spec,
    ...(args && { args }),
    flags,
    run: (context) => {
      requireArgs(context.args, takes, mayTake)
      const given = context.flags as { url?: string; secret?: string; token?: string }
      const url = findAdmin(given, process.env) ?? context.service.url
      const credentials = findCredentials(given, url, process.env)
      const admin = createAdminClient({ url, operator: operatorName(process.env), fetch: nodeFetch, ...credentials })
      return run({ ...context, admin })
    },
  })
}

function requireArgs(args: readonly string[], names: readonly string[], mayTake: string | undefined): void {
  const missing = names[args.length]
  if (missing !== undefined) throw usageError(`<${missing}> is missing`)
  const extra = args[names.length + (mayTake === undefined ? 0 : 1)]
  if (extra !== undefined) throw usageError(`"${extra}" is one too many`)
  for (const [at, name] of names.entries()) requireForm(`<${name}>`, name, args[at]!)
}

type Credentials = { token: string } | { secret: string }

/** Credentials from the flags, else the environment, else the operator secret that a local service saved. */
function findCredentials(flags: { secret?: string; token?: string }, url: string, env: NodeJS.ProcessEnv): Credentials {
  if (flags.token) return { token: flags.token }
  if (flags.secret) return { secret: flags.secret }
  const token = secretInEnv(env, 'CAUSEWAY_TOKEN')
  if (token) return { token }
  const secret = secretInEnv(env, 'CAUSEWAY_OPERATOR_SECRET')
  if (secret) return { secret }
  // The saved secret is sent only to a service on this machine, never to another host.
  const savedSecret = isLocal(url) ? readOperatorSecret(env.CAUSEWAY_STORE_FOLDER || '.causeway') : undefined
  if (savedSecret) return { secret: savedSecret }
  throw new CliError(
    'usage',
    'this needs the operator secret or a token',
    'set CAUSEWAY_OPERATOR_SECRET or CAUSEWAY_OPERATOR_SECRET_FILE, or pass --secret or --token; a service that made its own wrote it to operator-secret in its folder',
  )
}

function isLocal(url: string): boolean {
  const { hostname } = new URL(url)
  return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname)
}

const nameForm = /^[A-Za-z0-9][A-Za-z0-9._@:+/-]{0,127}$/

/** The actor in the audit log: the user name on this machine, if it is printable. */
function operatorName(env: NodeJS.ProcessEnv): string | undefined {
  const name = env.USER ?? env.LOGNAME
  return name && nameForm.test(name) ? name : undefined
}

const unitsS: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400 }

/** `90s`, `15m`, `24h`, `30d` as seconds. */
export function secondsOf(name: string, text: string): number {
  const [, count, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? []
  if (count === undefined || unit === undefined)
    throw usageError(`--${name} is a time like 90s, 15m, 24h or 30d, not "${text}"`)
  return Number(count) * unitsS[unit]!
}

/** A positive id from an argument or flag. */
export function idOf(name: string, text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw usageError(`${name} is a number, not "${text}"`)
  return Number(text)
}
