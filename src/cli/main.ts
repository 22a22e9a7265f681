import { defineCommand, runMain, showUsage } from 'citty'

const causeway = defineCommand({
  meta: { name: 'causeway', description: 'A self-hosted cross-chain intent service.' },
  subCommands: {
    serve: () => import('./serve.ts').then(({ serve }) => serve),
    devnet: () => import('./devnet.ts').then(({ devnet }) => devnet),
  },
})

/** A command's own help says more than what can be inferred about it. */
const ownHelp: Record<string, () => Promise<unknown>> = {
  serve: () => import('./readFlags.ts').then(({ flagsHelp }) => console.log(flagsHelp())),
  devnet: () => import('../devnet/main.ts').then(({ devnetCommand }) => devnetCommand(['--help'])),
}

await runMain(causeway, {
  showUsage: async (command, parent) => {
    const { name = '' } = (await (typeof command.meta === 'function' ? command.meta() : command.meta)) ?? {}
    await (ownHelp[name] ?? (() => showUsage(command, parent)))()
  },
})
