import { isAddress } from 'viem'
import { nativeToken } from '../../interface/limits.ts'
import type { ChainInfo, TokenInfo } from '../../interface/tokenShapes.ts'
import type { Client } from '../../sdk/client.ts'
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
  if (found.length === 1) return found[0]!
  if (found.length === 0) {
    throw usageError(`${chain.name} has no token "${text}"`, `causeway tokens ${chain.name.toLowerCase()} lists them`)
  }
  const choices = found.map(({ address, name: title }) => `${address} (${title})`).join(', ')
  throw usageError(`${chain.name} has ${found.length} tokens called ${text}`, `choose by address: ${choices}`)
}
