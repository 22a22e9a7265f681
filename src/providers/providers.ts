import type { Chain } from '../chains/chain.ts'
import type { Clock } from '../host/clock.ts'
import { nativeToken } from '../interface/limits.ts'
import type { TokenInfo } from '../interface/tokenShapes.ts'
import type { Liquidity } from '../routing/graph.ts'
import type { PriceSource } from '../tokens/priceSource.ts'
import {
  type AcrossFeeSettings,
  type AcrossToken,
  acrossFeeDefaults,
  createAcross,
  createConfiguredAcrossFees,
  createHostedAcrossFees,
} from './across.ts'
import { attestationDefaults, createAttestations, type SharedGate } from './attestations.ts'
import { createCctp } from './cctp.ts'
import { type BreakerOptions, createCircuitBreaker, type GuardedProvider } from './circuitBreaker.ts'
import { createHostedSwap, type HostedAccess, type HostedAggregator } from './hostedSwap.ts'
import { lifi } from './lifi.ts'
import { createOft } from './oft.ts'
import { poolProtocols } from './poolProtocols.ts'
import { createPoolProvider } from './poolProvider.ts'
import type { BridgeProvider, SwapProvider } from './provider.ts'
import { createSwapQuoter } from './quoteSwap.ts'
import { createWeth } from './weth.ts'
import { zeroX } from './zeroX.ts'

export type ProviderOptions = {
  chains: ReadonlyMap<number, Chain>
  liquidity: Liquidity
  clock: Clock
  prices: PriceSource
  tokens: { listed(chainId: number): readonly TokenInfo[] }
  /** Without it CCTP is not offered. */
  cctpAttestationUrl?: string
  /** Most requests per second to the attestation service. */
  cctpRequestsPerS?: number
  /** The limit that processes share on those requests; without it, each limits only itself. */
  isAttestationShareLeft?: SharedGate
  /** Across's API for the fees of public fillers; without it fees follow from `acrossFees`. */
  acrossApiUrl?: string
  acrossFees?: Partial<AcrossFeeSettings>
  /** Access to hosted aggregators, by provider name; one without access is not offered. */
  hosted?: Readonly<Record<string, HostedAccess | undefined>>
  hostedTimeoutMs?: number
  /** Names of providers that are not used: LayerZero's message fee is not bought over their pools either. */
  off?: readonly string[]
  onAnswer?: BreakerOptions['onAnswer']
  onRest?: BreakerOptions['onRest']
}

/** Every provider of liquidity, each behind circuit breakers of its own. */
export function createProviders(options: ProviderOptions): GuardedProvider[] {
  const { chains, prices, clock } = options
  // The hosted fee service stands for public fillers: anyone may fill, so no single balance bounds a leg.
  const filler = options.acrossApiUrl ? undefined : options.acrossFees?.filler
  const acrossSettings = { ...acrossFeeDefaults, ...options.acrossFees }
  const acrossFees = options.acrossApiUrl
    ? createHostedAcrossFees({ url: options.acrossApiUrl, clock, chains })
    : createConfiguredAcrossFees(chains, prices, acrossSettings)
  const feeBps = options.acrossApiUrl ? 0 : acrossSettings.feeBps
  const swaps: SwapProvider[] = [
    ...poolProtocols().map((protocol) => createPoolProvider(protocol, options)),
    createWeth(chains),
    ...hostedSwaps(options),
  ]
  const bridges: BridgeProvider[] = [
    createAcross(chains, counterparts(options.tokens), acrossFees, filler, feeBps),
    ...cctps(options),
    createOft({ chains, prices, clock, quoteSwap: createSwapQuoter({ ...options, names: poolNames(swaps, options) }) }),
  ]
  return [
    ...swaps.map((provider) => createCircuitBreaker(provider, options)),
    ...bridges.map((provider) => createCircuitBreaker(provider, options)),
  ]
}

const poolNames = (swaps: readonly SwapProvider[], { off = [] }: ProviderOptions): string[] =>
  swaps.filter(({ name, isHosted }) => !isHosted && !off.includes(name)).map(({ name }) => name)

export const hostedAggregators: readonly HostedAggregator[] = [zeroX, lifi]

/** Enough for the public ones. Longer would delay quotes without a bridge, which pools answer in milliseconds. */
const hostedTimeoutMsDefault = 2_000

function hostedSwaps({
  chains,
  clock,
  hosted = {},
  hostedTimeoutMs: timeoutMs = hostedTimeoutMsDefault,
}: ProviderOptions) {
  return hostedAggregators.flatMap((aggregator) => {
    const access = hosted[aggregator.provider]
    return access ? [createHostedSwap(aggregator, { chains, clock, access, timeoutMs })] : []
  })
}

/** Both kinds of transfer share one `Attestations`, because the service's rate limit counts them together. */
function cctps(options: ProviderOptions): BridgeProvider[] {
  const { chains, clock, cctpAttestationUrl, cctpRequestsPerS, isAttestationShareLeft } = options
  if (!cctpAttestationUrl) return []
  const limits = { ...attestationDefaults, ...(cctpRequestsPerS && { requestsPerS: cctpRequestsPerS }) }
  const attestations = createAttestations(cctpAttestationUrl, clock, limits, isAttestationShareLeft)
  return [createCctp(chains, attestations), createCctp(chains, attestations, 'fast')]
}

/** Pairs of listed tokens that are the same asset on two chains: both bridge and have the same symbol and decimals. */
function counterparts(tokens: ProviderOptions['tokens']) {
  const bridged = (chainId: number) =>
    tokens.listed(chainId).filter(({ supportsBridging, address }) => supportsBridging && address !== nativeToken)
  return (originChainId: number, destinationChainId: number): AcrossToken[] => {
    const there = new Map(bridged(destinationChainId).map((token) => [token.symbol, token]))
    return bridged(originChainId).flatMap(({ symbol, address, decimals }) => {
      const other = there.get(symbol)
      if (other?.decimals !== decimals) return []
      return [{ inputToken: address, outputToken: other.address, decimals }]
    })
  }
}
