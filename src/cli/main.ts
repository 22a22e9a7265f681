import { nearest } from '../config/nearest.ts'
import { commands } from './commands.ts'
import { exits, exitsHelp } from './kit/exits.ts'
import { writeErr, writeOut } from './kit/terminal.ts'
import { softwareVersion } from './softwareVersion.ts'

const [name, ...rest] = process.argv.slice(2)
const entry = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined
if (entry) {
  // Long-running commands gain from compiled schemas, and `completion` uses none.
  if (!['serve', 'devnet', 'completion'].includes(name!)) await import('./kit/plainSchemas.ts')
  await (await entry.load()).run(rest)
} else if (name === '--help' || name === '-h') writeOut(help())
else if (name === '--version') writeOut(softwareVersion())
else {
  writeErr(name === undefined ? help() : describeUnknown(name))
  process.exitCode = exits.usage.code
}

function help(): string {
  const width = Math.max(...Object.keys(commands).map((one) => one.length))
  return [
    'causeway: a self-hosted cross-chain intent service.',
    '',
    '  causeway <command> [flags]',
    '',
    ...Object.entries(commands).map(([one, { about }]) => `  ${one.padEnd(width)}  ${about}`),
    '',
    '`causeway <command> --help` says more, with examples.',
    'Every command but serve and devnet takes --json.',
    '',
    'exit codes',
    ...exitsHelp(),
  ].join('\n')
}

function describeUnknown(name: string): string {
  const close = nearest(name, Object.keys(commands))
  const toDo = close ? `did you mean "causeway ${close}"?` : 'causeway --help lists the commands'
  const what = name.startsWith('-') ? 'flag' : 'command'
  return `causeway: there is no ${what} "${name}"\n  to do: ${toDo}`
}
