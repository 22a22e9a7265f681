import { isAddress, type Client as Node, parseAbi } from 'viem'
import { readContract } from 'viem/actions'
import { nearest } from '../../config/nearest.ts'
import { nativeToken } from '../../interface/limits.ts'
import type { ChainInfo, TokenInfo } from '../../interface/tokenShapes.ts'
import type { Client } from '../../sdk/client.ts'
import { knownToken } from '../../sdk/knownToken.ts'
import { CliError, usageError } from './cliError.ts'
import { findChain } from './findChain.ts'
import { requireKnownToken } from './knownNames.ts'
import { type Nodes, nodeUrl } from './nodes.ts'
import { readerOf } from './readers.ts'

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
  if (found.length === 1) return requireKnownToken(requireRequested(found[0]!, chain, byAddress ? name : undefined))
  if (found.length === 0) {
    const all = byAddress ? [] : (await client.getTokenList({ chainIds: [chain.id], includeAllListed: true })).tokens
    const close = nearest(
      text,
      all.map(({ symbol }) => symbol),
    )
    const lists = `causeway tokens ${chain.name.toLowerCase()} lists them`
    throw usageError(`${chain.name} has no token "${text}"`, close ? `did you mean ${close}? ${lists}` : lists)
  }
  const choices = found.map(({ address, name: title }) => `${address} (${title})`).join(', ')
  throw usageError(`${chain.name} has ${found.length} tokens called ${text}`, `choose by address: ${choices}`)
}

/** Refuses a reply about another chain or address than the requested one: a hostile service could swap the token. */
function requireRequested(token: TokenInfo, chain: ChainInfo, address: string | undefined): TokenInfo {
  const same = address === undefined || token.address.toLowerCase() === address.toLowerCase()
  if (token.chainId === chain.id && same) return token
  throw new CliError(
    'untrusted',
    `asked for ${address ?? token.symbol} on ${chain.name}, the service answers with ${token.address} on chain ${token.chainId}`,
    'do not trust this service; nothing was signed and nothing sent',
  )
}

/**
 * Before money moves, requires that a node of the caller or this software confirms the token. With the service's
 * decimals alone, 100 could become any amount.
 */
export async function requireTokenSomewhere(nodes: Nodes, token: FoundToken): Promise<void> {
  const node = await readerOf(nodes, token.chain)
  if (node) return requireTokenOnChain(node, token)
  if (knownToken(token.chainId, token.address)) return
  const remedy = `pass --rpc ${token.chain.name.toLowerCase()}=<url>, so that the chain can be asked`
  const known =
    nodeUrl(nodes, token.chainId) === undefined ? 'no node of its chain is known' : 'its node does not answer'
  throw new CliError('untrusted', `only the service says what ${token.symbol}@${token.chain.name} is: ${known}`, remedy)
}

const tokenAbi = parseAbi(['function decimals() view returns (uint8)', 'function symbol() view returns (string)'])

/** Compares symbol and decimals with the contract on the caller's node: amounts and prompts depend on them. */
export async function requireTokenOnChain(node: Node, token: FoundToken): Promise<void> {
  if (token.address === nativeToken) return
  // Undefined never equals what the service says, so a contract or node that does not answer causes a refusal.
  const readField = <N extends 'decimals' | 'symbol'>(functionName: N) =>
    readContract(node, { address: token.address as `0x${string}`, abi: tokenAbi, functionName }).catch(() => undefined)
  const [decimals, symbol] = await Promise.all([readField('decimals'), readField('symbol')])
  if (decimals === token.decimals && symbol === token.symbol) return
  throw usageError(
    `the service says that ${token.address} is ${token.symbol} with ${token.decimals} decimals, ${token.chain.name} says ${symbol} with ${decimals}`,
    'do not trust this service with this token',
  )
}
