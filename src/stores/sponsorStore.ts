import type { Act, ProjectRecord } from './accessStore.ts'

/** Micro-dollars a project may spend per day, and those of the day that intents have reserved or spent. */
export type SponsorBudget = { mostMicroUsd: bigint; usedMicroUsd: bigint }

/** What an intent takes from its project's budget when it is executed. */
export type SponsorHold = { dayMs: number; microUsd: bigint; mostMicroUsd: bigint }

export type SponsoredDay = {
  dayMs: number
  reservedMicroUsd: bigint
  spentMicroUsd: bigint
  /** Deposits with any spending. */
  deposits: number
}

/** What projects pay to relay their users' deposits, instead of a fee. Days are UTC. */
export type SponsorStore = {
  /** Undefined for a project that has no budget. */
  budget(projectId: number, dayMs: number): Promise<SponsorBudget | undefined>
  /** Newest first. */
  days(projectId: number, page: { fromMs: number; limit: number }): Promise<SponsoredDay[]>
  /** Changes only this limit; 0 removes it. Undefined if there is no such project. */
  setBudget(projectId: number, usdPerDay: number, act: Act): Promise<ProjectRecord | undefined>
}

const dayMs = 24 * 60 * 60_000

/** When the day of a moment began. */
export const dayOf = (ms: number): number => ms - (ms % dayMs)

export const nextDayOf = (ms: number): number => dayOf(ms) + dayMs
