import { parseAbi } from 'viem'
import { sameAddress } from '../evm/address.ts'
import { type ContractReader, readContract } from '../evm/readContract.ts'
import type { Contracts } from '../intents/planBatches.ts'
import type { EntrypointDomain } from '../intents/signedDeposit.ts'
import type { Intent, SvcContracts } from '../interface/intentShapes.ts'
import type { World } from './world.ts'

/** The contracts that callers see. */
export const svcContractsOf = (contracts: Contracts): SvcContracts => ({
  svcIntentEntrypointAddress: contracts.entrypoint,
  svcRouterAddress: contracts.router,
  svcRouterShimAddress: contracts.shim,
})

/** The contracts of the caller's brand; of the first brand if the caller has none. */
export const contractsForBrand = ({ settings }: Pick<World, 'settings'>, service: string | undefined): Contracts =>
  (service !== undefined && settings.brandContracts.get(service)) || settings.contracts

const namesAbi = parseAbi(['function name() view returns (string)', 'function primaryType() view returns (string)'])

/** The EIP-712 names that deposits at the intent's entrypoint are signed under; reads an older contract for its own. */
export async function signingOfIntent(
  { svcContracts }: Intent,
  { settings }: Pick<World, 'settings'>,
  chain: ContractReader,
): Promise<EntrypointDomain> {
  const { svcIntentEntrypointAddress: entrypoint } = svcContracts
  const found = [...settings.brandContracts.values()].find((one) => sameAddress(one.entrypoint, entrypoint))
  if (found) return found
  const [domainName, primaryType] = await Promise.all([
    readContract(chain, entrypoint, namesAbi, 'name', []),
    readContract(chain, entrypoint, namesAbi, 'primaryType', []),
  ])
  return { entrypoint, domainName: domainName ?? settings.contracts.domainName, ...(primaryType && { primaryType }) }
}
