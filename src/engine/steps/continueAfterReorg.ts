import { bridgeTokens, type IntentRecord, withProgress } from '../../intents/intentRecord.ts'
import type { Step } from '../../intents/lifecycle.ts'
import { batchIsSpent } from '../books/batchReceipt.ts'
import { chainOf } from '../chainOf.ts'
import type { World } from '../world.ts'
import { type Move, moveTo, type Wait, wait } from './outcome.ts'
import { isOver, nextBlock } from './pollSchedule.ts'

/**
 * A reorganisation removed the origin run that the bridge acted on, and the intent is about to end at the origin. If
 * the bridge paid out all the same, the intent goes on, and the recipient gets that money. The filler bears the loss; a
 * deposit that is still at the origin is refunded like a late one.
 *
 * Waits until the payout is final and the origin batch can never run again, then marks the run as `lost`. It must not
 * come back after that: a lost run is not booked. Returns undefined if the intent may end.
 */
export async function continueAfterReorg(
  record: IntentRecord,
  world: World,
  end: Move<Step>,
  { isProvenNot = false } = {},
): Promise<Move<'awaitBridge'> | Wait | undefined> {
  const { intent, plan, progress } = record
  if (!progress.origin?.ahead) return undefined
  const [origin, destination] = [chainOf(world, intent.originChainId), chainOf(world, intent.destinationChainId)]
  const finalBlock = await destination.finalBlock(plan.valueUsd)
  if (!(await hasPaidOut(record, world, finalBlock))) {
    const { number } = await destination.head()
    return (await hasPaidOut(record, world, number)) ? wait(nextBlock(destination)) : undefined
  }
  const never = isProvenNot || (await isOver(origin, plan.origin, await origin.finalBlock(plan.valueUsd)))
  if (!never) return wait(nextBlock(origin))
  return moveTo('awaitBridge', {
    progress: withProgress(progress, 'origin', { lost: true }),
    // Money that came to the origin, and what the owner took out there, is booked however the intent goes on.
    books: end.books ?? {},
    legs: end.to === 'aborted' ? end.legs?.filter(({ leg }) => leg === 'deposit') : undefined,
  })
}

/** Whether, by a block, the bridge's money is in the destination wallet or the destination batch has used it. */
async function hasPaidOut({ intent, plan }: IntentRecord, world: World, block: number): Promise<boolean> {
  const wallet = intent.destinationIntentAddress
  const { bridge } = plan
  if (!bridge || !wallet) return false
  const chain = chainOf(world, intent.destinationChainId)
  const read = bridgeTokens(bridge).map((token) => chain.balance(token, wallet, { block, quorum: true }))
  const balances = await Promise.all(read)
  return balances.some((balance) => balance >= bridge.outputAmountMin) || batchIsSpent(chain, wallet, block)
}
