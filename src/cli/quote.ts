import { accountFlags, readOwner } from './kit/account.ts'
import { usageError } from './kit/cliError.ts'
import { createClientCommand } from './kit/clientCommand.ts'
import { describeOffers } from './kit/describeOffers.ts'
import { describeQuote } from './kit/describeQuote.ts'
import { readTrade, readWords, requestOf, tradeArgs, tradeDetails, tradeFlags } from './kit/trade.ts'

const noPayer = usageError('no payer given', 'pass --owner <address>, or --account 0..9 on the local chains')

export const quote = createClientCommand({
  name: 'quote',
  about: 'Ask what a trade costs and brings. Nothing is reserved and nothing sent.',
  args: tradeArgs,
  details: tradeDetails,
  flags: {
    ...tradeFlags,
    owner: { value: 'address', about: 'Who pays; otherwise the account that would sign' },
    ...accountFlags,
    explain: { about: 'Also show every other way that was considered, and why it was not taken' },
  },
  examples: [
    'quote 100 USDC@harbor ETH@island --account 0',
    'quote USDC@harbor 0.05 ETH@island --owner 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    'quote 1 ETH@harbor DAI@harbor --account 0 --slippage 0.5% --json',
    'quote 100 USDC@harbor USDC@island --account 0 --explain',
  ],
  run: async ({ args, flags, client, out }) => {
    const trade = await readTrade(client, readWords(args))
    const chainIds = [trade.origin.chainId, trade.destination.chainId]
    const ownerAddress = flags.owner ?? (await readOwner(flags, process.env, chainIds, noPayer))
    const request = { ...requestOf(trade, flags), ownerAddress }
    const answer = await client.quoteIntent(request)
    out.result(answer, () => {
      const quoted = describeQuote(answer.intent, trade)
      return flags.explain
        ? `${quoted}\n\n${describeOffers(answer.offers ?? [], trade, request.options?.preference)}`
        : quoted
    })
  },
})
