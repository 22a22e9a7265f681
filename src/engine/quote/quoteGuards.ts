import type { Chain } from '../../chains/chain.ts'
import { formatTokenAmount } from '../../intents/formatTokenAmount.ts'
import type { Contracts } from '../../intents/planBatches.ts'
import { delegation } from '../../intents/readOwnerFacts.ts'
import { batchDigest, callSweep, encodeDeployAndExecute } from '../../intents/wallet.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { Address } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import type { Quote } from '../../interface/quoteShapes.ts'
import type { TokenInfo } from '../../interface/tokenShapes.ts'
import { codeOfParty, isOurCode, refuseOurs } from '../addressRoles.ts'
import { countedToken, describeMostAmount } from './nearestAmount.ts'
import type { QuoteInput } from './parseQuoteRequest.ts'
import type { IntentPlan } from './planIntent.ts'
import { type QuoteCaches, remember } from './quoteCaches.ts'
import type { QuoteContext, QuoteWorld } from './quoteContext.ts'
import { simulateBatch } from './simulateBatch.ts'

/** With an exact output the caller may bound the deposit: refuses a quote that needs more. */
export function guardSpendMax({ spendMax, origin }: QuoteInput, { deposit }: IntentPlan): void {
  if (spendMax === undefined || deposit <= spendMax) return
  throw new ServiceError(
    'Unavailable',
    `needs ${deposit} of the origin token (${formatTokenAmount(deposit, origin.token)}), more than originTokenAmount ${spendMax} allows (${formatTokenAmount(spendMax, origin.token)})`,
  )
}

/** Refuses a quote that costs too large a share of the amount, and names the nearest amount that does not. */
export async function guardPriceImpact(quote: Quote, context: QuoteContext, world: QuoteWorld): Promise<void> {
  const { priceImpactMaxPercent: maxPercent } = world.settings
  if (quote.priceImpact <= maxPercent) return
  const { marketPriceImpact, providerFeesPriceImpact, svcFeesPriceImpact } = quote.priceImpactDetails
  const percent = (value: number) => `${value.toFixed(2)} %`
  const causes = `market ${percent(marketPriceImpact.priceImpact)}, providers ${percent(providerFeesPriceImpact.priceImpact)}, service and gas ${percent(svcFeesPriceImpact.priceImpact)}`
  const numbers = `${percent(quote.priceImpact)} net (${causes}) is above the limit of ${percent(maxPercent)}`
  throw new ServiceError('HighPriceImpact', `${numbers}; ${await remedy(quote, context, world)}`)
}

async function remedy(quote: Quote, context: QuoteContext, world: QuoteWorld): Promise<string> {
  const { svcFeesPriceImpact: fees, executionPriceImpact: execution } = quote.priceImpactDetails
  if (fees.priceImpactUsd > execution.priceImpactUsd) {
    // Fees are mostly fixed, so their share falls as the amount grows. Adds 10 % to the computed amount.
    const factor = BigInt(Math.ceil((fees.priceImpact / world.settings.priceImpactMaxPercent) * 110))
    const least = (context.input.amount * factor) / 100n
    return `about ${least} is the least that works (${formatTokenAmount(least, countedToken(context.input))})`
  }
  return describeMostAmount(context, world)
}

/**
 * Refuses parties with the code of our contracts, of any version or operator. Failures on the destination pay the
 * owner's address there; a contract wallet that exists only on the origin must name another address for that.
 */
export async function requireReachableParties(input: QuoteInput): Promise<void> {
  const { owner, recipient, refundTo, target, origin, destination } = input
  const [here, there] = await Promise.all([
    codeOfParty('ownerAddress', owner, origin.chain),
    codeOfParty(refundTo ? 'refundToAddress' : 'ownerAddress', refundTo ?? owner, destination.chain),
    !target && codeOfParty('destinationToAddress', recipient, destination.chain),
  ])
  if (refundTo || here === '0x' || here.startsWith(delegation) || there !== '0x') return
  throw new ServiceError(
    'InvalidArgument',
    `ownerAddress: ${owner} is a contract on chain ${origin.chain.id} and has no code on chain ${destination.chain.id}, where it could not move what a failure pays it; name an address of yours there in refundToAddress`,
  )
}

/** A call to an address without code succeeds and does nothing: its value would be lost, its approval left behind. */
export async function refuseBadTarget({ target, destination }: QuoteInput, caches: QuoteCaches): Promise<void> {
  if (!target) return
  const { chain } = destination
  const kindOf = (address: Address) =>
    remember(caches.targets, `${chain.id}:${address}`, async () => {
      const code = await chain.code(address, { quorum: true })
      if (isOurCode(code)) return 'ours'
      return code === '0x' ? 'none' : 'other'
    })
  const [called, approved] = await Promise.all([kindOf(target.to), kindOf(target.approve)])
  if (called === 'ours') throw refuseOurs('destinationToAddress', target.to)
  if (approved === 'ours') throw refuseOurs('destinationApproveAddress', target.approve)
  if (called === 'other') return
  throw new ServiceError(
    'InvalidArgument',
    `destinationToAddress: ${target.to} has no code on chain ${chain.id} (${chain.definition.name}), so destinationCallData would do nothing there`,
  )
}

const deadAddress: Address = '0x000000000000000000000000000000000000dEaD'
const farAhead = 2n ** 40n

/**
 * Refuses a token that delivers less than is sent: arrivals would never match the quote. Simulated once per token and
 * cache time: a wallet sends its whole balance, and the router's sweep fails if less arrives.
 */
export async function rejectFeeOnTransfer(
  { chain, token }: { chain: Chain; token: TokenInfo },
  contracts: Contracts,
  caches: QuoteCaches,
): Promise<void> {
  if (token.address === nativeToken) return
  const key = `${chain.id}:${token.address}`
  const fault = await remember(caches.transferFaults, key, () => findFault(chain, token, contracts, caches))
  if (fault) throw new ServiceError('Unavailable', fault)
}

/** What is wrong with the token, if anything. */
async function findFault(
  chain: Chain,
  token: TokenInfo,
  contracts: Contracts,
  { balanceSlots }: QuoteCaches,
): Promise<string | undefined> {
  const amount = 10n ** BigInt(token.decimals)
  const call = callSweep({ router: contracts.router, token: token.address, receiver: deadAddress, minAmount: amount })
  const batch = { chainId: chain.id, calls: [call], space: 0n, nonce: 0n }
  const config = {
    ...{ owner: deadAddress, refundReceiver: deadAddress, executor: contracts.guest },
    ...{ openAt: 0n, refundAt: farAhead, salt: 0n, batches: [batchDigest(batch)] },
  }
  const calldata = encodeDeployAndExecute(config, batch, 'strictly')
  const holds = { token: token.address, amount }
  const simulation = await simulateBatch({ chain, contracts, config, calldata, holds, balanceSlots })
  if (simulation.ok) return undefined
  const [, arrived] = /AmountTooLow\([^,]+, \d+, (\d+)\)/.exec(simulation.reason) ?? []
  return arrived === undefined
    ? `${token.symbol} (${token.address}) cannot be transferred on chain ${chain.id}: ${simulation.reason}`
    : `${token.symbol} (${token.address}) takes a fee on transfer: of ${amount} sent only ${arrived} arrive; such tokens are not supported`
}
