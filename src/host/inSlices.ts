import { setImmediate } from 'node:timers/promises'
import { type CallCost, onThread } from './callCost.ts'

/** The longest stretch of arithmetic, of all callers together, before the event loop turns. */
const sliceMsMax = 4

const machineMs = () => performance.now()
let nowMs = machineMs
let spentMs = 0
let turned: Promise<void> | undefined

/** For simulations, whose order must not depend on the machine: work takes no time, none waits. Returns the undo. */
export function stopSliceClock(): () => void {
  nowMs = () => 0
  spentMs = 0
  return () => {
    nowMs = machineMs
  }
}

/**
 * Runs milliseconds of arithmetic on the account of a call. If the event loop has used up a slice since its last turn,
 * it turns first: timers, sockets and health checks wait for at most one piece on top of a slice.
 */
export async function inSlices<T>(work: () => T, cost?: CallCost): Promise<T> {
  // All waiters resume after the turn; each checks again whether time is left.
  while (spentMs >= sliceMsMax) await turned
  // The measured time counts until the loop has turned.
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
