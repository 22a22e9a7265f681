import { sameAddress } from '../../evm/address.ts'
import type { IntentRecord } from '../../intents/intentRecord.ts'
import { balanceOf, type LedgerEntry, unseenArrivals } from '../../intents/ledger.ts'
import type { Address } from '../../interface/fields.ts'
import { gasCostOf, gasEntry, refundsIn } from '../books/batchReceipt.ts'
import { lateArrival } from '../books/lateArrival.ts'
import { takenUnseen } from '../books/takenUnseen.ts'
import { chainOf } from '../configured.ts'
import type { World } from '../world.ts'
import type { Effects } from './outcome.ts'
import { dueTokens, refundedToken, refundsOf, walletOf } from './refund.ts'
import { searchFromBlocks } from './searchFromBlocks.ts'

/**
 * What an intent that has ended left at its address by the books, as dust or because nobody could be paid, and the final block does not hold any
 * more: somebody else sent it back, or its owner took it out. Undefined where nothing is missing, or while nodes do not show how it left.
 */
export async function bookGone(ended: IntentRecord, world: World): Promise<Effects | undefined> {
  const { chainId, address, place, config } = walletOf(ended)
  const booked = await world.store.intents.ledger(ended.intentId)
  const due = dueTokens(ended, booked)
  if (due.length === 0) return undefined
  const chain = chainOf(world, chainId)
  const block = await chain.finalBlock(ended.plan.valueUsd)
  // What the books took from a block that is not final here may be there still.
  if (booked.some((entry) => entry.chainId === chainId && (entry.blockNumber ?? 0) > block)) return undefined
  const held = await Promise.all(due.map((token) => chain.balance(token, address, { block, quorum: true })))
  const found: LedgerEntry[] = []
  const isMissing = (token: Address): boolean => {
    const at = due.findIndex((one) => sameAddress(one, token))
    return at >= 0 && balanceOf([...booked, ...found], place, chainId, token) > held[at]!
  }
  if (!due.some(isMissing)) return undefined
  const record: IntentRecord = ended.progress.origin
    ? ended
    : { ...ended, progress: { ...ended.progress, ...(await searchFromBlocks(ended, world)) } }
  const known = new Set(booked.filter(({ from }) => from === place).map(({ txnHash }) => txnHash))
  for (const { topics, transactionHash: txnHash } of await refundsOf(record, chain, block)) {
    if (known.has(txnHash) || !isMissing(refundedToken(topics))) continue
    const evidence = await chain.receipt(txnHash, { atOrBelow: block })
    if (evidence.is !== 'proven') return undefined
    known.add(txnHash)
    const { blockNumber } = evidence.value
    const base = { from: place, to: 'owner', chainId, why: 'late', txnHash, blockNumber } as const
    found.push(...refundsIn(evidence.value, address).map((refunded) => ({ ...base, ...refunded })))
    found.push(gasEntry(evidence.value, chainId, gasCostOf(evidence.value, config.executor)))
  }
  const arrived = unseenArrivals(booked, found, { ...lateArrival[place], to: place })
  const taken = await takenUnseen(record, [...booked, ...arrived, ...found], world)
  const ledger = [...arrived, ...found, ...taken.entries]
  return ledger.length > 0 ? { ledger } : undefined
}
