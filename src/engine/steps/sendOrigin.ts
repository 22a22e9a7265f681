import type { Chain } from '../../chains/chain.ts'
import { type IntentRecord, withProgress } from '../../intents/intentRecord.ts'
import { reason, reasons } from '../../intents/reasons.ts'
import { encodeDeployAndExecute } from '../../intents/wallet.ts'
import { chainOf } from '../configured.ts'
import type { World } from '../world.ts'
import { inTime, markPending, whenMined } from './common.ts'
import { type Effects, type Move, moveTo } from './outcome.ts'
import { runData, simulateAsRelayer } from './strictFailure.ts'

/** Hands the origin batch to the sender. */
export async function sendOrigin(record: IntentRecord, world: World): Promise<Move<'awaitOrigin' | 'refund'>> {
  const { intent, plan } = record
  const chain = chainOf(world, intent.originChainId)
  const { contract, input } = intent.originMetaTxn
  const isTolerant = record.progress.origin?.tolerant === true
  const isInTime = await inTime(chain, plan.origin)
  // A tolerant run is sent because the simulation fails.
  const why = isInTime ? !isTolerant && (await whyNotNow(record, world, chain)) : reason('LATE')
  if (why) return moveTo('refund', { progress: withProgress(record.progress, 'refund', { reason: why }) })
  const data = runData(record.progress.origin, plan.origin, intent.originCalls, input)
  const sent: Effects = {
    legs: [{ leg: 'origin', chainId: chain.id, ...markPending(record, 'origin') }],
    outbox: [{ chainId: chain.id, leg: 'origin', to: contract, data, value: 0n, gasLimit: plan.originGasLimit }],
  }
  return moveTo('awaitOrigin', sent, whenMined(chain, record, 'origin'))
}

/**
 * Why a batch whose time to be executed is over cannot run now. One that can run is sent: whether the minimum is still met is decided by
 * the batch itself, which otherwise pays the owner back in the same transaction, sooner than any refund.
 */
async function whyNotNow(record: IntentRecord, { clock }: World, chain: Chain): Promise<string | undefined> {
  const { executeByMs = 0, intent, plan } = record
  if (clock.nowMs() <= executeByMs) return undefined
  const data = encodeDeployAndExecute(plan.origin, intent.originCalls, 'tolerantly')
  const failure = await simulateAsRelayer(chain, intent.originMetaTxn.contract, data)
  return failure && reason('LATE', `${reasons.LATE} (${failure})`)
}
