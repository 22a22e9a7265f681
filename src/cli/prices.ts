import { formatPrice } from './kit/amounts.ts'
import { usageError } from './kit/cliError.ts'
import { createClientCommand } from './kit/clientCommand.ts'
import { findToken } from './kit/findToken.ts'
import { table } from './kit/table.ts'

export const prices = createClientCommand({
  name: 'prices',
  about: 'Show dollar prices of tokens.',
  args: '<token>@<chain> …',
  flags: {},
  examples: ['prices ETH@harbor', 'prices ETH@harbor WBTC@island USDC@summit --json'],
  run: async ({ args, client, out }) => {
    if (args.length === 0) throw usageError('<token>@<chain> is missing')
    const tokens = await Promise.all(args.map((arg) => findToken(client, arg)))
    const asked = tokens.map(({ chainId, address }) => ({ chainId, tokenAddress: address }))
    const answer = await client.getTokenPrices({ tokens: asked })
    const rows = answer.tokenPrices.map((price, at) => ({ ...price, found: tokens[at]! }))
    out.result(answer, () =>
      table(rows, [
        { title: 'TOKEN', value: ({ found }) => found.symbol },
        { title: 'CHAIN', value: ({ found }) => found.chain.name },
        {
          title: 'USD',
          value: ({ priceUsd }) => (priceUsd === undefined ? 'unknown' : formatPrice(priceUsd)),
          align: 'right',
        },
        { title: 'AT', value: ({ updatedAt }) => updatedAt },
      ]),
    )
  },
})
