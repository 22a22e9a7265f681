import type { IntentStatus, TransactionStatus } from '../interface/enums.ts'
import { nativeToken } from '../interface/limits.ts'
import type { IntentReceipt, IntentSummary, IntentTransaction } from '../interface/receiptShapes.ts'
import { describeWhereabouts, type IntentNames } from './describeWhereabouts.ts'
import type { IntentRecord, Leg, LegRecord } from './intentRecord.ts'
import { balanceOf, type LedgerEntry } from './ledger.ts'
import { isFinalStep, statusOf } from './lifecycle.ts'
import { reason } from './reasons.ts'
import { unbooked } from './unbooked.ts'

export const isoTime = (ms: number): string => new Date(ms).toISOString()

/** The receipt, built from the legs and the ledger: what happened on chain, not what was quoted. */
export function receiptOf(
  record: IntentRecord,
  booked: readonly LedgerEntry[],
  names: IntentNames = numbersOnly,
): IntentReceipt {
  const { intent } = record
  const ledger = withUnfinal(record, booked)
  const deposit = requireLeg(record, 'deposit')
  const origin = requireLeg(record, 'origin')
  const destination = findLeg(record, 'destination')
  const refund = shownRefund(record)
  const moves = ledger.map(({ token, blockNumber, ...entry }) => ({ ...entry, tokenAddress: token }))
  const summary = summaryOf(record, ledger)
  const told = { ownerAddress: intent.ownerAddress, moves, summary }
  return {
    id: record.id,
    projectId: record.projectId,
    intentId: record.intentId,
    status: statusOf(record.step),
    ownerAddress: intent.ownerAddress,
    originChainId: intent.originChainId,
    destinationChainId: intent.destinationChainId,
    depositTransactionId: deposit.id,
    depositTransaction: { ...transactionOf(record, deposit), ...sponsoredEntry(record, deposit) },
    originTransactionId: origin.id,
    originTransaction: transactionOf(record, origin),
    summary,
    ...(destination && {
      destinationTransactionId: destination.id,
      destinationTransaction: { ...transactionOf(record, destination), ...deliveredBy(record, ledger) },
    }),
    ...(refund && {
      refundTransactionId: refund.id,
      refundTransaction: { ...transactionOf(record, refund), ...sentBackLater(refund, ledger) },
    }),
    moves,
    ...(summary.status === 'FAILED' && { whereabouts: describeWhereabouts(told, names) }),
    updatedAt: isoTime(record.updatedAtMs),
    createdAt: isoTime(record.createdAtMs),
  }
}

/** Adds a short deposit's entries that are not final. A final receipt has none: it shows final blocks only. */
const withUnfinal = ({ step, progress: { short } }: IntentRecord, booked: readonly LedgerEntry[]): LedgerEntry[] =>
  isFinalStep(step) || !short ? [...booked] : [...booked, ...unbooked(short.unfinal, booked)]

/** Fallback without names of chains and tokens. */
const numbersOnly: IntentNames = { chainName: (id) => `chain ${id}`, unitOf: () => undefined }

/** The project's payment for relaying, if it reserved one. At the end, the unspent part is returned. */
function sponsoredEntry({ progress, step }: IntentRecord, deposit: LegRecord): Partial<IntentTransaction> {
  const { depositIntentEntry } = deposit
  if (!progress.sponsor || !depositIntentEntry) return {}
  const { reservedMicroUsd, spentMicroUsd } = progress.sponsor
  const paid = spentMicroUsd ?? (isFinalStep(step) ? 0n : reservedMicroUsd)
  return { depositIntentEntry: { ...depositIntentEntry, sponsoredUsd: Number(paid) / 1e6 } }
}

/** Positional: deposit, origin, destination if there is one, refund if there is one. */
export function receiptStates(record: IntentRecord, ledger: readonly LedgerEntry[] = []): TransactionStatus[] {
  const order: Leg[] = ['deposit', 'origin', 'destination']
  const found = [...order.map((name) => findLeg(record, name)), shownRefund(record)].filter((leg) => leg !== undefined)
  return found.map((leg) => (leg.leg === 'refund' && sentBackLater(leg, ledger)?.status) || leg.status)
}

/** A failed refund is reported as held. If a later refund succeeded, shows that one, from the ledger. */
function sentBackLater(
  { status, chainId, tokenAddress }: LegRecord,
  ledger: readonly LedgerEntry[],
): Partial<IntentTransaction> | undefined {
  if (status !== 'FAILED') return undefined
  const back = ledger.filter((entry) => entry.to === 'owner' && entry.why === 'late' && entry.chainId === chainId)
  const own = back.find(({ token }) => token.toLowerCase() === tokenAddress?.toLowerCase()) ?? back[0]
  if (!own?.txnHash) return undefined
  const { token, amount, txnHash } = own
  return {
    status: 'SUCCEEDED',
    statusReason: reason('HELD', 'the balance could not be sent back at first; it has been since'),
    tokenAddress: token,
    tokenAmount: amount,
    txnHash,
  }
}

export const findLeg = (record: IntentRecord, leg: Leg): LegRecord | undefined =>
  record.legs.find((found) => found.leg === leg)

/** Whether a run made the refund moot: a succeeded intent shows a refund only if the refund moved money. */
export const isForestalled = (refund: TransactionStatus, intent: IntentStatus): boolean =>
  intent === 'SUCCEEDED' && refund !== 'SUCCEEDED'

function shownRefund(record: IntentRecord): LegRecord | undefined {
  const refund = findLeg(record, 'refund')
  return refund && isForestalled(refund.status, statusOf(record.step)) ? undefined : refund
}

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
    statusReason: reasonOf(leg),
    bridgeGas: leg.bridgeGas,
    calldata: leg.calldata,
    metaTxnId: leg.metaTxnId,
    metaTxnFeeQuote: leg.metaTxnFeeQuote?.toString(),
    precondition: leg.precondition,
    depositIntentEntry: leg.depositIntentEntry,
    ...hashOf(leg),
    updatedAt: isoTime(leg.updatedAtMs),
    createdAt: isoTime(leg.createdAtMs),
  }
}

/** What was said of an open leg, as that its deposit was short, no longer applies once it has succeeded. */
const reasonOf = ({ leg, status, statusReason }: LegRecord): string | undefined =>
  leg !== 'refund' && status === 'SUCCEEDED' ? undefined : statusReason

/**
 * Shows a hash as mined (`txnHash`) or as pending. An ended leg without a block shows none: its hash was only announced
 * or sent, and had no effect.
 */
function hashOf({ status, txnHash, blockNumber, minedAtMs }: LegRecord) {
  const ended = status === 'SUCCEEDED' || status === 'FAILED'
  if (blockNumber !== undefined || status === 'MINING')
    return { txnHash, txnMinedAt: minedAtMs === undefined ? undefined : isoTime(minedAtMs) }
  return ended ? {} : { pendingTxnHash: txnHash }
}

/** The amount that reached the recipient: from the ledger once the step is final, until then from the newest blocks. */
function arrivedAmount({ intent, step, progress }: IntentRecord, ledger: readonly LedgerEntry[]): bigint | undefined {
  if (!isFinalStep(step)) return progress.arrived?.amount
  const token = intent.quoteRequest.destinationTokenAddress ?? nativeToken
  const received = balanceOf(ledger, 'recipient', intent.destinationChainId, token)
  return received > 0n || step === 'succeeded' ? received : undefined
}

/** The amount that the destination leg delivered: 0 when the intent failed. */
function deliveredBy(record: IntentRecord, ledger: readonly LedgerEntry[]): { tokenAmount?: bigint } {
  const arrived = arrivedAmount(record, ledger) ?? (statusOf(record.step) === 'FAILED' ? 0n : undefined)
  return arrived === undefined ? {} : { tokenAmount: arrived }
}

/** The amount paid into the intent address, late deposits included; undefined if none. */
function paidIn({ intent }: IntentRecord, ledger: readonly LedgerEntry[]): bigint | undefined {
  const { tokenAddress } = intent.depositTransaction
  const payments = ledger.filter(
    ({ from, to, token }) =>
      to === 'originIntent' &&
      (from === 'owner' || from === 'payer') &&
      token.toLowerCase() === tokenAddress.toLowerCase(),
  )
  return payments.length === 0 ? undefined : payments.reduce((sum, { amount }) => sum + amount, 0n)
}

/** Estimated and actual duration. A reorganisation may undo an arrival: the actual one is then absent again. */
function timingOf({ intent, startedAtMs, arrivedAtMs }: IntentRecord, hasArrived: boolean) {
  const isKnown = hasArrived && startedAtMs !== undefined && arrivedAtMs !== undefined
  return {
    estimatedDuration: intent.quote.estimatedDuration,
    arrivedAt: hasArrived && arrivedAtMs !== undefined ? isoTime(arrivedAtMs) : undefined,
    actualDuration: isKnown ? (arrivedAtMs - startedAtMs) / 1_000 : undefined,
  }
}

function summaryOf(record: IntentRecord, ledger: readonly LedgerEntry[]): IntentSummary {
  const { intent, plan } = record
  const request = intent.quoteRequest
  const failed = statusOf(record.step) === 'FAILED'
  const arrived = arrivedAmount(record, ledger)
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
    originTokenAmount: paidIn(record, ledger) ?? (failed ? 0n : intent.depositTransaction.amount),
    originTokenMetadata: plan.originToken,
    destinationIntentAddress: intent.destinationIntentAddress ?? intent.originIntentAddress,
    destinationTokenMetadata: plan.destinationToken,
    destinationHasCallData: (request.destinationCallData ?? '0x') !== '0x',
    destinationHasCallValue: (request.destinationCallValue ?? 0n) > 0n,
    createdAt: isoTime(record.createdAtMs),
    expiresAt: isoTime(record.expiresAtMs),
    destinationTokenAddress: request.destinationTokenAddress ?? nativeToken,
    destinationTokenAmount: arrived ?? (failed ? 0n : intent.quote.toAmount),
    arrived: arrived === undefined ? undefined : true,
    ...timingOf(record, arrived !== undefined),
    destinationToAddress: request.destinationToAddress ?? intent.ownerAddress,
    startedAt: record.startedAtMs === undefined ? undefined : isoTime(record.startedAtMs),
    finishedAt: record.finishedAtMs === undefined ? undefined : isoTime(record.finishedAtMs),
  }
}
