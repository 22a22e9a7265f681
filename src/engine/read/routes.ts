import { ServiceError } from '../../interface/errors.ts'
import type { Address } from '../../interface/fields.ts'
import type { Request, Response } from '../../interface/operations.ts'
import type { TokenInfo } from '../../interface/tokenShapes.ts'
import { reachable } from '../../routing/reachable.ts'
import { isBridge } from '../configured.ts'
import type { World } from '../world.ts'

const hopsMax = 3
const keyOf = (address: Address): string => address.toLowerCase()

/** Origin tokens from which the destination token can be paid, by the pools and bridges that work now. */
export async function exactOutputRoutes(
  ask: Request<'GetExactOutputRoutes'>,
  world: World,
): Promise<Response<'GetExactOutputRoutes'>> {
  requireChain(world, ask.destinationChainId, 'destinationChainId')
  if (ask.originChainId !== undefined) requireChain(world, ask.originChainId, 'originChainId')
  if (ask.ownerAddress && !world.balances) {
    throw new ServiceError('Unavailable', 'ownerAddress: no balance source is configured on this server; leave it out')
  }
  const near = tokensAround(world, ask.destinationChainId, ask.destinationTokenAddress)
  const tokens = chainsOf(world, ask.originChainId).flatMap((originChainId) =>
    originChainId === ask.destinationChainId
      ? listed(world, originChainId, near, ask.destinationTokenAddress)
      : listed(world, originChainId, acrossBridges(world, originChainId, ask.destinationChainId, 'tokenIn', near)),
  )
  const wanted = ask.originTokenAddress
  const matching = wanted ? tokens.filter(({ address }) => keyOf(address) === keyOf(wanted)) : tokens
  return { tokens: ask.ownerAddress ? await heldBy(ask.ownerAddress, matching, world) : matching }
}

/** Destination tokens that can be reached from the origin token. */
export async function exactInputRoutes(
  ask: Request<'GetExactInputRoutes'>,
  world: World,
): Promise<Response<'GetExactInputRoutes'>> {
  requireChain(world, ask.originChainId, 'originChainId')
  if (ask.destinationChainId !== undefined) requireChain(world, ask.destinationChainId, 'destinationChainId')
  const near = tokensAround(world, ask.originChainId, ask.originTokenAddress)
  const tokens = chainsOf(world, ask.destinationChainId).flatMap((destinationChainId) =>
    destinationChainId === ask.originChainId
      ? listed(world, destinationChainId, near, ask.originTokenAddress)
      : listed(
          world,
          destinationChainId,
          acrossBridges(world, ask.originChainId, destinationChainId, 'tokenOut', near),
        ),
  )
  const wanted = ask.destinationTokenAddress
  return { tokens: wanted ? tokens.filter(({ address }) => keyOf(address) === keyOf(wanted)) : tokens }
}

function requireChain(world: World, chainId: number, field: string): void {
  if (world.chains.has(chainId)) return
  throw new ServiceError(
    'UnsupportedNetwork',
    `${field} ${chainId}; configured: ${[...world.chains.keys()].join(', ')}`,
  )
}

const chainsOf = (world: World, only: number | undefined): number[] =>
  only === undefined ? [...world.chains.keys()] : [only]

/** The token itself and all that swap into or out of it within the hops we route over. */
function tokensAround(world: World, chainId: number, token: Address): Set<string> {
  const graph = world.liquidity.graph(chainId)
  const around = graph ? [...reachable(graph, token, hopsMax)] : []
  return new Set([token, ...around].map(keyOf))
}

/** Tokens on the other side of the bridges between two chains that connect to `near` on this side. */
function acrossBridges(
  world: World,
  originChainId: number,
  destinationChainId: number,
  far: 'tokenIn' | 'tokenOut',
  near: ReadonlySet<string>,
): Set<string> {
  const here = far === 'tokenIn' ? 'tokenOut' : 'tokenIn'
  const farChainId = far === 'tokenIn' ? originChainId : destinationChainId
  const found = new Set<string>()
  for (const bridge of world.providers.filter(isBridge)) {
    for (const pair of bridge.pairs(originChainId, destinationChainId)) {
      if (!near.has(keyOf(pair[here]))) continue
      for (const token of tokensAround(world, farChainId, pair[far])) found.add(token)
    }
  }
  return found
}

/** Listed tokens only, and not the one asked about: paying a token with itself on one chain needs no route. */
function listed(world: World, chainId: number, tokens: ReadonlySet<string>, except?: Address): TokenInfo[] {
  return world.tokens
    .listed(chainId)
    .filter(({ address }) => tokens.has(keyOf(address)) && !(except && keyOf(address) === keyOf(except)))
}

/** One multicall a chain. */
async function heldBy(owner: Address, tokens: readonly TokenInfo[], { balances }: World): Promise<TokenInfo[]> {
  const chainIds = [...new Set(tokens.map(({ chainId }) => chainId))]
  const held = await Promise.all(
    chainIds.map(async (chainId) => {
      const here = tokens.filter((token) => token.chainId === chainId)
      const amounts =
        (await balances?.balances(
          chainId,
          owner,
          here.map(({ address }) => address),
        )) ?? []
      return here.filter((_, i) => (amounts[i] ?? 0n) > 0n)
    }),
  )
  return held.flat()
}
