import type { TransactionStatus } from '../interface/enums.ts'
import { nativeToken } from '../interface/limits.ts'
import type { IntentReceipt, IntentSummary, IntentTransaction } from '../interface/receiptShapes.ts'
import type { IntentRecord, Leg, LegRecord } from './intentRecord.ts'
import { statusOf } from './lifecycle.ts'

export const isoTime = (ms: number): string => new Date(ms).toISOString()

/** The receipt as callers see it, built from the intent and its legs; the ledger is not read. */
export function receiptOf(record: IntentRecord): IntentReceipt {
  const { intent } = record
  const deposit = requireLeg(record, 'deposit')
  const origin = requireLeg(record, 'origin')
  const destination = findLeg(record, 'destination')
  const refund = findLeg(record, 'refund')
  return {
    id: record.id,
    projectId: record.projectId,
    intentId: record.intentId,
    status: statusOf(record.step),
    ownerAddress: intent.ownerAddress,
    originChainId: intent.originChainId,
    destinationChainId: intent.destinationChainId,
    depositTransactionId: deposit.id,
    depositTransaction: transactionOf(record, deposit),
    originTransactionId: origin.id,
    originTransaction: transactionOf(record, origin),
    summary: summaryOf(record),
    ...(destination && {
      destinationTransactionId: destination.id,
      destinationTransaction: transactionOf(record, destination),
    }),
    ...(refund && { refundTransactionId: refund.id, refundTransaction: transactionOf(record, refund) }),
    updatedAt: isoTime(record.updatedAtMs),
    createdAt: isoTime(record.createdAtMs),
  }
}

/** Positional: deposit, origin, destination if there is one, refund if there is one. */
export function receiptStates(record: IntentRecord): TransactionStatus[] {
  const order: Leg[] = ['deposit', 'origin', 'destination', 'refund']
  return order.map((leg) => findLeg(record, leg)?.status).filter((status) => status !== undefined)
}

export const findLeg = (record: IntentRecord, leg: Leg): LegRecord | undefined =>
  record.legs.find((found) => found.leg === leg)

function requireLeg(record: IntentRecord, leg: Leg): LegRecord {
  const found = findLeg(record, leg)
  if (!found) throw new Error(`intent ${record.intentId} has no ${leg} leg`)
  return found
}

function transactionOf(record: IntentRecord, leg: LegRecord): IntentTransaction {
  return {
    id: leg.id,
    intentId: record.intentId,
    status: leg.status,
    chainId: leg.chainId,
    type: leg.type,
    context: leg.context,
    fromAddress: leg.fromAddress,
    toAddress: leg.toAddress,
    tokenAddress: leg.tokenAddress,
    tokenAmount: leg.tokenAmount,
    statusReason: leg.statusReason,
    bridgeGas: leg.bridgeGas,
    calldata: leg.calldata,
    metaTxnId: leg.metaTxnId,
    metaTxnFeeQuote: leg.metaTxnFeeQuote?.toString(),
    precondition: leg.precondition,
    depositIntentEntry: leg.depositIntentEntry,
    txnHash: leg.txnHash,
    txnMinedAt: leg.minedAtMs === undefined ? undefined : isoTime(leg.minedAtMs),
    updatedAt: isoTime(leg.updatedAtMs),
    createdAt: isoTime(leg.createdAtMs),
  }
}

function summaryOf(record: IntentRecord): IntentSummary {
  const { intent, plan } = record
  const request = intent.quoteRequest
  return {
    intentId: record.intentId,
    status: statusOf(record.step),
    ownerAddress: intent.ownerAddress,
    originChainId: intent.originChainId,
    destinationChainId: intent.destinationChainId,
    tradeType: request.tradeType ?? 'EXACT_INPUT',
    routeProviders: intent.quote.routeProviders,
    originIntentAddress: intent.originIntentAddress,
    originTokenAddress: request.originTokenAddress,
    originTokenAmount: intent.depositTransaction.amount,
    originTokenMetadata: plan.originToken,
    destinationIntentAddress: intent.destinationIntentAddress,
    destinationTokenMetadata: plan.destinationToken,
    destinationHasCallData: (request.destinationCallData ?? '0x') !== '0x',
    destinationHasCallValue: (request.destinationCallValue ?? 0n) > 0n,
    createdAt: isoTime(record.createdAtMs),
    expiresAt: isoTime(record.expiresAtMs),
    destinationTokenAddress: request.destinationTokenAddress ?? nativeToken,
    destinationTokenAmount: intent.quote.toAmount,
    destinationToAddress: request.destinationToAddress ?? intent.ownerAddress,
    startedAt: record.startedAtMs === undefined ? undefined : isoTime(record.startedAtMs),
    finishedAt: record.finishedAtMs === undefined ? undefined : isoTime(record.finishedAtMs),
  }
}
