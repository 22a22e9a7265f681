import { sameAddress } from '../../evm/address.ts'
import type { IntentRecord } from '../../intents/intentRecord.ts'
import type { LedgerEntry } from '../../intents/ledger.ts'
import type { Address } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import type { EngineSettings } from '../world.ts'
import { type BatchRun, gasEntry } from './batchReceipt.ts'
import { proof, sumInto, transferEntries, unwrappedIn } from './transferEntries.ts'

export type Side = 'origin' | 'destination'

/** What a batch did with the money, as ledger entries, and how much of the destination token reached the recipient. */
export type Booked = { entries: LedgerEntry[]; delivered: bigint; toOwner: bigint }

/** `balanceBefore` is what the wallet had of the awaited token when the batch ran; only a native one is not seen in events. */
export function batchEntries(
  record: IntentRecord,
  side: Side,
  run: BatchRun,
  balanceBefore: bigint,
  { settings, wrapped }: { settings: EngineSettings; wrapped: Address },
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
    router: settings.contracts.router,
    wrapped,
    collector: plan.feeCollector,
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
  return { entries, delivered: sumInto(entries, 'recipient', outToken), toOwner: sumInto(entries, 'owner', outToken) }
}

/** The token that a wallet waits for before its batch can run. */
export function awaitedToken({ intent, plan }: IntentRecord, side: Side): Address {
  return side === 'origin' ? intent.depositTransaction.tokenAddress : (plan.bridge?.outputToken ?? nativeToken)
}

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
  const base = { ...proof(books), token: nativeToken as Address }
  const entries: LedgerEntry[] = []
  let balance = sameAddress(waited, nativeToken) ? balanceBefore : 0n
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
    leave(
      books.routerIs,
      side === 'origin' ? intent.depositTransaction.amount - plan.feeAmount : balance,
      books.routerIs === 'bridge' ? 'bridge' : 'swap',
    )
  }
  const isLast = side === 'destination' || !plan.destination
  if (ok.main && intent.passthrough && sameAddress(waited, nativeToken))
    enter(intent.depositTransaction.amount - plan.feeAmount)
  const outIsNative = isLast && sameAddress(intent.quoteRequest.destinationTokenAddress, nativeToken)
  if (ok.main && outIsNative) enter(unwrappedIn(books, books.router))
  if (side === 'origin' && sameAddress(plan.feeToken, nativeToken) && !run.failed.has('fee') && ok.main)
    leave('collector', plan.feeAmount, 'fee')
  if (ok.deliver && outIsNative) {
    const exact = intent.quoteRequest.tradeType === 'EXACT_OUTPUT' ? intent.quote.toAmountMin : balance
    leave('recipient', exact < balance ? exact : balance, 'delivery')
  }
  leave('owner', balance, books.wentThrough ? 'leftover' : 'refund')
  return entries
}

const hasRun = ({ plan }: IntentRecord, side: Side): boolean =>
  (side === 'origin' ? plan.originRoles : (plan.destinationRoles ?? [])).includes('main')
