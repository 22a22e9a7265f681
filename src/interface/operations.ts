import { z } from 'zod'
import { commitIntent } from './commitIntent.ts'
import { intentStatuses, transactionStatuses, yieldSorts, yieldTypes } from './enums.ts'
import type { ErrorName } from './errors.ts'
import { address, boolean, chainId, choice, float, hash, int, list, shape, text, time } from './fields.ts'
import { historyEntry, page } from './historyShapes.ts'
import { depositTransaction, intent } from './intentShapes.ts'
import { limits } from './limits.ts'
import { gasFeeOptions, quoteRequest } from './quoteShapes.ts'
import { depositSignature, intentReceipt } from './receiptShapes.ts'
import { chainInfo, tokenInfo, tokenPrice, tokenQuery } from './tokenShapes.ts'
import { earnPool, yieldQuery } from './yieldShapes.ts'

export type OperationRow = {
  summary: string
  area: 'Routes' | 'Tokens' | 'Intents' | 'Receipts' | 'Earn' | 'Service'
  /** `public`: works without a key under the public limit. `project`: belongs to a project. */
  access: 'public' | 'project'
  /** `read` may be repeated by a client; `value` moves money and obeys the switch that turns intents off. */
  effect: 'read' | 'value'
  request: z.ZodObject
  response: z.ZodObject
  /** Errors beyond `commonErrors` that this operation can answer with. */
  errors: readonly ErrorName[]
  /** The operation that replaces this one. */
  deprecated?: string
}

/** Every operation can answer with these: they arise before its handler runs, or from its failure. */
export const commonErrors = [
  'WebrpcBadRoute',
  'WebrpcBadMethod',
  'WebrpcBadRequest',
  'WebrpcBadResponse',
  'WebrpcServerPanic',
  'WebrpcInternalError',
  'Unauthorized',
  'SessionExpired',
  'MethodNotFound',
  'Aborted',
  'Geoblocked',
  'RateLimited',
  'ProjectNotFound',
  'AccessKeyNotFound',
  'AccessKeyMismatch',
  'InvalidOrigin',
  'InvalidService',
  'UnauthorizedUser',
  'PermissionDenied',
  'QuotaExceeded',
  'QuotaRateLimit',
  'Timeout',
  'InvalidArgument',
  'Unexpected',
  'ClientOutdated',
] as const satisfies readonly ErrorName[]

const transactionState = shape('TransactionState', 'A leg that the intent will have.', {
  id: text(64).describe('origin.deposit, origin.execute or destination.execute'),
  label: text().describe('For people'),
  chainId: chainId().describe('Chain of the leg'),
})

const tokenListAnswer = (about: string) => z.object({ tokens: list(tokenInfo, 100_000).describe(about) })
const intentIdRequest = z.object({ intentId: hash().describe('Intent identifier') })
const noFields = z.object({})

export const operations = {
  GetExactOutputRoutes: {
    summary: 'Given a destination chain and token, list origin tokens that can pay the exact output amount.',
    area: 'Routes',
    access: 'public',
    effect: 'read',
    request: z.object({
      destinationChainId: chainId().describe('Chain of the token to receive'),
      destinationTokenAddress: address().describe('Token to receive'),
      originChainId: chainId().optional().describe('Restrict to routes from this chain'),
      originTokenAddress: address().optional().describe('Restrict to routes from this token'),
      ownerAddress: address().optional().describe('Restrict to tokens this wallet holds; needs a balance source'),
    }),
    response: tokenListAnswer('Origin tokens that a route exists from now'),
    errors: ['Unavailable', 'QueryFailed', 'UnsupportedNetwork', 'ChainNodeHealth', 'WebrpcEndpoint'],
  },
  GetExactInputRoutes: {
    summary: 'Given an origin chain and token, list destination tokens that can be reached.',
    area: 'Routes',
    access: 'public',
    effect: 'read',
    request: z.object({
      originChainId: chainId().describe('Chain of the token to send'),
      originTokenAddress: address().describe('Token to send'),
      destinationChainId: chainId().optional().describe('Restrict to routes to this chain'),
      destinationTokenAddress: address().optional().describe('Restrict to routes to this token'),
    }),
    response: tokenListAnswer('Destination tokens that a route exists to now'),
    errors: ['Unavailable', 'QueryFailed', 'UnsupportedNetwork', 'ChainNodeHealth', 'WebrpcEndpoint'],
  },
  GetChains: {
    summary: 'List the chains that the service is configured for.',
    area: 'Routes',
    access: 'public',
    effect: 'read',
    request: z.object({ routeProvider: text(64).optional().describe('Restrict to chains that this provider serves') }),
    response: z.object({ chains: list(chainInfo, 10_000).describe('The chains') }),
    errors: [],
  },
  GetTokenList: {
    summary: 'List tokens on given chains, with filters.',
    area: 'Tokens',
    access: 'public',
    effect: 'read',
    request: z.object({
      chainIds: list(chainId(), limits.chainIdsMax).describe('Chains to list tokens for'),
      searchQuery: text(limits.queryStringCharsMax).optional().describe('Search by name, symbol or address'),
      limit: int(1, limits.tokenListMax)
        .optional()
        .describe(`Most tokens returned, ${limits.tokenListDefault} by default`),
      tokenAddress: address().optional().describe('Restrict to one token address'),
      includeAllListed: boolean().optional().describe('Include all listed tokens, not only featured ones'),
      includeExternal: boolean().optional().describe('Include tokens of the configured external lists'),
      excludeTokens: list(address(), limits.excludeTokensMax).optional().describe('Token addresses to leave out'),
    }),
    response: tokenListAnswer('The tokens: featured first, then by symbol, then by address'),
    errors: ['UnsupportedNetwork'],
  },
  GetTokenPrices: {
    summary: 'Read dollar prices of tokens.',
    area: 'Tokens',
    access: 'public',
    effect: 'read',
    request: z.object({ tokens: list(tokenQuery, limits.tokenPricesMax, 1).describe('The tokens asked for') }),
    response: z.object({ tokenPrices: list(tokenPrice, limits.tokenPricesMax).describe('Prices in the order asked') }),
    errors: ['UnsupportedNetwork', 'QueryFailed', 'ChainNodeHealth'],
  },
  QuoteIntent: {
    summary: 'Quote an outcome: what it costs, what arrives, and the calls that do it.',
    area: 'Intents',
    access: 'project',
    effect: 'value',
    request: quoteRequest,
    response: z.object({
      intent: intent.describe('The quoted intent; pass it to CommitIntent unmodified'),
      gasFeeOptions: gasFeeOptions.describe('Ways to pay for the deposit transaction'),
      transactionStates: list(transactionState, 8).optional().describe('The legs that the intent will have'),
      passthrough: shape('Passthrough', 'The same outcome without an intent.', {
        eligible: boolean().describe('Whether one direct transaction has the same outcome'),
        passthroughTransaction: depositTransaction.optional().describe('That transaction'),
      })
        .optional()
        .describe('The same outcome without an intent'),
    }),
    errors: [
      'WebrpcEndpoint',
      'Unavailable',
      'QueryFailed',
      'IntentsSkipped',
      'HighPriceImpact',
      'UnsupportedNetwork',
      'IntentsDisabled',
      'ChainNodeHealth',
    ],
  },
  CommitIntent: {
    summary: 'Commit a quoted intent: rates are reserved and the intent is prepared for execution.',
    area: 'Intents',
    access: 'project',
    effect: 'value',
    request: z.object({ intent: commitIntent.describe('The complete object returned by QuoteIntent, unmodified') }),
    response: z.object({ intentId: hash().describe('Intent identifier') }),
    errors: ['NotFound', 'QuoteExpired', 'IntentStatus', 'RequestConflict', 'Unavailable', 'IntentsDisabled'],
  },
  ExecuteIntent: {
    summary: 'Start a committed intent: by deposit transaction hash, by signature, or by watching the intent address.',
    area: 'Intents',
    access: 'project',
    effect: 'value',
    request: z
      .object({
        intentId: hash().describe('Intent identifier'),
        depositTransactionHash: hash().optional().describe('Hash of the deposit that the owner sent'),
        depositSignature: depositSignature.optional().describe('A signed deposit that the service relays'),
      })
      .refine(
        (ask) => ask.depositTransactionHash === undefined || ask.depositSignature === undefined,
        'takes depositTransactionHash or depositSignature, not both',
      ),
    response: z.object({
      intentId: hash().describe('Intent identifier'),
      intentStatus: choice(intentStatuses).describe('Status after the call'),
    }),
    errors: ['NotFound', 'QuoteExpired', 'IntentStatus', 'RequestConflict', 'IntentsDisabled', 'ChainNodeHealth'],
  },
  GetIntent: {
    summary: 'Read one intent.',
    area: 'Intents',
    access: 'project',
    effect: 'read',
    request: intentIdRequest,
    response: z.object({ intent: intent.describe('The intent') }),
    errors: ['NotFound'],
  },
  SearchIntents: {
    summary: 'Find intents by owner, address, hash or other criteria; filters combine with AND, newest first.',
    area: 'Intents',
    access: 'project',
    effect: 'read',
    request: z
      .object({
        byIntentId: hash().optional().describe('Match by intent identifier'),
        byProjectId: int().optional().describe('Match by project'),
        byTransactionHash: hash().optional().describe('Match by the hash of any leg'),
        byDepositTransactionHash: hash().optional().describe('Match by the hash of the deposit'),
        byOwnerAddress: address().optional().describe('Match by the wallet that created the intent'),
        byOriginIntentAddress: address().optional().describe('Match by origin-chain intent address'),
        byDestinationIntentAddress: address().optional().describe('Match by destination-chain intent address'),
        byQueryString: text(limits.queryStringCharsMax)
          .optional()
          .describe('Terms that must all match: id, hash, address, prefix, symbol, status or chain name'),
      })
      .refine((filters) => Object.values(filters).some((filter) => filter !== undefined), 'needs at least one filter'),
    response: z.object({ intents: list(intent, limits.searchIntentsMax).describe('Matches, newest first') }),
    errors: ['QueryFailed'],
  },
  GetIntentHistory: {
    summary: 'Page through intents with their receipts, newest first.',
    area: 'Intents',
    access: 'project',
    effect: 'read',
    request: z.object({
      page: page.optional().describe('Where to read on'),
      byProjectId: int().optional().describe('Match by project'),
      byOwnerAddress: address().optional().describe('Match by the wallet that created the intent'),
      originChainId: chainId().optional().describe('Match by source chain'),
      destinationChainId: chainId().optional().describe('Match by destination chain'),
      fromTime: int().optional().describe('Created at or after, unix seconds'),
      toTime: int().optional().describe('Created at or before, unix seconds'),
      byStatus: choice(intentStatuses).optional().describe('Match by status'),
      byStatuses: list(choice(intentStatuses), intentStatuses.length)
        .optional()
        .describe('Match by any of these; wins over byStatus'),
      includeBalances: boolean().optional().describe('Also read what the intent addresses hold'),
      onlyRecoverable: boolean().optional().describe('Only intents whose addresses still hold something'),
    }),
    response: z.object({
      intents: list(historyEntry, limits.historyPageMax).describe('The page'),
      nextPage: page.optional().describe('The next page; absent on the last'),
    }),
    errors: ['QueryFailed', 'Unavailable', 'ChainNodeHealth'],
  },
  GetIntentReceipt: {
    summary: 'Read the receipt of one intent with its transactions.',
    area: 'Receipts',
    access: 'project',
    effect: 'read',
    request: intentIdRequest,
    response: z.object({ intentReceipt: intentReceipt.describe('The receipt') }),
    errors: ['NotFound'],
  },
  WaitIntentReceipt: {
    summary: 'Hold the connection until the intent is final or the wait times out, then return the receipt.',
    area: 'Receipts',
    access: 'project',
    effect: 'read',
    request: z.object({
      intentId: hash().describe('Intent to wait for'),
      lastReceiptStates: list(choice(transactionStatuses), limits.receiptStatesMax)
        .optional()
        .describe('Receipt states the caller last saw; a difference answers at once'),
    }),
    response: z.object({
      intentReceipt: intentReceipt.describe('Current receipt'),
      receiptStates: list(choice(transactionStatuses), limits.receiptStatesMax).describe(
        'Status of deposit, origin, destination if there is one, refund if there is one',
      ),
      done: boolean().describe('Whether the intent is SUCCEEDED or FAILED'),
    }),
    errors: ['NotFound', 'Unavailable'],
  },
  GetEarnPools: {
    summary: 'List yield pools of lending protocols.',
    area: 'Earn',
    access: 'public',
    effect: 'read',
    deprecated: 'YieldGetMarkets',
    request: z.object({
      chainIds: list(chainId(), limits.chainIdsMax).optional().describe('Restrict to chains'),
      protocols: list(text(64), limits.chainIdsMax).optional().describe('Restrict to protocol names, in any case'),
      minTvl: float().optional().describe('Least total value locked, dollars'),
      maxApy: float().optional().describe('Largest APY, percent'),
    }),
    response: z.object({
      pools: list(earnPool, 10_000).describe('The pools'),
      timestamp: time().describe('When the data was fetched'),
      cached: boolean().describe('Whether the answer comes from the cache'),
    }),
    errors: ['QueryFailed', 'UnsupportedNetwork', 'ChainNodeHealth'],
  },
  YieldGetMarkets: {
    summary: 'List markets that earn, with rates and sizes.',
    area: 'Earn',
    access: 'public',
    effect: 'read',
    request: z.object({
      provider: text(64).optional().describe('Restrict to one protocol'),
      chainId: text(32).optional().describe('Restrict to one chain, decimal string'),
      type: choice(yieldTypes).optional().describe('Restrict to one kind'),
      search: text(limits.queryStringCharsMax).optional().describe('Search by name, symbol or id'),
      sort: choice(yieldSorts).optional().describe('Order'),
      limit: int(1, limits.yieldMarketsMax)
        .optional()
        .describe(`Most markets returned, ${limits.yieldMarketsDefault} by default`),
      offset: int().optional().describe('Markets to skip'),
    }),
    response: z.object({ payload: text(16 * 1024 * 1024).describe('JSON text of an array of YieldMarket') }),
    errors: ['QueryFailed', 'UnsupportedNetwork', 'ChainNodeHealth'],
  },
  YieldGetAggregateBalances: {
    summary: "Return a wallet's yield positions across networks.",
    area: 'Earn',
    access: 'public',
    effect: 'read',
    request: z.object({
      queries: list(yieldQuery, limits.yieldQueriesMax, 1).describe('Wallets and networks, 1 to 25'),
    }),
    response: z.object({ payload: text(16 * 1024 * 1024).describe('JSON text of an array of YieldBalance') }),
    errors: ['QueryFailed', 'UnsupportedNetwork', 'ChainNodeHealth'],
  },
  Ping: {
    summary: 'Answer with the version of the interface.',
    area: 'Service',
    access: 'public',
    effect: 'read',
    request: noFields,
    response: z.object({ version: text(32).describe('Interface version') }),
    errors: [],
  },
  Clock: {
    summary: 'Answer with the time of the server.',
    area: 'Service',
    access: 'public',
    effect: 'read',
    request: noFields,
    response: z.object({ serverTime: time().describe('Now') }),
    errors: [],
  },
  RuntimeStatus: {
    summary: 'Health of store, chains and providers.',
    area: 'Service',
    access: 'public',
    effect: 'read',
    request: noFields,
    response: z.object({
      status: z
        .object({
          healthy: boolean().describe('Whether everything needed works'),
          version: text(64).describe('Version of the software'),
          startedAt: time().describe('When this process started'),
          uptimeSeconds: float().describe('Seconds since then'),
          checks: list(
            shape('RuntimeCheck', 'One thing that is watched.', {
              kind: choice(['store', 'chain', 'provider', 'worker']).describe('What it is'),
              name: text().describe('Which one'),
              healthy: boolean().describe('Whether it works'),
              detail: text(1_024).optional().describe('What is wrong, or a figure'),
            }),
            1_000,
          ).describe('Everything that is watched'),
        })
        .describe('The status'),
    }),
    errors: [],
  },
} as const satisfies Record<string, OperationRow>

export type OperationName = keyof typeof operations
export type Request<N extends OperationName> = z.output<(typeof operations)[N]['request']>
export type Response<N extends OperationName> = z.output<(typeof operations)[N]['response']>

export const operationNames = Object.keys(operations) as OperationName[]
export const interfaceVersion = '0.0.1'
