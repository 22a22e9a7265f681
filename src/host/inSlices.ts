import { setImmediate } from 'node:timers/promises'
import { type CallCost, onThread } from './callCost.ts'

/** What long arithmetic takes at a stretch, of all callers together, before others have their turn. */
const sliceMsMax = 8

let spentMs = 0
let turned: Promise<void> | undefined

/**
 * Runs arithmetic that takes milliseconds, on the account of a call. Where much of it was run since the event loop last turned, it turns first: timers,
 * sockets and health checks never wait for more than one piece on top of a slice.
 */
export async function inSlices<T>(work: () => T, cost?: CallCost): Promise<T> {
  // All who wait go on when the loop has turned: each asks again whether there is time left.
  while (spentMs >= sliceMsMax) await turned
  // What was measured counts until the loop has turned.
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
