import { isFinalStep } from '../../../src/intents/lifecycle.ts'
import type { ClosedKind, RetentionStore } from '../../../src/stores/retentionStore.ts'
import type { IntentRow, Memory } from './memory.ts'

/** Nothing but intents grows old in memory. */
export function createMemoryRetention(memory: Memory): RetentionStore {
  function mayGo(kind: ClosedKind, { record, recoverable, ledger }: IntentRow, beforeMs: number): boolean {
    const { step, dueAtMs, finishedAtMs = 0, intentId } = record
    if (dueAtMs !== undefined || recoverable || finishedAtMs >= beforeMs) return false
    if (kind === 'lapsed' ? step !== 'lapsed' || ledger.length > 0 : !isFinalStep(step)) return false
    const isSent = [...memory.outbox.values()].some(({ item }) => item.intentId === intentId)
    return (
      !isSent &&
      ![...memory.deliveries.values()].some((one) => one.record.state === 'pending' && one.record.intentId === intentId)
    )
  }
  return {
    prune: async () => 0,

    async closed(kind, { afterMs, beforeMs, limit }) {
      const rows = [...memory.intents.values()].filter((row) => mayGo(kind, row, beforeMs)).map(({ record }) => record)
      return rows
        .filter(({ finishedAtMs = 0 }) => finishedAtMs > afterMs)
        .toSorted((a, b) => (a.finishedAtMs ?? 0) - (b.finishedAtMs ?? 0))
        .slice(0, limit)
        .map(({ intentId, step, finishedAtMs = 0, intent }) => ({
          intentId,
          step,
          finishedAtMs,
          wallets: [
            {
              chainId: intent.originChainId,
              address: intent.originIntentAddress,
              token: intent.quoteRequest.originTokenAddress,
            },
            ...(intent.destinationIntentAddress
              ? [
                  {
                    chainId: intent.destinationChainId,
                    address: intent.destinationIntentAddress,
                    token: intent.quoteRequest.destinationTokenAddress,
                  },
                ]
              : []),
          ],
        }))
    },

    async forget(kind, { beforeMs, intentIds }) {
      const gone = intentIds.filter((intentId) => {
        const row = memory.intents.get(intentId)
        return row !== undefined && mayGo(kind, row, beforeMs)
      })
      for (const intentId of gone) memory.intents.delete(intentId)
      memory.events = memory.events.filter(({ intentId }) => !gone.includes(intentId))
      return gone.length
    },
  }
}
