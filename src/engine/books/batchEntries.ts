import { slice } from 'viem'
import { sameAddress } from '../../evm/address.ts'
import type { IntentRecord } from '../../intents/intentRecord.ts'
import { balanceOf, type LedgerEntry } from '../../intents/ledger.ts'
import { readNativeSpent } from '../../intents/wallet.ts'
import type { Address } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import { type BatchRun, gasEntry } from './batchReceipt.ts'
import { proof, sumInto, transferEntries, unwrappedIn } from './transferEntries.ts'

export type Side = 'origin' | 'destination'

/** What a batch did with the money, as ledger entries, and how much of the destination token reached the recipient. */
export type Booked = { entries: LedgerEntry[]; delivered: bigint; toOwner: bigint }

/** `balanceBefore` is what the wallet had of the native token when the batch ran, which no event shows. */
export function batchEntries(
  record: IntentRecord,
  side: Side,
  run: BatchRun,
  balanceBefore: bigint,
  { wrapped }: { wrapped: Address },
): Booked {
  const { intent, plan } = record
  const isLast = side === 'destination' || !plan.destination
  const wallet =
    side === 'origin' ? intent.originIntentAddress : (intent.destinationIntentAddress ?? intent.originIntentAddress)
  const chainId = side === 'origin' ? intent.originChainId : intent.destinationChainId
  const ok = { main: !run.failed.has('main'), deliver: isLast && !run.failed.has('deliver') && !run.failed.has('main') }
  const books = {
    receipt: run.receipt,
    chainId,
    wallet,
    place: side === 'origin' ? ('originIntent' as const) : ('destinationIntent' as const),
    router: intent.svcContracts.svcRouterAddress,
    wrapped,
    fee: side === 'origin' ? { to: plan.feeCollector, token: plan.feeToken, amount: plan.feeAmount } : undefined,
    relayFeeTo:
      side === 'origin' ? record.progress.deposit?.signature?.selectedGasFeeOption.feeCollectorAddress : undefined,
    deliveryToken: intent.quoteRequest.destinationTokenAddress,
    isCall: (intent.quoteRequest.destinationCallData ?? '0x') !== '0x',
    owner: side === 'destination' ? (plan.destination?.refundReceiver ?? intent.ownerAddress) : intent.ownerAddress,
    recipient: intent.quoteRequest.destinationToAddress ?? intent.ownerAddress,
    routerIs: isLast ? ('market' as const) : ('bridge' as const),
    delivered: ok.deliver,
    wentThrough: isLast ? ok.deliver : ok.main,
    relayedBy:
      side === 'origin' && record.progress.deposit?.signature
        ? intent.svcContracts.svcIntentEntrypointAddress
        : undefined,
  }
  const tokens = transferEntries(books)
  const gas = gasEntry(run.receipt, chainId, run.gasCost)
  const entries = [...tokens, ...nativeEntries(record, side, run, balanceBefore, ok, books), gas]
  const outToken = isLast && ok.main ? intent.quoteRequest.destinationTokenAddress : awaitedToken(record, side)
  const delivered = balanceOf(entries, 'recipient', chainId, outToken)
  return { entries, delivered, toOwner: sumInto(entries, 'owner', outToken) }
}

/** The token that a wallet waits for before its batch can run. */
export function awaitedToken({ intent, plan }: IntentRecord, side: Side): Address {
  return side === 'origin' ? intent.depositTransaction.tokenAddress : (plan.bridge?.outputToken ?? nativeToken)
}

/** Whether a bridge pays in this token: it may choose between native and wrapped. */
export const isBridgeToken = ({ plan: { bridge } }: IntentRecord, token: Address): boolean =>
  [bridge?.outputToken, bridge?.outputTokenOtherwise].some((one) => one !== undefined && sameAddress(one, token))

type Books = Parameters<typeof transferEntries>[0]

/**
 * Native token leaves no events, so its way is followed from what the wallet had: the run takes its fixed amount, unwrapping brings
 * more, the fee and the delivery leave, and whatever is left was swept to the owner at the end of the batch.
 */
function nativeEntries(
  record: IntentRecord,
  side: Side,
  run: BatchRun,
  balanceBefore: bigint,
  ok: { main: boolean; deliver: boolean },
  books: Books,
): LedgerEntry[] {
  const { intent, plan } = record
  const waited = awaitedToken(record, side)
  const base = { ...proof(books), token: nativeToken }
  const entries: LedgerEntry[] = []
  let balance = balanceBefore
  const leave = (to: LedgerEntry['to'], amount: bigint, why: LedgerEntry['why']): void => {
    if (amount <= 0n) return
    entries.push({ ...base, from: books.place, to, amount, why })
    balance -= amount
  }
  const enter = (amount: bigint): void => {
    if (amount <= 0n) return
    entries.push({ ...base, from: 'market', to: books.place, amount, why: 'swap' })
    balance += amount
  }
  const unwrapped = unwrappedIn(books, books.wallet)
  if (unwrapped > 0n) {
    entries.push({ ...base, token: books.wrapped, from: books.place, to: 'market', amount: unwrapped, why: 'swap' })
    enter(unwrapped)
  }
  if (ok.main && sameAddress(waited, nativeToken) && hasRun(record, side)) {
    const taken = side === 'origin' ? intent.depositTransaction.amount - plan.feeAmount : balance
    leave(books.routerIs, taken, books.routerIs === 'bridge' ? 'bridge' : 'swap')
    // The run of a destination takes all that is there. Its steps send on what the bridge promised; the router gives back what somebody added.
    if (side === 'destination') enter(taken - (spentByRun(record) ?? taken))
  }
  const isLast = side === 'destination' || !plan.destination
  if (ok.main && intent.passthrough && sameAddress(waited, nativeToken))
    enter(intent.depositTransaction.amount - plan.feeAmount)
  const outIsNative = isLast && sameAddress(intent.quoteRequest.destinationTokenAddress, nativeToken)
  if (ok.main && outIsNative) enter(unwrappedIn(books, books.router))
  // A swap into native token for a bridge that takes a fixed amount: what it brought above that comes back from the router.
  const { bridge } = plan
  if (ok.main && !isLast && bridge && sameAddress(bridge.inputToken, nativeToken) && !sameAddress(waited, nativeToken))
    enter(unwrappedIn(books, books.router) - bridge.inputAmount)
  if (side === 'origin' && sameAddress(plan.feeToken, nativeToken) && !run.failed.has('fee') && ok.main)
    leave('collector', plan.feeAmount, 'fee')
  if (ok.deliver && outIsNative) {
    const exact = intent.quoteRequest.tradeType === 'EXACT_OUTPUT' ? intent.quote.toAmountMin : balance
    leave('recipient', exact < balance ? exact : balance, 'delivery')
  }
  // What the owner's contract refuses to take stays where it is.
  if (sweepsNative(record, side, run)) leave('owner', balance, books.wentThrough ? 'leftover' : 'refund')
  return entries
}

/** Whether the call that gives native leftovers back is in the batch and went through. */
function sweepsNative(record: IntentRecord, side: Side, { failedCalls }: BatchRun): boolean {
  const at = nativeSweep(record, side)
  return at >= 0 && !failedCalls.has(at)
}

/** Whether a batch moves native token at all: then there is a call that gives back what is left of it. */
export const movesNative = (record: IntentRecord, side: Side): boolean => nativeSweep(record, side) >= 0

function nativeSweep({ intent, plan }: IntentRecord, side: Side): number {
  const roles = side === 'origin' ? plan.originRoles : (plan.destinationRoles ?? [])
  const calls = (side === 'origin' ? intent.originCalls : intent.destinationCalls)?.calls ?? []
  return roles.findIndex((role, index) => {
    const data = calls[index]?.data
    return role === 'leftover' && data !== undefined && sameAddress(slice(data, 16, 36), nativeToken)
  })
}

function spentByRun({ intent, plan }: IntentRecord): bigint | undefined {
  const data = intent.destinationCalls?.calls[(plan.destinationRoles ?? []).indexOf('main')]?.data
  return data && readNativeSpent(data)
}

const hasRun = ({ plan }: IntentRecord, side: Side): boolean =>
  (side === 'origin' ? plan.originRoles : (plan.destinationRoles ?? [])).includes('main')
