import { signal } from '@preact/signals'
import type { ChainInfo, TokenInfo } from '../../interface/tokenShapes.ts'
import { call, type Wire } from './wire.ts'

export type Token = Wire<TokenInfo>

/** Chains and tokens that the service knows: names and decimals for everything the pages show. */
export const chains = signal<readonly Wire<ChainInfo>[]>([])
export const tokens = signal<readonly Token[]>([])
/** Dollars for one whole token, by `tokenKey`. */
export const prices = signal<ReadonlyMap<string, number>>(new Map())

export const nativeAddress = '0x0000000000000000000000000000000000000000'
export const tokenKey = (chainId: number, address: string): string => `${chainId}:${address.toLowerCase()}`

const tokensMax = 200
const pricesAtOnce = 100

/** Reads both once; a page that needs them waits for the same answer. */
let loading: Promise<void> | undefined
export function loadDirectory(): Promise<void> {
  loading ??= read().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function read(): Promise<void> {
  chains.value = (await call('GetChains', {})).chains
  const chainIds = chains.value.map(({ id }) => id)
  if (chainIds.length === 0) return
  tokens.value = (await call('GetTokenList', { chainIds, limit: tokensMax, includeAllListed: true })).tokens
}

export async function loadPrices(wanted: readonly { chainId: number; tokenAddress: string }[]): Promise<void> {
  const asked = wanted.filter(({ chainId, tokenAddress }) => !prices.value.has(tokenKey(chainId, tokenAddress)))
  if (asked.length === 0) return
  const { tokenPrices } = await call('GetTokenPrices', { tokens: asked.slice(0, pricesAtOnce) })
  const known = tokenPrices.flatMap(({ token, priceUsd }) =>
    priceUsd === undefined ? [] : [[tokenKey(token.chainId, token.tokenAddress), priceUsd] as const],
  )
  prices.value = new Map([...prices.value, ...known])
}

export const chainName = (chainId: number): string =>
  chains.value.find(({ id }) => id === chainId)?.name ?? `chain ${chainId}`

export type Unit = { symbol: string; decimals: number }

/** The symbol and decimals of a token; of one that nobody lists, base units of its address. */
export function unitOf(chainId: number, address: string): Unit {
  const key = tokenKey(chainId, address)
  const listed = tokens.value.find((token) => tokenKey(token.chainId, token.address) === key)
  if (listed) return listed
  const native = chains.value.find(({ id }) => id === chainId)?.nativeCurrency
  if (address.toLowerCase() === nativeAddress && native) return native
  return { symbol: `base units of ${address.slice(0, 6)}…${address.slice(-4)}`, decimals: 0 }
}

/** Dollars, as far as a price is known. */
export function usdOf(chainId: number, address: string, amount: bigint): number | undefined {
  const price = prices.value.get(tokenKey(chainId, address))
  return price === undefined ? undefined : (Number(amount) / 10 ** unitOf(chainId, address).decimals) * price
}

const providerNames: Readonly<Record<string, string>> = {
  UNISWAP_V3: 'Uniswap v3',
  UNISWAP_V2: 'Uniswap v2',
  UNISWAP_V4: 'Uniswap v4',
  PANCAKESWAP_V3: 'PancakeSwap v3',
  ACROSS: 'Across',
  CCTP_FAST: 'CCTP fast',
  WETH: 'WETH',
}
export const providerName = (name: string): string => providerNames[name] ?? name
export const bridges: readonly string[] = ['CCTP', 'CCTP_FAST', 'ACROSS']
