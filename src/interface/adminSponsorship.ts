import * as z from 'zod'
import { adminLimits, projectId, projectShape } from './adminShapes.ts'
import { dollars, float, integer, list, shape, time, unixSeconds } from './fields.ts'

const daysMax = 366

const sponsoredDay = shape('SponsoredDay', 'What a project paid on one day (UTC) for relaying deposits of its users.', {
  day: time().describe('When the day began'),
  heldUsd: float().describe('Dollars reserved for intents that are under way'),
  spentUsd: float().describe('Dollars spent'),
  deposits: integer().describe('Deposits that it was spent on'),
})

const base = { area: 'Usage', errors: ['ProjectNotFound', 'UnauthorizedUser'] } as const

/** Rows of the admin table about what projects pay for their users. */
export const adminSponsorship = {
  SetSponsorBudget: {
    ...base,
    summary:
      'Let a project pay for relaying deposits of its users, so many dollars a day; running intents keep theirs.',
    access: 'operator',
    effect: 'act',
    request: z.object({ projectId: projectId(), usdPerDay: dollars().describe('Dollars a day (UTC); 0: none') }),
    response: z.object({ project: projectShape.describe('The project') }),
  },
  GetSponsorship: {
    ...base,
    summary:
      'What a project pays for deposits of its users: its budget, what is left of it today, and the days before.',
    access: 'member',
    effect: 'read',
    afterDeletion: true,
    request: z.object({
      projectId: projectId(),
      fromTime: unixSeconds().optional().describe('Unix seconds; a year back unless said'),
      limit: integer(1, daysMax).optional().describe(`Days in the answer, ${adminLimits.pageDefault} by default`),
    }),
    response: z.object({
      usdPerDay: float().describe('Dollars that it may pay a day; 0: it pays nothing'),
      leftUsd: float().describe('Dollars left today'),
      nextDayAt: time().describe('When the budget is whole again'),
      days: list(sponsoredDay, daysMax).describe('Newest first; days on which nothing was asked for are left out'),
    }),
  },
} as const
