import { toHex } from 'viem'
import type { Chain } from '../chains/chain.ts'
import type { ChainDefinition } from '../chains/chainDefinition.ts'
import { addressesIn, sameAddress } from '../evm/address.ts'
import { keccak256 } from '../evm/keccak.ts'
import { ServiceError } from '../interface/errors.ts'
import type { Address, Hex } from '../interface/fields.ts'
import { nativeToken, permit2Address } from '../interface/limits.ts'
import type { QuoteRequest } from '../interface/quoteShapes.ts'
import type { World } from './world.ts'

/** What an address of a request is for. `keeps`: money may end there, so its owner has to be able to move it. */
type AddressRole = { keeps: boolean | ((request: QuoteRequest) => boolean) }

/** Every address of a quote request except tokens. A called recipient decides itself what happens to its money. */
export const addressRoles = {
  ownerAddress: { keeps: true },
  refundToAddress: { keeps: true },
  destinationToAddress: { keeps: ({ destinationCallData }) => (destinationCallData ?? '0x') === '0x' },
  destinationApproveAddress: { keeps: false },
} as const satisfies { [field: string]: AddressRole }

type RoleWorld = Pick<World, 'chains' | 'settings'>

/** Refuses addresses at which money would be lost, each with the field and the reason. */
export function refuseLostAddresses(request: QuoteRequest, world: RoleWorld): void {
  // Leftovers and failed amounts stay on their side, so both tokens count for every party.
  const tokens = [request.originTokenAddress, request.destinationTokenAddress]
  for (const [field, { keeps }] of Object.entries<AddressRole>(addressRoles)) {
    const address = request[field as keyof typeof addressRoles]
    if (address === undefined) continue
    const why = whyLost(address, typeof keeps === 'boolean' ? keeps : keeps(request), tokens, world)
    if (why) throw new ServiceError('InvalidArgument', `${field}: ${why}`)
  }
}

/** Why money at an address would be lost, if so. `earlier`: contracts of an intent, perhaps of an earlier version. */
export function whyLost(
  address: Address,
  keeps: boolean,
  tokens: readonly Address[],
  { chains, settings }: RoleWorld,
  earlier: readonly Address[] = [],
): string | undefined {
  if (address === nativeToken) return 'is the zero address: money there is lost'
  const ours = addressesIn([settings.contracts, ...settings.brandContracts.values(), earlier])
  if (ours.includes(address.toLowerCase())) return `${address} is a contract of this service: money there is lost`
  if (!keeps) return undefined
  if (tokens.some((token) => sameAddress(address, token))) return `${address} is the token itself: money there is lost`
  const isShared = [...chains.values()].some(({ definition }) => namedIn(definition).has(address.toLowerCase()))
  return isShared ? `${address} is a contract that everyone uses: the next caller could take money there` : undefined
}

const named = new WeakMap<ChainDefinition, ReadonlySet<string>>()

/** Every address in a definition (router, pool, bridge, market, token, feed) is a contract without an owner. */
function namedIn(definition: ChainDefinition): ReadonlySet<string> {
  const known = named.get(definition) ?? new Set(addressesIn([permit2Address, definition]))
  named.set(definition, known)
  return known
}

/** One of these is in our code: a transient slot (`Transient.sol`), the factory's event or the utils' selector. */
const wordsOfOurs = [
  ...['wallet.lock', 'wallet.success', 'router.lock', 'guest.lock', 'entrypoint.lock'].map(
    (slot) => `causeway.${slot}`,
  ),
  'Deployed(address,address,bytes32)',
]
  .map((word) => keccak256(toHex(word)).slice(2))
  .concat(`63${keccak256(toHex('requireMinBalance(address,uint256)')).slice(2, 10)}`)

/** Recognises our contracts of any version or operator by their code, so no list of old addresses is needed. */
export const isOurCode = (code: Hex): boolean => wordsOfOurs.some((word) => code.includes(word))

/** The code at an address. Refuses ours: a router or guest obeys any caller, who could take whatever it held. */
export async function codeOfParty(field: string, address: Address, chain: Chain): Promise<Hex> {
  const code = await chain.code(address)
  if (isOurCode(code)) throw refuseOurs(field, address)
  return code
}

export const refuseOurs = (field: string, address: Address): ServiceError =>
  new ServiceError('InvalidArgument', `${field}: ${address} has the code of an intent contract: money there is lost`)
