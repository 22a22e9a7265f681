import type { Chain } from '../../chains/chain.ts'
import { depositNonce } from '../../intents/depositNonce.ts'
import { printTypedData, relayGasOf, depositWays as wayRows } from '../../intents/depositWays.ts'
import type { PricedToken } from '../../intents/fees.ts'
import type { ExecutionPlan } from '../../intents/intentRecord.ts'
import { convertUp, microUsdOf, roundTo12Digits, usdOf } from '../../intents/money.ts'
import type { Contracts } from '../../intents/planBatches.ts'
import { readOwnerFacts } from '../../intents/readOwnerFacts.ts'
import { isoTime } from '../../intents/receipt.ts'
import { hasPermit2, type ReadCall, readTokenSigning } from '../../intents/tokenSigning.ts'
import type { DepositWay } from '../../interface/depositWay.ts'
import { type DepositWayName, depositWayNames as wayNames } from '../../interface/enums.ts'
import type { Address, Hex } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import type { FeeOption, GasFeeOptions } from '../../interface/quoteShapes.ts'
import type { SponsorBudget } from '../../stores/sponsorStore.ts'
import type { World } from '../world.ts'
import { depositCost } from './market.ts'
import type { IntentPlan } from './planIntent.ts'
import { type QuoteCaches, remember } from './quoteCaches.ts'
import type { PayerContext, QuoteContext, SigningFacts } from './quoteContext.ts'

type Payer = { chain: Chain; token: Address; owner: Address; nowMs: number }

/** Caches the token's facts. Reads the owner's each time: allowances, nonces and an account's code change. */
export async function readSigning(
  { chain, token, owner, nowMs }: Payer,
  { entrypoint }: Contracts,
  caches: QuoteCaches,
): Promise<SigningFacts | undefined> {
  if (token === nativeToken) return undefined
  const read: ReadCall = (call) => chain.read(call)
  const asked = remember(caches.signing, `${chain.id}:${token}`, () => readTokenSigning(read, chain.id, token))
  const [signing, { facts, permitNonce }] = await Promise.all([
    asked,
    readOwnerFacts({
      read,
      code: (address) => chain.code(address),
      hasPermit2: () => remember(caches.permit2, String(chain.id), () => hasPermit2(read, chain.id)),
      takesPermits: async () => (await asked).permit !== undefined,
      owner,
      token,
      entrypoint,
      nowS: Math.floor(nowMs / 1_000),
    }),
  ])
  return { token: signing, owner: facts, permitNonce }
}

/** A plain payment of the native token. */
const nativeGas = 21_000n
/** `approve` from zero, as a transaction. */
const approveGas = 48_000n
/** Overhead of a contract wallet's own transaction. */
const contractWalletGas = 60_000n
/** Covers commit and execution. `refundAtS` bounds the deadline as well. */
const signatureLifeS = 20 * 60

export type OfferedWays = {
  depositWays: DepositWay[]
  /** For ways whose fee the project pays: what the owner would pay, and its cost to the budget. */
  sponsored: NonNullable<ExecutionPlan['sponsored']>
}

/** How this owner can make the deposit, cheapest for the owner first. */
export function depositWaysFor(
  context: PayerContext,
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

/** The fee option of the deposit's token, with the fee for this much gas. */
function feeFor({ market }: QuoteContext, option: FeeOption, gas: bigint): FeeOption {
  const amount = convertUp(depositCost(market, gas), market.originNative, market.originToken)
  const amountUsd = roundTo12Digits(usdOf(amount, market.originToken.decimals, market.originToken.priceUsd))
  return { ...option, amount, amountUsd }
}

/** Ways to pay for the deposit transaction: by the owner in native token, or by us for a fee in the deposit token. */
export function gasFeeOptionsFor({ input, market, nowMs, signing }: PayerContext, { settings }: World): GasFeeOptions {
  const depositGas = relayGasOf('permit', signing?.owner.account ?? 'key')
  const nativeCost = depositCost(market, depositGas)
  const collector = settings.feeCollector
  const option = (token: PricedToken, is2612: boolean): FeeOption => {
    const amount = convertUp(nativeCost, market.originNative, token)
    return {
      tokenAddress: token.address,
      tokenSymbol: token.symbol,
      tokenDecimals: token.decimals,
      amount,
      amountUsd: roundTo12Digits(usdOf(amount, token.decimals, token.priceUsd)),
      feeCollectorAddress: collector,
      is2612,
    }
  }
  const feeOptions = [option(market.originNative, false)]
  if (market.originToken.address !== nativeToken && !input.request.onlyNativeGasFee) {
    feeOptions.push(option(market.originToken, signing?.token.permit === 'eip2612'))
  }
  return {
    gasEstimate: {
      totalGas: Number(depositGas + market.depositL1.gas),
      gasPrice: market.originFees.gasPrice.toString(),
      nativeCost: nativeCost.toString(),
      nativeCostUsd: roundTo12Digits(usdOf(nativeCost, market.originNative.decimals, market.originNative.priceUsd)),
    },
    feeOptions,
    expiresAt: isoTime(nowMs + settings.quoteLifeMs),
    feeCollectorAddress: collector,
  }
}
