import type { Chain } from '../../chains/chain.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { Address, Hex } from '../../interface/fields.ts'
import { limits, nativeToken } from '../../interface/limits.ts'
import type { QuoteRequest } from '../../interface/quoteShapes.ts'
import type { TokenInfo } from '../../interface/tokenShapes.ts'
import type { World } from '../world.ts'

/** A quote request with every default filled in and everything checked that needs no network. */
export type QuoteInput = {
  request: QuoteRequest
  owner: Address
  recipient: Address
  /** Whom failures on the destination chain pay, instead of the owner. */
  refundTo?: Address
  origin: { chain: Chain; token: TokenInfo }
  destination: { chain: Chain; token: TokenInfo }
  exact: 'in' | 'out'
  amount: bigint
  /** With an exact output: the most the caller will spend. */
  spendMax?: bigint
  target?: { to: Address; approve: Address; data: Hex; value: bigint }
  slippage?: number
  preference: NonNullable<NonNullable<QuoteRequest['options']>['preference']>
  swapChoice: ProviderChoice
  bridgeChoice: ProviderChoice
  isSameChain: boolean
  isSameToken: boolean
  /** What differs from the request, for the answer. */
  notes: string[]
}

/** `only`: the provider the caller named. Others serve if it is absent, or, with `fallback`, if it fails. */
export type ProviderChoice = { only?: string; fallback: boolean }

export function parseQuoteRequest(request: QuoteRequest, world: World): QuoteInput {
  const origin = side(world, request.originChainId, request.originTokenAddress, 'origin')
  const destination = side(world, request.destinationChainId, request.destinationTokenAddress, 'destination')
  refuseZeroAddresses(request)
  refuseHighSlippage(request)
  const { exact, amount, spendMax } = readAmounts(request)
  const notes: string[] = []
  const isSameChain = request.originChainId === request.destinationChainId
  const isSameToken = isSameChain && request.originTokenAddress === request.destinationTokenAddress
  const target = readTarget(request, amount)
  if (isSameToken && !target)
    throw new ServiceError(
      'IntentsSkipped',
      'origin and destination are the same token on the same chain: send a plain transfer',
    )
  return {
    request: { ...request, tradeType: exact === 'in' ? 'EXACT_INPUT' : 'EXACT_OUTPUT' },
    owner: request.ownerAddress,
    recipient: request.destinationToAddress ?? request.ownerAddress,
    refundTo: request.refundToAddress,
    origin,
    destination,
    exact,
    amount,
    spendMax,
    target,
    slippage: request.options?.slippageTolerance,
    preference: request.options?.preference ?? 'RECOMMENDED',
    swapChoice: chosen(world, 'swap', request.options, notes),
    bridgeChoice: chosen(world, 'bridge', request.options, notes),
    isSameChain,
    isSameToken,
    notes,
  }
}

/** The zero address has no key: what is paid or given back there is gone. */
function refuseZeroAddresses({ ownerAddress, destinationToAddress }: QuoteRequest): void {
  const burnt = 'is the zero address, which has no key'
  if (ownerAddress === nativeToken)
    throw new ServiceError('InvalidArgument', `ownerAddress: ${burnt}; a refund to it would be lost`)
  if (destinationToAddress === nativeToken)
    throw new ServiceError('InvalidArgument', `destinationToAddress: ${burnt}; what arrives there would be lost`)
}

/** A tolerance at or above the limit is more likely a percentage by mistake than an accepted loss. */
function refuseHighSlippage({ options }: QuoteRequest): void {
  const slippage = options?.slippageTolerance
  if (slippage === undefined || slippage < limits.slippageBelow || options?.allowHighSlippage) return
  throw new ServiceError(
    'InvalidArgument',
    `options.slippageTolerance: ${slippage} allows to lose ${Number((slippage * 100).toFixed(4))} %; it is a fraction of 1, so 0.005 is 0.5 %. If ${limits.slippageBelow} or more is meant, set options.allowHighSlippage`,
  )
}

function side(world: World, chainId: number, tokenAddress: Address, name: string): { chain: Chain; token: TokenInfo } {
  const chain = world.chains.get(chainId)
  if (!chain) {
    throw new ServiceError(
      'UnsupportedNetwork',
      `${name}ChainId ${chainId}; configured: ${[...world.chains.keys()].join(', ')}`,
    )
  }
  const token = world.tokens.find(chainId, tokenAddress)
  if (!token) {
    throw new ServiceError(
      'Unavailable',
      `${name}TokenAddress: ${tokenAddress} is in no token list of chain ${chainId}; see GetTokenList`,
    )
  }
  return { chain, token }
}

/** Leaves 96 bits for fees and factors, so that sums and products fit the 256 bits of the contracts. */
const amountMax = 2n ** 160n - 1n

function readAmounts(request: QuoteRequest): { exact: 'in' | 'out'; amount: bigint; spendMax?: bigint } {
  const { originTokenAmount: from, destinationTokenAmount: to, tradeType } = request
  if (from !== undefined && to !== undefined && !tradeType)
    throw new ServiceError('InvalidArgument', 'tradeType: is required when both amounts are given')
  const type = tradeType ?? (to === undefined ? 'EXACT_INPUT' : 'EXACT_OUTPUT')
  const exact = type === 'EXACT_INPUT' ? 'in' : 'out'
  const field = exact === 'in' ? 'originTokenAmount' : 'destinationTokenAmount'
  const amount = exact === 'in' ? from : to
  if (amount === undefined) throw new ServiceError('InvalidArgument', `${field}: is required for ${type}`)
  if (amount === 0n) throw new ServiceError('InvalidArgument', `${field}: must be more than 0`)
  if (amount > amountMax)
    throw new ServiceError('InvalidArgument', `${field}: must be below 2^160; no token has so much`)
  return { exact, amount, spendMax: exact === 'out' && from ? from : undefined }
}

function readTarget(request: QuoteRequest, amount: bigint): QuoteInput['target'] {
  const data = request.destinationCallData
  const value = request.destinationCallValue ?? 0n
  const native = BigInt(request.destinationTokenAddress) === 0n
  if (!data || data === '0x') {
    if (value > 0n) throw new ServiceError('InvalidArgument', 'destinationCallValue: needs destinationCallData')
    if (request.destinationApproveAddress)
      throw new ServiceError('InvalidArgument', 'destinationApproveAddress: needs destinationCallData')
    return undefined
  }
  const to = request.destinationToAddress
  if (!to)
    throw new ServiceError(
      'InvalidArgument',
      'destinationToAddress: is required with destinationCallData: the contract to call',
    )
  if (value > 0n && !native)
    throw new ServiceError('InvalidArgument', 'destinationCallValue: needs the native token as destinationTokenAddress')
  if (request.tradeType !== 'EXACT_INPUT' && request.destinationTokenAmount !== undefined && value > amount) {
    throw new ServiceError('InvalidArgument', `destinationCallValue: is more than the ${amount} that will arrive`)
  }
  return { to, approve: request.destinationApproveAddress ?? to, data, value }
}

function chosen(
  world: World,
  kind: 'swap' | 'bridge',
  options: QuoteRequest['options'],
  notes: string[],
): ProviderChoice {
  const field = `${kind}Provider` as const
  const only = (options?.[field] ?? 'AUTO').toUpperCase()
  const fallback = options?.[`${field}Fallback`] ?? false
  if (only === 'AUTO') return { fallback: true }
  const known = world.providers.filter((provider) => provider.kind === kind).map((provider) => provider.name)
  if (known.includes(only)) return { only, fallback }
  if (!fallback)
    throw new ServiceError('InvalidArgument', `options.${field}: must be AUTO or one of ${known.join(', ')}`)
  notes.push(`options.${field}: ${only} is not known here, so AUTO was used; known: ${known.join(', ')}`)
  return { fallback: true }
}
