import { describe, expect, test } from 'vitest'
import type { ConfigInput } from '../../src/config/config.ts'
import { limits } from '../../src/interface/limits.ts'
import { operationNames } from '../../src/interface/operations.ts'
import type { Handlers } from '../../src/server/http/handler.ts'
import { serve } from './serve.ts'

const owner = `0x${'ab'.repeat(20)}`
const quote = {
  ownerAddress: owner,
  originChainId: 31337,
  originTokenAddress: owner,
  destinationChainId: 31338,
  destinationTokenAddress: owner,
  originTokenAmount: 1,
}
const many = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)
const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`

type Case = { call?: string; body: unknown; headers?: Record<string, string>; times?: number; config?: ConfigInput }

/** For each limit of the table a call beyond it, or the file that tries it. `cuts`: more is answered with less, and nothing is refused for a number. */
const beyond: { [K in keyof typeof limits]: Case | `test/${string}` | 'cuts' } = {
  bodyBytesMax: { call: 'CommitIntent', body: ' '.repeat(limits.bodyBytesMax + 1) },
  smallBodyBytesMax: { body: ' '.repeat(limits.smallBodyBytesMax + 1) },
  nestingMax: { body: `{"a":${nested(limits.nestingMax + 1)}}` },
  objectKeysMax: {
    call: 'CommitIntent',
    body: Object.fromEntries(Array.from({ length: limits.objectKeysMax + 1 }, (_, at) => [`k${at}`, 1])),
  },
  arrayElementsMax: { call: 'Ping', body: { unknown: many(limits.arrayElementsMax + 1, 1) } },
  headerBytesMax: { body: {}, headers: { 'x-long': 'a'.repeat(limits.headerBytesMax) } },
  bodyTimeoutMs: 'test/server/framing.test.ts',
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
  // A longer cursor is none of this service, whatever its length.
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
  // Short bodies are read as they are; this one is long enough to be bounded first.
  numberCharsMax: { call: 'CommitIntent', body: `{"a":${'1'.repeat(5_000)}}` },
  publicPerMinute: { body: {}, times: 10 * limits.publicPerMinute, config: { limits: { publicPerMinute: 60 } } },
  projectPerS: 'test/server/accessLimits.test.ts',
  projectBurst: 'test/server/accessLimits.test.ts',
  quotesPerMinute: 'test/server/accessLimits.test.ts',
  unitsPerCycle: 'test/server/quotaRules.test.ts',
  accessKeysMax: 'test/server/admin.test.ts',
  webhooksMax: 'test/events/webhookAdmin.test.ts',
  streamsMax: 'test/events/streams.test.ts',
  streamsPerCallerMax: 'test/events/streams.test.ts',
  longPollsMax: 'test/engine/waitReceipt.test.ts',
  priceImpactMaxPercent: 'test/e2e/quotes.test.ts',
  failedSignaturesMax: 'test/e2e/clients.test.ts',
}

const never = () => {
  throw new Error('the limit was passed')
}
/** Limits are held before a handler is reached. */
const handlers: Handlers = Object.fromEntries(operationNames.map((name) => [name, never]))

describe('a refusal names its limit', () => {
  const cases = Object.entries(beyond).filter((row): row is [keyof typeof limits, Case] => typeof row[1] === 'object')
  test.each(cases)('%s', async (name, { call = 'Ping', body, headers, times = 1, config = {} }) => {
    const { url } = await serve(config, { handlers })
    const post = () =>
      fetch(`${url}/rpc/Svc/${call}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
    let answer = await post()
    // A rate fills up again while it is used, so it is called until it refuses.
    for (let i = 1; i < times && answer.status !== 429; i++) answer = await post()
    const { cause } = (await answer.json()) as { cause?: string }
    expect(answer.ok).toBe(false)
    expect(cause).toMatch(new RegExp(`\\b${limits[name]}\\b`))
    if (answer.status === 429) expect(cause).toMatch(/again in \d+ s$/)
  })
})
