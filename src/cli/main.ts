import { defineCommand, runMain, showUsage } from 'citty'
import { commandHelp, specOf } from './kit/command.ts'

const causeway = defineCommand({
  meta: { name: 'causeway', description: 'A self-hosted cross-chain intent service.' },
  subCommands: {
    serve: () => import('./serve.ts').then(({ serve }) => serve),
    devnet: () => import('./devnet.ts').then(({ devnet }) => devnet),
    projects: () => import('./projects.ts').then(({ projects }) => projects),
    keys: () => import('./keys.ts').then(({ keys }) => keys),
    switch: () => import('./switch.ts').then(({ switches }) => switches),
  },
})

/** A command's own help says more than what can be inferred about it. */
const ownHelp: Record<string, () => Promise<unknown>> = {
  serve: () => import('./readFlags.ts').then(({ flagsHelp }) => console.log(flagsHelp())),
  devnet: () => import('../devnet/main.ts').then(({ devnetCommand }) => devnetCommand(['--help'])),
}

await runMain(causeway, {
  showUsage: async (command, parent) => {
    const spec = specOf(command)
    if (spec) return console.log(commandHelp(spec))
    const { name = '' } = (await (typeof command.meta === 'function' ? command.meta() : command.meta)) ?? {}
    await (ownHelp[name] ?? (() => showUsage(command, parent)))()
  },
})
