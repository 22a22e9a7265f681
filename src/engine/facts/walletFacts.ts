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
  /** The sender of `value`, if a contract sent it inside the transaction. */
  payer?: Address
  /** Whether it counts as the bridge's: a bridge's log names the wallet, or it pays the promise (`markBridged`). */
  isBridge: boolean
  /** The wallet's native balance after the block; set only on the block's last transaction for the wallet. */
  nativeThen?: bigint
}

/** A mined transaction, with the native value that its receipt lacks. */
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
