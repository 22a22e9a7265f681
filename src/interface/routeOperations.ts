import * as z from 'zod'
import { address, bool, chainId, choice, float, integer, list, shape, text, textLike } from './fields.ts'
import { limits } from './limits.ts'
import type { OperationRow } from './operationRow.ts'
import { chainInfo, tokenInfo, tokenPrice, tokenQuery } from './tokenShapes.ts'

const currencyCode = () => textLike(/^[A-Za-z]{3}$/, 'three letters (ISO 4217)', 3)

const tokenListAnswer = (about: string) => z.object({ tokens: list(tokenInfo, 100_000).describe(about) })

const routes = { area: 'Routes', access: 'public', effect: 'read' } as const
const tokens = { area: 'Tokens', access: 'public', effect: 'read' } as const

/** What can be paid with what, where, and at which price. */
export const routeOperations = {
  GetExactOutputRoutes: {
    summary: 'Given a destination chain and token, list origin tokens that can pay the exact output amount.',
    ...routes,
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
    ...routes,
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
    ...routes,
    request: z.object({ routeProvider: text(64).optional().describe('Restrict to chains that this provider serves') }),
    response: z.object({ chains: list(chainInfo, 10_000).describe('The chains') }),
    errors: [],
  },
  GetTokenList: {
    summary: 'List tokens on given chains, with filters.',
    ...tokens,
    request: z.object({
      chainIds: list(chainId(), limits.chainIdsMax).describe('Chains to list tokens for'),
      searchQuery: text(limits.queryStringCharsMax).optional().describe('Search by name, symbol or address'),
      limit: integer(1, limits.tokenListMax)
        .optional()
        .describe(`Most tokens returned, ${limits.tokenListDefault} by default`),
      tokenAddress: address().optional().describe('Restrict to one token address'),
      includeAllListed: bool().optional().describe('Include all listed tokens, not only featured ones'),
      includeExternal: bool().optional().describe('Include tokens of the configured external lists'),
      excludeTokens: list(address(), limits.excludeTokensMax).optional().describe('Token addresses to leave out'),
    }),
    response: tokenListAnswer('The tokens: featured first, then by symbol, then by address'),
    errors: ['UnsupportedNetwork'],
  },
  GetTokenPrices: {
    summary: 'Read dollar prices of tokens.',
    ...tokens,
    request: z.object({ tokens: list(tokenQuery, limits.tokenPricesMax, 1).describe('The tokens asked for') }),
    response: z.object({ tokenPrices: list(tokenPrice, limits.tokenPricesMax).describe('Prices in the order asked') }),
    errors: ['UnsupportedNetwork', 'QueryFailed', 'ChainNodeHealth'],
  },
  GetExchangeRate: {
    summary: 'What one dollar is in another currency.',
    ...tokens,
    request: z.object({ toCurrency: currencyCode().optional().describe('ISO 4217 code, USD by default') }),
    response: z.object({
      exchangeRate: shape('ExchangeRate', 'What one dollar is in a currency.', {
        name: text().describe('Name of the currency'),
        symbol: text(16).describe('Sign of the currency'),
        value: float().describe('Units of the currency for one dollar'),
        vsCurrency: text(16).describe('Always USD'),
        currencyType: choice(['fiat']).describe('Kind of the currency'),
      }).describe('The rate'),
    }),
    errors: ['Unavailable', 'QueryFailed'],
  },
  GetFiatCurrencyList: {
    summary: 'Currencies that amounts can be shown in.',
    ...tokens,
    request: z.object({}),
    response: z.object({
      currencies: list(
        shape('FiatCurrency', 'A currency.', {
          code: text(16).describe('ISO 4217 code'),
          name: text().describe('Name in English'),
          symbol: text(16).describe('Sign'),
          decimals: integer(0, 8).describe('Digits after the point'),
        }),
        500,
      ).describe('By code'),
    }),
    errors: [],
  },
  GetCountryList: {
    summary: 'Countries, for forms that ask for one.',
    ...tokens,
    request: z.object({}),
    response: z.object({
      countries: list(
        shape('Country', 'A country.', {
          code: text(16).describe('ISO 3166-1 code, two letters'),
          name: text().describe('Name in English'),
        }),
        500,
      ).describe('By code'),
    }),
    errors: [],
  },
} as const satisfies Record<string, OperationRow>
