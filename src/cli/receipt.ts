import { createClientCommand } from './kit/clientCommand.ts'
import { describeReceipt } from './kit/describeReceipt.ts'
import { onlyArg } from './kit/flags.ts'

export const receipt = createClientCommand({
  name: 'receipt',
  about: 'Show where the money of an intent is.',
  args: '<intent-id>',
  flags: {},
  examples: ['receipt 0x3f…9a', 'receipt 0x3f…9a --json'],
  run: async ({ args, client, out }) => {
    const intentId = onlyArg(args, 'intent-id')
    const [{ intentReceipt }, { chains }] = await Promise.all([
      client.getIntentReceipt({ intentId }),
      client.getChains(),
    ])
    out.result(intentReceipt, () => describeReceipt(intentReceipt, chains))
    return intentReceipt.status === 'FAILED' ? 'intentFailed' : undefined
  },
})
