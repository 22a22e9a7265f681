import type { Chain } from '../../chains/chain.ts'
import { reason } from '../../intents/reasons.ts'
import type { IntentRecord } from '../../intents/record.ts'
import { encodeDeployAndRefund } from '../../intents/wallet.ts'
import type { Address } from '../../interface/fields.ts'
import type { World } from '../../world.ts'
import { refundsIn, sentHashes } from '../batchEvidence.ts'
import { waitedFor } from '../bookBatch.ts'
import type { Outcome } from '../outcome.ts'
import { chainOf, lookAgainMs, settledAgainMs } from './common.ts'

const refundGasLimit = 600_000n

/** The wallet that a refund empties. */
function walletOf({ intent, plan, progress }: IntentRecord) {
  const atDestination = progress.refundSide === 'destination' && plan.destination && intent.destinationIntentAddress
  return atDestination
    ? {
        chainId: intent.destinationChainId,
        address: atDestination,
        config: plan.destination!,
        place: 'destinationIntent' as const,
      }
    : {
        chainId: intent.originChainId,
        address: intent.originIntentAddress,
        config: plan.origin,
        place: 'originIntent' as const,
      }
}

/** Sends the balances of an intent address back as soon as the contract lets anyone do it. */
export async function refund(record: IntentRecord, world: World): Promise<Outcome> {
  const { plan } = record
  const chain = chainOf(world, walletOf(record).chainId)
  const { timestampS } = await chain.head()
  if (timestampS < plan.refundAtS) {
    const leg = { leg: 'refund' as const, chainId: chain.id, ...emptyRefund(record), status: 'PENDING' as const }
    return { waitMs: waitForRefund(plan.refundAtS - timestampS, chain), legs: [leg] }
  }
  const tokens = await heldTokens(record, world, chain)
  if (tokens.length === 0) return { waitMs: lookAgainMs(chain) }
  return {
    move: 'awaitRefund',
    waitMs: settledAgainMs,
    legs: [{ leg: 'refund', chainId: chain.id, ...emptyRefund(record), status: 'PENDING', tokenAddress: tokens[0] }],
    outbox: [refundItem(record, world, tokens)],
  }
}

export function refundItem(record: IntentRecord, world: World, tokens: Address[]) {
  const { chainId, config } = walletOf(record)
  return {
    chainId,
    leg: 'refund' as const,
    to: world.settings.contracts.guest,
    data: encodeDeployAndRefund(config, tokens),
    value: 0n,
    gasLimit: refundGasLimit,
  }
}

const waitMsMax = 10_000
const waitForRefund = (seconds: number, chain: Chain): number =>
  Math.max(lookAgainMs(chain), Math.min(waitMsMax, seconds * 1_000))

const emptyRefund = (record: IntentRecord) => ({
  type: 'REFUND' as const,
  context: 'NONE' as const,
  fromAddress: walletOf(record).address,
  toAddress: record.intent.ownerAddress,
  statusReason: record.progress.reason,
})

/** Every token of which the address holds something: the expected one first, then all listed ones. */
export async function heldTokens(record: IntentRecord, world: World, chain: Chain): Promise<Address[]> {
  const { address: wallet, place } = walletOf(record)
  const quoted = waitedFor(record, place === 'originIntent' ? 'origin' : 'destination')
  const listed = world.tokens.listed(chain.id).map(({ address }) => address)
  const tokens = [quoted, ...listed.filter((token) => token.toLowerCase() !== quoted.toLowerCase())]
  const balances = await Promise.all(tokens.map((token) => chain.balance(token, wallet, { quorum: true })))
  return tokens.filter((_, i) => (balances[i] ?? 0n) > 0n)
}

/** Waits until the refund is mined deep enough. */
export async function awaitRefund(record: IntentRecord, world: World): Promise<Outcome> {
  const { chainId, address, place } = walletOf(record)
  const chain = chainOf(world, chainId)
  const finalBlock = await chain.finalBlock(record.plan.valueUsd)
  for (const hash of await sentHashes(world, record.intentId, 'refund')) {
    const evidence = await chain.receipt(hash, { atOrBelow: finalBlock })
    if (evidence.is !== 'proven') continue
    const refunds = refundsIn(evidence.value, address)
    if (refunds.length === 0) continue
    const { hash: txnHash, blockNumber, minedAtMs } = evidence.value
    return {
      move: 'refunded',
      legs: [
        {
          leg: 'refund',
          chainId: chain.id,
          status: 'SUCCEEDED',
          tokenAddress: refunds[0]!.token,
          tokenAmount: refunds[0]!.amount,
          txnHash,
          blockNumber,
          minedAtMs,
        },
      ],
      ledger: refunds.map(({ token, amount }) => ({
        from: place,
        to: 'owner',
        chainId: chain.id,
        token,
        amount,
        why: 'refund',
        txnHash,
        blockNumber,
      })),
    }
  }
  const [newest] = await world.store.attempts.ofLeg(record.intentId, 'refund')
  if (newest?.state !== 'reverted')
    return { waitMs: newest?.state === 'confirmed' ? lookAgainMs(chain) : settledAgainMs }
  const why = reason('HELD')
  return { move: 'refund', waitMs: waitMsMax, progress: { ...record.progress, reason: why } }
}
