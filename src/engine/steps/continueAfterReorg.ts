import { bridgeTokens, type IntentRecord, withProgress } from '../../intents/intentRecord.ts'
import type { Step } from '../../intents/lifecycle.ts'
import { batchIsSpent } from '../books/batchReceipt.ts'
import { chainOf } from '../chainOf.ts'
import type { World } from '../world.ts'
import { type Move, moveTo, type Wait, wait } from './outcome.ts'
import { isOver, nextBlock } from './pollSchedule.ts'

/**
 * A reorganisation took back the run of the origin that the bridge acted on, and the intent is about to end at the origin. If the bridge has
 * brought the money all the same, that goes on to the recipient: it is the filler's loss, and the deposit, if it is there, goes back like any
 * that comes late. Not before the run can never come again, because a run that is called lost is not booked; until then, and while what the
 * newest blocks show at the destination is not final, the end is put off. Undefined where nothing stands against the end.
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
    // What came to the origin, or what its owner took out there, has happened whatever becomes of the rest.
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
