import type { Chain } from '../../chains/chain.ts'
import { reason } from '../../intents/reasons.ts'
import type { IntentRecord } from '../../intents/record.ts'
import type { World } from '../../world.ts'
import { type BatchRun, batchRun, sentHashes } from '../batchEvidence.ts'
import { bookBatch, waitedFor } from '../bookBatch.ts'
import { isNative, readTransfer } from '../bookkeeping.ts'
import type { Outcome } from '../outcome.ts'
import { chainOf, lookAgainMs, settledAgainMs } from './common.ts'

/** Waits until the destination batch is mined deep enough, and reads from its events who was paid. */
export async function awaitDestination(record: IntentRecord, world: World): Promise<Outcome> {
  const { intent, plan, intentId } = record
  const wallet = intent.destinationIntentAddress
  if (!plan.destination || !wallet) throw new Error(`intent ${intentId} has no destination batch`)
  const chain = chainOf(world, intent.destinationChainId)
  const finalBlock = await chain.finalBlock(plan.valueUsd)
  const where = {
    chain,
    wallet,
    digest: plan.destination.batches[0]!,
    roles: plan.destinationRoles ?? [],
    fromBlock: record.progress.destinationFromBlock ?? finalBlock,
    finalBlock,
  }
  const evidence = await batchRun(where, await sentHashes(world, intentId, 'destination'))
  if (evidence.is === 'proven') return settleDestination(record, world, chain, evidence.value)
  const [newest] = await world.store.attempts.ofLeg(intentId, 'destination')
  if (newest?.state === 'reverted' && (await chain.head()).timestampS >= plan.refundAtS) {
    return {
      move: 'refund',
      progress: { ...record.progress, reason: reason('REFUND_TIME'), refundSide: 'destination' },
    }
  }
  return { waitMs: newest?.state === 'confirmed' || newest?.state === 'reverted' ? lookAgainMs(chain) : settledAgainMs }
}

async function settleDestination(record: IntentRecord, world: World, chain: Chain, run: BatchRun): Promise<Outcome> {
  const { intent } = record
  const { hash: txnHash, blockNumber, minedAtMs } = run.receipt
  const mined = { txnHash, blockNumber, minedAtMs }
  const arrival = arrivalOf(record, run)
  const held = await heldBefore(record, world)
  const booked = bookBatch(record, 'destination', run, held, world.settings)
  const ledger = [...arrival, ...booked.entries]
  const destination = { leg: 'destination' as const, chainId: chain.id, ...mined }
  if (!run.failed.has('deliver') && !run.failed.has('main')) {
    return { move: 'succeeded', ledger, legs: [{ ...destination, status: 'SUCCEEDED', tokenAmount: booked.delivered }] }
  }
  return {
    move: 'paidOnDestination',
    ledger,
    legs: [
      { ...destination, status: 'FAILED', statusReason: reason('DESTINATION_CALL', run.why) },
      {
        leg: 'refund',
        chainId: chain.id,
        status: 'SUCCEEDED',
        type: 'REFUND',
        context: 'NONE',
        fromAddress: intent.destinationIntentAddress,
        toAddress: intent.ownerAddress,
        tokenAddress: run.failed.has('main')
          ? waitedFor(record, 'destination')
          : intent.quoteRequest.destinationTokenAddress,
        tokenAmount: paidToOwner(booked.entries),
        ...mined,
      },
    ],
  }
}

const paidToOwner = (entries: readonly { to: string; amount: bigint }[]): bigint =>
  entries.reduce((sum, { to, amount }) => (to === 'owner' ? sum + amount : sum), 0n)

/** A message that we delivered minted the tokens in this very transaction; otherwise they were booked on arrival. */
function arrivalOf({ intent, plan, progress }: IntentRecord, run: BatchRun): NonNullable<Outcome['ledger']> {
  const wallet = intent.destinationIntentAddress?.toLowerCase()
  if (!progress.bridgeMessage || !plan.bridge) return []
  const minted = run.receipt.logs
    .map(readTransfer)
    .find((transfer) => transfer && transfer.to.toLowerCase() === wallet && BigInt(transfer.from) === 0n)
  const amount = minted?.amount ?? plan.bridge.outputAmountMin
  const { hash: txnHash, blockNumber } = run.receipt
  return [
    {
      from: 'bridge',
      to: 'destinationIntent',
      chainId: intent.destinationChainId,
      token: plan.bridge.outputToken,
      amount,
      why: 'bridge',
      txnHash,
      blockNumber,
    },
  ]
}

async function heldBefore(record: IntentRecord, world: World): Promise<bigint> {
  if (!isNative(waitedFor(record, 'destination'))) return 0n
  const entries = await world.store.intents.ledger(record.intentId)
  const arrived = entries.filter(({ to, token }) => to === 'destinationIntent' && isNative(token))
  return arrived.reduce((sum, { amount }) => sum + amount, 0n)
}
