import type { Clock } from '../../host/clock.ts'
import { createWaker } from '../../host/waker.ts'

/**
 * Costly calls, of which a few run at once and the others wait for their turn: 256 quotes that ran at once were all so late that none met its deadline.
 * Callers take turns, so that one who sends many waits for itself. Past `waitingMax` the newest call of whoever has most of them waiting is shed.
 */
export type WorkQueue = {
  /** Resolves with what says that the work is done; or with undefined for a call that is shed, waited too long or hung up. */
  enter(caller: string, hungUp: HungUp): Promise<(() => void) | undefined>
}

type HungUp = { on(event: 'close', listener: () => void): unknown; off(event: 'close', listener: () => void): unknown }
type QueueOptions = { atOnce: number; waitingMax: number; waitMs: number; clock: Clock }
type Waiting = { go(): void; drop(): void }

export function createWorkQueue({ atOnce, waitingMax, waitMs, clock }: QueueOptions): WorkQueue {
  /** In the order of their turns. */
  const callers = new Map<string, Waiting[]>()
  let running = 0
  let waiting = 0

  const remove = (caller: string, one: Waiting): void => {
    const queue = callers.get(caller) ?? []
    const at = queue.indexOf(one)
    if (at < 0) return
    queue.splice(at, 1)
    waiting--
    if (queue.length === 0) callers.delete(caller)
  }
  const next = (): void => {
    for (const [caller, queue] of callers) {
      if (running >= atOnce) return
      const one = queue[0]!
      remove(caller, one)
      // To the end of the turns, which this loop reaches too.
      if (callers.delete(caller)) callers.set(caller, queue)
      one.go()
    }
  }
  const leave = (): void => {
    running--
    next()
  }
  const shed = (): void => {
    const [greediest] = [...callers.values()].toSorted((a, b) => b.length - a.length)
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
        const queue = callers.get(caller) ?? []
        queue.push(one)
        callers.set(caller, queue)
        waiting++
        hungUp.on('close', drop)
        void clock.sleep(waitMs, over.signal).then(drop)
        if (waiting > waitingMax) shed()
      })
    },
  }
}
