import { parseArgs } from 'node:util'
import { nearest } from '../../config/nearest.ts'
import { usageError } from './cliError.ts'

/** A flag of a command. `value` names its value, whose form `forms` may define; a flag without `value` is a switch. */
export type Flag = {
  about: string
  value?: string
  many?: true
  choices?: readonly string[]
  /** Environment variables that set the same value; help shows them beside the flag. */
  env?: readonly string[]
}
export type Flags = Readonly<Record<string, Flag>>

export type FlagValues<F extends Flags> = {
  [K in keyof F]: F[K] extends { value: string }
    ? F[K] extends { many: true }
      ? readonly string[]
      : string | undefined
    : boolean
}

export type Parsed<F extends Flags> = { args: readonly string[]; flags: FlagValues<F> }

/**
 * Reads every command line: `--flag value`, `--flag=value`, `--switch`, `--` before arguments that look like flags, and
 * `-h` for `--help`. Refuses an unknown flag and suggests the nearest: a misspelt flag would have no effect. The
 * last of a repeated flag counts, except for `many`, which keeps all.
 */
export function parseFlags<const F extends Flags>(rawArgs: readonly string[], known: F): Parsed<F> {
  const options = Object.fromEntries(
    Object.entries<Flag>(known).map(([name, { value, many }]) => [
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
    if (!flag) throw unknownFlag(rawArgs[token.index] ?? token.rawName, token.name, known)
    checkValue(token.rawName, flag, token.value)
  }
  const flags = Object.fromEntries(
    Object.entries<Flag>(known).map(([name, flag]) => [
      name,
      values[name] ?? (flag.many ? [] : flag.value ? undefined : false),
    ]),
  )
  return { args: positionals, flags: flags as Parsed<F>['flags'] }
}

function checkValue(rawName: string, { value, choices }: Flag, text: string | undefined): void {
  if (value && text === undefined) throw usageError(`${rawName} needs a value: ${rawName} <${value}>`)
  if (!value && text !== undefined) throw usageError(`${rawName} takes no value`)
  if (choices && text !== undefined && !choices.includes(text)) {
    throw usageError(`${rawName} is one of ${choices.join(', ')}, not "${text}"`)
  }
  if (value && text !== undefined) requireForm(rawName, value, text)
}

/** The form of each kind of argument. Checked before any request: the service would name a field, not the flag. */
const forms: Readonly<Record<string, { matches: RegExp; says: string }>> = {
  address: { matches: /^0x[0-9a-fA-F]{40}$/, says: 'an address, 0x and 40 hex digits' },
  hash: { matches: /^0x[0-9a-fA-F]{64}$/, says: 'a hash, 0x and 64 hex digits' },
  'intent-id': { matches: /^0x[0-9a-fA-F]{64}$/, says: 'an intent id, 0x and 64 hex digits' },
}

export function requireForm(where: string, kind: string, text: string): void {
  const form = Object.hasOwn(forms, kind) ? forms[kind] : undefined
  if (form && !form.matches.test(text)) throw usageError(`${where} is ${form.says}, not "${text}"`)
}

/** Shorter names are close to every other name. */
const guessableLength = 3

function unknownFlag(arg: string, name: string, known: Flags) {
  if (/^-[\d.]/.test(arg)) return usageError(`"${arg}" has a sign`, 'write the amount without one')
  const close = name.length < guessableLength ? undefined : nearest(name, Object.keys(known))
  const given = arg.split('=', 1)[0]
  return usageError(`there is no flag ${given}`, close ? `did you mean --${close}?` : undefined)
}

/** A whole number in a flag, at least `min` and at most `max`. */
export function wholeNumber(name: string, text: string, min = 0, max = Number.MAX_SAFE_INTEGER): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < min || value > max) {
    const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`
    throw usageError(`--${name} is a whole number ${range}, not "${text}"`)
  }
  return value
}

/** The one argument of a command that takes at most one. */
export function atMostOne(args: readonly string[], name: string, kind = name): string | undefined {
  return args.length === 0 ? undefined : onlyArg(args, name, kind)
}

/** The one argument of a command that takes exactly one. */
export function onlyArg(args: readonly string[], name: string, kind = name): string {
  const [first, extra] = args
  if (first === undefined) throw usageError(`<${name}> is missing`)
  if (extra !== undefined) throw usageError(`"${extra}" is one too many: only <${name}> is taken`)
  requireForm(`<${name}>`, kind, first)
  return first
}
