import { LRUCache } from 'lru-cache'
import type { CallCost } from '../host/callCost.ts'
import type { Address } from '../interface/fields.ts'
import { limits } from '../interface/limits.ts'
import type { TokenInfo } from '../interface/tokenShapes.ts'

export type TokenQuery = {
  chainIds: readonly number[]
  searchQuery?: string
  limit?: number
  tokenAddress?: Address
  includeAllListed?: boolean
  includeExternal?: boolean
  excludeTokens?: readonly Address[]
}

/** Every token the service knows, in the order callers see. */
export type TokenLists = {
  find(chainId: number, address: Address): TokenInfo | undefined
  /** Whether a list has it, our own or one that the operator added. */
  isListed(chainId: number, address: Address): boolean
  /** Our own tokens of a chain, featured or not. */
  listed(chainId: number): readonly TokenInfo[]
  /** Every known token of a chain, including those of external lists and those read from their contracts. */
  known(chainId: number): readonly TokenInfo[]
  /** Remembers an unlisted token. It is found by its address from then on, and never listed. */
  add(token: TokenInfo): void
  query(query: TokenQuery): TokenInfo[]
}

/** An unlisted token as its contract describes it, or why it cannot be used. */
export type ReadToken = (chainId: number, address: Address, cost?: CallCost) => Promise<TokenInfo | { why: string }>

export type TokenSources = {
  chainIds: readonly number[]
  own: readonly TokenInfo[]
  external?: readonly TokenInfo[]
}

/** How many unlisted tokens are kept, with their pools; the least recently used are dropped. */
export const readMax = 200

/** `featureIndex` of tokens that are not featured: above all real ones, so that they sort last. */
export const unfeaturedIndex = 1_000_000

/** Omits tokens of chains that are not configured. Of two entries for one token the first wins; `own` precedes. */
export function createTokenLists({ chainIds, own, external = [] }: TokenSources): TokenLists {
  const served = new Set(chainIds)
  const byAddress = new Map<string, TokenInfo>()
  const ours = new Set<TokenInfo>()
  const addToken = (token: TokenInfo): boolean => {
    const key = keyOf(token.chainId, token.address)
    if (!served.has(token.chainId) || byAddress.has(key)) return false
    byAddress.set(key, token)
    return true
  }
  for (const token of own) if (addToken(token)) ours.add(token)
  for (const token of external) addToken({ ...token, featured: false, featureIndex: unfeaturedIndex })

  const read = new LRUCache<string, TokenInfo>({ max: readMax })
  const inOrder = [...byAddress.values()].toSorted(compareTokens)
  const listedByChain = new Map(
    chainIds.map((chainId) => [chainId, inOrder.filter((token) => ours.has(token) && token.chainId === chainId)]),
  )
  return {
    find: (chainId, address) => byAddress.get(keyOf(chainId, address)) ?? read.get(keyOf(chainId, address)),
    isListed: (chainId, address) => byAddress.has(keyOf(chainId, address)),
    known: (chainId) => [...inOrder, ...read.values()].filter((token) => token.chainId === chainId),
    add: (token) => {
      read.set(keyOf(token.chainId, token.address), { ...token, featured: false, featureIndex: unfeaturedIndex })
    },
    listed: (chainId) => listedByChain.get(chainId) ?? [],
    query: (query) => {
      const chains = new Set(query.chainIds)
      const excluded = new Set(query.excludeTokens?.map((address) => address.toLowerCase()))
      const wanted = query.tokenAddress?.toLowerCase()
      const matching = inOrder.filter((token) => {
        if (!chains.has(token.chainId)) return false
        if (ours.has(token) ? !token.featured && !query.includeAllListed : !query.includeExternal) return false
        const address = token.address.toLowerCase()
        return (wanted === undefined || address === wanted) && !excluded.has(address)
      })
      return search(matching, query.searchQuery).slice(0, query.limit ?? limits.tokenListDefault)
    },
  }
}

/** Featured tokens by their index, then symbol, then address; the chain decides between equals. */
function compareTokens(a: TokenInfo, b: TokenInfo): number {
  return (
    Number(b.featured) - Number(a.featured) ||
    (a.featured ? a.featureIndex - b.featureIndex : 0) ||
    compareText(a.symbol.toLowerCase(), b.symbol.toLowerCase()) ||
    compareText(a.address.toLowerCase(), b.address.toLowerCase()) ||
    a.chainId - b.chainId
  )
}

// By code unit, not by locale: the same order on every machine.
const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Keeps what matches, best kind of match first, otherwise in the given order. */
function search(tokens: TokenInfo[], query: string | undefined): TokenInfo[] {
  const sought = query?.trim().toLowerCase()
  if (!sought) return tokens
  return tokens
    .map((token) => ({ token, rank: matchRank(token, sought) }))
    .filter(({ rank }) => rank < noMatch)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ token }) => token)
}

const noMatch = 4

function matchRank({ symbol, name, address }: TokenInfo, sought: string): number {
  const lowerSymbol = symbol.toLowerCase()
  const lowerName = name.toLowerCase()
  if (lowerSymbol === sought || address.toLowerCase() === sought) return 0
  if (lowerSymbol.startsWith(sought)) return 1
  if (lowerName.startsWith(sought)) return 2
  const addressPart = sought.startsWith('0x') && address.toLowerCase().startsWith(sought)
  return lowerSymbol.includes(sought) || lowerName.includes(sought) || addressPart ? 3 : noMatch
}

const keyOf = (chainId: number, address: string) => `${chainId} ${address.toLowerCase()}`
