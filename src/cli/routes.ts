import { usageError } from './kit/cliError.ts'
import { createClientCommand } from './kit/clientCommand.ts'
import { findChain } from './kit/findChain.ts'
import { findToken } from './kit/findToken.ts'
import { atMostOne } from './kit/flags.ts'
import { readChains, requireKnownToken } from './kit/knownNames.ts'
import { table } from './kit/table.ts'

export const routes = createClientCommand({
  name: 'routes',
  about: 'List what can be reached from a token, or what can pay for one, now.',
  args: '[token@chain]',
  flags: {
    from: { value: 'token@chain', about: 'What it can become; the same as [token@chain]' },
    to: { value: 'token@chain', about: 'What can pay for it; with --from, whether there is a way' },
    chain: { value: 'chain', about: 'Only tokens of this chain' },
    owner: { value: 'address', about: 'With --to: only tokens that this wallet holds' },
  },
  examples: [
    'routes USDC@harbor',
    'routes USDC@harbor --chain island',
    'routes --to ETH@island --owner 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    'routes --from USDC@harbor --to DAI@summit --json',
  ],
  run: async ({ args, flags, client, out }) => {
    const named = atMostOne(args, 'token@chain') ?? flags.from
    if (!named && !flags.to) throw usageError('[token@chain] or --to is missing')
    const [from, to, chain, chains] = await Promise.all([
      named ? findToken(client, named) : undefined,
      flags.to ? findToken(client, flags.to) : undefined,
      flags.chain ? findChain(client, flags.chain) : undefined,
      readChains(client),
    ])
    const answer = from
      ? await client.getExactInputRoutes({
          originChainId: from.chainId,
          originTokenAddress: from.address,
          destinationChainId: to?.chainId ?? chain?.id,
          destinationTokenAddress: to?.address,
        })
      : await client.getExactOutputRoutes({
          destinationChainId: to!.chainId,
          destinationTokenAddress: to!.address,
          originChainId: chain?.id,
          ownerAddress: flags.owner,
        })
    answer.tokens.forEach(requireKnownToken)
    const nameOf = (chainId: number) => chains.find(({ id }) => id === chainId)?.name ?? String(chainId)
    out.result(answer, () =>
      answer.tokens.length === 0
        ? 'there is no way now'
        : table(answer.tokens, [
            { title: 'CHAIN', value: ({ chainId }) => nameOf(chainId) },
            { title: 'SYMBOL', value: ({ symbol }) => symbol },
            { title: 'ADDRESS', value: ({ address }) => address },
          ]),
    )
  },
})
