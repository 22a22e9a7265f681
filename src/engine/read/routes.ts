import type { CallCost } from '../../host/callCost.ts'
import { inSlices } from '../../host/inSlices.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { Address } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import type { Request, Response } from '../../interface/operations.ts'
import type { TokenInfo } from '../../interface/tokenShapes.ts'
import { hopsLimit, reachable } from '../../routing/graph.ts'
import { isBridge } from '../chainOf.ts'
import type { World } from '../world.ts'

const keyOf = (address: Address): string => address.toLowerCase()

/** Origin tokens from which the destination token can be paid, by the pools and bridges that work now. */
export async function exactOutputRoutes(
  request: Request<'GetExactOutputRoutes'>,
  world: World,
  cost?: CallCost,
): Promise<Response<'GetExactOutputRoutes'>> {
  requireChain(world, request.destinationChainId, 'destinationChainId')
  if (request.originChainId !== undefined) requireChain(world, request.originChainId, 'originChainId')
  if (request.ownerAddress && !world.balances) {
    throw new ServiceError('Unavailable', 'ownerAddress: no balance source is configured on this server; leave it out')
  }
  const { destinationChainId, destinationTokenAddress } = request
  const tokensAround = lookAround(world, cost)
  const near = await tokensAround(destinationChainId, destinationTokenAddress)
  const tokens: TokenInfo[] = []
  for (const originChainId of chainsOf(world, request.originChainId)) {
    const isHere = originChainId === destinationChainId
    const ends = { originChainId, destinationChainId, far: 'tokenIn' } as const
    const found = isHere ? near : await acrossBridges(world, ends, near, tokensAround)
    tokens.push(...listed(world, originChainId, found, isHere ? destinationTokenAddress : undefined))
  }
  const wanted = request.originTokenAddress
  const matching = wanted ? tokens.filter(({ address }) => keyOf(address) === keyOf(wanted)) : tokens
  const priced = await withPrices(matching, world)
  return { tokens: request.ownerAddress ? await ownedBy(request.ownerAddress, priced, world) : priced }
}

/** Destination tokens that can be reached from the origin token. */
export async function exactInputRoutes(
  request: Request<'GetExactInputRoutes'>,
  world: World,
  cost?: CallCost,
): Promise<Response<'GetExactInputRoutes'>> {
  requireChain(world, request.originChainId, 'originChainId')
  if (request.destinationChainId !== undefined) requireChain(world, request.destinationChainId, 'destinationChainId')
  const { originChainId, originTokenAddress } = request
  const tokensAround = lookAround(world, cost)
  const near = await tokensAround(originChainId, originTokenAddress)
  const tokens: TokenInfo[] = []
  for (const destinationChainId of chainsOf(world, request.destinationChainId)) {
    const isHere = destinationChainId === originChainId
    const ends = { originChainId, destinationChainId, far: 'tokenOut' } as const
    const found = isHere ? near : await acrossBridges(world, ends, near, tokensAround)
    tokens.push(...listed(world, destinationChainId, found, isHere ? originTokenAddress : undefined))
  }
  const wanted = request.destinationTokenAddress
  const matching = wanted ? tokens.filter(({ address }) => keyOf(address) === keyOf(wanted)) : tokens
  return { tokens: await withPrices(matching, world) }
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

type TokensAround = (chainId: number, token: Address) => Promise<ReadonlySet<string>>

/** The token and all that swap to or from it within `hopsLimit`: 0.3 ms per bridged token with 1,000 pools. */
function lookAround({ liquidity }: World, cost: CallCost | undefined): TokensAround {
  const found = new Map<string, Promise<Set<string>>>()
  const look = (chainId: number, token: Address) =>
    inSlices(() => {
      const graph = liquidity.graph(chainId)
      const around = graph ? [...reachable(graph, token, hopsLimit)] : []
      return new Set([token, ...around].map(keyOf))
    }, cost)
  return (chainId, token) => {
    const key = `${chainId} ${token}`
    const known = found.get(key) ?? look(chainId, token)
    found.set(key, known)
    return known
  }
}

type Ends = { originChainId: number; destinationChainId: number; far: 'tokenIn' | 'tokenOut' }

/** Tokens on the `far` side of the bridges between two chains that connect to `near` on this side. */
async function acrossBridges(
  world: World,
  { originChainId, destinationChainId, far }: Ends,
  near: ReadonlySet<string>,
  tokensAround: TokensAround,
): Promise<Set<string>> {
  const here = far === 'tokenIn' ? 'tokenOut' : 'tokenIn'
  const farChainId = far === 'tokenIn' ? originChainId : destinationChainId
  const found = new Set<string>()
  for (const bridge of world.providers.filter(isBridge)) {
    for (const pair of bridge.pairs(originChainId, destinationChainId)) {
      const corridor = { chainId: originChainId, destinationChainId, token: pair.tokenIn }
      if (!near.has(keyOf(pair[here])) || bridge.health?.(corridor).inService === false) continue
      for (const token of await tokensAround(farChainId, pair[far])) found.add(token)
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

/** Leaves out tokens without a price of their own or of their chain's gas: fees in dollars could not be quoted. */
async function withPrices(tokens: readonly TokenInfo[], { prices }: World): Promise<TokenInfo[]> {
  const chainIds = [...new Set(tokens.map(({ chainId }) => chainId))]
  const [gas, own] = await Promise.all([
    prices.prices(chainIds.map((chainId) => ({ chainId, token: nativeToken }))),
    prices.prices(tokens.map(({ chainId, address }) => ({ chainId, token: address }))),
  ])
  const payable = new Set(chainIds.filter((_, i) => gas[i] !== undefined))
  return tokens.filter(({ chainId }, i) => payable.has(chainId) && own[i] !== undefined)
}

/** One multicall per chain. */
async function ownedBy(owner: Address, tokens: readonly TokenInfo[], { balances }: World): Promise<TokenInfo[]> {
  const chainIds = [...new Set(tokens.map(({ chainId }) => chainId))]
  const owned = await Promise.all(
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
  return owned.flat()
}
