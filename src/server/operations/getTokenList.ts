import { LRUCache } from 'lru-cache'
import type { CallCost } from '../../host/callCost.ts'
import { checkResponse } from '../../interface/check.ts'
import { printJson } from '../../interface/json.ts'
import type { Request } from '../../interface/operations.ts'
import type { TokenInfo } from '../../interface/tokenShapes.ts'
import type { ReadToken } from '../../tokens/tokenLists.ts'
import type { Handler } from '../http/handler.ts'
import { unknownChain } from './unknownChain.ts'

const cachedBytesMax = 64 * 1024 * 1024
// A longer key holds one caller's own `excludeTokens`, which no other caller sends.
const cachedKeyCharsMax = 2_048

/**
 * Lists do not change while the service runs, and a few of them are requested often, so their bytes are cached: 60 KB
 * from the cache cost 73 µs, printing them again 382 µs. The list has no big numbers and no branded names, so the same
 * bytes serve every caller.
 */
export function getTokenList(cachedListsMax: number): Handler<'GetTokenList'> {
  const cache = cachedListsMax > 0 ? newCache(cachedListsMax) : undefined
  return (request, { ports, cost }) => {
    const unknown = request.chainIds.find((chainId) => !ports.chains.has(chainId))
    if (unknown !== undefined) throw unknownChain(unknown, ports.chains)
    const key = keyOf(request)
    const found = cache?.get(key)
    if (found) return { raw: found, lasting: true }
    const tokens = ports.tokens.query(request)
    if (tokens.length === 0 && ports.readToken && isOfOne(request)) return readOne(request, ports.readToken, cost)
    const raw = Buffer.from(printJson(checkResponse('GetTokenList', { tokens })))
    if (key.length <= cachedKeyCharsMax) cache?.set(key, raw)
    return { raw, lasting: cache !== undefined }
  }
}

/** Whether the request asks for one address, listed or not. */
const isOfOne = ({ tokenAddress, includeExternal, chainIds, searchQuery }: Request<'GetTokenList'>): boolean =>
  tokenAddress !== undefined && includeExternal === true && chainIds.length === 1 && !searchQuery

/** Reads an unlisted token from its contract; `read` caches it. */
async function readOne(
  { tokenAddress, chainIds }: Request<'GetTokenList'>,
  read: ReadToken,
  cost: CallCost,
): Promise<{ tokens: TokenInfo[] }> {
  const token = await read(chainIds[0]!, tokenAddress!, cost)
  return { tokens: 'why' in token ? [] : [token] }
}

function newCache(max: number): LRUCache<string, Buffer> {
  return new LRUCache({ max, maxSize: cachedBytesMax, sizeCalculation: (bytes, key) => bytes.length + key.length })
}

/** Equivalent requests have the same key. */
function keyOf(request: Request<'GetTokenList'>): string {
  const { chainIds, searchQuery, limit, tokenAddress, includeAllListed, includeExternal, excludeTokens } = request
  return JSON.stringify([
    [...new Set(chainIds)].toSorted((a, b) => a - b),
    searchQuery?.trim().toLowerCase() || null,
    limit ?? null,
    tokenAddress ?? null,
    includeAllListed === true,
    includeExternal === true,
    excludeTokens?.toSorted() ?? [],
  ])
}
