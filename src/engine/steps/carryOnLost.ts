import { bridgeTokens, type IntentRecord, withProgress } from '../../intents/intentRecord.ts'
import { batchIsSpent } from '../books/batchReceipt.ts'
import { chainOf } from '../configured.ts'
import type { World } from '../world.ts'
import { type Move, moveTo } from './outcome.ts'

/**
 * A reorganisation took back the run of the origin that the bridge acted on, and it never comes again. If the bridge has brought the money
 * all the same, that goes on to the recipient: it is the filler's loss, and the deposit, if it is there, goes back like any that comes late.
 */
export async function carryOnLost(record: IntentRecord, world: World): Promise<Move<'awaitBridge'> | undefined> {
  const { intent, plan, progress } = record
  const wallet = intent.destinationIntentAddress
  const { bridge } = plan
  if (!progress.origin?.ahead || !bridge || !wallet) return undefined
  const chain = chainOf(world, intent.destinationChainId)
  const block = await chain.finalBlock(plan.valueUsd)
  const tokens = bridgeTokens(bridge)
  const balances = await Promise.all(tokens.map((token) => chain.balance(token, wallet, { block, quorum: true })))
  const hasArrived = balances.some((balance) => balance >= bridge.outputAmountMin)
  if (!hasArrived && !(await batchIsSpent(chain, wallet, block))) return undefined
  return moveTo('awaitBridge', { progress: withProgress(progress, 'origin', { lost: true }) })
}
