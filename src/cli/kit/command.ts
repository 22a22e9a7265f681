import { nearest } from '../../config/nearest.ts'
import { usageError } from './cliError.ts'
import { type ExitName, exits, exitsHelp } from './exits.ts'
import { type Flags, type Parsed, parseFlags } from './flags.ts'
import { columnsMin, hanging, inTwoColumns, wrapCommand, wrapText } from './layout.ts'
import { createOutput, type Output } from './output.ts'
import { writeErr, writeOut } from './terminal.ts'

/** A command or a group of commands of the `causeway` program. */
export type Command = {
  /** With its parent, if it has one: `keys create`. */
  name: string
  about: string
  /** Every flag it accepts, for shell completion. */
  flags: Flags
  /** Command lines without `causeway`. */
  examples: readonly string[]
  /** Subcommands by their last word; empty for a command that is no group. */
  children: Readonly<Record<string, Command>>
  help(): string
  /** Parses the arguments, runs the command and sets the exit code. Never rejects. */
  run(rawArgs: readonly string[]): Promise<void>
}

/** A command in the list of all, loaded when it is used. */
export type CommandEntry = { about: string; load: () => Promise<Command> }

/** A command as data: its help, its completion and the parsing of its flags are derived from it. */
export type CommandSpec<F extends Flags, Context = Parsed<F & typeof helpFlag> & { out: Output }> = {
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
  /** Returns the exit name if it is not `ok`. Does not throw for a failed intent: the command itself worked. */
  run(context: Context): Promise<ExitName | undefined> | Promise<void>
}

const helpFlag = { help: { about: 'Say how the command is used' } } as const satisfies Flags

export function createCommand<F extends Flags>(spec: CommandSpec<F>): Command {
  const flags: F & typeof helpFlag = { ...spec.flags, ...helpFlag }
  const help = () => commandHelp(spec, flags)
  const run = async (rawArgs: readonly string[]): Promise<ExitName | undefined> => {
    const out = createOutput(rawArgs.includes('--json') && Object.hasOwn(flags, 'json'))
    try {
      const parsed = parseFlags(rawArgs, flags)
      if ((parsed.flags as { help?: boolean }).help) {
        writeOut(help())
        return undefined
      }
      const [extra] = spec.args ? [] : parsed.args
      if (extra !== undefined) throw usageError(`${spec.name} takes no "${extra}"`)
      return (await spec.run({ ...parsed, out })) || undefined
    } catch (error) {
      return printFailure(error, spec.name, out)
    }
  }
  return {
    name: spec.name,
    about: spec.about,
    flags,
    examples: spec.examples,
    children: {},
    help,
    run: async (rawArgs) => {
      const ended = await run(rawArgs)
      // A command that runs until a signal may have set an exit code already; it is kept.
      if (ended !== undefined || process.exitCode === undefined) process.exitCode = exits[ended ?? 'ok'].code
    },
  }
}

/** A command whose first argument selects a subcommand. */
export function createCommandGroup(group: {
  name: string
  about: string
  children: Readonly<Record<string, Command>>
}): Command {
  const { name, children } = group
  const help = () => groupHelp(group)
  const allFlags = Object.values(children).map(({ flags }) => flags)
  return {
    name,
    about: group.about,
    flags: Object.assign({}, ...allFlags),
    examples: [],
    children,
    help,
    run: async ([first, ...rest]) => {
      if (first === '--help' || first === '-h') {
        writeOut(help())
        return
      }
      const child = first !== undefined && Object.hasOwn(children, first) ? children[first] : undefined
      if (child) return child.run(rest)
      const close = first === undefined ? undefined : nearest(first, Object.keys(children))
      const message = first === undefined ? `which of the commands of ${name}?` : `${name} has no command "${first}"`
      const names = Object.keys(children).join(', ')
      const remedy = close ? `did you mean "causeway ${name} ${close}"?` : `one of ${names}; causeway ${name} --help`
      process.exitCode = exits[await printFailure(usageError(message, remedy), name, createOutput(false))].code
    },
  }
}

/** Prints one sentence and a remedy to stderr; the stack too if CAUSEWAY_DEBUG is set or the log level is debug. */
async function printFailure(error: unknown, name: string, out: Output): Promise<ExitName> {
  // Imported late: it loads the client library's errors, most of what a command loads.
  const { explainError } = await import('./explainError.ts')
  const explained = explainError(error)
  if (explained.exit === 'usage' && !explained.remedy) explained.remedy = `causeway ${name} --help`
  out.failure(explained)
  const debug = process.env.CAUSEWAY_DEBUG || /^(debug|trace)$/.test(process.env.CAUSEWAY_LOG_LEVEL ?? '')
  const origin = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (debug && origin instanceof Error) writeErr(origin.stack ?? '')
  return explained.exit
}

function commandHelp(spec: Omit<CommandSpec<Flags, never>, 'run'>, flags: Flags): string {
  const rows = Object.entries(flags).map(([name, { value, about, choices, env }]) => {
    const notes = [choices && `one of ${choices.join(', ')}`, env && `${env.join(' or ')} in the environment`]
    const said = [about, ...notes.filter(Boolean)].join('; ')
    return [`  --${name}${value ? ` <${value}>` : ''}`, said] as const
  })
  return [
    ...wrapText(spec.about, columnsMin),
    '',
    ...hanging('  ', `causeway ${spec.name}${spec.args ? ` ${spec.args}` : ''} [flags]`),
    ...(spec.details ? ['', ...hanging('  ', spec.details.join(' '))] : []),
    '',
    'flags',
    ...inTwoColumns(rows),
    '',
    'examples',
    ...spec.examples.flatMap((line) => wrapCommand(`causeway ${line}`, '  ')),
    '',
    'exit codes',
    ...exitsHelp(),
  ].join('\n')
}

function groupHelp({ name, about, children }: { name: string; about: string; children: Record<string, Command> }) {
  const firstExamples = Object.values(children).flatMap(({ examples }) => examples.slice(0, 1))
  return [
    ...wrapText(about, columnsMin),
    '',
    `  causeway ${name} <command> [flags]`,
    '',
    'commands',
    ...inTwoColumns(Object.values(children).map((child) => [`  ${child.name}`, child.about] as const)),
    '',
    'examples',
    ...firstExamples.flatMap((line) => wrapCommand(`causeway ${line}`, '  ')),
    '',
    `\`causeway ${name} <command> --help\` says more.`,
    '',
    'exit codes',
    ...exitsHelp(),
  ].join('\n')
}
