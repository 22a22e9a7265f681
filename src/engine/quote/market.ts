import { concat, decodeFunctionResult, type Hex, parseAbi, size } from 'viem'
import type { Chain, FeeData } from '../../chains/chain.ts'
import { sameAddress } from '../../evm/address.ts'
import { encodeCall } from '../../evm/encodeCall.ts'
import { keccak256 } from '../../evm/keccak.ts'
import type { PricedToken } from '../../intents/fees.ts'
import type { Contracts } from '../../intents/planBatches.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { Address } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import type { TokenInfo } from '../../interface/tokenShapes.ts'
import type { Price } from '../../tokens/priceSource.ts'
import type { World } from '../world.ts'
import type { QuoteInput } from './parseQuoteRequest.ts'
import type { QuoteCaches } from './quoteCaches.ts'

/** Token prices and gas prices at the moment of a quote. */
export type Market = {
  originToken: PricedToken
  destinationToken: PricedToken
  originNative: PricedToken
  destinationNative: PricedToken
  originFees: FeeData
  destinationFees: FeeData
  /** What the bytes of a signed deposit cost at the origin. */
  depositL1: L1Cost
}

/** 420 bytes: the shortest way of signing, and the longest with its zeros compressed. */
const depositBytes = incompressible(420)

/** What a signed deposit costs in native token, by the gas that it adds to its batch. */
export const depositCost = ({ originFees, depositL1 }: Market, gas: bigint): bigint =>
  (gas + depositL1.gas) * originFees.gasPrice + depositL1.fee

/** Reads four prices and two gas prices at once. Throws if a price is missing: fees could not be charged. */
export async function readMarket(input: QuoteInput, { prices }: World): Promise<Market> {
  const { origin, destination } = input
  const [quoted, originFees, destinationFees, depositL1] = await Promise.all([
    prices.prices([
      { chainId: origin.chain.id, token: origin.token.address },
      { chainId: destination.chain.id, token: destination.token.address },
      { chainId: origin.chain.id, token: nativeToken },
      { chainId: destination.chain.id, token: nativeToken },
    ]),
    origin.chain.fees(),
    destination.chain.fees(),
    l1CostOf(origin.chain, { to: input.owner, data: depositBytes }),
  ])
  return {
    originToken: priced(origin.token, quoted[0], origin.chain.definition.name),
    destinationToken: priced(destination.token, quoted[1], destination.chain.definition.name),
    originNative: priced(nativeOf(input, 'origin'), quoted[2], origin.chain.definition.name),
    destinationNative: priced(nativeOf(input, 'destination'), quoted[3], destination.chain.definition.name),
    originFees,
    destinationFees,
    depositL1,
  }
}

function nativeOf(
  input: QuoteInput,
  side: 'origin' | 'destination',
): Pick<TokenInfo, 'address' | 'symbol' | 'decimals'> {
  return { address: nativeToken, ...input[side].chain.definition.nativeCurrency }
}

function priced(
  token: Pick<TokenInfo, 'address' | 'symbol' | 'decimals'>,
  price: Price | undefined,
  chain: string,
): PricedToken {
  if (!price) {
    throw new ServiceError(
      'QueryFailed',
      `no fresh price for ${token.symbol} on ${chain}: its feed is stale or missing, and no pool can stand in`,
    )
  }
  const { address, symbol, decimals } = token
  return { address, symbol, decimals, priceUsd: price.usd }
}

/** Prices older than this say nothing about how much a token moves now. */
const moveWindowMs = 10 * 60_000
const samplesMax = 64

/** The caller's slippage, or one from the tokens, the hops and the price moves that recent quotes saw. */
export function slippageFor(input: QuoteInput, market: Market, { prices }: QuoteCaches, nowMs: number): number {
  // Sampled also when the caller chooses: the next quote of the pair learns from it.
  const moves = [
    recentMove(prices, input.origin.chain.id, market.originToken, nowMs),
    recentMove(prices, input.destination.chain.id, market.destinationToken, nowMs),
  ]
  if (input.slippage !== undefined) return input.slippage
  const isStablePair = isStable(market.originToken) && isStable(market.destinationToken)
  return chooseSlippage({ isStablePair, hops: input.isSameChain ? 1 : 2, recentMove: Math.max(...moves) })
}

const isStable = ({ priceUsd }: PricedToken): boolean => Math.abs(priceUsd - 1) < 0.02

/** Adds the price to its token's samples; returns the largest relative move within the window. */
function recentMove(
  samples: QuoteCaches['prices'],
  chainId: number,
  { address, priceUsd }: PricedToken,
  nowMs: number,
): number {
  const key = `${chainId}:${address}`
  const seen = (samples.get(key) ?? []).filter(({ atMs }) => nowMs - atMs < moveWindowMs).slice(-samplesMax + 1)
  seen.push({ atMs: nowMs, priceUsd })
  samples.set(key, seen)
  const prices = seen.map((sample) => sample.priceUsd)
  return (Math.max(...prices) - Math.min(...prices)) / priceUsd
}

/** What a transaction's bytes cost on L1: extra gas, or native token on top. */
export type L1Cost = { gas: bigint; fee: bigint }
export const noL1Cost: L1Cost = { gas: 0n, fee: 0n }

const abi = parseAbi([
  'function getL1Fee(bytes transaction) view returns (uint256)',
  'function gasEstimateL1Component(address to, bool contractCreation, bytes data) view returns (uint64 gasEstimateForL1, uint256 baseFee, uint256 l1BaseFeeEstimate)',
])

/** Bytes that do not compress, as signatures, hashes and addresses do not. */
export function incompressible(bytes: number): Hex {
  const words = Array.from({ length: Math.ceil(bytes / 32) }, (_, n) =>
    keccak256(`0x${(n + 1).toString(16).padStart(4, '0')}`),
  )
  return concat(words).slice(0, 2 + 2 * bytes) as Hex
}

/** Nonce, fees, limits, address and length of a transaction. The oracle adds the signature itself. */
const envelope = incompressible(60)

/** Asks the chain's own contract. If there is none, or it does not answer, the cost counts as zero. */
export async function l1CostOf(chain: Chain, transaction: { to: Address; data: Hex }): Promise<L1Cost> {
  const { l1Fee } = chain.definition
  if (!l1Fee) return noL1Cost
  if (l1Fee.by === 'oracle') {
    const args = [concat([envelope, transaction.data])] as const
    const answer = await chain.simulate({ to: l1Fee.oracle, data: encodeCall({ abi, functionName: 'getL1Fee', args }) })
    return answer.ok && size(answer.data) === 32 ? { gas: 0n, fee: BigInt(answer.data) } : noL1Cost
  }
  const args = [transaction.to, false, transaction.data] as const
  const data = encodeCall({ abi, functionName: 'gasEstimateL1Component', args })
  // Not `read`, which calls through a contract: NodeInterface exists only in the node, for direct calls.
  const answer = await chain.simulate({ to: l1Fee.nodeInterface, data })
  if (!answer.ok || size(answer.data) !== 96) return noL1Cost
  const [gas] = decodeFunctionResult({ abi, functionName: 'gasEstimateL1Component', data: answer.data })
  return { gas, fee: 0n }
}

/** Default slippage as fractions of 1: a base by kind of pair, plus a part per further hop. */
const stablePairSlippage = 0.0005
const otherPairSlippage = 0.003
const slippagePerFurtherHop = 0.0005
const maxSlippage = 0.03

/** `recentMove`: how far the pair moved in the last minutes. It is added in full: such a market may move again. */
export function chooseSlippage(pair: { isStablePair: boolean; hops: number; recentMove: number }): number {
  const base = pair.isStablePair ? stablePairSlippage : otherPairSlippage
  const chosen = base + Math.max(0, pair.hops - 1) * slippagePerFurtherHop + pair.recentMove
  return Math.min(maxSlippage, Math.round(chosen * 1e6) / 1e6)
}

/** Fields of `options.svcAddressOverrides` and the contract that each stands for. */
const overridable = [
  ['svcWalletFactoryAddress', 'factory'],
  ['svcWalletMainModuleAddress', 'wallet'],
  ['svcWalletMainModuleUpgradableAddress', 'wallet'],
  ['svcWalletGuestModuleAddress', 'guest'],
  ['svcWalletUtilsAddress', 'utils'],
] as const satisfies [string, keyof Contracts][]

/**
 * Why the same code at another address behaves differently: its state, or what others recorded about its address. An
 * accepted override would make an intent that cannot run.
 */
const bound: Partial<Record<keyof Contracts, string>> = {
  factory: 'wallets prove themselves by the factory they name',
  wallet: 'the factory deploys proxies of its own implementation',
  guest: 'relayers have their grants at the guest of this service alone',
}

/** The configured contracts, with the caller's overrides where the code there is the same on every chain involved. */
export async function contractsFor(input: QuoteInput, { settings }: World): Promise<Contracts> {
  const overrides = input.request.options?.svcAddressOverrides ?? {}
  const contracts: Contracts = { ...settings.contracts }
  for (const [field, name] of overridable) {
    const address = overrides[field]
    if (!address || sameAddress(address, settings.contracts[name])) continue
    const why = bound[name]
    if (why)
      throw new ServiceError(
        'InvalidArgument',
        `options.svcAddressOverrides.${field}: must be ${settings.contracts[name]} or left out, because ${why}`,
      )
    for (const { chain } of [input.origin, input.destination]) {
      const [wanted, found] = await Promise.all([chain.code(settings.contracts[name]), chain.code(address)])
      if (found === wanted) continue
      const what = found === '0x' ? 'holds no code' : 'holds other code than the contract of this service'
      throw new ServiceError(
        'InvalidArgument',
        `options.svcAddressOverrides.${field}: ${address} ${what} on chain ${chain.id}`,
      )
    }
    contracts[name] = address
  }
  return contracts
}
