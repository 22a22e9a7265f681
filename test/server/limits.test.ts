import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { limitsSetting } from '../../scripts/limitsText.ts'
import { type ConfigInput, configSchema } from '../../src/config/config.ts'
import { limits } from '../../src/interface/limits.ts'
import { operationNames } from '../../src/interface/operations.ts'
import type { Handlers } from '../../src/server/http/handler.ts'
import { fromTo } from '../e2e/fromTo.ts'
import { post, serve } from './serve.ts'

const owner = `0x${'ab'.repeat(20)}`
const quote = { ownerAddress: owner, ...fromTo([31337, owner, 1], [31338, owner]) }
const many = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)
const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`

type Case = { call?: string; body: unknown; headers?: Record<string, string>; times?: number; config?: ConfigInput }

/** For each limit, a call beyond it or the file that tests it. `cuts`: answers with less instead of refusing. */
const beyond: { [K in keyof typeof limits]: Case | `test/${string}` | 'cuts' } = {
  bodyBytesMax: { call: 'CommitIntent', body: ' '.repeat(limits.bodyBytesMax + 1) },
  smallBodyBytesMax: { body: ' '.repeat(limits.smallBodyBytesMax + 1) },
  nestingMax: { body: `{"a":${nested(limits.nestingMax + 1)}}` },
  objectKeysMax: {
    call: 'CommitIntent',
    body: Object.fromEntries(Array.from({ length: limits.objectKeysMax + 1 }, (_, at) => [`k${at}`, 1])),
  },
  arrayElementsMax: { call: 'Ping', body: { unknown: many(limits.arrayElementsMax + 1, 1) } },
  arrayElementsTotalMax: {
    call: 'CommitIntent',
    body: `{"a":[${many(11, `[${many(1_000, '1').join(',')}]`).join(',')}]}`,
  },
  bareBytesMax: { call: 'CommitIntent', body: `{"a":1${' '.repeat(limits.bareBytesMax)}}` },
  escapedQuotesMax: { call: 'CommitIntent', body: `{"a":"${'\\"'.repeat(limits.escapedQuotesMax + 1)}"}` },
  headersTimeoutMs: 'test/server/framing.test.ts',
  headerBytesMax: { body: {}, headers: { 'x-long': 'a'.repeat(limits.headerBytesMax) } },
  bodyTimeoutMs: 'test/server/framing.test.ts',
  bodyPieceBytesMin: 'test/grief/connections.test.ts',
  readerBytesPerSMin: 'test/grief/connections.test.ts',
  unreadBytesMax: 'test/grief/connections.test.ts',
  operationTimeoutMs: 'test/server/rpcHandler.test.ts',
  callDataBytesMax: {
    call: 'QuoteIntent',
    body: { ...quote, destinationCallData: `0x${'00'.repeat(limits.callDataBytesMax + 1)}` },
  },
  textCharsMax: {
    call: 'GetTokenPrices',
    body: { tokens: [{ chainId: 31337, tokenAddress: owner, tokenSymbol: 'a'.repeat(257) }] },
  },
  queryStringCharsMax: { call: 'SearchIntents', body: { byQueryString: 'a'.repeat(limits.queryStringCharsMax + 1) } },
  // A longer cursor is never this service's.
  cursorCharsMax: 'cuts',
  tokenListDefault: 'cuts',
  tokenListMax: { call: 'GetTokenList', body: { chainIds: [31337], limit: limits.tokenListMax + 1 } },
  chainIdsMax: { call: 'GetTokenList', body: { chainIds: many(limits.chainIdsMax + 1, 31337) } },
  excludeTokensMax: {
    call: 'GetTokenList',
    body: { chainIds: [31337], excludeTokens: many(limits.excludeTokensMax + 1, owner) },
  },
  tokenPricesMax: {
    call: 'GetTokenPrices',
    body: { tokens: many(limits.tokenPricesMax + 1, { chainId: 31337, tokenAddress: owner }) },
  },
  searchIntentsMax: 'cuts',
  historyPageDefault: 'cuts',
  historyPageMax: { call: 'GetIntentHistory', body: { page: { pageSize: limits.historyPageMax + 1 } } },
  yieldQueriesMax: {
    call: 'YieldGetAggregateBalances',
    body: { queries: many(limits.yieldQueriesMax + 1, { address: owner, network: 'harbor' }) },
  },
  yieldMarketsDefault: 'cuts',
  yieldMarketsMax: { call: 'YieldGetMarkets', body: { limit: limits.yieldMarketsMax + 1 } },
  receiptStatesMax: {
    call: 'WaitIntentReceipt',
    body: { intentId: `0x${'00'.repeat(32)}`, lastReceiptStates: many(limits.receiptStatesMax + 1, 'PENDING') },
  },
  quoteLifeMs: 'test/engine/commitIntent.test.ts',
  executeWithinMs: 'test/engine/committed.test.ts',
  waitHoldMs: 'cuts',
  addressPrefixDigitsMin: 'test/service/errors.test.ts',
  idempotencyKeyCharsMax: {
    call: 'ExecuteIntent',
    body: { intentId: `0x${'00'.repeat(32)}`, depositTransactionHash: `0x${'00'.repeat(32)}` },
    headers: { 'idempotency-key': 'k'.repeat(limits.idempotencyKeyCharsMax + 1) },
  },
  // Short bodies are parsed directly; this one is long enough for the bound.
  numberCharsMax: { call: 'CommitIntent', body: `{"a":${'1'.repeat(5_000)}}` },
  publicPerMinute: { body: {}, times: 10 * limits.publicPerMinute, config: { limits: { publicPerMinute: 60 } } },
  localPerMinute: 'test/server/accessLimits.test.ts',
  pagesPerMinute: 'test/server/accessLimits.test.ts',
  projectPerS: 'test/server/accessLimits.test.ts',
  projectBurst: 'test/server/accessLimits.test.ts',
  quotesPerMinute: 'test/server/accessLimits.test.ts',
  unitsPerCycle: 'test/server/quotaRules.test.ts',
  accessKeysMax: 'test/server/admin.test.ts',
  tokenLifeMsMax: 'test/server/admin.test.ts',
  webhooksMax: 'test/events/webhookAdmin.test.ts',
  streamsMax: 'test/events/streams.test.ts',
  streamsPerCallerMax: 'test/events/streams.test.ts',
  longPollsMax: 'test/engine/waitReceipt.test.ts',
  longPollsPerCallerMax: 'test/server/heldCalls.test.ts',
  costlyAtOnceMin: 'test/server/heldCalls.test.ts',
  costlyAtOnceMax: 'test/server/heldCalls.test.ts',
  costlyWaitingMax: 'test/server/heldCalls.test.ts',
  costlyWaitMs: 'test/server/heldCalls.test.ts',
  connectionsMax: 'test/grief/exposure.test.ts',
  priceImpactMaxPercent: 'test/e2e/quotesSuite.ts',
  oracleDeviationMax: 'test/engine/quoteIntent.test.ts',
  slippageBelow: 'test/engine/quoteIntent.test.ts',
  reservedShareMax: 'test/grief/reservations.test.ts',
  failedSignaturesMax: 'test/e2e/clients.test.ts',
  signedDepositsMax: 'test/engine/sendDeposit.test.ts',
}

const never = () => {
  throw new Error('the limit was passed')
}
/** Limits apply before a handler is reached. */
const handlers: Handlers = Object.fromEntries(operationNames.map((name) => [name, never]))

describe('a refusal names its limit', () => {
  const cases = Object.entries(beyond).filter((row): row is [keyof typeof limits, Case] => typeof row[1] === 'object')
  test.each(cases)('%s', async (name, { call = 'Ping', body, headers, times = 1, config = {} }) => {
    const { url } = await serve(config, { handlers })
    let answer = await post(url, call, body, headers)
    // A rate refills during use, so call until it refuses.
    for (let i = 1; i < times && answer.status !== 429; i++) answer = await post(url, call, body, headers)
    const { cause } = answer.body
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(cause).toMatch(new RegExp(`\\b${limits[name]}\\b`))
    if (answer.status === 429) expect(cause).toMatch(/again in \d+ s$/)
  })
})

/** Numeric settings that refuse no call, and what they do instead. */
const refusesNothing = {
  'where it listens': ['http.port'],
  'when something ends or goes on by itself': [
    'http.keepAliveMs',
    'http.drainMs',
    'engine.refundAfterMs',
    'engine.openForMs',
    'engine.actOnMinedBelowUsd',
    'admin.tokenLifeMs',
    'engine.leaseMs',
    'engine.laneLeaseMs',
    'events.streamMs',
    'events.heartbeatMs',
    'events.slowReaderMs',
    'events.retryMs',
  ],
  'how long something is kept': [
    'engine.lapsedKeptMs',
    'engine.eventsKeptMs',
    'engine.transactionsKeptMs',
    'engine.lookForPaymentsMs',
    'webhooks.logKeptMs',
    'tokens.cachedListsMax',
  ],
  'how long another is waited for, who is then left out or tried again': [
    'store.statementTimeoutMs',
    'engine.quoteTimeoutMs',
    'providers.hostedTimeoutMs',
    'providers.cctpRequestsPerS',
    'webhooks.timeoutMs',
  ],
  'how messages go out': [
    'webhooks.perEndpoint',
    'webhooks.atOnce',
    'webhooks.leaseMs',
    'webhooks.attemptsMax',
    'webhooks.firstRetryMs',
    'webhooks.retryMsMax',
  ],
  'what a call costs or which offer it gets': [
    ...['Ping', 'Clock', 'RuntimeStatus', 'QuoteIntent', 'CommitIntent', 'ExecuteIntent'].map(
      (operation) => `limits.operationUnits.${operation}`,
    ),
    'engine.serviceFeeBps',
    'engine.collectorFeeBps',
    ...Object.keys(configSchema.parse({}).engine.recommended).map((name) => `engine.recommended.${name}`),
  ],
}

test('every setting with a number is a limit of the table, with its default, or refuses no call', () => {
  const settings = numbersOf(configSchema.parse({}))
  const named = Object.entries(limitsSetting)
  for (const [name, setting] of named) {
    // Needs required keys; otherwise there is nobody to share with.
    if (name === 'reservedShareMax') continue
    expect(settings.get(setting), setting).toBe(limits[name as keyof typeof limits])
  }
  const known = [...named.map(([, setting]) => setting), ...Object.values(refusesNothing).flat()]
  expect([...settings.keys()].filter((setting) => !known.includes(setting))).toEqual([])
})

test('the table names each setting', () => {
  const page = readFileSync(new URL('../../docs/reference/limits.md', import.meta.url), 'utf8')
  for (const setting of Object.values(limitsSetting)) expect(page).toContain(`| \`${setting}\` |`)
})

/** The numbers of a configuration by their names: `http.port`. */
function numbersOf(value: unknown, name = ''): Map<string, number> {
  if (typeof value === 'number') return new Map([[name, value]])
  if (typeof value !== 'object' || value === null) return new Map()
  return new Map(Object.entries(value).flatMap(([key, inner]) => [...numbersOf(inner, name ? `${name}.${key}` : key)]))
}
