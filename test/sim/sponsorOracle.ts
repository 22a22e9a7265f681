import type { Hex } from '../../src/interface/fields.ts'
import type { Memory } from '../stores/memory/memory.ts'
import { Broken } from './broken.ts'
import type { SimChain } from './simChain.ts'

export type SponsorOracle = {
  /** Of what a project pays for its users, nothing is above its budget, at any time. */
  afterWrite(): void
  /** What was set aside has been settled: as a cost where one of our transactions ran the deposit, and as nothing otherwise. */
  atEnd(): void
}

export function createSponsorOracle(options: {
  memory: Memory
  chainOf(chainId: number): SimChain
  nameOf(intentId: string): string
  /** The budget of a day; it stays the same in a run. */
  mostMicroUsd: bigint
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
      const days = new Map<number, bigint>()
      for (const [intentId, { dayMs, held, spent }] of memory.sponsorships) {
        if (spent !== undefined && (spent < 0n || spent > held))
          throw new Broken('sponsors pay within limits', `${nameOf(intentId)} was charged ${spent} of ${held}`)
        const used = (days.get(dayMs) ?? 0n) + (spent ?? held)
        days.set(dayMs, used)
        if (used > mostMicroUsd)
          throw new Broken('sponsors pay within limits', `${used} of ${mostMicroUsd} micro-dollars are used`)
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
