import { parseArgs } from 'node:util'
import { nearest } from '../../config/nearest.ts'
import { usageError } from './cliError.ts'

/** A flag of a command. `value` names what follows it; without one it is a switch. */
export type Flag = {
  about: string
  value?: string
  many?: true
  choices?: readonly string[]
}
export type Flags = Readonly<Record<string, Flag>>

export type FlagValues<F extends Flags> = {
  [K in keyof F]: F[K] extends { value: string }
    ? F[K] extends { many: true }
      ? readonly string[]
      : string | undefined
    : boolean
}

/** Every command has these. */
export const commonFlags = {
  url: { value: 'url', about: 'Where the service is; CAUSEWAY_URL, else http://127.0.0.1:4180' },
  key: { value: 'key', about: 'Access key of a project; CAUSEWAY_KEY' },
  json: { about: 'Print the result as JSON, amounts in base units' },
  help: { about: 'Say how the command is used' },
} as const satisfies Flags

export type Parsed<F extends Flags> = { args: readonly string[]; flags: FlagValues<F> & FlagValues<typeof commonFlags> }

/** Reads a command line strictly: a flag that does not exist is refused, with the nearest that does. */
export function parseFlags<F extends Flags>(rawArgs: readonly string[], own: F): Parsed<F> {
  const known: Flags = { ...commonFlags, ...own }
  const options = Object.fromEntries(
    Object.entries(known).map(([name, { value, many }]) => [
      name,
      { type: value ? ('string' as const) : ('boolean' as const), multiple: many === true },
    ]),
  )
  const { values, positionals, tokens } = parseArgs({
    args: [...rawArgs].map((arg) => (arg === '-h' ? '--help' : arg)),
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const flag = Object.hasOwn(known, token.name) ? known[token.name] : undefined
    if (!flag) throw unknownFlag(token.rawName, token.name, known)
    checkValue(token.rawName, flag, token.value)
  }
  const flags = Object.fromEntries(
    Object.entries(known).map(([name, flag]) => [
      name,
      values[name] ?? (flag.many ? [] : flag.value ? undefined : false),
    ]),
  )
  return { args: positionals, flags: flags as Parsed<F>['flags'] }
}

function checkValue(rawName: string, { value, choices }: Flag, given: string | undefined): void {
  if (value && given === undefined) throw usageError(`${rawName} needs a value: ${rawName} <${value}>`)
  if (!value && given !== undefined) throw usageError(`${rawName} takes no value`)
  if (choices && given !== undefined && !choices.includes(given)) {
    throw usageError(`${rawName} is one of ${choices.join(', ')}, not "${given}"`)
  }
}

function unknownFlag(rawName: string, name: string, known: Flags) {
  const close = nearest(name, Object.keys(known))
  return usageError(`there is no flag ${rawName}`, close ? `did you mean --${close}?` : 'see --help')
}

/** A whole number in a flag, at least `min`. */
export function wholeNumber(name: string, text: string, min = 0): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < min) {
    throw usageError(`--${name} is a whole number of at least ${min}, not "${text}"`)
  }
  return value
}

/** The one argument of a command that takes exactly one. */
export function onlyArg(args: readonly string[], name: string): string {
  const [first, extra] = args
  if (first === undefined) throw usageError(`<${name}> is missing`)
  if (extra !== undefined) throw usageError(`"${extra}" is one too many: only <${name}> is taken`)
  return first
}
