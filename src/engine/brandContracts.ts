import { sameAddress } from '../evm/address.ts'
import type { Contracts } from '../intents/planBatches.ts'
import type { Intent, SvcContracts } from '../interface/intentShapes.ts'
import type { World } from './world.ts'

/** The contracts that callers are told of. */
export const svcContractsOf = (contracts: Contracts): SvcContracts => ({
  svcIntentEntrypointAddress: contracts.entrypoint,
  svcRouterAddress: contracts.router,
  svcRouterShimAddress: contracts.shim,
})

/** The contracts of the brand that a caller speaks; of the first one for a caller of none. */
export const contractsForBrand = ({ settings }: Pick<World, 'settings'>, service: string | undefined): Contracts =>
  (service !== undefined && settings.brandContracts.get(service)) || settings.contracts

/** The contracts that an intent was quoted with. Its entrypoint says under which brand; of an earlier set of contracts, the names are those of the first. */
export function contractsOfIntent({ svcContracts }: Intent, { settings }: Pick<World, 'settings'>): Contracts {
  const { svcIntentEntrypointAddress: entrypoint, svcRouterAddress: router, svcRouterShimAddress: shim } = svcContracts
  const all = [...settings.brandContracts.values()]
  const found = all.find((one) => sameAddress(one.entrypoint, entrypoint))
  return { ...(found ?? settings.contracts), entrypoint, router, shim }
}
