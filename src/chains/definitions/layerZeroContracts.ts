import { trustedOfts } from '../../intents/trustedOfts.ts'
import type { Address } from '../../interface/fields.ts'
import type { LayerZeroContracts } from '../chainDefinition.ts'

const sharedDecimals = 6
const endpoint: Address = '0x1a44076050125825900e736c501f859c50fE728c'

/** By chain id, for `mainnets.ts`. Without Stargate's native-token pools: they take the amount as call value. */
export const layerZeroContracts: Readonly<Record<string, LayerZeroContracts>> = Object.fromEntries(
  Object.entries(trustedOfts).map(([id, { eid, ofts }]) => [
    id,
    { eid, endpoint, ofts: ofts.map((one) => ({ ...one, sharedDecimals })) },
  ]),
)
