import { requireUnmodified } from '../intents/compareCommit.ts'
import type { IntentRecord } from '../intents/record.ts'
import { ServiceError } from '../interface/errors.ts'
import type { Request, Response } from '../interface/operations.ts'
import type { World } from '../world.ts'
import { findOwn } from './findOwn.ts'

type Caller = { projectId: number }

/** Commits an unmodified, unexpired quote of the caller's own project. Said twice, it answers the same. */
export async function commitIntent(
  { intent }: Request<'CommitIntent'>,
  caller: Caller,
  world: World,
): Promise<Response<'CommitIntent'>> {
  const record = await findOwn(intent.intentId, caller, world)
  requireUnmodified(intent, record.intent)
  // Said again, it answers the same, whatever has become of the intent since.
  if (record.step !== 'quoted') return { intentId: record.intentId }
  const nowMs = world.clock.nowMs()
  if (nowMs > record.expiresAtMs)
    throw new ServiceError('QuoteExpired', `the quote expired at ${record.intent.expiresAt}; ask for a new one`)
  const executeByMs = nowMs + world.settings.executeWithinMs
  const moved = await world.store.intents.change(
    { intentId: record.intentId, step: 'quoted' },
    {
      nowMs,
      step: 'committed',
      committedAtMs: nowMs,
      executeByMs,
      dueAtMs: executeByMs,
      reserve: reservationsOf(record, executeByMs),
    },
  )
  if (!moved) await findOwn(record.intentId, caller, world)
  return { intentId: record.intentId }
}

/** What a commit sets aside: what the bridge must have on the other side, and the gas of both legs. */
function reservationsOf({ plan, intent }: IntentRecord, untilMs: number) {
  const gas = (chainId: number, amount: bigint) => ({
    kind: 'gas' as const,
    chainId,
    token: '0x0000000000000000000000000000000000000000' as const,
    amount,
    untilMs,
  })
  const reservations = [gas(intent.originChainId, intent.fees.originGas.totalFeeAmount)]
  if (intent.fees.destinationGas)
    reservations.push(gas(intent.destinationChainId, intent.fees.destinationGas.totalFeeAmount))
  const inventory = plan.bridge && {
    kind: 'inventory' as const,
    chainId: intent.destinationChainId,
    token: plan.bridge.outputToken,
    amount: plan.bridge.outputAmountMin,
    untilMs,
  }
  return inventory ? [...reservations, inventory] : reservations
}
