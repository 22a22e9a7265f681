import { defineCommand } from 'citty'
import { failPlainly } from './failPlainly.ts'
import { loadDevnet } from './loadDevnet.ts'

export const devnet = defineCommand({
  meta: { name: 'devnet', description: 'Start the three local chains alone, until Ctrl-C.' },
  run: ({ rawArgs }) => runDevnet(rawArgs),
})

export const runDevnet = (args: string[]): Promise<void> =>
  failPlainly(async () => {
    const { devnetCommand } = await loadDevnet(() => import('../devnet/main.ts'))
    await devnetCommand(args)
  })
