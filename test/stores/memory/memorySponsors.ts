import { isFinalStep } from '../../../src/intents/lifecycle.ts'
import type { Hex } from '../../../src/interface/fields.ts'
import type { SponsoredDay, SponsorStore } from '../../../src/stores/sponsorStore.ts'
import type { Transition } from '../../../src/stores/store.ts'
import { StoreError } from '../../../src/stores/storeError.ts'
import { type Memory, tell } from './memory.ts'
import { writeAudit } from './writeAudit.ts'

/** What an intent has set aside of a day's budget of its project; `spent` once it is settled. */
export type Sponsorship = { projectId: number; dayMs: number; held: bigint; spent?: bigint }

const used = (memory: Memory, projectId: number, dayMs: number): bigint =>
  [...memory.sponsorships.values()]
    .filter((one) => one.projectId === projectId && one.dayMs === dayMs)
    .reduce((sum, { held, spent }) => sum + (spent ?? held), 0n)

export function requireBudget(memory: Memory, projectId: number, { sponsor }: Transition): void {
  if (!sponsor) return
  const { dayMs, microUsd, mostMicroUsd } = sponsor
  if (used(memory, projectId, dayMs) + microUsd > mostMicroUsd)
    throw new StoreError('overBudget', `${microUsd} of ${mostMicroUsd} micro-dollars were asked for`)
}

export function writeSponsorship(memory: Memory, intentId: Hex, projectId: number, transition: Transition): void {
  const { sponsor, sponsoredMicroUsd, step } = transition
  if (sponsor) memory.sponsorships.set(intentId, { projectId, dayMs: sponsor.dayMs, held: sponsor.microUsd })
  const own = memory.sponsorships.get(intentId)
  if (!own || own.spent !== undefined) return
  if (sponsoredMicroUsd === undefined && !(step && isFinalStep(step))) return
  const spent = sponsoredMicroUsd ?? 0n
  own.spent = spent < own.held ? spent : own.held
}

export const createMemorySponsors = (memory: Memory): SponsorStore => ({
  async budget(projectId, dayMs) {
    const project = memory.access.projects.get(projectId)
    const usd = project?.deletedAtMs === undefined ? (project?.limits.sponsorUsdPerDay ?? 0) : 0
    if (usd === 0) return undefined
    return { mostMicroUsd: BigInt(Math.floor(usd * 1e6)), usedMicroUsd: used(memory, projectId, dayMs) }
  },

  async days(projectId, { fromMs, limit }) {
    const days = new Map<number, SponsoredDay>()
    for (const { projectId: of, dayMs, held, spent } of memory.sponsorships.values()) {
      if (of !== projectId || dayMs < fromMs) continue
      const day = days.get(dayMs) ?? { dayMs, reservedMicroUsd: 0n, spentMicroUsd: 0n, deposits: 0 }
      if (spent === undefined) day.reservedMicroUsd += held
      else day.spentMicroUsd += spent
      if (spent) day.deposits += 1
      days.set(dayMs, day)
    }
    return [...days.values()].toSorted((a, b) => b.dayMs - a.dayMs).slice(0, limit)
  },

  async setBudget(projectId, usdPerDay, act) {
    const project = memory.access.projects.get(projectId)
    if (!project || project.deletedAtMs !== undefined) return undefined
    const { sponsorUsdPerDay: _, ...others } = project.limits
    project.limits = usdPerDay === 0 ? others : { ...others, sponsorUsdPerDay: usdPerDay }
    writeAudit(memory, act, { act: 'project.sponsor', projectId, detail: { usdPerDay } })
    tell(memory, { kind: 'switched' })
    return structuredClone(project)
  },
})
