import { setImmediate } from 'node:timers/promises'
import { type CallCost, onThread } from './callCost.ts'

/** The longest stretch of arithmetic, of all callers together, before the event loop turns. */
const sliceMsMax = 4

let spentMs = 0
let turned: Promise<void> | undefined

/**
 * Runs arithmetic of milliseconds on the account of a call. If a slice was used up since the event loop last turned, it turns first: timers,
 * sockets and health checks never wait for more than one piece on top of a slice.
 */
export async function inSlices<T>(work: () => T, cost?: CallCost): Promise<T> {
  // All waiters resume after the turn; each checks again whether time is left.
  while (spentMs >= sliceMsMax) await turned
  // The measured time counts until the loop has turned.
  turned ??= setImmediate().then(() => {
    spentMs = 0
    turned = undefined
  })
  const startedMs = performance.now()
  try {
    return onThread(cost, work)
  } finally {
    spentMs += performance.now() - startedMs
  }
}
