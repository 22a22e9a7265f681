import type { Chain } from '../../chains/chain.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { Provider } from '../../providers/provider.ts'
import type { World } from '../../world.ts'

/** Even without a notice, something that waits is looked at this often: half a block, within bounds. */
const lookMsMin = 150
const lookMsMax = 3_000
export const lookAgainMs = ({ definition }: Chain): number =>
  Math.min(lookMsMax, Math.max(lookMsMin, definition.blockTimeMs / 2))

/** The sender tells us when a transaction is settled; this is only the safety net. */
export const settledAgainMs = 2_000

/** A batch that may not be mined before the time of refunds begins is not sent. */
export const sendBeforeRefundS = 60

export function chainOf(world: World, chainId: number): Chain {
  const chain = world.chains.get(chainId)
  if (!chain) throw new ServiceError('UnsupportedNetwork', `chain ${chainId} is no longer configured`)
  return chain
}

export function providerOf(world: World, name: string): Provider {
  const provider = world.providers.find((found) => found.name === name)
  if (!provider) throw new ServiceError('Unavailable', `provider ${name} is no longer configured`)
  return provider
}
