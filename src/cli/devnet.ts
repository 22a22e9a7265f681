import { defineCommand } from 'citty'
import { devnetCommand } from '../devnet/main.ts'
import { failPlainly } from './failPlainly.ts'

export const devnet = defineCommand({
  meta: { name: 'devnet', description: 'Start the three local chains alone, until Ctrl-C.' },
  run: ({ rawArgs }) => failPlainly(() => devnetCommand(rawArgs)),
})
