import { type IntentStatus, intentStatuses } from '../interface/enums.ts'
import type { Response } from '../interface/operations.ts'
import { knownToken } from '../sdk/knownToken.ts'
import { formatToken } from './kit/amounts.ts'
import { usageError } from './kit/cliError.ts'
import { createClientCommand } from './kit/clientCommand.ts'
import { findChain } from './kit/findChain.ts'
import { atMostOne, wholeNumber } from './kit/flags.ts'
import { table } from './kit/table.ts'

type Entry = Response<'GetIntentHistory'>['intents'][number]

export const history = createClientCommand({
  name: 'history',
  about: 'Page through intents with their receipts, newest first.',
  args: '[owner]',
  flags: {
    owner: { value: 'address', about: 'Of this wallet; the same as [owner]' },
    status: { value: 'status', choices: intentStatuses, about: 'Only with this status' },
    from: { value: 'chain', about: 'Only from this chain' },
    to: { value: 'chain', about: 'Only to this chain' },
    recoverable: { about: 'Only intents whose addresses still hold something' },
    limit: { value: 'number', about: 'Intents in a page; 20 unless said' },
    page: { value: 'cursor', about: 'The page that the last one named' },
  },
  examples: [
    'history',
    'history --owner 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --status FAILED',
    'history --recoverable --json',
  ],
  run: async ({ args, flags, client, out }) => {
    const [from, to] = await Promise.all([
      flags.from ? findChain(client, flags.from) : undefined,
      flags.to ? findChain(client, flags.to) : undefined,
    ])
    const pageSize = flags.limit === undefined ? undefined : wholeNumber('limit', flags.limit, 1)
    const answer = await client.getIntentHistory({
      page: { ...(flags.page && readPage(flags.page)), ...(pageSize && { pageSize }) },
      byOwnerAddress: atMostOne(args, 'owner', 'address') ?? flags.owner,
      byStatus: flags.status as IntentStatus | undefined,
      originChainId: from?.id,
      destinationChainId: to?.id,
      onlyRecoverable: flags.recoverable || undefined,
    })
    out.result(answer, () => (answer.intents.length === 0 ? 'no intent matches' : entryTable(answer.intents)))
    if (answer.nextPage) out.note(`more: --page ${answer.nextPage.after}`)
  },
})

/** A cursor is the number of the last intent on a page; the order of pages is fixed. */
function readPage(text: string): { after: number } {
  if (!/^\d{1,15}$/.test(text)) throw usageError('--page is the number that the last page named')
  return { after: Number(text) }
}

const entryTable = (entries: readonly Entry[]): string =>
  table(entries, [
    { title: 'INTENT', value: ({ intentId }) => intentId },
    { title: 'STATUS', value: ({ status }) => status },
    { title: 'PAYS', value: (entry) => side(entry, 'origin'), align: 'right' },
    { title: 'BRINGS', value: (entry) => side(entry, 'destination'), align: 'right' },
    { title: 'CREATED', value: ({ createdAt }) => createdAt },
  ])

function side({ receipt: { summary } }: Entry, name: 'origin' | 'destination'): string {
  const amount = summary[`${name}TokenAmount`]
  const known = knownToken(summary[`${name}ChainId`], summary[`${name}TokenAddress`])
  if (known) return formatToken(amount, known)
  const metadata = summary[`${name}TokenMetadata`]
  return metadata ? `${formatToken(amount, metadata)} (${summary[`${name}TokenAddress`]}, unverified)` : String(amount)
}
