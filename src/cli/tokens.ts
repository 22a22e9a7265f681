import { createClientCommand } from './kit/clientCommand.ts'
import { chooseChain } from './kit/findChain.ts'
import { wholeNumber } from './kit/flags.ts'
import { readChains, requireKnownToken } from './kit/knownNames.ts'
import { table } from './kit/table.ts'

export const tokens = createClientCommand({
  name: 'tokens',
  about: 'List tokens: the featured ones of every chain, unless said.',
  args: '[chain …]',
  flags: {
    chain: { value: 'chain', many: true, about: 'Of this chain, again for more; the same as [chain …]' },
    search: { value: 'text', about: 'By name, symbol or address' },
    all: { about: 'All listed tokens, not only featured ones' },
    external: { about: 'Also tokens of the configured external lists' },
    limit: { value: 'number', about: 'At most so many' },
  },
  examples: ['tokens', 'tokens harbor island', 'tokens harbor --search usd --all --json'],
  run: async ({ args, flags, client, out }) => {
    const chains = await readChains(client)
    const named = [...args, ...flags.chain]
    const chosen = named.length > 0 ? named.map((one) => chooseChain(chains, one)) : chains
    const answer = await client.getTokenList({
      chainIds: chosen.map(({ id }) => id),
      searchQuery: flags.search,
      includeAllListed: flags.all,
      includeExternal: flags.external,
      limit: flags.limit === undefined ? undefined : wholeNumber('limit', flags.limit, 1),
    })
    answer.tokens.forEach(requireKnownToken)
    const nameOf = (chainId: number) => chains.find(({ id }) => id === chainId)?.name ?? String(chainId)
    out.result(answer, () =>
      answer.tokens.length === 0
        ? 'no token matches'
        : table(answer.tokens, [
            { title: 'CHAIN', value: ({ chainId }) => nameOf(chainId) },
            { title: 'SYMBOL', value: ({ symbol }) => symbol },
            { title: 'NAME', value: ({ name }) => name },
            { title: 'DEC', value: ({ decimals }) => String(decimals), align: 'right' },
            { title: 'ADDRESS', value: ({ address }) => address },
          ]),
    )
  },
})
