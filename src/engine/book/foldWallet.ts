import { decodeEventLog, getAddress, parseAbi, toEventSelector } from 'viem'
import type { ChainLog } from '../../chains/chain.ts'
import { sameAddress } from '../../evm/address.ts'
import type { IntentRecord } from '../../intents/intentRecord.ts'
import type { LedgerEntry } from '../../intents/ledger.ts'
import type { Address, Hex } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import { batchEntries } from '../books/batchEntries.ts'
import { executedIn, gasCostOf, gasEntry, isElementEnd, readRun, refundedIn } from '../books/batchReceipt.ts'
import type { SideWallet } from '../books/sideWallet.ts'
import { isOwnersRefund } from '../books/takenOut.ts'
import { readTransfer } from '../books/transferEntries.ts'
import type { WalletFacts, WalletTransaction } from '../facts/walletFacts.ts'

const entrypointEvents = parseAbi([
  'event Deposited(address indexed user, address indexed intent, address indexed token, uint256 amount, uint256 nonce, uint256 feeAmount, address feeCollector)',
])
const depositedTopic = toEventSelector('Deposited(address,address,address,uint256,uint256,uint256,address)')

type Where = { wrapped: Address }

/**
 * The ledger entries of one wallet, folded from chain facts. Pure and total: it ignores steps and earlier entries. The
 * entries sum to the wallet's native balance: a rise that no transaction explains is an arrival without a hash.
 */
export function foldWallet(record: IntentRecord, wallet: SideWallet, facts: WalletFacts, where: Where): LedgerEntry[] {
  const fold: Fold = { record, wallet, where, entries: [], native: 0n, hasRun: false, unplaced: [] }
  for (const transaction of facts.transactions) foldTransaction(fold, transaction)
  nativeArrived(fold, facts.native)
  return fold.entries
}

type Fold = {
  record: IntentRecord
  wallet: SideWallet
  where: Where
  entries: LedgerEntry[]
  /** The wallet's native balance according to the entries so far. */
  native: bigint
  /** The committed batch ran. */
  hasRun: boolean
  /** The first refund that the owner did not make: on the origin, what comes or goes back after it is `late`. */
  refundedBy?: Hex
  /** Transactions since the last known native balance; each may have brought native token. */
  unplaced: WalletTransaction[]
}

function foldTransaction(fold: Fold, transaction: WalletTransaction): void {
  const { receipt, nativeThen } = transaction
  const { address, config } = fold.wallet
  fold.unplaced.push(transaction)
  let from = 0
  for (const [index, log] of receipt.logs.entries()) {
    if (isElementEnd(log, receipt, config.executor)) {
      foldPayments(fold, transaction, receipt.logs.slice(from, index))
      from = index + 1
      continue
    }
    if (!sameAddress(log.address, address)) continue
    const ran = executedIn(log)
    const refunded = refundedIn(log)
    if (ran) foldRun(fold, transaction, ran, receipt.logs.slice(from, index))
    else if (refunded) foldRefund(fold, transaction, refunded)
    if (ran) from = index + 1
  }
  foldPayments(fold, transaction, receipt.logs.slice(from))
  if (nativeThen !== undefined) nativeArrived(fold, nativeThen)
}

type Ran = NonNullable<ReturnType<typeof executedIn>>
type Refunded = NonNullable<ReturnType<typeof refundedIn>>

function foldRun(fold: Fold, transaction: WalletTransaction, ran: Ran, logs: readonly ChainLog[]): void {
  const { record, wallet, where } = fold
  const { receipt } = transaction
  nativeArrived(fold, ran.nativeBefore)
  const { address, config, side } = wallet
  const [digest] = config.batches
  const roles = side === 'origin' ? record.plan.originRoles : (record.plan.destinationRoles ?? [])
  const run = digest && readRun(receipt, { wallet: address, guest: config.executor, digest, roles })
  if (!run || ran.digest !== digest) {
    foldOwnersRun(fold, transaction, ran, logs)
    return
  }
  foldPayments(fold, transaction, paidByOthers(logs, fold))
  const own = { ...run, receipt: { ...receipt, logs: [...logs] } }
  const { entries } = batchEntries(record, side, own, where)
  fold.entries.push(...entries)
  fold.native = ran.nativeAfter
  fold.hasRun = true
}

/** Others' payments before the batch moved anything. `batchEntries` books those of the owner and our contracts. */
function paidByOthers(logs: readonly ChainLog[], { record, wallet }: Fold): readonly ChainLog[] {
  const { svcRouterAddress: router, svcIntentEntrypointAddress: entrypoint } = record.intent.svcContracts
  const own = [router, wallet.config.owner, ...(record.progress.deposit?.signature ? [entrypoint] : [])]
  const isOut = (log: ChainLog) => sameAddress(readTransfer(log)?.from ?? nativeToken, wallet.address)
  const out = logs.findIndex(isOut)
  return logs.slice(0, out < 0 ? logs.length : out).filter((log) => {
    const from = readTransfer(log)?.from
    return from !== undefined && !own.some((one) => sameAddress(one, from))
  })
}

/** A batch of the owner's own has no plan: what left is booked to the owner, and what came as from the owner. */
function foldOwnersRun(fold: Fold, { receipt }: WalletTransaction, ran: Ran, logs: readonly ChainLog[]): void {
  const { place, address, chainId } = fold.wallet
  const base = { chainId, txnHash: receipt.hash, blockNumber: receipt.blockNumber }
  for (const log of logs) {
    const transfer = readTransfer(log)
    if (!transfer || transfer.amount === 0n) continue
    const token = getAddress(transfer.token)
    if (sameAddress(transfer.from, address))
      fold.entries.push({ ...base, from: place, to: 'owner', token, amount: transfer.amount, why: 'abort' })
    else if (sameAddress(transfer.to, address))
      fold.entries.push({ ...base, from: 'owner', to: place, token, amount: transfer.amount, why: 'late' })
  }
  const left = ran.nativeBefore - ran.nativeAfter
  if (left > 0n)
    fold.entries.push({ ...base, from: place, to: 'owner', token: nativeToken, amount: left, why: 'abort' })
  fold.native = left > 0n ? ran.nativeAfter : ran.nativeBefore
}

function foldRefund(fold: Fold, transaction: WalletTransaction, refunded: Refunded): void {
  const { place, chainId } = fold.wallet
  const { receipt } = transaction
  nativeArrived(fold, refunded.nativeBefore)
  const isLater = fold.hasRun || (fold.refundedBy !== undefined && fold.refundedBy !== receipt.hash)
  const why = isOwnersRefund(receipt, fold.wallet.config)
    ? 'abort'
    : isLater && fold.wallet.side === 'origin'
      ? 'late'
      : 'refund'
  const { token, amount } = refunded
  const base = { chainId, txnHash: receipt.hash, blockNumber: receipt.blockNumber }
  fold.entries.push({ ...base, from: place, to: 'owner', token, amount, why })
  const isBooked = fold.entries.some((entry) => entry.why === 'gas' && entry.txnHash === receipt.hash)
  if (why !== 'abort' && !isBooked)
    fold.entries.push(gasEntry(receipt, chainId, gasCostOf(receipt, fold.wallet.config.executor)))
  fold.native = refunded.nativeAfter
  if (why !== 'abort') fold.refundedBy ??= receipt.hash
}

function foldPayments(fold: Fold, transaction: WalletTransaction, logs: readonly ChainLog[]): void {
  const { address, place, chainId } = fold.wallet
  const { hash: txnHash, blockNumber } = transaction.receipt
  for (const log of logs) {
    foldRelayFee(fold, log)
    const transfer = readTransfer(log)
    if (!transfer || transfer.amount === 0n || !sameAddress(transfer.to, address)) continue
    if (sameAddress(transfer.from, address)) continue
    const { amount } = transfer
    const source = sourceOf(fold, transaction, transfer.from)
    fold.entries.push({
      ...source,
      to: place,
      chainId,
      token: getAddress(transfer.token),
      amount,
      txnHash,
      blockNumber,
    })
  }
}

/**
 * Books the relay fee of a signed deposit that was mined apart from its batch, from the entrypoint's event. Anyone can
 * make deposits to this address, with any fee to any account, and of native token a fee that never moved.
 */
function foldRelayFee({ record: { intent, plan }, wallet, entries }: Fold, log: ChainLog): void {
  if (!sameAddress(log.address, intent.svcContracts.svcIntentEntrypointAddress)) return
  const deposited = depositedIn(log)
  const { tokenAddress } = intent.depositTransaction
  if (!deposited?.feeAmount || tokenAddress === nativeToken || !sameAddress(deposited.token, tokenAddress)) return
  if (!sameAddress(deposited.intent, wallet.address) || !sameAddress(deposited.user, intent.ownerAddress)) return
  if (!sameAddress(deposited.feeCollector, plan.feeCollector)) return
  const { transactionHash: txnHash, blockNumber } = log
  const base = { chainId: wallet.chainId, token: deposited.token, amount: deposited.feeAmount, txnHash, blockNumber }
  entries.push({ ...base, from: 'owner', to: 'collector', why: 'relayFee' })
}

function depositedIn({ topics: [signature, ...indexed], data }: ChainLog) {
  if (signature !== depositedTopic) return undefined
  return decodeEventLog({ abi: entrypointEvents, eventName: 'Deposited', topics: [signature, ...indexed], data }).args
}

/** Payments after this are late: the batch ran, or a refund that the owner did not make was mined. */
const hasEnded = ({ hasRun, refundedBy }: Fold): boolean => hasRun || refundedBy !== undefined

function sourceOf(fold: Fold, { isBridge }: WalletTransaction, from: Address): Pick<LedgerEntry, 'from' | 'why'> {
  const { record, wallet } = fold
  if (wallet.side === 'destination')
    return isBridge ? { from: 'bridge', why: 'bridge' } : { from: 'payer', why: 'deposit' }
  const owners = [wallet.config.owner, record.intent.svcContracts.svcIntentEntrypointAddress]
  const place = owners.some((one) => sameAddress(one, from)) ? 'owner' : 'payer'
  return { from: place, why: hasEnded(fold) ? 'late' : 'deposit' }
}

const unknownSource = (fold: Fold): Pick<LedgerEntry, 'from' | 'why'> => ({
  from: 'payer',
  why: fold.wallet.side === 'origin' && hasEnded(fold) ? 'late' : 'deposit',
})

/** Native transfers leave no log: books what exceeds the entries as brought by the `unplaced` transactions. */
function nativeArrived(fold: Fold, balance: bigint): void {
  const { place, chainId } = fold.wallet
  let rest = balance - fold.native
  const arrived = (amount: bigint, source: Pick<LedgerEntry, 'from' | 'why'>, by?: WalletTransaction) => {
    if (amount <= 0n) return
    const proof = by && { txnHash: by.receipt.hash, blockNumber: by.receipt.blockNumber }
    fold.entries.push({ ...source, to: place, chainId, token: nativeToken, amount, ...proof })
    rest -= amount
  }
  for (const one of fold.unplaced)
    if (one.value > 0n)
      arrived(one.value < rest ? one.value : rest, sourceOf(fold, one, one.payer ?? one.receipt.from), one)
  const bridge = fold.unplaced.find(({ isBridge }) => isBridge)
  if (bridge) arrived(rest, sourceOf(fold, bridge, bridge.receipt.from), bridge)
  arrived(rest, unknownSource(fold))
  fold.native = balance
  fold.unplaced = []
}
