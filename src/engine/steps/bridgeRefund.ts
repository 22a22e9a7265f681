import { pad } from 'viem'
import type { Chain } from '../../chains/chain.ts'
import { sameAddress } from '../../evm/address.ts'
import { type BridgePart, bridgeParts, type IntentRecord, withProgress } from '../../intents/intentRecord.ts'
import { reason } from '../../intents/reasons.ts'
import type { Address } from '../../interface/fields.ts'
import type { BridgeRefund } from '../../providers/provider.ts'
import { transfersInto } from '../books/depositPayments.ts'
import { transferTopic } from '../books/transferEntries.ts'
import { bridgeOf, chainOf } from '../chainOf.ts'
import type { World } from '../world.ts'
import { type Effects, type Move, moveTo, type Wait, waitMs } from './outcome.ts'
import { hasEndedRefund, refundedLeg } from './pollSchedule.ts'

const refundLookMs = 30_000
const sharersMax = 100

/** The first refund not claimed by others. One transaction may refund several of an owner's intents, each its part. */
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
  // Two intents that read at once must not both take one refund: the first to expire takes it.
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

/** The parts that another intent awaits from this bridge in this token, if they expired before ours. */
function partsBefore(other: IntentRecord, own: IntentRecord, ours: BridgePart, paid: Address): BridgePart[] {
  const isSameChain = other.intent.originChainId === own.intent.originChainId
  if (other.intentId === own.intentId || !isSameChain) return []
  // Native and wrapped deposits come back as the same token.
  const forms = [ours.inputToken, paid]
  return openParts(other)
    .filter(({ provider }) => provider === ours.provider)
    .filter(({ inputToken }) => forms.some((token) => sameAddress(inputToken, token)))
    .filter(({ fillDeadlineS: theirEnd = 0 }) => {
      const { fillDeadlineS: ourEnd = 0 } = ours
      return theirEnd < ourEnd || (theirEnd === ourEnd && other.id < own.id)
    })
}

/** The part's own refund by the bridge, as leg and ledger entries. `looked`: where the next search starts. */
type Looked = { found?: Required<Pick<Effects, 'legs' | 'ledger'>>; looked: { refundFromBlock?: number } }

async function findRefund(record: IntentRecord, part: BridgePart, world: World): Promise<Looked> {
  const { intent, plan, progress } = record
  const chain = chainOf(world, intent.originChainId)
  const toBlock = await chain.finalBlock(plan.valueUsd)
  // Starts at the deposit into the bridge, and skips blocks already searched: the refund may take hours.
  const depositedIn = record.legs.find(({ leg }) => leg === 'origin')?.blockNumber
  const fromBlock = progress.bridge?.refundFromBlock ?? depositedIn ?? progress.origin?.fromBlock ?? toBlock
  const { inputToken, inputAmount: amount } = part
  const search = { owner: intent.ownerAddress, token: inputToken, fromBlock, toBlock }
  const refunds = (await bridgeOf(world, part.provider).refunded?.(chain.id, search)) ?? []
  const paid = await firstUnclaimed(record, part, refunds, world)
  const isThrough = toBlock >= fromBlock && refunds.length === 0
  if (!paid) return { looked: isThrough ? { refundFromBlock: toBlock + 1 } : {} }
  const { token, ...proof } = paid
  const base = { chainId: chain.id, amount, ...proof }
  const leg = refundedLeg(chain.id, {
    toAddress: intent.ownerAddress,
    tokenAddress: token,
    tokenAmount: amount,
    statusReason: reason('BRIDGE_EXPIRED'),
    ...proof,
  })
  // If native token went in and wrapped comes back, books the wrapping as a swap.
  const wrapped = [
    { ...base, from: 'bridge', to: 'market', token: inputToken, why: 'swap' } as const,
    { ...base, from: 'market', to: 'bridge', token, why: 'swap' } as const,
  ]
  const back = { ...base, from: 'bridge', to: 'owner', token, why: 'refund' } as const
  const ledger = sameAddress(token, inputToken) ? [back] : [...wrapped, back]
  return { found: { legs: [leg], ledger }, looked: { refundFromBlock: toBlock + 1 } }
}

const withReturned = ({ progress }: IntentRecord, { provider }: BridgePart) => ({
  progress: withProgress(progress, 'bridge', { returned: [...(progress.bridge?.returned ?? []), provider] }),
})

/**
 * The bridge refunds by itself; until it has, the money is on its way and the intent is not over. If another bridge has
 * a part too, this refund is booked and the intent goes on.
 */
export async function bridgeRefund(
  record: IntentRecord,
  part: BridgePart,
  world: World,
): Promise<Move<'bridgeRefunded'> | Wait> {
  const { intent, plan, progress } = record
  const isOneOfTwo = plan.bridge?.parts !== undefined
  const waiting = {
    leg: 'destination' as const,
    chainId: intent.destinationChainId,
    statusReason: reason('BRIDGE_EXPIRED'),
  }
  const { found, looked } = await findRefund(record, part, world)
  // Not failed yet: nodes may have hidden a fill.
  if (!found) return waitMs(refundLookMs, { legs: [waiting], progress: withProgress(progress, 'bridge', looked) })
  if (isOneOfTwo) return waitMs(0, { ...found, legs: [waiting, ...found.legs], ...withReturned(record, part) })
  return moveTo('bridgeRefunded', { ...found, legs: [{ ...waiting, status: 'FAILED' }, ...found.legs] })
}

/**
 * Books the bridge's refund of a crossing that began after the end and was not filled. Without a refund yet, only the
 * searched blocks are remembered; undefined if no bridge has anything to return.
 */
export async function lateBridgeRefund(ended: IntentRecord, world: World): Promise<Effects | undefined> {
  const { intent, plan, progress } = ended
  const chain = chainOf(world, intent.destinationChainId)
  const finalBlock = await chain.finalBlock(plan.valueUsd)
  for (const part of await partsInBridges(ended, world)) {
    if (!(await isExpired(part, chain, finalBlock))) continue
    const { found, looked } = await findRefund(ended, part, world)
    // A filled part is not refunded: this refund belongs to another intent of the owner.
    if (!found || (await isFilled(part, ended, chain, finalBlock)))
      return { progress: withProgress(progress, 'bridge', looked) }
    return { ...found, ...(hasEndedRefund(ended) && { legs: [] }), ...withReturned(ended, part) }
  }
  return undefined
}

/** Parts not settled. With one bridge, the books show whether it paid; with two, the progress shows which returned. */
async function partsInBridges(record: IntentRecord, { store }: World): Promise<BridgePart[]> {
  if (record.plan.bridge?.parts) return openParts(record)
  const booked = await store.intents.ledger(record.intentId)
  return booked.some(({ from }) => from === 'bridge') ? [] : openParts(record)
}

/** Parts that their bridge has not returned. */
export function openParts({ plan, progress }: IntentRecord): BridgePart[] {
  const returned = progress.bridge?.returned ?? []
  return (plan.bridge ? bridgeParts(plan.bridge) : []).filter(({ provider }) => !returned.includes(provider))
}

/** Whether the fill deadline has passed in a final block: the newest block could still be reorganised. */
export async function isExpired(
  { fillDeadlineS: deadlineS }: BridgePart,
  chain: Chain,
  finalBlock: number,
): Promise<boolean> {
  if (deadlineS === undefined || (await chain.head()).timestampS <= deadlineS) return false
  return (await chain.block(finalBlock)).timestampS > deadlineS
}

/** Whether a filler has paid. Fillers pay the exact amount; the other of two bridges never does (`mayShare`). */
export async function isFilled(
  { outputToken, outputAmountMin }: BridgePart,
  { intent, progress }: IntentRecord,
  chain: Chain,
  toBlock: number,
): Promise<boolean> {
  const wallet = intent.destinationIntentAddress
  const fromBlock = progress.destination?.fromBlock ?? toBlock
  if (!wallet || toBlock < fromBlock) return false
  const topics = [transferTopic, null, pad(wallet)]
  const paid = transfersInto(await chain.logs({ address: outputToken, topics, fromBlock, toBlock }), wallet)
  return paid.some(({ amount }) => amount === outputAmountMin)
}
