import type { IntentNames } from '../../intents/describeWhereabouts.ts'
import type { IntentRecord } from '../../intents/intentRecord.ts'
import { statusOf } from '../../intents/lifecycle.ts'
import { isoTime } from '../../intents/receipt.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { Hex } from '../../interface/fields.ts'
import type { Intent } from '../../interface/intentShapes.ts'
import type { ListedIntent } from '../../stores/store.ts'
import type { World } from '../world.ts'

/** A caller reads and moves only the intents of its project. */
export type ProjectCaller = { projectId: number }

/** The caller's own intent. NotFound also for intents of other projects, so that ids cannot be probed. */
export async function findOwn(intentId: Hex, { projectId }: ProjectCaller, world: World): Promise<IntentRecord> {
  const record = await world.store.intents.find(intentId)
  if (!record || record.projectId !== projectId) throw new ServiceError('NotFound', `no intent ${intentId}`)
  return record
}

/** The intent as it stands now: quoted content, current status. */
export const currentIntent = ({ intent, step, updatedAtMs }: ListedIntent): Intent => ({
  ...intent,
  status: statusOf(step),
  updatedAt: isoTime(updatedAtMs),
})

/** Chains and tokens as this service calls them; a chain that it no longer serves goes by its number. */
export const intentNamesOf = ({ chains, tokens }: World): IntentNames => ({
  chainName: (chainId) => chains.get(chainId)?.definition.name ?? `chain ${chainId}`,
  unitOf: (chainId, token) => tokens.find(chainId, token as `0x${string}`),
})
