import { LRUCache } from 'lru-cache'
import { ServiceError } from '../interface/errors.ts'
import { isStoreFailure } from '../stores/storeError.ts'

/** Most outages remembered at once. A forgotten one is logged again. */
const keysMax = 10_000

/** Logs failures of retried work when they begin, when their cause changes, and when they end. */
export type Outages = {
  /** The line to log, or undefined if already logged. The 10th, 100th… failure is logged again, with its number. */
  failed(key: string, error: unknown): { err: unknown; failures?: number } | undefined
  /** The number of consecutive failures that this success ends; usually zero. */
  worked(key: string): number
}

export function createOutages(): Outages {
  const open = new LRUCache<string, { cause: string; failures: number }>({ max: keysMax })
  return {
    failed(key, error) {
      const cause = causeOf(error)
      const before = open.get(key)
      const failures = (before?.failures ?? 0) + 1
      open.set(key, { cause, failures })
      if (before?.cause !== cause) return { err: withoutStack(error) }
      return Number.isInteger(Math.log10(failures)) ? { err: withoutStack(error), failures } : undefined
    },
    worked(key) {
      const failures = open.get(key)?.failures ?? 0
      if (failures > 0) open.delete(key)
      return failures
    },
  }
}

/** The message without its variable parts: block numbers, times, hashes. */
const causeOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/0x[0-9a-f]+|\d+/gi, '#')

/** An unreachable node or database is no defect, so omit the stack. */
function withoutStack(error: unknown): unknown {
  if (!(error instanceof ServiceError) && !isStoreFailure(error)) return error
  const { name, message } = error as Error
  return { type: name, message }
}
