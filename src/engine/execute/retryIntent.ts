import { statusOf } from '../../intents/lifecycle.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { Request, Response } from '../../interface/operations.ts'
import { findOwn } from '../read/findOwn.ts'
import type { World } from '../world.ts'
import { executeIntent } from './executeIntent.ts'
import { replaceDepositHash } from './replaceDepositHash.ts'

/**
 * Takes another deposit transaction for an intent: before execution it executes; while the deposit is awaited, a hash that pays it is taken
 * instead of one that does not; in any case the intent is polled at once. A hash moves nothing by itself: every step trusts the chain alone.
 */
export async function retryIntent(
  request: Request<'RetryIntent'>,
  caller: { projectId: number },
  world: World,
): Promise<Response<'RetryIntent'>> {
  const { intentId, depositTransactionHash: hash } = request
  const record = await findOwn(intentId, caller, world)
  const status = statusOf(record.step)
  if (status === 'QUOTED') throw new ServiceError('IntentStatus', `status=${status}: commit the intent first`)
  if (record.step === 'committed') return executeIntent(request, caller, world)
  if (record.step === 'awaitDeposit' && record.progress.deposit?.hash !== hash)
    await replaceDepositHash(record, hash, undefined, world)
  else await world.store.intents.wake([intentId], world.clock.nowMs())
  return { intentId, intentStatus: statusOf((await findOwn(intentId, caller, world)).step) }
}
