import type { ChainDefinition } from '../chains/chainDefinition.ts'
import { sameAddress } from '../evm/address.ts'
import { permit2Address } from '../intents/tokenSigning.ts'
import { ServiceError } from '../interface/errors.ts'
import type { Address } from '../interface/fields.ts'
import { nativeToken } from '../interface/limits.ts'
import type { QuoteRequest } from '../interface/quoteShapes.ts'
import type { World } from './world.ts'

type Side = 'origin' | 'destination'

/** What an address of a request is for. `keeps`: money may end there, so somebody has to be able to move it. */
type AddressRole = { side: Side; keeps: boolean | ((request: QuoteRequest) => boolean) }

/** Every address of a quote request that is no token. A recipient that is called decides itself what it does with what it gets. */
export const addressRoles = {
  ownerAddress: { side: 'origin', keeps: true },
  refundToAddress: { side: 'destination', keeps: true },
  destinationToAddress: { side: 'destination', keeps: ({ destinationCallData }) => destinationCallData === undefined },
  destinationApproveAddress: { side: 'destination', keeps: false },
} as const satisfies { [field: string]: AddressRole }

type RoleWorld = Pick<World, 'chains' | 'settings'>

/** Refuses addresses at which money would be lost, each with the field and the reason. */
export function refuseLostAddresses(request: QuoteRequest, world: RoleWorld): void {
  for (const [field, role] of Object.entries<AddressRole>(addressRoles)) {
    const address = request[field as keyof typeof addressRoles]
    if (address === undefined) continue
    const keeps = typeof role.keeps === 'boolean' ? role.keeps : role.keeps(request)
    const why = whyLost(address, keeps, sideOf(request, role.side), world)
    if (why) throw new ServiceError('InvalidArgument', `${field}: ${why}`)
  }
}

type Place = { chainId: number; token?: Address }

const sideOf = (request: QuoteRequest, side: Side): Place => ({
  chainId: request[`${side}ChainId`],
  token: request[`${side}TokenAddress`],
})

/** Why money at an address would be lost; undefined where it would not. */
export function whyLost(
  address: Address,
  keeps: boolean,
  { chainId, token }: Place,
  { chains, settings }: RoleWorld,
): string | undefined {
  const isIn = (addresses: readonly Address[]) => addresses.some((one) => sameAddress(one, address))
  if (address === nativeToken) return 'is the zero address, which nobody can pay from'
  const ours = [settings.contracts, ...settings.brandContracts.values()].flatMap((one) =>
    Object.values(one).filter(isAddress),
  )
  if (isIn(ours)) return `${address} is a contract of this service, out of which nobody could take it`
  if (!keeps) return undefined
  if (token && sameAddress(address, token)) return `${address} is the token itself, out of which nobody could take it`
  const definition = chains.get(chainId)?.definition
  return definition && isIn(sharedContracts(definition))
    ? `${address} is a contract that everybody uses, out of which the next caller could take it`
    : undefined
}

const isAddress = (value: unknown): value is Address => typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value)

/** Contracts of a chain that act for whoever calls them and own nothing themselves. */
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
