import type { Logger } from 'pino'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Hex } from '../interface/fields.ts'
import { type DeliveryState, deliveryStates } from '../stores/eventStore.ts'
import { createOutages } from './outages.ts'

/** Why a stream ended. `slow`: its reader did not keep up. `life`: it reached its greatest age (`events.streamMs`). */
const streamEnds = ['final', 'hungUp', 'slow', 'draining', 'life', 'revoked', 'failed'] as const
export type StreamEnd = (typeof streamEnds)[number]

/** Log and metrics of streams and webhooks. They contain no key, secret or address of an endpoint. */
export type StreamEvents = {
  streamOpened(): void
  streamClosed(event: {
    requestId: string
    projectId: number | undefined
    intentId: Hex | undefined
    end: StreamEnd
    sent: number
    tookMs: number
    error?: unknown
  }): void
  delivered(event: {
    deliveryId: number
    webhookId: number
    /** Absent for a test. */
    intentId: Hex | undefined
    attempt: number
    state: DeliveryState
    statusCode?: number
    cause?: string
    tookMs: number
  }): void
  /**
   * The outcome was not recorded: another process took the delivery over, a caller resent or deleted it, or the store
   * failed. The endpoint may get the message twice.
   */
  deliveryLost(event: { deliveryId: number; intentId: Hex | undefined }): void
  /** A task of the webhook worker (`doing`) failed. It is retried. */
  deliveryFault(event: { doing: DeliveryWork; error: unknown }): void
  /** The task succeeded. Logged only if it failed before. */
  deliveryWorks(event: { doing: DeliveryWork }): void
}

const deliveryWork = ['fanOut', 'lease', 'record', 'forget'] as const
export type DeliveryWork = (typeof deliveryWork)[number]

export function observeStreams(log: Logger, registry: Registry): StreamEvents {
  const registers = [registry]
  const open = new Gauge({ name: 'causeway_event_streams', help: 'Streams of events being read', registers })
  const ended = new Counter({
    name: 'causeway_event_streams_ended_total',
    help: 'Streams of events by what ended them',
    labelNames: ['end'],
    registers,
  })
  const messages = new Counter({
    name: 'causeway_webhook_attempts_total',
    help: 'Messages posted to endpoints, by what became of them: pending ones are tried again',
    labelNames: ['state'],
    registers,
  })
  const faults = new Counter({
    name: 'causeway_webhook_faults_total',
    help: 'Failures of the work around deliveries',
    labelNames: ['doing'],
    registers,
  })
  const outages = createOutages()
  // Each series starts at zero: Prometheus sees an increase only between two samples, so it would miss the first event.
  for (const end of streamEnds) ended.labels(end).inc(0)
  for (const state of deliveryStates) messages.labels(state).inc(0)
  for (const doing of deliveryWork) faults.labels(doing).inc(0)
  return {
    streamOpened: () => open.inc(),
    streamClosed: ({ error, ...event }) => {
      open.dec()
      ended.labels(event.end).inc()
      if (error === undefined) log.info(event, 'stream closed')
      else log.error({ ...event, err: error }, 'stream closed')
    },
    delivered: (event) => {
      messages.labels(event.state).inc()
      log[event.state === 'delivered' ? 'info' : 'warn'](event, 'webhook')
    },
    deliveryLost: (event) => log.warn(event, 'webhook lease lost'),
    deliveryFault: ({ doing, error }) => {
      faults.labels(doing).inc()
      const told = outages.failed(doing, error)
      if (told) log.warn({ doing, ...told }, 'webhook fault')
    },
    deliveryWorks: ({ doing }) => {
      const failed = outages.worked(doing)
      if (failed > 0) log.info({ doing, failures: failed }, 'webhooks work again')
    },
  }
}
