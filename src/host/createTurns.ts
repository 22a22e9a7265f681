/** Resolves in this turn of the event loop, or in a later one when enough was let through in this. */
export type Turns = () => Promise<void>

/**
 * Lets so many through in a turn of the event loop. Five hundred streams that are told of something in one moment would hold the loop for
 * 60 to 120 ms of CPU (0.1 to 0.2 ms a write); in turns, other callers are answered in between.
 */
export function createTurns(perTurn: number): Turns {
  const waiting: (() => void)[] = []
  let left = perTurn
  let isPlanned = false
  const nextTurn = (): void => {
    isPlanned = false
    left = perTurn
    for (const go of waiting.splice(0, perTurn)) {
      left--
      go()
    }
    plan()
  }
  const plan = (): void => {
    if (isPlanned || left === perTurn) return
    isPlanned = true
    setImmediate(nextTurn)
  }
  return () => {
    if (left > 0 && waiting.length === 0) {
      left--
      plan()
      return Promise.resolve()
    }
    return new Promise((resolve) => {
      waiting.push(resolve)
    })
  }
}
