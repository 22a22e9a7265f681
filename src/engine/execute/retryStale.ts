import type { IntentRecord } from '../../intents/intentRecord.ts'
import type { Step } from '../../intents/lifecycle.ts'
import type { World } from '../world.ts'

/** A worker writes a waiting intent once a block, so losing that race three times in a row does not happen. */
const triesMax = 3

/**
 * Writes an intent without a lease, from what was read of it, and returns whether it was written. Where a worker wrote in between, it is read again,
 * as long as it is still at its step: what the worker found out must not be written over.
 */
export async function retryStale(
  record: IntentRecord,
  step: Step,
  { store }: World,
  write: (record: IntentRecord) => Promise<boolean>,
): Promise<boolean> {
  let read: IntentRecord | undefined = record
  for (let i = 0; i < triesMax && read?.step === step; i++) {
    if (await write(read)) return true
    read = await store.intents.find(record.intentId)
  }
  return false
}
