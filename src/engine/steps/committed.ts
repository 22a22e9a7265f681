import type { IntentRecord } from '../../intents/intentRecord.ts'
import { lapsedReason } from '../../intents/reasons.ts'
import type { World } from '../world.ts'
import { moveTo, type Outcome, waitMs } from './outcome.ts'

/** Nobody executed the committed intent: it lapses when the time for that is over. */
export async function committed(record: IntentRecord, { clock }: World): Promise<Outcome<'committed'>> {
  const { executeByMs = 0, intent } = record
  const leftMs = executeByMs - clock.nowMs()
  if (leftMs > 0) return waitMs(leftMs)
  return moveTo('lapsed', {
    legs: [{ leg: 'deposit', chainId: intent.originChainId, status: 'FAILED', statusReason: lapsedReason(record) }],
  })
}
