import { ServiceError } from '../../src/interface/errors.ts'
import type { QuotaAnswer } from '../../src/server/access/quota.ts'
import type { Memory } from '../stores/memory/memory.ts'
import { Broken } from './broken.ts'
import type { Host } from './host.ts'
import type { Scheduler } from './scheduler.ts'
import type { Service } from './service.ts'

/** Counts the units of calls as the server does, and knows what the sum must be. */
export type Meter = {
  /** Does the work once its units are spent; those of a call that fails are given back. */
  admit<T>(service: Service, call: { units: number; movesValue: boolean }, work: () => Promise<T>): Promise<T>
  afterWrite(): void
  atEnd(): void
}

type Charge = { host: Host; units: number; state: 'asked' | 'spent' | 'refused' | 'unknown' | 'returning' | 'returned' }

export function createMeter(options: { memory: Memory; scheduler: Scheduler; unitsMax: number }): Meter {
  const { memory, scheduler, unitsMax } = options
  const projectId = 1
  const charges: Charge[] = []
  const used = () => [...(memory.access.usage.get(projectId)?.values() ?? [])].reduce((sum, units) => sum + units, 0)
  const sumOf =
    (...states: Charge['state'][]) =>
    (accept: (charge: Charge) => boolean) =>
      charges
        .filter((charge) => states.includes(charge.state) && accept(charge))
        .reduce((sum, { units }) => sum + units, 0)
  const any = () => true

  return {
    async admit(service, { units, movesValue }, work) {
      const { host } = service
      const quota = service.quota()
      const charge: Charge = { host, units, state: 'asked' }
      charges.push(charge)
      let answer: QuotaAnswer | undefined
      try {
        // Calls of one turn of the event loop are charged together.
        answer = await scheduler.turningFor(quota.spend({ projectId, anchorDay: 1, units, unitsMax, movesValue }))
        charge.state = answer.spent ? 'spent' : 'refused'
      } catch (error) {
        charge.state = 'unknown'
        // As with limits: reads go on, nothing of value moves uncounted.
        if (movesValue) throw error
      }
      if (charge.state === 'refused') throw new ServiceError('QuotaExceeded', 'the units of this month are used up')
      try {
        return await work()
      } catch (error) {
        if (charge.state === 'spent' && answer) {
          charge.state = 'returning'
          scheduler.turningFor(quota.giveBack(answer.charge)).then(
            () => {
              charge.state = 'returned'
            },
            () => {},
          )
        }
        throw error
      }
    },
    afterWrite() {
      // A clock that is behind counts in the month before: each month has its quota.
      for (const units of memory.access.usage.get(projectId)?.values() ?? [])
        if (units > unitsMax) throw new Broken('the quota holds', `${units} of ${unitsMax} units are used`)
    },
    /** A process that lives finds out what became of a statement without an answer; one that died cannot. */
    atEnd() {
      const least = sumOf('spent')(any)
      const lost = sumOf('asked', 'unknown')(({ host }) => !host.isAlive()) + sumOf('returning')(any)
      if (used() < least || used() > least + lost)
        throw new Broken('units equal calls', `${used()} units are charged for ${least}, of ${lost} nobody knows`)
    },
  }
}
