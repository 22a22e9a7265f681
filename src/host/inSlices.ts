import { setImmediate } from 'node:timers/promises'
import { type CallCost, onThread } from './callCost.ts'

/** Milliseconds of arithmetic, over all callers, before the event loop must turn. */
const sliceMsMax = 4

const machineMs = () => performance.now()
let nowMs = machineMs
let spentMs = 0
let turned: Promise<void> | undefined

/** For simulations, whose order must not depend on the machine: work takes no time. Returns the undo. */
export function stopSliceClock(): () => void {
  nowMs = () => 0
  spentMs = 0
  return () => {
    nowMs = machineMs
  }
}

/**
 * Runs milliseconds of arithmetic on a call's account. If a slice is used up since the event loop's last turn, waits
 * for the next turn: timers, sockets and health checks wait at most for a slice and one piece.
 */
export async function inSlices<T>(work: () => T, cost?: CallCost): Promise<T> {
  // All waiters resume after the turn; each checks again whether time is left.
  while (spentMs >= sliceMsMax) await turned
  // `spentMs` starts again when the loop has turned.
  turned ??= setImmediate().then(() => {
    spentMs = 0
    turned = undefined
  })
  const startedMs = nowMs()
  try {
    return onThread(cost, work)
  } finally {
    spentMs += nowMs() - startedMs
  }
}
