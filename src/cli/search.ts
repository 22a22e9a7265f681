import type { Intent } from '../interface/intentShapes.ts'
import { usageError } from './kit/cliError.ts'
import { createClientCommand } from './kit/clientCommand.ts'
import { readChains } from './kit/knownNames.ts'
import { table } from './kit/table.ts'

export const search = createClientCommand({
  name: 'search',
  about: 'Find intents, newest first. All terms and flags given must match.',
  args: '[term …]',
  details: [
    'A term is an intent id, a hash, an address or six digits of its start, a token symbol, a status or a chain name.',
  ],
  flags: {
    owner: { value: 'address', about: 'Of this wallet' },
    hash: { value: 'hash', about: 'With this transaction, on any leg' },
    'deposit-hash': { value: 'hash', about: 'With this deposit transaction' },
    address: { value: 'address', about: 'With this intent address on the origin chain' },
  },
  examples: ['search 0xf39Fd6', 'search USDC SUCCEEDED island', 'search --hash 0xab…12 --json'],
  run: async ({ args, flags, client, out }) => {
    const isAsked = args.length > 0 || flags.owner || flags.hash || flags['deposit-hash'] || flags.address
    if (!isAsked) throw usageError('[term …] or a flag is missing', '`causeway history` pages through all intents')
    const asked = client.searchIntents({
      byQueryString: args.length > 0 ? args.join(' ') : undefined,
      byOwnerAddress: flags.owner,
      byTransactionHash: flags.hash,
      byDepositTransactionHash: flags['deposit-hash'],
      byOriginIntentAddress: flags.address,
    })
    const [answer, chains] = await Promise.all([asked, readChains(client)])
    const names = new Map(chains.map(({ id, name }) => [id, name]))
    const text = () => (answer.intents.length === 0 ? 'no intent matches' : intentTable(answer.intents, names))
    out.result(answer, text)
  },
})

const intentTable = (intents: readonly Intent[], names: ReadonlyMap<number, string>): string =>
  table(intents, [
    { title: 'INTENT', value: ({ intentId }) => intentId },
    { title: 'STATUS', value: ({ status }) => status },
    { title: 'FROM', value: ({ originChainId: id }) => names.get(id) ?? String(id) },
    { title: 'TO', value: ({ destinationChainId: id }) => names.get(id) ?? String(id) },
    { title: 'ROUTE', value: ({ quote }) => quote.routeProviders.join(', ') },
    { title: 'CREATED', value: ({ createdAt }) => createdAt },
  ])
