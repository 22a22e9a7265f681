import type { Hex } from '../../src/interface/fields.ts'
import type { Memory } from '../stores/memory/memory.ts'
import { Broken } from './broken.ts'
import type { Scheduler } from './scheduler.ts'
import type { SimChain } from './simChain.ts'
import type { SimWorld } from './worlds.ts'

export type SponsorOracle = {
  /** Of what a project pays for its users, nothing is above its budget, at any time. */
  afterWrite(): void
  /** What was set aside has been settled: as a cost where one of our transactions ran the deposit, and as nothing otherwise. */
  atEnd(): void
}

/** Dollars a day that a project pays for deposits by signature: nothing, one or two of them, or as many as there are. */
const budgets = [0, 0, 0.5, 1, 50] as const

/** Makes the projects of a run. The budget of each, in millionths of a dollar, by its id. */
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
  /** The budgets of a day, by project; they stay the same in a run. */
  mostMicroUsd: ReadonlyMap<number, bigint>
}): SponsorOracle {
  const { memory, chainOf, nameOf, mostMicroUsd } = options

  /** Transactions of ours that ran the origin of an intent and were mined. */
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
