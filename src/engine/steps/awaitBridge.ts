import type { Chain } from '../../chains/chain.ts'
import { sameAddress } from '../../evm/address.ts'
import { openTimeout } from '../../host/timeout.ts'
import { type BridgeFacts, bridgeTokens, type IntentRecord, withProgress } from '../../intents/intentRecord.ts'
import { reason } from '../../intents/reasons.ts'
import type { Address } from '../../interface/fields.ts'
import type { BridgeMessage, BridgeProvider, BridgeRefund } from '../../providers/provider.ts'
import { batchIsSpent } from '../books/batchReceipt.ts'
import { bridgeOf, chainOf } from '../configured.ts'
import type { World } from '../world.ts'
import { ifBridgedTakenOut } from './aborted.ts'
import { lookAgainMs, markPending, mergeWithNextStep, nextBlock, refundedLeg } from './common.ts'
import { actsOnMined } from './mined.ts'
import { type Effects, type Move, moveTo, type Outcome, type Wait, wait, waitMs } from './outcome.ts'
import { isBridgedSentBack } from './refund.ts'
import { refundOnDestination, sendDestination } from './sendDestination.ts'
import { originIsOpen, settleOrigin } from './settleOrigin.ts'

const messageTimeoutMs = 5_000

/** Waits until the bridge has delivered, or until its message can be delivered by us. */
export async function awaitBridge(record: IntentRecord, world: World): Promise<Outcome<'awaitBridge'>> {
  const { intent, plan } = record
  const { bridge } = plan
  const wallet = intent.destinationIntentAddress
  if (!bridge || !wallet) throw new Error(`intent ${record.intentId} waits for a bridge that its plan does not have`)
  const settled = await settleOrigin(record, world)
  if (settled) return settled
  const chain = chainOf(world, intent.destinationChainId)
  const finalBlock = await chain.finalBlock(plan.valueUsd)
  // Asked at the beginning of a look, so that the questions keep their distance whatever the reads in between take.
  const message = messageOf(record, world)
  // Read beside the final block. It only makes progress earlier; where the newest block cannot be read now, the next look or the final block shows it.
  const ahead = goAhead(record, world, chain, finalBlock).catch(() => undefined)
  const arrived = await arrivalAt(bridge, wallet, chain, finalBlock)
  if (arrived) {
    const base = { from: 'bridge', to: 'destinationIntent', why: 'bridge' } as const
    const delivered = { ledger: [{ ...base, chainId: chain.id, blockNumber: finalBlock, ...arrived }] }
    const move = await handOver(record, delivered, world)
    // Money that goes back ends the intent, which needs a final origin: taken back, it would have paid the owner twice.
    return move.to === 'refund' && originIsOpen(record) ? wait(nextBlock(chain)) : move
  }
  // A filler, or anyone, may have run the destination batch in the block of the fill.
  if (await batchIsSpent(chain, wallet, finalBlock)) return moveTo('awaitDestination')
  const early = await ahead
  if (early) return early
  // The owner may have taken it out in the block of the fill, or between two looks. Events that no node tells now are asked for at the next look.
  const aborted = originIsOpen(record) ? undefined : await ifBridgedTakenOut(record, world).catch(() => undefined)
  if (aborted) return aborted
  if (!originIsOpen(record) && (await isBridgedSentBack(record, chain, finalBlock).catch(() => false)))
    return refundOnDestination(record)
  const provider = bridgeOf(world, bridge.provider)
  if (await expired(record, chain, finalBlock))
    return originIsOpen(record) ? wait(nextBlock(chain)) : bridgeRefund(record, world, provider)
  const told = await message
  if (!told) return wait(nextBlock(chain))
  if (!told.ready) return waitMs(told.againMs ?? lookAgainMs(chain))
  return deliverMessage(record, world, chain, told)
}

/** Asks the bridge for its message, where it has any. Who does not come to wait for the answer need not know that it failed. */
function messageOf({ intent, plan, legs }: IntentRecord, world: World): Promise<BridgeMessage> | undefined {
  const { bridge } = plan
  const recipient = intent.destinationIntentAddress
  const originTxHash = legs.find(({ leg }) => leg === 'origin')?.txnHash
  if (!bridge || !recipient || !originTxHash) return undefined
  const provider = bridgeOf(world, bridge.provider)
  if (!provider.message) return undefined
  const timeout = openTimeout(world.clock, messageTimeoutMs)
  const asked = provider
    .message({
      originChainId: intent.originChainId,
      destinationChainId: intent.destinationChainId,
      originTxHash,
      recipient,
      amountMin: bridge.outputAmountMin,
      deadline: { atMs: world.clock.nowMs() + messageTimeoutMs, signal: timeout.signal },
    })
    .finally(timeout.close)
  asked.catch(() => undefined)
  return asked
}

/** What the bridge has brought by a block, in the token it chose. */
async function arrivalAt(
  bridge: BridgeFacts,
  wallet: Address,
  chain: Chain,
  block: number,
): Promise<{ token: Address; amount: bigint } | undefined> {
  const tokens = bridgeTokens(bridge)
  const balances = await Promise.all(tokens.map((token) => chain.balance(token, wallet, { block, quorum: true })))
  const at = balances.findIndex((balance) => balance >= bridge.outputAmountMin)
  return at < 0 ? undefined : { token: tokens[at]!, amount: balances[at]! }
}

/**
 * After a reorganisation the batch may be with the sender already, or have failed: the step that watches it sends it again if need be. What
 * was booked by then is not booked again; what was not is booked with the run.
 */
const handOver = (
  record: IntentRecord,
  delivered: Effects,
  world: World,
): Promise<Move<'awaitDestination' | 'refund'>> =>
  record.progress.destination?.handedOver
    ? Promise.resolve(moveTo('awaitDestination'))
    : mergeWithNextStep(sendDestination, record, delivered, world)

/** The batch goes out as soon as the money is in a block. It is booked with the run, or with what ends the intent otherwise. */
async function goAhead(
  record: IntentRecord,
  world: World,
  chain: Chain,
  finalBlock: number,
): Promise<Move<'awaitDestination'> | undefined> {
  const { bridge } = record.plan
  const wallet = record.intent.destinationIntentAddress
  const { number: block } = await chain.head()
  if (!bridge || !wallet || block <= finalBlock || !actsOnMined(record, world)) return undefined
  const [isSpent, arrived] = await Promise.all([
    batchIsSpent(chain, wallet, block),
    arrivalAt(bridge, wallet, chain, block),
  ])
  if (isSpent) return moveTo('awaitDestination', {}, nextBlock(chain))
  if (record.progress.bridge?.reorged || !arrived) return undefined
  const move = await handOver(record, {}, world)
  // What is too late goes back, which needs money that is final.
  return move.to === 'awaitDestination' ? { ...move, to: move.to } : undefined
}

const messageGas = 400_000n
const messageSendsMax = 10
const messageLookMs = 5 * 60_000

/**
 * Delivers the bridge's message in a transaction of its own: the batch follows when the money is there, because a relayer acts as
 * executor only in the first call of a transaction. Anyone may deliver a message, so ours may find it done and revert.
 */
async function deliverMessage(
  record: IntentRecord,
  world: World,
  chain: Chain,
  { to, data, context }: Extract<BridgeMessage, { ready: true }>,
): Promise<Wait> {
  if (await world.store.attempts.isInFlight(record.intentId, 'destination')) return wait(nextBlock(chain))
  const sends = record.progress.bridge?.messageSends ?? 0
  if (sends >= messageSendsMax) return waitMs(messageLookMs)
  return wait(nextBlock(chain), {
    progress: withProgress(record.progress, 'bridge', { message: { to, data }, messageSends: sends + 1 }),
    legs: [
      {
        leg: 'destination',
        chainId: chain.id,
        ...markPending(record, 'destination'),
        context: context ?? 'NONE',
      },
    ],
    outbox: [{ chainId: chain.id, leg: 'destination', to, data, value: 0n, gasLimit: messageGas }],
  })
}

/** Nobody can fill any more, at a block that may be relied on: the time of the newest block alone could still be reorganised. */
async function expired({ plan }: IntentRecord, chain: Chain, finalBlock: number): Promise<boolean> {
  const deadlineS = plan.bridge?.fillDeadlineS
  if (deadlineS === undefined || (await chain.head()).timestampS <= deadlineS) return false
  return (await chain.block(finalBlock)).timestampS > deadlineS
}

const refundLookMs = 30_000
const sharersMax = 100

/** One transaction may give back what several intents of an owner lost: each of them counts on its own part. */
async function firstUnclaimed(
  record: IntentRecord,
  refunds: readonly BridgeRefund[],
  amount: bigint,
  { store }: World,
): Promise<Omit<BridgeRefund, 'amount'> | undefined> {
  const [first] = refunds
  if (!first) return undefined
  const { intentId, intent } = record
  const owner = intent.ownerAddress
  // Two that look in the same moment must not both take one refund: whoever expired first takes it first.
  const waiting = await store.intents.search({ owner, statuses: ['EXECUTING'] }, { limit: sharersMax })
  const firstInLine = waiting
    .filter((other) => other.step === 'awaitBridge' && isBefore(other, record, first.token))
    .reduce((sum, { plan }) => sum + (plan.bridge?.inputAmount ?? 0n), 0n)
  for (const { amount: refunded, ...paid } of refunds) {
    const { txnHash, token } = paid
    const sharers = await store.intents.search({ transactionHash: txnHash, owner }, { limit: sharersMax })
    const claimed = sharers
      .filter((other) => other.intentId !== intentId)
      .flatMap(({ legs }) => legs.filter(({ leg, txnHash: hash }) => leg === 'refund' && hash === txnHash))
      .filter(({ tokenAddress }) => tokenAddress !== undefined && sameAddress(tokenAddress, token))
      .reduce((sum, { tokenAmount = 0n }) => sum + tokenAmount, 0n)
    if (refunded - claimed - firstInLine >= amount) return paid
  }
  return undefined
}

/** Whether another intent that waits for the same bridge's refund of the same token expired before this one. */
function isBefore(other: IntentRecord, own: IntentRecord, paid: Address): boolean {
  const [theirs, ours] = [other.plan.bridge, own.plan.bridge]
  if (!theirs || !ours || other.intentId === own.intentId) return false
  // Native and wrapped deposits come back as the same token.
  const forms = [ours.inputToken, paid]
  const same = theirs.provider === ours.provider && forms.some((token) => sameAddress(theirs.inputToken, token))
  const [theirEnd = 0, ourEnd = 0] = [theirs.fillDeadlineS, ours.fillDeadlineS]
  const sameChain = other.intent.originChainId === own.intent.originChainId
  return same && sameChain && (theirEnd < ourEnd || (theirEnd === ourEnd && other.id < own.id))
}

/** The bridge gives the value back by itself; until it has, the money is on its way and the intent is not over. */
async function bridgeRefund(
  record: IntentRecord,
  world: World,
  provider: BridgeProvider,
): Promise<Outcome<'awaitBridge'>> {
  const { intent, plan, progress } = record
  const { bridge } = plan
  const chain = chainOf(world, intent.originChainId)
  const why = reason('BRIDGE_EXPIRED')
  const waiting = {
    leg: 'destination' as const,
    chainId: intent.destinationChainId,
    status: 'FAILED' as const,
    statusReason: why,
  }
  const toBlock = await chain.finalBlock(plan.valueUsd)
  // Not before the deposit into the bridge, and never twice through the same blocks: hours may pass.
  const depositedIn = record.legs.find(({ leg }) => leg === 'origin')?.blockNumber
  const fromBlock = progress.bridge?.refundFromBlock ?? depositedIn ?? progress.origin?.fromBlock ?? toBlock
  const search = bridge && { owner: intent.ownerAddress, token: bridge.inputToken, fromBlock, toBlock }
  const refunds = (search && (await provider.refunded?.(chain.id, search))) ?? []
  const found = bridge && (await firstUnclaimed(record, refunds, bridge.inputAmount, world))
  if (!bridge || !found) {
    const looked = refunds.length === 0 && toBlock >= fromBlock ? { refundFromBlock: toBlock + 1 } : {}
    return waitMs(refundLookMs, { legs: [waiting], progress: withProgress(progress, 'bridge', looked) })
  }
  const { token, ...proof } = found
  const amount = bridge.inputAmount
  const base = { chainId: chain.id, amount, ...proof }
  return moveTo('bridgeRefunded', {
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
      ...(sameAddress(token, bridge.inputToken)
        ? []
        : [
            { ...base, from: 'bridge', to: 'market', token: bridge.inputToken, why: 'swap' } as const,
            { ...base, from: 'market', to: 'bridge', token, why: 'swap' } as const,
          ]),
      { ...base, from: 'bridge', to: 'owner', token, why: 'refund' },
    ],
  })
}
