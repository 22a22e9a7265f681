import type { Hex } from '../../src/interface/fields.ts'
import type { Memory } from '../stores/memory/memory.ts'
import { Broken } from './broken.ts'
import type { Scheduler } from './scheduler.ts'
import type { SimChain } from './simChain.ts'
import type { SimWorld } from './worlds.ts'

export type SponsorOracle = {
  /** A project's spending for its users never exceeds its budget. */
  afterWrite(): void
  /** Reservations were settled: as a cost if our transaction ran the deposit, else as nothing. */
  atEnd(): void
}

/** Dollars per day for signed deposits: none, one or two deposits, or all of them. */
const budgets = [0, 0, 0.5, 1, 50] as const

/** Makes a run's projects. Returns each budget, in millionths of a dollar, by id. */
export function drawBudgets(memory: Memory, scheduler: Scheduler, { traits }: SimWorld): Map<number, bigint> {
  const first = memory.access.projects.get(1)!
  if (traits.includes('projects')) memory.access.projects.set(2, { ...first, id: 2, name: 'another' })
  return new Map(
    [...memory.access.projects.values()].map((project) => {
      const sponsorUsdPerDay = scheduler.pick(budgets)
      if (sponsorUsdPerDay > 0) project.limits = { sponsorUsdPerDay }
      return [project.id, BigInt(Math.floor(sponsorUsdPerDay * 1e6))]
    }),
  )
}

export function createSponsorOracle(options: {
  memory: Memory
  chainOf(chainId: number): SimChain
  nameOf(intentId: string): string
  /** Daily budgets by project; constant in a run. */
  mostMicroUsd: ReadonlyMap<number, bigint>
}): SponsorOracle {
  const { memory, chainOf, nameOf, mostMicroUsd } = options

  /** Our mined transactions that ran an intent's origin. */
  function ranBy(intentId: Hex): Hex[] {
    return [...memory.attempts.values()]
      .filter(({ items, hash, chainId }) => {
        const isOrigin = (id: number) => {
          const item = memory.outbox.get(id)?.item
          return item?.intentId === intentId && item.leg === 'origin'
        }
        return items.some(isOrigin) && chainOf(chainId).ledger.receipt(hash)?.success
      })
      .map(({ hash }) => hash)
  }

  return {
    afterWrite() {
      const days = new Map<string, bigint>()
      for (const [intentId, { projectId, dayMs, held, spent }] of memory.sponsorships) {
        const most = mostMicroUsd.get(projectId) ?? 0n
        const day = `${projectId} ${dayMs}`
        if (memory.intents.get(intentId)?.record.projectId !== projectId)
          throw new Broken('sponsors pay within limits', `${nameOf(intentId)} is paid for by project ${projectId}`)
        if (spent !== undefined && (spent < 0n || spent > held))
          throw new Broken('sponsors pay within limits', `${nameOf(intentId)} was charged ${spent} of ${held}`)
        const used = (days.get(day) ?? 0n) + (spent ?? held)
        days.set(day, used)
        if (used > most)
          throw new Broken(
            'sponsors pay within limits',
            `${used} of ${most} micro-dollars of project ${projectId} are used`,
          )
      }
    },
    atEnd() {
      for (const [intentId, { spent }] of memory.sponsorships) {
        const name = nameOf(intentId)
        const origin = memory.intents.get(intentId)?.record.legs.find(({ leg }) => leg === 'origin')
        const ours = ranBy(intentId)
        if (spent === undefined) throw new Broken('sponsors pay what it cost', `${name} is not settled`)
        if (spent > 0n && ours.length === 0)
          throw new Broken('sponsors pay what it cost', `${name} was charged ${spent} and nothing of ours was mined`)
        if (spent === 0n && origin?.status === 'SUCCEEDED' && origin.txnHash && ours.includes(origin.txnHash))
          throw new Broken('sponsors pay what it cost', `${name} was carried out by us and charged nothing`)
      }
    },
  }
}
