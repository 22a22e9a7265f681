import { createClientCommand } from './kit/clientCommand.ts'
import { readChains } from './kit/knownNames.ts'
import { table } from './kit/table.ts'

const noChainOf = (provider = ''): string => `no chain is served by a provider called "${provider}"`

export const chains = createClientCommand({
  name: 'chains',
  about: 'List the chains that the service is configured for.',
  flags: { provider: { value: 'name', about: 'Only chains that this provider serves, such as ACROSS' } },
  examples: ['chains', 'chains --provider CCTP', 'chains --json'],
  run: async ({ flags, client, out }) => {
    const answer = { chains: await readChains(client, { routeProvider: flags.provider }) }
    out.result(answer, () =>
      answer.chains.length === 0
        ? noChainOf(flags.provider)
        : table(answer.chains, [
            { title: 'ID', value: ({ id }) => String(id), align: 'right' },
            { title: 'CHAIN', value: ({ name }) => name },
            { title: 'NATIVE', value: ({ nativeCurrency }) => nativeCurrency.symbol },
            { title: 'EXPLORER', value: ({ blockExplorer }) => blockExplorer?.url ?? '' },
          ]),
    )
  },
})
