import type { ChainDefinition } from '../chains/chainDefinition.ts'
import { sameAddress } from '../evm/address.ts'
import { ServiceError } from '../interface/errors.ts'
import type { Address } from '../interface/fields.ts'
import { nativeToken, permit2Address } from '../interface/limits.ts'
import type { QuoteRequest } from '../interface/quoteShapes.ts'
import type { World } from './world.ts'

/** What an address of a request is for. `keeps`: money may end there, so its owner has to be able to move it. */
type AddressRole = { keeps: boolean | ((request: QuoteRequest) => boolean) }

/** Every address of a quote request that is no token. A recipient that is called decides itself what it does with what it gets. */
export const addressRoles = {
  ownerAddress: { keeps: true },
  refundToAddress: { keeps: true },
  destinationToAddress: { keeps: ({ destinationCallData }) => (destinationCallData ?? '0x') === '0x' },
  destinationApproveAddress: { keeps: false },
} as const satisfies { [field: string]: AddressRole }

type RoleWorld = Pick<World, 'chains' | 'settings'>

/** Where money of an intent may lie: leftovers and what fails stay on the side where they are, so both sides count for every party. */
type Place = { chainId: number; token?: Address }

/** Refuses addresses at which money would be lost, each with the field and the reason. */
export function refuseLostAddresses(request: QuoteRequest, world: RoleWorld): void {
  const places: Place[] = [
    { chainId: request.originChainId, token: request.originTokenAddress },
    { chainId: request.destinationChainId, token: request.destinationTokenAddress },
  ]
  for (const [field, { keeps }] of Object.entries<AddressRole>(addressRoles)) {
    const address = request[field as keyof typeof addressRoles]
    if (address === undefined) continue
    const why = whyLost(address, typeof keeps === 'boolean' ? keeps : keeps(request), places, world)
    if (why) throw new ServiceError('InvalidArgument', `${field}: ${why}`)
  }
}

/** Why money at an address would be lost; undefined where it would not. `earlier`: contracts of an intent that may be those of a version before. */
export function whyLost(
  address: Address,
  keeps: boolean,
  places: readonly Place[],
  { chains, settings }: RoleWorld,
  earlier: readonly Address[] = [],
): string | undefined {
  const isIn = (addresses: readonly Address[]) => addresses.some((one) => sameAddress(one, address))
  if (address === nativeToken) return 'is the zero address: money there is lost'
  const ours = [settings.contracts, ...settings.brandContracts.values()].flatMap((one) =>
    Object.values(one).filter(isAddress),
  )
  if (isIn([...ours, ...earlier])) return `${address} is a contract of this service: money there is lost`
  if (!keeps) return undefined
  if (places.some(({ token }) => token && sameAddress(address, token)))
    return `${address} is the token itself: money there is lost`
  const definitions = places.flatMap(({ chainId }) => chains.get(chainId)?.definition ?? [])
  return isIn(definitions.flatMap(sharedContracts))
    ? `${address} is a contract that everyone uses: the next caller could take money there`
    : undefined
}

const isAddress = (value: unknown): value is Address => typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value)

/** Contracts of a chain that act for any caller and own nothing themselves. */
const sharedContracts = (definition: ChainDefinition): Address[] =>
  [
    permit2Address,
    definition.multicall3,
    definition.uniswapV2?.router,
    definition.uniswapV3?.router,
    definition.uniswapV4?.universalRouter,
    definition.uniswapV4?.poolManager,
    definition.pancakeswapV3?.router,
    definition.solidly?.router,
    definition.across?.spokePool,
    definition.cctp?.tokenMessenger,
    definition.cctp?.messageTransmitter,
    definition.layerZero?.endpoint,
    ...Object.values(definition.aggregators ?? {}).flatMap(({ targets, spenders }) => [...targets, ...spenders]),
  ].filter((one) => one !== undefined)
