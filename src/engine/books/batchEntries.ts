import { sameAddress } from '../../evm/address.ts'
import type { IntentRecord } from '../../intents/intentRecord.ts'
import { balanceOf, type LedgerEntry } from '../../intents/ledger.ts'
import type { Side } from '../../intents/wallet.ts'
import type { Address } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import { type BatchRun, gasEntry } from './batchReceipt.ts'
import { proof, sumInto, transferEntries, unwrappedIn } from './transferEntries.ts'

/** What a batch did with the money, as ledger entries, and how much of the destination token reached the recipient. */
export type Booked = { entries: LedgerEntry[]; delivered: bigint; toOwner: bigint }

export function batchEntries(
  record: IntentRecord,
  side: Side,
  run: BatchRun,
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
  const entries = [...tokens, ...nativeEntries(tokens, run, books), gas]
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
 * Native token of a run beside what the logs show: what the wallet unwrapped, and what it had before the run and had neither sent nor kept after it, which the
 * router took. Less than nothing came from the target that was called.
 */
function nativeEntries(
  shown: readonly LedgerEntry[],
  { nativeBefore, nativeAfter }: BatchRun,
  books: Books,
): LedgerEntry[] {
  const { place, chainId, routerIs } = books
  const base = { ...proof(books), token: nativeToken }
  const unwrapped = unwrappedIn(books, books.wallet)
  const taken = nativeBefore + unwrapped + balanceOf(shown, place, chainId, nativeToken) - nativeAfter
  const entries: LedgerEntry[] = []
  if (unwrapped > 0n) {
    entries.push({ ...base, token: books.wrapped, from: place, to: 'market', amount: unwrapped, why: 'swap' })
    entries.push({ ...base, from: 'market', to: place, amount: unwrapped, why: 'swap' })
  }
  if (taken > 0n)
    entries.push({ ...base, from: place, to: routerIs, amount: taken, why: routerIs === 'bridge' ? 'bridge' : 'swap' })
  if (taken < 0n) entries.push({ ...base, from: 'recipient', to: place, amount: -taken, why: 'delivery' })
  return entries
}
