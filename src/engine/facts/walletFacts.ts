import type { ChainLog, ChainReceipt } from '../../chains/chain.ts'
import { sameAddress } from '../../evm/address.ts'
import type { Address, Hex } from '../../interface/fields.ts'

/** What a chain says about a wallet up to a block: plain values, the same for everyone who reads the same block. */
export type WalletFacts = {
  /** Transactions that touch the wallet, in the order of the chain. */
  transactions: readonly WalletTransaction[]
  /** The wallet's native balance at the block that the facts end with. */
  native: bigint
}

export type WalletTransaction = {
  receipt: ChainReceipt
  /** Native token that the transaction sent to the wallet; 0 if it failed. */
  value: bigint
  /** Who sent that, where a contract did it inside of the transaction. */
  payer?: Address
  /** A bridge of the intent speaks of the wallet in this transaction. */
  isBridge: boolean
  /** The wallet's native balance at the end of the block, on the last transaction of the block. */
  nativeThen?: bigint
}

/** A transaction of a block, as the facts of several wallets are taken from it. */
export type MinedTransaction = { receipt: ChainReceipt; to?: Address; value: bigint }

/** The transaction as a fact about a wallet; undefined if it does not touch it. */
export function touch(
  { receipt, to, value }: MinedTransaction,
  wallet: Address,
  bridges: readonly Address[],
): Omit<WalletTransaction, 'nativeThen'> | undefined {
  const word: Hex = `0x${wallet.slice(2).toLowerCase().padStart(64, '0')}`
  const paid = receipt.success && to !== undefined && sameAddress(to, wallet) ? value : 0n
  const isBridge = receipt.logs.some((log) => isAmong(bridges, log.address) && mentions(log, word))
  const isNamed = receipt.logs.some(({ address, topics }) => sameAddress(address, wallet) || topics.includes(word))
  return paid > 0n || isNamed || isBridge ? { receipt, value: paid, isBridge } : undefined
}

const isAmong = (list: readonly Address[], one: Address): boolean => list.some((other) => sameAddress(other, one))

const mentions = ({ topics, data }: ChainLog, word: Hex): boolean =>
  topics.includes(word) || data.includes(word.slice(2))
