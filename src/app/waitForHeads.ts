import type { Chain } from '../chains/chain.ts'
import type { Clock } from '../host/clock.ts'

/** A node that is slow to answer its first question gets this long; a chain without nodes does not keep the others from being served. */
const firstHeadMsMax = 12_000

/** Resolves when every chain has named its first block, or the time is over: who calls at once after `ready` is not refused for it. */
export async function waitForHeads(chains: Iterable<Chain>, clock: Clock): Promise<void> {
  const enough = new AbortController()
  const all = Promise.all([...chains].map(firstHead))
  await Promise.race([all, clock.sleep(firstHeadMsMax, enough.signal)])
  enough.abort()
}

const firstHead = (chain: Chain): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      stop()
      resolve()
    }
    const stop = chain.onHead(done)
    // Rejected: no block is known yet, and `onHead` tells the first.
    chain.head().then(done, () => {})
  })
