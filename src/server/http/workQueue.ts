import type { Clock } from '../../host/clock.ts'
import { createWaker } from '../../host/waker.ts'

/**
 * Runs a few costly calls at once; the others wait. Without it, 256 concurrent quotes were all too late. A free place
 * goes to the project with the fewest running calls, and within the project to each address in turn. So a project with
 * many calls delays only itself, however many addresses it uses. Calls without a key get only a share of the places.
 * If more than `waitingMax` wait, the newest call of the longest queue is shed.
 */
export type WorkQueue = {
  /** Resolves with a function to end the work, or undefined for a call that is shed, waited too long or hung up. */
  enter(caller: Caller, hungUp: HungUp): Promise<(() => void) | undefined>
  /** Sheds all waiting calls. */
  clear(): void
}

/** Calls without a key have no project. Together they form one group. */
type Caller = { project: number | undefined; address: string }
type HungUp = { on(event: 'close', listener: () => void): unknown; off(event: 'close', listener: () => void): unknown }
type QueueOptions = { atOnce(): number; waitingMax: number; waitMs: number; clock: Clock }
type Waiting = { go(): void; drop(): void }
/** Calls of one project. `callers` has the waiting ones by address; the first address is next. */
type Group = { running: number; callers: Map<string, Waiting[]> }

/** Share of the places for calls without a key: `beside` while calls with a key run or wait, else `alone`. */
const keylessShare = { beside: 1 / 16, alone: 1 / 2 } as const

const waitingOf = ({ callers }: Group): number => [...callers.values()].reduce((sum, { length }) => sum + length, 0)

export function createWorkQueue({ atOnce, waitingMax, waitMs, clock }: QueueOptions): WorkQueue {
  const groups = new Map<number | undefined, Group>()
  let running = 0
  let waiting = 0

  const groupOf = ({ project }: Caller): Group => {
    const group = groups.get(project) ?? { running: 0, callers: new Map() }
    groups.set(project, group)
    return group
  }
  const forgetIdle = ({ project }: Caller, group: Group): void => {
    if (group.running === 0 && group.callers.size === 0) groups.delete(project)
  }
  const hasPlace = (project: number | undefined, group: Group): boolean => {
    if (running >= atOnce()) return false
    const share = project !== undefined ? 1 : keylessShare[groups.size > 1 ? 'beside' : 'alone']
    return group.running < atOnce() * share
  }
  const remove = (caller: Caller, one: Waiting): void => {
    const group = groupOf(caller)
    const queue = group.callers.get(caller.address) ?? []
    const at = queue.indexOf(one)
    if (at >= 0) {
      queue.splice(at, 1)
      waiting--
    }
    if (queue.length === 0) group.callers.delete(caller.address)
    forgetIdle(caller, group)
  }
  const next = (): void => {
    for (;;) {
      let least: Group | undefined
      for (const [project, group] of groups)
        if (group.callers.size > 0 && hasPlace(project, group) && !(least && least.running <= group.running))
          least = group
      if (!least) return
      const [address, queue] = least.callers.entries().next().value!
      // This address goes to the end of the line. `go` removes it if it has no more calls.
      least.callers.delete(address)
      least.callers.set(address, queue)
      queue[0]!.go()
    }
  }
  const start = (caller: Caller): (() => void) => {
    const group = groupOf(caller)
    // The project goes to the end of the line. Of projects with equally many running calls, the first in line is next.
    groups.delete(caller.project)
    groups.set(caller.project, group)
    running++
    group.running++
    return () => {
      running--
      group.running--
      forgetIdle(caller, group)
      next()
    }
  }
  const shed = (): void => {
    // The sort is stable: of callers with equally many calls, the last in line is shed, not the one that is next.
    const greedy = [...groups.values()].toSorted((a, b) => waitingOf(a) - waitingOf(b)).at(-1)
    const greediest = [...(greedy?.callers.values() ?? [])].toSorted((a, b) => a.length - b.length).at(-1)
    greediest?.at(-1)?.drop()
  }

  return {
    clear() {
      const all = [...groups.values()].flatMap(({ callers }) => [...callers.values()].flat())
      for (const { drop } of all) drop()
    },
    enter(caller, hungUp) {
      const group = groupOf(caller)
      if (hasPlace(caller.project, group)) return Promise.resolve(start(caller))
      return new Promise((resolve) => {
        const over = createWaker()
        const end = (turn: (() => void) | undefined): void => {
          remove(caller, one)
          hungUp.off('close', drop)
          over.wake()
          resolve(turn)
        }
        const drop = (): void => end(undefined)
        const go = (): void => end(start(caller))
        const one: Waiting = { go, drop }
        const queue = group.callers.get(caller.address) ?? []
        queue.push(one)
        group.callers.set(caller.address, queue)
        waiting++
        hungUp.on('close', drop)
        void clock.sleep(waitMs, over.signal).then(drop)
        if (waiting > waitingMax) shed()
      })
    },
  }
}
