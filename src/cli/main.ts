import { defineCommand, runMain, showUsage } from 'citty'
import { nearest } from '../config/nearest.ts'
import { commands } from './commands.ts'
import { exits, exitsHelp } from './kit/exits.ts'
import { softwareVersion } from './softwareVersion.ts'

const causeway = defineCommand({
  meta: { name: 'causeway', version: softwareVersion(), description: 'A self-hosted cross-chain intent service.' },
  subCommands: Object.fromEntries(Object.entries(commands).map(([name, { load }]) => [name, load])),
})

/** A command's own help says more than what can be inferred about it. */
const ownHelp: Record<string, () => Promise<unknown>> = {
  causeway: async () => console.log(help()),
  serve: () => import('./readFlags.ts').then(({ flagsHelp }) => console.log(flagsHelp())),
  devnet: () => import('./devnet.ts').then(({ runDevnet }) => runDevnet(['--help'])),
}

const [name] = process.argv.slice(2)
if (name === undefined || (!name.startsWith('-') && !Object.hasOwn(commands, name))) {
  console.error(name === undefined ? help() : unknown(name))
  process.exitCode = exits.usage.code
} else {
  await runMain(causeway, {
    showUsage: async (command, parent) => {
      const { commandHelp, specOf } = await import('./kit/command.ts')
      const spec = specOf(command)
      if (spec) return console.log(commandHelp(spec))
      const meta = (await (typeof command.meta === 'function' ? command.meta() : command.meta)) ?? {}
      await (ownHelp[meta.name ?? ''] ?? (() => showUsage(command, parent)))()
    },
  })
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
    '`causeway <command> --help` says more, with examples. Every command but serve and devnet takes --json.',
    '',
    'exit codes',
    ...exitsHelp(),
  ].join('\n')
}

function unknown(given: string): string {
  const close = nearest(given, Object.keys(commands))
  const toDo = close ? `did you mean "causeway ${close}"?` : 'causeway --help lists the commands'
  return `causeway: there is no command "${given}"\n  to do: ${toDo}`
}
