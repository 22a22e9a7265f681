import { isError, waitIntent } from '../sdk/client.ts'
import { CliError } from './kit/cliError.ts'
import { createClientCommand } from './kit/clientCommand.ts'
import { describeReceipt } from './kit/describeReceipt.ts'
import { onlyArg, wholeNumber } from './kit/flags.ts'
import { readChains } from './kit/knownNames.ts'
import { nodeFlags, readNodes } from './kit/nodes.ts'
import { operatorFlags, readContracts } from './kit/operator.ts'
import { createProgressView } from './kit/progressView.ts'
import { endsOf, readersOf } from './kit/readers.ts'
import { readSaved, savedFolderDefault } from './kit/savedIntents.ts'

export const watch = createClientCommand({
  name: 'watch',
  about: 'Follow an intent until it ends. With --json, one line for each change.',
  args: '<intent-id>',
  flags: {
    ...nodeFlags,
    ...operatorFlags,
    timeout: { value: 'seconds', about: 'Stop watching after this long; the intent goes on' },
  },
  examples: ['watch 0x3f…9a', 'watch 0x3f…9a --timeout 60', 'watch 0x3f…9a --json'],
  run: async ({ args, flags, client, out }) => {
    const intentId = onlyArg(args, 'intent-id') as `0x${string}`
    const timeoutS = flags.timeout === undefined ? undefined : wholeNumber('timeout', flags.timeout, 1)
    const signal = timeoutS === undefined ? undefined : AbortSignal.timeout(timeoutS * 1_000)
    const chains = await readChains(client)
    const nodes = readNodes(flags.rpc, process.env, chains)
    const saved = readSaved(savedFolderDefault, intentId)
    const contracts = await readContracts(flags, process.env, saved)
    const { intent } = saved ?? (await client.getIntent({ intentId }))
    const readers = await readersOf(nodes, endsOf(intent, chains))
    const view = createProgressView(out, chains)
    try {
      const ended = await waitIntent({
        client,
        intentId,
        intent,
        readers,
        contracts,
        signal,
        onMove: (moved) => (out.json ? out.result(moved, () => '') : view.moved(moved)),
      })
      view.stop()
      if (!out.json) out.result(ended, () => describeReceipt(ended, chains))
      return ended.status === 'SUCCEEDED' ? undefined : 'intentFailed'
    } catch (error) {
      if (!isError(error, 'WebrpcClientAborted')) throw error
      throw new CliError('pending', `the intent has not ended within ${timeoutS} s`, `causeway watch ${intentId}`)
    } finally {
      view.stop()
    }
  },
})
