import type { ServerResponse } from 'node:http'

/** Counts the requests whose response is not finished, so that a drain can wait for them. */
export type InFlight = {
  enter(outgoing: ServerResponse): void
  count(): number
  /** Resolves when nothing is in flight. */
  whenEmpty(): Promise<void>
}

export function createInFlight(): InFlight {
  let count = 0
  let waiting: (() => void)[] = []
  const leave = () => {
    count -= 1
    if (count > 0) return
    for (const resolve of waiting) resolve()
    waiting = []
  }
  return {
    enter: (outgoing) => {
      count += 1
      outgoing.on('close', leave) // emitted once
    },
    count: () => count,
    whenEmpty: () => (count === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  }
}
