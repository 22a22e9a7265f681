import type { Chain } from '../../chains/chain.ts'
import { sameAddress } from '../../evm/address.ts'
import { formatShare } from '../../intents/formatTokenAmount.ts'
import { type IntentRecord, withProgress } from '../../intents/intentRecord.ts'
import { reason } from '../../intents/reasons.ts'
import { refundedAmount } from '../books/batchReceipt.ts'
import { hasWallet } from '../books/hasWallet.ts'
import { type Move, moveTo } from './outcome.ts'
import { refundedToken, refundsOf } from './refund.ts'

export type SentBack = { amount: bigint; blockNumber: number }

/** Deposits that came and were refunded before a poll saw them: anyone may refund after `refundAt`. */
export async function sentBack(record: IntentRecord, chain: Chain, finalBlock: number): Promise<SentBack | undefined> {
  const { depositTransaction, originIntentAddress } = record.intent
  if (!(await hasWallet(chain, originIntentAddress, finalBlock))) return undefined
  const refunds = await refundsOf(record, chain, finalBlock)
  const own = refunds.filter(({ topics }) => sameAddress(refundedToken(topics), depositTransaction.tokenAddress))
  const amount = own.reduce((sum, log) => sum + refundedAmount(log), 0n)
  if (amount === 0n) return undefined
  return { amount, blockNumber: Math.max(...own.map(({ blockNumber }) => blockNumber)) }
}

export const tooLittle = ({ intent, plan }: IntentRecord, came: bigint): string => {
  const { amount } = intent.depositTransaction
  return reason(
    'TOO_LITTLE',
    `${came} of ${amount} arrived${formatShare(came, amount, plan.originToken)}; it goes back`,
  )
}

/** Books the arrival. The refund step books the rest: it searches for refunds of what the books show. */
export function refundSentBack(record: IntentRecord, chain: Chain, back: SentBack): Move<'refund'> {
  const { amount } = record.intent.depositTransaction
  const isWhole = back.amount >= amount
  const why = isWhole ? reason('REFUND_TIME') : tooLittle(record, back.amount)
  const deposit = { leg: 'deposit' as const, chainId: chain.id, tokenAmount: back.amount }
  return moveTo('refund', {
    progress: withProgress(record.progress, 'refund', { reason: why, ...(!isWhole && { failedLeg: 'deposit' }) }),
    legs: [{ ...deposit, ...(isWhole ? { status: 'SUCCEEDED' } : { status: 'MINING', statusReason: why }) }],
    books: {},
  })
}
