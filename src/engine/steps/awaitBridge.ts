import type { Chain } from '../../chains/chain.ts'
import {
  type BridgeFacts,
  type BridgePart,
  bridgeTokens,
  type IntentRecord,
  withProgress,
} from '../../intents/intentRecord.ts'
import type { Address } from '../../interface/fields.ts'
import type { BridgeMessage } from '../../providers/provider.ts'
import { batchIsSpent } from '../books/batchReceipt.ts'
import { chainOf } from '../chainOf.ts'
import type { World } from '../world.ts'
import { ifBridgedTakenOut } from './aborted.ts'
import { messageItem, messageOf, messageSendsMax } from './bridgeMessage.ts'
import { bridgeRefund, isExpired, isFilled, openParts } from './bridgeRefund.ts'
import { actsOnMined } from './mined.ts'
import { type Effects, type Move, moveTo, type Outcome, type Wait, wait, waitMs } from './outcome.ts'
import { markPending, mergeWithNextStep, nextBlock, pollAgainMs } from './pollSchedule.ts'
import { bridgedSentBack } from './refund.ts'
import { refundOnDestination, sendDestination } from './sendDestination.ts'
import { originIsOpen, settleOrigin } from './settleOrigin.ts'

/** Waits until the bridge has delivered, or until we can deliver its message. */
export async function awaitBridge(record: IntentRecord, world: World): Promise<Outcome<'awaitBridge'>> {
  const { intent, plan } = record
  const { bridge } = plan
  const wallet = intent.destinationIntentAddress
  if (!bridge || !wallet) throw new Error(`intent ${record.intentId} waits for a bridge that its plan does not have`)
  const settled = await settleOrigin(record, world)
  if (settled) return settled
  const chain = chainOf(world, intent.destinationChainId)
  const finalBlock = await chain.finalBlock(plan.valueUsd)
  // Requested at the start of a poll, so that the reads below do not change the interval between requests.
  const originTxHash = record.legs.find(({ leg }) => leg === 'origin')?.txnHash
  const asked = openParts(record).map((part) => ({ part, message: messageOf(part, originTxHash, record, world) }))
  // In parallel with the final-block reads. It only speeds up progress: after a failed read, the next poll sees it.
  const ahead = goAhead(record, world, chain, finalBlock).catch(() => undefined)
  const arrived = await hasArrived(bridge, wallet, chain, finalBlock)
  if (arrived) {
    const move = await handOver(record, { books: { side: 'destination' } }, world)
    // A refund ends the intent, which needs a final origin: a reorganisation of it would pay the owner twice.
    return move.to === 'refund' && originIsOpen(record) ? wait(nextBlock(chain)) : move
  }
  // A filler, or anyone, may have run the destination batch in the block of the fill.
  if (await batchIsSpent(chain, wallet, finalBlock)) return moveTo('awaitDestination')
  const early = await ahead
  if (early) return early
  // The owner may have taken out the fill in its block, or between two polls. The next poll repeats a failed read.
  const aborted = originIsOpen(record) ? undefined : await ifBridgedTakenOut(record, world).catch(() => undefined)
  if (aborted) return aborted
  const back = originIsOpen(record) ? undefined : await ifNeverWhole(record, chain, finalBlock)
  return back ?? lookAtParts(asked, record, world, chain, finalBlock)
}

/** A part that is still to come, and the pending read of its bridge message. */
type AskedPart = { part: BridgePart; message: Promise<BridgeMessage> | undefined }

/** Reads each bridge that still owes money. Handles the first that needs work; the others wait for the next poll. */
async function lookAtParts(
  parts: readonly AskedPart[],
  record: IntentRecord,
  world: World,
  chain: Chain,
  finalBlock: number,
): Promise<Outcome<'awaitBridge'>> {
  const looks = await Promise.allSettled(parts.map((one) => lookAtPart(one, record, world, chain, finalBlock)))
  const found = looks.flatMap((look) => (look.status === 'fulfilled' ? [look.value] : []))
  const failed = looks.find((look) => look.status === 'rejected')
  const chosen = found.find(({ kind, ledger, outbox }) => kind === 'move' || ledger || outbox)
  if (chosen) return chosen
  if (failed) throw failed.reason
  const [first, ...others] = found.filter((look) => look.kind === 'wait').toSorted((a, b) => afterMs(a) - afterMs(b))
  if (!first) return wait(nextBlock(chain))
  const told = [first, ...others].find(({ progress }) => progress)
  return told ? { ...told, look: first.look } : first
}

const afterMs = ({ look }: Wait): number => (look === 'never' ? Number.POSITIVE_INFINITY : look.afterMs)

async function lookAtPart(
  { part, message }: AskedPart,
  record: IntentRecord,
  world: World,
  chain: Chain,
  finalBlock: number,
): Promise<Outcome<'awaitBridge'>> {
  if (await isExpired(part, chain, finalBlock)) {
    // A single bridge's fill was found before this.
    const isOneOfTwo = record.plan.bridge?.parts !== undefined
    const isWaited = originIsOpen(record) || (isOneOfTwo && (await isFilled(part, record, chain, finalBlock)))
    return isWaited ? wait(nextBlock(chain)) : bridgeRefund(record, part, world)
  }
  const told = await message
  if (!told) return wait(nextBlock(chain))
  if (!told.ready) return waitMs(told.againMs ?? pollAgainMs(chain))
  return deliverMessage(record, world, chain, told)
}

/** Whether the bridge's whole amount had arrived by a block, in either token that it may pay in. */
async function hasArrived(bridge: BridgeFacts, wallet: Address, chain: Chain, block: number): Promise<boolean> {
  const tokens = bridgeTokens(bridge)
  const balances = await Promise.all(tokens.map((token) => chain.balance(token, wallet, { block, quorum: true })))
  return balances.some((balance) => balance >= bridge.outputAmountMin)
}

/**
 * After a reorganisation the batch may be with the sender already, or have failed: the step that watches it resends it
 * if needed. The run books whatever is not booked by then.
 */
const handOver = (
  record: IntentRecord,
  delivered: Effects,
  world: World,
): Promise<Move<'awaitDestination' | 'refund'>> =>
  record.progress.destination?.handedOver
    ? Promise.resolve(moveTo('awaitDestination'))
    : mergeWithNextStep(sendDestination, record, delivered, world)

/** Sends the batch once the fill is mined. The fill is booked with the run, or with another end of the intent. */
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
    hasArrived(bridge, wallet, chain, block),
  ])
  if (isSpent) return moveTo('awaitDestination', {}, nextBlock(chain))
  if (record.progress.bridge?.reorged || !arrived) return undefined
  const move = await handOver(record, {}, world)
  // Too late to send: a refund needs money that is final.
  return move.to === 'awaitDestination' ? { ...move, to: move.to } : undefined
}

const messageLookMs = 5 * 60_000

/**
 * Delivers the bridge's message; the batch follows in another transaction, because a relayer acts as executor only in a
 * transaction's first call. Anyone may deliver a message, so ours may find it done and revert.
 */
async function deliverMessage(
  record: IntentRecord,
  world: World,
  chain: Chain,
  { to, data, context }: Extract<BridgeMessage, { ready: true }>,
): Promise<Wait> {
  if (await world.store.attempts.isInFlight(record.intentId, 'destination')) return wait(nextBlock(chain))
  const sends = record.progress.bridge?.messageSends ?? 0
  const parts = record.plan.bridge?.parts
  if (sends >= messageSendsMax * (parts?.length ?? 1)) return waitMs(messageLookMs)
  // While the other bridge is awaited, this one may still return a message that is already delivered.
  if (parts && !(await chain.simulate({ to, data })).ok) return wait(nextBlock(chain))
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
    outbox: [messageItem(chain, { to, data })],
  })
}

/**
 * Handles a batch that can never be funded in full: its money was sent back, or one of two bridges returned its part.
 * Once the rest has arrived, it goes to the owner. If both bridges returned their parts, the intent ends.
 */
async function ifNeverWhole(
  record: IntentRecord,
  chain: Chain,
  finalBlock: number,
): Promise<Move<'refund' | 'bridgeRefunded'> | undefined> {
  const { bridge } = record.plan
  const wallet = record.intent.destinationIntentAddress
  const gone = await bridgedSentBack(record, chain, finalBlock).catch(() => 0n)
  if (!bridge || !wallet) return undefined
  if (!bridge.parts) return gone >= bridge.outputAmountMin ? refundOnDestination(record) : undefined
  const open = openParts(record)
  if (open.length === 0) return moveTo('bridgeRefunded')
  const isReturned = open.length < bridge.parts.length
  if (!isReturned && gone === 0n) return undefined
  const { outputToken: token } = bridge
  const amount = gone + (await chain.balance(token, wallet, { block: finalBlock, quorum: true }))
  if (amount < open.reduce((sum, { outputAmountMin }) => sum + outputAmountMin, 0n)) return undefined
  return { ...refundOnDestination(record, isReturned ? 'PART_EXPIRED' : 'REFUND_TIME'), books: { side: 'destination' } }
}
