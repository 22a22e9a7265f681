import { z } from 'zod'
import { limits } from '../interface/limits.ts'

const ms = (fallback: number) => z.int().min(1).default(fallback)

/** Event streams of intents: GET /intents/<id>/events. */
export const eventsConfig = z
  .strictObject({
    streamsMax: z.int().min(0).default(limits.streamsMax).describe('Streams of events open at once'),
    streamsPerCallerMax: z
      .int()
      .min(0)
      .default(limits.streamsPerCallerMax)
      .describe('Of these, for one project from one address'),
    streamMs: ms(5 * 60_000).describe('Longest life of a stream; its reader goes on with another'),
    heartbeatMs: ms(15_000).describe('A stream is silent no longer than this'),
    slowReaderMs: ms(10_000).describe('A reader that takes nothing for so long is dropped'),
    retryMs: ms(2_000).describe('When a reader shall reconnect after a stream ended'),
  })
  .prefault({})

/** Delivery of events to projects' endpoints. */
export const webhooksConfig = z
  .strictObject({
    allowPrivate: z
      .boolean()
      .optional()
      .describe('true: endpoints may be plain http and lie in private networks; for local use'),
    perProjectMax: z.int().min(0).default(limits.webhooksMax).describe('Endpoints of a project'),
    perEndpoint: z.int().min(1).default(2).describe('Messages under way to one endpoint at once'),
    atOnce: z.int().min(1).default(64).describe('Messages under way from one process at once'),
    timeoutMs: ms(10_000).describe('Time an endpoint has to answer'),
    leaseMs: ms(30_000).describe('How long a process holds a message; after a crash another waits this long'),
    attemptsMax: z.int().min(1).max(100).default(10).describe('Times a message is tried'),
    firstRetryMs: ms(5_000).describe('Pause after the first failure; each later one is four times as long'),
    retryMsMax: ms(6 * 60 * 60_000).describe('Longest pause'),
    logKeptMs: ms(30 * 24 * 60 * 60_000).describe('How long ended deliveries are kept'),
  })
  .prefault({})

export type EventsConfig = z.output<typeof eventsConfig>
export type WebhooksConfig = z.output<typeof webhooksConfig>
