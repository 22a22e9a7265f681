import type { Logger } from 'pino'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { ErrorName } from './interface/errors.ts'
import type { OperationName } from './interface/operations.ts'
import { observeWork, type WorkEvents } from './observeWork.ts'

/** How one request ended. Never a key, a body or an address of a node. */
export type RequestOutcome = {
  requestId: string
  /** Absent when the request named no operation of ours. */
  operation?: OperationName
  projectId?: number
  status: number
  error?: ErrorName
  cause?: string
  tookMs: number
  bytesIn: number
  bytesOut: number
}

/** Everything the service tells about itself: each event is one line and one number, spelled here and nowhere else. */
export type Observe = WorkEvents & {
  requestStarted(): void
  requestDone(outcome: RequestOutcome): void
  /** Bytes that were no request. */
  requestBroken(event: { requestId: string; status: number; error: ErrorName; cause: string | undefined }): void
  waitHeld(): void
  waitReleased(): void
  /** Something a handler did not expect. The stack stays on this side. */
  panic(event: { requestId: string; operation: OperationName | undefined; error: unknown }): void
  /** Secrets are masked before they come here. */
  configured(event: { file: string | undefined; config: unknown }): void
  serverStarted(event: { url: string }): void
  drainStarted(event: { inFlight: number }): void
  drainDone(event: { tookMs: number; abandoned: number }): void
  /** The text that Prometheus reads. */
  metrics(): Promise<string>
}

// From a cached list in well under a millisecond to a held wait of half a minute.
const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export function createObserve(log: Logger): Observe {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  // Labels come from our own tables (operations, errors), so a caller cannot make new series.
  const labelNames = ['operation', 'error'] as const
  const requests = new Counter({ name: 'causeway_requests_total', help: 'Requests by outcome', labelNames, registers })
  const seconds = new Histogram({
    name: 'causeway_request_duration_seconds',
    help: 'Time from the head of a request to the end of its reply',
    labelNames,
    buckets: secondsBuckets,
    registers,
  })
  const inFlight = new Gauge({ name: 'causeway_requests_in_flight', help: 'Requests being answered', registers })
  const held = new Gauge({ name: 'causeway_held_waits', help: 'Calls of WaitIntentReceipt being held', registers })
  const panics = new Counter({ name: 'causeway_panics_total', help: 'Unexpected throws in handlers', registers })
  const series = seriesCache((operation, error) => ({
    count: requests.labels(operation, error),
    seconds: seconds.labels(operation, error),
  }))

  return {
    ...observeWork(log, registry),
    requestStarted: () => inFlight.inc(),
    requestDone: (outcome) => {
      inFlight.dec()
      const { count, seconds } = series(outcome.operation ?? 'none', outcome.error ?? 'none')
      count.inc()
      seconds.observe(outcome.tookMs / 1_000)
      log.info(outcome, 'request')
    },
    requestBroken: (event) => {
      series('none', event.error).count.inc()
      log.info(event, 'request')
    },
    waitHeld: () => held.inc(),
    waitReleased: () => held.dec(),
    panic: ({ requestId, operation, error }) => {
      panics.inc()
      log.error({ requestId, operation, err: error }, 'panic')
    },
    configured: (event) => log.info(event, 'configuration'),
    serverStarted: (event) => log.info(event, 'server started'),
    drainStarted: (event) => log.info(event, 'drain started'),
    drainDone: (event) => log.info(event, 'drain done'),
    metrics: () => registry.metrics(),
  }
}

/** Finding a labelled series by name costs more than adding to it, so each is found once. */
function seriesCache<T>(make: (operation: string, error: string) => T): (operation: string, error: string) => T {
  const known = new Map<string, T>()
  return (operation, error) => {
    const name = `${operation} ${error}`
    const found = known.get(name) ?? make(operation, error)
    known.set(name, found)
    return found
  }
}
