import type { AdminClient } from '../sdk/adminClient.ts'
import { createAdminCommand, idOf, secondsOf } from './adminCommand.ts'
import { formatCount } from './kit/amounts.ts'
import { usageError } from './kit/cliError.ts'
import { wholeNumber } from './kit/flags.ts'
import { table } from './kit/table.ts'

type Answer = Awaited<ReturnType<AdminClient['getBooks']>>
type Row = Answer['rows'][number]

const kinds = ['hour', 'day', 'project', 'chain', 'intent'] as const
const daysDefault = '30d'

export const books = createAdminCommand({
  name: 'books',
  about: 'Show whether it pays: fees earned, gas spent and the difference.',
  details: [
    'Dollars are at the prices of the quotes, from the ledger of final transactions. Charged is the part of the fees that was asked for gas;',
    'beside it, in percent, how much of the gas that covered.',
  ],
  flags: {
    by: { value: kinds.join('|'), about: 'What a line is of; day unless said' },
    since: { value: 'time', about: `How far back, like 24h or 30d; ${daysDefault} unless said` },
    project: { value: 'number', about: 'Of one project' },
    limit: { value: 'number', about: 'Lines; the largest losses first, by hour or day the newest' },
  },
  examples: ['books', 'books --by chain --since 24h', 'books --by intent --limit 20 --json'],
  run: async ({ admin, flags, out }) => {
    const by = kinds.find((kind) => kind === (flags.by ?? 'day'))
    if (!by) throw usageError(`--by is one of ${kinds.join(', ')}, not "${flags.by}"`)
    const sinceS = secondsOf('since', flags.since ?? daysDefault)
    const answer = await admin.getBooks({
      by,
      fromTime: Math.max(0, Math.floor(Date.now() / 1_000) - sinceS),
      ...(flags.project !== undefined && { projectId: idOf('--project', flags.project) }),
      ...(flags.limit !== undefined && { limit: wholeNumber('limit', flags.limit, 1) }),
    })
    out.result(answer, () => describe(answer, by))
    if (answer.total.unpriced > 0)
      out.note(`${answer.total.unpriced} entries had no price and are left out; they are from before worths were kept`)
  },
})

const keyOf = ({ start, day, projectId, chainId, intentId }: Row): string =>
  start?.slice(0, 16) ?? day ?? intentId ?? String(projectId ?? chainId)
/** Four decimals, because gas on a rollup costs a fraction of a cent. */
const dollars = (usd: number): string => `${usd < 0 ? '-' : ''}$${Math.abs(usd).toFixed(4)}`

function describe({ rows, total }: Answer, by: (typeof kinds)[number]): string {
  if (rows.length === 0) return 'nothing was earned or spent in this time'
  const all: (Row & { name?: string })[] = [...rows, { ...total, name: 'ALL' }]
  return table(all, [
    { title: by.toUpperCase(), value: (row) => row.name ?? keyOf(row) },
    { title: 'INTENTS', value: ({ intents }) => formatCount(intents), align: 'right' },
    {
      title: 'FEES',
      value: ({ feesUsd, relayFeesUsd, sponsoredUsd }) => dollars(feesUsd + relayFeesUsd + sponsoredUsd),
      align: 'right',
    },
    { title: 'GAS', value: ({ gasUsd }) => dollars(gasUsd), align: 'right' },
    { title: 'RESULT', value: ({ resultUsd }) => dollars(resultUsd), align: 'right' },
    { title: 'CHARGED', value: ({ gasChargedUsd }) => dollars(gasChargedUsd), align: 'right' },
    {
      title: 'OF PAID',
      value: ({ chargedToPaid }) => (chargedToPaid === undefined ? '' : `${Math.round(chargedToPaid * 100)} %`),
      align: 'right',
    },
  ])
}
