import type { TransactionStatus } from '../interface/enums.ts'
import type { Hex } from '../interface/fields.ts'
import type { IntentReceipt } from '../interface/receiptShapes.ts'
import type { Client } from './createClient.ts'
import { retry } from './retry.ts'

export type Watch = {
  client: Client
  intentId: Hex
  /** Told once at the start and then at every change of a leg. */
  onMove?: (receipt: IntentReceipt, states: readonly TransactionStatus[]) => void
  signal?: AbortSignal
}

/** A service that restarts is waited for about this many backoffs long. */
const attemptsMax = 20

/** Follows an intent until it is final, by held calls that answer at every change. */
export async function waitIntent({ client, intentId, onMove, signal }: Watch): Promise<IntentReceipt> {
  let lastReceiptStates: TransactionStatus[] = []
  for (;;) {
    const seen = lastReceiptStates
    const answer = await retry(
      attemptsMax,
      () => client.waitIntentReceipt({ intentId, lastReceiptStates: seen }, { signal }),
      signal,
    )
    const changed = answer.receiptStates.join() !== seen.join()
    lastReceiptStates = answer.receiptStates
    if (changed || answer.done) onMove?.(answer.intentReceipt, answer.receiptStates)
    if (answer.done) return answer.intentReceipt
  }
}
