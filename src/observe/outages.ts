import { LRUCache } from 'lru-cache'
import { ServiceError } from '../interface/errors.ts'
import { isStoreFailure } from '../stores/storeError.ts'

/** Things that fail at the same time, of which each is told once; those beyond are told again. */
const keysMax = 10_000

/** What is tried again and again: its failures are told when they begin, when their cause changes, and when they are over. */
export type Outages = {
  /** What a line about it says, or undefined if that was told: the 10th, 100th and so on in a row are told again, with their number. */
  failed(key: string, error: unknown): { err: unknown; failures?: number } | undefined
  /** How many failures in a row this success ends; zero mostly. */
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

/** The message without what differs from try to try: block numbers, times, hashes. */
const causeOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/0x[0-9a-f]+|\d+/gi, '#')

/** Nodes and the database that are away are no defect: where in our code that was noticed helps nobody. */
function withoutStack(error: unknown): unknown {
  if (!(error instanceof ServiceError) && !isStoreFailure(error)) return error
  const { name, message } = error as Error
  return { type: name, message }
}
