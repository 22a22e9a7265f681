import * as z from 'zod'
import { yieldSorts, yieldTypes } from './enums.ts'
import { address, bool, chainId, choice, float, integer, list, text, time } from './fields.ts'
import { limits } from './limits.ts'
import type { OperationRow } from './operationRow.ts'
import { earnPool, yieldEnterArgs, yieldExitArgs, yieldQuery } from './yieldShapes.ts'

const payload = (about: string) => text(16 * 1024 * 1024).describe(about)

const earn = { area: 'Earn', access: 'public', effect: 'read' } as const

const marketAction = <A extends z.ZodObject>(summary: string, args: A) =>
  ({
    summary,
    ...earn,
    request: z.object({
      earnMarketId: text().describe('Market, as YieldGetMarkets names it'),
      userWalletAddress: address().describe('Wallet that will send the transactions'),
      args: args.optional().describe('How much'),
    }),
    response: z.object({ payload: payload('JSON text of a YieldAction') }),
    errors: ['NotFound', 'Unavailable', 'QueryFailed', 'ChainNodeHealth'],
  }) as const

/** Markets that earn, and what wallets have in them. */
export const earnOperations = {
  GetEarnPools: {
    summary: 'List yield pools of lending protocols.',
    ...earn,
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
      cached: bool().describe('Whether the answer comes from the cache'),
    }),
    errors: ['QueryFailed', 'UnsupportedNetwork', 'ChainNodeHealth'],
  },
  YieldGetMarkets: {
    summary: 'List markets that earn, with rates and sizes.',
    ...earn,
    request: z.object({
      provider: text(64).optional().describe('Restrict to one protocol'),
      chainId: text(32).optional().describe('Restrict to one chain, decimal string'),
      type: choice(yieldTypes).optional().describe('Restrict to one kind'),
      search: text(limits.queryStringCharsMax).optional().describe('Search by name, symbol or id'),
      sort: choice(yieldSorts).optional().describe('Order'),
      limit: integer(1, limits.yieldMarketsMax)
        .optional()
        .describe(`Most markets returned, ${limits.yieldMarketsDefault} by default`),
      offset: integer().optional().describe('Markets to skip'),
    }),
    response: z.object({ payload: payload('JSON text of an array of YieldMarket') }),
    errors: ['QueryFailed', 'UnsupportedNetwork', 'ChainNodeHealth'],
  },
  YieldGetAggregateBalances: {
    summary: "Return a wallet's yield positions across networks.",
    ...earn,
    request: z.object({
      queries: list(yieldQuery, limits.yieldQueriesMax, 1).describe('Wallets and networks, 1 to 25'),
    }),
    response: z.object({ payload: payload('JSON text of an array of YieldBalance') }),
    errors: ['QueryFailed', 'UnsupportedNetwork', 'ChainNodeHealth'],
  },
  YieldCreateEnterAction: marketAction(
    'The unsigned transactions that put tokens into a market, tried on the chain as it is now.',
    yieldEnterArgs,
  ),
  YieldCreateExitAction: marketAction(
    'The unsigned transactions that take tokens out of a market, tried on the chain as it is now.',
    yieldExitArgs,
  ),
  YieldGetProviders: {
    summary: 'Protocols whose markets are listed.',
    ...earn,
    request: z.object({
      limit: integer(1, limits.yieldMarketsMax)
        .optional()
        .describe(`Most providers returned, ${limits.yieldMarketsDefault} by default`),
      offset: integer().optional().describe('Providers to skip'),
    }),
    response: z.object({ payload: payload('JSON text of an array of YieldProvider') }),
    errors: [],
  },
  YieldGetProvider: {
    summary: 'One protocol whose markets are listed.',
    ...earn,
    request: z.object({ providerId: text(64).describe('Protocol, in any case') }),
    response: z.object({ payload: payload('JSON text of a YieldProvider') }),
    errors: ['NotFound'],
  },
  YieldGetNetworks: {
    summary: 'Networks that have markets.',
    ...earn,
    request: z.object({}),
    response: z.object({ payload: payload('JSON text of an array of YieldNetwork') }),
    errors: [],
  },
  YieldGetMarketById: {
    summary: 'One market, with rate and size.',
    ...earn,
    request: z.object({ marketId: text().describe('Market, as YieldGetMarkets names it') }),
    response: z.object({ payload: payload('JSON text of a YieldMarket') }),
    errors: ['NotFound', 'QueryFailed', 'ChainNodeHealth'],
  },
} as const satisfies Record<string, OperationRow>
