import { devnetDefinitions } from '../chains/definitions/devnet/devnetDefinitions.ts'
import { mainnets } from '../chains/definitions/mainnets.ts'
import { formatBaseUnits } from '../intents/formatTokenAmount.ts'
import { nativeToken } from '../interface/limits.ts'
import { knownToken } from '../sdk/knownToken.ts'
import { executeAlone, type Recovered, recoverDeposit } from '../sdk/recoverDeposit.ts'
import { accountFlags, readAccount } from './kit/account.ts'
import { CliError, usageError } from './kit/cliError.ts'
import { type ClientContext, createClientCommand } from './kit/clientCommand.ts'
import type { NamedChain } from './kit/findChain.ts'
import { onlyArg } from './kit/flags.ts'
import { nodeFlags, nodeOf, readNodes } from './kit/nodes.ts'
import { operatorFlags, readContracts } from './kit/operator.ts'
import { readSaved, type SavedIntent, savedFolderDefault } from './kit/savedIntents.ts'
import { formatPairs } from './kit/table.ts'

const flags = {
  ...accountFlags,
  ...nodeFlags,
  ...operatorFlags,
  side: { value: 'side', choices: ['origin', 'destination'], about: 'Whose chain; the origin unless said' },
  token: { value: 'address', many: true, about: 'Also look for this token' },
  execute: { about: 'Run the quoted calls instead of taking the money out' },
  save: { value: 'folder', about: `Where \`causeway send\` saved the intent; ${savedFolderDefault} unless said` },
} as const

export const recover = createClientCommand({
  name: 'recover',
  about: 'Take a stuck deposit back to its owner, on chain only: the service need not answer.',
  args: '<intent-id or file>',
  details: [
    'The owner can do it at any time; once the time of refunds has begun, any account can, and the owner gets it.',
    'The intent is read from where `causeway send` saved it; only if it is not there, the service is asked.',
  ],
  flags,
  examples: [
    'recover 0x3f…9a --account 0',
    'recover .causeway/intents/0x3f…9a.json --rpc harbor=http://127.0.0.1:8545 --account 0',
    'recover 0x3f…9a --side destination --account 0 --json',
  ],
  run: async (context) => {
    const { out } = context
    const saved = await findIntent(context)
    const { intent } = saved
    const contracts = await readContracts(context.flags, process.env, saved)
    const side = (context.flags.side ?? 'origin') as 'origin' | 'destination'
    const chain = chainOf(side === 'origin' ? intent.originChainId : intent.destinationChainId)
    const account = await readAccount(context.flags, process.env, [chain.id])
    const wallet = await nodeOf(readNodes(context.flags.rpc, process.env, knownChains()), chain, account)
    const recovery = { intent, contracts, wallet, side, onTransaction: (hash: string) => out.note(`sent ${hash}`) }
    if (context.flags.execute) {
      const txnHash = await executeAlone(recovery)
      out.result({ txnHash }, () => `the calls of the intent ran in ${txnHash}`)
      return undefined
    }
    const recovered = await recoverDeposit({ ...recovery, tokens: context.flags.token as `0x${string}`[] })
    if (recovered.txnHashes.length === 0) throw nothingThere(recovered, chain)
    out.result(recovered, () => describe(recovered, chain))
  },
})

async function findIntent({
  args,
  flags: options,
  client,
}: ClientContext<typeof flags>): Promise<Pick<SavedIntent, 'intent' | 'operator' | 'contracts'>> {
  const named = onlyArg(args, 'intent-id or file')
  const saved = readSaved(options.save ?? savedFolderDefault, named)
  if (saved) return saved
  if (!/^0x[0-9a-fA-F]{64}$/.test(named)) throw notSaved(named, options.save ?? savedFolderDefault)
  return client.getIntent({ intentId: named })
}

const notSaved = (named: string, folder: string) =>
  usageError(`there is no saved intent "${named}"`, `name a file, or the id of one in ${folder}: 0x and 64 hex digits`)

/** The chains built into this software: recovery must work without the service. */
const knownChains = (): NamedChain[] => [...devnetDefinitions(), ...mainnets]

function chainOf(id: number): NamedChain {
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  return knownChains().find((chain) => chain.id === id) ?? { id, name: String(id), nativeCurrency }
}

const nothingThere = ({ from }: Recovered, { name }: NamedChain) =>
  new CliError(
    'failed',
    `nothing is at ${from} on ${name}`,
    'look at the other side with --side destination, or for another token with --token',
  )

/** The amount in base units, and also in whole tokens if this software knows the token. */
function formatMoved(token: string, amount: bigint, { id, nativeCurrency }: NamedChain): string {
  const isNative = token === nativeToken
  const unit = isNative ? nativeCurrency : knownToken(id, token)
  return formatBaseUnits(amount, isNative ? 'the native token' : token, unit)
}

function describe({ from, to, amounts, txnHashes }: Recovered, chain: NamedChain): string {
  return formatPairs([
    ['chain', chain.name],
    ['from', from],
    ['to', to],
    ...amounts.map(({ token, amount }) => ['moved', formatMoved(token, amount, chain)] as const),
    ...txnHashes.map((hash) => ['transaction', hash] as const),
  ])
}
