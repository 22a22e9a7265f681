import type { IntentNames } from '../../intents/describeWhereabouts.ts'
import type { World } from '../world.ts'

/** Chains and tokens as this service calls them; what it no longer serves goes by its number. */
export const intentNamesOf = ({ chains, tokens }: World): IntentNames => ({
  chainName: (chainId) => chains.get(chainId)?.definition.name ?? `chain ${chainId}`,
  unitOf: (chainId, token) => tokens.find(chainId, token as `0x${string}`),
})
