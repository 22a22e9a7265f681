import { erc20Abi, hexToString, parseAbi } from 'viem'
import type { Chain } from '../chains/chain.ts'
import { readContract } from '../evm/readContract.ts'
import type { Address } from '../interface/fields.ts'
import { ownText } from '../interface/ownText.ts'
import type { TokenInfo } from '../interface/tokenShapes.ts'
import type { YieldMarket } from '../interface/yieldShapes.ts'

export type TokenFinder = { find(chainId: number, address: Address): TokenInfo | undefined }
export type TokenFacts = (chain: Chain, token: Address) => Promise<YieldMarket['token'] | undefined>

// Tokens from before ERC-20 was final (MKR) return bytes32 instead of string.
const bytes32TextAbi = parseAbi(['function symbol() view returns (bytes32)', 'function name() view returns (bytes32)'])
const textCharsMax = 256

/** Symbol, name and decimals of a token: from the token lists, else read from its contract once and cached. */
export function createTokenFacts(tokens: TokenFinder): TokenFacts {
  const factsCache = new Map<string, YieldMarket['token']>()
  return async (chain, address) => {
    const listed = tokens.find(chain.id, address)
    if (listed) {
      const { symbol, name, decimals, logoUri } = listed
      return { symbol, name, address, decimals, ...(logoUri && { logoUrl: logoUri }) }
    }
    const key = `${chain.id}:${address}`
    const found = factsCache.get(key) ?? (await readTokenFacts(chain, address))
    if (found) factsCache.set(key, found)
    return found
  }
}

async function readTokenFacts(chain: Chain, address: Address): Promise<YieldMarket['token'] | undefined> {
  const [symbol, name, decimals] = await Promise.all([
    readText(chain, address, 'symbol'),
    readText(chain, address, 'name'),
    readContract(chain, address, erc20Abi, 'decimals', []),
  ])
  return symbol === undefined || decimals === undefined
    ? undefined
    : { symbol, name: name ?? symbol, address, decimals }
}

/** Cut to `textCharsMax`, because a contract can return a text of any length. */
async function readText(chain: Chain, token: Address, field: 'symbol' | 'name'): Promise<string | undefined> {
  const [text, bytes] = await Promise.all([
    readContract(chain, token, erc20Abi, field, []),
    readContract(chain, token, bytes32TextAbi, field, []),
  ])
  const result = text ?? (bytes && hexToString(bytes, { size: 32 }).replaceAll('\0', ''))
  return result && ownText(result.slice(0, textCharsMax))
}
