import type { Chain, ChainReceipt } from '../../chains/chain.ts'
import { formatBaseUnits } from '../../intents/formatTokenAmount.ts'
import type { IntentRecord } from '../../intents/intentRecord.ts'
import { isFinalStep, statusOf } from '../../intents/lifecycle.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { Request, Response } from '../../interface/operations.ts'
import { awaitedToken } from '../books/batchEntries.ts'
import { batchIsSpent, findBatchRun } from '../books/batchReceipt.ts'
import { destinationWallet, originWallet, type SideWallet } from '../books/sideWallet.ts'
import { readTakenOut } from '../books/takenOut.ts'
import { chainOf } from '../chainOf.ts'
import { findOwn, type ProjectCaller } from '../read/findOwn.ts'
import { endAborted } from '../steps/aborted.ts'
import { batchSearchOf } from '../steps/batchSearchOf.ts'
import { continueAfterReorg } from '../steps/continueAfterReorg.ts'
import { proveOutcome, withUntold } from '../steps/proveOutcome.ts'
import { originIsOpen } from '../steps/settleOrigin.ts'
import { transitionOf } from '../steps/transitionOf.ts'
import type { World } from '../world.ts'

/**
 * Ends an intent whose owner took the money out. The hash only says where to look: a final transaction of the owner
 * must have emptied the intent address, leaving nothing for the batch to run with.
 */
export async function abortIntent(
  { intentId, chainId, abortTransactionHash: hash }: Request<'AbortIntent'>,
  caller: ProjectCaller,
  world: World,
): Promise<Response<'AbortIntent'>> {
  const record = await findOwn(intentId, caller, world)
  const ended = endedBy(record, hash)
  if (ended) return ended
  const wallet = walletFor(record, chainId)
  if (wallet.side === 'destination' && !hasCrossed(record))
    throw new ServiceError(
      'IntentStatus',
      `status=${statusOf(record.step)}: the bridge has not brought the money to ${wallet.address} yet; say it again when it has`,
    )
  if (wallet.side === 'destination' && originIsOpen(record))
    throw new ServiceError(
      'IntentStatus',
      `status=${statusOf(record.step)}: the origin transaction is mined but not final; say it again when it is`,
    )
  const chain = chainOf(world, chainId)
  const receipt = await finalReceipt(record, chain, hash)
  const taken = await readTakenOut(receipt, wallet, chain)
  if (typeof taken === 'string') throw refuse('abortTransactionHash', `${hash} ${taken}`)
  await requireNothingLeft(record, wallet, world)
  const end = endAborted(record, wallet, taken)
  if (wallet.side === 'origin' && (await continueAfterReorg(record, world, end)))
    throw new ServiceError(
      'IntentStatus',
      `status=${statusOf(record.step)}: the bridge paid out before a reorganisation took the origin transaction back; that goes on to the recipient`,
    )
  const { outcome, isWhole } = await proveOutcome(record, end, world)
  const nowMs = world.clock.nowMs()
  const booked = isWhole ? outcome : withUntold(record, outcome, nowMs)
  await world.store.intents.transition({ intentId, step: record.step }, transitionOf(record, booked, nowMs))
  const now = await findOwn(intentId, caller, world)
  const answer = endedBy(now, hash)
  if (answer) return answer
  // A worker moved the intent on meanwhile.
  throw new ServiceError('IntentStatus', `status=${statusOf(now.step)}: the intent has moved on; say it again`)
}

/** For an intent that is over: the same answer to the same hash, else a refusal. Undefined if not over. */
function endedBy({ step, intentId, legs }: IntentRecord, hash: string): Response<'AbortIntent'> | undefined {
  const status = statusOf(step)
  if (status === 'QUOTED') throw new ServiceError('IntentStatus', `status=${status}: it was never committed`)
  if (!isFinalStep(step)) return undefined
  const isSame = step === 'aborted' && legs.some(({ leg, txnHash }) => leg === 'refund' && txnHash === hash)
  if (isSame) return { intentId, status }
  throw new ServiceError('IntentStatus', `status=${status}: the intent is over`)
}

/** Whether the bridge's fill was seen. What the owner took out at the destination before it was other money. */
const hasCrossed = ({ step, progress }: IntentRecord): boolean =>
  step === 'sendDestination' || step === 'awaitDestination' || progress.refund?.side === 'destination'

function walletFor(record: IntentRecord, chainId: number): SideWallet {
  const wallets = [originWallet(record), destinationWallet(record)].filter((wallet) => wallet !== undefined)
  const found = wallets.find((wallet) => wallet.chainId === chainId)
  if (found) return found
  throw refuse('chainId', `the intent has no address on chain ${chainId}`)
}

async function finalReceipt({ plan }: IntentRecord, chain: Chain, hash: `0x${string}`): Promise<ChainReceipt> {
  const evidence = await chain.receipt(hash)
  if (evidence.is === 'unknown') throw new ServiceError('ChainNodeHealth', evidence.why)
  if (evidence.is !== 'proven') throw refuse('abortTransactionHash', `${hash} is in no block of chain ${chain.id}`)
  const missing = evidence.value.blockNumber - (await chain.finalBlock(plan.valueUsd))
  if (missing <= 0) return evidence.value
  throw refuse('abortTransactionHash', `${hash} is mined but not final; say it again after ${missing} more blocks`)
}

/** Refuses while the batch could still run with what is left. Dust is fine; it goes to the owner later. */
async function requireNothingLeft(record: IntentRecord, wallet: SideWallet, world: World): Promise<void> {
  const { side, address } = wallet
  const { where, attempts } = await batchSearchOf(record, side, world)
  const run = await findBatchRun(where, attempts)
  if (run.is === 'unknown') throw new ServiceError('ChainNodeHealth', run.why)
  if (run.is === 'proven')
    throw refuse(
      'abortTransactionHash',
      `the batch of ${address} has run; what it sent on is not the owner's to take back`,
    )
  // A mined run that is not final yet also empties the address.
  const { number } = await where.chain.head()
  if (run.is === 'notFound' && (await batchIsSpent(where.chain, address, number)))
    throw refuse('abortTransactionHash', `the batch of ${address} is being mined; say it again when it is final`)
  const isSigned = side === 'origin' && record.progress.deposit?.signature !== undefined
  if (isSigned && run.is === 'notFound' && (await world.store.attempts.isInFlight(record.intentId, 'origin')))
    throw new ServiceError(
      'IntentStatus',
      `status=${statusOf(record.step)}: the signed deposit is sent and may still pay ${address}; say it again when its transaction has ended`,
    )
  const token = awaitedToken(record, side)
  const balance = await where.chain.balance(token, address, { quorum: true })
  const { depositTransaction } = record.intent
  const needed = side === 'origin' ? depositTransaction.amount : (record.plan.bridge?.outputAmountMin ?? 1n)
  if (balance < needed) return
  throw refuse(
    'abortTransactionHash',
    `${formatBaseUnits(balance, token, world.tokens.find(where.chain.id, token))} are still at ${address}`,
  )
}

const refuse = (field: string, cause: string): ServiceError => new ServiceError('InvalidArgument', `${field}: ${cause}`)
