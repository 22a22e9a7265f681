import { isoTime } from '../../intents/receipt.ts'
import { adminLimits } from '../../interface/adminShapes.ts'
import { dayOf, nextDayOf } from '../../stores/sponsorStore.ts'
import type { AdminHandlers, AdminPorts } from './adminHandler.ts'
import { found, toProject, yearMs } from './projectOperations.ts'

const usdOf = (microUsd: bigint): number => Number(microUsd) / 1e6

/** What projects pay to relay their users' deposits. */
export function sponsorOperations({
  store: { sponsors },
  clock,
}: AdminPorts): Pick<AdminHandlers, 'SetSponsorBudget' | 'GetSponsorship'> {
  return {
    async SetSponsorBudget({ projectId, usdPerDay }, { act }) {
      return { project: toProject(found(await sponsors.setBudget(projectId, usdPerDay, act), projectId)) }
    },
    async GetSponsorship({ projectId, fromTime, limit = adminLimits.pageDefault }) {
      const nowMs = clock.nowMs()
      const fromMs = fromTime === undefined ? nowMs - yearMs : fromTime * 1_000
      const [budget, days] = await Promise.all([
        sponsors.budget(projectId, dayOf(nowMs)),
        sponsors.days(projectId, { fromMs, limit }),
      ])
      const { mostMicroUsd, usedMicroUsd } = budget ?? { mostMicroUsd: 0n, usedMicroUsd: 0n }
      return {
        usdPerDay: usdOf(mostMicroUsd),
        leftUsd: usdOf(mostMicroUsd > usedMicroUsd ? mostMicroUsd - usedMicroUsd : 0n),
        nextDayAt: isoTime(nextDayOf(nowMs)),
        days: days.map(({ dayMs, reservedMicroUsd, spentMicroUsd, deposits }) => ({
          day: isoTime(dayMs),
          heldUsd: usdOf(reservedMicroUsd),
          spentUsd: usdOf(spentMicroUsd),
          deposits,
        })),
      }
    },
  }
}
