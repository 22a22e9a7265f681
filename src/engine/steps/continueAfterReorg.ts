import { bridgeTokens, type IntentRecord, withProgress } from '../../intents/intentRecord.ts'
import type { Step } from '../../intents/lifecycle.ts'
import { batchIsSpent } from '../books/batchReceipt.ts'
import { chainOf } from '../chainOf.ts'
import type { World } from '../world.ts'
import { type Move, moveTo, type Wait, wait } from './outcome.ts'
import { isOver, nextBlock } from './pollSchedule.ts'

/**
 * A reorganisation took back the origin run that the bridge acted on, and the intent is about to end at the origin. If
 * the bridge still brought the money, it goes on to the recipient: the filler bears the loss, and a deposit that is
 * there goes back like any late one. This waits until the run can never come again, because a lost run is not booked,
 * and until the money at the destination is final. Undefined if nothing prevents the end.
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
    // Arrivals at the origin, and what its owner took out there, are facts in either case.
    books: end.books ?? {},
    legs: end.to === 'aborted' ? end.legs?.filter(({ leg }) => leg === 'deposit') : undefined,
  })
}

/** Whether the bridge's money is at the destination by a block, or the batch has passed it on. */
async function hasPaidOut({ intent, plan }: IntentRecord, world: World, block: number): Promise<boolean> {
  const wallet = intent.destinationIntentAddress
  const { bridge } = plan
  if (!bridge || !wallet) return false
  const chain = chainOf(world, intent.destinationChainId)
  const read = bridgeTokens(bridge).map((token) => chain.balance(token, wallet, { block, quorum: true }))
  const balances = await Promise.all(read)
  return balances.some((balance) => balance >= bridge.outputAmountMin) || batchIsSpent(chain, wallet, block)
}
