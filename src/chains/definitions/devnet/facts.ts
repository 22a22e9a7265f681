import type { DevnetToken } from './devnetContracts.ts'

/** The three local chains. `domain`: number in the CCTP stand-in; `eid`: in the LayerZero reference. */
export const devnetChains = [
  { id: 31337, network: 'harbor', name: 'Harbor', domain: 101, eid: 40_101 },
  { id: 31338, network: 'island', name: 'Island', domain: 102, eid: 40_102 },
  { id: 31339, network: 'summit', name: 'Summit', domain: 103, eid: 40_103 },
] as const

export type DevnetChainFacts = (typeof devnetChains)[number]

/** Decimals and dollar price of each token; feeds, pools, the filler and the faucet all read this one table. */
export const devnetTokens = {
  weth: { symbol: 'WETH', name: 'Wrapped Ether', decimals: 18, feed: 'ETH', priceUsd: 3_000n },
  usdc: { symbol: 'USDC', name: 'USD Coin', decimals: 6, feed: 'USDC', priceUsd: 1n },
  usdt: { symbol: 'USDT', name: 'Tether USD', decimals: 6, feed: 'USDT', priceUsd: 1n },
  dai: { symbol: 'DAI', name: 'Dai Stablecoin', decimals: 18, feed: 'DAI', priceUsd: 1n },
  wbtc: { symbol: 'WBTC', name: 'Wrapped BTC', decimals: 8, feed: 'WBTC', priceUsd: 60_000n },
} as const satisfies Record<
  DevnetToken,
  { symbol: string; name: string; decimals: number; feed: string; priceUsd: bigint }
>

export const feedDecimals = 8

/** Base units of `token` worth `amountUsd` whole dollars. */
export function unitsForUsd(token: DevnetToken, amountUsd: bigint): bigint {
  const { decimals, priceUsd } = devnetTokens[token]
  return (amountUsd * 10n ** BigInt(decimals)) / priceUsd
}

/** Millionths of a dollar that `amount` base units are worth. */
export function devnetMicroUsd(token: DevnetToken, amount: bigint): bigint {
  const { decimals, priceUsd } = devnetTokens[token]
  return (amount * priceUsd * 1_000_000n) / 10n ** BigInt(decimals)
}

export const tokenNames = Object.keys(devnetTokens) as DevnetToken[]

/** Finality tags trail the head by this many blocks (safe) and twice as many (finalized). */
export const slotsInAnEpoch = 4
export const blockGasLimit = 60_000_000n
