import type { Chain } from '../../chains/chain.ts'
import type { World } from '../world.ts'

/**
 * Runs `work` for every chain whose nodes this process can see, at once. What fails for one chain is told and not thrown: the others are done, and
 * the loop that does it is not late because a chain is away.
 */
export async function forEachSeen(
  chains: Iterable<Chain>,
  work: (chain: Chain) => Promise<void>,
  { observe }: Pick<World, 'observe'>,
): Promise<void> {
  await Promise.all(
    [...chains].map(async (chain) => {
      if (!(await chain.health()).healthy) return
      await work(chain).catch((error) => observe.stepFailed({ intentId: undefined, step: 'sweep', error }))
    }),
  )
}
