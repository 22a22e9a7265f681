import { type CommandDef, defineCommand } from 'citty'
import { type Client, createClient } from '../../sdk/client.ts'
import { usageError } from './cliError.ts'
import { type ExitName, exits, exitsHelp } from './exits.ts'
import { explainError } from './explainError.ts'
import { findService, type ServiceAddress } from './findService.ts'
import { commonFlags, type Flags, type Parsed, parseFlags } from './flags.ts'
import { createOutput, type Output } from './output.ts'

export type CommandContext<F extends Flags> = Parsed<F> & {
  service: ServiceAddress
  client: Client
  out: Output
}

/** A command as data: its help, its completion and its reading of the command line all come from here. */
export type CommandSpec<F extends Flags = Flags> = {
  /** With its parent, if it has one: `keys create`. */
  name: string
  about: string
  /** What follows the name, as help shows it: `<intent-id>`. */
  args?: string
  /** More than one line about the arguments, where they need it. */
  details?: readonly string[]
  flags: F
  /** Command lines without `causeway`. */
  examples: readonly string[]
  /** Says how it ended, if not well: a failed intent is no error of the command. */
  run(context: CommandContext<F>): Promise<ExitName | undefined>
}

const specs = new WeakMap<object, CommandSpec>()

/** The spec behind a command, if it was made by `command`. */
export const specOf = (made: object): CommandSpec | undefined => specs.get(made)

export function command<F extends Flags>(spec: CommandSpec<F>): CommandDef {
  const made = defineCommand({
    meta: { name: spec.name, description: spec.about },
    run: ({ rawArgs }) => runCommand(spec, rawArgs),
  })
  specs.set(made, spec as unknown as CommandSpec)
  return made
}

async function runCommand<F extends Flags>(spec: CommandSpec<F>, rawArgs: readonly string[]): Promise<void> {
  const out = createOutput(rawArgs.includes('--json'))
  let service: ServiceAddress | undefined
  try {
    const parsed = parseFlags(rawArgs, spec.flags)
    if (parsed.flags.help) return console.log(commandHelp(spec as unknown as CommandSpec))
    const [extra] = spec.args ? [] : parsed.args
    if (extra !== undefined) throw usageError(`${spec.name} takes no "${extra}"`)
    service = findService(parsed.flags, process.env)
    const client = createClient({ url: service.url, accessKey: service.accessKey })
    const ended = await spec.run({ ...parsed, service, client, out })
    process.exitCode = exits[ended ?? 'ok'].code
  } catch (error) {
    const explained = explainError(error, service?.url ?? '')
    if (explained.exit === 'usage' && !explained.remedy) explained.remedy = `causeway ${spec.name} --help`
    out.failure(explained)
    if (process.env.CAUSEWAY_DEBUG && error instanceof Error) console.error(error.stack)
    process.exitCode = exits[explained.exit].code
  }
}

/** What `--help` prints. */
export function commandHelp(spec: CommandSpec): string {
  const flags: Flags = { ...spec.flags, ...commonFlags }
  const rows = Object.entries(flags).map(([name, { value, about, choices }]) => {
    const shown = `  --${name}${value ? ` <${choices?.join('|') ?? value}>` : ''}`
    return [shown, about] as const
  })
  const width = Math.max(...rows.map(([shown]) => shown.length))
  return [
    `${spec.about}`,
    '',
    `  causeway ${spec.name}${spec.args ? ` ${spec.args}` : ''} [flags]`,
    ...(spec.details ? ['', ...spec.details.map((line) => `  ${line}`)] : []),
    '',
    'flags',
    ...rows.map(([shown, about]) => `${shown.padEnd(width)}  ${about}`),
    '',
    'examples',
    ...spec.examples.map((line) => `  causeway ${line}`),
    '',
    'exit codes',
    ...exitsHelp(),
  ].join('\n')
}
