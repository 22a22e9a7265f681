import { z } from 'zod'
import { limits } from '../interface/limits.ts'
import { isCallable } from './callablePort.ts'

/** A port for pages and clients. Refuses blocked ports at the start, where the error can name the cause. */
const calledPort = z
  .int()
  .min(0)
  .max(65_535)
  .refine(isCallable, {
    error: ({ input }) => `${input} is a port that browsers and fetch refuse to call; choose another`,
  })

const ms = (fallback: number) => z.int().min(1).default(fallback)

/** Addresses and bounds of the HTTP server. */
export const httpConfig = z
  .strictObject({
    host: z.string().min(1).default('127.0.0.1').describe('Address to listen on; 0.0.0.0 for all'),
    port: calledPort.default(4180).describe('Port to listen on; 0 for any free one'),
    workerPort: z
      .int()
      .min(0)
      .max(65_535)
      .optional()
      .describe('Port on which a process with --worker alone answers /health, /ready and /metrics; none unless given'),
    adminPort: calledPort
      .optional()
      .describe(
        'Port for admin operations and /metrics, which are then on no other; they share http.port unless given',
      ),
    adminHost: z.string().min(1).default('127.0.0.1').describe('Address on which http.adminPort listens'),
    bodyBytesMax: z.int().min(1_024).default(limits.bodyBytesMax).describe('Largest request body'),
    bodyTimeoutMs: ms(limits.bodyTimeoutMs).describe('Longest time a request body may take to arrive'),
    headerBytesMax: z.int().min(1_024).default(limits.headerBytesMax).describe('Largest request head'),
    headersTimeoutMs: ms(limits.headersTimeoutMs).describe('Longest time a request head may take to arrive'),
    keepAliveMs: ms(65_000).describe('Time a connection may stay open between requests'),
    connectionsMax: z.int().min(1).default(limits.connectionsMax).describe('Most connections at once'),
    operationTimeoutMs: ms(limits.operationTimeoutMs).describe('Longest time an operation may take'),
    waitHoldMs: ms(limits.waitHoldMs).describe('Longest time WaitIntentReceipt holds a call'),
    drainMs: ms(10_000).describe('Longest time running calls get to finish when the service stops'),
  })
  .prefault({})
