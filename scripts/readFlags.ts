import { type ParseArgsConfig, parseArgs } from 'node:util'

type Flag = NonNullable<ParseArgsConfig['options']>[string] & { about: string }

/**
 * The flags of a developer's command. `--help` prints them; an unreadable flag prints its error with them and exits
 * with code 2. `names`: words allowed beside the flags.
 */
export function readFlags<const T extends Record<string, Flag>, const Name extends string = never>(
  command: string,
  options: T,
  names: readonly Name[] = [],
) {
  const help = { type: 'boolean', default: false, about: 'this text' } as const
  try {
    if (!process.argv.includes('--help')) {
      const { values, positionals } = parseArgs({ options, allowPositionals: true })
      const unknown = positionals.find((name) => !names.some((one) => one === name))
      if (unknown === undefined) return { values, named: names.filter((name) => positionals.includes(name)) }
      throw new TypeError(`nothing here is called ${unknown}`)
    }
    process.stdout.write(formatFlags(command, { ...options, help }, names))
    process.exit(0)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    process.stderr.write(`${error.message}\n\n${formatFlags(command, { ...options, help }, names)}`)
    process.exit(2)
  }
}

function formatFlags(command: string, options: Record<string, Flag>, names: readonly string[]): string {
  const rows = Object.entries(options).map(([name, { type, default: value, about }]) => {
    const left = `  --${name}${type === 'string' ? ' <…>' : ''}`
    return `${left.padEnd(20)}${about}${typeof value === 'string' ? ` (${value})` : ''}`
  })
  const words = names.length > 0 ? [`${names.join(' | ')}`] : []
  return `npm run ${[command, ...words].join(' -- ')}${words.length > 0 ? '' : ' --'} [flags]\n\n${rows.join('\n')}\n`
}
