import { formatEstimate } from '../../intents/formatSeconds.ts'
import { trustedChain } from '../../intents/trustedChains.ts'
import type { Intent } from '../../interface/intentShapes.ts'
import type { ChosenDeposit } from '../../sdk/chosenDeposit.ts'
import { knownToken } from '../../sdk/knownToken.ts'
import type { VerifiedIntent } from '../../sdk/verifyQuote.ts'
import { formatToken, formatUsd } from './amounts.ts'
import { formatPairs } from './table.ts'
import type { Trade } from './trade.ts'

const formatDeposit = ({ way, feeOption }: ChosenDeposit, origin: Trade['origin']): string =>
  feeOption?.amount === 0n
    ? `signed (${way}), without gas and without a fee: the project pays for it`
    : feeOption
      ? `signed (${way}), without gas, for another ${formatToken(feeOption.amount, origin)}`
      : 'sent by the account, which pays its gas'

/** Shows a token that this software does not know by its address, in base units. */
function saySum(amount: bigint, chainId: number, token: string): string {
  const known = knownToken(chainId, token)
  return known ? formatToken(amount, known) : `${amount} base units of ${token}`
}

/** What the route leaves over, which the owner keeps. */
const formatLeftovers = ({ expectedLeftovers = [] }: Intent): string | undefined =>
  expectedLeftovers
    .map(({ chainId, tokenAddress, amount, usd }) => {
      const place = trustedChain(chainId)?.name ?? `chain ${chainId}`
      return `about ${saySum(amount, chainId, tokenAddress)} on ${place}${usd === undefined ? '' : ` (${formatUsd(usd)})`}`
    })
    .join(', ') || undefined

/** A quote for people: what it costs, what arrives at least, and who gets it. */
export function describeQuote(intent: Intent, { origin, destination }: Trade, verified?: VerifiedIntent): string {
  const { quote, fees, quoteRequest } = intent
  const { crossing, chosen } = verified ?? {}
  const usd = (amountUsd: number) => `(${formatUsd(amountUsd)})`
  return formatPairs([
    ['intent', intent.intentId],
    ['pay', `${formatToken(quote.fromAmount, origin)} on ${origin.chain.name} ${usd(quote.fromAmountUsd)}`],
    ['get', `${formatToken(quote.toAmount, destination)} on ${destination.chain.name} ${usd(quote.toAmountUsd)}`],
    ['at least', formatToken(quote.toAmountMin, destination)],
    ['back to you', formatLeftovers(intent)],
    ['recipient', quoteRequest.destinationToAddress ?? intent.ownerAddress],
    ['token paid', origin.address],
    ['token got', destination.address],
    ['crosses', crossing && saySum(crossing.amount, destination.chainId, crossing.token)],
    ['route', quote.routeProviders.join(', ') || 'none'],
    [
      'fees',
      `${formatToken(fees.totalFeeAmount, origin)} ${usd(fees.totalFeeUsd)}, of which gas ${formatUsd(fees.gasFeeUsd)}`,
    ],
    ['deposit', chosen && formatDeposit(chosen, origin)],
    ['dollars', verified && "by the service's own prices; only amounts of tokens were checked"],
    ['checked', verified ? undefined : 'no: this is what the service says'],
    ['impact', `${quote.priceImpact.toFixed(2)} %`],
    ['takes about', formatEstimate(quote.estimatedDuration)],
    ['good until', intent.expiresAt],
  ])
}
