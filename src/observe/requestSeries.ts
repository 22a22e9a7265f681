import { type AdminOperationName, adminOperationNames } from '../interface/adminOperations.ts'
import type { Budget } from '../interface/budgetOf.ts'
import { type ErrorName, errors } from '../interface/errors.ts'
import { type OperationName, operationNames } from '../interface/operations.ts'

export type ServedName = OperationName | AdminOperationName

/** Counts and durations of requests by operation and error. */
export type RequestSeries = {
  answered(operation: ServedName | undefined, error: ErrorName | undefined, seconds: number): void
  /** The summed cost of each operation's calls. */
  cost(call: { operation?: ServedName; bytesOut: number; cost?: Readonly<Budget> }): void
  /** Counts bytes that were no HTTP request. Not timed: they have no start. */
  broken(error: ErrorName): void
  /** The metrics in Prometheus text format. */
  text(): string
}

type Series = { labels: string; count: number; timed: number; sumSeconds: number; buckets: number[] }

// From a cached list (under 1 ms) to WaitIntentReceipt (30 s).
const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** The errors that the server-error alert counts. */
const ourFaults = ['WebrpcServerPanic', 'WebrpcInternalError', 'WebrpcBadResponse', 'Unexpected'] as const
const errorNames = Object.keys(errors) as ErrorName[]

/**
 * Plain numbers, formatted when read: 0.2 µs per call. prom-client's counters and histograms build a key from their
 * labels at every call: 2 µs of the 37 that a Ping costs (docs/decisions/wire-and-errors.md, 0022).
 */
export function createRequestSeries(): RequestSeries {
  const costs = new Map<ServedName, CostSums>(operationNames.map((name) => [name, emptyCost()]))
  // Names come from our own tables (operations, errors), so a caller cannot make new series.
  const byOperation = new Map<ServedName | undefined, Map<ErrorName | undefined, Series>>()
  const seriesOf = (operation: ServedName | undefined, error: ErrorName | undefined): Series => {
    const found = byOperation.get(operation)?.get(error)
    if (found) return found
    const labels = `operation="${operation ?? 'none'}",error="${error ?? 'none'}"`
    const fresh = { labels, count: 0, timed: 0, sumSeconds: 0, buckets: secondsBuckets.map(() => 0) }
    const byError = byOperation.get(operation) ?? new Map<ErrorName | undefined, Series>()
    byOperation.set(operation, byError.set(error, fresh))
    return fresh
  }
  // Prometheus sees an increase only between two samples, so create these at zero: each operation's successes and our
  // faults, and errors without an operation. Others are created at the first error: all would be 4,000 series.
  for (const operation of [...operationNames, ...adminOperationNames])
    for (const error of [undefined, ...ourFaults]) seriesOf(operation, error)
  for (const error of errorNames) seriesOf(undefined, error)
  return {
    answered(operation, error, seconds) {
      const series = seriesOf(operation, error)
      series.count += 1
      series.timed += 1
      series.sumSeconds += seconds
      let bucket = 0
      while (bucket < secondsBuckets.length && seconds > secondsBuckets[bucket]!) bucket += 1
      if (bucket < secondsBuckets.length) series.buckets[bucket]! += 1
    },
    broken(error) {
      seriesOf(undefined, error).count += 1
    },
    cost({ operation, bytesOut, cost }) {
      if (!operation || !cost) return
      const sums = costs.get(operation) ?? costs.set(operation, emptyCost()).get(operation)!
      sums.chain_reads += cost.chainReads
      sums.statements += cost.statements
      sums.thread_seconds += cost.threadMs / 1_000
      sums.bytes += bytesOut
    },
    text: () =>
      `${printSeries([...byOperation.values()].flatMap((byError) => [...byError.values()]))}\n${printCosts(costs)}`,
  }
}

const costHelp = {
  chain_reads: 'Reads that calls asked of chains',
  statements: 'Statements that the database ran for calls',
  thread_seconds: 'Time of the main thread for searching, checking and printing',
  bytes: 'Bytes of replies',
}
type CostSums = Record<keyof typeof costHelp, number>

const emptyCost = (): CostSums => ({ chain_reads: 0, statements: 0, thread_seconds: 0, bytes: 0 })

function printCosts(costs: ReadonlyMap<ServedName, CostSums>): string {
  const blocks = Object.entries(costHelp).map(([what, help]) => {
    const name = `causeway_call_${what}_total`
    const lines = [...costs].map(
      ([operation, sums]) => `${name}{operation="${operation}"} ${sums[what as keyof CostSums]}`,
    )
    return [`# HELP ${name} ${help}`, `# TYPE ${name} counter`, ...lines].join('\n')
  })
  return `${blocks.join('\n\n')}\n`
}

function printSeries(all: readonly Series[]): string {
  const total = 'causeway_requests_total'
  const seconds = 'causeway_request_duration_seconds'
  const lines = [`# HELP ${total} Requests by outcome`, `# TYPE ${total} counter`]
  for (const { labels, count } of all) lines.push(`${total}{${labels}} ${count}`)
  lines.push('', `# HELP ${seconds} Time from the head of a request to the end of its reply`)
  lines.push(`# TYPE ${seconds} histogram`)
  for (const { labels, timed, sumSeconds, buckets } of all) {
    if (timed === 0) continue
    let below = 0
    for (const [index, bound] of secondsBuckets.entries()) {
      below += buckets[index]!
      lines.push(`${seconds}_bucket{le="${bound}",${labels}} ${below}`)
    }
    lines.push(`${seconds}_bucket{le="+Inf",${labels}} ${timed}`)
    lines.push(`${seconds}_sum{${labels}} ${sumSeconds}`, `${seconds}_count{${labels}} ${timed}`)
  }
  return `${lines.join('\n')}\n`
}
