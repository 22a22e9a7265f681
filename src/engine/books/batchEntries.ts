import { sameAddress } from '../../evm/address.ts'
import type { IntentRecord } from '../../intents/intentRecord.ts'
import { balanceOf, type LedgerEntry } from '../../intents/ledger.ts'
import type { Side } from '../../intents/wallet.ts'
import type { Address } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import { type BatchRun, gasEntry } from './batchReceipt.ts'
import { proof, readNativeSent, readTransfer, sumInto, transferEntries, unwrappedIn } from './transferEntries.ts'

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
  const entries = [...throughMarket([...tokens, ...nativeEntries(tokens, run, books)], record, books), gas]
  const outToken = isLast && ok.main ? intent.quoteRequest.destinationTokenAddress : awaitedToken(record, side)
  const delivered = balanceOf(entries, 'recipient', chainId, outToken)
  return { entries, delivered, toOwner: sumInto(entries, 'owner', outToken) }
}

/** The token that a wallet waits for before its batch can run. */
export function awaitedToken({ intent, plan }: IntentRecord, side: Side): Address {
  return side === 'origin' ? intent.depositTransaction.tokenAddress : (plan.bridge?.outputToken ?? nativeToken)
}

/** Whether the intent's bridge may pay in this token. A bridge may pay in native or in wrapped native. */
export const isBridgeToken = ({ plan: { bridge } }: IntentRecord, token: Address): boolean =>
  [bridge?.outputToken, bridge?.outputTokenOtherwise].some((one) => one !== undefined && sameAddress(one, token))

type Books = Parameters<typeof transferEntries>[0]

/** If the router swapped before the bridge: books what it took as a swap, and what the swap gave it as bridged. */
function throughMarket(entries: LedgerEntry[], { plan: { bridge } }: IntentRecord, books: Books): LedgerEntry[] {
  const token = bridge?.inputToken
  const swapped = entries.filter((one) => one.to === 'bridge' && token && !sameAddress(one.token, token))
  const amount = token && swapped.length > 0 ? routerGot(token, books) : 0n
  if (!token || amount <= 0n) return entries
  return [
    ...entries.map((one) => (swapped.includes(one) ? { ...one, to: 'market' as const, why: 'swap' as const } : one)),
    { ...proof(books), from: 'market', to: 'bridge', token, amount, why: 'bridge' },
  ]
}

/** How much of a token the router got from others than the wallet, less what it sent back to the wallet. */
function routerGot(token: Address, books: Books): bigint {
  const { wallet, router, receipt } = books
  const native = sameAddress(token, nativeToken) ? unwrappedIn(books, router) : 0n
  return receipt.logs.reduce((sum, log) => {
    const moved = readTransfer(log) ?? readNativeSent(log, books)
    if (!moved || !sameAddress(moved.token, token)) return sum
    if (sameAddress(moved.to, router) && !sameAddress(moved.from, wallet)) return sum + moved.amount
    return sameAddress(moved.from, router) && sameAddress(moved.to, wallet) ? sum - moved.amount : sum
  }, native)
}

/**
 * Movements of native token that left no log. The wallet's unwrapping shows in the events of the wrapped token. The
 * rest follows from its balance before and after the run: what is missing went to the router, a surplus came from the
 * target of the call.
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
