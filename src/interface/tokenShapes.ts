import type { z } from 'zod'
import { address, big, bool, chainId, float, integer, shape, text, time } from './fields.ts'

export const tokenInfo = shape('TokenInfo', 'A token that the service knows.', {
  chainId: chainId().describe('Chain where the token exists'),
  address: address().describe('Token contract address; the zero address is the native token'),
  name: text().describe('Token name'),
  symbol: text().describe('Token symbol'),
  decimals: integer(0, 255).describe('Token decimals'),
  supportsBridging: bool().optional().describe('Whether the token supports cross-chain bridging'),
  logoUri: text(2_048).optional().describe('URL of the token logo'),
  featured: bool().describe('Whether the token is featured or popular'),
  featureIndex: integer().describe('Sort order among featured tokens'),
})

export const tokenMetadata = shape('TokenMetadata', 'What a person needs to recognise a token.', {
  chainId: chainId().describe('Chain of the token'),
  tokenAddress: address().describe('Token contract address'),
  name: text().describe('Token name'),
  symbol: text().describe('Token symbol'),
  decimals: integer(0, 255).describe('Token decimals'),
  logoUri: text(2_048).optional().describe('URL of the token logo'),
})

export const tokenQuery = shape('TokenQuery', 'A token whose price is asked.', {
  chainId: chainId().describe('Chain of the token'),
  tokenAddress: address().describe('Token contract address'),
  tokenSymbol: text().optional().describe('Symbol, for the reader; not used to find the token'),
})

export const tokenPrice = shape('TokenPrice', 'The price of one token. An unknown price is left out, never 0.', {
  token: tokenQuery.describe('The token that was asked'),
  priceUsd: float().optional().describe('Dollars for one whole token'),
  updatedAt: time().describe('When the price was observed'),
})

export const chainInfo = shape('ChainInfo', 'A chain that the service is configured for.', {
  id: chainId().describe('Chain id'),
  name: text().describe('Display name'),
  nativeCurrency: shape('NativeCurrency', 'The native token of a chain.', {
    name: text().describe('Name of the native token'),
    symbol: text().describe('Symbol of the native token'),
    decimals: integer(0, 255).describe('Decimals of the native token'),
  }).describe('The native token'),
  logoUri: text(2_048).optional().describe('URL of the chain logo'),
  blockExplorer: shape('BlockExplorer', 'Where a person looks at the chain.', {
    name: text().describe('Name of the explorer'),
    url: text(2_048).describe('Address of the explorer'),
  })
    .optional()
    .describe('Block explorer, where there is one'),
  tokenName: text().describe('Name of the native token'),
  tokenSymbol: text().describe('Symbol of the native token'),
  tokenDecimals: integer(0, 255).describe('Decimals of the native token'),
  isTestnet: bool().describe('Whether its tokens are worth nothing'),
  supportsBridging: bool().describe('Whether a bridge that is in use carries a token from here or to here'),
  blockExplorerUrl: text(2_048).optional().describe('Address of the block explorer, where there is one'),
})

export const tokenBalance = shape('TokenBalance', 'What an intent address still holds.', {
  chainId: chainId().describe('Chain of the balance'),
  tokenAddress: address().describe('Token contract address'),
  amount: big().describe('Balance in base units'),
})

export type TokenInfo = z.output<typeof tokenInfo>
export type TokenMetadata = z.output<typeof tokenMetadata>
export type TokenPrice = z.output<typeof tokenPrice>
export type ChainInfo = z.output<typeof chainInfo>
