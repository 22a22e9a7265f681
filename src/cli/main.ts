import { defineCommand, runMain } from 'citty'

const causeway = defineCommand({
  meta: { name: 'causeway', description: 'A self-hosted cross-chain intent service.' },
  subCommands: {
    serve: () => import('./serve.ts').then(({ serve }) => serve),
    devnet: () => import('./devnet.ts').then(({ devnet }) => devnet),
  },
})

await runMain(causeway)
