import * as z from 'zod'
import { projectId } from './adminShapes.ts'
import { address, big, bool, chainId, float, hash, integer, list, shape, text } from './fields.ts'

const replayedLeg = shape(
  'ReplayedLeg',
  'One leg of an intent: what its quote rested on, and what the market gave when it ran.',
  {
    provider: text(64).describe('Provider that the quote named'),
    amountIn: big().describe('What went in by the quote, base units'),
    amountOut: big().describe('What came out by the quote, base units'),
    chainId: chainId().optional().describe('Chain of a swap; absent for a bridge'),
    tokenIn: address().optional().describe('Token that a swap sold'),
    tokenOut: address().optional().describe('Token that a swap bought'),
    quotedAtBlock: integer().optional().describe('Block that the pools were as of'),
    pools: integer().optional().describe('Pools that its search looked at'),
    foundAgain: bool().optional().describe('Whether the same search over them finds the same pools and amounts'),
    foundAmountOut: big().optional().describe('What it finds to come out'),
    ranInBlock: integer().optional().describe('Block of the transaction that swapped'),
    routeAmountOut: big()
      .optional()
      .describe('What the quoted route brings on the pools as the block before left them'),
    bestAmountOut: big()
      .optional()
      .describe(
        'What the best route of that moment brings for the same input, over all pools between the tokens of the route',
      ),
    missedBps: float().optional().describe('How much less the quoted route brings than the best, basis points'),
    note: text(256).optional().describe('Why something could not be said'),
  },
)

export type ReplayedLeg = z.output<typeof replayedLeg>

/** Analysis of one route after the fact. */
export const adminReplay = {
  ReplayIntent: {
    summary:
      'Find the route of an intent again from what its quote saw, and say what the best one at its execution would have brought.',
    area: 'Funds',
    access: 'member',
    effect: 'read',
    request: z.object({
      projectId: projectId().optional().describe('Project of the intent; without it, only for the operator'),
      intentId: hash().describe('Intent identifier'),
    }),
    response: z.object({
      legs: list(replayedLeg, 8).describe('In the order in which the money passed them'),
      missedBps: float()
        .optional()
        .describe(
          'How much less arrived than by the best routes, all swaps together, basis points; absent while one of them cannot be compared',
        ),
    }),
    errors: ['NotFound', 'ProjectNotFound', 'UnauthorizedUser'],
  },
} as const
