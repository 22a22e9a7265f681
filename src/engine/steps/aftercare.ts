import type { IntentRecord } from '../../intents/record.ts'
import type { World } from '../../world.ts'
import { refundsIn, sentHashes } from '../batchEvidence.ts'
import type { Outcome } from '../outcome.ts'
import { chainOf, lookAgainMs } from './common.ts'
import { heldTokens, refundItem } from './refund.ts'

/** How long after the time of refunds began late deposits are still sent back without anyone asking. */
const careMs = 24 * 60 * 60_000
const lookEveryMs = 5 * 60_000

/**
 * A final intent's status never changes, but money may still arrive at its address: late, twice, or after the end. Once anyone may refund, it is
 * sent back, and the receipt gets a refund appended.
 */
export async function aftercare(record: IntentRecord, world: World): Promise<Outcome> {
  const { intent, plan } = record
  const nowMs = world.clock.nowMs()
  const refundAtMs = plan.refundAtS * 1_000
  if (nowMs > refundAtMs + careMs) return { waitMs: 'never' }
  const chain = chainOf(world, intent.originChainId)
  const { timestampS } = await chain.head()
  if (timestampS < plan.refundAtS)
    return { waitMs: Math.max(lookAgainMs(chain), (plan.refundAtS - timestampS) * 1_000) }
  const settled = await settleLate(record, world)
  if (settled) return settled
  const tokens = await heldTokens(record, world, chain)
  if (tokens.length === 0) return { waitMs: lookEveryMs }
  const [newest] = await world.store.attempts.ofLeg(record.intentId, 'refund')
  if (newest?.state === 'planned' || newest?.state === 'broadcast' || newest?.state === 'indeterminate')
    return { waitMs: lookAgainMs(chain) }
  return { waitMs: lookAgainMs(chain), outbox: [refundItem(record, world, tokens)] }
}

/** Books a late refund that is mined deep enough and not in the ledger yet. */
async function settleLate(record: IntentRecord, world: World): Promise<Outcome | undefined> {
  const { intent, plan, intentId } = record
  const chain = chainOf(world, intent.originChainId)
  const hashes = await sentHashes(world, intentId, 'refund')
  if (hashes.length === 0) return undefined
  const [finalBlock, entries] = await Promise.all([
    chain.finalBlock(plan.valueUsd),
    world.store.intents.ledger(intentId),
  ])
  for (const hash of hashes) {
    if (entries.some(({ txnHash, why }) => txnHash === hash && (why === 'late' || why === 'refund'))) continue
    const evidence = await chain.receipt(hash, { atOrBelow: finalBlock })
    if (evidence.is !== 'proven') continue
    const refunds = refundsIn(evidence.value, intent.originIntentAddress)
    if (refunds.length === 0) continue
    const proof = { chainId: chain.id, txnHash: hash, blockNumber: evidence.value.blockNumber }
    const { minedAtMs, blockNumber } = evidence.value
    return {
      waitMs: lookEveryMs,
      legs: [
        {
          leg: 'refund',
          chainId: chain.id,
          status: 'SUCCEEDED',
          type: 'REFUND',
          context: 'NONE',
          fromAddress: intent.originIntentAddress,
          toAddress: intent.ownerAddress,
          tokenAddress: refunds[0]!.token,
          tokenAmount: refunds[0]!.amount,
          txnHash: hash,
          minedAtMs,
          blockNumber,
        },
      ],
      ledger: refunds.flatMap(({ token, amount }) => [
        { from: 'owner' as const, to: 'originIntent' as const, token, amount, why: 'late' as const, ...proof },
        { from: 'originIntent' as const, to: 'owner' as const, token, amount, why: 'late' as const, ...proof },
      ]),
    }
  }
  return undefined
}
