import { trustedChain } from '../intents/trustedChains.ts'
import { fundStates } from '../interface/adminShapes.ts'
import type { AdminClient } from '../sdk/adminClient.ts'
import { knownToken } from '../sdk/knownToken.ts'
import { createAdminCommand, idOf } from './adminCommand.ts'
import { formatCount, formatToken } from './kit/amounts.ts'
import { wholeNumber } from './kit/flags.ts'
import { table } from './kit/table.ts'

const statesAsked = fundStates.map((state) => state.toLowerCase())

type Funds = Awaited<ReturnType<AdminClient['getHeldFunds']>>['funds'][number]

/** Takes symbol and decimals from this software, else from the service (its token lists, or read from contracts). */
function amountOf({ chainId, tokenAddress, amount, symbol, decimals }: Funds): string {
  const told = symbol !== undefined && decimals !== undefined ? { symbol, decimals } : undefined
  const token = knownToken(chainId, tokenAddress) ?? told
  return token ? formatToken(amount, token) : `${formatCount(amount)} of ${tokenAddress}`
}

const chainOf = ({ chainId }: Funds): string => trustedChain(chainId)?.name ?? String(chainId)

export const held = createAdminCommand({
  name: 'held',
  about: 'Show money that rests at intent addresses, or is on its way.',
  details: [
    'held: the intent has ended and its addresses hold something, which is its owner’s. moving: it is under way.',
    'What to do about one is in its receipt: causeway receipt <intent>.',
  ],
  flags: {
    state: { value: 'state', choices: statesAsked, about: 'held unless said' },
    project: { value: 'number', about: 'Of one project' },
    limit: { value: 'number', about: 'Intents that a page looks at' },
    page: { value: 'cursor', about: 'The page that the last one named' },
  },
  examples: ['held', 'held --state held', 'held --project 2 --json'],
  run: async ({ admin, flags, out }) => {
    const state = fundStates.find((one) => one.toLowerCase() === flags.state)
    const answer = await admin.getHeldFunds({
      ...(state && { state }),
      ...(flags.project !== undefined && { projectId: idOf('--project', flags.project) }),
      ...(flags.limit !== undefined && { limit: wholeNumber('limit', flags.limit, 1) }),
      ...(flags.page !== undefined && { beforeId: wholeNumber('page', flags.page, 1) }),
    })
    out.result(answer, () =>
      answer.funds.length === 0
        ? state === 'MOVING'
          ? 'nothing is on its way'
          : 'nothing rests at the address of an intent that has ended'
        : table(answer.funds, [
            { title: 'AMOUNT', value: amountOf, align: 'right' },
            { title: 'CHAIN', value: chainOf },
            { title: 'PLACE', value: ({ place }) => place },
            { title: 'STATUS', value: ({ status }) => status },
            { title: 'CHANGED', value: ({ updatedAt }) => updatedAt },
            { title: 'INTENT', value: ({ intentId }) => intentId },
          ]),
    )
    if (answer.nextBeforeId !== undefined) out.note(`more: --page ${answer.nextBeforeId}`)
  },
})
