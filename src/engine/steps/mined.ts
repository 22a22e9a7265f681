import type { Chain, Evidence } from '../../chains/chain.ts'
import type { IntentRecord, Leg } from '../../intents/intentRecord.ts'
import type { Side } from '../../intents/wallet.ts'
import type { Address, Hex } from '../../interface/fields.ts'
import type { LegAttempt } from '../../stores/store.ts'
import { batchEntries } from '../books/batchEntries.ts'
import {
  type BatchRun,
  type BatchSearch,
  batchIsSpent,
  executedTopic,
  findBatchRun,
  refundedTopic,
} from '../books/batchReceipt.ts'
import { hasWallet } from '../books/hasWallet.ts'
import type { World } from '../world.ts'
import { type Effects, type Wait, waitMs } from './outcome.ts'

/**
 * Whether the next transaction may be sent on evidence that is mined but not final. Both are on one chain: after a
 * reorganisation the batch reverts and only the operator's gas is lost. `valueUsd` bounds that risk.
 */
export const actsOnMined = ({ plan }: IntentRecord, { settings }: World): boolean =>
  plan.valueUsd < settings.actOnMinedBelowUsd

/** The run in the newest blocks, by our transactions and the one an earlier poll saw. Undefined: no node answered. */
export async function runAtHead(
  where: BatchSearch,
  attempts: readonly LegAttempt[],
  { legs }: IntentRecord,
  leg: Leg,
): Promise<Evidence<BatchRun> | undefined> {
  const seen = legs.find((one) => one.leg === leg)?.txnHash
  const ours = seen && !attempts.some(({ hash }) => hash === seen) ? [...attempts, { hash: seen }] : attempts
  // It only speeds up progress: a failure must not delay the step.
  return where.chain
    .head()
    .then(({ number }) => findBatchRun({ ...where, finalBlock: number }, ours))
    .catch(() => undefined)
}

type Awaited = {
  wallet: Address
  /** Any of these is enough. */
  needed: { token: Address; amount: bigint }[]
  /** The transaction that brought it, if known. */
  broughtBy?: Hex
  /** The first block to search for the wallet's events. */
  fromBlock: number
}

/**
 * Whether a reorganisation took back money that a step went on with: the address holds less, its batch did not run, and
 * the money was not taken out. Nothing leaves a wallet before it is deployed, and a deployed one emits an event for
 * what it sends. Being deployed proves nothing, because anyone may deploy it.
 */
export async function isTakenBack(chain: Chain, { wallet, needed, broughtBy, fromBlock }: Awaited): Promise<boolean> {
  const { number: block } = await chain.head()
  const balances = await Promise.all(needed.map(({ token }) => chain.balance(token, wallet, { block, quorum: true })))
  if (balances.some((balance, index) => balance >= needed[index]!.amount)) return false
  if (await batchIsSpent(chain, wallet, block)) return false
  const brought = broughtBy && (await chain.receipt(broughtBy))
  // If it was mined again, it may have reverted.
  if (brought && (brought.is === 'notFound' || (brought.is === 'proven' && !brought.value.success))) return true
  if (!(await hasWallet(chain, wallet, block))) return true
  const topics = [[executedTopic, refundedTopic]]
  return (
    (await chain.logs({ address: wallet, topics, fromBlock: Math.min(fromBlock, block), toBlock: block })).length === 0
  )
}

type Found = {
  chain: Chain
  /** What the newest blocks show of the batch. */
  atHead: Evidence<BatchRun> | undefined
}

/**
 * What the newest blocks show of a batch that is mined but not final: when, and whether it paid the recipient. Nothing
 * is booked, since a reorganisation may undo it. Written only when it changes: an intent may wait for many blocks.
 */
export function minedEffects(record: IntentRecord, side: Side, found: Found): Effects {
  const { progress, plan } = record
  const { atHead, chain } = found
  const leg = record.legs.find((one) => one.leg === side)
  if (!leg || !atHead || atHead.is === 'unknown') return {}
  const run = atHead.is === 'proven' ? atHead.value : undefined
  const isLast = side === 'destination' || !plan.destination
  const pays = run && isLast && !run.failed.has('main') && !run.failed.has('deliver')
  const wrapped = chain.definition.wrappedNative
  const arrived = pays
    ? {
        txnHash: run.receipt.hash,
        amount: batchEntries(record, side, run, { wrapped }).delivered,
      }
    : undefined
  const isNews = run !== undefined && (leg.minedAtMs !== run.receipt.minedAtMs || leg.status !== 'MINING')
  const { hash: txnHash, minedAtMs } = run?.receipt ?? {}
  return {
    ...(isLast && arrived?.txnHash !== progress.arrived?.txnHash && { progress: { ...progress, arrived } }),
    ...(isNews && { legs: [{ leg: side, chainId: chain.id, status: 'MINING', txnHash, minedAtMs }] }),
  }
}

/** Reports a mined payment before the end that books it, even if its block is already final. */
export function arrivalFirst(record: IntentRecord, side: Side, found: Found): Wait | undefined {
  const effects = minedEffects(record, side, found)
  return effects.progress?.arrived && !record.progress.arrived ? waitMs(0, effects) : undefined
}
