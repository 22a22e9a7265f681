import { sameAddress } from '../../evm/address.ts'
import { type BridgePart, bridgeParts, type IntentRecord, withProgress } from '../../intents/intentRecord.ts'
import { reason } from '../../intents/reasons.ts'
import type { Address } from '../../interface/fields.ts'
import type { BridgeProvider, BridgeRefund } from '../../providers/provider.ts'
import { chainOf } from '../configured.ts'
import type { World } from '../world.ts'
import { refundedLeg } from './common.ts'
import { type Effects, type Move, moveTo, type Wait, waitMs } from './outcome.ts'

const refundLookMs = 30_000
const sharersMax = 100

/** One transaction may give back what several intents of an owner lost: each of them counts on its own part. */
async function firstUnclaimed(
  record: IntentRecord,
  part: BridgePart,
  refunds: readonly BridgeRefund[],
  { store }: World,
): Promise<Omit<BridgeRefund, 'amount'> | undefined> {
  const [first] = refunds
  if (!first) return undefined
  const { intentId, intent } = record
  const owner = intent.ownerAddress
  // Two that look in the same moment must not both take one refund: whoever expired first takes it first.
  const waiting = await store.intents.search({ owner, statuses: ['EXECUTING'] }, { limit: sharersMax })
  const firstInLine = waiting
    .filter((other) => other.step === 'awaitBridge')
    .flatMap((other) => partsBefore(other, record, part, first.token))
    .reduce((sum, { inputAmount }) => sum + inputAmount, 0n)
  for (const { amount: refunded, ...paid } of refunds) {
    const { txnHash, token } = paid
    const sharers = await store.intents.search({ transactionHash: txnHash, owner }, { limit: sharersMax })
    const claimed = sharers
      .filter((other) => other.intentId !== intentId)
      .flatMap(({ legs }) => legs.filter(({ leg, txnHash: hash }) => leg === 'refund' && hash === txnHash))
      .filter(({ tokenAddress }) => tokenAddress !== undefined && sameAddress(tokenAddress, token))
      .reduce((sum, { tokenAmount = 0n }) => sum + tokenAmount, 0n)
    if (refunded - claimed - firstInLine >= part.inputAmount) return paid
  }
  return undefined
}

/** What another intent waits for of the same bridge's refunds of the same token, if it expired before this one. */
function partsBefore(other: IntentRecord, own: IntentRecord, ours: BridgePart, paid: Address): BridgePart[] {
  const isSameChain = other.intent.originChainId === own.intent.originChainId
  if (!other.plan.bridge || other.intentId === own.intentId || !isSameChain) return []
  const returned = other.progress.bridge?.returned ?? []
  // Native and wrapped deposits come back as the same token.
  const forms = [ours.inputToken, paid]
  return bridgeParts(other.plan.bridge)
    .filter(({ provider }) => provider === ours.provider && !returned.includes(provider))
    .filter(({ inputToken }) => forms.some((token) => sameAddress(inputToken, token)))
    .filter(({ fillDeadlineS: theirEnd = 0 }) => {
      const { fillDeadlineS: ourEnd = 0 } = ours
      return theirEnd < ourEnd || (theirEnd === ourEnd && other.id < own.id)
    })
}

/**
 * The bridge gives the value back by itself; until it has, the money is on its way and the intent is not over. Of two bridges the other may still bring
 * its part, or has: then this is booked, and the intent goes on.
 */
export async function bridgeRefund(
  record: IntentRecord,
  part: BridgePart,
  world: World,
  provider: BridgeProvider,
): Promise<Move<'bridgeRefunded'> | Wait> {
  const { intent, plan, progress } = record
  const chain = chainOf(world, intent.originChainId)
  const why = reason('BRIDGE_EXPIRED')
  const isOneOfTwo = plan.bridge?.parts !== undefined
  const waiting = {
    leg: 'destination' as const,
    chainId: intent.destinationChainId,
    ...(!isOneOfTwo && { status: 'FAILED' as const }),
    statusReason: why,
  }
  const toBlock = await chain.finalBlock(plan.valueUsd)
  // Not before the deposit into the bridge, and never twice through the same blocks: hours may pass.
  const depositedIn = record.legs.find(({ leg }) => leg === 'origin')?.blockNumber
  const fromBlock = progress.bridge?.refundFromBlock ?? depositedIn ?? progress.origin?.fromBlock ?? toBlock
  const { inputToken, inputAmount: amount } = part
  const search = { owner: intent.ownerAddress, token: inputToken, fromBlock, toBlock }
  const refunds = (await provider.refunded?.(chain.id, search)) ?? []
  const found = await firstUnclaimed(record, part, refunds, world)
  if (!found) {
    const looked = refunds.length === 0 && toBlock >= fromBlock ? { refundFromBlock: toBlock + 1 } : {}
    return waitMs(refundLookMs, { legs: [waiting], progress: withProgress(progress, 'bridge', looked) })
  }
  const { token, ...proof } = found
  const base = { chainId: chain.id, amount, ...proof }
  const effects: Effects = {
    legs: [
      waiting,
      refundedLeg(chain.id, {
        toAddress: intent.ownerAddress,
        tokenAddress: token,
        tokenAmount: amount,
        statusReason: why,
        ...proof,
      }),
    ],
    ledger: [
      // What went in native and comes back wrapped was wrapped on the way.
      ...(sameAddress(token, inputToken)
        ? []
        : [
            { ...base, from: 'bridge', to: 'market', token: inputToken, why: 'swap' } as const,
            { ...base, from: 'market', to: 'bridge', token, why: 'swap' } as const,
          ]),
      { ...base, from: 'bridge', to: 'owner', token, why: 'refund' },
    ],
  }
  if (!isOneOfTwo) return moveTo('bridgeRefunded', effects)
  const returned = [...(progress.bridge?.returned ?? []), part.provider]
  return waitMs(0, { ...effects, progress: withProgress(progress, 'bridge', { returned }) })
}
