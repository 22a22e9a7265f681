import { trustedChain } from '../intents/trustedChains.ts'
import { createAdminCommand, idOf } from './adminCommand.ts'
import { formatToken } from './kit/amounts.ts'
import { usageError } from './kit/cliError.ts'
import { createCommandGroup } from './kit/command.ts'
import { table } from './kit/table.ts'

const chainName = ({ chainId }: { chainId: number }) => trustedChain(chainId)?.name ?? String(chainId)

const list = createAdminCommand({
  name: 'lanes list',
  about: 'Show the signers: gas on each chain, and what each has signed that is not final.',
  flags: {},
  examples: ['lanes list', 'lanes list --json'],
  run: async ({ admin, out }) => {
    const answer = await admin.getSigners()
    out.result(answer, () =>
      table(answer.signers, [
        { title: 'CHAIN', value: chainName },
        { title: 'SIGNER', value: ({ address }) => address },
        {
          title: 'GAS',
          value: ({ chainId, balance }) =>
            balance === undefined
              ? 'unknown'
              : formatToken(balance, { symbol: trustedChain(chainId)?.nativeSymbol ?? 'native', decimals: 18 }),
          align: 'right',
        },
        { title: 'NOT FINAL', value: ({ open }) => open.map(({ nonce }) => nonce).join(' ') || 'nothing' },
      ]),
    )
  },
})

const replace = createAdminCommand({
  name: 'lanes replace',
  about:
    'Send a transaction that is in no block again with a higher fee, or cancel it. Everything signed behind it waits for it.',
  takes: ['chain-id', 'signer', 'nonce'],
  flags: { cancel: { about: 'Send nothing under this nonce; what it carried is sent anew' } },
  examples: [
    'lanes replace 8453 0xa0Ee7A142d267C1f36714E4a8F75612F20a79720 17',
    'lanes replace 8453 0xa0Ee7A142d267C1f36714E4a8F75612F20a79720 17 --cancel',
  ],
  run: async ({ admin, args, flags, out }) => {
    const [chain, signer, nonceText] = args as [string, string, string]
    if (!/^\d{1,15}$/.test(nonceText))
      throw usageError(`<nonce> is a number, not "${nonceText}"`, 'causeway lanes list shows them')
    const asked = { chainId: idOf('<chain-id>', chain), signer, nonce: Number(nonceText), cancel: flags.cancel }
    await admin.replaceTransaction(asked)
    out.result(
      asked,
      () =>
        `asked for: the process that works with ${signer} ${flags.cancel ? 'cancels' : 'replaces'} ${nonceText} at once`,
    )
  },
})

export const lanes = createCommandGroup({
  name: 'lanes',
  about: 'Show what signers have sent, and replace or cancel what is stuck: list, replace.',
  children: { list, replace },
})
