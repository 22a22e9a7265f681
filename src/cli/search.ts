import type { Intent } from '../interface/intentShapes.ts'
import { createClientCommand } from './kit/clientCommand.ts'
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
    const answer = await client.searchIntents({
      byQueryString: args.length > 0 ? args.join(' ') : undefined,
      byOwnerAddress: flags.owner,
      byTransactionHash: flags.hash,
      byDepositTransactionHash: flags['deposit-hash'],
      byOriginIntentAddress: flags.address,
    })
    out.result(answer, () => (answer.intents.length === 0 ? 'no intent matches' : intentTable(answer.intents)))
    return undefined
  },
})

const intentTable = (intents: readonly Intent[]): string =>
  table(intents, [
    { title: 'INTENT', value: ({ intentId }) => intentId },
    { title: 'STATUS', value: ({ status }) => status },
    { title: 'FROM', value: ({ originChainId }) => String(originChainId), align: 'right' },
    { title: 'TO', value: ({ destinationChainId }) => String(destinationChainId), align: 'right' },
    { title: 'ROUTE', value: ({ quote }) => quote.routeProviders.join(', ') },
    { title: 'CREATED', value: ({ createdAt }) => createdAt },
  ])
