import { depositNonce } from '../../intents/depositNonce.ts'
import { printTypedData, relayGasOf, depositWays as wayRows } from '../../intents/depositWays.ts'
import type { ExecutionPlan } from '../../intents/intentRecord.ts'
import { convertUp, microUsdOf, usdOf } from '../../intents/money.ts'
import { roundTo12Digits } from '../../intents/priceImpact.ts'
import type { DepositWay } from '../../interface/depositWay.ts'
import { type DepositWayName, depositWayNames as wayNames } from '../../interface/enums.ts'
import type { Hex } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import type { FeeOption } from '../../interface/quoteShapes.ts'
import type { SponsorBudget } from '../../stores/sponsorStore.ts'
import { depositCost } from './market.ts'
import type { IntentPlan } from './planIntent.ts'
import type { QuoteContext } from './quoteContext.ts'

/** A plain payment of the native token. */
const nativeGas = 21_000n
/** `approve` from zero, as a transaction. */
const approveGas = 48_000n
/** What a contract wallet's own transaction needs beside what it does. */
const contractWalletGas = 60_000n
/** As long as commit and execution may take; the time of refunds bounds it as well. */
const signatureLifeS = 20 * 60

export type OfferedWays = {
  depositWays: DepositWay[]
  /** Of the ways whose fee the project pays: what the owner would pay, and what that is of the budget. */
  sponsored: NonNullable<ExecutionPlan['sponsored']>
}

/** How this owner can make the deposit, cheapest for the owner first. */
export function depositWaysFor(
  context: QuoteContext,
  { deposit: amount, origin }: IntentPlan,
  intentId: Hex,
  tokenOption: FeeOption | undefined,
): OfferedWays {
  const { input, market, contracts, signing, nowMs, refundAtS } = context
  const token = market.originToken
  const nativeUsd = (gas: bigint) =>
    usdOf(gas * market.originFees.gasPrice, market.originNative.decimals, market.originNative.priceUsd)
  const ownGas = (gas: bigint) => nativeUsd(gas + (signing?.owner.account === 'contract' ? contractWalletGas : 0n))
  const transfer: DepositWay = {
    way: 'transfer',
    sentBy: 'owner',
    costUsd: roundTo12Digits(ownGas(token.address === nativeToken ? nativeGas : wayRows.transfer.gas)),
  }
  if (!signing || !tokenOption || input.request.fundMethod === 'DIRECT_TRANSFER')
    return { depositWays: [transfer], sponsored: {} }
  const deadline = Math.min(Math.floor(nowMs / 1_000) + signatureLifeS, refundAtS)

  const nonce = depositNonce(intentId)
  const sponsored: OfferedWays['sponsored'] = {}

  const relayed = (way: DepositWayName): DepositWay[] => {
    const row = wayRows[way]
    const ordinary = feeFor(context, tokenOption, relayGasOf(way, signing.owner.account))
    const microUsd = microUsdOf(ordinary.amountUsd)
    const isSponsored = hasRoom(context.budget, microUsd)
    const feeOption = isSponsored ? { ...ordinary, amount: 0n, amountUsd: 0 } : ordinary
    const total = amount + feeOption.amount
    if (way === 'transfer' || !row.possible(signing.token, signing.owner, total)) return []
    const ask = {
      deposit: {
        user: input.owner,
        token: token.address,
        amount,
        intentAddress: origin.address,
        deadline: BigInt(deadline),
        nonce,
        feeAmount: feeOption.amount,
        feeCollector: feeOption.feeCollectorAddress,
      },
      chainId: input.origin.chain.id,
      entrypoint: contracts.entrypoint,
      domainName: contracts.domainName,
      primaryType: contracts.primaryType,
      tokenDomain: signing.token.domain,
      permitNonce: signing.permitNonce,
    }
    if (isSponsored) sponsored[way] = { fee: ordinary.amount, microUsd }
    const approveAddress = row.approves?.(signing.owner, total)
    return [
      {
        way,
        sentBy: 'service',
        costUsd: roundTo12Digits(feeOption.amountUsd + (approveAddress ? ownGas(approveGas) : 0)),
        ...(isSponsored && { sponsored: true }),
        ...(approveAddress && { approveAddress }),
        sign: row.sign(ask).map(({ field, typed }) => ({ field, typedData: printTypedData(typed) })),
        depositSignature: {
          way,
          ...row.extra(ask),
          selectedGasFeeOption: feeOption,
          userNonce: ask.deposit.nonce,
          deadline,
        },
      },
    ]
  }
  const signatures = ({ sign = [] }: DepositWay) => sign.length
  const ways = [transfer, ...wayNames.flatMap(relayed)]
  const depositWays = ways.sort((a, b) => a.costUsd - b.costUsd || signatures(a) - signatures(b))
  return { depositWays, sponsored }
}

const hasRoom = (budget: SponsorBudget | undefined, microUsd: bigint): boolean =>
  budget !== undefined && budget.usedMicroUsd + microUsd <= budget.mostMicroUsd

/** The fee of the deposit's token, for another amount of gas. */
function feeFor({ market }: QuoteContext, option: FeeOption, gas: bigint): FeeOption {
  const amount = convertUp(depositCost(market, gas), market.originNative, market.originToken)
  const amountUsd = roundTo12Digits(usdOf(amount, market.originToken.decimals, market.originToken.priceUsd))
  return { ...option, amount, amountUsd }
}
