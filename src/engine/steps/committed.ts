import type { IntentRecord } from '../../intents/intentRecord.ts'
import { reason } from '../../intents/reasons.ts'
import type { World } from '../world.ts'
import { moveTo, type Outcome, waitMs } from './outcome.ts'

/** Nobody executed the committed intent: it lapses when its ten minutes are over. */
export async function committed(
  { executeByMs = 0, intent }: IntentRecord,
  { clock }: World,
): Promise<Outcome<'committed'>> {
  const leftMs = executeByMs - clock.nowMs()
  if (leftMs > 0) return waitMs(leftMs)
  return moveTo('lapsed', {
    legs: [{ leg: 'deposit', chainId: intent.originChainId, status: 'FAILED', statusReason: reason('LAPSED') }],
  })
}
