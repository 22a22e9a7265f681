import type { Act, ProjectRecord } from './accessStore.ts'

/** Micro-dollars that a project may spend on a day, and those that running intents have reserved or ended ones have spent. */
export type SponsorBudget = { mostMicroUsd: bigint; usedMicroUsd: bigint }

/** What an intent takes from its project's budget when it is executed. */
export type SponsorHold = { dayMs: number; microUsd: bigint; mostMicroUsd: bigint }

export type SponsoredDay = {
  dayMs: number
  reservedMicroUsd: bigint
  spentMicroUsd: bigint
  /** Deposits that something was spent on. */
  deposits: number
}

/** What projects pay for relaying deposits of their users, in place of the fee. Days are those of UTC. */
export type SponsorStore = {
  /** Undefined for a project that has no budget. */
  budget(projectId: number, dayMs: number): Promise<SponsorBudget | undefined>
  /** Newest first. */
  days(projectId: number, page: { fromMs: number; limit: number }): Promise<SponsoredDay[]>
  /** Changes this limit of the project alone; 0 takes it away. Undefined where there is no such project. */
  setBudget(projectId: number, usdPerDay: number, act: Act): Promise<ProjectRecord | undefined>
}

const dayMs = 24 * 60 * 60_000

/** When the day of a moment began. */
export const dayOf = (ms: number): number => ms - (ms % dayMs)

export const nextDayOf = (ms: number): number => dayOf(ms) + dayMs
