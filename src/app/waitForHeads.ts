import type { Chain } from '../chains/chain.ts'
import type { Clock } from '../host/clock.ts'

/** The longest wait for a first block, so that a chain without nodes does not block the others. */
const firstHeadMsMax = 12_000

/** Resolves when every chain has a block or the time is over, so that calls right after `ready` are not refused. */
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
    // Rejected: no block yet; `onHead` reports the first.
    chain.head().then(done, () => {})
  })
