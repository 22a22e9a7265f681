import type { limits } from '../src/interface/limits.ts'

/** The subject of each bound, for the reference. */
export const limitsAbout: { [K in keyof typeof limits]: string } = {
  bodyBytesMax: 'Bytes of a request body of CommitIntent',
  smallBodyBytesMax:
    'Bytes of a request body of any other operation; of QuoteIntent 327,680, of GetTokenList and GetExactOutputRoutes 131,072',
  nestingMax: 'Levels of arrays and objects inside each other in a request',
  objectKeysMax: 'Members of all objects of a request together',
  arrayElementsMax: 'Elements of any array of a request, where nothing smaller is said',
  arrayElementsTotalMax: 'Elements of all arrays of a request together',
  bareBytesMax: 'Bytes of a request body that are in no string',
  escapedQuotesMax: 'Quotes inside strings of a request',
  headerBytesMax: 'Bytes of all request headers',
  headersTimeoutMs: 'Time for the headers of a request to arrive',
  bodyTimeoutMs: 'Time for a request body to arrive',
  bodyPieceBytesMin: 'Bytes of a piece of a request body on average, after the first thousand pieces',
  readerBytesPerSMin:
    'Bytes a second that a caller has to take of its answer, after as long as a body may take; a slower one is cut off',
  unreadBytesMax:
    'Bytes of answers that their callers have not taken yet; past it the longest of the caller who has most of them is cut off',
  operationTimeoutMs: 'Time for an operation to answer',
  callDataBytesMax: 'Bytes of call data in a request',
  textCharsMax: 'Characters of a text, where nothing else is said',
  queryStringCharsMax: 'Characters of a search',
  cursorCharsMax: 'Characters of a page cursor',
  tokenListDefault: 'Tokens in an answer of GetTokenList, when not asked otherwise',
  tokenListMax: 'Tokens in an answer of GetTokenList',
  chainIdsMax: 'Chains in one request',
  excludeTokensMax: 'Tokens left out by one request',
  tokenPricesMax: 'Tokens in one request of GetTokenPrices',
  searchIntentsMax: 'Intents in an answer of SearchIntents',
  historyPageDefault: 'Intents in a page of GetIntentHistory, when not asked otherwise',
  historyPageMax: 'Intents in a page of GetIntentHistory',
  yieldQueriesMax: 'Queries in one request of YieldGetAggregateBalances',
  yieldMarketsDefault: 'Markets in an answer of YieldGetMarkets, when not asked otherwise',
  yieldMarketsMax: 'Markets in an answer of YieldGetMarkets',
  receiptStatesMax: 'Receipt states in a request',
  quoteLifeMs: 'Time from a quote to its expiry',
  executeWithinMs: 'Time from commit to execute',
  waitHoldMs: 'Time that WaitIntentReceipt holds a connection',
  addressPrefixDigitsMin: 'Hex digits of an address or hash prefix in a search',
  idempotencyKeyCharsMax: 'Characters of an Idempotency-Key',
  numberCharsMax: 'Characters of a number in a request',
  publicPerMinute:
    'Calls a minute from one address without an access key (`RateLimited`; `RateLimit-*` and `Retry-After` say when again)',
  localPerMinute:
    'Calls a minute on intents without an access key from the machine that the service runs on, where none is required (`RateLimited`)',
  pagesPerMinute:
    'Pages and documents that one address of another machine may load in a minute (`RateLimited`); `/health` has no limit',
  projectPerS: 'Calls a second of one project (`QuotaRateLimit`; the same headers)',
  projectBurst: 'Calls that a project may make at once after a pause',
  quotesPerMinute: 'Calls a minute of QuoteIntent by one project (`QuotaRateLimit`)',
  unitsPerCycle:
    'Units that a project may use in a month (`QuotaExceeded`; `Quota-*` on every answer); QuoteIntent takes 10, CommitIntent and ExecuteIntent 5',
  accessKeysMax: 'Current access keys of a project',
  tokenLifeMsMax: 'Life of a token for admin operations',
  webhooksMax: 'Webhook endpoints of a project',
  streamsMax: 'Event streams open at one process, three quarters of them without a key',
  streamsPerCallerMax: 'Of these, for one project from one address',
  longPollsMax: 'Calls of WaitIntentReceipt that wait at one process, three quarters of them without a key',
  longPollsPerCallerMax: 'Of these, for one project from one address (`RateLimited`)',
  costlyAtOnceMin:
    'Calls with a budget of their own that run at once in one process while it is busy; further ones wait for their turn, callers one after the other. Those without a key have half of the places, and a sixteenth while some with a key are there',
  costlyAtOnceMax: 'The same while it is not busy',
  costlyWaitingMax:
    'Of these, calls that wait for their turn; past it the newest of the caller who has most of them is refused (`RateLimited`)',
  costlyWaitMs: 'Time that such a call waits for its turn (`RateLimited`)',
  connectionsMax:
    'Connections to one process at once; past it the newest one of the address that has most is closed without an answer',
  priceImpactMaxPercent:
    'Percent of an amount that a trade may lose to the market, to providers and to fees together (`HighPriceImpact`)',
  oracleDeviationMax: 'Distance of the pools of a route from the oracle, as a fraction of 1 (`Unavailable`)',
  slippageBelow: '`options.slippageTolerance` without `options.allowHighSlippage`, as a fraction of 1',
  reservedShareMax:
    'Share of the inventory of a bridge, and of the gas of signers, that commits of one project may reserve where keys are required, as a fraction of 1 (`Unavailable`)',
  failedSignaturesMax:
    'Signed deposits of one owner that failed on chain within an hour, before the next has to be sent by the owner',
  signedDepositsMax: 'Signed deposits of one owner on one chain that are not mined yet (`Unavailable`)',
}

/** The setting that changes a bound; the others are fixed. */
export const limitsSetting: { readonly [K in keyof typeof limits]?: string } = {
  bodyBytesMax: 'http.bodyBytesMax',
  headerBytesMax: 'http.headerBytesMax',
  headersTimeoutMs: 'http.headersTimeoutMs',
  bodyTimeoutMs: 'http.bodyTimeoutMs',
  operationTimeoutMs: 'http.operationTimeoutMs',
  quoteLifeMs: 'engine.quoteLifeMs',
  executeWithinMs: 'engine.executeWithinMs',
  waitHoldMs: 'http.waitHoldMs',
  publicPerMinute: 'limits.publicPerMinute',
  localPerMinute: 'limits.localPerMinute',
  projectPerS: 'limits.projectPerS',
  projectBurst: 'limits.projectBurst',
  quotesPerMinute: 'limits.operationsPerMinute.QuoteIntent',
  unitsPerCycle: 'limits.unitsPerCycle',
  accessKeysMax: 'limits.keysMax',
  tokenLifeMsMax: 'admin.tokenLifeMsMax',
  webhooksMax: 'webhooks.perProjectMax',
  streamsMax: 'events.streamsMax',
  streamsPerCallerMax: 'events.streamsPerCallerMax',
  longPollsMax: 'engine.longPollsMax',
  longPollsPerCallerMax: 'engine.longPollsPerCallerMax',
  connectionsMax: 'http.connectionsMax',
  priceImpactMaxPercent: 'engine.priceImpactMaxPercent',
  oracleDeviationMax: 'engine.oracleDeviationMax',
  reservedShareMax: 'engine.reservedShareMax',
}
