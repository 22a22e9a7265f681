import type { Clock } from '../../host/clock.ts'
import { createWaker } from '../../host/waker.ts'

/**
 * Costly calls, of which a few run at once and the others wait for their turn: 256 quotes that ran at once were all so late that none met its deadline.
 * Projects take turns, and within a project its callers, so that who sends many waits for itself, from however many addresses. Past `waitingMax` the
 * newest call of whoever has most of them waiting is shed.
 */
export type WorkQueue = {
  /** Resolves with what says that the work is done; or with undefined for a call that is shed, waited too long or hung up. */
  enter(caller: Caller, hungUp: HungUp): Promise<(() => void) | undefined>
}

type Caller = { project: number; address: string }
type HungUp = { on(event: 'close', listener: () => void): unknown; off(event: 'close', listener: () => void): unknown }
type QueueOptions = { atOnce: number; waitingMax: number; waitMs: number; clock: Clock }
type Waiting = { go(): void; drop(): void }

const sizeOf = (callers: ReadonlyMap<string, Waiting[]>): number =>
  [...callers.values()].reduce((sum, { length }) => sum + length, 0)

export function createWorkQueue({ atOnce, waitingMax, waitMs, clock }: QueueOptions): WorkQueue {
  /** Both in the order of their turns. */
  const projects = new Map<number, Map<string, Waiting[]>>()
  let running = 0
  let waiting = 0

  const remove = ({ project, address }: Caller, one: Waiting): void => {
    const callers = projects.get(project)
    const queue = callers?.get(address) ?? []
    const at = queue.indexOf(one)
    if (at < 0) return
    queue.splice(at, 1)
    waiting--
    if (queue.length === 0) callers?.delete(address)
    if (callers?.size === 0) projects.delete(project)
  }
  const next = (): void => {
    for (const [project, callers] of projects) {
      if (running >= atOnce) return
      const [address, queue] = callers.entries().next().value!
      const one = queue[0]!
      remove({ project, address }, one)
      // Both to the end of the turns, which this loop reaches too.
      if (callers.delete(address)) callers.set(address, queue)
      if (projects.delete(project)) projects.set(project, callers)
      one.go()
    }
  }
  const leave = (): void => {
    running--
    next()
  }
  const shed = (): void => {
    const [greedy] = [...projects.values()].toSorted((a, b) => sizeOf(b) - sizeOf(a))
    const [greediest] = [...(greedy?.values() ?? [])].toSorted((a, b) => b.length - a.length)
    greediest?.at(-1)?.drop()
  }

  return {
    enter(caller, hungUp) {
      if (running < atOnce) {
        running++
        return Promise.resolve(leave)
      }
      return new Promise((resolve) => {
        const over = createWaker()
        const end = (turn: (() => void) | undefined): void => {
          remove(caller, one)
          hungUp.off('close', drop)
          over.wake()
          resolve(turn)
        }
        const drop = (): void => end(undefined)
        const go = (): void => {
          running++
          end(leave)
        }
        const one: Waiting = { go, drop }
        const callers = projects.get(caller.project) ?? new Map<string, Waiting[]>()
        const queue = callers.get(caller.address) ?? []
        queue.push(one)
        projects.set(caller.project, callers.set(caller.address, queue))
        waiting++
        hungUp.on('close', drop)
        void clock.sleep(waitMs, over.signal).then(drop)
        if (waiting > waitingMax) shed()
      })
    },
  }
}
