import { hexToBigInt, size, slice, toEventSelector } from 'viem'
import type { ChainLog, ChainReceipt } from '../../chains/chain.ts'
import { sameAddress } from '../../evm/address.ts'
import type { LedgerEntry, Place } from '../../intents/ledger.ts'
import type { Address } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'

export const transferTopic = toEventSelector('Transfer(address,address,uint256)')
const nativeSentTopic = toEventSelector('NativeSent(address,uint256)')
const withdrawalTopic = toEventSelector('Withdrawal(address,uint256)')

type Books = {
  receipt: ChainReceipt
  chainId: number
  wallet: Address
  place: 'originIntent' | 'destinationIntent'
  router: Address
  wrapped: Address
  /** The service's fee, if this batch pays it. */
  fee?: { to: Address; token: Address; amount: bigint }
  /** Who gets the relay fee, if the owner signed the deposit. The owner pays it in the deposit's transaction. */
  relayFeeTo?: Address
  owner: Address
  recipient: Address
  deliveryToken: Address
  /** Whether the delivery is a call. Its target may send approved tokens to any address, and some back. */
  isCall: boolean
  /** What the router does with the tokens it takes: swap them here (`market`) or bridge them. */
  routerIs: 'market' | 'bridge'
  delivered: boolean
  /** Whether the batch did all it was for. If so, tokens sent to the owner are leftovers; otherwise a refund. */
  wentThrough: boolean
  /** The entrypoint, if the owner signed the deposit. Some deposits go through it, others straight from the owner. */
  relayedBy?: Address
}

/** Every token movement of the wallet in one transaction, as ledger entries. Reads the events, not the plan. */
export function transferEntries(books: Books): LedgerEntry[] {
  const entries: LedgerEntry[] = []
  for (const log of books.receipt.logs) {
    const transfer = readTransfer(log) ?? readNativeSent(log, books)
    if (!transfer || transfer.amount === 0n) continue
    const entry = entryOf(transfer, books, entries)
    if (entry) entries.push(entry)
  }
  return entries
}

type Transfer = { token: Address; from: Address; to: Address; amount: bigint }

/** Of one word of data: any contract can emit the event, with numbers that no token and no ledger holds. */
export function readTransfer({ address: token, topics: [kind, from, to, more], data }: ChainLog): Transfer | undefined {
  if (kind !== transferTopic || !from || !to || more || size(data) !== 32) return undefined
  return { token, from: slice(from, 12), to: slice(to, 12), amount: hexToBigInt(data) }
}

/** Native token that the wallet or its router sent, by their own logs. Such logs of other contracts do not count. */
export function readNativeSent(
  { address, topics: [kind, to, more], data }: ChainLog,
  { wallet, router }: { wallet: Address; router: Address },
): Transfer | undefined {
  if (kind !== nativeSentTopic || !to || more || size(data) !== 32) return undefined
  if (!sameAddress(address, wallet) && !sameAddress(address, router)) return undefined
  return { token: nativeToken, from: address, to: slice(to, 12), amount: hexToBigInt(data) }
}

function entryOf(transfer: Transfer, books: Books, before: readonly LedgerEntry[]): LedgerEntry | undefined {
  const { token, from, to, amount } = transfer
  const base = { ...proof(books), token, amount }
  if (sameAddress(to, books.wallet)) return incoming(from, base, books)
  if (books.relayFeeTo && isPaidByOwner(from, books) && sameAddress(to, books.relayFeeTo))
    return { ...base, from: 'owner', to: 'collector', why: 'relayFee' }
  if (!sameAddress(from, books.wallet)) return undefined
  return { ...base, from: books.place, ...destinationOf(transfer, books, before) }
}

type Base = Pick<LedgerEntry, 'chainId' | 'token' | 'amount' | 'txnHash' | 'blockNumber'>

function incoming(from: Address, base: Base, books: Books): LedgerEntry | undefined {
  if (sameAddress(from, books.router)) return { ...base, from: 'market', to: books.place, why: 'swap' }
  if (isPaidByOwner(from, books)) return { ...base, from: 'owner', to: books.place, why: 'deposit' }
  return books.delivered && books.isCall ? { ...base, from: 'recipient', to: books.place, why: 'delivery' } : undefined
}

/** ERC-3009 and Permit2 deposits go to the entrypoint. In the same call it passes on exactly what the owner paid. */
const isPaidByOwner = (from: Address, { owner, relayedBy }: Books): boolean =>
  sameAddress(from, owner) || (relayedBy !== undefined && sameAddress(from, relayedBy))

/**
 * Where a transfer went, and why. An address may be fee collector, recipient and owner at once. Then the first transfer
 * of exactly the fee is the fee, the first in the delivery token is the delivery, and the rest goes to the owner.
 */
function destinationOf(
  { to, token, amount }: Transfer,
  books: Books,
  before: readonly LedgerEntry[],
): { to: Place; why: LedgerEntry['why'] } {
  if (sameAddress(to, books.router)) return { to: books.routerIs, why: books.routerIs === 'bridge' ? 'bridge' : 'swap' }
  const { fee } = books
  const isFee = fee && sameAddress(to, fee.to) && sameAddress(token, fee.token) && amount === fee.amount
  if (isFee && !before.some(({ why }) => why === 'fee')) return { to: 'collector', why: 'fee' }
  const isDelivery = books.delivered && sameAddress(to, books.recipient) && sameAddress(token, books.deliveryToken)
  if (isDelivery && !before.some(({ why }) => why === 'delivery')) return { to: 'recipient', why: 'delivery' }
  if (sameAddress(to, books.owner)) return { to: 'owner', why: books.wentThrough ? 'leftover' : 'refund' }
  return { to: 'recipient', why: 'delivery' }
}

/** How much native token an address unwrapped, by the wrapped token's own events: native transfers emit none. */
export const unwrappedIn = ({ receipt, wrapped }: Pick<Books, 'receipt' | 'wrapped'>, by: Address): bigint =>
  receipt.logs
    .filter(({ address, topics }) => sameAddress(address, wrapped) && topics[0] === withdrawalTopic)
    .filter(({ topics }) => topics.length === 2 && sameAddress(slice(topics[1]!, 12), by))
    .reduce((sum, { data }) => sum + hexToBigInt(data), 0n)

export const proof = ({ receipt, chainId }: Pick<Books, 'receipt' | 'chainId'>) => ({
  chainId,
  txnHash: receipt.hash,
  blockNumber: receipt.blockNumber,
})

/** Sum of what entries put into a place, for one token. */
export function sumInto(entries: readonly LedgerEntry[], to: Place, token: Address): bigint {
  return entries.reduce(
    (sum, entry) => (entry.to === to && sameAddress(entry.token, token) ? sum + entry.amount : sum),
    0n,
  )
}
