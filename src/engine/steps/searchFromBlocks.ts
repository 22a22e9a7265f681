import type { IntentProgress, IntentRecord } from '../../intents/intentRecord.ts'
import { chainOf } from '../chainOf.ts'
import type { World } from '../world.ts'

/** Searches go back this far: the deposit may have been sent as soon as there was a quote. */
const lookBackMs = 30 * 60_000
const lookBackBlocksMin = 2_000

/** The first blocks to search for evidence about an intent that starts now, on both sides. */
export async function searchFromBlocks(
  { intent }: IntentRecord,
  world: World,
): Promise<Pick<IntentProgress, 'origin' | 'destination'>> {
  const [origin, destination] = await Promise.all(
    [intent.originChainId, intent.destinationChainId].map(async (chainId) => {
      const chain = chainOf(world, chainId)
      const blocks = Math.max(lookBackBlocksMin, Math.ceil(lookBackMs / chain.definition.blockTimeMs))
      return { fromBlock: Math.max(0, (await chain.head()).number - blocks) }
    }),
  )
  return { origin, destination }
}
