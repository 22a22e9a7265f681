import { LRUCache } from 'lru-cache'
import { hexToString, parseAbi, trim } from 'viem'
import type { Chain } from '../chains/chain.ts'
import { readContract } from '../evm/readContract.ts'
import { type CallCost, onAccount } from '../host/callCost.ts'
import type { Clock } from '../host/clock.ts'
import type { Address } from '../interface/fields.ts'
import { nativeToken } from '../interface/limits.ts'
import { ownText } from '../interface/ownText.ts'
import type { TokenInfo } from '../interface/tokenShapes.ts'
import { type ReadToken, type TokenLists, unfeaturedIndex } from './tokenLists.ts'

const abi = parseAbi([
  'function decimals() view returns (uint8)',
  'function symbol() view returns (string)',
  'function name() view returns (string)',
  'function totalSupply() view returns (uint256)',
  'function balanceOf(address) view returns (uint256)',
])
/** Tokens older than the final standard answer with 32 bytes. */
const oldAbi = parseAbi(['function symbol() view returns (bytes32)', 'function name() view returns (bytes32)'])

const decimalsMax = 36
const textMax = 64
/** An address that is no token is not read again for this long; a contract may be deployed there meanwhile. */
const refusedForMs = 60_000
const refusedMax = 10_000

/**
 * Reads unlisted tokens from their contracts. Anyone can deploy one under any name, so they are never listed or
 * featured; callers use them by address.
 */
export function createTokenReader(options: {
  chains: ReadonlyMap<number, Chain>
  tokens: Pick<TokenLists, 'find' | 'add'>
  clock: Pick<Clock, 'monotonicMs'>
  /** Called with a newly read token, to search for its pools. */
  onRead(token: TokenInfo, cost: CallCost | undefined): Promise<void>
}): ReadToken {
  const { chains, tokens, clock, onRead } = options
  const age = { perf: { now: () => clock.monotonicMs() }, ttlResolution: 0 }
  const refused = new LRUCache<string, string>({ max: refusedMax, ttl: refusedForMs, ...age })
  const reading = new Map<string, Promise<TokenInfo | { why: string }>>()

  const read = async (chain: Chain, address: Address): Promise<TokenInfo | { why: string }> => {
    const [code, decimals, symbol, name, supply, balance] = await Promise.all([
      chain.code(address),
      readContract(chain, address, abi, 'decimals', []),
      readText(chain, address, 'symbol'),
      readText(chain, address, 'name'),
      readContract(chain, address, abi, 'totalSupply', []),
      readContract(chain, address, abi, 'balanceOf', [nativeToken]),
    ])
    if (code === '0x') return { why: 'has no contract' }
    if (decimals === undefined || supply === undefined || balance === undefined || !symbol)
      return { why: 'is no token: it does not answer decimals, symbol, totalSupply and balanceOf' }
    if (decimals > decimalsMax) return { why: `has ${decimals} decimals, more than ${decimalsMax}` }
    const token = { chainId: chain.id, address, name: name || symbol, symbol, decimals }
    return { ...token, featured: false, featureIndex: unfeaturedIndex }
  }

  return async (chainId, address, cost) => {
    const chain = onAccount(chains.get(chainId), cost)
    const known = tokens.find(chainId, address)
    if (known) return known
    if (!chain) return { why: 'is on a chain that is not served' }
    const key = `${chainId} ${address.toLowerCase()}`
    const why = refused.get(key)
    if (why !== undefined) return { why }
    const open = reading.get(key)
    if (open) return open
    const found = read(chain, address).then(async (token) => {
      if ('why' in token) refused.set(key, token.why)
      else {
        tokens.add(token)
        await onRead(token, cost)
      }
      return token
    })
    reading.set(key, found)
    return found.finally(() => reading.delete(key))
  }
}

/** Printable characters only: a stranger wrote the text, and people and terminals read it. */
async function readText(chain: Chain, address: Address, name: 'symbol' | 'name'): Promise<string | undefined> {
  const text = await readContract(chain, address, abi, name, [])
  if (text !== undefined) return cleaned(text)
  const bytes = await readContract(chain, address, oldAbi, name, [])
  return bytes && cleaned(hexToString(trim(bytes, { dir: 'right' })))
}

const cleaned = (text: string): string =>
  ownText(
    text
      .replace(/[^\x20-\x7e\u00a1-\u024f]/g, '')
      .trim()
      .slice(0, textMax),
  )
