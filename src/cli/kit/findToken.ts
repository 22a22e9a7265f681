import { isAddress, type Client as Node, parseAbi } from 'viem'
import { readContract } from 'viem/actions'
import { nativeToken } from '../../interface/limits.ts'
import type { ChainInfo, TokenInfo } from '../../interface/tokenShapes.ts'
import type { Client } from '../../sdk/client.ts'
import { assetDecimals, nativeDecimals, trustedChain } from '../../sdk/trustedChains.ts'
import { usageError } from './cliError.ts'
import { findChain } from './findChain.ts'

export type FoundToken = TokenInfo & { chain: ChainInfo }

/** `USDC@harbor`, `0xa27b…5860@31337`, `native@island`. */
export async function findToken(client: Client, text: string): Promise<FoundToken> {
  const at = text.lastIndexOf('@')
  if (at <= 0 || at === text.length - 1) {
    throw usageError(`"${text}" does not say which token on which chain`, 'write it like USDC@harbor or 0x…@31337')
  }
  const chain = await findChain(client, text.slice(at + 1))
  return { ...(await findTokenOn(client, chain, text.slice(0, at))), chain }
}

/** A token of a chain by its symbol, in any case, by its address, or as `native`. */
export async function findTokenOn(client: Client, chain: ChainInfo, text: string): Promise<TokenInfo> {
  const lists = { chainIds: [chain.id], includeAllListed: true, includeExternal: true }
  const name = text.toLowerCase() === 'native' ? nativeToken : text
  const byAddress = isAddress(name, { strict: false })
  const { tokens } = await client.getTokenList(
    byAddress ? { ...lists, tokenAddress: name } : { ...lists, searchQuery: name },
  )
  const found = byAddress ? tokens : tokens.filter(({ symbol }) => symbol.toLowerCase() === name.toLowerCase())
  if (found.length === 1) return requireKnown(found[0]!, chain)
  if (found.length === 0) {
    throw usageError(`${chain.name} has no token "${text}"`, `causeway tokens ${chain.name.toLowerCase()} lists them`)
  }
  const choices = found.map(({ address, name: title }) => `${address} (${title})`).join(', ')
  throw usageError(`${chain.name} has ${found.length} tokens called ${text}`, `choose by address: ${choices}`)
}

/** A token that goes by a name which this software knows is that token. */
function requireKnown(token: TokenInfo, chain: ChainInfo): TokenInfo {
  const address = trustedChain(chain.id)?.assets[token.symbol.toUpperCase()]
  if (address && address.toLowerCase() !== token.address.toLowerCase()) {
    throw usageError(
      `the service says that ${token.symbol} on ${chain.name} is ${token.address}, but it is ${address}`,
      'do not trust this service; if you do mean that other token, nothing here can send it',
    )
  }
  const decimals = token.address === nativeToken ? nativeDecimals : address && assetDecimals[token.symbol.toUpperCase()]
  if (trustedChain(chain.id) && decimals !== undefined && decimals !== token.decimals) {
    throw usageError(
      `the service says that ${token.symbol} on ${chain.name} has ${token.decimals} decimals, but it has ${decimals}`,
      'do not trust this service',
    )
  }
  return token
}

const tokenAbi = parseAbi(['function decimals() view returns (uint8)', 'function symbol() view returns (string)'])

/** Amounts and prompts rest on the symbol and the decimals, so the chain is asked for both, at the caller's own node. */
export async function requireTokenOnChain(node: Node, token: FoundToken): Promise<void> {
  if (token.address === nativeToken) return
  const ask = <N extends 'decimals' | 'symbol'>(functionName: N) =>
    readContract(node, { address: token.address as `0x${string}`, abi: tokenAbi, functionName }).catch(() => undefined)
  const [decimals, symbol] = await Promise.all([ask('decimals'), ask('symbol')])
  if (decimals === token.decimals && symbol === token.symbol) return
  throw usageError(
    `the service says that ${token.address} is ${token.symbol} with ${token.decimals} decimals, ${token.chain.name} says ${symbol} with ${decimals}`,
    'do not trust this service with this token',
  )
}
