import { erc20Abi, hexToString, parseAbi } from 'viem'
import type { Chain } from '../chains/chain.ts'
import { readContract } from '../evm/readContract.ts'
import type { Address } from '../interface/fields.ts'
import type { TokenInfo } from '../interface/tokenShapes.ts'
import type { YieldMarket } from '../interface/yieldShapes.ts'

export type TokenFinder = { find(chainId: number, address: Address): TokenInfo | undefined }
export type TokenFacts = (chain: Chain, token: Address) => Promise<YieldMarket['token'] | undefined>

// Tokens older than the standard answer 32 bytes where others answer a string.
const oldAbi = parseAbi(['function symbol() view returns (bytes32)', 'function name() view returns (bytes32)'])
const textCharsMax = 256

/** What a token is called: by our lists, otherwise by itself, asked once. */
export function createTokenFacts(tokens: TokenFinder): TokenFacts {
  const known = new Map<string, YieldMarket['token']>()
  return async (chain, address) => {
    const listed = tokens.find(chain.id, address)
    if (listed) {
      const { symbol, name, decimals, logoUri } = listed
      return { symbol, name, address, decimals, ...(logoUri && { logoUrl: logoUri }) }
    }
    const key = `${chain.id}:${address}`
    const found = known.get(key) ?? (await ask(chain, address))
    if (found) known.set(key, found)
    return found
  }
}

async function ask(chain: Chain, address: Address): Promise<YieldMarket['token'] | undefined> {
  const [symbol, name, decimals] = await Promise.all([
    readText(chain, address, 'symbol'),
    readText(chain, address, 'name'),
    readContract(chain, address, erc20Abi, 'decimals', []),
  ])
  return symbol === undefined || decimals === undefined
    ? undefined
    : { symbol, name: name ?? symbol, address, decimals }
}

/** Bounded, because a contract may say anything. */
async function readText(chain: Chain, token: Address, field: 'symbol' | 'name'): Promise<string | undefined> {
  const [text, bytes] = await Promise.all([
    readContract(chain, token, erc20Abi, field, []),
    readContract(chain, token, oldAbi, field, []),
  ])
  const said = text ?? (bytes && hexToString(bytes, { size: 32 }).replaceAll('\0', ''))
  return said?.slice(0, textCharsMax)
}
