import type { Chain } from '../../chains/chain.ts'
import type { World } from '../world.ts'

/**
 * Runs `work` in parallel for every chain whose nodes this process can see. A failure of one chain is reported, not
 * thrown: the others run, and an unreachable chain does not delay the loop.
 */
export async function forEachSeen(
  name: string,
  chains: Iterable<Chain>,
  work: (chain: Chain) => Promise<void>,
  { observe }: Pick<World, 'observe'>,
): Promise<void> {
  await Promise.all(
    [...chains].map(async (chain) => {
      if (!(await chain.health()).healthy) return
      const tried = { intentId: undefined, step: 'sweep', of: `${name} of ${chain.definition.network}` } as const
      await work(chain).then(
        () => observe.stepWorks(tried),
        (error) => observe.stepFailed({ ...tried, error }),
      )
    }),
  )
}
