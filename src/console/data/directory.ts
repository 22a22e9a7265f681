import { signal } from '@preact/signals'
import type { ChainInfo, TokenInfo } from '../../interface/tokenShapes.ts'
import { atMost } from '../view/format.ts'
import { callService, type Wire } from './wire.ts'

/** A token with its symbol and name cut to a length that fits: whoever deployed the contract chose them. */
export type NamedToken = Wire<TokenInfo>

const symbolCharsMax = 12
const nameCharsMax = 64
const shownToken = (token: NamedToken): NamedToken => ({
  ...token,
  symbol: atMost(token.symbol, symbolCharsMax),
  name: atMost(token.name, nameCharsMax),
})

/** The service's chains and listed tokens: names and decimals for everything the pages show. */
export const knownChains = signal<readonly Wire<ChainInfo>[]>([])
export const knownTokens = signal<readonly NamedToken[]>([])
/** The listed tokens by `tokenKey`, and unlisted ones looked up since. */
const byKey = signal<ReadonlyMap<string, NamedToken>>(new Map())
/** Dollars for one whole token, by `tokenKey`. */
export const knownPrices = signal<ReadonlyMap<string, number>>(new Map())

export const nativeAddress = '0x0000000000000000000000000000000000000000'
export const tokenKey = (chainId: number, address: string): string => `${chainId}:${address.toLowerCase()}`

const tokensMax = 200
const pricesAtOnce = 100

/** Reads chains and tokens once; every page waits for the same read. A failed read may be repeated. */
let loading: Promise<void> | undefined
export function loadDirectory(): Promise<void> {
  loading ??= read().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function read(): Promise<void> {
  knownChains.value = (await callService('GetChains', {})).chains
  const chainIds = knownChains.value.map(({ id }) => id)
  if (chainIds.length === 0) return
  const { tokens: listed } = await callService('GetTokenList', { chainIds, limit: tokensMax, includeAllListed: true })
  knownTokens.value = listed.map(shownToken)
  remember(knownTokens.value)
}

function remember(found: readonly NamedToken[]): void {
  byKey.value = new Map([
    ...byKey.value,
    ...found.map((token) => [tokenKey(token.chainId, token.address), token] as const),
  ])
}

export const listedToken = (chainId: number, address: string): NamedToken | undefined =>
  byKey.value.get(tokenKey(chainId, address))

const foundMax = 60

/** Searches all of the service's token lists, external ones too, by words or by address. */
export async function searchTokens(
  words: string,
  chainIds: readonly number[],
  signal?: AbortSignal,
): Promise<readonly NamedToken[]> {
  const everywhere = { includeAllListed: true, includeExternal: true, limit: foundMax }
  const asks = addressForm.test(words)
    ? chainIds.map((chainId) => ({ ...everywhere, chainIds: [chainId], tokenAddress: words }))
    : [{ ...everywhere, chainIds: [...chainIds], searchQuery: words }]
  const answers = await Promise.all(asks.map((ask) => callService('GetTokenList', ask, signal)))
  const found = answers.flatMap((answer) => answer.tokens).map(shownToken)
  remember(found)
  return found
}

const addressForm = /^0x[0-9a-fA-F]{40}$/

/** Looks up unlisted tokens: one request for each, repeated only if it failed. */
const askedFor = new Set<string>()
export async function loadTokens(wanted: readonly { chainId: number; tokenAddress: string }[]): Promise<void> {
  await loadDirectory()
  const missing = wanted.filter(({ chainId, tokenAddress }) => {
    const key = tokenKey(chainId, tokenAddress)
    if (byKey.peek().has(key) || tokenAddress === nativeAddress || askedFor.has(key)) return false
    askedFor.add(key)
    return true
  })
  const look = ({ chainId, tokenAddress }: (typeof missing)[number]) =>
    searchTokens(tokenAddress, [chainId]).catch(() => askedFor.delete(tokenKey(chainId, tokenAddress)))
  await Promise.all(missing.map(look))
}

export async function loadPrices(wanted: readonly { chainId: number; tokenAddress: string }[]): Promise<void> {
  const asked = wanted.filter(({ chainId, tokenAddress }) => !knownPrices.value.has(tokenKey(chainId, tokenAddress)))
  for (let at = 0; at < asked.length; at += pricesAtOnce) {
    const tokens = asked.slice(at, at + pricesAtOnce)
    const { tokenPrices } = await callService('GetTokenPrices', { tokens })
    const known = tokenPrices.flatMap(({ token, priceUsd }) =>
      priceUsd === undefined ? [] : [[tokenKey(token.chainId, token.tokenAddress), priceUsd] as const],
    )
    knownPrices.value = new Map([...knownPrices.value, ...known])
  }
}

export const chainName = (chainId: number): string =>
  knownChains.value.find(({ id }) => id === chainId)?.name ?? `chain ${chainId}`

export type Unit = { symbol: string; decimals: number }

/** The symbol and decimals of a token; an unknown one is shown by its address, in base units. */
export function tokenUnit(chainId: number, address: string): Unit {
  const known = listedToken(chainId, address)
  if (known) return known
  const native = knownChains.value.find(({ id }) => id === chainId)?.nativeCurrency
  if (address.toLowerCase() === nativeAddress && native) return native
  return { symbol: `base units of ${address.slice(0, 6)}…${address.slice(-4)}`, decimals: 0 }
}

/** An amount in dollars; undefined without a price. */
export function dollarsOf(chainId: number, address: string, amount: bigint): number | undefined {
  const price = knownPrices.value.get(tokenKey(chainId, address))
  return price === undefined ? undefined : (Number(amount) / 10 ** tokenUnit(chainId, address).decimals) * price
}

const providerNames: Readonly<Record<string, string>> = {
  UNISWAP_V3: 'Uniswap v3',
  UNISWAP_V2: 'Uniswap v2',
  UNISWAP_V4: 'Uniswap v4',
  PANCAKESWAP_V3: 'PancakeSwap v3',
  CURVE_STABLE: 'Curve',
  SOLIDLY_STABLE: 'Solidly',
  ZERO_X: '0x',
  LIFI: 'LI.FI',
  ACROSS: 'Across',
  CCTP_FAST: 'CCTP fast',
  LAYERZERO: 'LayerZero',
  WETH: 'WETH',
}
export const providerTitle = (name: string): string => providerNames[name] ?? name
export const bridges: readonly string[] = ['CCTP', 'CCTP_FAST', 'ACROSS', 'LAYERZERO']
