import type { YieldMarket } from '../interface/yieldShapes.ts'
import { formatUsd } from './kit/amounts.ts'
import { createClientCommand } from './kit/clientCommand.ts'
import { findChain } from './kit/findChain.ts'
import { atMostOne, wholeNumber } from './kit/flags.ts'
import { table } from './kit/table.ts'

const sorts = { rate: 'rewardRateDesc', tvl: 'tvlDesc' } as const

export const yields = createClientCommand({
  name: 'yields',
  about: 'List markets that earn, the highest rate first.',
  args: '[chain]',
  flags: {
    chain: { value: 'chain', about: 'Only markets of this chain; the same as [chain]' },
    provider: { value: 'name', about: 'Only this protocol, such as aave-v3' },
    type: { value: 'kind', choices: ['lending', 'vault'], about: 'Only this kind' },
    search: { value: 'text', about: 'By name, symbol or id' },
    sort: { value: 'by', choices: ['rate', 'tvl'], about: 'The highest rate or the largest market first' },
    limit: { value: 'number', about: 'At most so many' },
  },
  examples: ['yields', 'yields island --search USDC', 'yields --sort tvl --json'],
  run: async ({ args, flags, client, out }) => {
    const named = atMostOne(args, 'chain') ?? flags.chain
    const chain = named ? await findChain(client, named) : undefined
    const { payload } = await client.yieldGetMarkets({
      chainId: chain && String(chain.id),
      provider: flags.provider,
      type: flags.type as 'lending' | 'vault' | undefined,
      search: flags.search,
      sort: sorts[(flags.sort ?? 'rate') as keyof typeof sorts],
      limit: flags.limit === undefined ? undefined : wholeNumber('limit', flags.limit, 1),
    })
    const markets = JSON.parse(payload) as YieldMarket[]
    out.result({ markets }, () =>
      markets.length === 0
        ? 'no market matches'
        : table(markets, [
            { title: 'MARKET', value: ({ id }) => id },
            { title: 'TOKEN', value: ({ token }) => token.symbol },
            { title: 'YEARLY', value: ({ rewardRate }) => `${(rewardRate * 100).toFixed(2)} %`, align: 'right' },
            { title: 'SIZE', value: ({ statistics }) => formatUsd(statistics.tvlUsd), align: 'right' },
            { title: 'OPEN', value: ({ status }) => (status.enter ? 'yes' : 'no') },
          ]),
    )
  },
})
