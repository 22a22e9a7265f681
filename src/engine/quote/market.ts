import type { FeeData } from '../../chains/chain.ts'
import type { PricedToken } from '../../intents/fees.ts'
import { ServiceError } from '../../interface/errors.ts'
import { nativeToken } from '../../interface/limits.ts'
import type { TokenInfo } from '../../interface/tokenShapes.ts'
import type { Price } from '../../tokens/priceSource.ts'
import type { World } from '../world.ts'
import { incompressible, type L1Cost, l1CostOf } from './l1CostOf.ts'
import type { QuoteInput } from './parseQuoteRequest.ts'

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

/** As many as the shortest way takes, and as the longest has once its zeros are compressed. */
const depositBytes = incompressible(420)

/** What a signed deposit costs in native token, by the gas that it adds to its batch. */
export const depositCost = ({ originFees, depositL1 }: Market, gas: bigint): bigint =>
  (gas + depositL1.gas) * originFees.gasPrice + depositL1.fee

/** Four prices and the gas price of two chains, read at once. Throws where a price is missing: fees could not be charged. */
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
