import { isFinal } from '../interface/enums.ts'
import { proveReceipt } from '../sdk/proveReceipt.ts'
import { provingOf } from '../sdk/waitIntent.ts'
import { createClientCommand } from './kit/clientCommand.ts'
import { describeReceipt } from './kit/describeReceipt.ts'
import { onlyArg } from './kit/flags.ts'
import { readChains } from './kit/knownNames.ts'
import { nodeFlags, readNodes } from './kit/nodes.ts'
import { operatorFlags, readContracts } from './kit/operator.ts'
import { endsOf, readersOf } from './kit/readers.ts'
import { readSaved, savedFolderDefault } from './kit/savedIntents.ts'

export const receipt = createClientCommand({
  name: 'receipt',
  about: 'Show where the money of an intent is; an end is compared with the nodes that are known.',
  args: '<intent-id>',
  flags: { ...nodeFlags, ...operatorFlags },
  examples: ['receipt 0x3f…9a', 'receipt 0x3f…9a --json', 'receipt 0x3f…9a --rpc island=http://127.0.0.1:8546'],
  run: async ({ args, flags, client, out }) => {
    const intentId = onlyArg(args, 'intent-id')
    const [{ intentReceipt }, chains] = await Promise.all([client.getIntentReceipt({ intentId }), readChains(client)])
    const readers = await readersOf(readNodes(flags.rpc, process.env, chains), endsOf(intentReceipt, chains))
    const isProvable = isFinal(intentReceipt.status) && Object.keys(readers).length > 0
    const saved = readSaved(savedFolderDefault, intentId)
    const intent = isProvable ? (saved?.intent ?? (await client.getIntent({ intentId })).intent) : undefined
    const contracts = await readContracts(flags, process.env, saved)
    const shown = intent ? await proveReceipt(intentReceipt, provingOf(intent, readers, contracts)) : intentReceipt
    out.result(shown, () => describeReceipt(shown, chains))
    return shown.status === 'FAILED' ? 'intentFailed' : undefined
  },
})
