import { z } from 'zod'
import { httpUrl } from './httpUrl.ts'
import { secret } from './secret.ts'

/** Omitted limits are learned: a node that refuses calls gets fewer, and later more again. */
const nodeLimits = z.strictObject({
  callsPerS: z.number().positive().optional().describe('Calls a second; a call of a batch counts as one'),
  callsPerRequestMax: z.int().min(1).max(1_000).optional().describe('Calls in one HTTP request, by default 100'),
  logBlocksPerCall: z.int().min(1).max(100_000).optional().describe('Blocks of one eth_getLogs, by default 2,000'),
  requestsInFlightMax: z.int().min(1).max(256).optional().describe('HTTP requests at once, by default 8'),
})

export const chainsConfig = z
  .array(
    z
      .strictObject({
        id: z.int().min(1).describe('Chain id'),
        file: z.string().min(1).optional().describe('Facts and tokens of the chain, where it is not known by itself'),
        rpcUrls: secret(z.array(httpUrl()).min(1).max(16)).describe('Nodes to ask'),
        wsUrls: secret(z.array(z.url({ protocol: /^wss?$/, error: 'must be a ws:// or wss:// address' })).max(16))
          .default([])
          .describe('Sockets of the same nodes, in the same order, that announce blocks; polling rests while they do'),
        quorum: z
          .int()
          .min(1)
          .max(16)
          .optional()
          .describe('Nodes that must agree where money is decided; unless said all but one, of two both'),
        nodeLimits: z
          .array(nodeLimits)
          .max(16)
          .optional()
          .describe('What each node allows, in the order of rpcUrls; one row is for all of them'),
      })
      .refine(({ quorum, rpcUrls }) => (quorum ?? 1) <= rpcUrls.length, {
        error: 'the quorum is larger than the number of nodes',
        path: ['quorum'],
      })
      .refine(({ wsUrls, rpcUrls }) => wsUrls.length <= rpcUrls.length, {
        error: 'each socket belongs to the node at the same place of rpcUrls, and there are more sockets than nodes',
        path: ['wsUrls'],
      })
      .refine(({ nodeLimits, rpcUrls }) => (nodeLimits?.length ?? 0) <= rpcUrls.length, {
        error: 'there are more limits than nodes',
        path: ['nodeLimits'],
      }),
  )
  .max(100)
  .refine((chains) => new Set(chains.map(({ id }) => id)).size === chains.length, {
    error: 'each chain may be listed once',
  })
  .default([])
  .describe('Chains to serve; none: three local ones are started')

export const devnetConfig = z
  .strictObject({
    weather: z
      .enum(['mainnet', 'sidechain', 'public'])
      .optional()
      .describe('Which public chains the local ones are like in pace, finality and limits; like none unless said'),
    portBase: z
      .int()
      .min(0)
      .max(65_533)
      .optional()
      .describe(
        'First of the three ports of the local chains; 8545 unless said, or the next three that are free; 0: any',
      ),
  })
  .prefault({})

export const tokensConfig = z
  .strictObject({
    externalLists: z.array(z.string().min(1)).max(32).default([]).describe('Files in the format of tokenlists.org'),
    readUnknown: z
      .boolean()
      .default(true)
      .describe('Whether a token that is in no list is read from its contract, tried out and quoted'),
    fiatRatesUrl: secret(httpUrl())
      .optional()
      .describe(
        'Feed of exchange rates, {"base":"USD","rates":{"EUR":0.92}}; without it GetExchangeRate is Unavailable',
      ),
    cachedListsMax: z.int().min(0).default(1_000).describe('Ready-made answers of GetTokenList kept'),
  })
  .prefault({})

/** An unescaped password often contains characters that break the URL, so the error names their escapes. */
const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, { error: 'must be a postgres:// address', abort: true })
  .refine((url) => URL.canParse(url), {
    error: 'is no address: in user and password, / is written as %2F, # as %23, ? as %3F, @ as %40 and % as %25',
  })

export const storeConfig = z
  .strictObject({
    databaseUrl: secret(postgresUrl).optional().describe('Postgres to use; none: one is started beside the service'),
    listenUrl: secret(postgresUrl)
      .optional()
      .describe('The same Postgres past a pooler that keeps no sessions, for LISTEN alone; databaseUrl unless said'),
    folder: z.string().min(1).default('.causeway').describe('Where what must survive a restart is kept'),
    statementTimeoutMs: z
      .int()
      .min(100)
      .default(15_000)
      .describe('Longest a statement may take; a connection that is silent for a third longer is given up'),
  })
  .prefault({})

export const logConfig = z
  .strictObject({
    level: z
      .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
      .default('info')
      .describe('Least level'),
    format: z
      .enum(['text', 'json'])
      .optional()
      .describe('text: a line for people where something happens; json: every event; unless said, text on a terminal'),
  })
  .prefault({})
