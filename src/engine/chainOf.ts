import type { Chain } from '../chains/chain.ts'
import { ServiceError } from '../interface/errors.ts'
import type { BridgeProvider, Provider } from '../providers/provider.ts'
import type { World } from './world.ts'

/** Looked up each time: an intent may outlive the configuration it was quoted under, so its chain may be gone. */
export function chainOf(world: World, chainId: number): Chain {
  const chain = world.chains.get(chainId)
  if (!chain) throw new ServiceError('UnsupportedNetwork', `chain ${chainId} is no longer configured`)
  return chain
}

export function bridgeOf(world: World, name: string): BridgeProvider {
  const provider = world.providers.filter(isBridge).find((bridge) => bridge.name === name)
  if (!provider) throw new ServiceError('Unavailable', `bridge ${name} is no longer configured`)
  return provider
}

export const isBridge = (provider: Provider): provider is BridgeProvider => provider.kind === 'bridge'
