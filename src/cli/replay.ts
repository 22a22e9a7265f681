import { trustedChain } from '../intents/trustedChains.ts'
import type { AdminClient } from '../sdk/adminClient.ts'
import { knownToken } from '../sdk/knownToken.ts'
import { createAdminCommand, idOf } from './adminCommand.ts'
import { formatCount, formatToken } from './kit/amounts.ts'
import { oneLine } from './kit/terminal.ts'

type Leg = Awaited<ReturnType<AdminClient['replayIntent']>>['legs'][number]

export const replay = createAdminCommand({
  name: 'replay',
  about: 'Find the route of an intent again, and what the best one would have brought.',
  details: [
    'Searches once more over the pools that the quote saw, and over the same pools as the block before the swap left them.',
    'Older blocks need a node that keeps their states.',
  ],
  takes: ['intent-id'],
  flags: { project: { value: 'number', about: 'Of this project: members of it may ask, too' } },
  examples: ['replay 0x3f…9a', 'replay 0x3f…9a --json'],
  run: async ({ admin, args, flags, out }) => {
    const [intentId = ''] = args
    const answer = await admin.replayIntent({
      intentId: intentId as `0x${string}`,
      ...(flags.project !== undefined && { projectId: idOf('--project', flags.project) }),
    })
    const whole = answer.missedBps === undefined ? [] : [`all swaps together missed ${answer.missedBps} bps`]
    out.result(answer, () =>
      answer.legs.length === 0
        ? 'nothing was swapped or bridged: the deposit was delivered as it came'
        : [...answer.legs.map(describe), ...whole].join('\n\n'),
    )
  },
})

function describe(leg: Leg): string {
  const { chainId, tokenIn, tokenOut } = leg
  if (chainId === undefined || !tokenIn || !tokenOut)
    return oneLine(
      `${leg.provider}: ${formatCount(leg.amountIn)} in, ${formatCount(leg.amountOut)} out; ${leg.note ?? ''}`,
    )
  const amount = (token: `0x${string}`, value: bigint) => {
    const known = knownToken(chainId, token)
    return known ? formatToken(value, known) : `${formatCount(value)} of ${token}`
  }
  const said = (value: bigint) => amount(tokenOut, value)
  const lines = [
    `${leg.provider} on ${trustedChain(chainId)?.name ?? chainId}: ${amount(tokenIn, leg.amountIn)} for ${said(leg.amountOut)}`,
    `  quoted      at block ${leg.quotedAtBlock ?? '?'}, over ${leg.pools} pools that it looked at`,
    `  found again ${leg.foundAgain ? 'the same route' : `another one, for ${leg.foundAmountOut === undefined ? 'nothing' : said(leg.foundAmountOut)}`}`,
  ]
  if (leg.routeAmountOut !== undefined && leg.bestAmountOut !== undefined && leg.missedBps !== undefined)
    lines.push(
      `  at block ${leg.ranInBlock}: this route ${said(leg.routeAmountOut)}, the best ${said(leg.bestAmountOut)}: ${leg.missedBps} bps missed`,
    )
  if (leg.note) lines.push(`  ${leg.note}`)
  return lines.map(oneLine).join('\n')
}
