import type { Chain, ChainReceipt } from '../../chains/chain.ts'
import type { IntentRecord } from '../../intents/intentRecord.ts'
import type { Hex } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import { paidInside, paymentsIn } from './depositPayments.ts'

/** Whether a transaction is in a block and brought the whole deposit. Anyone may pay a unit of dust, so less than all of it is no deposit. */
export async function paysDeposit(record: IntentRecord, hash: Hex, chain: Chain): Promise<boolean> {
  const evidence = await chain.receipt(hash)
  if (evidence.is !== 'proven') return false
  if (record.intent.depositTransaction.tokenAddress !== nativeToken) return paysAll(evidence.value, record)
  return paysNative(evidence.value, record, chain)
}

/** By its events, so for a token only. */
export function paysAll(receipt: ChainReceipt, record: IntentRecord): boolean {
  const { amount } = record.intent.depositTransaction
  return paymentsIn(receipt, record, amount).reduce((sum, one) => sum + one.amount, 0n) >= amount
}

/** A receipt does not say how much of the native token went along; the transaction does, and the balance where a contract sent it. */
async function paysNative(receipt: ChainReceipt, record: IntentRecord, chain: Chain): Promise<boolean> {
  const { amount } = record.intent.depositTransaction
  if (paymentsIn(receipt, record, amount).length > 0)
    return ((await chain.transaction(receipt.hash))?.value ?? 0n) >= amount
  return (await paidInside(receipt, record, chain, amount)).length > 0
}
