import { getAddress } from 'viem'
import type { ChainDefinition } from '../../../src/chains/chainDefinition.ts'
import type { Address } from '../../../src/interface/fields.ts'
import { nativeToken } from '../../../src/interface/limits.ts'
import type { TokenInfo } from '../../../src/interface/tokenShapes.ts'

export const address = (digits: string): Address => getAddress(`0x${digits.padStart(40, '0')}`)

/** What is at the same place on every scripted chain. */
export const commonAddresses = {
  usdc: address('05dc'),
  dai: address('0da1'),
  weth: address('0e74'),
  pool: address('9001'),
  spokePool: address('5b0c'),
  burnBridge: address('b0b1'),
  filler: address('f111'),
  stranger: address('5747'),
  collector: address('c011'),
} as const satisfies Record<string, Address>

export type Asset = Pick<TokenInfo, 'address' | 'symbol' | 'decimals'> & { usd: number }
export const assets: readonly Asset[] = [
  { address: nativeToken, symbol: 'ETH', decimals: 18, usd: 2_000 },
  { address: commonAddresses.usdc, symbol: 'USDC', decimals: 6, usd: 1 },
  { address: commonAddresses.dai, symbol: 'DAI', decimals: 18, usd: 1 },
  { address: commonAddresses.weth, symbol: 'WETH', decimals: 18, usd: 2_000 },
]

export const listOf = (chainId: number): TokenInfo[] =>
  assets.map(({ usd: _, ...token }, featureIndex) => ({
    ...token,
    chainId,
    name: token.symbol,
    supportsBridging: true,
    featured: true,
    featureIndex,
  }))

/** Below 1,000 dollars two blocks are final, above it four. */
export const finalDepth = 2

export const definitionOf = (id: number, name: string, blockTimeMs: number): ChainDefinition => ({
  id,
  name,
  network: name.toLowerCase(),
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  wrappedNative: commonAddresses.weth,
  blockTimeMs,
  finality: [
    { belowUsd: 1_000, depth: finalDepth },
    { belowUsd: Number.POSITIVE_INFINITY, depth: 4 },
  ],
  multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
  feeds: [],
  across: { spokePool: commonAddresses.spokePool },
})
